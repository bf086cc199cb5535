/** A column of a file, its arrow, and what it feeds. */
import type { ArrowKind, Words } from './resolution-words.ts';

/** → by id or name · ●→ a value that is not the file's · ▷ dotted null · ⊣ not read. */
export function Arrow({ kind }: { readonly kind: ArrowKind }) {
  return (
    <svg className="schema-arrow" width={34} height={12} viewBox="0 0 34 12" aria-hidden="true">
      {kind === 'unread' ? (
        <>
          <path d="M0 6h15" stroke="var(--ink)" strokeWidth={1.5} />
          <path d="M16 2v8" stroke="var(--ink)" strokeWidth={2} />
        </>
      ) : (
        <>
          <path
            d={kind === 'read' ? 'M0 6h26' : 'M18 6h8'}
            stroke="var(--ink2)"
            strokeWidth={1.5}
            strokeDasharray={kind === 'null' ? '2 2' : undefined}
          />
          <path
            d="M26 2.5l7 3.5l-7 3.5z"
            fill={kind === 'null' ? 'var(--bg)' : 'var(--ink2)'}
            stroke="var(--ink2)"
          />
          {kind === 'value' ? <circle cx={15} cy={6} r={3} fill="var(--ink2)" /> : null}
        </>
      )}
    </svg>
  );
}

export function Feeds({ words }: { readonly words: Words }) {
  const { rule, note, isPlain } = words;
  const glue = isPlain && note !== '' ? ' · ' : ' ';
  return (
    <>
      {isPlain ? (
        <span className="dim">{rule}</span>
      ) : rule === 'null' ? (
        <i className="ink">null</i>
      ) : (
        <strong>{rule}</strong>
      )}
      {note === '' ? null : (
        <span className={words.isTrap ? undefined : 'soft'}>
          {glue}
          {note}
        </span>
      )}
    </>
  );
}

/** The statements' editor, what was understood, and what was not. */
import { useCallback, useEffect, useRef } from 'react';
import { otherTableWords } from '../../src/evolution/ddl/apply.ts';
import { ddlCompletions } from '../../src/evolution/ddl/complete.ts';
import { ddlTokens } from '../../src/evolution/ddl/tokens.ts';
import type { SnapshotInHand } from '../data.ts';
import type { Editor, EditorHooks } from '../pruning/editor.ts';
import { useEditor } from '../pruning/use-editor.ts';
import { Button, Kbd } from '../ui/controls.tsx';
import { Icon } from '../ui/Icon.tsx';
import { outcomeWords } from './evolve-words.ts';
import type { Ddl } from './use-evolve.ts';

const LABEL = 'Statements that change the layout';

export function DdlEditor({ ddl, view }: { readonly ddl: Ddl; readonly view: SnapshotInHand }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useDdlEditor(host, ddl, view);
  const { problem } = ddl;
  useEffect(() => editor?.mark(problem?.span), [editor, problem]);
  return (
    <>
      <div
        className="predicate-field evolve-field"
        data-wrong={problem === undefined ? undefined : ''}
      >
        {editor === undefined ? (
          <textarea
            className="predicate-plain"
            aria-label={LABEL}
            spellCheck={false}
            rows={3}
            value={ddl.text}
            onChange={(event) => ddl.setText(event.target.value)}
            onKeyDown={(event) => {
              const isEnter = event.key === 'Enter' && !event.shiftKey;
              if (isEnter && ddl.enter(event.currentTarget.value)) event.preventDefault();
            }}
          />
        ) : null}
        <div ref={host} className="predicate-host" hidden={editor === undefined} />
      </div>
      <Status ddl={ddl} table={view.table.name} />
    </>
  );
}

function Status({ ddl, table }: { readonly ddl: Ddl; readonly table: string }) {
  const { problem, change, text } = ddl;
  if (problem !== undefined) {
    const { span, replacement, suggestion } = problem;
    const next = mended(ddl);
    return (
      <div className="evolve-status evolve-wrong" role="alert">
        <div>
          <strong className="bad">{problem.message}</strong> {suggestion}
        </div>
        {text.slice(span.from, span.to).trim() === '' ? null : (
          <div className="mono soft cut">
            at {span.from + 1}: {text.slice(span.from, span.to)}
          </div>
        )}
        {next === undefined ? null : (
          <Button onClick={() => ddl.take(next)}>
            Put in <span className="mono">{replacement}</span>
          </Button>
        )}
      </div>
    );
  }
  if (text.trim() === '') {
    return (
      <p className="evolve-status dim">
        <Kbd>Ctrl</Kbd> <Kbd>Space</Kbd> lists what may follow. <Kbd>Enter</Kbd> takes a whole
        statement, or else what the list marks; <Kbd>Shift</Kbd> <Kbd>Enter</Kbd> begins a line.
        Several statements are parted by <span className="mono">;</span>
      </p>
    );
  }
  if (change === undefined || ddl.isStale) return <p className="evolve-status dim">…</p>;
  return (
    <p className="evolve-status">
      <Icon name="check" size={11} /> {outcomeWords(change)} {otherTableWords(change, table)}
    </p>
  );
}

/** The text with what was probably meant in place of what is wrong; undefined where nothing is near. */
function mended({ text, problem }: Ddl): string | undefined {
  if (problem?.replacement === undefined) return undefined;
  const { span, replacement } = problem;
  return text.slice(0, span.from) + replacement + text.slice(span.to);
}

function useDdlEditor(
  host: { readonly current: HTMLDivElement | null },
  ddl: Ddl,
  { table }: SnapshotInHand,
): Editor | undefined {
  const latest = useRef(ddl);
  latest.current = ddl;
  const hooks = useCallback(() => hooksOf(latest, table), [table]);
  return useEditor(host, ddl.text, hooks);
}

function hooksOf(
  latest: { readonly current: Ddl },
  { metadata, name }: SnapshotInHand['table'],
): EditorHooks {
  return {
    label: LABEL,
    hint: `ALTER TABLE ${name} …`,
    onChange: (text) => latest.current.setText(text),
    onEnter: (text) => latest.current.enter(text),
    hasLines: true,
    onFix() {
      const next = mended(latest.current);
      if (next !== undefined) latest.current.take(next);
      return next !== undefined;
    },
    onFocus: () => undefined,
    tokens: (text) => ddlTokens(text, latest.current.dialect),
    complete(text, position) {
      const { from, items } = ddlCompletions(
        text,
        position,
        latest.current.dialect,
        metadata,
        name,
      );
      const options = items.map(({ insert, detail, kind, caret }) => ({
        label: insert,
        caret,
        detail: detail ?? '',
        // A column's row has room for what its files hold, which is not asked here.
        kind: kind === 'transform' ? ('function' as const) : ('keyword' as const),
      }));
      return { from, to: position, options };
    },
    specsOf: () => [],
    spanOf: () => undefined,
  };
}

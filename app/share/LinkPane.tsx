/** The link: its text, what it carries, where it would be cut, and what its receiver meets first. */
import { useMemo } from 'react';
import type { RedactChoice } from '../../src/share/redact.ts';
import { foreignAddresses } from '../consent.ts';
import { placeOfHref, type Search } from '../link.ts';
import { localKey } from '../open/local-sources.ts';
import type { Question } from '../queries.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SegmentedControl } from '../ui/controls.tsx';
import { storyOf } from '../ui/errors.tsx';
import { count } from '../ui/format.ts';
import { isNear, useInline, usePlannedBundle } from './bundles.ts';
import { LengthRuler } from './LengthRuler.tsx';
import { type LinkLine, lineOf } from './link-lines.ts';
import {
  type LinkPiece,
  LONGEST_LINK,
  lengthWords,
  PART_COLOURS,
  type PartId,
  type SharedLink,
  sharedLink,
} from './link-parts.ts';
import { ownPageWords } from './link-words.ts';
import { characters, pageUrl, type Shared } from './use-shared.ts';

export type LinkKind = 'address' | 'inside';

export function LinkPane(props: {
  readonly shared: Shared;
  readonly question: Question | undefined;
  readonly choice: RedactChoice;
  /** All of the snapshot is loaded, so that looking at it costs little. */
  readonly isLoaded: boolean;
  readonly kind: LinkKind;
  readonly onKind: (kind: LinkKind) => void;
}) {
  const { shared, question, choice, isLoaded, kind } = props;
  const contents = question === undefined ? 'snapshot' : 'predicate';
  const isCheap = isLoaded && shared.snapshot !== undefined && isNear(shared.snapshot);
  const isCounted = kind === 'inside' || isLoaded;
  const planned = usePlannedBundle(shared.snapshot, contents, question, shared.hash, isCounted);
  const wantsInside = kind === 'inside' || isCheap;
  const inline = useInline(shared.snapshot, planned.data, question, choice, wantsInside);
  const inside = useMemo(() => {
    if (inline.data === undefined || inline.data === null) return undefined;
    const { src, view } = inline.data;
    const place = placeOfHref(view);
    // There is one snapshot inside.
    const one = { snap: undefined, ref: undefined, asof: undefined };
    const search = { ...place.search, ...one, src };
    return { view: place.view, search, link: sharedLink(pageUrl(), place.view, search) };
  }, [inline.data]);
  const isInside = kind === 'inside' && inside !== undefined;
  const { view, search, link } = isInside ? inside : shared;
  return (
    <>
      <SegmentedControl
        label="Kind of link"
        value={kind}
        onChange={props.onKind}
        options={[
          { value: 'address', label: 'Link' },
          { value: 'inside', label: 'Link with the table inside' },
        ]}
      />
      {kind === 'inside' && inside === undefined ? (
        <p className="soft" role="status">
          {inline.data === null
            ? 'The table is too large for a link. Take the bundle.'
            : inline.error === null
              ? 'Packing the table…'
              : storyOf(inline.error).happened}
        </p>
      ) : null}
      {/* Never the plain link where the one that says less is meant. */}
      {kind === 'inside' && inside === undefined ? null : <LinkText link={link} />}
      <OwnPage />
      {isInside && (inline.data?.lost.length ?? 0) > 0 ? (
        <p role="status">
          <b>Not the same answer:</b> {inline.data?.lost.join(' ')}
        </p>
      ) : null}
      <h2>What it carries</h2>
      <table className="share-parts">
        <caption className="sr-only">Parts of the link, and their characters</caption>
        <colgroup>
          <col className="share-part-name" />
          <col />
          <col className="share-part-length" />
        </colgroup>
        <tbody>
          {link.pieces.map((piece) => (
            <PieceRow
              key={piece.param ?? ''}
              piece={piece}
              line={lineOf(piece, view, search, isInside)}
            />
          ))}
        </tbody>
      </table>
      <p className="soft">
        <b>Never in it:</b> credentials, headers, signed queries, the theme, what you looked at
        before.
      </p>
      <h2>How long, and where it would be cut</h2>
      <LengthRuler
        rows={[
          { label: 'Link', parts: coloured(shared.link) },
          ...(inside === undefined
            ? []
            : [{ label: 'Link with the table inside', parts: coloured(inside.link) }]),
        ]}
      />
      <p className="soft">
        Above 8,000 a link breaks in places; above 32,000 none is made. The bundle has no such
        limit.
      </p>
      {isInside ? null : (
        <FirstSight search={shared.search} name={shared.snapshot?.table.name ?? 'the table'} />
      )}
    </>
  );
}

function LinkText({ link }: { readonly link: SharedLink }) {
  const tooLong = link.text.length > LONGEST_LINK;
  return (
    <>
      <div className="share-text mono">
        {link.pieces.map(({ part, text }) => (
          <span key={text} style={{ color: inkOf(part) }}>
            {text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}
          </span>
        ))}
      </div>
      <p className="share-act">
        {tooLong ? null : <CopyButton look="primary" text={link.text} label="Copy link" />}
        <span className="soft">
          {characters(link.text.length)}: {lengthWords(link.text.length)}
        </span>
      </p>
    </>
  );
}

/** Elsewhere the address of this page leads to nothing, or to another page. */
function OwnPage() {
  const words = ownPageWords(window.location);
  return words === undefined ? null : <p className="share-note">{words}</p>;
}

/** A link that carries a table is shown by its beginning. */
const SHOWN = 600;

function coloured({ parts }: SharedLink) {
  return parts.map(({ id, length }) => ({ length, colour: PART_COLOURS[id] }));
}

/** Text takes inks with enough contrast; the grey of the view's part is for marks. */
function inkOf(part: PartId): string {
  return part === 'view' ? 'var(--ink3)' : PART_COLOURS[part];
}

function PieceRow(props: { readonly piece: LinkPiece; readonly line: LinkLine }) {
  const { piece, line } = props;
  return (
    <tr>
      <th scope="row">
        <svg width={10} height={10} aria-hidden="true">
          <rect width={10} height={10} fill={PART_COLOURS[piece.part]} />
        </svg>{' '}
        {line.name}
      </th>
      <td>
        <div className="mono cut" title={line.value}>
          {line.value}
        </div>
        {line.why === '' ? null : <div className="dim">{line.why}</div>}
      </td>
      <td className="num">{count(piece.text.length)}</td>
    </tr>
  );
}

function FirstSight({ search, name }: { readonly search: Search; readonly name: string }) {
  const hosts = foreignAddresses(search).map((address) => new URL(address).host);
  const isLocal = localKey(search.src ?? '') !== undefined;
  if (hosts.length === 0 && !isLocal) return null;
  return (
    <>
      <h2>What the other side sees first</h2>
      <p className="share-note">
        {isLocal ? (
          <>
            <span className="mono">{name}</span> must be given again: its folder, or the bundle at
            the right.
          </>
        ) : (
          <>
            This link loads <span className="mono">{name}</span> from <b>{hosts.join(' and ')}</b>{' '}
            and asks nobody else.
          </>
        )}
      </p>
    </>
  );
}

/** Snapshots: every commit that is kept; choosing one looks at the table as it was. */
import './snapshots.css';
import { type ReactNode, useMemo } from 'react';
import { specRanks } from '../data.ts';
import { lineOf } from '../eras/eras-model.ts';
import { TableTools } from '../export/TableTools.tsx';
import type { History } from '../history.ts';
import { eraFilter, type Search, spanFilter } from '../link.ts';
import { useHistory, useListed, useSnapshot } from '../queries.ts';
import { hrefOf, useGo, useLink } from '../routes.ts';
import { Chip } from '../ui/Chip.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Button, RefName } from '../ui/controls.tsx';
import { type Column, DataTable, narrowed } from '../ui/DataTable.tsx';
import { bytes, count, minute, shortId, time } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { parseSort, printSort } from '../ui/sort.ts';
import { strataColour } from '../ui/strata.ts';
import { type TextLook, track, widthOf } from '../ui/tracks.ts';
import { useMedia, useNarrow } from '../ui/useSize.ts';
import { SNAPSHOTS_NARROW } from './narrow-widths.ts';
import {
  refsWords,
  type SnapshotRow,
  snapshotRows,
  snapshotsSentence,
  snapshotsText,
  sortRows,
} from './snapshot-rows.ts';

/** `aside`: what stands beside the sentence. */
export default function SnapshotsView({ aside }: { readonly aside?: ReactNode }) {
  const view = useListed().data;
  const loaded = useSnapshot().data;
  const isWhole = loaded !== undefined && loaded.part === undefined;
  const link = useLink();
  const go = useGo();
  // Manifests tell what each commit wrote; all else is metadata.
  const history = useHistory(isWhole ? view?.table : undefined).data;
  const wide = useMedia('(min-width: 1360px)');
  const roomy = useMedia('(min-width: 1640px)');
  const metadata = view?.table.metadata;
  const inHand = view?.snapshot?.snapshotId;
  const rows = useMemo(() => {
    if (metadata === undefined) return [];
    const line = new Set(lineOf(metadata, inHand).map((s) => String(s.snapshotId)));
    return snapshotRows(metadata, line);
  }, [metadata, inHand]);
  const shown = useMemo(
    () => sortRows(filterRows(rows, link, history), link.sort ?? '-ms'),
    [rows, link, history],
  );
  const ranks = metadata === undefined ? new Map<number, number>() : specRanks(metadata);
  const narrow = useNarrow();
  const all = useColumns(history, ranks, rows);
  const selected = rows.find((row) => row.id === String(inHand));
  const hasDetail = wide && selected !== undefined;
  const known = all.filter(
    ({ id }) => (isWhole || id !== 'wrote') && (!hasDetail || roomy || !IN_DETAIL.has(id)),
  );
  const columns = narrow ? narrowed(known, SNAPSHOTS_NARROW) : known;
  if (view === undefined || metadata === undefined) return null;
  const current = metadata.currentSnapshotId;
  const select = (index: number) => {
    const id = shown[index]?.id;
    go({ snap: id === String(current) ? undefined : id, ref: undefined, asof: undefined });
  };
  const sort = link.sort ?? '-ms';
  return (
    <div className="snapshots">
      <div className="snapshots-list">
        <div className="view-head">
          <h1>{snapshotsSentence(rows)}</h1>
          {aside}
          <TableTools
            name="snapshots"
            rowCount={shown.length}
            rows={(most) => snapshotsText(shown.slice(0, most))}
          />
        </div>
        <p className="view-lead snapshots-lead">{refsWords(metadata, rows)}</p>
        <Filters shown={shown.length} all={rows.length} />
        <DataTable
          label="Snapshots"
          columns={columns}
          count={shown.length}
          row={(index) => shown[index]}
          rowKey={(index) => shown[index]?.id ?? String(index)}
          selectedKey={inHand === undefined ? undefined : String(inHand)}
          onSelect={select}
          sort={parseSort(sort)}
          onSort={(next) => {
            const text = printSort(next);
            go({ sort: text === '-ms' ? undefined : text });
          }}
          empty={rows.length === 0 ? 'No snapshot yet.' : 'No snapshot passes the filters.'}
        />
      </div>
      {hasDetail ? <Detail row={selected} history={history} ranks={ranks} /> : null}
    </div>
  );
}

function filterRows(
  rows: readonly SnapshotRow[],
  link: Search,
  history: History | undefined,
): readonly SnapshotRow[] {
  const span = spanFilter(link);
  const eras = eraFilter(link);
  return rows.filter((row) => {
    if (span !== undefined && (row.ms < span.from || row.ms > span.to)) return false;
    if (eras === undefined) return true;
    // A commit is of the eras it wrote; one that is not read yet stays.
    const point = history?.points.get(row.id);
    return point === undefined || [...point.added.keys()].some((specId) => eras.has(specId));
  });
}

function Filters({ shown, all }: { readonly shown: number; readonly all: number }) {
  const link = useLink();
  const go = useGo();
  const span = spanFilter(link);
  if (span === undefined && link.era === undefined) return null;
  return (
    <p className="snapshots-filters">
      {span === undefined ? null : (
        <Button className="pill" onClick={() => go({ span: undefined })}>
          {minute(span.from)} – {minute(span.to)} <Icon name="close" size={9} />
        </Button>
      )}
      {link.era === undefined ? null : (
        <Button className="pill" onClick={() => go({ era: undefined })}>
          wrote spec {link.era.replaceAll(',', ', ')} <Icon name="close" size={9} />
        </Button>
      )}
      <span className="dim">
        {count(shown)} of {count(all)} shown
      </span>
    </p>
  );
}

/** What stands in the detail too, and has no room beside it. */
const IN_DETAIL: ReadonlySet<string> = new Set(['addedRows', 'totalFiles']);

const REFS_LOOK: TextLook = { perChar: 6.5, beside: 16, least: 5, most: 13 };

type Ranks = ReadonlyMap<number, number>;

function useColumns(
  history: History | undefined,
  ranks: Ranks,
  rows: readonly SnapshotRow[],
): readonly Column<SnapshotRow>[] {
  return useMemo(() => {
    const refs = rows.map((row) => row.refs.map(({ name }) => name).join('  ').length);
    const figure = (
      id: keyof SnapshotRow & string,
      title: string,
      text: (value: number) => string,
    ): Column<SnapshotRow> => ({
      id,
      title,
      width: '5rem',
      numeric: true,
      sortable: true,
      cell: (row) => {
        const value = row[id];
        return typeof value === 'number' ? text(value) : <Missing />;
      },
    });
    return [
      {
        id: 'ms',
        title: 'Time, UTC',
        width: '10.375rem',
        sortable: true,
        cell: (row) => time(row.ms).slice(0, 19),
      },
      {
        id: 'operation',
        title: 'Operation',
        width: '6.75rem',
        sortable: true,
        cell: (row) => (
          <>
            <OpMark row={row} /> {row.operation}
          </>
        ),
      },
      {
        id: 'wrote',
        title: 'Wrote',
        width: '3.375rem',
        cell: (row) => <Wrote row={row} history={history} ranks={ranks} />,
      },
      { ...figure('addedFiles', '+ files', count), width: '4.25rem' },
      { ...figure('removedFiles', '− files', count), width: '4.25rem' },
      figure('addedBytes', '+ bytes', bytes),
      {
        id: 'refs',
        title: 'Refs',
        width: track(widthOf(refs, REFS_LOOK)),
        cell: (row) =>
          row.refs.map((ref) => (
            <span key={ref.name} className="snapshots-ref">
              <RefName name={ref.name} type={ref.type} />
            </span>
          )),
      },
      {
        id: 'id',
        title: 'Snapshot',
        width: '10rem',
        cell: (row) => <span className="mono">{row.id}</span>,
      },
      { id: 'parent', title: 'Parent', width: '5.75rem', cell: (row) => <Parent row={row} /> },
      figure('addedRows', '+ rows', count),
      figure('totalFiles', 'Files then', count),
    ];
  }, [history, ranks, rows]);
}

function Missing() {
  return (
    <span className="dim" title="The summary does not say.">
      –
    </span>
  );
}

function Parent({ row }: { readonly row: SnapshotRow }) {
  if (row.parentId === undefined) return <span className="dim">–</span>;
  return (
    <span
      className={row.parentKept ? 'mono' : 'mono gone'}
      title={row.parentKept ? row.parentId : `${row.parentId}, expired`}
    >
      {shortId(row.parentId)}
    </span>
  );
}

function specsOf(row: SnapshotRow, history: History | undefined): readonly number[] {
  const added = history?.points.get(row.id)?.added ?? new Map<number, { files: number }>();
  return [...added].filter(([, tally]) => tally.files > 0).map(([specId]) => specId);
}

function Wrote(props: {
  readonly row: SnapshotRow;
  readonly history: History | undefined;
  readonly ranks: Ranks;
}) {
  return specsOf(props.row, props.history).map((specId) => (
    <span key={specId} className="snapshots-ref">
      <Chip specId={specId} rank={props.ranks.get(specId) ?? 0} />
    </span>
  ));
}

/** ● append ▼ rewrite ✕ delete; hollow where it lies beside the history shown. */
function OpMark({ row }: { readonly row: SnapshotRow }) {
  const fill = row.onLine ? 'var(--ink)' : 'var(--bg)';
  return (
    <svg className="glyph" width={12} height={12} viewBox="0 0 12 12" aria-hidden="true">
      {row.kind === 'rewrite' ? (
        <path d="M1 1.5h10L6 10.5z" fill={fill} stroke="var(--ink)" />
      ) : row.kind === 'delete' ? (
        <path d="M2 2l8 8m0-8l-8 8" stroke="var(--ink)" strokeWidth={1.8} />
      ) : (
        <circle cx={6} cy={6} r={3.5} fill={fill} stroke="var(--ink)" />
      )}
    </svg>
  );
}

function Detail(props: {
  readonly row: SnapshotRow;
  readonly history: History | undefined;
  readonly ranks: Ranks;
}) {
  const { row, history, ranks } = props;
  const link = useLink();
  const { snapshot } = row;
  const point = history?.points.get(row.id);
  return (
    <aside className="snapshots-detail" aria-label="The snapshot in hand">
      <p className="snapshots-id">
        <span className="mono">{row.id}</span>
        <CopyButton text={row.id} look="link" what="the snapshot id" />
      </p>
      <p className="snapshots-say">
        <strong>{sayOf(row)}</strong> {time(row.ms)} UTC.
      </p>
      {point === undefined ? null : (
        <>
          <h2>{point.unread.size === 0 ? 'Live then' : 'Live then, at least'}</h2>
          <table className="facts-list">
            <tbody>
              {[...point.live]
                .toSorted((a, b) => (ranks.get(b[0]) ?? 0) - (ranks.get(a[0]) ?? 0))
                .map(([specId, tally]) => (
                  <tr key={specId}>
                    <td style={{ borderLeft: `4px solid ${strataColour(ranks.get(specId) ?? 0)}` }}>
                      <Chip specId={specId} rank={ranks.get(specId) ?? 0} />
                    </td>
                    <td className="num">{bytes(tally.bytes)}</td>
                    <td className="num">{count(tally.files)} files</td>
                    <td className="num">{count(tally.rows)} rows</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </>
      )}
      <h2>Summary</h2>
      <table className="facts-list mono snapshots-summary">
        <tbody>
          {Object.entries(snapshot.summary).map(([key, value]) => (
            <tr key={key}>
              <td className="dim snapshots-value">{key}</td>
              <td className="snapshots-value">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>Recorded as</h2>
      <p className="mono dim snapshots-path">{snapshot.manifestList ?? 'no manifest list'}</p>
      <p className="dim small">
        schema {snapshot.schemaId ?? 'not recorded'}, sequence {String(snapshot.sequenceNumber)}
      </p>
      <p className="snapshots-links">
        <a href={hrefOf('pruning', link)}>Pruning at it</a>
        <a href={hrefOf('eras', link)}>Eras at it</a>
      </p>
    </aside>
  );
}

function sayOf(row: SnapshotRow): string {
  const added = row.addedFiles === undefined ? '' : `${count(row.addedFiles)} files added`;
  const removed =
    row.removedFiles === undefined || row.removedFiles === 0
      ? ''
      : `${count(row.removedFiles)} removed`;
  const what = [added, removed].filter((part) => part !== '').join(', ');
  const name = row.operation.charAt(0).toUpperCase() + row.operation.slice(1);
  return what === '' ? `${name}.` : `${name}: ${what}.`;
}

/** Manifests as a virtual table: what the manifest list records of each, deletes too. */
import { useMemo } from 'react';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { TableTools } from '../export/TableTools.tsx';
import { pathHash } from '../link.ts';
import type { Language } from '../pruning/language.ts';
import { type PlanInHand, useTotals } from '../queries.ts';
import { Chip } from '../ui/Chip.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { bytes, count, exactBytes, plural, shortId } from '../ui/format.ts';
import type { Sort } from '../ui/sort.ts';
import { track } from '../ui/tracks.ts';
import { VerdictGlyph } from '../ui/Verdict.tsx';
import { shortName } from './manifest-groups.ts';
import {
  type ManifestRow,
  MOST_LINES,
  manifestRows,
  manifestsText,
  type PartitionRange,
  rangeLines,
  rangeText,
  sortManifests,
} from './manifest-rows.ts';

/** Of the eras in view, in the order of the list unless sorted. */
export function useManifests(
  view: SnapshotInHand,
  language: Language | undefined,
  plan: PlanInHand | undefined,
  eras: ReadonlySet<number> | undefined,
  sort: Sort | undefined,
): readonly ManifestRow[] {
  const totals = useTotals().data;
  return useMemo(() => {
    const { metadata } = view.table;
    const rows = manifestRows(
      view.manifests,
      metadata.partitionSpecs,
      specRanks(metadata),
      language?.schema,
      totals?.items,
      plan?.items,
    );
    return sortManifests(
      rows.filter(({ specId }) => eras === undefined || eras.has(specId)),
      sort,
    );
  }, [view, language, plan, totals, eras, sort]);
}

export function ManifestTools({ rows }: { readonly rows: readonly ManifestRow[] }) {
  return (
    <TableTools
      name="manifests"
      rowCount={rows.length}
      rows={(most) => manifestsText(rows.slice(0, most))}
    />
  );
}

export function ManifestsTable(props: {
  readonly rows: readonly ManifestRow[];
  readonly asked: boolean;
  /** Hash of the path of the manifest in hand. */
  readonly chosen: string | undefined;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  readonly onChoose: (hash: string) => void;
}) {
  const { rows, asked } = props;
  const columns = useMemo(() => COLUMNS.filter(({ id }) => asked || id !== 'verdict'), [asked]);
  return (
    <DataTable<ManifestRow>
      label={plural(rows.length, 'manifest')}
      className="file-list"
      columns={columns}
      count={rows.length}
      row={(at) => rows[at]}
      rowKey={(at) => String(rows[at]?.index)}
      selectedKey={rowOf(rows, props.chosen)}
      sort={props.sort}
      onSort={props.onSort}
      onSelect={(at) => props.onChoose(pathHash(rows[at]?.path ?? ''))}
      rowHeight={ROW + (rangeLines(rows) - 1) * LINE}
      empty="No manifest is in these eras."
    />
  );
}

/** A row of one line, and each line more, rem. */
const ROW = 1.6875;
const LINE = 1.125;

function rowOf(rows: readonly ManifestRow[], hash: string | undefined): string | undefined {
  const row = hash === undefined ? undefined : rows.find(({ path }) => pathHash(path) === hash);
  return row === undefined ? undefined : String(row.index);
}

const GLYPHS = { kept: 'read', skipped: 'skipped', unknown: 'unknown' } as const;

function figure(
  id: string,
  title: string,
  value: (row: ManifestRow) => number | bigint | undefined,
): Column<ManifestRow> {
  return {
    id,
    title,
    // 10,000,000
    width: '5.25rem',
    numeric: true,
    sortable: true,
    cell: (row) => {
      const own = value(row);
      return own === undefined ? <Missing /> : count(own);
    },
  };
}

function Missing() {
  return (
    <span className="dim" title="not recorded, or not read">
      –
    </span>
  );
}

function size(id: string, title: string, value: (row: ManifestRow) => number | bigint | undefined) {
  return {
    ...figure(id, title, value),
    width: '5rem',
    cell: (row: ManifestRow) => {
      const own = value(row);
      return own === undefined ? <Missing /> : <span title={exactBytes(own)}>{bytes(own)}</span>;
    },
  };
}

/** The name is cut where both do not fit: it is the same in every row. */
function Ranges(props: { readonly of: readonly PartitionRange[] }) {
  const shown = props.of.slice(0, MOST_LINES);
  // More than there are lines for stand in the last one, and are cut.
  const rest = props.of.slice(MOST_LINES);
  return (
    <span title={props.of.map(rangeText).join('\n')}>
      {shown.map((range, i) => (
        <span key={range.name} className="range-line">
          <span className="cut">{range.name}</span>
          <span>
            {[range.values, ...(i === MOST_LINES - 1 ? rest.map(rangeText) : [])].join('; ')}
          </span>
        </span>
      ))}
    </span>
  );
}

const COLUMNS: readonly Column<ManifestRow>[] = [
  {
    id: 'verdict',
    title: 'Verdict',
    width: '6.25rem',
    cell: ({ content, verdict, reason }) =>
      verdict === undefined ? (
        content === 'data' ? null : (
          <span
            className="dim"
            title="Delete files are judged with the data files that they apply to."
          >
            not judged
          </span>
        )
      ) : (
        <span title={reason}>
          <VerdictGlyph kind={GLYPHS[verdict]} /> {GLYPHS[verdict]}
        </span>
      ),
  },
  {
    id: 'era',
    title: 'Era',
    width: '3.25rem',
    sortable: true,
    cell: ({ specId, rank }) => <Chip specId={specId} rank={rank} />,
  },
  {
    id: 'content',
    title: 'Content',
    width: '4.75rem',
    sortable: true,
    cell: ({ content }) => content,
  },
  {
    id: 'manifest',
    title: 'Manifest',
    width: track(7.5),
    sortable: true,
    cell: ({ path }) => (
      <span className="mono" title={path}>
        {shortName(path)}
      </span>
    ),
  },
  {
    id: 'ranges',
    title: 'Partitions, lowest to highest',
    width: track(10, 40),
    cell: ({ ranges }) => (ranges.length === 0 ? <Missing /> : <Ranges of={ranges} />),
  },
  figure('files', 'Live files', ({ files }) => files),
  size('bytes', 'Live bytes', (row) => row.bytes),
  figure('added', 'Added', ({ added }) => added),
  figure('existing', 'Existing', ({ existing }) => existing),
  figure('deleted', 'Deleted', ({ deleted }) => deleted),
  size('length', 'Length', ({ length }) => length),
  figure('sequence', 'Sequence', ({ sequence }) => sequence),
  {
    id: 'snapshot',
    title: 'Added by',
    width: '6.25rem',
    cell: ({ snapshotId }) =>
      snapshotId === undefined ? (
        <Missing />
      ) : (
        <span className="mono" title={String(snapshotId)}>
          {shortId(String(snapshotId))}
        </span>
      ),
  },
];

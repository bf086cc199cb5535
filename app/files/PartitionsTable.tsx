/** Partitions as a virtual table, of the files that the view narrows to. */
import { useCallback, useMemo } from 'react';
import { TableTools } from '../export/TableTools.tsx';
import type { Arrangement } from '../pruning/arrangement.ts';
import { useSliced } from '../pruning/use-sliced.ts';
import { Chip } from '../ui/Chip.tsx';
import { type Column, DataTable, type NarrowWidths, narrowed } from '../ui/DataTable.tsx';
import { bytes, count, exactBytes, plural } from '../ui/format.ts';
import type { Sort } from '../ui/sort.ts';
import { track } from '../ui/tracks.ts';
import { type GlyphKind, VerdictGlyph } from '../ui/Verdict.tsx';
import {
  type PartitionRow,
  partitionRows,
  partitionsText,
  readKind,
  skippedOf,
  sortPartitions,
} from './partition-rows.ts';

const NONE: readonly PartitionRow[] = [];

export interface PartitionsInHand {
  readonly rows: readonly PartitionRow[];
  readonly shown: readonly PartitionRow[];
}

export function usePartitions(list: Arrangement, sort: Sort | undefined): PartitionsInHand {
  const { index, order, verdicts, deletes } = list;
  const work = useCallback(
    () => partitionRows(index, order, verdicts, deletes),
    [index, order, verdicts, deletes],
  );
  const rows = useSliced(work, NONE);
  const shown = useMemo(() => sortPartitions(rows, sort), [rows, sort]);
  return { rows, shown };
}

export function PartitionTools(props: {
  readonly list: Arrangement;
  readonly shown: readonly PartitionRow[];
  readonly asked: boolean;
}) {
  const { list, shown, asked } = props;
  return (
    <TableTools
      name="partitions"
      rowCount={shown.length}
      rows={(most) =>
        partitionsText(
          shown.slice(0, most),
          (tuple) => list.index.tuples[tuple]?.label ?? '',
          asked,
        )
      }
    />
  );
}

export function PartitionsTable(props: {
  readonly list: Arrangement;
  readonly shown: readonly PartitionRow[];
  readonly asked: boolean;
  readonly narrow: boolean;
  readonly selected: number | undefined;
  readonly tupleText: (tuple: number) => string;
  readonly sort: Sort | undefined;
  readonly onSort: (sort: Sort | undefined) => void;
  /** Takes the position of the partition’s first file. */
  readonly onSelect: (position: number) => void;
}) {
  const { list, shown, asked, narrow, tupleText } = props;
  const hasDeletes = useMemo(() => shown.some(({ withDeletes }) => withDeletes > 0), [shown]);
  const columns = useMemo(() => {
    const all = columnsOf(tupleText, { asked, hasDeletes });
    return narrow ? narrowed(all, asked ? NARROW_ASKED : NARROW) : all;
  }, [tupleText, asked, hasDeletes, narrow]);
  const chosen = props.selected === undefined ? undefined : list.index.tupleOf[props.selected];
  return (
    <DataTable<PartitionRow>
      label={plural(shown.length, 'partition')}
      className="file-list"
      columns={columns}
      count={shown.length}
      row={(at) => shown[at]}
      rowKey={(at) => String(shown[at]?.tuple)}
      selectedKey={chosen === undefined ? undefined : String(chosen)}
      sort={props.sort}
      onSort={props.onSort}
      onSelect={(at) => {
        const row = shown[at];
        if (row !== undefined) props.onSelect(row.first);
      }}
      empty="No partition has files here."
    />
  );
}

const NARROW: NarrowWidths = new Map([
  ['era', '2.75rem'],
  ['partition', track(8)],
  ['files', '5rem'],
  ['bytes', '6rem'],
]);
/** Who asks wants to know what is read; the switch above says how many files there are. */
const NARROW_ASKED: NarrowWidths = new Map([
  ['era', '2.75rem'],
  ['partition', track(9)],
  ['read', '4.5rem'],
  ['skipped', '5.5rem'],
]);

function columnsOf(
  tupleText: (tuple: number) => string,
  { asked, hasDeletes }: { readonly asked: boolean; readonly hasDeletes: boolean },
): readonly Column<PartitionRow>[] {
  const figure = (
    id: string,
    title: React.ReactNode,
    rem: number,
    cell: (row: PartitionRow) => React.ReactNode,
  ): Column<PartitionRow> => ({
    id,
    title,
    width: `${rem}rem`,
    numeric: true,
    sortable: true,
    cell,
  });
  return [
    {
      id: 'era',
      title: 'Era',
      width: '2.75rem',
      cell: ({ specId, rank }) => <Chip specId={specId} rank={rank} />,
    },
    {
      id: 'partition',
      title: 'Partition',
      width: track(8),
      sortable: true,
      cell: ({ tuple }) => tupleText(tuple) || <span className="dim">none</span>,
    },
    figure('files', 'Files', 4.75, ({ files }) => count(files)),
    figure('bytes', 'Bytes', 5, (row) => (
      <span title={exactBytes(row.bytes)}>{bytes(row.bytes)}</span>
    )),
    figure('mean', 'Mean file', 5.25, (row) => bytes(row.bytes / row.files)),
    figure('rows', 'Rows', 7.5, ({ records }) => count(records)),
    ...(hasDeletes
      ? [figure('deletes', 'With deletes', 6, ({ withDeletes }) => orNone(withDeletes))]
      : []),
    ...(asked
      ? [
          figure('read', 'Read', 5, ReadCell),
          figure('all', 'of them every row', 7.5, ({ allMatch }) =>
            verdictCell('allMatch', allMatch),
          ),
          figure('skipped', 'Skipped', 5.5, (row) => verdictCell('skipped', skippedOf(row))),
        ]
      : []),
  ];
}

function orNone(figure: number): React.ReactNode {
  return figure === 0 ? <span className="dim">–</span> : count(figure);
}

function ReadCell(row: PartitionRow) {
  const { read, unknown } = row;
  return (
    <>
      {read === 0 && unknown > 0 ? null : verdictCell(readKind(row), read)}
      {unknown === 0 ? null : <strong>{`${read === 0 ? '' : ' + '}${count(unknown)} ?`}</strong>}
    </>
  );
}

function verdictCell(kind: GlyphKind, files: number): React.ReactNode {
  if (files === 0) return orNone(0);
  return (
    <>
      <VerdictGlyph kind={kind} label={false} size={10} /> {count(files)}
    </>
  );
}

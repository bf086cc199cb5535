/** Partitions as a virtual table, of the files that the view narrows to. */
import { useCallback, useMemo } from 'react';
import { TableTools } from '../export/TableTools.tsx';
import type { Arrangement } from '../pruning/arrangement.ts';
import { useSliced } from '../pruning/use-sliced.ts';
import { Chip } from '../ui/Chip.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { bytes, count, exactBytes, plural } from '../ui/format.ts';
import type { Sort } from '../ui/sort.ts';
import { track } from '../ui/tracks.ts';
import {
  type PartitionRow,
  partitionRows,
  partitionsText,
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
  const columns = useMemo(() => {
    const all = columnsOf(tupleText, asked);
    return narrow ? all.filter(({ id }) => NARROW.has(id)) : all;
  }, [tupleText, asked, narrow]);
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

const NARROW: ReadonlySet<string> = new Set(['era', 'partition', 'files', 'bytes']);

function columnsOf(
  tupleText: (tuple: number) => string,
  asked: boolean,
): readonly Column<PartitionRow>[] {
  const figure = (
    id: string,
    title: string,
    cell: (row: PartitionRow) => React.ReactNode,
  ): Column<PartitionRow> => ({ id, title, width: '6rem', numeric: true, sortable: true, cell });
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
    figure('files', 'Files', ({ files }) => count(files)),
    figure('bytes', 'Bytes', (row) => (
      <span title={exactBytes(row.bytes)}>{bytes(row.bytes)}</span>
    )),
    figure('mean', 'Mean file', (row) => bytes(row.bytes / row.files)),
    { ...figure('rows', 'Rows', ({ records }) => count(records)), width: '9rem' },
    figure('deletes', 'With deletes', ({ withDeletes }) => orNone(withDeletes)),
    ...(asked ? [figure('read', 'Read', ReadCell)] : []),
  ];
}

function orNone(figure: number): React.ReactNode {
  return figure === 0 ? <span className="dim">–</span> : count(figure);
}

function ReadCell({ read, unknown }: PartitionRow) {
  return (
    <>
      {read === 0 ? orNone(0) : <span className="sieve-reads">{count(read)}</span>}
      {unknown === 0 ? null : <strong>{` + ${count(unknown)} ?`}</strong>}
    </>
  );
}

/** The files that differ, one by one, in a sheet. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ChangedFile } from '../../src/table/diff-snapshots.ts';
import type { SnapshotInHand } from '../data.ts';
import { TableTools } from '../export/TableTools.tsx';
import { type FileRef, type RowStore, useRowStore } from '../pruning/file-rows.ts';
import { Chip } from '../ui/Chip.tsx';
import { SegmentedControl } from '../ui/controls.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { bytes, count, exactBytes, plural } from '../ui/format.ts';
import { Dialog } from '../ui/popovers.tsx';
import type { Sort } from '../ui/sort.ts';
import { TailCut } from '../ui/TailCut.tsx';
import { track } from '../ui/tracks.ts';
import { useNarrow } from '../ui/useSize.ts';
import {
  type ChangedLine,
  changedText,
  KINDS,
  nameOf,
  needsRows,
  sortChanged,
} from './changed-lines.ts';

export interface ChangedFilesProps {
  readonly files: readonly ChangedFile[];
  readonly sideA: SnapshotInHand | undefined;
  readonly sideB: SnapshotInHand;
  readonly ranks: ReadonlyMap<number, number>;
  readonly onClose: () => void;
}

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'removed', label: 'Removed' },
  { value: 'rewritten', label: 'Rewritten' },
  { value: 'added', label: 'Added' },
] as const;

/** More are not read only to be put in an order. */
const MOST_SORTED = 5000;

const NO_COLUMNS: readonly number[] = [];

export default function ChangedFiles(props: ChangedFilesProps) {
  const { files, sideA, sideB } = props;
  const [shown, setShown] = useState<(typeof SHOWN)[number]['value']>('all');
  const narrow = useNarrow();
  const atB = useRowStore(sideB, NO_COLUMNS);
  const atA = useRowStore(sideA ?? sideB, NO_COLUMNS);
  const [sort, setSort] = useState<Sort>();
  const chosen = useMemo(
    () => (shown === 'all' ? files : files.filter(({ kind }) => kind === shown)),
    [files, shown],
  );
  const storeOf = ({ kind }: ChangedFile): RowStore => (kind === 'removed' ? atA : atB);
  const linesOf = async (wanted: readonly ChangedFile[]): Promise<readonly ChangedLine[]> => {
    const rows = new Map<ChangedFile, ChangedLine['row']>();
    for (const store of new Set([atA, atB])) {
      const own = wanted.filter((file) => storeOf(file) === store);
      const found = await store.fetchAll(own);
      for (const [i, file] of own.entries()) rows.set(file, found[i]);
    }
    return wanted.map((file) => ({ file, row: rows.get(file) }));
  };
  const all = useQuery({
    queryKey: ['changed-lines', sideA?.key ?? '', sideB.key, shown],
    queryFn: needsRows(sort) ? () => linesOf(chosen) : skipToken,
    throwOnError: true,
  }).data;
  const list = useMemo(() => {
    const lines = needsRows(sort) ? all : chosen.map((file) => ({ file, row: undefined }));
    return lines === undefined ? chosen : sortChanged(lines, sort).map(({ file }) => file);
  }, [all, chosen, sort]);
  const lineAt = (index: number): ChangedLine | undefined => {
    const file = list[index];
    return file === undefined ? undefined : { file, row: storeOf(file).get(file) };
  };
  const onRange = (from: number, to: number) => {
    const wanted = list.slice(from, to);
    for (const store of new Set([atA, atB])) {
      const own: readonly FileRef[] = wanted.filter((file) => storeOf(file) === store);
      if (own.length > 0) store.want(own);
    }
  };
  return (
    <Dialog
      title={`${plural(files.length, 'file')} that differ`}
      open
      sheet
      onClose={props.onClose}
    >
      <div className="changed-files">
        <div className="changed-tools">
          <SegmentedControl label="Which files" value={shown} options={SHOWN} onChange={setShown} />
          <span className="grow" />
          <TableTools
            name="files that differ"
            rowCount={list.length}
            rows={async (most) => changedText(await linesOf(list.slice(0, most)))}
          />
        </div>
        <DataTable
          label="Files that differ"
          columns={columnsOf(props.ranks, narrow)}
          count={list.length}
          row={lineAt}
          rowKey={(index) => {
            const file = list[index];
            return `${file?.kind} ${file?.manifestIndex} ${file?.entry}`;
          }}
          onRange={onRange}
          sort={sort}
          onSort={chosen.length > MOST_SORTED ? undefined : setSort}
          empty="No file of that kind."
        />
      </div>
    </Dialog>
  );
}

function columnsOf(
  ranks: ReadonlyMap<number, number>,
  narrow: boolean,
): readonly Column<ChangedLine>[] {
  const all: readonly Column<ChangedLine>[] = [
    { id: 'kind', title: 'What', width: '6.5rem', cell: ({ file }) => KINDS[file.kind] },
    {
      id: 'era',
      title: 'Era',
      width: '3.25rem',
      cell: ({ file }) => <Chip specId={file.specId} rank={ranks.get(file.specId) ?? 0} />,
    },
    {
      id: 'partition',
      title: 'Partition',
      width: track(15),
      cell: ({ row }) => <span className="mono">{row?.partition ?? '…'}</span>,
    },
    {
      id: 'rows',
      title: 'Rows',
      width: '6.5rem',
      numeric: true,
      cell: ({ row }) =>
        row === undefined ? '' : row.recordCount < 0n ? '–' : count(row.recordCount),
    },
    {
      id: 'bytes',
      title: 'Size',
      width: '5.5rem',
      numeric: true,
      cell: ({ row }) =>
        row === undefined ? (
          ''
        ) : (
          <span title={exactBytes(row.fileSizeInBytes)}>{bytes(row.fileSizeInBytes)}</span>
        ),
    },
    {
      id: 'path',
      title: 'File',
      width: track(16),
      cell: ({ row }) => (
        <span className="mono" title={row?.filePath}>
          <TailCut name={nameOf(row) ?? ''} />
        </span>
      ),
    },
  ];
  const sortable = all.map((column) => ({ ...column, sortable: true }));
  return narrow ? sortable.filter(({ id }) => id !== 'rows' && id !== 'path') : sortable;
}

/** The files that differ, one by one, in a sheet. */
import { useState } from 'react';
import type { FileRow } from '../../src/table/api.ts';
import type { ChangedFile } from '../../src/table/diff-snapshots.ts';
import type { SnapshotInHand } from '../data.ts';
import { type FileRef, type RowStore, useRowStore } from '../pruning/file-rows.ts';
import { Chip } from '../ui/Chip.tsx';
import { SegmentedControl } from '../ui/controls.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { bytes, count, exactBytes, plural } from '../ui/format.ts';
import { Dialog } from '../ui/popovers.tsx';
import { track } from '../ui/tracks.ts';
import { useNarrow } from '../ui/useSize.ts';

export interface ChangedFilesProps {
  readonly files: readonly ChangedFile[];
  readonly sideA: SnapshotInHand | undefined;
  readonly sideB: SnapshotInHand;
  readonly ranks: ReadonlyMap<number, number>;
  readonly onClose: () => void;
}

const KINDS = { removed: 'removed', rewritten: 'by a rewrite', added: 'added' } as const;
const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'removed', label: 'Removed' },
  { value: 'rewritten', label: 'Rewritten' },
  { value: 'added', label: 'Added' },
] as const;

interface Line {
  readonly file: ChangedFile;
  readonly row: FileRow | undefined;
}

const NO_COLUMNS: readonly number[] = [];

export default function ChangedFiles(props: ChangedFilesProps) {
  const { files, sideA, sideB } = props;
  const [shown, setShown] = useState<(typeof SHOWN)[number]['value']>('all');
  const narrow = useNarrow();
  const atB = useRowStore(sideB, NO_COLUMNS);
  const atA = useRowStore(sideA ?? sideB, NO_COLUMNS);
  const list = shown === 'all' ? files : files.filter(({ kind }) => kind === shown);
  const storeOf = ({ kind }: ChangedFile): RowStore => (kind === 'removed' ? atA : atB);
  const lineAt = (index: number): Line | undefined => {
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
        <SegmentedControl label="Which files" value={shown} options={SHOWN} onChange={setShown} />
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
          empty="No file of that kind."
        />
      </div>
    </Dialog>
  );
}

function columnsOf(ranks: ReadonlyMap<number, number>, narrow: boolean): readonly Column<Line>[] {
  const all: readonly Column<Line>[] = [
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
          {row?.filePath.split('/').at(-1)}
        </span>
      ),
    },
  ];
  return narrow ? all.filter(({ id }) => id !== 'rows' && id !== 'path') : all;
}

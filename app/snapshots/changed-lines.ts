/** Files that differ between two snapshots, in an order and as text. Pure. */
import type { FileRow } from '../../src/table/api.ts';
import type { ChangedFile } from '../../src/table/diff-snapshots.ts';
import type { TextTable } from '../export/text-table.ts';
import type { Sort } from '../ui/sort.ts';

export interface ChangedLine {
  readonly file: ChangedFile;
  readonly row: FileRow | undefined;
}

export const KINDS = { removed: 'removed', rewritten: 'by a rewrite', added: 'added' } as const;

type Key = (line: ChangedLine) => number | bigint | string | undefined;

const KEYS: Readonly<Record<string, Key>> = {
  kind: ({ file }) => Object.keys(KINDS).indexOf(file.kind),
  era: ({ file }) => file.specId,
  partition: ({ row }) => row?.partition,
  rows: ({ row }) => row?.recordCount,
  bytes: ({ row }) => row?.fileSizeInBytes,
  path: ({ row }) => nameOf(row),
};

export function nameOf(row: FileRow | undefined): string | undefined {
  return row?.filePath.split('/').at(-1);
}

/** Whether the rows of files must be at hand to put them in that order. */
export function needsRows(sort: Sort | undefined): boolean {
  return sort !== undefined && sort.column !== 'kind' && sort.column !== 'era';
}

/** Equal ones, and those without the figure, keep their order. */
export function sortChanged(
  lines: readonly ChangedLine[],
  sort: Sort | undefined,
): readonly ChangedLine[] {
  const key = KEYS[sort?.column ?? ''];
  if (key === undefined) return lines;
  const sign = sort?.direction === 'desc' ? -1 : 1;
  return lines.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left === undefined || right === undefined || left === right) return 0;
    return left < right ? -sign : sign;
  });
}

export function changedText(lines: readonly ChangedLine[]): TextTable {
  return {
    head: ['what', 'spec_id', 'partition', 'record_count', 'file_size_in_bytes', 'file_path'],
    rows: lines.map(({ file, row }) => [
      KINDS[file.kind],
      file.specId,
      row?.partition,
      row?.recordCount,
      row?.fileSizeInBytes,
      row?.filePath,
    ]),
  };
}

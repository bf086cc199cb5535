import { expect, it } from 'vitest';
import type { FileRow } from '../../src/table/api.ts';
import type { ChangeKind } from '../../src/table/diff-snapshots.ts';
import { type ChangedLine, changedText, needsRows, sortChanged } from './changed-lines.ts';

const line = (entry: number, kind: ChangeKind, specId: number, bytes: bigint): ChangedLine => ({
  file: { kind, specId, manifestIndex: 0, entry },
  row: {
    filePath: `s3://b/f${entry}.parquet`,
    partition: `p=${entry}`,
    recordCount: 2n,
    fileSizeInBytes: bytes,
  } as FileRow,
});
const LINES = [line(0, 'removed', 1, 9n), line(1, 'added', 0, 30n), line(2, 'rewritten', 1, 30n)];
const order = (column: string, direction: 'asc' | 'desc') =>
  sortChanged(LINES, { column, direction }).map(({ file }) => file.entry);

it('sorts by what is known of each, equal ones in their order', () => {
  expect(order('bytes', 'desc')).toEqual([1, 2, 0]);
  expect(order('bytes', 'asc')).toEqual([0, 1, 2]);
  expect(order('kind', 'asc')).toEqual([0, 2, 1]);
  expect(order('era', 'asc')).toEqual([1, 0, 2]);
  expect(order('path', 'desc')).toEqual([2, 1, 0]);
  expect(sortChanged(LINES, undefined)).toBe(LINES);
  expect(['kind', 'era', 'bytes'].map((column) => needsRows({ column, direction: 'asc' }))).toEqual(
    [false, false, true],
  );
});

it('is text with whole paths', () => {
  expect(changedText(LINES.slice(0, 1)).rows).toEqual([
    ['removed', 1, 'p=0', 2n, 9n, 's3://b/f0.parquet'],
  ]);
});

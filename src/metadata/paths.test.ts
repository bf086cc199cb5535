import { expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { bytesColumnOf } from './bytes-column.ts';
import { pathBytes, pathsOf, pathText } from './paths.ts';

const PATHS = [
  's3://lake/t/data/day=1/a.parquet',
  's3://lake/t/data/day=1/b.parquet',
  's3://lake/t/data/day=2/c.parquet',
  's3://lake/t/data/day=1/d.parquet',
  's3://lake/t/data/day=10/',
  'no-directory.parquet',
  '',
  '/',
  's3://lake/t/data/größe=☃/e.parquet',
];

function paths(values: readonly Uint8Array[]) {
  return pathsOf(bytesColumnOf(values), values.length);
}

it('gives back every path', () => {
  const column = paths(PATHS.map(utf8));
  expect(PATHS.map((_, row) => pathText(column, row))).toEqual(PATHS);
});

it('keeps a directory once, wherever it comes again', () => {
  const { directories, directory } = paths(PATHS.map(utf8));
  expect([...directory]).toEqual([0, 0, 1, 0, 2, 3, 3, 4, 5]);
  expect(directories.length.length).toBe(6);
});

it('tells bytes apart that are no text', () => {
  const values = [Uint8Array.of(0xff, 0x2f, 1), Uint8Array.of(0xfe, 0x2f, 1)];
  const column = paths(values);
  expect(values.map((_, row) => pathBytes(column, row))).toEqual(values);
});

it('makes nothing of nothing', () => {
  expect(paths([]).directory.length).toBe(0);
});

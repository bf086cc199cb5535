import { expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { bytesColumnOf } from './bytes-column.ts';
import type { PathColumn } from './entries.ts';
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

const uuid = (i: number) => `${1e7 + i}-be25-174f-b433-69687b1821dc`;
/** 63 bytes, the last 51 of which all files of one write have. */
const named = (file: number, write: number) =>
  `s3://lake/t/${String(file).padStart(5, '0')}-${1e5 + file}-${uuid(write)}-00001.parquet`;

/** What the names take, beside their places, which all forms of them have. */
function bytesOfNames({ names, tails, tail }: PathColumn): number {
  const columns = [names.arena, tails.arena, tails.start, tails.length, tail];
  return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

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

it('keeps what the files of a write end with once', () => {
  const values = Array.from({ length: 76 }, (_, i) => named(i, Math.floor(i / 38)));
  const column = paths(values.map(utf8));
  expect(values.map((_, row) => pathText(column, row))).toEqual(values);
  // 12 bytes and a number of 2 an entry; each tail and its place. Whole they would be 76 · 63 = 4788 bytes.
  expect(bytesOfNames(column)).toBe(76 * (12 + 2) + 2 * (51 + 8));
  expect(4788 - bytesOfNames(column)).toBeGreaterThan(76 * 40);
});

it('takes hardly more than whole names where tails do not come again', () => {
  const values = Array.from({ length: 1000 }, (_, i) => named(i, i));
  const column = paths(values.map(utf8));
  expect(values.map((_, row) => pathText(column, row))).toEqual(values);
  // The first 19 are divided, one tail is kept in vain, and then all have the empty one.
  expect(bytesOfNames(column)).toBe(19 * 12 + 981 * 63 + 20 * (51 + 8) + 8 + 1000 * 2);
  expect(bytesOfNames(column)).toBeLessThan(1000 * (63 + 4));
});

it('gives back names that are odd', () => {
  const tail = `-${uuid(1)}-00001.parquet`;
  const odd = [
    tail,
    `x${tail}`,
    tail.slice(1),
    `${tail}${tail}`,
    `${tail}/a`,
    `a/${tail}`,
    '-',
    '',
  ];
  const values = [...odd, ...odd, 'a'.repeat(100_000) + tail, `-${'-'.repeat(99)}`].map(utf8);
  const noText = Uint8Array.from([0xff, ...utf8(tail), 0xfe]);
  const all = [...values, noText, noText];
  const column = paths(all);
  expect(all.map((_, row) => pathBytes(column, row))).toEqual(all);
});

it('makes nothing of nothing', () => {
  expect(paths([]).directory.length).toBe(0);
});

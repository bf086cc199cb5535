import { describe, expect, it } from 'vitest';
import { answerLengths, answerWords, divide, stripWords } from './core-layout.ts';

const CASES: readonly { weights: number[]; length: number; least: number; lengths: number[] }[] = [
  { weights: [1, 3], length: 100, least: 10, lengths: [25, 75] },
  // 1 of 100 would be 1 px: it gets 10, the others share 90 as 49.5 to 49.5.
  { weights: [1, 49.5, 49.5], length: 100, least: 10, lengths: [10, 45, 45] },
  { weights: [0, 0], length: 80, least: 10, lengths: [40, 40] },
  { weights: [0, 5], length: 100, least: 20, lengths: [20, 80] },
  // More than fit: all equal.
  { weights: [9, 1, 1], length: 30, least: 20, lengths: [10, 10, 10] },
  { weights: [], length: 50, least: 10, lengths: [] },
  { weights: [7], length: 50, least: 10, lengths: [50] },
];

describe('divide', () => {
  it.each(CASES.map((row) => [JSON.stringify(row.weights), row] as const))('%s', (_, row) => {
    const strata = divide(
      row.weights.map((w, i) => ({ w, i })),
      (x) => x.w,
      row.length,
      row.least,
    );
    expect(strata.map((s) => Number(s.length.toFixed(6)))).toEqual(row.lengths);
    let at = 0;
    for (const stratum of strata) {
      expect(stratum.from).toBeCloseTo(at);
      at += stratum.length;
    }
  });
});

it('divides among 10⁵, all equal since more than fit', () => {
  const items = Array.from({ length: 100_000 }, (_, i) => i);
  const strata = divide(items, () => 1, 100, 10);
  expect(strata).toHaveLength(100_000);
  expect(new Set(strata.map(({ length }) => length.toFixed(9)))).toEqual(new Set(['0.001000000']));
});

// Of 30 px: 1 px is 10 of 300 files.
it.each([
  ['nothing', 0, 0, 0, 0],
  ['a half', 150, 0, 15, 0],
  ['one, still seen', 1, 0, 2, 0],
  ['all', 300, 0, 30, 0],
  ['all but one, whose gap is seen', 299, 0, 28, 0],
  ['what is unknown', 0, 300, 0, 30],
  ['a third beside a third unknown', 100, 100, 10, 10],
  ['one, all else unknown', 1, 299, 2, 28],
  ['all but one that is unknown', 299, 1, 28, 2],
  ['one beside one unknown', 1, 1, 2, 2],
])('draws %s', (_, read, unknown, readLength, unknownLength) => {
  const lengths = answerLengths({ files: 300, read, unknown }, 30);
  expect(lengths.read).toBeCloseTo(readLength);
  expect(lengths.unknown).toBeCloseTo(unknownLength);
});

it.each([
  ['3 of 1,000 files read', 1000, 3, 0],
  ['none of 1 file read', 1, 0, 0],
  ['none of 5 files read, 2 unknown', 5, 0, 2],
])('says %s', (words, files, read, unknown) => {
  expect(answerWords({ files, read, unknown })).toBe(words);
});

it.each([
  // 13 letters of 6.2 px are 80.6, with 23 px around them 103.6.
  [104, '67 %, 54 read'],
  [103, '67 %'],
])('an era of the strip of %i px says %s', (length, words) => {
  expect(stripWords('67 %', { files: 73, read: 54, unknown: 0 }, length)).toBe(words);
});

it('an era of the strip says that none of it is read, and nothing without a predicate', () => {
  expect(stripWords('67 %', { files: 73, read: 0, unknown: 0 }, 200)).toBe('67 %, none read');
  expect(stripWords('67 %', undefined, 200)).toBe('67 %');
});

import { describe, expect, it } from 'vitest';
import { fileOverhead } from './file-overhead.ts';
import type { SourceFile } from './source-file.ts';

function files(...sizes: readonly (readonly [number, number])[]): readonly SourceFile[] {
  return sizes.map(([rows, bytes]) => ({
    spec: { specId: 0, fields: [] },
    tuple: [],
    rows,
    bytes,
    snapshotId: 1n,
    columns: new Map(),
  }));
}

describe('what a file takes up besides its rows', () => {
  it.each<[string, readonly SourceFile[], number | undefined]>([
    // 900 and 12 a row.
    ['is where the line begins', files([1, 912], [10, 1020], [20, 1140]), 900],
    // Means 10 rows and 1,010 bytes; slope (−10·−110 + 0 + 10·130) / 200 = 12: 1,010 − 120 = 890.
    ['is where the line of least squares begins', files([0, 900], [10, 990], [20, 1140]), 890],
    // Means 12 rows and 920 bytes; slope 9300 / 1810 = 5.1: 858, which the first file is smaller than.
    [
      'is no more than the smallest file',
      files([1, 500], [2, 1000], [3, 1000], [4, 1000], [50, 1100]),
      500,
    ],
    ['is not told by files that are alike', files([5, 900], [5, 910]), undefined],
    [
      'is not told by files that are mostly rows',
      files([1000, 100_900], [2000, 200_900]),
      undefined,
    ],
    ['is not told where more rows are fewer bytes', files([1, 1000], [9, 900]), undefined],
    ['is not told by no file', [], undefined],
  ])('%s', (_, given, expected) => {
    expect(fileOverhead(given)).toBe(expected);
  });
});

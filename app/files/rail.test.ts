import { describe, expect, it } from 'vitest';
import { ALL_MATCH, READ, SKIPPED_BY_BOUNDS } from '../../src/planning/verdict.ts';
import { EMPTY_INDEX } from '../pruning/file-index.ts';
import { RAIL, railHandle, railPixels } from './rail-layout.ts';

/** The verdict of each of `files` rows; bounds skip those that are not named. */
function pixels(files: number, height: number, named: readonly (readonly [number, number])[]) {
  const verdicts = new Uint8Array(files).fill(SKIPPED_BY_BOUNDS);
  for (const [row, verdict] of named) verdicts[row] = verdict;
  const order = Uint32Array.from({ length: files }, (_, row) => row);
  return railPixels({ index: EMPTY_INDEX, verdicts, order, height });
}

describe('reads on the rail', () => {
  it.each([
    // 10 px a row.
    ['has its rows’ height', 10, [[3, READ]], [[30, 10]]],
    [
      'joins neighbours of one verdict',
      10,
      [
        [3, READ],
        [4, READ],
        [5, ALL_MATCH],
      ],
      [
        [30, 20],
        [50, 10],
      ],
    ],
    // 0.1 px a row: row 500 is at 50 px.
    ['is seen among a thousand', 1000, [[500, READ]], [[50, 2]]],
    ['is whole at the upper end', 1000, [[0, READ]], [[0, 2]]],
    ['is whole at the lower end', 1000, [[999, READ]], [[98, 2]]],
    ['is none where nothing is read', 10, [], []],
  ] as const)('%s', (_, files, named, marks) => {
    const { reads } = pixels(files, 100, named);
    expect(reads.map(({ y, height }) => [y, height])).toEqual(marks);
  });
  it('has none of no rows', () => {
    expect(pixels(0, 100, []).reads).toEqual([]);
  });
});

describe('the handle', () => {
  it('stands beside the reads, not over them', () => {
    expect(RAIL.handle.x).toBeGreaterThanOrEqual(RAIL.reads.x + RAIL.reads.width);
    expect(RAIL.handle.x + RAIL.handle.width).toBeLessThanOrEqual(RAIL.width);
  });
  it.each([
    // Rows 20 to 40 of 100, on 200 px.
    ['covers what is in view', 20, 40, 100, [40, 40]],
    ['is seen, however long the list', 0, 20, 1_000_000, [0, 12]],
    ['does not leave the rail', 999_980, 1_000_000, 1_000_000, [188, 12]],
    ['is all of a short list', 0, 7, 7, [0, 200]],
    ['is none of no list', 0, 0, 0, [0, 0]],
  ] as const)('%s', (_, from, to, of, [y, tall]) => {
    const handle = railHandle({ from, to, of }, 200);
    expect(handle.y).toBeCloseTo(y);
    expect(handle.height).toBeCloseTo(tall);
  });
});

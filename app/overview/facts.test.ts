import { describe, expect, it } from 'vitest';
import { otherLayouts } from './facts.ts';

describe('layouts besides the default one', () => {
  const eras = (count: number) =>
    Array.from({ length: count }, (_, rank) => ({ rank, isDefault: rank === count - 1 }));
  it.each([
    ['none of one', 1, 'Other layouts', [], 0],
    ['one of two', 2, 'Other layout', [0], 0],
    ['the newest first', 4, 'Other layouts', [2, 1, 0], 0],
    // 11 others, 8 of them.
    ['few of many', 12, 'Other layouts', [10, 9, 8, 7, 6, 5, 4, 3], 3],
  ] as const)('%s', (_, count, name, ranks, more) => {
    const told = otherLayouts(eras(count));
    expect([told.name, told.shown.map(({ rank }) => rank), told.more]).toEqual([name, ranks, more]);
  });
});

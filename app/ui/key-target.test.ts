import { describe, expect, it } from 'vitest';
import { keyTarget } from './key-target.ts';

describe('keyTarget, from row 5 of 100 with pages of 10', () => {
  it.each([
    ['ArrowDown', 6],
    ['ArrowUp', 4],
    ['PageDown', 15],
    ['PageUp', -5],
    ['Home', 0],
    ['End', 99],
    ['x', undefined],
  ] as const)('%s', (key, row) => {
    expect(keyTarget(key, 5, 100, 10)).toBe(row);
  });
});

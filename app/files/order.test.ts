import { expect, it } from 'vitest';
import { parseSort, printSort, verdictsOf } from './order.ts';

it.each(['bytes', '-rows'])('%s is read back', (text) => {
  expect(printSort(parseSort(text)!)).toBe(text);
});

it('shows every row among the reads', () => {
  expect([...(verdictsOf('read') ?? [])]).toEqual([3, 4]);
  expect(verdictsOf(undefined)).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { EMPTY_INDEX } from '../pruning/file-index.ts';
import { atOnce } from '../pruning/slices.ts';
import { parseSort, printSort, sorted, verdictsOf } from './order.ts';

const index = {
  ...EMPTY_INDEX,
  count: 4,
  bytes: Float64Array.of(5, 1, 5, 9),
  records: Float64Array.of(4, 3, 2, 1),
  tupleOf: Uint32Array.of(0, 1, 2, 3),
};
const all = Uint32Array.of(0, 1, 2, 3);
const verdicts = Uint8Array.of(3, 0, 4, 0);

describe('sorted', () => {
  it.each([
    [undefined, [0, 1, 2, 3]],
    ['bytes', [1, 0, 2, 3]],
    ['-bytes', [3, 0, 2, 1]],
    ['rows', [3, 2, 1, 0]],
    ['-verdict', [2, 0, 1, 3]],
    ['nothing', [0, 1, 2, 3]],
  ])('by %s', (text, order) => {
    expect([...atOnce(sorted(index, verdicts, all, parseSort(text)))]).toEqual(order);
  });
});

it.each(['bytes', '-rows'])('%s is read back', (text) => {
  expect(printSort(parseSort(text)!)).toBe(text);
});

it('shows every row among the reads', () => {
  expect([...(verdictsOf('read') ?? [])]).toEqual([3, 4]);
  expect(verdictsOf(undefined)).toBeUndefined();
});

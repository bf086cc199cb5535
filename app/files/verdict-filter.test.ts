import { expect, it } from 'vitest';
import { verdictsOf } from './verdict-filter.ts';

it('shows every row among the reads', () => {
  expect([...(verdictsOf('read') ?? [])]).toEqual([3, 4]);
  expect(verdictsOf(undefined)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { compareCase } from './compare.ts';

const LEAF = { type: 'not-null', term: 'd' };
const notIn = (...values: string[]) => ({ type: 'not-in', term: 'd_truncate10', values });
/** 28 nines and ten more behind the point, truncated away from zero: 39 digits. */
const LONG = '-10000000000000000000000000000.0000000000';

const STOPPED = {
  where: 'd NOT IN (…)',
  error: 'NullPointerException: …',
  errorIn: ['manifestKept', 'specs'],
  specs: { '0': { inclusive: LEAF } },
  planned: '01',
};

const ours = (strict: unknown, inclusive: unknown = LEAF) => ({
  where: 'd NOT IN (…)',
  specs: { '0': { inclusive, strict }, '1': { inclusive: LEAF, strict: LEAF } },
  planned: '01',
});

it('compares projections as far as the reference could write them', () => {
  expect(compareCase('', ours(notIn('1.0', LONG)), STOPPED)).toEqual([]);
});

it('still compares what was written before', () => {
  const fields = compareCase('', ours(notIn(LONG), notIn('1.0')), STOPPED).map((d) => d.field);
  expect(fields).toEqual(['specs']);
  const planned = compareCase('', { ...ours(notIn(LONG)), planned: '11' }, STOPPED);
  expect(planned.map((d) => d.field)).toEqual(['planned']);
});

it('takes no other stop for this one', () => {
  const digits38 = '-1000000000000000000000000000.0000000000';
  expect(compareCase('', ours(notIn(digits38)), STOPPED)).toHaveLength(1);
  const whole = { ...STOPPED, errorIn: ['manifestKept'] };
  expect(compareCase('', ours(notIn(LONG)), whole)).toHaveLength(1);
});

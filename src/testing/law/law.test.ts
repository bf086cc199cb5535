/** The law on random tables: 200,000 cases, the same ones every time. `npm run law` goes on with others. */
import { expect, test } from 'vitest';
import { tell } from '../tell.ts';
import { runLaw } from './run.ts';
import { truthOf } from './truth.ts';

const CASES = 200_000;
const SEED = 20_261_130;

test(`no file is skipped, claimed whole or left with a residual against its rows: ${CASES} cases`, () => {
  const { cases, failure } = runLaw(CASES, SEED);
  tell('law', `${cases} cases, ${failure === undefined ? 0 : 1} failures`);
  if (failure !== undefined) throw new Error(failure);
  expect(cases).toBeGreaterThanOrEqual(CASES);
}, 600_000);

test.each([
  // null and NaN under SQL's three values
  ['x < 5 is unknown for null', ['<', 'x', { number: '5' }], null, undefined],
  ['NOT of unknown is unknown', ['not', ['<', 'x', { number: '5' }]], null, undefined],
  ['unknown OR true', ['or', ['<', 'x', { number: '5' }], ['true']], null, true],
  ['unknown AND false', ['and', ['<', 'x', { number: '5' }], ['false']], null, false],
  ['NaN < 5 is false', ['<', 'x', { number: '5' }], Number.NaN, false],
  ['NOT (NaN < 5) is true', ['not', ['<', 'x', { number: '5' }]], Number.NaN, true],
  ['NaN <> 5', ['!=', 'x', { number: '5' }], Number.NaN, true],
  ['-0.0 = 0', ['=', 'x', { number: '0' }], -0, true],
  ['5 BETWEEN 6 AND 4', ['between', 'x', { number: '6' }, { number: '4' }], 5, false],
] as const)('the truth: %s', (_, predicate, cell, expected) => {
  expect(truthOf(predicate, () => ({ type: { kind: 'double' }, cell }))).toBe(expected);
});

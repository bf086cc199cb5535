/** The loops for each form of values against the order that all judges share. */
import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { ABOVE, BELOW, BOUND_MISSING, BOUND_UNUSABLE, EQUAL, ZERO } from './facts.ts';
import { relationsToLiteral } from './relations.ts';
import { columnOf, orderAgainst } from './values.ts';

const MAX = 2n ** 63n - 1n;
const TEXTS = ['', 'a', 'ab', 'abc', 'abcd', 'abcde', 'abcdef', 'abcdefgh', 'abce', 'é', 'éa', '𝄞'];

const CASES: readonly (readonly [string, PrimitiveType, readonly Value[]])[] = [
  ['boolean', { kind: 'boolean' }, [false, true]],
  ['int', { kind: 'int' }, [-2147483648, -1, 0, 1, 2147483647]],
  ['long', { kind: 'long' }, [-MAX - 1n, -(2n ** 32n), -1n, 0n, 1n, 2n ** 31n, 2n ** 32n, MAX]],
  ['double', { kind: 'double' }, [-Infinity, -1.5, -0, 0, 5e-324, 1.5, Infinity]],
  ['string', { kind: 'string' }, TEXTS.map(utf8)],
  ['uuid', { kind: 'uuid' }, [0, 127, 128, 255].map((byte) => new Uint8Array(16).fill(byte))],
  ['decimal', { kind: 'decimal', precision: 9, scale: 2 }, [-150n, 0n, 150n]],
];

describe.each(CASES)('%s', (_name, type, values) => {
  it.each([true, false])('each against each, with zeros signed: %s', (signedZeros) => {
    const column = columnOf(type, values);
    for (const literal of values) {
      const options = { uuidOrder: 'signed', signedZeros } as const;
      const order = orderAgainst(column, [literal], type, options);
      const expected = values.map((_, row) => Math.sign(order(row, 0)) + EQUAL);
      const rules = { ...options, literal, literalType: type, equal: EQUAL };
      expect([...relationsToLiteral(column, rules)]).toEqual(expected);
    }
  });
});

it('says what a row is that is no value, and what an equal one counts as', () => {
  const type: PrimitiveType = { kind: 'double' };
  const column = columnOf(type, [undefined, Number.NaN, 0, 1, -1]);
  const rules = { uuidOrder: 'signed', signedZeros: false, literal: 0, literalType: type } as const;
  expect([...relationsToLiteral(column, { ...rules, equal: ZERO })]).toEqual([
    BOUND_MISSING,
    BOUND_UNUSABLE,
    ZERO,
    ABOVE,
    BELOW,
  ]);
});

/** Columns of bounds are decoded as each bound is by itself, whatever its length. */
import { expect, test } from 'vitest';
import { bytesColumnOf } from '../metadata/bytes-column.ts';
import { randomOf } from '../testing/random.ts';
import { JAVA, SAFE } from '../types/profile.ts';
import { decodeSingleValue } from '../types/single-value.ts';
import type { PrimitiveType } from '../types/type.ts';
import { decodeColumn, KNOWN, MISSING, UNUSABLE, valueAt } from './values.ts';

const decimal = { kind: 'decimal', precision: 38, scale: 2 } as const;
const KINDS: readonly PrimitiveType['kind'][] = [
  'boolean',
  'int',
  'date',
  'long',
  'time',
  'timestamp',
  'timestamptz',
  'timestamp_ns',
  'timestamptz_ns',
  'float',
  'double',
  'string',
  'binary',
  'uuid',
];
const TYPES = [...KINDS.map((kind) => ({ kind }) as PrimitiveType), decimal];

const NAN_4 = Uint8Array.of(0, 0, 0xc0, 0x7f);
const NAN_8 = Uint8Array.of(0, 0, 0, 0, 0, 0, 0xf8, 0x7f);

/** Up to `longest` bytes of any kind, NaN, and nothing. */
function bounds(longest: number, seed: number): readonly (Uint8Array | undefined)[] {
  const random = randomOf(seed);
  return Array.from({ length: 300 }, () => {
    const odd = random(12);
    if (odd < 3) return [undefined, NAN_4, NAN_8][odd];
    const length = [4, 8, random(longest + 1)][random(3)] as number;
    return Uint8Array.from({ length }, () => [0, 0xff, 0x80, random(256)][random(4)] as number);
  });
}

const cases = TYPES.flatMap((type) =>
  [SAFE, JAVA].flatMap((rules) => [8, 20].map((longest) => ({ type, rules, longest }))),
);

test.each(cases)('$type.kind, of up to $longest bytes', ({ type, rules, longest }) => {
  const parts = bounds(longest, longest);
  const column = decodeColumn(bytesColumnOf(parts), type, rules);
  for (const [row, part] of parts.entries()) {
    const value = part && decodeSingleValue(type, part, rules);
    const isNan = typeof value === 'number' && Number.isNaN(value);
    expect(column.state[row]).toBe(value === undefined ? MISSING : isNan ? UNUSABLE : KNOWN);
    if (!isNan) expect(valueAt(column, row)).toEqual(value);
  }
});

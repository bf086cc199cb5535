import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { vectorType, vectorValue } from '../testing/vectors/lines.ts';
import { JAVA, SAFE } from '../types/profile.ts';
import type { Value } from '../types/type.ts';
import { applyTransform, isUncertain, parseTransform } from './transform.ts';

function apply(text: string, type: string, value: Value, profile = SAFE): Value | null {
  return applyTransform(parseTransform(text), vectorType(type), value, profile);
}

describe('bucket[16], rules.md 4.2', () => {
  const bytes = Uint8Array.of(0, 1, 2, 3);
  const uuid = 'f79c3e09-677c-4bbd-a479-3f349cb785e7';
  const ROWS: readonly (readonly [string, Value, number])[] = [
    ['int', 34, 3],
    ['long', 34n, 3],
    ['long', 0n, 12],
    ['int', 1, 4],
    ['int', -1, 8],
    ['int', 2147483647, 14],
    ['int', -2147483648, 8],
    ['long', 2n ** 63n - 1n, 15],
    ['long', -(2n ** 63n), 5],
    ['date', 17486, 10],
    ['time', 81_068_000_000n, 3],
    ['timestamp', 1510871468000000n, 7],
    ['timestamp', 1510871468000001n, 6],
    ['timestamp_ns', 1510871468000001001n, 6],
    // B012: −1 ns is in the microsecond −1.
    ['timestamp_ns', -1n, 8],
    ['string', utf8('iceberg'), 9],
    ['string', utf8(''), 0],
    ['string', utf8('hello'), 7],
    ['string', utf8('ä'), 4],
    ['string', utf8('日本語'), 7],
    ['string', utf8('😀'), 10],
    ['uuid', vectorValue({ kind: 'uuid' }, uuid) as Value, 12],
    ['fixed[4]', bytes, 9],
    ['binary', bytes, 9],
    ['decimal(9, 2)', 1420n, 3],
    ['decimal(9, 2)', -1420n, 7],
    ['decimal(9, 2)', 0n, 7],
    ['decimal(9, 2)', 1n, 11],
    ['decimal(9, 2)', -1n, 13],
    ['decimal(9, 2)', 127n, 9],
    ['decimal(9, 2)', 128n, 5],
    // B018: one byte, not two.
    ['decimal(5, 2)', -128n, 13],
    ['decimal(9, 2)', -129n, 1],
    ['decimal(9, 2)', 255n, 4],
    ['decimal(9, 2)', -32768n, 3],
    // B020: the hash of −34 is negative.
    ['long', -34n, 13],
  ];
  it.each(ROWS)('%s %s is %i', (type, value, expected) => {
    expect(apply('bucket[16]', type, value)).toBe(expected);
  });
});

describe('truncate, rules.md 4.3', () => {
  const ROWS: readonly (readonly [string, string, Value, Value])[] = [
    ['truncate[10]', 'int', 0, 0],
    ['truncate[10]', 'int', 1, 0],
    ['truncate[10]', 'int', 9, 0],
    ['truncate[10]', 'int', 10, 10],
    ['truncate[10]', 'int', -1, -10],
    ['truncate[10]', 'int', -10, -10],
    ['truncate[10]', 'int', -11, -20],
    // B022: stored wrapped.
    ['truncate[10000]', 'int', -2147483648, 2147477296],
    ['truncate[10]', 'long', -(2n ** 63n), 9223372036854775806n],
    ['truncate[50]', 'decimal(9, 2)', 1065n, 1050n],
    ['truncate[50]', 'decimal(9, 2)', -1065n, -1100n],
    ['truncate[50]', 'decimal(9, 2)', -5n, -50n],
    ['truncate[50]', 'decimal(9, 2)', 5n, 0n],
    ['truncate[50]', 'decimal(9, 2)', -1234n, -1250n],
    ['truncate[1]', 'string', utf8('😀b'), utf8('😀')],
    ['truncate[2]', 'string', utf8('😀ab'), utf8('😀a')],
    ['truncate[3]', 'string', utf8('ab'), utf8('ab')],
    ['truncate[2]', 'binary', Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2)],
  ];
  it.each(ROWS)('%s of %s %s', (text, type, value, expected) => {
    expect(apply(text, type, value)).toEqual(expected);
  });

  const UNCERTAIN: readonly (readonly [string, string, Value, boolean])[] = [
    ['truncate[10000]', 'int', -2147483648, true],
    ['truncate[10000]', 'int', -2147480000, false],
    ['truncate[10]', 'long', -(2n ** 63n), true],
    ['truncate[10]', 'long', -(2n ** 63n) + 8n, false],
    ['truncate[2147483647]', 'int', 1, true],
    ['truncate[1073741824]', 'int', 2147483647, false],
    ['truncate[10]', 'decimal(4, 2)', -9999n, false],
    ['hour', 'timestamp', 2n ** 63n - 1n, true],
    ['hour', 'timestamp', 0n, false],
    ['hour', 'timestamp_ns', 2n ** 63n - 1n, false],
  ];
  it.each(UNCERTAIN)('%s of %s %s: uncertain is %s', (text, type, value, expected) => {
    expect(isUncertain(parseTransform(text), vectorType(type), value)).toBe(expected);
  });
});

describe('times, rules.md 4.4', () => {
  const ROWS: readonly (readonly [bigint, number, number, number, number])[] = [
    [1510871468000001n, 47, 574, 17486, 419686],
    [0n, 0, 0, 0, 0],
    [-1n, -1, -1, -1, -1],
    [-86400000000n, -1, -1, -1, -24],
    [-86400000001n, -1, -1, -2, -25],
    [-86399000001n, -1, -1, -1, -24],
    [-2678400000000n, -1, -1, -31, -744],
    [-2678400000001n, -1, -2, -32, -745],
    [-31536000000000n, -1, -12, -365, -8760],
    [-31536000000001n, -2, -13, -366, -8761],
    [-62135596800000000n, -1969, -23628, -719162, -17259888],
    [253402300799999999n, 8029, 96359, 2932896, 70389527],
    // B004, B005: half an hour and half a month before the epoch.
    [-1800000000n, -1, -1, -1, -1],
    [-47n * 86400000000n, -1, -2, -47, -1128],
    // B006: 1969-12-25T12:00.
    [-7n * 86400000000n + 43200000000n, -1, -1, -7, -156],
  ];
  it.each(ROWS)('%s µs', (micros, year, month, day, hour) => {
    const units = ['year', 'month', 'day', 'hour'] as const;
    expect(units.map((unit) => apply(unit, 'timestamptz', micros))).toEqual([
      year,
      month,
      day,
      hour,
    ]);
    const nanos = micros * 1000n;
    if (BigInt.asIntN(64, nanos) !== nanos) return;
    expect(units.map((unit) => apply(unit, 'timestamp_ns', nanos + 999n))).toEqual([
      year,
      month,
      day,
      hour,
    ]);
  });

  it('java takes the second before in two rows (TR-14)', () => {
    expect(apply('day', 'timestamp', -86399000001n, JAVA)).toBe(-2);
    expect(apply('hour', 'timestamp', -86399000001n, JAVA)).toBe(-25);
  });

  it.each([
    ['year', -1, -1],
    ['month', -1, -1],
    ['month', -32, -2],
    ['day', -47, -47],
    ['month', 17486, 574],
  ] as const)('%s of the date %i is %i', (unit, days, expected) => {
    expect(apply(unit, 'date', days)).toBe(expected);
  });
});

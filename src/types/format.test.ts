import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { vectorType } from '../testing/vectors/lines.ts';
import { decimalToText, parseDecimal } from './decimal.ts';
import {
  bareText,
  displayPlain,
  displayValue,
  formatBytes,
  formatCount,
  formatValue,
  sqlLiteral,
} from './format.ts';
import type { Value } from './type.ts';

const NINE_AM = 1_772_355_600_000_000n; // 2026-03-01T09:00:00

describe('one value, three texts', () => {
  const ROWS: readonly (readonly [string, Value | null, string, string, string])[] = [
    ['boolean', true, 'true', 'true', 'true'],
    ['int', -10, '-10', '-10', '-10'],
    [
      'long',
      3051729675574597004n,
      '3051729675574597004',
      '3051729675574597004',
      '3051729675574597004',
    ],
    ['double', 1e10, '1.0E10', '10000000000', '10000000000'],
    ['double', -0, '-0.0', '-0.0', '-0.0'],
    ['decimal(9, 2)', -5n, '-0.05', '-0.05', '-0.05'],
    ['decimal(38, 38)', 1n, '1E-38', `0.${'0'.repeat(37)}1`, `0.${'0'.repeat(37)}1`],
    ['date', 20513, '2026-03-01', '2026-03-01', "DATE '2026-03-01'"],
    ['time', 36_720_000_000n, '10:12', '10:12:00', "TIME '10:12:00'"],
    [
      'timestamp',
      NINE_AM,
      '2026-03-01T09:00:00',
      '2026-03-01 09:00:00',
      "TIMESTAMP '2026-03-01 09:00:00'",
    ],
    [
      'timestamptz',
      NINE_AM + 500_000n,
      '2026-03-01T09:00:00.5+00:00',
      '2026-03-01 09:00:00.5',
      "TIMESTAMP '2026-03-01 09:00:00.5+00:00'",
    ],
    ['string', utf8("it's"), "it's", "it's", "'it''s'"],
    ['binary', Uint8Array.of(1, 2, 255), 'AQL/', '0x0102ff', "X'0102ff'"],
    ['int', null, 'null', 'null', 'NULL'],
  ];
  it.each(ROWS)('%s %s', (name, value, human, shown, sql) => {
    const type = vectorType(name);
    expect(formatValue(type, value)).toBe(human);
    expect(displayValue(type, value)).toBe(shown);
    expect(sqlLiteral(type, value)).toBe(sql);
  });
});

it.each([
  ['NO', 'NO'],
  ['two words', 'two words'],
  ["it's", "it's"],
  ['nullable', 'nullable'],
  ['', "''"],
  [' ', "' '"],
  [' NO', "' NO'"],
  ['NO\n', "'NO\n'"],
  ['null', "'null'"],
  ['NULL', "'NULL'"],
  ['NaN', "'NaN'"],
  ['?', "'?'"],
  ["'null'", "'''null'''"],
])('text %j is shown as %s', (text, shown) => {
  expect(displayValue({ kind: 'string' }, utf8(text))).toBe(shown);
  expect(displayPlain(utf8(text))).toBe(shown);
  expect(bareText(shown)).toBe(text);
});

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KiB'],
  [2480343613, '2.31 GiB'],
  [412316860416n, '384 GiB'],
  [1048575, '1.00 MiB'],
  [1022976, '999 KiB'],
  [10234, '9.99 KiB'],
  [10236, '10.0 KiB'],
  [102400, '100 KiB'],
  [1n << 63n, '8.00 EiB'],
])('%s bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it.each([
  [0, '0'],
  [999, '999'],
  [41022, '41,022'],
  [-1234567, '-1,234,567'],
  [9223372036854775807n, '9,223,372,036,854,775,807'],
])('the count %s is %s', (n, text) => expect(formatCount(n)).toBe(text));

it.each([
  ['14.20', 1420n, 2],
  ['-.5', -5n, 1],
  ['+3', 3n, 0],
  ['1.5E3', 1500n, 0],
  ['2E+20', 2n * 10n ** 20n, 0],
  ['1e-3', 1n, 3],
  ['0.000', 0n, 3],
])('%s is %s at scale %i', (text, unscaled, scale) => {
  expect(parseDecimal(text)).toEqual({ unscaled, scale });
});

it.each(['', '.', 'abc', '1.2.3', '1e', '0x1'])('%j is no decimal', (text) => {
  expect(parseDecimal(text)).toBeUndefined();
});

it.each([
  [1420n, 2, '14.20'],
  // java.math.BigDecimal.toString: plain down to an exponent of −6.
  [1n, 6, '0.000001'],
  [1n, 7, '1E-7'],
  [-123n, 9, '-1.23E-7'],
  [0n, 7, '0E-7'],
])('%s at scale %i is %s', (unscaled, scale, text) => {
  expect(decimalToText(unscaled, scale)).toBe(text);
});

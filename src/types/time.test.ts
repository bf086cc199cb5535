import { describe, expect, it } from 'vitest';
import {
  civilFromDays,
  daysFromCivil,
  formatDate,
  formatTimeMicros,
  formatTimestampMicros,
  formatTimestampNanos,
  parseDate,
  parseTime,
  parseTimestamp,
} from './time.ts';

describe('dates', () => {
  it.each([
    [0, '1970-01-01'],
    [-1, '1969-12-31'],
    [17486, '2017-11-16'],
    [-719162, '0001-01-01'],
    [-719528, '0000-01-01'],
    [-719529, '-0001-12-31'],
    [2932896, '9999-12-31'],
    [2932897, '+10000-01-01'],
    [2147483647, '+5881580-07-11'],
    [-2147483648, '-5877641-06-23'],
  ])('%i is %s', (days, text) => {
    expect(formatDate(days)).toBe(text);
    expect(parseDate(text)).toBe(days);
  });

  it('agrees with the platform over 200 years around the epoch, day by day', () => {
    for (let days = -36525; days < 36525; days++) {
      const date = new Date(days * 86_400_000);
      const { year, month, day } = civilFromDays(days);
      if (
        year !== date.getUTCFullYear() ||
        month !== date.getUTCMonth() + 1 ||
        day !== date.getUTCDate()
      ) {
        expect(`${days}: ${year}-${month}-${day}`).toBe(date.toISOString());
      }
      if (daysFromCivil(year, month, day) !== days)
        expect(daysFromCivil(year, month, day)).toBe(days);
    }
  });

  it.each([
    '2017-02-29',
    '2017-13-01',
    '2017-00-10',
    '2017-1-6',
    '17-01-01',
    '2017-11-16T00:00',
    '',
    '2017-04-31',
  ])('%j is no date', (text) => expect(parseDate(text)).toBeUndefined());
});

describe('times', () => {
  it.each([
    ['22:31:08', 81_068_000_000_000n, '22:31:08'],
    ['22:31', 81_060_000_000_000n, '22:31:00'],
    ['22:31:08.1234', 81_068_123_400_000n, '22:31:08.1234'],
    ['00:00:00.000001', 1000n, '00:00:00.000001'],
    ['23:59:59.999999', 86_399_999_999_000n, '23:59:59.999999'],
  ])('%s', (text, nanos, printed) => {
    expect(parseTime(text)).toEqual({ nanos });
    expect(formatTimeMicros(nanos / 1000n)).toBe(printed);
  });
  it.each(['24:00:00', '12:60', '12:00:60', '1:00', '12', '12:00:00.', '12:00:00.0000000001'])(
    '%j is no time',
    (text) => expect(parseTime(text)).toBeUndefined(),
  );
});

describe('timestamps', () => {
  it.each([
    ['2017-11-16T22:31:08.000001', 1510871468000001000n, false],
    ['2017-11-16 22:31:08', 1510871468000000000n, false],
    ['2017-11-16T22:31', 1510871460000000000n, false],
    ['2017-11-16T22:31:08Z', 1510871468000000000n, true],
    ['2017-11-16T22:31:08+01:00', 1510867868000000000n, true],
    ['2017-11-16 22:31:08 -05:30', 1510891268000000000n, true],
    ['1969-12-31T23:59:59.999999999', -1n, false],
    ['0001-01-01T00:00:00', -62135596800000000000n, false],
  ])('%s', (text, nanos, hasOffset) => {
    expect(parseTimestamp(text)).toEqual({ nanos, hasOffset });
  });
  it.each([
    '2017-11-16',
    '2017-11-16T24:00:00',
    '2017-11-16T22:31:08+19:00',
    '2017-11-16T22:31:08+01',
    '2017-02-30T00:00:00',
    'now',
  ])('%j is no timestamp', (text) => expect(parseTimestamp(text)).toBeUndefined());
  it.each([
    [0n, '1970-01-01T00:00:00'],
    [-1n, '1969-12-31T23:59:59.999999'],
    [-86399000001n, '1969-12-31T00:00:00.999999'],
    [1510871468500000n, '2017-11-16T22:31:08.5'],
    [2n ** 63n - 1n, '+294247-01-10T04:00:54.775807'],
    [-(2n ** 63n), '-290308-12-21T19:59:05.224192'],
  ])('%s µs is %s', (micros, text) => expect(formatTimestampMicros(micros)).toBe(text));
  it('prints nanoseconds', () => {
    expect(formatTimestampNanos(1510871468000001001n)).toBe('2017-11-16T22:31:08.000001001');
    expect(formatTimestampNanos(-1n)).toBe('1969-12-31T23:59:59.999999999');
  });
});

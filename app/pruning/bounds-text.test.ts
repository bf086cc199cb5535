import { describe, expect, it } from 'vitest';
import type { FileBounds } from '../../src/table/api.ts';
import { commonYear, shortBounds, withinYear } from './bounds-text.ts';

const bounds = (lower: string | undefined, upper: string | undefined): FileBounds => ({
  fieldId: 1,
  lower,
  upper,
  lowerPosition: undefined,
  upperPosition: undefined,
  nullCount: undefined,
  nanCount: undefined,
  valueCount: undefined,
});

describe('shortBounds, where the head says 2024', () => {
  it.each([
    ['2024-04-07 00:00:00', '2024-04-07 15:00:00', '04-07 00:00–15:00'],
    ['2024-04-07 05:00:00', '2024-04-09 01:30:00', '04-07 05:00 – 04-09 01:30'],
    ['2023-11-17 14:00:00', '2023-11-27 19:00:00', '2023-11-17 14:00 – 11-27 19:00'],
    ['2023-12-19 18:00:00', '2023-12-19 19:00:00', '2023-12-19 18:00–19:00'],
    ['2023-12-19 18:00:00', '2024-01-03 23:00:00', '2023-12-19 – 2024-01-03'],
    ['2024-04-07 05:00:00', undefined, '2024-04-07 05:00:00 – …'],
    ['4', '333333', '4 – 333333'],
  ])('%s to %s', (lower, upper, text) => {
    expect(shortBounds(bounds(lower, upper), '2024')).toBe(text);
  });
});

it('says each row’s year where the head says none', () => {
  const one = bounds('2024-04-07 00:00:00', '2024-04-07 15:00:00');
  expect(shortBounds(one, undefined)).toBe('2024-04-07 00:00–15:00');
});

it.each([
  ['2024-04-07 05:00 to 06:00', '2024', '04-07 05:00 to 06:00'],
  ['2023-12-31 to 2024-01-01', '2024', '2023-12-31 to 2024-01-01'],
  ['≥ 2023-12-31', '2024', '≥ 2023-12-31'],
  ['> 5', undefined, '> 5'],
])('%s within %s', (text, year, short) => {
  expect(withinYear(text, year)).toBe(short);
});

it('finds the year of most times', () => {
  const of = (from: string, to: string) => bounds(`${from} 00:00:00`, `${to} 00:00:00`);
  const all = [
    of('2023-11-01', '2023-12-01'),
    of('2023-12-01', '2024-01-02'),
    of('2024-01-03', '2024-01-04'),
    of('2024-02-03', '2024-02-04'),
  ];
  expect(commonYear(all)).toBe('2024');
  expect(commonYear([bounds('1', '2'), bounds(undefined, undefined)])).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { byteTickLabel, byteTicks, countTicks, tickLabel, timeAxis } from './time-axis.ts';

const GIB = 2 ** 30;
const TIB = 2 ** 40;

describe('byteTicks', () => {
  it.each([
    [2.2 * TIB, 4, [0.5, 1, 1.5, 2].map((n) => n * TIB)],
    [7 * GIB, 4, [2, 4, 6].map((n) => n * GIB)],
    [3, 4, [1, 2, 3]],
    [0, 4, []],
  ] as const)('of %d, at most %d', (max, most, expected) => {
    expect(byteTicks(max, most)).toEqual(expected);
  });
});

describe('byteTickLabel', () => {
  it.each([
    [TIB / 2, '0.5 TiB'],
    [1.5 * TIB, '1.5 TiB'],
    [200 * GIB, '200 GiB'],
    [5, '5 B'],
  ] as const)('%d is %s', (value, text) => {
    expect(byteTickLabel(value)).toBe(text);
  });
});

describe('countTicks', () => {
  it.each([
    [6256, 4, [2000, 4000, 6000]],
    [3, 4, [1, 2, 3]],
  ] as const)('of %d, at most %d', (max, most, expected) => {
    expect(countTicks(max, most)).toEqual(expected);
  });
});

describe('tickLabel', () => {
  const ms = Date.UTC(2026, 2, 1, 9, 30, 5, 250);
  it.each([
    [86_400_000, false, '2026-03-01'],
    [86_400_000, true, '03-01'],
    [3_600_000, false, '03-01 09:30'],
    [5_000, false, '09:30:05'],
    [100, false, '09:30:05.250'],
  ] as const)('with a step of %d ms', (step, short, text) => {
    expect(tickLabel(ms, step, short)).toBe(text);
  });
});

describe('timeAxis', () => {
  it('maps its ends to the ends of the range and clamps beyond', () => {
    const axis = timeAxis({ from: 1000, to: 3000 }, { left: 10, right: 110 });
    expect([axis.x(1000), axis.x(2000), axis.x(3000), axis.x(9000)]).toEqual([10, 60, 110, 110]);
    expect(axis.at(60)).toBe(2000);
  });
  it('opens up for a single time', () => {
    const axis = timeAxis({ from: 5000, to: 5000 }, { left: 0, right: 100 });
    expect(axis.x(5000)).toBe(50);
  });
});

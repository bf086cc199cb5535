import { describe, expect, it } from 'vitest';
import { parseAsOf, specRanks } from './data.ts';

describe('parseAsOf', () => {
  it.each([
    ['1767225600000', 1767225600000n],
    ['-5', -5n],
    ['2026-01-01 00:00:00', BigInt(Date.UTC(2026, 0, 1))],
    ['2026-01-01T00:00:00.250Z', BigInt(Date.UTC(2026, 0, 1)) + 250n],
    ['2026-01-01', BigInt(Date.UTC(2026, 0, 2)) - 1n],
  ] as const)('%s', (text, ms) => {
    expect(parseAsOf(text)).toBe(ms);
  });
  it('refuses a day that does not exist', () => {
    expect(() => parseAsOf('2026-13-01')).toThrow('is no time');
  });
});

describe('specRanks', () => {
  it('ranks by id, whatever the order of the list', () => {
    const metadata = { partitionSpecs: [{ specId: 7 }, { specId: 0 }, { specId: 3 }] } as never;
    expect([...specRanks(metadata)]).toEqual([
      [0, 0],
      [3, 1],
      [7, 2],
    ]);
  });
});

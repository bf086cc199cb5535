/** Known traps, from public reports and the format itself: each is a row under its number, or waits for what it is about. */
import { afterAll, describe, expect, test } from 'vitest';
import { tell } from './tell.ts';
import { DELETE_TRAPS } from './traps/deletes.ts';
import { EVOLUTION_TRAPS } from './traps/evolution.ts';
import { READING_TRAPS } from './traps/reading.ts';
import { STATISTICS_TRAPS } from './traps/statistics.ts';
import { VALUE_TRAPS } from './traps/values.ts';

const ROWS = [
  ...VALUE_TRAPS,
  ...STATISTICS_TRAPS,
  ...DELETE_TRAPS,
  ...READING_TRAPS,
  ...EVOLUTION_TRAPS,
];

/** What nothing here reads or does yet. */
const WAITING: Readonly<Record<string, readonly string[]>> = {
  'changing a schema': ['B118'],
  'rows of equality deletes': ['B142', 'B143'],
  Delta: ['B205', 'B207', 'B209'],
  Hudi: ['B211', 'B213'],
  'Hive layouts': ['B216', 'B218', 'B219'],
};

let passing = 0;
afterAll(() => {
  const waiting = Object.values(WAITING).flat().length;
  tell('traps', `${passing}/${ROWS.length} passing, ${waiting} waiting`);
});

describe('known traps', () => {
  test.each(ROWS)('$id: $what', async ({ check }) => {
    await check();
    passing++;
  });

  describe.each(Object.entries(WAITING))('waiting: %s', (_, ids) => {
    test.skip.each(ids)('%s', () => {});
  });

  test('are each there once', () => {
    const ids = [...ROWS.map(({ id }) => id), ...Object.values(WAITING).flat()];
    expect(ids.length).toBe(new Set(ids).size);
    expect(ids.length).toBe(111);
  });
});

import { describe, expect, it } from 'vitest';
import type { Schema } from '../../src/types/type.ts';
import { rangeWords } from './language.ts';
import { loadLanguage, termWords } from './where.ts';

const schema: Schema = {
  schemaId: 0,
  identifierFieldIds: [],
  fields: [
    { id: 1, name: 'ts', required: false, type: { kind: 'timestamptz' } },
    { id: 2, name: 'country', required: false, type: { kind: 'string' } },
    { id: 3, name: 'price', required: false, type: { kind: 'decimal', precision: 9, scale: 2 } },
  ],
};

describe('a condition', () => {
  it('names its columns with their intervals', async () => {
    const language = await loadLanguage(schema, false);
    const where = language.parse(
      "ts >= TIMESTAMP '1970-01-01 00:00:01' AND ts < TIMESTAMP '1970-01-01 00:00:02' AND price > 1.50 AND country IS NULL",
    );
    expect(where.errors).toEqual([]);
    expect(termWords(where)).toBe('4 terms on 3 columns');
    const asked = language.asked(where);
    expect(asked.map(({ name, type, words }) => [name, type, words])).toEqual([
      ['ts', 'timestamptz', '1970-01-01 00:00:01 to 00:00:02'],
      ['price', 'decimal(9, 2)', '> 1.50'],
      ['country', 'string', ''],
    ]);
    expect(asked[0]?.short).toBe('1970-01-01 00:00:01 to 00:00:02');
    expect(asked[0]?.ranges).toEqual([
      {
        lower: 1e6,
        upper: 2e6,
        lowerInclusive: true,
        upperInclusive: false,
        lowerText: '1970-01-01 00:00:01',
        upperText: '1970-01-01 00:00:02',
      },
    ]);
    expect(asked[1]?.ranges[0]?.lower).toBe(1.5);
  }, 20_000);
});

describe('rangeWords', () => {
  it.each([
    ['2026-03-01 09:00:00', '2026-03-01 12:00:00', '2026-03-01 09:00:00 to 12:00:00'],
    ['2026-03-01 09:00:00', '2026-03-02 12:00:00', '2026-03-01 09:00:00 to 2026-03-02 12:00:00'],
    ['03-01 09:00', '03-01 12:00', '03-01 09:00 to 12:00'],
    ['NO', 'NO', 'NO'],
    [undefined, '5', '< 5'],
    ['5', undefined, '≥ 5'],
    [undefined, undefined, ''],
  ])('%s, %s: %s', (lower, upper, words) => {
    expect(rangeWords(lower, upper, { lowerInclusive: true, upperInclusive: false })).toBe(words);
  });
});

it('a text that no link can hold is an error, and not dropped', async () => {
  const language = await loadLanguage(schema, false);
  const list = (n: number) =>
    `price IN (${Array.from({ length: n }, (_, i) => 10_000_000 + i).join(', ')})`;
  // 10 characters a value, of which the blank and the comma stay as they are in a link.
  expect(language.parse(list(5_000)).errors).toEqual([]);
  const [error] = language.parse(list(7_000)).errors;
  expect(error?.message).toMatch(/^70,009 characters are more than a link can hold/);
});

it.each([
  ["country = 'NO'", '1 term on 1 column'],
  ['price NOT IN (1, NULL)', 'never true'],
  ['1 = 1', 'always true'],
])('counts the terms of %s', async (text, words) => {
  const where = (await loadLanguage(schema, false)).parse(text);
  expect(where.errors).toEqual([]);
  expect(termWords(where)).toBe(words);
});

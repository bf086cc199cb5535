import { describe, expect, it } from 'vitest';
import { SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import { bind } from './bind.ts';
import { excludesRow } from './row-excluded.ts';
import { parseWhere } from './where.ts';

const schema = indexSchema({
  schemaId: 0,
  identifierFieldIds: [],
  fields: [
    { id: 1, name: 'n', required: false, type: { kind: 'long' } },
    { id: 2, name: 'country', required: false, type: { kind: 'string' } },
    { id: 3, name: 'f', required: false, type: { kind: 'double' } },
  ],
});

function bound(where: string) {
  const { expression, errors } = parseWhere(where, schema, { caseSensitive: false });
  expect(errors).toEqual([]);
  return bind(expression, schema, { caseSensitive: false, profile: SAFE });
}

describe('a row that a predicate does not ask for', () => {
  it.each([
    ['n = 103', 'n = 105', true],
    ['n = 105', 'n = 105', false],
    ['n >= 100 AND n < 105', 'n = 105', true],
    ['n >= 100 AND n <= 105', 'n = 105', false],
    ["n = 103 OR country = 'NO'", 'n = 105', false],
    ["n = 103 OR country = 'NO'", "n = 105 AND country = 'SE'", true],
    ['n IN (1, 2)', 'n = 3', true],
    ['n NOT IN (1, 2)', 'n = 2', true],
    ['n != 5', 'n = 5', true],
    ['n != 5', 'n IS NULL', true],
    ['n IS NULL', 'n IS NULL', false],
    ['n IS NULL', 'n = 1', true],
    ['n IS NOT NULL', 'n IS NULL', true],
    // Nothing is known of what is calculated, of other columns and of the sign of a zero.
    ['n % 2 = 0', 'n = 5', false],
    ["country = 'NO'", 'n = 5', false],
    ['f > 0', 'f = 0', false],
    ["country LIKE 'N%'", "country = 'SE'", false],
  ])('%s excludes %s: %s', (predicate, row, expected) => {
    expect(excludesRow(bound(predicate), bound(row))).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { parsePrimitiveType } from '../types/parse-type.ts';
import { SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import { bind } from './bind.ts';
import { intervalsByColumn, type ValueInterval } from './intervals.ts';
import { parseWhere } from './where.ts';

const schema = indexSchema({
  schemaId: 0,
  identifierFieldIds: [],
  fields: Object.entries({ a: 'long', b: 'int', s: 'string', ts: 'timestamp' }).map(
    ([name, type], i) => ({
      id: i + 1,
      name,
      required: false,
      type: parsePrimitiveType(type) ?? { kind: 'unknown' },
    }),
  ),
});

const decoder = new TextDecoder();

function edge(value: unknown): string {
  return value instanceof Uint8Array ? decoder.decode(value) : String(value);
}

/** `[1, 5)`. */
function brief({ lower, upper, ...edges }: ValueInterval): string {
  const left = lower === undefined ? '(−∞' : `${edges.lowerInclusive ? '[' : '('}${edge(lower)}`;
  const right = upper === undefined ? '∞)' : `${edge(upper)}${edges.upperInclusive ? ']' : ')'}`;
  return `${left}, ${right}`;
}

function hulls(where: string): Record<string, string> {
  const { expression, errors } = parseWhere(where, schema, { caseSensitive: true });
  expect(errors).toEqual([]);
  const bound = bind(expression, schema, { caseSensitive: true, profile: SAFE });
  const entries = [...intervalsByColumn(bound)].map(([id, intervals]) => [
    schema.byId.get(id)?.name ?? '',
    intervals.map(brief).join(' '),
  ]);
  return Object.fromEntries(entries);
}

describe('intervals', () => {
  it.each<[string, Record<string, string>]>([
    ['a = 5', { a: '[5, 5]' }],
    ['a < 5', { a: '(−∞, 5)' }],
    ['a >= 5 AND a < 9', { a: '[5, 9)' }],
    ['a BETWEEN 5 AND 9 AND a <> 7', { a: '[5, 9]' }],
    ['a IN (9, 5)', { a: '[5, 5] [9, 9]' }],
    ['a IN (5, 7, 9) AND a > 5 AND a <= 9', { a: '[7, 7] [9, 9]' }],
    ['a < 5 OR a >= 9', { a: '(−∞, 5) [9, ∞)' }],
    ['a < 5 OR a >= 5', {}],
    ['a < 5 OR a > 5', { a: '(−∞, 5) (5, ∞)' }],
    ['a <= 5 OR a BETWEEN 3 AND 8', { a: '(−∞, 8]' }],
    ['a < 5 AND a > 5', { a: '' }],
    ['a = 1 AND b = 2', { a: '[1, 1]', b: '[2, 2]' }],
    ['a = 1 OR b = 2', {}],
    ['(a < 5 AND b > 3) OR (a > 10 AND b < 1)', { a: '(−∞, 5) (10, ∞)', b: '(−∞, 1) (3, ∞)' }],
    ['a = 1 OR FALSE', { a: '[1, 1]' }],
    ['a <> 5', {}],
    ['a IS NULL', {}],
    ['a = 1 OR a IS NULL', {}],
    ['bucket(16, a) = 3', {}],
    ['a + 1 = 2 AND a > 0', { a: '(0, ∞)' }],
    ['NOT (a < 5)', { a: '[5, ∞)' }],
    ["s LIKE 'ab%'", { s: '[ab, ac)' }],
    ["s > 'é' AND s <= 'z'", { s: '' }],
    ["ts = TIMESTAMP '1970-01-01 00:00:01'", { ts: '[1000000, 1000000]' }],
    ['FALSE', {}],
    ['TRUE', {}],
  ])('%s', (where, expected) => {
    expect(hulls(where)).toEqual(expected);
  });
});

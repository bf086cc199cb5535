import { describe, expect, it } from 'vitest';
import { parseSchema } from '../types/parse-type.ts';
import { indexSchema } from '../types/schema.ts';
import { completionsAt, tokensOf } from './complete.ts';

const schema = indexSchema(
  parseSchema(
    {
      type: 'struct',
      fields: [
        { id: 1, name: 'ts', required: false, type: 'timestamptz' },
        { id: 2, name: 'country', required: false, type: 'string' },
        { id: 3, name: 'ok', required: false, type: 'boolean' },
        { id: 4, name: 'd', required: false, type: 'double' },
        { id: 5, name: 'user id', required: false, type: 'long' },
        {
          id: 6,
          name: 'geo',
          required: false,
          type: {
            type: 'struct',
            fields: [{ id: 7, name: 'lat', required: false, type: 'float' }],
          },
        },
        {
          id: 8,
          name: 'tags',
          required: false,
          type: { type: 'list', 'element-id': 9, element: 'string', 'element-required': false },
        },
      ],
    },
    'schema',
  ),
);

/** Completions at the bar in the text. */
function at(marked: string) {
  const position = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { from, to, options } = completionsAt(text, position, schema);
  return { range: text.slice(from, to), labels: options.map((option) => option.label), options };
}

const COLUMNS = ['ts', 'country', 'ok', 'd', '"user id"', 'geo.lat'];

describe('columns', () => {
  it.each(['|', '  |', 'WHERE |', 'ok AND |', 'ok OR |', 'NOT |', '(|', 'd = 1 AND (ok OR |)'])(
    '%s',
    (marked) => {
      const { labels } = at(marked);
      expect(labels.slice(0, 6)).toEqual(COLUMNS);
      expect(labels).toContain('NOT');
      expect(labels).toContain('(');
      expect(labels).toContain('is_nan(');
    },
  );

  it('tells the type of each, and no lists or structs', () => {
    const columns = at('|').options.filter((option) => option.kind === 'column');
    expect(columns.map((column) => column.detail)).toEqual([
      'timestamptz',
      'string',
      'boolean',
      'double',
      'long',
      'float',
    ]);
  });

  it.each<[string, string, string[]]>([
    ['ok AND cou|', 'cou', ['country']],
    ['ok AND try|', 'try', ['country']],
    ['ok AND cou|nt = 5', 'count', ['country']],
    ['ok AND geo.l|', 'geo.l', ['geo.lat']],
    ['ok AND "us|', '"us', ['"user id"']],
    ['user|', 'user', ['"user id"']],
    ['ok AND zzz|', 'zzz', []],
  ])('%s replaces %s', (marked, range, labels) => {
    const found = at(marked);
    expect(found.range).toBe(range);
    expect(found.labels.filter((label) => COLUMNS.includes(label))).toEqual(labels);
  });
});

describe('operators', () => {
  it.each<[string, string[]]>([
    ['ts |', ['=', '<>', '<', '<=', '>', '>=', 'BETWEEN', 'IN (', 'IS NULL', 'IS NOT NULL']],
    ['ok |', ['=', '<>', 'IS NULL', 'IS NOT NULL', 'AND', 'OR']],
    [
      'ok AND "user id" |',
      ['=', '<>', '<', '<=', '>', '>=', 'BETWEEN', 'IN (', 'IS NULL', 'IS NOT NULL'],
    ],
    ['d B|', ['BETWEEN']],
    ['geo IS |', ['NULL', 'NOT NULL', 'TRUE', 'FALSE', 'DISTINCT FROM']],
  ])('%s', (marked, labels) => {
    expect(at(marked).labels).toEqual(labels);
  });

  it('has LIKE for text', () => {
    expect(at('country |').labels).toContain('LIKE');
  });
});

describe('values', () => {
  it.each<[string, string[]]>([
    ['ts >= |', ["TIMESTAMPTZ '2026-03-01 09:00:00+00:00'"]],
    ['ok = |', ['TRUE', 'FALSE']],
    ['d BETWEEN 1 AND |', ['1.5']],
    ['"user id" IN (|', ['42']],
    ['"user id" IN (1, |', ['42']],
    ['country LIKE |', ["'abc%'"]],
    ['ok AND geo.lat < |', ['1.5']],
  ])('%s', (marked, labels) => {
    expect(at(marked).labels).toEqual(labels);
  });
});

describe('behind a condition', () => {
  it.each<[string, string[]]>([
    ['d = 1 |', ['AND', 'OR']],
    ['(d = 1 |', ['AND', 'OR', ')']],
    ["country = 'NO' A|", ['AND']],
    ['ts IS NULL |', ['AND', 'OR']],
  ])('%s', (marked, labels) => {
    expect(at(marked).labels).toEqual(labels);
  });
});

it.each(["country = 'N|", "country = '|'", 'ok -- comment |', '/* comment |'])(
  'nothing inside text and comments: %s',
  (marked) => {
    expect(at(marked).labels).toEqual([]);
  },
);

describe('tokens', () => {
  it('tells what each is', () => {
    const text = 'ts >= TIMESTAMP \'2026\' AND f(geo."lat") IN (1.5) -- x';
    expect(tokensOf(text).map(({ from, to, kind }) => `${kind} ${text.slice(from, to)}`)).toEqual([
      'column ts',
      'operator >=',
      'type TIMESTAMP',
      "string '2026'",
      'keyword AND',
      'function f',
      'punctuation (',
      'column geo',
      'punctuation .',
      'column "lat"',
      'punctuation )',
      'keyword IN',
      'punctuation (',
      'number 1.5',
      'punctuation )',
      'comment -- x',
    ]);
  });

  it('covers text that is not whole', () => {
    const text = "country = 'NO' AND contry = # 'x";
    const tokens = tokensOf(text);
    expect(tokens.at(0)).toEqual({ from: 0, to: 7, kind: 'column' });
    expect(tokens.some((token) => token.kind === 'error')).toBe(true);
    for (const [i, token] of tokens.entries()) {
      expect(token.from).toBeGreaterThanOrEqual(tokens[i - 1]?.to ?? 0);
    }
  });
});

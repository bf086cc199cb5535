/** Judging files by column metrics: the vectors of rules.md 15.2, and known traps (B0xx). */
import { describe, expect, test } from 'vitest';
import { fromHex, utf8 } from '../base/bytes.ts';
import { bind } from '../expressions/bind.ts';
import { expressionFromJson } from '../expressions/json.ts';
import { parseWhere } from '../expressions/where.ts';
import { bindSpec } from '../metadata/bound-spec.ts';
import { buildEntries, type Metrics } from '../testing/entries.ts';
import { JAVA, type Profile, SAFE } from '../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import type { NestedField, PrimitiveType, Value } from '../types/type.ts';
import { judgeBounds } from './judges.ts';
import { preparePlan } from './plan-tree.ts';
import { rowsOf } from './verdict.ts';

function schemaOf(
  columns: Readonly<Record<string, PrimitiveType>>,
  required: readonly string[] = [],
): SchemaIndex {
  const fields = Object.entries(columns).map(
    ([name, type], i): NestedField => ({
      id: i + 1,
      name,
      required: required.includes(name),
      type,
    }),
  );
  return indexSchema({ schemaId: 0, identifierFieldIds: [], fields });
}

/** `cannot`, `might` or `must`, by the metrics of one file. */
function judge(
  schema: SchemaIndex,
  filter: { readonly sql?: string; readonly json?: unknown },
  metrics: Readonly<Record<string, Metrics>>,
  profile: Profile,
  records = 50n,
): string {
  const expression =
    filter.sql === undefined
      ? expressionFromJson(filter.json)
      : parseWhere(filter.sql, schema, { caseSensitive: true }).expression;
  const bound = bind(expression, schema, { caseSensitive: true, profile });
  const types = Object.fromEntries(schema.columns.map((c) => [c.fieldId, c.type as PrimitiveType]));
  const byId = Object.fromEntries(
    Object.entries(metrics).map(([name, m]) => [schema.find(name, true)?.fieldId ?? -1, m]),
  );
  const entries = buildEntries([{ records, metrics: byId }], types);
  const spec = bindSpec({ specId: 0, fields: [] }, schema);
  return rowsOf(judgeBounds(preparePlan(bound, spec, profile), entries)[0] as number);
}

const leaf = (type: string, term: string, value?: unknown) =>
  value === undefined
    ? { type, term }
    : Array.isArray(value)
      ? { type, term, values: value }
      : { type, term, value };

describe('the vectors of 15.2', () => {
  const schema = schemaOf({
    id: { kind: 'int' },
    s: { kind: 'string' },
    n: { kind: 'int' },
    m: { kind: 'int' },
    f: { kind: 'float' },
    g: { kind: 'double' },
    h: { kind: 'double' },
    c: { kind: 'int' },
    k: { kind: 'int' },
  });
  const metrics: Record<string, Metrics> = {
    id: { values: 50, nulls: 0, lower: 30, upper: 79 },
    s: { nulls: 0, lower: utf8('aaa'), upper: utf8('zzz') },
    n: { values: 50, nulls: 50 },
    m: { nulls: 10 },
    f: { values: 50, nulls: 0, nans: 50 },
    g: { nulls: 0, nans: 10, lower: 1, upper: 5 },
    h: { nulls: 0, lower: Number.NaN, upper: Number.NaN },
    c: { nulls: 0, lower: 7, upper: 7 },
    k: {},
  };
  const lt30 = leaf('lt', 'id', 30);
  const cases: readonly (readonly [unknown, string])[] = [
    [lt30, 'cannot'],
    [leaf('lt-eq', 'id', 30), 'might'],
    [leaf('gt', 'id', 79), 'cannot'],
    [leaf('gt-eq', 'id', 79), 'might'],
    [leaf('lt', 'id', 80), 'must'],
    [leaf('gt-eq', 'id', 30), 'must'],
    [leaf('eq', 'id', 29), 'cannot'],
    [leaf('eq', 'id', 80), 'cannot'],
    [leaf('not-eq', 'id', 29), 'must'],
    [leaf('in', 'id', [1, 2]), 'cannot'],
    [leaf('in', 'id', [29, 80]), 'cannot'],
    [leaf('in', 'id', [29, 80, 50]), 'might'],
    [leaf('not-in', 'id', [29, 80]), 'must'],
    [leaf('is-null', 'id'), 'cannot'],
    [leaf('not-null', 'id'), 'must'],
    [leaf('eq', 'n', 1), 'cannot'],
    [leaf('lt', 'n', 1), 'cannot'],
    [leaf('not-null', 'n'), 'cannot'],
    [leaf('not-eq', 'n', 1), 'must'],
    [leaf('is-null', 'n'), 'must'],
    [leaf('lt', 'm', 5), 'might'],
    [leaf('not-nan', 'f'), 'cannot'],
    [leaf('gt', 'f', 1), 'cannot'],
    [leaf('is-nan', 'f'), 'must'],
    [leaf('is-nan', 'g'), 'might'],
    [leaf('gt', 'g', 5), 'cannot'],
    [leaf('lt', 'g', 6), 'might'],
    [leaf('lt', 'h', 1), 'might'],
    [leaf('gt', 'h', 1), 'might'],
    [leaf('eq', 'h', 1), 'might'],
    [leaf('not-eq', 'c', 7), 'cannot'],
    [leaf('not-in', 'c', [7, 8]), 'cannot'],
    [leaf('eq', 'c', 7), 'must'],
    [leaf('eq', 'k', 1), 'might'],
    [leaf('is-null', 'k'), 'might'],
    [leaf('not-null', 'k'), 'might'],
    [leaf('starts-with', 's', '0'), 'cannot'],
    [leaf('starts-with', 's', 'a'), 'might'],
    [leaf('starts-with', 's', 'zzzz'), 'cannot'],
    [leaf('not-starts-with', 's', 'zz'), 'might'],
    [{ type: 'or', left: lt30, right: leaf('eq', 's', 'b') }, 'might'],
    [{ type: 'and', left: lt30, right: leaf('eq', 'k', 1) }, 'cannot'],
  ];
  for (const profile of [SAFE, JAVA]) {
    for (const [json, expected] of cases) {
      test(`${profile.name}: ${JSON.stringify(json)} ${expected}`, () => {
        expect(judge(schema, { json }, metrics, profile)).toBe(expected);
      });
    }
  }
});

interface Trap {
  readonly id: string;
  readonly type: PrimitiveType;
  readonly required?: boolean;
  readonly sql?: string;
  readonly json?: unknown;
  readonly metrics: Metrics;
  readonly safe: string;
  readonly java?: string;
}

const double: PrimitiveType = { kind: 'double' };
const long: PrimitiveType = { kind: 'long' };
const string: PrimitiveType = { kind: 'string' };
const hex = (text: string): Value => fromHex(text) as Uint8Array;
const uuids = (first: string) => `${first}-0000-0000-0000-000000000000`;

const traps: readonly Trap[] = [
  {
    id: 'B034 malformed bound',
    type: { kind: 'int' },
    sql: 'x > 5',
    metrics: { nulls: 0, lower: hex('1027'), upper: hex('1027') },
    safe: 'might',
  },
  {
    id: 'B032 days of a promoted date',
    type: { kind: 'timestamp' },
    sql: "x = TIMESTAMP '1970-01-02 00:00:00'",
    metrics: { nulls: 0, lower: hex('01000000'), upper: hex('01000000') },
    safe: 'must',
    java: 'cannot',
  },
  {
    id: 'B039 lower above upper',
    type: long,
    sql: 'x < 500',
    metrics: { nulls: 0, lower: 1000n, upper: 10n },
    safe: 'might',
    java: 'cannot',
  },
  {
    id: 'B041 any byte but 00 is true',
    type: { kind: 'boolean' },
    sql: 'x = false',
    metrics: { nulls: 0, lower: hex('02'), upper: hex('02') },
    safe: 'cannot',
  },
  {
    id: 'B042 wide decimals',
    type: { kind: 'decimal', precision: 38, scale: 38 },
    sql: 'x < 0.95',
    metrics: { nulls: 0, lower: 0n, upper: 9n * 10n ** 37n },
    safe: 'must',
  },
  {
    id: 'B044 bytes are unsigned',
    type: { kind: 'binary' },
    sql: "x = X'7F'",
    metrics: { nulls: 0, lower: hex('01'), upper: hex('80') },
    safe: 'might',
  },
  {
    id: 'B046 text by code point',
    type: string,
    json: leaf('eq', 'x', '\uFFFD'),
    metrics: { nulls: 0, lower: utf8('\uE000'), upper: utf8('😀') },
    safe: 'might',
  },
  {
    id: 'B048 no upper bound',
    type: string,
    sql: "x > 'zzz'",
    metrics: { nulls: 0, lower: utf8('a') },
    safe: 'might',
  },
  {
    id: 'B050 bound shorter than the prefix',
    type: string,
    sql: "x LIKE 'abc%'",
    metrics: { nulls: 0, lower: utf8('ab'), upper: utf8('abzz') },
    safe: 'might',
  },
  {
    id: 'B050 bound above the prefix',
    type: string,
    sql: "x LIKE 'abc%'",
    metrics: { nulls: 0, lower: utf8('abd'), upper: utf8('abz') },
    safe: 'cannot',
  },
  {
    id: 'B052 unknown nulls',
    type: string,
    json: leaf('not-starts-with', 'x', 'ab'),
    metrics: { lower: utf8('abc'), upper: utf8('abd'), mapsPresent: true },
    safe: 'might',
  },
  {
    id: 'B052 no nulls',
    type: string,
    json: leaf('not-starts-with', 'x', 'ab'),
    metrics: { nulls: 0, lower: utf8('abc'), upper: utf8('abd') },
    safe: 'cannot',
  },
  {
    id: 'B054 NaN beside one value',
    type: double,
    json: leaf('not-eq', 'x', 3),
    metrics: { values: 3, nulls: 0, nans: 1, lower: 3, upper: 3 },
    safe: 'might',
  },
  {
    id: 'B054 no NaN',
    type: double,
    json: leaf('not-in', 'x', [3, 4]),
    metrics: { values: 3, nulls: 0, nans: 0, lower: 3, upper: 3 },
    safe: 'cannot',
  },
  {
    id: 'B056 nulls are unequal',
    type: string,
    json: leaf('not-eq', 'x', 'abc'),
    metrics: { nulls: 2, lower: utf8('abc'), upper: utf8('abc') },
    safe: 'might',
  },
  {
    id: 'B058 NaN upper, value below',
    type: double,
    sql: 'x = 1.0',
    metrics: { nulls: 0, lower: 7, upper: Number.NaN },
    safe: 'cannot',
  },
  {
    id: 'B058 NaN upper, range',
    type: double,
    sql: 'x < 5.0',
    metrics: { nulls: 0, lower: 7, upper: Number.NaN },
    safe: 'cannot',
  },
  {
    id: 'B058 NaN upper, list',
    type: double,
    sql: 'x IN (1.0, 10.0, 30.0)',
    metrics: { nulls: 0, lower: 7, upper: Number.NaN },
    safe: 'might',
  },
  {
    id: 'B067 all null',
    type: long,
    sql: 'x < 5',
    metrics: { values: 50, nulls: 50 },
    safe: 'cannot',
  },
  { id: 'B070 no counts, IS NULL', type: long, sql: 'x IS NULL', metrics: {}, safe: 'might' },
  {
    id: 'B070 no counts, IS NOT NULL',
    type: long,
    sql: 'x IS NOT NULL',
    metrics: {},
    safe: 'might',
  },
  {
    id: 'B074 NOT of a range keeps NaN',
    type: double,
    sql: 'NOT (x < 101.5)',
    metrics: { values: 50, nulls: 0, nans: 13, lower: 1.5, upper: 1.5 },
    safe: 'might',
  },
  {
    id: 'B075 no null count',
    type: long,
    json: leaf('gt', 'x', 0),
    metrics: { lower: 1n, upper: 2n, mapsPresent: true },
    safe: 'might',
    java: 'must',
  },
  {
    id: 'B075 required',
    type: long,
    required: true,
    json: leaf('gt', 'x', 0),
    metrics: { lower: 1n, upper: 2n },
    safe: 'must',
    java: 'might',
  },
  {
    id: 'EV-28 no NaN count',
    type: double,
    json: leaf('lt', 'x', 200),
    metrics: { nulls: 0, lower: 1, upper: 100 },
    safe: 'might',
    java: 'must',
  },
  {
    id: 'B082 equal truncated bounds',
    type: string,
    sql: "x = 'aaaaaaaaaaaaaaaa'",
    metrics: { nulls: 0, lower: utf8('a'.repeat(16)), upper: utf8('a'.repeat(16)) },
    safe: 'might',
    java: 'must',
  },
  {
    id: 'B084 200 elements',
    type: long,
    json: leaf(
      'in',
      'x',
      Array.from({ length: 200 }, (_, i) => i),
    ),
    metrics: { nulls: 0, lower: 1000n, upper: 2000n },
    safe: 'cannot',
  },
  {
    id: 'B084 201 elements',
    type: long,
    json: leaf(
      'in',
      'x',
      Array.from({ length: 201 }, (_, i) => i),
    ),
    metrics: { nulls: 0, lower: 1000n, upper: 2000n },
    safe: 'cannot',
    java: 'might',
  },
  {
    id: 'B086 beyond int',
    type: { kind: 'int' },
    sql: 'x IN (1, 1099511627776)',
    metrics: { nulls: 0, lower: 2147483647, upper: 2147483647 },
    safe: 'cannot',
  },
  {
    id: 'B088 beyond int, one left',
    type: { kind: 'int' },
    sql: 'x IN (7, 9999999999)',
    metrics: { nulls: 0, lower: 7, upper: 7 },
    safe: 'must',
  },
  {
    id: 'EV-38 zero against zero',
    type: double,
    json: leaf('eq', 'x', 0),
    metrics: { nulls: 0, nans: 0, lower: -0, upper: -0 },
    safe: 'might',
    java: 'cannot',
  },
  {
    id: 'EV-38 range at zero',
    type: double,
    json: leaf('gt-eq', 'x', 0),
    metrics: { nulls: 0, nans: 0, lower: -0, upper: -0 },
    safe: 'might',
    java: 'cannot',
  },
  {
    id: 'TY-23 in one order only',
    type: { kind: 'uuid' },
    sql: `x < UUID '${uuids('20000000')}'`,
    metrics: {
      nulls: 0,
      lower: hex(uuids('90000000').replaceAll('-', '')),
      upper: hex(uuids('a0000000').replaceAll('-', '')),
    },
    safe: 'might',
    java: 'must',
  },
  {
    id: 'EV-17 upper bound alone',
    type: long,
    sql: 'x IN (5, 6)',
    metrics: { nulls: 0, upper: 4n },
    safe: 'cannot',
    java: 'might',
  },
  {
    id: 'EV-14 no values at all',
    type: long,
    json: leaf('eq', 'x', 1),
    metrics: { values: 0, nulls: 0 },
    safe: 'cannot',
  },
];

describe('known traps', () => {
  for (const trap of traps) {
    const schema = schemaOf({ x: trap.type }, trap.required ? ['x'] : []);
    test(`safe: ${trap.id}, ${trap.safe}`, () => {
      expect(judge(schema, trap, { x: trap.metrics }, SAFE)).toBe(trap.safe);
    });
    if (trap.id.startsWith('B034')) continue;
    test(`java: ${trap.id}, ${trap.java ?? trap.safe}`, () => {
      expect(judge(schema, trap, { x: trap.metrics }, JAVA)).toBe(trap.java ?? trap.safe);
    });
  }

  test('EV-12: a file without rows can’t match', () => {
    const schema = schemaOf({ x: long });
    expect(judge(schema, { json: leaf('not-eq', 'x', 1) }, {}, SAFE, 0n)).toBe('cannot');
  });

  test('EV-12, EV-26: an unknown number of rows', () => {
    const schema = schemaOf({ x: long });
    const filter = { json: leaf('eq', 'x', 1) };
    expect(judge(schema, filter, {}, SAFE, -1n)).toBe('might');
    expect(judge(schema, filter, {}, JAVA, -1n)).toBe('must');
  });
});

describe('a column under an optional struct', () => {
  const schema = indexSchema({
    schemaId: 0,
    identifierFieldIds: [],
    fields: [
      {
        id: 1,
        name: 's',
        required: false,
        type: { kind: 'struct', fields: [{ id: 2, name: 'x', required: false, type: long }] },
      },
    ],
  });
  const judged = (filter: { sql?: string; json?: unknown }, metrics: Metrics, profile: Profile) =>
    judge(schema, filter, { 's.x': metrics }, profile);

  test('B203: bounds rule out and keep', () => {
    expect(judged({ sql: 's.x = 9' }, { values: 50, nulls: 0, lower: 1n, upper: 3n }, SAFE)).toBe(
      'cannot',
    );
    expect(judged({ sql: 's.x = 2' }, { values: 50, nulls: 0, lower: 1n, upper: 3n }, SAFE)).toBe(
      'might',
    );
  });

  test('B078: nothing proves every row', () => {
    const constant = { values: 50, nulls: 0, lower: 3n, upper: 3n };
    expect(judged({ json: leaf('eq', 's.x', 3) }, constant, SAFE)).toBe('might');
    expect(judged({ json: leaf('eq', 's.x', 3) }, constant, JAVA)).toBe('might');
  });

  test('EV-20: fewer values than rows leave room for nulls', () => {
    const uncounted = { values: 40, nulls: 0, lower: 3n, upper: 3n };
    expect(judged({ sql: 's.x IS NULL' }, uncounted, SAFE)).toBe('might');
    expect(judged({ sql: 's.x IS NULL' }, uncounted, JAVA)).toBe('cannot');
    expect(judged({ sql: 's.x IS NULL' }, { ...uncounted, values: 50 }, SAFE)).toBe('cannot');
  });
});

/** Manifests by their summaries (rules.md 15.3), residuals by partition values (15.4), projections (6.5 and their traps). */
import { describe, expect, test } from 'vitest';
import { fromHex, utf8 } from '../base/bytes.ts';
import { bind } from '../expressions/bind.ts';
import type { BoundExpression } from '../expressions/bound.ts';
import { expressionFromJson } from '../expressions/json.ts';
import { printBound } from '../expressions/print.ts';
import { parseWhere } from '../expressions/where.ts';
import { type BoundSpec, bindSpec } from '../metadata/bound-spec.ts';
import type { FieldSummary, ManifestFile, PartitionSpec } from '../metadata/records.ts';
import { buildEntries } from '../testing/entries.ts';
import { parseTransform } from '../transforms/transform.ts';
import { JAVA, type Profile, SAFE } from '../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import { encodeSingleValue } from '../types/single-value.ts';
import { daysFromCivil } from '../types/time.ts';
import type { NestedField, PrimitiveType, Value } from '../types/type.ts';
import { judgeManifest, judgePartitions } from './judges.ts';
import { foldPartition, printPartition } from './partition-text.ts';
import { preparePlan } from './plan-tree.ts';
import { projectInclusive, projectStrict } from './project.ts';
import { residualOf } from './residual.ts';
import { MIGHT, rowsOf } from './verdict.ts';

const COLUMNS: Readonly<Record<string, PrimitiveType>> = {
  p: { kind: 'int' },
  q: { kind: 'float' },
  r: { kind: 'string' },
  u: { kind: 'uuid' },
  ts: { kind: 'timestamp' },
  c: { kind: 'int' },
  x: { kind: 'long' },
  d: { kind: 'decimal', precision: 9, scale: 2 },
  day: { kind: 'date' },
};

const schema: SchemaIndex = indexSchema({
  schemaId: 0,
  identifierFieldIds: [],
  fields: Object.entries(COLUMNS).map(
    ([name, type], i): NestedField => ({ id: i + 1, name, required: false, type }),
  ),
});

/** `day(ts)`, `bucket[16](x)`, `r` for identity. */
function spec(...fields: readonly string[]): { spec: PartitionSpec; bound: BoundSpec } {
  const made = {
    specId: 0,
    fields: fields.map((text, i) => {
      const [, transform, name] = /^(?:([\w[\]]+)\()?(\w+)\)?$/.exec(text) ?? [];
      return {
        sourceIds: [schema.find(name ?? '', true)?.fieldId ?? 0],
        fieldId: 1000 + i,
        name: `${name}${transform === undefined ? '' : `_${transform.replace(/\W.*/, '')}`}`,
        transform: parseTransform(transform ?? 'identity'),
      };
    }),
  };
  return { spec: made, bound: bindSpec(made, schema) };
}

function bound(filter: unknown, profile: Profile): BoundExpression {
  const expression =
    typeof filter === 'string'
      ? parseWhere(filter, schema, { caseSensitive: true }).expression
      : expressionFromJson(filter);
  return bind(expression, schema, { caseSensitive: true, profile });
}

const leaf = (type: string, term: string, value?: unknown) =>
  value === undefined
    ? { type, term }
    : Array.isArray(value)
      ? { type, term, values: value }
      : { type, term, value };

const manifestOf = (
  partitions: readonly FieldSummary[] | undefined,
  more: Partial<ManifestFile> = {},
): ManifestFile => ({
  manifestPath: 'm.avro',
  partitionSpecId: 0,
  content: 'data',
  sequenceNumber: 1n,
  minSequenceNumber: 1n,
  addedFilesCount: 1,
  existingFilesCount: 0,
  partitions,
  ...more,
});

interface Summary {
  readonly nulls: boolean;
  readonly nans?: boolean;
  readonly lower?: Value;
  readonly upper?: Value;
}

function summary(column: string, s: Summary): FieldSummary {
  const type = COLUMNS[column] as PrimitiveType;
  const bytes = (value: Value | undefined) =>
    value === undefined ? undefined : encodeSingleValue(type, value);
  return {
    containsNull: s.nulls,
    containsNan: s.nans,
    lowerBound: bytes(s.lower),
    upperBound: bytes(s.upper),
  };
}

describe('manifests by their row, 15.3', () => {
  const all: Summary = { nulls: true };
  const five: Summary = { nulls: false, lower: 5, upper: 5 };
  const text: Summary = { nulls: false, lower: utf8('aba'), upper: utf8('abz') };
  const uuid = (first: string) => fromHex(first.padEnd(32, '0')) as Uint8Array;
  const cases: readonly (readonly [
    string,
    Summary,
    unknown,
    'keep' | 'skip',
    ('keep' | 'skip')?,
  ])[] = [
    ['p', all, leaf('eq', 'p', 1), 'skip'],
    ['p', all, leaf('is-null', 'p'), 'keep'],
    ['p', all, leaf('not-null', 'p'), 'skip'],
    ['p', all, leaf('not-eq', 'p', 1), 'keep'],
    ['p', five, leaf('not-eq', 'p', 5), 'skip'],
    ['p', five, leaf('not-in', 'p', [5, 6]), 'skip'],
    ['p', five, leaf('not-eq', 'p', 6), 'keep'],
    ['p', { ...five, nulls: true }, leaf('not-eq', 'p', 5), 'keep'],
    ['q', { nulls: true }, leaf('not-null', 'q'), 'keep'],
    ['q', { nulls: false, nans: true }, leaf('not-nan', 'q'), 'skip'],
    ['r', text, leaf('not-starts-with', 'r', 'ab'), 'skip'],
    ['r', text, leaf('starts-with', 'r', 'abm'), 'keep'],
    ['r', text, leaf('starts-with', 'r', 'abzz'), 'skip'],
    ['r', text, leaf('starts-with', 'r', 'ac'), 'skip'],
    // B092 and EV-5: neither nulls nor values.
    ['p', { nulls: false }, leaf('eq', 'p', 1), 'keep', 'skip'],
    // TY-23: Java's summary in signed order.
    [
      'u',
      { nulls: false, lower: uuid('90'), upper: uuid('10') },
      leaf('eq', 'u', '95000000-0000-0000-0000-000000000000'),
      'keep',
    ],
    // MF-12.
    ['q', { nulls: false, nans: false, lower: 0, upper: 0 }, leaf('lt', 'q', 0), 'keep', 'skip'],
  ];
  for (const [column, s, json, safe, java = safe] of cases) {
    test(`${column} ${s.nulls ? 'with nulls ' : ''}${s.lower ?? ''}, ${JSON.stringify(json)}: ${safe}`, () => {
      for (const [profile, expected] of [
        [SAFE, safe],
        [JAVA, java],
      ] as const) {
        const { bound: ofSpec } = spec(column);
        const plan = preparePlan(bound(json, profile), ofSpec, profile);
        const byte = judgeManifest(plan, manifestOf([summary(column, s)]));
        expect([profile.name, (byte & MIGHT) === 0 ? 'skip' : 'keep']).toEqual([
          profile.name,
          expected,
        ]);
      }
    });
  }

  const kept = (manifest: ManifestFile, filter: unknown = leaf('eq', 'p', 1)) =>
    (judgeManifest(preparePlan(bound(filter, SAFE), spec('p').bound, SAFE), manifest) & MIGHT) !==
    0;

  test('B098: no live files, or unknown counts', () => {
    const one = [summary('p', { nulls: false, lower: 1, upper: 1 })];
    expect(kept(manifestOf(one, { addedFilesCount: 0 }))).toBe(false);
    expect(kept(manifestOf(one, { addedFilesCount: undefined }))).toBe(true);
  });

  test('EV-1, MF-10: absent summaries, or too few', () => {
    expect(kept(manifestOf(undefined))).toBe(true);
    expect(kept(manifestOf([]))).toBe(true);
  });

  test('a filter that is never true skips all', () => {
    expect(kept(manifestOf(undefined), 'FALSE')).toBe(false);
  });

  test('B090: summaries are found by the position in the spec', () => {
    const gone = spec('q', 'p');
    const filter = bound(leaf('eq', 'p', 2), SAFE);
    const rows = [
      summary('p', { nulls: false, lower: 10, upper: 20 }),
      summary('p', { nulls: false, lower: 1, upper: 3 }),
    ];
    expect(judgeManifest(preparePlan(filter, gone.bound, SAFE), manifestOf(rows)) & MIGHT).toBe(
      MIGHT,
    );
  });
});

const micros = (text: string) => BigInt(Date.parse(`${text}Z`)) * 1000n;

describe('residuals, 15.4', () => {
  const date = daysFromCivil(2017, 11, 16);
  const cases: readonly (readonly [string[], (Value | null)[], unknown, string, string?])[] = [
    [
      ['day(ts)', 'c'],
      [date, 3],
      { type: 'and', left: leaf('gt-eq', 'ts', '2017-11-16T00:00:00'), right: leaf('eq', 'c', 3) },
      'TRUE',
    ],
    [
      ['day(ts)', 'c'],
      [date, 3],
      leaf('gt-eq', 'ts', '2017-11-16T01:00:00'),
      "ts >= TIMESTAMP '2017-11-16 01:00:00'",
    ],
    [['day(ts)', 'c'], [date, 3], leaf('lt', 'ts', '2017-11-16T00:00:00'), 'FALSE'],
    [
      ['day(ts)', 'c'],
      [date, 3],
      { type: 'or', left: leaf('in', 'c', [3, 4]), right: leaf('eq', 'x', 1) },
      'TRUE',
    ],
    [
      ['day(ts)', 'c'],
      [date, 3],
      { type: 'or', left: leaf('eq', 'c', 4), right: leaf('eq', 'x', 1) },
      'x = 1',
    ],
    [['day(ts)', 'c'], [date, 3], leaf('is-null', 'c'), 'FALSE'],
    [['day(ts)', 'c'], [null, null], leaf('is-null', 'ts'), 'TRUE'],
    [['day(ts)', 'c'], [null, null], leaf('lt', 'c', 5), 'FALSE', 'TRUE'],
    [['bucket[16](x)'], [3], leaf('eq', 'x', 34), 'x = 34'],
    [['bucket[16](x)'], [3], leaf('eq', 'x', 1), 'FALSE'],
    [['bucket[16](x)'], [3], leaf('not-eq', 'x', 1), 'TRUE'],
    [['bucket[16](x)'], [3], leaf('not-in', 'x', [1, 0]), 'TRUE'],
    [['bucket[16](x)'], [3], leaf('in', 'x', [1, 0]), 'FALSE'],
    [['truncate[5](r)'], [utf8('abcde')], leaf('starts-with', 'r', 'abc'), 'TRUE'],
    [['truncate[5](r)'], [utf8('abcde')], leaf('starts-with', 'r', 'abcdef'), "r LIKE 'abcdef%'"],
    [['truncate[5](r)'], [utf8('abcde')], leaf('not-starts-with', 'r', 'xyz'), 'TRUE'],
    // B060: a null is not NaN.
    [['q'], [null], leaf('not-nan', 'q'), 'TRUE'],
    // EV-38: the sign of a zero settles nothing.
    [['q'], [-0], leaf('eq', 'q', 0), 'q = 0.0', 'FALSE'],
    // B121: void values are not the column's.
    [['void(c)'], [null], leaf('is-null', 'c'), 'c IS NULL'],
  ];
  for (const [fields, tuple, json, safe, java = safe] of cases) {
    test(`${fields} ${JSON.stringify(json)}: ${safe}`, () => {
      const { spec: plain, bound: ofSpec } = spec(...fields);
      const types = ofSpec.fields.map((f) => f.resultType as PrimitiveType);
      const entries = buildEntries([{ partition: tuple }], {}, plain, types);
      for (const [profile, expected] of [
        [SAFE, safe],
        [JAVA, java],
      ] as const) {
        const plan = preparePlan(bound(json, profile), ofSpec, profile);
        expect([profile.name, printBound(residualOf(plan, entries, 0))]).toEqual([
          profile.name,
          expected,
        ]);
      }
    });
  }
});

describe('projections', () => {
  const at = (text: string) => `ts ${text}`;
  const cases: readonly (readonly [string, string, string, string, ('safe' | 'java')?])[] = [
    [
      'day(ts)',
      at("< TIMESTAMP '2017-11-16 00:00:00'"),
      'ts_day <= 2017-11-15',
      'ts_day <= 2017-11-15',
    ],
    [
      'day(ts)',
      at("<= TIMESTAMP '2017-11-16 00:00:00'"),
      'ts_day <= 2017-11-16',
      'ts_day <= 2017-11-15',
    ],
    [
      'day(ts)',
      at("> TIMESTAMP '2017-11-15 23:59:59.999999'"),
      'ts_day >= 2017-11-16',
      'ts_day >= 2017-11-16',
    ],
    ['day(ts)', at("= TIMESTAMP '2017-11-16 22:31:08'"), 'ts_day = 2017-11-16', 'FALSE'],
    [
      'day(ts)',
      at("<= TIMESTAMP '1969-12-30 10:00:00'"),
      'ts_day <= 1969-12-31',
      'ts_day <= 1969-12-29',
      'java',
    ],
    [
      'day(ts)',
      at("= TIMESTAMP '1969-12-31 10:00:00'"),
      'ts_day IN (1969-12-31, 1970-01-01)',
      'FALSE',
      'java',
    ],
    [
      'day(ts)',
      at("= TIMESTAMP '1969-12-31 10:00:00'"),
      'ts_day IN (1969-12-30, 1969-12-31, 1970-01-01)',
      'FALSE',
      'safe',
    ],
    [
      'day(ts)',
      at("> TIMESTAMP '1970-01-01 00:00:00'"),
      'ts_day >= 1970-01-01',
      'ts_day >= 1970-01-03',
      'java',
    ],
    ['day(day)', "day < DATE '1970-01-01'", 'day_day <= 1969-12-31', 'day_day <= 1969-12-31'],
    [
      'hour(ts)',
      at(">= TIMESTAMP '2017-11-16 22:31:00'"),
      'ts_hour >= 2017-11-16-22',
      'ts_hour >= 2017-11-16-23',
    ],
    ['truncate[10](p)', 'p < 100', 'p_truncate <= 90', 'p_truncate < 100', 'java'],
    ['truncate[10](p)', 'p > 99', 'p_truncate >= 100', 'p_truncate > 90', 'java'],
    ['truncate[10](p)', 'p = -1', 'p_truncate = -10', 'FALSE'],
    // PR-14: what is smallest wraps to among the largest.
    [
      'truncate[10](p)',
      'p < 100',
      'p_truncate <= 90 OR p_truncate = 2147483646',
      'p_truncate < 100',
      'safe',
    ],
    [
      'truncate[10](p)',
      'p >= -2147483648',
      'p_truncate IS NOT NULL',
      'p_truncate IS NOT NULL',
      'safe',
    ],
    ['truncate[10](d)', 'd < 100.00', 'd_truncate <= 99.90', 'd_truncate < 100.00'],
    ['truncate[5](r)', "r LIKE 'abcdefg%'", "r_truncate LIKE 'abcde%'", 'FALSE'],
    ['truncate[5](r)', "r LIKE 'abcde%'", "r_truncate = 'abcde'", "r_truncate = 'abcde'"],
    // B028, PR-13a: one code point, two UTF-16 units.
    ['truncate[2](r)', "r LIKE '😀%'", "r_truncate LIKE '😀%'", "r_truncate LIKE '😀%'", 'safe'],
    ['truncate[2](r)', "r LIKE '😀%'", "r_truncate = '😀'", "r_truncate = '😀'", 'java'],
    ['bucket[16](x)', 'x = 34', 'x_bucket = 3', 'FALSE'],
    ['bucket[16](x)', 'x > 34', 'x_bucket IS NOT NULL', 'FALSE'],
    // EX-17: 14.2 is 14.20 to the column.
    ['bucket[16](d)', 'd = 14.2', 'd_bucket = 3', 'FALSE', 'safe'],
    ['void(c)', 'c IS NULL', 'TRUE', 'FALSE'],
  ];
  for (const [field, where, inclusive, strict, only] of cases) {
    for (const profile of [SAFE, JAVA].filter((p) => only === undefined || p.name === only)) {
      test(`${profile.name}: ${where} on ${field}: ${inclusive} / ${strict}`, () => {
        const { bound: ofSpec } = spec(field);
        const filter = bound(where, profile);
        expect(printPartition(foldPartition(projectInclusive(filter, ofSpec, profile)))).toBe(
          inclusive,
        );
        expect(printPartition(foldPartition(projectStrict(filter, ofSpec, profile)))).toBe(strict);
      });
    }
  }
});

describe('entries by their partition value', () => {
  const judged = (fields: string[], tuple: (Value | null)[], filter: unknown, profile: Profile) => {
    const { spec: plain, bound: ofSpec } = spec(...fields);
    const types = ofSpec.fields.map((f) => f.resultType as PrimitiveType);
    const entries = buildEntries([{ partition: tuple }], {}, plain, types);
    return rowsOf(
      judgePartitions(preparePlan(bound(filter, profile), ofSpec, profile), entries)[0] as number,
    );
  };

  test('B096: the tuple decides without statistics', () => {
    expect(judged(['c'], [1], 'c = 9', SAFE)).toBe('cannot');
    expect(judged(['c'], [9], 'c = 9', SAFE)).toBe('must');
  });

  test('B006: partitions before 1970 are signed', () => {
    expect(judged(['day(ts)'], [-7], `ts = TIMESTAMP '1969-12-25 12:00:00'`, SAFE)).toBe('might');
  });

  test('PR-21: a day that a writer put one too low', () => {
    const filter = "ts >= TIMESTAMP '1969-12-31 00:00:00'";
    expect(judged(['day(ts)'], [-2], filter, SAFE)).toBe('might');
    expect(judged(['day(ts)'], [-2], filter, JAVA)).toBe('cannot');
  });

  test('B022: a small value in a wrapped partition', () => {
    expect(judged(['truncate[10000](p)'], [2147477296], 'p < 0', SAFE)).toBe('might');
    expect(judged(['truncate[10000](p)'], [2147477296], 'p < 0', JAVA)).toBe('cannot');
  });

  test('PR-4: a transform term on the plain value', () => {
    const term = { type: 'transform', transform: 'bucket[16]', term: 'x' };
    const filter = { type: 'eq', term, value: 3 };
    expect(judged(['x'], [34n], filter, SAFE)).toBe('must');
    expect(judged(['x'], [34n], filter, JAVA)).toBe('cannot');
  });

  test('A-2: NaN against a range', () => {
    expect(judged(['q'], [Number.NaN], leaf('gt', 'q', 5), SAFE)).toBe('might');
    expect(judged(['q'], [Number.NaN], leaf('gt', 'q', 5), JAVA)).toBe('must');
  });

  test('EX-20: times finer than the column', () => {
    expect(micros('1970-01-01T00:00:01')).toBe(1_000_000n);
    expect(judged(['day'], [0], "day < TIMESTAMP '1970-01-01 12:00:00'", SAFE)).toBe('must');
  });
});

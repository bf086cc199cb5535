/** Sentences and trees of single files, by the templates of look.md 9. */
import { describe, expect, test } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { bind } from '../expressions/bind.ts';
import { expressionFromJson } from '../expressions/json.ts';
import { parseWhere } from '../expressions/where.ts';
import { bindSpec } from '../metadata/bound-spec.ts';
import type { FieldSummary, ManifestFile, PartitionSpec } from '../metadata/records.ts';
import { untruths } from '../testing/answers/evidence.ts';
import { buildEntries, type Row } from '../testing/entries.ts';
import { applyTransform } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { JAVA, type Profile, SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import { encodeSingleValue } from '../types/single-value.ts';
import type { NestedField, PrimitiveType, Value } from '../types/type.ts';
import { describeProjections } from './describe-projection.ts';
import { explainFile, explainManifest } from './explain.ts';
import { durationWords } from './explain-sentence.ts';
import type { FileExplanation } from './explanation.ts';

const TYPES: Readonly<Record<string, PrimitiveType>> = {
  ts: { kind: 'timestamp' },
  country: { kind: 'string' },
  url: { kind: 'string' },
  f: { kind: 'double' },
  n: { kind: 'int' },
  on: { kind: 'date' },
};
/** A field of an optional struct. */
const SIZE: NestedField = { id: 21, name: 'size', required: false, type: { kind: 'long' } };
const index = indexSchema({
  schemaId: 0,
  identifierFieldIds: [],
  fields: [
    ...Object.entries(TYPES).map(
      ([name, type], i): NestedField => ({ id: i + 1, name, required: false, type }),
    ),
    { id: 20, name: 'payload', required: false, type: { kind: 'struct', fields: [SIZE] } },
  ],
});
const idOf = (name: string) => index.find(name, true)?.fieldId ?? 0;
const micros = (text: string) => BigInt(Date.parse(`${text.replace(' ', 'T')}Z`)) * 1000n;
const hour = (text: string) => Number(micros(text) / 3_600_000_000n);
const day = (text: string) => Number(micros(`${text} 00:00:00`) / 86_400_000_000n);

function specOf(
  ...fields: readonly (readonly [string, Transform['kind'] | Transform])[]
): PartitionSpec {
  return {
    specId: fields.length,
    fields: fields.map(([column, transform], i) => ({
      sourceIds: [idOf(column)],
      fieldId: 1000 + i,
      name:
        transform === 'identity'
          ? column
          : `${column}_${typeof transform === 'string' ? transform : transform.kind}`,
      transform: typeof transform === 'string' ? ({ kind: transform } as Transform) : transform,
    })),
  };
}

const RANGE = "ts >= TIMESTAMP '2026-03-01 09:00:00' AND ts < TIMESTAMP '2026-03-01 12:00:00'";

interface Question {
  readonly where?: string;
  readonly json?: unknown;
  readonly spec?: PartitionSpec;
  readonly row: Row;
  readonly summaries?: readonly (readonly [PrimitiveType, Value | undefined, Value | undefined])[];
  readonly profile?: Profile;
}

function explain(q: Question): FileExplanation {
  const spec = q.spec ?? specOf();
  const bound = bindSpec(spec, index);
  const types = bound.fields.map((f) => f.resultType ?? { kind: 'string' as const });
  const entries = buildEntries(
    [q.row],
    {
      ...Object.fromEntries(Object.entries(TYPES).map(([n, t]) => [idOf(n), t])),
      21: SIZE.type as PrimitiveType,
    },
    spec,
    types,
  );
  const expression =
    q.where === undefined
      ? expressionFromJson(q.json)
      : parseWhere(q.where, index, { caseSensitive: true }).expression;
  return explainFile({
    manifestIndex: 0,
    manifest: manifestOf(q.summaries),
    entries,
    entry: 0,
    spec: bound,
    profile: q.profile ?? SAFE,
    bindAs: (profile) => bind(expression, index, { caseSensitive: true, profile }),
    others: [{ profile: JAVA, name: 'Java’s rules' }],
  });
}

function manifestOf(summaries: Question['summaries']): ManifestFile {
  const partitions = summaries?.map(
    ([type, lower, upper]): FieldSummary => ({
      containsNull: false,
      lowerBound: lower === undefined ? undefined : encodeSingleValue(type, lower),
      upperBound: upper === undefined ? undefined : encodeSingleValue(type, upper),
    }),
  );
  return {
    manifestPath: 'm.avro',
    partitionSpecId: 0,
    content: 'data',
    sequenceNumber: 1n,
    minSequenceNumber: 1n,
    addedFilesCount: 1,
    partitions,
  };
}

const bucketOfCanada = applyTransform(
  { kind: 'bucket', numBuckets: 2 },
  { kind: 'string' },
  utf8('CA'),
  SAFE,
) as number;
const byDay = specOf(['ts', 'day']);
const byHour = specOf(['ts', 'hour']);
const byHourAndCountry = specOf(['ts', 'hour'], ['country', 'identity']);
const DATE: PrimitiveType = { kind: 'date' };
const times = (from: string, to: string) => ({
  values: 50,
  nulls: 0,
  lower: micros(`2026-03-01 ${from}`),
  upper: micros(`2026-03-01 ${to}`),
});
const texts = (from: string, to: string) => ({
  values: 50,
  nulls: 0,
  lower: utf8(from),
  upper: utf8(to),
});

describe('the sentence', () => {
  const cases: readonly (readonly [string, Question, string, string])[] = [
    [
      'template 1',
      {
        where: RANGE,
        spec: byDay,
        row: { partition: [day('2025-12-30')] },
        summaries: [[DATE, day('2025-12-01'), day('2025-12-31')]],
      },
      'skippedByManifest',
      'Skipped by manifest: the manifest’s days run from 2025-12-01 to 2025-12-31; only 2026-03-01 could match.',
    ],
    [
      'template 2',
      { where: RANGE, spec: byHour, row: { partition: [hour('2026-03-01 14:00:00')] } },
      'skippedByPartition',
      'Skipped by partition: ts_hour is 2026-03-01-14; only 2026-03-01 09 to 11 could match.',
    ],
    [
      'template 3',
      { where: "country = 'NO'", row: { metrics: { [idOf('country')]: texts('BR', 'GB') } } },
      'skippedByBounds',
      'Skipped by bounds: country runs from BR to GB; NO comes after GB.',
    ],
    [
      'template 4',
      {
        where: "country = 'NO'",
        row: { metrics: { [idOf('country')]: { values: 41022, nulls: 41022 } } },
      },
      'skippedByBounds',
      'Skipped by null count: all 41,022 values of country are null.',
    ],
    [
      'template 5',
      {
        where: RANGE,
        spec: byDay,
        row: {
          partition: [day('2026-03-01')],
          metrics: { [idOf('ts')]: times('08:02:20', '09:36:00') },
        },
      },
      'read',
      'Read: rows may match. Its ts overlaps the range by 36 minutes.',
    ],
    [
      'a range of numbers',
      {
        where: 'f BETWEEN 10 AND 20',
        row: { metrics: { [idOf('f')]: { values: 50, nulls: 0, nans: 0, lower: 1, upper: 977 } } },
      },
      'read',
      'Read: rows may match. Its f runs from 1 to 977, which the range overlaps.',
    ],
    [
      'a range whose ends are reversed',
      {
        where: 'f BETWEEN 73 AND 70',
        row: { metrics: { [idOf('f')]: { values: 50, nulls: 0, nans: 0, lower: 70, upper: 73 } } },
      },
      'read',
      'Read: each condition is compared by itself and rules nothing out, though no f satisfies all of them. Its f runs from 70 to 73.',
    ],
    [
      'a count',
      {
        where: 'f IS NULL',
        row: { metrics: { [idOf('f')]: { values: 50, nulls: 3, nans: 0, lower: 1, upper: 9 } } },
      },
      'read',
      'Read: rows may match. 3 of 50 values of f are null.',
    ],
    [
      'other values',
      {
        where: 'f <> 5',
        row: { metrics: { [idOf('f')]: { values: 50, nulls: 0, nans: 0, lower: 1, upper: 9 } } },
      },
      'read',
      'Read: rows may match. For f, bounds 1 to 9 include other values.',
    ],
    [
      'no nulls',
      {
        where: 'country IS NOT NULL',
        row: { metrics: { [idOf('country')]: texts('AR', 'US') } },
      },
      'allMatch',
      'Read: every row matches. The null counts of country prove it.',
    ],
    [
      'template 6',
      {
        where: `${RANGE} AND country = 'NO'`,
        spec: byHourAndCountry,
        row: { partition: [hour('2026-03-01 10:00:00'), utf8('NO')] },
      },
      'allMatch',
      'Read: every row matches. The whole hour and the country lie in the predicate.',
    ],
    [
      'template 7',
      { where: "country = 'NO'", row: {} },
      'read',
      'Read: no bounds are recorded for country, so nothing can be ruled out.',
    ],
    [
      'template 8',
      {
        where: "country = 'NO'",
        spec: byDay,
        row: { partition: [day('2026-03-01')], metrics: { [idOf('country')]: texts('AR', 'US') } },
      },
      'read',
      'Read: rows may match. Spec 1 has no field on country; bounds AR to US include NO.',
    ],
    [
      'template 9',
      {
        where: "url = 'https://host/aaa'",
        row: { metrics: { [idOf('url')]: texts('https://host/aaa', 'https://host/aaa') } },
      },
      'read',
      'Read, not fully: the bounds of url are truncated, so equal bounds prove nothing.',
    ],
    [
      'template 10',
      {
        where: "country > 'NO'",
        spec: specOf(['country', { kind: 'unknown', text: 'zorder' }]),
        row: { partition: [utf8('?')], metrics: { [idOf('country')]: texts('AR', 'US') } },
      },
      'read',
      'Read: transform zorder is unknown here, so it never skips.',
    ],
    [
      'bounds and partition together',
      {
        where: `${RANGE} AND country = 'NO'`,
        spec: byHour,
        row: {
          partition: [hour('2026-03-01 10:00:00')],
          metrics: { [idOf('country')]: texts('NO', 'NO') },
        },
      },
      'allMatch',
      'Read: every row matches. The whole hour and its country lie in the predicate.',
    ],
    [
      'no rows',
      { where: "country = 'NO'", row: { records: 0n } },
      'skippedByBounds',
      'Skipped by row count: the file has no rows.',
    ],
    [
      'no condition',
      { where: '', row: {} },
      'allMatch',
      'Read: every row matches. There is no condition.',
    ],
    [
      'a list with a gap',
      {
        where: "country IN ('AA', 'ZZ')",
        row: { metrics: { [idOf('country')]: texts('BR', 'GB') } },
      },
      'skippedByBounds',
      'Skipped by bounds: country runs from BR to GB; no element of the list lies between.',
    ],
  ];
  const five = { metrics: { [idOf('f')]: { values: 5, nulls: 0, nans: 0, lower: 5, upper: 5 } } };
  const fiveAndTexts = { metrics: { ...five.metrics, [idOf('country')]: texts('BR', 'GB') } };
  const byCountry = specOf(['country', 'identity']);
  const junctions: typeof cases = [
    [
      'both sides of OR',
      { where: 'f < 3 OR f > 100', row: five },
      'skippedByBounds',
      'Skipped by bounds: f is 5; one condition ends before 3, another begins after 100.',
    ],
    [
      'sides of OR on two columns',
      { where: "f < 3 OR country = 'NO'", row: fiveAndTexts },
      'skippedByBounds',
      'Skipped by bounds: f is 5; the condition ends before 3, and country runs from BR to GB; NO comes after GB.',
    ],
    [
      'more sides than a sentence holds',
      { where: 'f < 1 OR f < 2 OR f < 3 OR f > 100 OR f > 101', row: five },
      'skippedByBounds',
      'Skipped by bounds: f is 5; one condition ends before 1, another ends before 2, another ends before 3, and 2 more.',
    ],
    [
      'counts and bounds',
      {
        where: "f IS NULL OR country = 'NO'",
        row: fiveAndTexts,
      },
      'skippedByBounds',
      'Skipped by null count and bounds: no value of f is null, and country runs from BR to GB; NO comes after GB.',
    ],
    [
      'of AND one side alone',
      { where: "(f < 3 OR f > 100) AND country = 'CA'", row: fiveAndTexts },
      'skippedByBounds',
      'Skipped by bounds: f is 5; one condition ends before 3, another begins after 100.',
    ],
    [
      'both sides of OR on a partition',
      {
        where: "ts < TIMESTAMP '2020-01-01 00:00:00' OR country = 'XX'",
        spec: byHourAndCountry,
        row: { partition: [hour('2026-03-01 14:00:00'), utf8('NO')] },
      },
      'skippedByPartition',
      'Skipped by partition: ts_hour is 2026-03-01-14, country is NO; only ts_hour 2019-12-31 23 or earlier, or country XX could match.',
    ],
    [
      'the range of each side of OR',
      {
        where: `(${RANGE}) OR ts < TIMESTAMP '2020-01-01 00:00:00'`,
        spec: byHour,
        row: { partition: [hour('2026-03-01 14:00:00')] },
      },
      'skippedByPartition',
      'Skipped by partition: ts_hour is 2026-03-01-14; only 2026-03-01 09 to 11, or 2019-12-31 23 or earlier could match.',
    ],
    [
      'sides that leave out null alone',
      {
        where: "country <= 'NO' OR country >= 'BR'",
        spec: byCountry,
        row: { partition: [null] },
      },
      'skippedByPartition',
      'Skipped by partition: country is null; any value but null could match.',
    ],
    [
      'sides that leave a gap',
      {
        where: "country < 'BR' OR country > 'NO'",
        spec: byCountry,
        row: { partition: [utf8('FR')] },
      },
      'skippedByPartition',
      'Skipped by partition: country is FR; only before BR, or after NO could match.',
    ],
    [
      'a side of OR that contradicts itself',
      {
        where: "country IS NULL AND country < 'AA' OR country = 'NO'",
        spec: byCountry,
        row: { partition: [utf8('FR')] },
      },
      'skippedByPartition',
      'Skipped by partition: country is FR; only NO could match.',
    ],
    [
      'an opaque condition',
      { where: "country LIKE '%abc'", row: five },
      'read',
      "Read: rows may match. country LIKE '%abc': The pattern asks for more than a prefix, and bounds answer no more.",
    ],
    [
      'what two conditions leave open',
      {
        where: "f > 3 AND country > 'CA'",
        row: {
          metrics: {
            [idOf('f')]: { values: 5, nulls: 0, nans: 0, lower: 1, upper: 9 },
            [idOf('country')]: texts('BR', 'GB'),
          },
        },
      },
      'read',
      'Read: rows may match. Its f runs from 1 to 9, which the range overlaps. Its country runs from BR to GB, which the range overlaps.',
    ],
    [
      'a bucket proves no range',
      {
        where: "country < 'NO'",
        spec: specOf(['country', { kind: 'bucket', numBuckets: 8 }]),
        row: { partition: [3], metrics: { [idOf('country')]: texts('BR', 'GB') } },
      },
      'allMatch',
      'Read: every row matches. Its country lies in the predicate.',
    ],
  ];
  const numbers = (lower: number, upper: number, nulls = 0, nans = 0) => ({
    [idOf('f')]: { values: 50, nulls, nans, lower, upper },
  });
  const days = (from: string, to: string) => ({
    [idOf('on')]: { values: 50, nulls: 0, lower: day(from), upper: day(to) },
  });
  const byBucket = specOf(['country', { kind: 'bucket', numBuckets: 2 }]);
  const untold: typeof cases = [
    [
      'a transform without order',
      {
        where: 'bucket(16, country) = 3',
        row: { metrics: { [idOf('country')]: texts('BR', 'GB') } },
      },
      'read',
      'Read: bucket(16, country) keeps no order of values, so bounds do not answer it.',
    ],
    [
      'a transform with order, by its own bounds',
      {
        where: "truncate(1, country) = 'B'",
        row: { metrics: { [idOf('country')]: texts('B0', 'B9') } },
      },
      'read',
      'Read: rows may match. Spec 0 has no field on truncate(1, country); truncate(1, country) is B, all of it inside, but no transform is proven of every row.',
    ],
    [
      'a prefix of a transform',
      {
        where: "truncate(2, country) LIKE 'B%'",
        row: { metrics: { [idOf('country')]: texts('B0', 'B9') } },
      },
      'read',
      'Read: bounds do not answer such a condition on truncate(2, country).',
    ],
    [
      'bounds of a transform that are not one value',
      {
        where: "truncate(1, country) = 'C'",
        row: { metrics: { [idOf('country')]: texts('B0', 'D9') } },
      },
      'read',
      'Read: rows may match. Spec 0 has no field on truncate(1, country); bounds B to D include C.',
    ],
    [
      'a prefix that every text has',
      { where: "country LIKE '%'", row: {} },
      'read',
      'Read: every country but null matches, so nothing can be ruled out.',
    ],
    [
      'one value that is null',
      { where: 'f IS NULL', row: { metrics: numbers(1, 9, 1) } },
      'read',
      'Read: rows may match. 1 of 50 values of f is null.',
    ],
    [
      'the sign of a zero, of a range',
      { where: 'f > 0', row: { metrics: numbers(0, 0) } },
      'read',
      'Read: rows may match. Its f is 0, and the sign of a zero decides nothing.',
    ],
    [
      'the sign of a zero, of an inequality',
      { where: 'f <> 0', row: { metrics: numbers(0, 0) } },
      'read',
      'Read: rows may match. Its f is 0, and the sign of a zero decides nothing.',
    ],
    [
      'the sign of a zero, of a list',
      { where: 'f NOT IN (0, 1)', row: { metrics: numbers(0, 0) } },
      'read',
      'Read: rows may match. Its f is 0, and the sign of a zero decides nothing.',
    ],
    [
      'NaN among values that all lie inside',
      { where: 'f > 1', row: { metrics: numbers(8, 8, 0, 1) } },
      'read',
      'Read: rows may match. Its f is 8, all of it inside, but 1 of 50 values is NaN.',
    ],
    [
      'nulls among values that all lie inside',
      { where: 'f > 1', row: { metrics: numbers(8, 9, 3) } },
      'read',
      'Read: rows may match. Its f runs from 8 to 9, all of it inside, but 3 of 50 values are null.',
    ],
    [
      'nulls beside the one value that is left out',
      { where: 'f <> 8', row: { metrics: numbers(8, 8, 3) } },
      'read',
      'Read: rows may match. Its f is 8, but 3 of 50 values are null.',
    ],
    [
      'a nested column, which is never proven',
      {
        where: 'payload.size > 3',
        row: { metrics: { 21: { values: 1, nulls: 0, lower: 71n, upper: 74n } } },
      },
      'read',
      'Read: rows may match. Its payload.size runs from 71 to 74, all of it inside, but null counts of nested columns prove nothing.',
    ],
    [
      'no side of OR that the bucket rules out',
      {
        where: "country = 'CA' OR f = 5",
        spec: byBucket,
        row: {
          partition: [1 - bucketOfCanada],
          metrics: { ...numbers(1, 9), [idOf('country')]: texts('BR', 'GB') },
        },
      },
      'read',
      'Read: rows may match. Spec 1 has no field on f; bounds 1 to 9 include 5.',
    ],
    [
      'sides of OR that different stages rule out',
      {
        where: "country = 'CA' OR f = 10",
        spec: byBucket,
        row: {
          partition: [1 - bucketOfCanada],
          metrics: { ...numbers(1, 9), [idOf('country')]: texts('BR', 'GB') },
        },
      },
      'read',
      "Read: its partition rules out country = 'CA', its bounds f = 10, but neither the whole condition.",
    ],
    [
      'both conditions that leave it open',
      {
        where: "f = 5 AND country = 'CA'",
        row: { metrics: { ...numbers(1, 9), [idOf('country')]: texts('BR', 'GB') } },
      },
      'read',
      'Read: rows may match. Spec 0 has no field on f; bounds 1 to 9 include 5. Spec 0 has no field on country; bounds BR to GB include CA.',
    ],
    [
      'a lack beside a side of OR that keeps the file',
      { where: "f = 5 OR country = 'CA'", row: { metrics: numbers(1, 9) } },
      'read',
      'Read: rows may match. Spec 0 has no field on f; bounds 1 to 9 include 5. No bounds are recorded for country.',
    ],
    [
      'lacks of both sides of OR',
      { where: "f = 5 OR country = 'CA'", row: {} },
      'read',
      'Read: no bounds are recorded for f and no bounds are recorded for country, so nothing can be ruled out.',
    ],
    [
      'days of a range, both ends in it',
      {
        where: "on BETWEEN DATE '2025-01-03' AND DATE '2025-01-09'",
        row: { metrics: days('2025-01-04', '2025-02-28') },
      },
      'read',
      'Read: rows may match. Its on overlaps the range by 6 days.',
    ],
    [
      'days of a range, one end not in it',
      {
        where: "on > DATE '2025-01-05'",
        row: { metrics: days('2025-01-01', '2025-03-01') },
      },
      'read',
      'Read: rows may match. Its on overlaps the range by 55 days.',
    ],
    [
      'one day',
      { where: "on >= DATE '2025-03-01'", row: { metrics: days('2025-01-01', '2025-03-01') } },
      'read',
      'Read: rows may match. Its on overlaps the range by 1 day.',
    ],
  ];
  for (const [name, question, verdict, sentence] of [...cases, ...junctions, ...untold]) {
    test(`${name}: ${sentence}`, () => {
      const explanation = explain(question);
      expect(explanation.sentence).toBe(sentence);
      expect(explanation.verdict).toBe(verdict);
      expect(untruths(explanation)).toEqual([]);
    });
  }
});

describe('what would change a verdict', () => {
  const one = (lower: number, upper: number, text = texts('BR', 'GB')) => ({
    metrics: {
      [idOf('f')]: { values: 5, nulls: 0, nans: 0, lower, upper },
      [idOf('country')]: text,
    },
  });
  // Partition fields on both columns, which decide nothing here: then it is a matter of the values.
  const spec = specOf(
    ['f', { kind: 'bucket', numBuckets: 4 }],
    ['country', { kind: 'bucket', numBuckets: 4 }],
  );
  const partition = [1, 1];

  test('of a file that an OR keeps, both sides', () => {
    const row = { ...one(1, 200), partition };
    expect(explain({ where: 'f < 3 OR f > 100', spec, row }).wouldChange).toEqual([
      'A lower bound of f from 3 on and an upper bound of f up to 100 would rule it out.',
    ]);
  });

  test('of a file that one side of an OR keeps, that side', () => {
    const row = { ...one(5, 200), partition };
    expect(explain({ where: 'f < 3 OR f > 100', spec, row }).wouldChange).toEqual([
      'An upper bound of f up to 100 would rule it out.',
    ]);
  });

  test('of a file that an AND keeps, either side', () => {
    const row = { ...one(1, 200), partition };
    expect(explain({ where: "f > 3 AND country > 'CA'", spec, row }).wouldChange).toEqual([
      'An upper bound of f up to 3 would rule it out.',
      'An upper bound of country up to CA would rule it out.',
    ]);
  });

  test('of a file that an OR skips, any limit, and all of the conditions', () => {
    const row = one(5, 6);
    expect(explain({ where: "f < 3 OR country = 'NO'", row }).wouldChange).toEqual([
      'An upper limit after 5 would get it past its bounds.',
      'A value from BR to GB would get it past its bounds.',
      'Without the conditions on f and country it would be read.',
    ]);
  });

  const numbers = (lower: number, upper: number, nans = 0) => ({
    [idOf('f')]: { values: 5, nulls: 0, nans, lower, upper },
  });
  const cases: readonly (readonly [string, Question, readonly string[]])[] = [
    [
      'what two conditions exclude takes both',
      { where: 'f > 200 AND f < 50', row: { metrics: numbers(100, 116) } },
      ['Without the conditions on f it would be read.'],
    ],
    [
      'and on two columns',
      { where: "f = 5 AND country = 'NO'", row: one(124, 124) },
      ['Without the conditions on f and country it would be read.'],
    ],
    [
      'one of two conditions on a column',
      { where: 'f > 50 AND f < 90', row: { metrics: numbers(100, 116) } },
      [
        'An upper limit after 100 would get it past its bounds.',
        'Without f < 90 it would be read.',
      ],
    ],
    [
      'what the partition allows, the bounds exclude',
      {
        where: "f = 5 AND country = 'CA'",
        spec: specOf(['country', 'identity']),
        row: { partition: [utf8('GB')], metrics: one(124, 124, texts('GB', 'GB')).metrics },
      },
      ['Without the conditions on country and f it would be read.'],
    ],
    [
      'a comparison and the IS NOT NULL behind it are one condition',
      {
        where: "country <> 'NO'",
        spec: specOf(['country', 'identity']),
        row: { partition: [null] },
      },
      [
        'A condition that allows country = null would get it past the partition.',
        'Without the condition on country it would be read.',
      ],
    ],
    [
      'no limit lies beyond infinity',
      {
        where: 'f < 9',
        row: { metrics: numbers(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY) },
      },
      ['Without the condition on f it would be read.'],
    ],
    [
      'a limit at minus infinity',
      {
        where: 'f BETWEEN 9 AND 10',
        row: { metrics: numbers(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY) },
      },
      [
        'A lower limit up to -Infinity would get it past its bounds.',
        'Without f >= 9 it would be read.',
      ],
    ],
    [
      'a null count for IS NULL',
      { where: 'f IS NULL', row: {} },
      [
        'A recorded null count of f might rule it out.',
        'A partition field on f would keep f IS NULL in files of its own.',
      ],
    ],
    [
      'no partition field on a struct',
      { where: 'payload IS NULL', row: {} },
      ['A recorded null count of payload might rule it out.'],
    ],
    [
      'of a side of OR that is open, its values, of the other that they are recorded',
      { where: "f = 5 OR country = 'NO'", row: { metrics: numbers(1, 9) } },
      [
        'Bounds of f that leave out 5 and recorded bounds of country might rule it out.',
        "Partition fields on f and country would keep f = 5 OR country = 'NO' in files of its own.",
      ],
    ],
    [
      'nothing of a side of OR that is ruled out',
      { where: "f = 50 OR country = 'NO'", row: { metrics: numbers(1, 9) } },
      [
        'Recorded bounds of country might rule it out.',
        "A partition field on country would keep country = 'NO' in files of its own.",
      ],
    ],
    [
      'no bounds against what the partition proves',
      {
        where: "country = 'NO'",
        spec: specOf(['country', 'identity']),
        row: { partition: [utf8('NO')] },
      },
      ['Another condition could rule it out.'],
    ],
    [
      'and of an AND only the side that is open',
      {
        where: "country = 'NO' AND f = 5",
        spec: specOf(['country', 'identity']),
        row: { partition: [utf8('NO')], metrics: numbers(1, 9) },
      },
      ['A partition field on f would keep f = 5 in files of its own.'],
    ],
    [
      'no bounds of a bucket, and no nulls where its value is known',
      {
        where: 'bucket(4, country) IN (2, 3)',
        spec,
        row: { ...one(1, 9), partition: [1, 2] },
      },
      ['Another condition could rule it out.'],
    ],
    [
      'no zero before zero',
      { where: 'f > 0', spec, row: { metrics: numbers(0, 0), partition } },
      ['An upper bound of f before 0 would rule it out.'],
    ],
    [
      'no bounds against every value but zero',
      { where: 'f <> 0', spec, row: { metrics: numbers(0, 0), partition } },
      ['Every f being null would rule it out.'],
    ],
    [
      'no bounds outside of every text',
      {
        where: "country LIKE '%'",
        spec,
        row: { metrics: { [idOf('country')]: texts('BR', 'GB') }, partition },
      },
      ['Every country being null would rule it out.'],
    ],
    [
      'no bound before the least text',
      {
        where: "country >= ''",
        spec,
        row: { metrics: { [idOf('country')]: { ...texts('BR', 'GB'), nulls: 1 } }, partition },
      },
      ['Every country being null would rule it out.'],
    ],
  ];
  test.each(cases)('%s', (_name, question, expected) => {
    expect(explain(question).wouldChange).toEqual(expected);
  });
});

test('template 12: a difference names the rule that decides', () => {
  const row = { metrics: { [idOf('f')]: { values: 50, nulls: 0, nans: 0, lower: -0, upper: -0 } } };
  const { verdict, differences } = explain({ json: { type: 'eq', term: 'f', value: 0 }, row });
  expect(verdict).toBe('read');
  expect(differences).toEqual([
    'Read here, skipped by Java’s rules: they put −0.0 below 0.0 (EV-38).',
  ]);
});

test.each([
  // By Java's rules −0.0 is below 0.0, and a query for 0.0 would miss the row.
  { value: 0, profile: SAFE, verdict: 'read', proven: false },
  { value: 0, profile: JAVA, verdict: 'skippedByBounds', proven: false },
  { value: 1, profile: SAFE, verdict: 'skippedByBounds', proven: true },
  { value: 1, profile: JAVA, verdict: 'skippedByBounds', proven: true },
])('a skip is proven where it is sound: f = $value by $profile.name', (one) => {
  const row = { metrics: { [idOf('f')]: { values: 50, nulls: 0, nans: 0, lower: -0, upper: -0 } } };
  const json = { type: 'eq', term: 'f', value: one.value };
  const { verdict, skipIsProven } = explain({ json, row, profile: one.profile });
  expect([verdict, skipIsProven]).toEqual([one.verdict, one.proven]);
});

test('a literal that other rules refuse is a difference, and the file is explained (EX-18)', () => {
  const row = { metrics: { [idOf('n')]: { values: 50, nulls: 0, lower: 3, upper: 7 } } };
  const { verdict, differences } = explain({ where: 'n > 2.5', row });
  expect(verdict).toBe('allMatch');
  expect(differences).toEqual(['Read here, refused by Java’s rules: n is an int; 2.5 is not.']);
});

test('the tree has the shape of the predicate, and SQL’s implied IS NOT NULL is not shown', () => {
  const row = {
    partition: [day('2026-03-01')],
    metrics: { [idOf('ts')]: times('08:02:20', '09:36:00'), [idOf('country')]: texts('BR', 'SE') },
  };
  const { stages, residual } = explain({ where: `${RANGE} AND country = 'NO'`, spec: byDay, row });
  const bounds = stages.find((stage) => stage.stage === 'bounds');
  expect(bounds?.rows).toBe('might');
  expect(bounds?.tree.children.map((child) => [child.rows, child.text, child.finding])).toEqual([
    [
      'might',
      "ts >= TIMESTAMP '2026-03-01 09:00:00'",
      'ts runs from 2026-03-01 08:02:20 to 2026-03-01 09:36:00, which the range overlaps',
    ],
    [
      'must',
      "ts < TIMESTAMP '2026-03-01 12:00:00'",
      'ts runs from 2026-03-01 08:02:20 to 2026-03-01 09:36:00, all of it inside',
    ],
    ['might', "country = 'NO'", 'bounds BR to SE include NO'],
  ]);
  const partition = stages.find((stage) => stage.stage === 'partition');
  expect(partition?.tree.children.map((child) => child.evidence?.inclusive)).toEqual([
    'ts_day >= 2026-03-01',
    'ts_day <= 2026-03-01',
    undefined,
  ]);
  expect(residual.kind).toBe('predicate');
});

test('evidence of a column lies on one axis', () => {
  const row = {
    partition: [day('2026-03-01')],
    metrics: { [idOf('ts')]: times('08:02:20', '09:36:00') },
  };
  const { columns } = explain({
    where: RANGE,
    spec: byDay,
    row,
    summaries: [[DATE, day('2026-02-27'), day('2026-03-03')]],
  });
  const [ts] = columns;
  const at = (text: string) => Number(micros(text));
  expect(ts?.partition?.lower?.position).toBe(at('2026-03-01 00:00:00'));
  expect(ts?.partition?.upper).toMatchObject({
    position: at('2026-03-02 00:00:00'),
    inclusive: false,
  });
  expect(ts?.manifest?.lower?.position).toBe(at('2026-02-27 00:00:00'));
  expect(ts?.manifest?.upper?.position).toBe(at('2026-03-04 00:00:00'));
  expect(ts?.bounds?.lower?.text).toBe('2026-03-01 08:02:20');
  expect(ts?.predicate).toMatchObject([
    {
      lower: { position: at('2026-03-01 09:00:00'), inclusive: true },
      upper: { position: at('2026-03-01 12:00:00'), inclusive: false },
    },
  ]);
});

test('a manifest has a sentence of its own', () => {
  const filter = bind(parseWhere(RANGE, index, { caseSensitive: true }).expression, index, {
    caseSensitive: true,
    profile: SAFE,
  });
  const bound = bindSpec(byDay, index);
  const sentence = (from: string, to: string) =>
    explainManifest(filter, manifestOf([[DATE, day(from), day(to)]]), bound, SAFE);
  expect(sentence('2025-12-01', '2025-12-31')).toBe(
    'Skipped: its days run from 2025-12-01 to 2025-12-31; only 2026-03-01 could match.',
  );
  expect(sentence('2026-03-01', '2026-03-02')).toBe(
    'Opened: its days run from 2026-03-01 to 2026-03-02; only 2026-03-01 could match.',
  );
});

test('a manifest’s nulls are told beside its bounds', () => {
  const filter = bind(parseWhere(RANGE, index, { caseSensitive: true }).expression, index, {
    caseSensitive: true,
    profile: SAFE,
  });
  const bound = bindSpec(byDay, index);
  const sentence = (from: string, to: string) => {
    const manifest = manifestOf([[DATE, day(from), day(to)]]);
    const partitions = manifest.partitions?.map((p) => ({ ...p, containsNull: true }));
    return explainManifest(filter, { ...manifest, partitions }, bound, SAFE);
  };
  expect(sentence('2025-12-01', '2025-12-31')).toBe(
    'Skipped: its days run from 2025-12-01 to 2025-12-31 or are null; only 2026-03-01 could match.',
  );
  expect(sentence('2025-12-01', '2025-12-01')).toBe(
    'Skipped: its days are 2025-12-01 or null; only 2026-03-01 could match.',
  );
});

describe('projections in words', () => {
  const described = (where: string, spec: PartitionSpec) => {
    const filter = bind(parseWhere(where, index, { caseSensitive: true }).expression, index, {
      caseSensitive: true,
      profile: SAFE,
    });
    const [only] = describeProjections(filter, [bindSpec(spec, index)], SAFE);
    return only;
  };

  test('every term helps', () => {
    const it = described(`${RANGE} AND country = 'NO'`, byHourAndCountry);
    expect(it?.inclusive).toEqual({
      formula: "ts_hour >= 2026-03-01-09 AND ts_hour <= 2026-03-01-11 AND country = 'NO'",
      words: 'the hour is 2026-03-01 09 to 11 and the country is NO',
    });
    expect(it?.strict).toEqual({ formula: it?.inclusive.formula, words: 'the same' });
    expect(it?.unused).toEqual([]);
  });

  test('equal edges fold, and what has no field is said', () => {
    const it = described(`${RANGE} AND country = 'NO'`, byDay);
    expect(it?.inclusive).toEqual({
      formula: 'ts_day = 2026-03-01',
      words: 'the day is 2026-03-01',
    });
    expect(it?.strict).toEqual({ formula: 'FALSE', words: 'never: a day mixes values of country' });
    expect(it?.unused).toEqual([
      { text: "country = 'NO'", reason: 'country is no field of spec 1' },
    ]);
  });

  test.each([
    [
      "country = 'NO'",
      specOf(['ts', 'hour'], ['country', { kind: 'bucket', numBuckets: 4 }]),
      'a bucket holds other values of country too',
    ],
    ['f % 2 = 0', byDay, 'what cannot be judged is never sure'],
    ["ts < '2026-03-02' AND f % 2 = 0", byDay, 'what cannot be judged is never sure'],
  ])('why no partition is sure to match %s', (where, spec, why) => {
    expect(described(where, spec)?.strict).toEqual({ formula: 'FALSE', words: `never: ${why}` });
  });

  test('no unit is wholly inside', () => {
    expect(described(RANGE, byDay)?.strict).toEqual({
      formula: 'FALSE',
      words: 'never: no day is wholly inside',
    });
  });
});

test.each([
  [0.5, 'less than a second'],
  [36 * 60, '36 minutes'],
  [3600 + 5 * 60 + 7, '1 hour 5 minutes'],
  [2 * 86_400, '2 days'],
])('%d seconds: %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});

describe('text that could be taken for null or nothing stands in quotes', () => {
  const byCountry = specOf(['country', 'identity']);
  test.each<[string, string, Value | null, string]>([
    ['a text', "country = 'null'", null, "country is null; only 'null' could match."],
    ['a null', 'country IS NULL', utf8('null'), "country is 'null'; only null could match."],
    ['nothing', "country = 'NO'", utf8(''), "country is ''; only NO could match."],
    ['blanks', "country = '  '", utf8('NaN'), "country is 'NaN'; only '  ' could match."],
  ])('%s, by partition', (_, where, value, told) => {
    const it = explain({ where, spec: byCountry, row: { partition: [value] } });
    expect(it.sentence).toBe(`Skipped by partition: ${told}`);
    expect(untruths(it)).toEqual([]);
    const [label] = told.split(';');
    expect(it.partition).toBe(label?.replace(' is ', '='));
  });

  test.each([
    ["country = ''", "Skipped by bounds: country is same; '' comes before same."],
    ["country < ''", "Skipped by bounds: country is same; the condition ends before ''."],
  ])('%s, by bounds', (where, sentence) => {
    const it = explain({ where, row: { metrics: { [idOf('country')]: texts('same', 'same') } } });
    expect(it.sentence).toBe(sentence);
    expect(untruths(it)).toEqual([]);
  });

  test('in a manifest', () => {
    const filter = bind(
      parseWhere("country = 'a'", index, { caseSensitive: true }).expression,
      index,
      {
        caseSensitive: true,
        profile: SAFE,
      },
    );
    const manifest = manifestOf([[{ kind: 'string' }, utf8('NULL'), utf8('Z ')]]);
    expect(explainManifest(filter, manifest, bindSpec(byCountry, index), SAFE)).toBe(
      "Skipped: its country runs from 'NULL' to 'Z '; only a could match.",
    );
  });
});

describe('a negated condition is told by what it leaves out', () => {
  const byCountry = specOf(['country', 'identity']);
  test.each([
    ["country <> 'NO'", 'any value but NO or null'],
    ["country IS DISTINCT FROM 'NO'", 'any value but NO'],
    ["country NOT IN ('NO', 'SE')", 'any value but NO, SE or null'],
    ["country NOT IN ('NO', 'a', 'b', 'c', 'd', 'e')", 'any value but 6 listed ones or null'],
    ["country NOT LIKE 'N%'", 'any text that does not begin with N'],
    ["country NOT LIKE 'N%' AND country NOT LIKE 'S%'", 'any text that does not begin with N or S'],
    ["country > 'A' AND country <> 'NO'", 'only after A except NO'],
  ])('%s', (where, allowed) => {
    const it = explain({ where, spec: byCountry, row: { partition: [utf8('NO')] } });
    expect(it.sentence).toBe(`Skipped by partition: country is NO; ${allowed} could match.`);
    expect(untruths(it)).toEqual([]);
    const filter = bind(parseWhere(where, index, { caseSensitive: true }).expression, index, {
      caseSensitive: true,
      profile: SAFE,
    });
    const manifest = manifestOf([[{ kind: 'string' }, utf8('B'), utf8('Z')]]);
    expect(explainManifest(filter, manifest, bindSpec(byCountry, index), SAFE)).toBe(
      `Opened: its country runs from B to Z; ${allowed} could match.`,
    );
  });

  test('NaN, and null', () => {
    const told = (where: string, value: number | null) =>
      explain({ where, spec: specOf(['f', 'identity']), row: { partition: [value] } }).sentence;
    expect(told('NOT is_nan(f)', Number.NaN)).toBe(
      'Skipped by partition: f is NaN; any value but NaN could match.',
    );
    expect(told('f IS NOT NULL', null)).toBe(
      'Skipped by partition: f is null; any value but null could match.',
    );
  });
});

test.each([
  ["country NOT LIKE 'N%'", "country NOT LIKE 'N%'"],
  ["country <> 'NO'", "country <> 'NO'"],
  ['f NOT IN (1, 2)', 'f NOT IN (1, 2)'],
  // Holds for nulls.
  ["country IS DISTINCT FROM 'NO'", "country IS DISTINCT FROM 'NO'"],
])('%s is told as it was asked', (where, told) => {
  const name = where.split(' ')[0] as string;
  expect(explain({ where, row: {} }).wouldChange).toContain(
    `A partition field on ${name} would keep ${told} in files of its own.`,
  );
  const filter = bind(parseWhere(where, index, { caseSensitive: true }).expression, index, {
    caseSensitive: true,
    profile: SAFE,
  });
  const [described] = describeProjections(filter, [bindSpec(specOf(), index)], SAFE);
  expect(described?.unused).toEqual([{ text: told, reason: `${name} is no field of spec 0` }]);
});

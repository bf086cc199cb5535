import { describe, expect, it } from 'vitest';
import type { PartitionSpec, TableMetadata } from '../src/metadata/records.ts';
import { describeSpec } from '../src/metadata/spec-words.ts';
import { parseTransform } from '../src/transforms/transform.ts';
import { indexSchema } from '../src/types/schema.ts';
import {
  columnsOf,
  columnsThen,
  ddlOf,
  fieldWords,
  nameWords,
  specChange,
  specLabel,
  valuesWords,
} from './specs.ts';

const SCHEMA = {
  schemaId: 0,
  identifierFieldIds: [],
  fields: ['id', 'ts', 'country'].map((name, i) => ({
    id: i + 1,
    name,
    required: false,
    type: { kind: 'string' } as const,
  })),
};
const METADATA = { schemas: [SCHEMA], currentSchemaId: 0 } as unknown as TableMetadata;

/** `ts_day=day(2)` reads as field ts_day of transform day on column 2. */
function spec(specId: number, ...fields: string[]): PartitionSpec {
  return {
    specId,
    fields: fields.map((text, i) => {
      const [, field = '', transform = '', source] = /^(\w+)=([^(]+)\((\d)\)$/.exec(text) ?? [];
      return {
        name: field,
        fieldId: 1000 + i,
        sourceIds: [Number(source)],
        transform: parseTransform(transform),
      };
    }),
  };
}

const MONTH = spec(0, 'ts_month=month(2)');
const DAY = spec(1, 'ts_day=day(2)');
const HOUR_COUNTRY = spec(2, 'ts_hour=hour(2)', 'country=identity(3)');
const DAY_BUCKET = spec(3, 'ts_day=day(2)', 'id_bucket=bucket[16](1)');
const VOIDED = spec(4, 'ts_day=void(2)', 'country=identity(3)');

describe('ddlOf', () => {
  it.each([
    [undefined, DAY, 'PARTITIONED BY (days(ts))', 'CREATE TABLE t (…) PARTITIONED BY (days(ts))'],
    [undefined, spec(0), 'unpartitioned', 'CREATE TABLE t (…)'],
    [
      MONTH,
      DAY,
      'REPLACE ts_month WITH days(ts)',
      'ALTER TABLE t REPLACE PARTITION FIELD ts_month WITH days(ts)',
    ],
    [
      DAY,
      HOUR_COUNTRY,
      'REPLACE ts_day WITH hours(ts), ADD country',
      'ALTER TABLE t REPLACE PARTITION FIELD ts_day WITH hours(ts); ALTER TABLE t ADD PARTITION FIELD country',
    ],
    [
      DAY,
      DAY_BUCKET,
      'ADD bucket(16, id) AS id_bucket',
      'ALTER TABLE t ADD PARTITION FIELD bucket(16, id) AS id_bucket',
    ],
    [
      DAY,
      VOIDED,
      'REPLACE ts_day WITH country',
      'ALTER TABLE t REPLACE PARTITION FIELD ts_day WITH country',
    ],
  ] as const)('case %#', (from, to, short, full) => {
    const columns = indexSchema(SCHEMA);
    const change = { from, to, columns, table: 't', formatVersion: 1 };
    expect(ddlOf(change, 'spark')).toEqual({ short, full });
  });
});

describe('specLabel', () => {
  it.each([
    ['hour(ts), country', HOUR_COUNTRY],
    ['day(ts), bucket(16, id)', DAY_BUCKET],
    ['country', VOIDED],
    ['unpartitioned', spec(9)],
  ] as const)('%s', (label, of) => {
    expect(specLabel(of, METADATA)).toBe(label);
  });
});

it.each([
  [['d=day(2)'], ['h=hour(2)'], '+hour(ts) −day(ts)'],
  [['h=hour(2)'], ['h=hour(2)', 'c=identity(3)'], '+country'],
  [['h=hour(2)', 'c=identity(3)'], ['h=hour(2)'], '−country'],
  // Format 1 keeps what was dropped as void, and renaming changes no layout.
  [['h=hour(2)'], ['x=void(2)', 'hh=hour(2)'], ''],
])('from %s to %s is the change %s', (from, to, words) => {
  expect(specChange(spec(0, ...from), spec(1, ...to), columnsOf(METADATA))).toBe(words);
});

it('names columns as they were called when the layout changed', () => {
  const renamed = (schemaId: number, name: string) => ({
    ...SCHEMA,
    schemaId,
    fields: SCHEMA.fields.map((field) => (field.name === 'ts' ? { ...field, name } : field)),
  });
  const schemas = [SCHEMA, renamed(1, 'event_ts'), renamed(2, 'at')];
  const fileAt = (ms: number, currentSchemaId: number) => ({
    timestampMs: BigInt(ms),
    metadata: { schemas, currentSchemaId } as unknown as TableMetadata,
  });
  const metadata = {
    schemas,
    currentSchemaId: 2,
    lastUpdatedMs: 30n,
    snapshots: [{ timestampMs: 20n, schemaId: 1 }],
  } as unknown as TableMetadata;
  const then = columnsThen(metadata, [fileAt(10, 0)]);
  const wordsAt = (ms: number) => describeSpec(DAY, then(ms));
  expect([5, 10, 19, 20, 29, 30].map(wordsAt)).toEqual([
    'day(ts)',
    'day(ts)',
    'day(ts)',
    'day(event_ts)',
    'day(event_ts)',
    'day(at)',
  ]);
});

describe('what partition fields hold', () => {
  const fieldsOf = (one: PartitionSpec) => fieldWords(one, METADATA);
  it.each([
    [HOUR_COUNTRY, 'hour(ts), country'],
    [DAY_BUCKET, 'day(ts), bucket(16, id)'],
    [VOIDED, 'country'],
    [spec(5, 'ts_day=day(2)', 'region_of=identity(3)'), 'day(ts), country as region_of'],
    [spec(6, 'country_trunc_2=truncate[2](3)'), 'truncate(2, country)'],
    [spec(8, 'event_day=day(2)'), 'day(ts)'],
    [spec(7, 'country=truncate[2](3)'), 'truncate(2, country) as country'],
  ])('%#: %s', (one, words) => {
    expect(valuesWords(fieldsOf(one))).toBe(words);
  });

  it('explains the names of a condition that do not say it', () => {
    const fields = fieldsOf(spec(5, 'ts_day=day(2)', 'region_of=identity(3)'));
    expect(nameWords("ts_day = 2024-04-07 AND region_of = 'south'", fields)).toEqual([
      'region_of is country',
    ]);
    expect(nameWords('ts_day = 2024-04-07', fields)).toEqual([]);
  });
});

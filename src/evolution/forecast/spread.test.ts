/** What a file's partition value and bounds tell of another layout; expected values by hand. */
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../base/bytes.ts';
import { bindSpec } from '../../metadata/bound-spec.ts';
import type { PartitionSpec } from '../../metadata/records.ts';
import { parseTransform } from '../../transforms/transform.ts';
import { indexSchema } from '../../types/schema.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import { sumLayout } from './layout-sum.ts';
import type { SourceFile } from './source-file.ts';
import { knownValues, spreadField, type ToldValues, valueKey } from './spread.ts';
import { estimateFiles, type WriterRules } from './writers.ts';

const TYPES: readonly PrimitiveType[] = [
  { kind: 'long' },
  { kind: 'timestamp' },
  { kind: 'string' },
];
const SCHEMA = indexSchema({
  schemaId: 0,
  identifierFieldIds: [],
  fields: TYPES.map((type, i) => ({ id: i + 1, name: 'its'.charAt(i), required: false, type })),
});

function spec(...fields: readonly (readonly [string, number])[]): PartitionSpec {
  return {
    specId: 1,
    fields: fields.map(([text, source], i) => ({
      sourceIds: [source],
      fieldId: 1000 + i,
      name: `f${i}`,
      transform: parseTransform(text),
    })),
  };
}

type Range = readonly [Value, Value];

function file(
  rows: number,
  ranges: Readonly<Record<number, Range>>,
  own: PartitionSpec = { specId: 0, fields: [] },
  tuple: readonly (Value | null)[] = [],
): SourceFile {
  return {
    spec: own,
    tuple,
    rows,
    bytes: rows * 100,
    snapshotId: 1n,
    columns: new Map(
      Object.entries(ranges).map(([id, [lower, upper]]) => [
        Number(id),
        { lower, upper, nulls: 0 },
      ]),
    ),
  };
}

const HOUR = 3_600_000_000n;

function spread(
  text: string,
  source: number,
  one: SourceFile,
  others: readonly SourceFile[] = [],
  distinct = new Map<number, number>(),
  partitions: ToldValues['partitions'] = [],
) {
  const bound = bindSpec(spec([text, source]), SCHEMA);
  const field = bound.fields[0];
  if (field === undefined) throw new Error('no field');
  const known = knownValues(bound, [one, ...others], { columns: distinct, partitions })[0];
  if (known === undefined) throw new Error('no field');
  const { parts, low, high, doubt } = spreadField(field, one, known);
  return { values: parts.map((part) => valueKey(part.value)), low, high, doubt };
}

describe('one field', () => {
  it.each<[string, string, number, SourceFile, unknown]>([
    [
      'bounds in one hour',
      'hour',
      2,
      file(9, { 2: [0n, HOUR - 1n] }),
      { values: ['0'], low: 1, high: 1, doubt: undefined },
    ],
    [
      'bounds over three hours',
      'hour',
      2,
      file(9, { 2: [HOUR / 2n, 3n * HOUR - 1n] }),
      { values: ['0', '1', '2'], low: 2, high: 3, doubt: 'between-bounds' },
    ],
    [
      'fewer rows than hours',
      'hour',
      2,
      file(2, { 2: [0n, 24n * HOUR - 1n] }),
      { low: 2, high: 2, doubt: 'between-bounds' },
    ],
    [
      'the day of an hour',
      'day',
      2,
      file(9, {}, spec(['hour', 2]), [30]),
      { values: ['1'], low: 1, high: 1, doubt: undefined },
    ],
    [
      'the hours of a day',
      'hour',
      2,
      file(99, {}, spec(['day', 2]), [1]),
      { low: 2, high: 24, doubt: 'between-bounds' },
    ],
    [
      'numbers in steps of 10',
      'truncate[10]',
      1,
      file(99, { 1: [-1n, 15n] }),
      { values: ['-10', '0', '10'], low: 2, high: 3, doubt: 'between-bounds' },
    ],
    [
      'the bucket of one number',
      'bucket[16]',
      1,
      file(9, { 1: [34n, 34n] }),
      { values: ['3'], low: 1, high: 1, doubt: undefined },
    ],
    ['any bucket', 'bucket[16]', 1, file(9, {}), { low: 1, high: 9, doubt: 'any-bucket' }],
    [
      'no bounds of text',
      'identity',
      3,
      file(9, {}),
      { low: 1, high: 9, doubt: 'nothing-recorded' },
    ],
    ['void', 'void', 1, file(9, {}), { values: ['null'], low: 1, high: 1, doubt: undefined }],
  ])('%s', (_, transform, source, one, expected) => {
    expect(spread(transform, source, one)).toMatchObject(expected as object);
  });

  it('takes values between the bounds that other files show', () => {
    const text = (a: string, b: string) => file(9, { 3: [utf8(a), utf8(b)] });
    const found = spread('identity', 3, text('b', 'd'), [text('c', 'c'), text('e', 'e')]);
    expect(found).toEqual({
      values: ['b', 'd', 'c'].map((one) => valueKey(utf8(one))),
      low: 2,
      high: 9,
      doubt: 'known-values',
    });
  });
});

describe('statistics of the table', () => {
  it('bound how many values a file can hold', () => {
    const one = file(900, { 3: [utf8('b'), utf8('d')] });
    expect(spread('identity', 3, one, [], new Map([[3, 7]]))).toMatchObject({ low: 2, high: 7 });
    expect(spread('identity', 3, file(900, {}), [], new Map([[3, 7]]))).toMatchObject({ high: 7 });
    expect(spread('bucket[16]', 3, file(900, {}), [], new Map([[3, 7]]))).toMatchObject({
      high: 7,
    });
  });
});

describe('values that statistics of partitions tell', () => {
  const told = ['b', 'c', 'x'].map(utf8);
  const one = file(9, { 3: [utf8('a'), utf8('d')] });
  const ends = { low: 2, high: 9, doubt: 'known-values' };
  const keys = (text: string) => [...text].map((letter) => valueKey(utf8(letter)));

  it('between the bounds are met, by the id of the field', () => {
    const partitions = [{ fieldId: 1000, name: 'other', values: told }];
    const seen = spread('identity', 3, one, [], new Map(), partitions);
    expect(seen).toEqual({ values: keys('adbc'), ...ends });
  });

  it('or by its name, where the file records no ids; never of another field', () => {
    const byName = [{ fieldId: undefined, name: 'f0', values: told }];
    expect(spread('identity', 3, one, [], new Map(), byName).values).toEqual(keys('adbc'));
    const other = [{ fieldId: 1001, name: 'f0', values: told }];
    expect(spread('identity', 3, one, [], new Map(), other).values).toEqual(keys('ad'));
  });
});

const HASH: WriterRules = {
  mode: 'hash',
  modeFrom: 'asked',
  targetBytes: 1000,
  targetFrom: 'table',
  tasks: 4,
};

describe('files of one commit', () => {
  const estimate = (rules: WriterRules, ...files: readonly SourceFile[]) => {
    const bound = bindSpec(spec(['day', 2]), SCHEMA);
    return estimateFiles(sumLayout(bound, files, [], []), rules);
  };
  const DAY = 24n * HOUR;
  const onDay = (day: bigint, rows = 5) => file(rows, { 2: [day * DAY, day * DAY + HOUR] });

  it('one a partition where rows are distributed, and as many as its bytes fill', () => {
    expect(estimate(HASH, onDay(0n), onDay(0n), onDay(1n))).toEqual({ low: 2, likely: 2, high: 2 });
    // 50 rows of 100 bytes are 5 files of 1,000.
    expect(estimate(HASH, onDay(0n, 50))).toEqual({ low: 5, likely: 5, high: 5 });
  });

  it('up to one a task and partition where they are not', () => {
    const { low, likely, high } = estimate({ ...HASH, mode: 'none' }, onDay(0n), onDay(1n));
    expect([low, high]).toEqual([2, 8]);
    // Five rows among four tasks leave 4 · (3/4)^5 of them without one: 3.05 of 4 write, twice.
    expect(likely).toBeCloseTo(2 * 4 * (1 - 0.75 ** 5), 6);
  });
});

/** What a file's partition value and bounds tell of another layout; expected values by hand. */
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../base/bytes.ts';
import { bindSpec } from '../../metadata/bound-spec.ts';
import type { PartitionSpec } from '../../metadata/records.ts';
import { parseTransform } from '../../transforms/transform.ts';
import { indexSchema } from '../../types/schema.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import { sumLayout } from './layout-sum.ts';
import type { ColumnRange, SourceFile } from './source-file.ts';
import { knownValues, partKey, spreadField, type ToldValues, valueKey } from './spread.ts';
import { estimateFiles, estimatePartitions, type WriterRules } from './writers.ts';

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

/** Of one column, what is recorded. */
function partly(rows: number, id: number, recorded: Partial<ColumnRange>): SourceFile {
  const range = { lower: undefined, upper: undefined, nulls: undefined, ...recorded };
  return { ...file(rows, {}), columns: new Map([[id, range]]) };
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
  return { values: parts.map(partKey), low, high, doubt };
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
      { values: ['?'], low: 1, high: 9, doubt: 'nothing-recorded' },
    ],
    [
      'no bounds of time',
      'hour',
      2,
      file(9, {}),
      { values: ['?'], low: 1, high: 9, doubt: 'nothing-recorded' },
    ],
    [
      'one bound of two',
      'identity',
      1,
      partly(9, 1, { lower: 4n }),
      { values: ['?'], low: 1, high: 9, doubt: 'nothing-recorded' },
    ],
    [
      'bounds the wrong way round',
      'identity',
      1,
      file(9, { 1: [5n, 4n] }),
      { values: ['?'], low: 1, high: 9, doubt: 'nothing-recorded' },
    ],
    [
      'counts alone, of which all are null',
      'identity',
      3,
      partly(9, 3, { nulls: 9 }),
      { values: ['null'], low: 1, high: 1, doubt: undefined },
    ],
    [
      'counts alone, of which some are null',
      'identity',
      3,
      partly(9, 3, { nulls: 4 }),
      { values: ['?', 'null'], low: 2, high: 10, doubt: 'nothing-recorded' },
    ],
    [
      'bounds of text',
      'identity',
      3,
      file(9, { 3: [utf8('a'), utf8('b')] }),
      { values: ['?'], low: 2, high: 9, doubt: 'only-bounds' },
    ],
    [
      'cut bounds of text, which are no values',
      'identity',
      3,
      file(9, { 3: [utf8('https://example.'), utf8('https://example/')] }),
      { values: ['?'], low: 1, high: 9, doubt: 'cut-bounds' },
    ],
    [
      'letters of two bytes are letters: nine of them are whole',
      'identity',
      3,
      file(9, { 3: [utf8('ааааааааа'), utf8('бббббббб')] }),
      { low: 2, doubt: 'only-bounds' },
    ],
    [
      'the beginning of cut bounds is one value',
      'truncate[4]',
      3,
      file(9, { 3: [utf8('https://example.'), utf8('https://example/')] }),
      { values: [valueKey(utf8('http'))], low: 1, high: 1, doubt: undefined },
    ],
    ['void', 'void', 1, file(9, {}), { values: ['null'], low: 1, high: 1, doubt: undefined }],
  ])('%s', (_, transform, source, one, expected) => {
    expect(spread(transform, source, one)).toMatchObject(expected as object);
  });

  it('takes values between the bounds that partitions of other files list', () => {
    const text = (a: string, b: string) => file(9, { 3: [utf8(a), utf8(b)] });
    const listed = ['c', 'e'].map((one) => file(9, {}, spec(['identity', 3]), [utf8(one)]));
    const found = spread('identity', 3, text('b', 'd'), listed);
    expect(found).toEqual({
      values: ['b', 'd', 'c'].map((one) => valueKey(utf8(one))),
      low: 2,
      high: 9,
      doubt: 'known-values',
    });
  });
});

describe('many numbers', () => {
  it('are as many as lie between the bounds, though few are thought one by one', () => {
    const bound = bindSpec(spec(['identity', 1]), SCHEMA);
    const rows = 5_000_000;
    const sum = sumLayout(bound, [file(rows, { 1: [1n, 1_000_000n] })], [], []);
    const { low, likely, high } = estimatePartitions(sum);
    expect([low, high]).toEqual([2, 1_000_000]);
    // Five rows a value leave e^-5 of them out.
    expect((likely ?? 0) / 1e6).toBeCloseTo(1 - Math.exp(-5), 3);
  });

  it('and so are their combinations', () => {
    const bound = bindSpec(spec(['truncate[10]', 1], ['hour', 2]), SCHEMA);
    const ranges = { 1: [0n, 9_999n], 2: [0n, 24n * HOUR - 1n] } as const;
    const { likely, high } = estimatePartitions(
      sumLayout(bound, [file(1_000_000, ranges)], [], []),
    );
    expect(high).toBe(24_000);
    expect((likely ?? 0) / 24_000).toBeCloseTo(1, 3);
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
    expect(spread('identity', 3, one, [], new Map(), other).doubt).toBe('only-bounds');
  });
});

const HASH: WriterRules = {
  mode: 'hash',
  modeFrom: 'asked',
  namedMode: undefined,
  isTableMode: false,
  targetBytes: 1000,
  targetFrom: 'table',
  tasks: 4,
  leastTasks: 1,
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

  it('one more for each cut between files where rows are sorted', () => {
    // 55 rows of 100 bytes are 6 files of 1,000: five cuts, and two days.
    const range: WriterRules = { ...HASH, mode: 'range' };
    expect(estimate(range, onDay(0n, 50), onDay(1n))).toEqual({ low: 6, likely: 7, high: 7 });
    expect(estimate(range, onDay(0n), onDay(1n))).toEqual({ low: 2, likely: 2, high: 2 });
  });

  it('up to one a task and partition where they are not', () => {
    const { low, likely, high } = estimate({ ...HASH, mode: 'none' }, onDay(0n), onDay(1n));
    expect([low, high]).toEqual([2, 8]);
    // Five rows among four tasks leave 4 · (3/4)^5 of them without one: 3.05 of 4 write, twice.
    expect(likely).toBeCloseTo(2 * 4 * (1 - 0.75 ** 5), 6);
  });
});

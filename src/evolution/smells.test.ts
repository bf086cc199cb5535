/** What is said of a change by its fields and conditions alone; smells of real tables are in cli/evolve.test.ts. */
import { describe, expect, it } from 'vitest';
import { parseWhere } from '../expressions/where.ts';
import { currentSchema } from '../metadata/snapshots.ts';
import { tableOf } from '../testing/metadata.ts';
import { indexSchema } from '../types/schema.ts';
import { applyDdl } from './ddl/apply.ts';
import type { FieldValues, Forecast } from './forecast/forecast.ts';
import { smells } from './smells.ts';

const metadata = tableOf({
  columns: [
    { id: 1, name: 'id', required: true, type: 'long' },
    { id: 2, name: 'ts', required: false, type: 'timestamptz' },
    { id: 3, name: 'country', required: false, type: 'string' },
    { id: 4, name: 'event_date', required: false, type: 'date' },
  ],
  lastColumnId: 4,
});

const NO_WRITERS = {
  mode: 'hash',
  modeFrom: 'default',
  namedMode: undefined,
  isTableMode: true,
  targetBytes: 1,
  targetFrom: 'default',
  tasks: 1,
  leastTasks: 1,
} as const;

const NO_FORECAST: Forecast = {
  writers: { before: NO_WRITERS, after: NO_WRITERS },
  commits: [],
  perCommit: undefined,
  why: [],
  distinct: [],
  window: undefined,
  rewrite: undefined,
  overhead: undefined,
  isCut: false,
};

function found(
  added: string,
  wheres: readonly string[],
  distinct: readonly FieldValues[] = [],
  table = metadata,
) {
  const change = applyDdl(`ALTER TABLE t ADD PARTITION FIELD ${added}`, 'spark', table);
  if ('message' in change) throw new Error(change.message);
  const schema = indexSchema(currentSchema(table));
  const conditions = wheres.map((where) => {
    const { expression: filter, errors } = parseWhere(where, schema, { caseSensitive: false });
    expect(errors).toEqual([]);
    return { where, filter };
  });
  return smells({
    ...change,
    forecast: { ...NO_FORECAST, distinct },
    live: new Map(),
    conditions,
    kept: undefined,
    changed: undefined,
  });
}

const codes = (...args: Parameters<typeof found>) => found(...args).map(({ code }) => code);

describe('a transform that a condition can’t use', () => {
  it.each([
    ['bucket(8, id)', 'id > 5', true],
    ['bucket(8, id)', 'id = 5', false],
    ['bucket(8, id)', 'id IN (5, 6)', false],
    ['bucket(8, id)', 'id != 5', true],
    ['bucket(8, id)', 'id > 5 AND id IS NOT NULL', true],
    ['bucket(8, id)', "country = 'FR'", false],
    ['truncate(2, country)', "country LIKE 'FR%'", false],
    ['truncate(2, country)', "country != 'FRA'", true],
    ['days(ts)', "ts > '2026-01-01'", false],
    ['days(ts)', "ts != '2026-01-01'", true],
    ['country', "country != 'FR'", false],
  ])('%s, %s: %s', (added, where, isSaid) => {
    expect(codes(added, [where]).includes('transform-unused')).toBe(isSaid);
  });

  it('is said once for all conditions that were asked', () => {
    const [smell] = found('bucket(8, id)', ['id = 5', 'id > 5', 'id < 3']);
    expect(smell?.message).toBe(
      'By bucket(8, id) no file can be skipped for id > 5, and for 1 more that were asked.',
    );
  });
});

describe('a derived column', () => {
  it('is asked for, where the layout divides its source', () => {
    expect(codes('days(ts)', ["event_date = '2026-01-01'"])).toEqual(['filter-on-derived-column']);
    expect(codes('bucket(8, id)', ["event_date = '2026-01-01'"])).toEqual([]);
  });
});

describe('two fields by time of one column', () => {
  const twice = tableOf({
    columns: [
      { id: 2, name: 'ts', required: false, type: 'timestamptz' },
      { id: 4, name: 'event_date', required: false, type: 'date' },
    ],
    lastColumnId: 4,
    partitionFields: [{ 'field-id': 1000, name: 'ts_hour', transform: 'hour', 'source-id': 2 }],
  });

  it.each([
    ['days(ts)', ['Beside hour(ts) a condition on ts skips nothing more by day(ts).']],
    ['days(event_date)', []],
  ])('%s beside the hour', (added, messages) => {
    const said = found(added, [], [], twice).filter(({ code }) => code === 'coarser-time');
    expect(said.map(({ message }) => message)).toEqual(messages);
  });
});

describe('a layout that no field divides any more', () => {
  const byHour = tableOf({
    columns: [{ id: 2, name: 'ts', required: false, type: 'timestamptz' }],
    lastColumnId: 2,
    partitionFields: [{ 'field-id': 1000, name: 'ts_hour', transform: 'hour', 'source-id': 2 }],
  });

  it.each([
    [0, 'no live file is divided'],
    [1, '1 live file stays divided as spec 0 says'],
    [1234, '1,234 live files stay divided as spec 0 says'],
  ])('of %d live files', (files, words) => {
    const change = applyDdl('ALTER TABLE t DROP PARTITION FIELD ts_hour', 'spark', byHour);
    if ('message' in change) throw new Error(change.message);
    const [smell] = smells({
      ...change,
      forecast: NO_FORECAST,
      live: new Map([[0, { files, bytes: 1 }]]),
      conditions: [],
      kept: undefined,
      changed: undefined,
    });
    expect(smell?.message).toBe(`No field is left that divides new files; ${words}.`);
  });
});

describe('many values', () => {
  const values = (n: number, isEstimate: boolean) => [{ fieldId: 1000, values: n, isEstimate }];

  it('are told as what they are known by', () => {
    const [floor] = found('id', [], values(5000, false));
    expect(floor?.message).toBe(
      'id has at least 5,000 values in the files at hand, each a partition of its own.',
    );
    const [estimate] = found('id', [], values(5000, true));
    expect(estimate?.message).toBe(
      'id has about 5,000 values, as statistics say, each a partition of its own.',
    );
  });

  it('are no matter of a bucket, nor few', () => {
    expect(codes('bucket(8, id)', [], values(5000, true))).toEqual([]);
    expect(codes('id', [], values(99, true))).toEqual([]);
  });
});

describe('a question that reads more under the new layout', () => {
  const exactly = { low: 1, likely: 1, high: 1 };
  const side = { bytes: 1, files: exactly, partitions: exactly, largest: [], medianBytes: 1 };
  const window = {
    eventColumn: undefined,
    lastDay: undefined,
    windowDays: 1,
    days: 7,
    commits: 1,
    bytes: 1,
    before: side,
    after: side,
    read: undefined,
    sortedBy: undefined,
  };
  const said = (kept: Partial<Reads>, changed: Partial<Reads>) => {
    const change = applyDdl('ALTER TABLE t ADD PARTITION FIELD days(ts)', 'spark', metadata);
    if ('message' in change) throw new Error(change.message);
    const readings = { kept: readOf(kept), changed: readOf(changed) };
    const forecast = { ...NO_FORECAST, window };
    return smells({ ...change, ...readings, forecast, live: new Map(), conditions: [] })
      .filter(({ code }) => code === 'reads-more')
      .map(({ message, consequence }) => `${message} ${consequence}`);
  };

  interface Reads {
    readonly bytes: number;
    readonly atMost: boolean;
    readonly atLeast: boolean;
  }
  const readOf = ({ bytes = 0, atMost = false, atLeast = false }: Partial<Reads>) => ({
    total: { bytes },
    atMost,
    atLeast,
  });

  it.each<[Partial<Reads>, Partial<Reads>, readonly string[]]>([
    // 2400 / 100 = 24, 150 / 100 = 1.5, 120 / 100 = 1.2: no more than the fifth that is let pass.
    [{ bytes: 100 }, { bytes: 2400 }, ['24 times the bytes', '2.34 KiB instead of 100 B']],
    [{ bytes: 100 }, { bytes: 150 }, ['1.5 times the bytes', '150 B instead of 100 B']],
    [{ bytes: 100 }, { bytes: 120 }, []],
    [{ bytes: 100 }, { bytes: 50 }, []],
    [{ bytes: 0 }, { bytes: 50 }, ['more bytes', '50 B instead of 0 B']],
    [{ bytes: 100 }, { bytes: 2400, atMost: true }, []],
    [
      { bytes: 100, atMost: true },
      { bytes: 2400 },
      ['at least 24 times the bytes', '2.34 KiB instead of at most 100 B'],
    ],
    [
      { bytes: 100, atLeast: true },
      { bytes: 2400, atLeast: true },
      ['more bytes', '2.34 KiB instead of 100 B'],
    ],
  ])('%j, then %j', (kept, changed, [more, bytes]) => {
    expect(said(kept, changed)).toEqual(
      more === undefined
        ? []
        : [`The condition reads ${more} under the new layout. After 7 days it reads ${bytes}.`],
    );
  });
});

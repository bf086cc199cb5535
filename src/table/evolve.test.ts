/** Changes of layout on the corpus's tables, against what happened to them and what their teachers say. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyDdl } from '../evolution/ddl/apply.ts';
import { parseWhere } from '../expressions/where.ts';
import { localApi, openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import { indexSchema } from '../types/schema.ts';
import { type EvolveRequest, foresee, payOff } from './evolve.ts';
import { snapshotView } from './session.ts';

const TB = 1e12;
const GB = 1e9;

interface Asked extends Partial<Pick<EvolveRequest, 'days' | 'mode'>> {
  readonly table: string;
  readonly ddl: string;
  readonly where?: string;
  readonly ref?: string;
  readonly snapshot?: bigint;
  /** A condition, or specs; default what is read. */
  readonly rewrite?: string | { readonly specs: readonly number[] };
  /** Thought from this spec as the layout in use. */
  readonly from?: number;
}

async function think(asked: Asked) {
  const api = localApi();
  const table = await openFolder(join(corpusFolder(), 'tables', asked.table), api);
  const view = await snapshotView(table, api, { ref: asked.ref, id: asked.snapshot });
  const before = { ...table.metadata, defaultSpecId: asked.from ?? table.metadata.defaultSpecId };
  const change = applyDdl(asked.ddl, 'spark', before);
  if ('message' in change) throw new Error(change.message);
  const condition = (text: string) => {
    const { expression, errors } = parseWhere(text, indexSchema(view.schema), {
      caseSensitive: false,
    });
    if (errors[0] !== undefined) throw new Error(errors[0].message);
    return expression;
  };
  const question =
    asked.where === undefined
      ? undefined
      : { filter: condition(asked.where), caseSensitive: false, profile: 'safe' as const };
  const { days = 1, mode, rewrite = 'read' } = asked;
  const chosen: EvolveRequest['rewrite'] =
    rewrite === 'read' || typeof rewrite !== 'string'
      ? rewrite
      : { where: condition(rewrite), caseSensitive: false };
  const request = {
    before,
    after: change.after,
    question,
    days,
    mode,
    rewrite: chosen,
    locate: table.locate,
  };
  return foresee(view, request, api);
}

const DAY_TO_HOUR = 'ALTER TABLE clicks_big REPLACE PARTITION FIELD ts_day WITH hours(ts)';
const LAST_TWO_HOURS =
  "ts >= TIMESTAMPTZ '2026-08-31 22:00:00+00:00' AND ts < TIMESTAMPTZ '2026-09-01 00:00:00+00:00'";

describe('day to hour on clicks_big', () => {
  it('reads about 2 TB for the last two hours as it is, about 170 GB of new days by the hour', async () => {
    const { now, kept, changed } = await think({
      table: 'clicks_big',
      ref: 'before_change',
      from: 0,
      ddl: DAY_TO_HOUR,
      where: LAST_TWO_HOURS,
    });
    expect(now?.total).toEqual({ files: 1000, bytes: 2 * TB });
    expect(kept?.total.bytes).toBe(2 * TB);
    // Two of 24 hours, taken as equal: 166.7 GB.
    expect(changed?.total.bytes).toBeGreaterThan(160 * GB);
    expect(changed?.total.bytes).toBeLessThan(175 * GB);
    expect([...(changed?.bySpec.keys() ?? [])]).toEqual([1]);
  });

  it('reads all of the 31st and two hours of the 1st across the change', async () => {
    const { now, rewritten, forecast } = await think({
      table: 'clicks_big',
      ref: 'two_in_the_morning',
      from: 0,
      ddl: DAY_TO_HOUR,
      where:
        "ts BETWEEN TIMESTAMPTZ '2026-08-31 22:00:00+00:00' AND TIMESTAMPTZ '2026-09-01 01:59:00+00:00'",
    });
    expect(now?.bySpec.get(0)).toEqual({ files: 1000, bytes: 2 * TB });
    expect(now?.bySpec.get(1)).toEqual({ files: 86, bytes: 170 * GB });
    // Rewriting the 31st, which cost reading and writing 2 TB: 170 GB and two of its hours (really 166 GB).
    expect(forecast.rewrite?.from).toEqual({ files: 1000, bytes: 2 * TB });
    expect(rewritten?.bySpec.get(0)).toBeUndefined();
    expect(rewritten?.total.bytes).toBeGreaterThan(330 * GB);
    expect(rewritten?.total.bytes).toBeLessThan(340 * GB);
  });
});

describe('rewriting a range', () => {
  const asked = {
    table: 'clicks_big',
    ref: 'before_change',
    from: 0,
    ddl: DAY_TO_HOUR,
    where: LAST_TWO_HOURS,
  };
  const days = (from: string, to: string) =>
    `ts >= TIMESTAMPTZ '${from} 00:00:00+00:00' AND ts < TIMESTAMPTZ '${to} 00:00:00+00:00'`;

  it('of two days moves what both hold, twice, and pays by the day that is asked for', async () => {
    const seen = await think({ ...asked, rewrite: days('2026-08-30', '2026-09-01') });
    const { rewrite } = seen.forecast;
    expect(rewrite?.from).toEqual({ files: 2000, bytes: 4 * TB });
    expect([...(rewrite?.fromSpecs ?? [])]).toEqual([[0, { files: 2000, bytes: 4 * TB }]]);
    expect([...(rewrite?.wasRead ?? [])]).toEqual([[0, { files: 1000, bytes: 2 * TB }]]);
    expect(seen.rewritten?.bySpec.get(0)).toBeUndefined();
    expect(seen.rewritten?.total.bytes).toBeGreaterThan(160 * GB);
    expect(seen.rewritten?.total.bytes).toBeLessThan(175 * GB);
    // 8 TB moved, about 1.83 TB saved a query: with the fifth.
    expect(payOff(seen)).toEqual({ movedBytes: 8 * TB, queries: 5, isAtMost: false });
  });

  it('of another day leaves the query as it is, and never pays', async () => {
    const seen = await think({ ...asked, rewrite: days('2026-08-30', '2026-08-31') });
    expect(seen.forecast.rewrite?.from).toEqual({ files: 1000, bytes: 2 * TB });
    expect(seen.rewritten?.bySpec).toEqual(seen.now?.bySpec);
    expect(payOff(seen)).toEqual({ movedBytes: 4 * TB, queries: undefined, isAtMost: false });
  });

  it('has a cost without a question, too', async () => {
    const { where: _, ...unasked } = asked;
    const seen = await think({ ...unasked, rewrite: days('2026-08-31', '2026-09-01') });
    expect(seen.forecast.rewrite?.from).toEqual({ files: 1000, bytes: 2 * TB });
    expect([seen.rewritten, payOff(seen)]).toEqual([undefined, undefined]);
  });

  it('of what the question reads is what rewriting its layout leaves of it', async () => {
    const read = await think(asked);
    const all = await think({ ...asked, rewrite: { specs: [0] } });
    expect(all.rewritten?.bySpec.get(0)).toBeUndefined();
    expect(all.rewritten?.total.bytes).toBeCloseTo(read.rewritten?.total.bytes ?? 0, -6);
    expect(all.forecast.rewrite?.from).toEqual({ files: 3000, bytes: 6 * TB });
  });
});

describe('what commits write', () => {
  it('one file of unpartitioned events becomes one for each of its three regions', async () => {
    const { forecast } = await think({
      table: 'events',
      from: 0,
      ddl: 'ALTER TABLE events ADD PARTITION FIELD zone',
    });
    // The two commits of that layout wrote two files each; thought into it, the later ones write one.
    expect(forecast.commits.map(({ kept }) => kept.likely)).toEqual([1, 1, 1, 1, 2, 2]);
    for (const { changed } of forecast.commits) expect(Math.round(changed.likely ?? 0)).toBe(3);
    expect(forecast.why).toMatchObject([{ field: 'region_of', doubt: 'known-values' }]);
  });

  it('days with region: twelve files, as the commit of that layout really wrote', async () => {
    const { forecast } = await think({
      table: 'events',
      ddl: 'ALTER TABLE events ADD PARTITION FIELD zone',
    });
    // The story: 24 rows, six a day, in three regions.
    const real = forecast.commits.find(({ rows }) => rows === 24);
    expect(real?.changed).toEqual({ low: 12, likely: 12, high: 12 });
    // 18 rows in three days: 3 files now, at least two regions each, 9 if each day has all.
    const [last] = forecast.commits;
    expect(last?.kept).toEqual({ low: 3, likely: 3, high: 3 });
    expect(last?.changed.low).toBe(6);
    expect(Math.round(last?.changed.likely ?? 0)).toBe(8);
    expect(last?.changed.high).toBe(18);
  });

  it('hours on the daily sensors: the range holds the 70 hours that 70 rows have', async () => {
    const { forecast } = await think({
      table: 'sensors',
      ddl: 'ALTER TABLE sensors REPLACE PARTITION FIELD ts_day WITH hours(ts)',
    });
    const [last] = forecast.commits;
    expect(last?.kept.likely).toBe(4);
    expect(last?.changed.low).toBe(8);
    expect(last?.changed.high).toBe(70);
    expect(last?.changed.likely).toBeGreaterThan(40);
  });

  it('writers that do not distribute rows write more', async () => {
    const files = async (mode: EvolveRequest['mode']) => {
      const { forecast } = await think({ table: 'clicks_big', from: 0, ddl: DAY_TO_HOUR, mode });
      return forecast.window?.after.files.likely ?? 0;
    };
    expect(await files('hash')).toBeGreaterThan(900);
    expect(await files('none')).toBeGreaterThan(5 * (await files('hash')));
  });
});

describe('a column that no file records bounds of', () => {
  const asked = { table: 'clicks_big', ddl: 'ALTER TABLE clicks_big ADD PARTITION FIELD url' };

  it('has no number of values: what commits write lies between what is certain and a file a row', async () => {
    const { forecast } = await think(asked);
    const { kept, changed } = forecast.perCommit ?? {};
    expect(kept?.likely).toBeGreaterThan(600);
    expect(changed?.likely).toBeUndefined();
    // The mean is of the commits of the layout in use, the newest ones.
    const own = forecast.commits.slice(0, forecast.perCommit?.commits);
    expect(changed?.high).toBe(own.reduce((sum, one) => sum + one.rows, 0) / own.length);
    expect(forecast.why).toContainEqual({
      field: 'url',
      doubt: 'nothing-recorded',
      files: 6006,
      of: 6006,
    });
    expect(forecast.distinct.at(-1)).toMatchObject({ values: undefined });
    const { files, partitions, largest } = forecast.window?.after ?? {};
    expect([files?.likely, partitions?.likely, largest]).toEqual([undefined, undefined, []]);
    // The day's 24 hours are certain.
    expect(partitions?.low).toBe(24);
  });

  it('rules nothing out: a condition on it reads at most all, in an unknown number of files', async () => {
    const { changed, kept, rewritten, ...seen } = await think({
      ...asked,
      where: "url = '/home'",
      rewrite: { specs: [0, 1] },
    });
    expect([kept?.atMost, changed?.atMost]).toEqual([false, true]);
    expect(changed?.total.bytes).toBe(kept?.total.bytes);
    expect(changed?.total.files).toBeUndefined();
    expect(payOff({ ...seen, changed, kept, rewritten })).toMatchObject({
      queries: undefined,
      isAtMost: true,
    });
  });

  it('is bounded where it is bucketed', async () => {
    const { forecast } = await think({
      ...asked,
      ddl: 'ALTER TABLE clicks_big REPLACE PARTITION FIELD ts_hour WITH bucket(16, url)',
    });
    const { low, likely, high } = forecast.window?.after.partitions ?? {};
    expect([low, Math.round(likely ?? 0), high]).toEqual([1, 16, 16]);
  });
});

describe('dropped and changed fields', () => {
  it('without days, old files still prune by day, new ones do not', async () => {
    const { now, changed, kept } = await think({
      table: 'clicks_big',
      ref: 'before_change',
      from: 0,
      ddl: 'ALTER TABLE clicks_big DROP PARTITION FIELD ts_day',
      where:
        "ts >= TIMESTAMPTZ '2026-08-30 00:00:00+00:00' AND ts < TIMESTAMPTZ '2026-08-30 12:00:00+00:00'",
      days: 3,
    });
    expect(now?.total).toEqual({ files: 1000, bytes: 2 * TB });
    expect(kept?.total.bytes).toBe(2 * TB);
    // Three days in one partition: their bounds rule nothing out.
    expect(changed?.total.bytes).toBe(6 * TB);
  });

  it('planning an old snapshot is unchanged by a change of layout', async () => {
    const asked = { table: 'clicks', where: "country = 'FR'" };
    const ddl = 'ALTER TABLE clicks REPLACE PARTITION FIELD country WITH bucket(8, country)';
    const a = await think({ ...asked, ddl });
    const b = await think({ ...asked, ddl: 'ALTER TABLE clicks DROP PARTITION FIELD ts_hour' });
    expect(a.now).toEqual(b.now);
    expect(a.untouched).toEqual(b.untouched);
  });
});

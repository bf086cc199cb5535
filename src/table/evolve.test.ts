/** Changes of layout on the corpus's tables, against what happened to them and what their teachers say. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyDdl } from '../evolution/ddl/apply.ts';
import { parseWhere } from '../expressions/where.ts';
import { bundled } from '../testing/bundles.ts';
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
    statementMode: change.distribution,
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

  it('a statement moves how rows are distributed then, not now', async () => {
    const ddl = 'ALTER TABLE clicks_big WRITE UNORDERED';
    const { forecast } = await think({ table: 'clicks_big', ddl });
    const { writers, window, perCommit } = forecast;
    // The snapshot's last day is what its commit of 1,002 files and 2 TB wrote, in 24 hours.
    expect(window?.before.files).toEqual({ low: 1002, likely: 1002, high: 1002 });
    expect([writers.before.mode, writers.before.modeFrom]).toEqual(['hash', 'default']);
    expect([writers.after.mode, writers.after.modeFrom]).toEqual(['none', 'statement']);
    // 2e12 / 2^27 = 14,901.2 tasks of 128 MiB, each with rows of all 24 hours: 14,902 · 24 = 357,648 files.
    expect(window?.after.files.likely).toBeCloseTo(357_648, 0);
    // The mean of the five commits of this layout is another: (2 · 2e12 + 1.83e12 + 2 · 0.085e12) / 5 = 1.2e12 bytes,
    // which are 8,940.7 tasks.
    expect(perCommit?.bytes).toBe(1.2e12);
    expect(writers.after.tasks).toBe(8941);
  });

  it('a choice goes before the statement, and moves nothing of now', async () => {
    const ddl = 'ALTER TABLE clicks_big WRITE UNORDERED';
    const { forecast } = await think({ table: 'clicks_big', ddl, mode: 'hash' });
    const { writers, window } = forecast;
    expect([writers.after.mode, writers.after.modeFrom]).toEqual(['hash', 'asked']);
    // As the table has it: the files that are there tell both.
    expect(window?.before.files).toEqual({ low: 1002, likely: 1002, high: 1002 });
    expect(window?.after.files).toEqual(window?.before.files);
  });

  it('days of writes are as many writes as there were commits', async () => {
    const ddl = 'ALTER TABLE sensors DROP PARTITION FIELD ts_day';
    const where = "ts >= TIMESTAMP '2020-01-01 00:00:00'";
    const seen = await think({ table: 'sensors', ddl, where, days: 30 });
    const { window } = seen.forecast;
    // Four commits wrote the ten days, each one file without a partition field; 30 days are three times as much.
    expect([window?.windowDays, window?.commits]).toEqual([10, 4]);
    expect(window?.after.files.likely).toBe(4);
    const { now, kept, changed } = seen;
    expect((changed?.total.files ?? 0) - (now?.total.files ?? 0)).toBe(12);
    expect((changed?.manifests ?? 0) - (now?.manifests ?? 0)).toBe(12);
    expect((changed?.manifestsRead ?? 0) - (now?.manifestsRead ?? 0)).toBe(12);
    // By day: 60, 60 and 30 hours on end, from a midnight on, touch 3, 3 and 2 days; the fourth commit wrote 4 files.
    expect(window?.before.files.likely).toBe(12);
    expect((kept?.total.files ?? 0) - (now?.total.files ?? 0)).toBe(36);
  });

  it('small files keep what a file takes up besides its rows', async () => {
    const ddl = 'ALTER TABLE sensors REPLACE PARTITION FIELD ts_day WITH hours(ts)';
    const { forecast } = await think({ table: 'sensors', ddl });
    // The table's files of an hour and one row have 936 to 938 bytes.
    const { changed, changedBytes = 0 } = forecast.perCommit ?? {};
    const mean = changedBytes / (changed?.likely ?? 1);
    expect(mean).toBeGreaterThan(930);
    expect(mean).toBeLessThan(960);
  });

  it('and many of them rewritten into one leave it out', async () => {
    const ddl = 'ALTER TABLE sensors DROP PARTITION FIELD ts_day';
    const { forecast } = await think({ table: 'sensors', ddl, rewrite: { specs: [0, 1] } });
    // 56,274 + 56,272 + 28,136 + 4,632 = 145,314 bytes in 154 files; 153 times 924 bytes fall away.
    expect(forecast.rewrite?.from).toEqual({ files: 154, bytes: 145_314 });
    expect(forecast.rewrite?.to.files.likely).toBe(1);
    expect(forecast.rewrite?.to.bytes).toBe(145_314 - 153 * 924);
  });

  it('a rewrite gathers its rows first, whatever the mode', async () => {
    const files = async (mode: EvolveRequest['mode']) => {
      const asked = { table: 'clicks_big', ref: 'before_change', from: 0, mode };
      const seen = await think({ ...asked, ddl: DAY_TO_HOUR, rewrite: { specs: [0] } });
      return seen.forecast.rewrite?.to.files.likely;
    };
    // 6 TB in 72 hours are 83.3 GB an hour, 41.7 files of 2 GB: 42 · 72.
    expect(await files('hash')).toBeCloseTo(3024, 0);
    expect(await files('none')).toBe(await files('hash'));
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
  it('without days, old files still prune by day, new ones only by the bounds that a commit has', async () => {
    // The commit that wrote by day holds 988 + 1,192 + 1,225 + 1,227 bytes of four days: 4,632, of which the day asked
    // for has one file. Ten days of writes are taken from all four commits; the others hold other days.
    const table = 'sensors';
    const day = "ts >= TIMESTAMP '2025-07-09 00:00:00' AND ts < TIMESTAMP '2025-07-10 00:00:00'";
    const ddl = 'ALTER TABLE sensors DROP PARTITION FIELD ts_day';
    const { now, changed, kept, forecast } = await think({ table, ddl, where: day, days: 10 });
    expect(now?.total.files).toBe(1);
    expect(kept?.total).toEqual(now?.total);
    // The table's 150 files of one row have 140,682 bytes, the four of 24, 4, 18 and 24 rows 1227, 988, 1192 and 1225:
    // means 1.42857 rows and 943.597 bytes, slope 17,346.6 / 1327.714 = 13.065, which begins at 924.9 bytes.
    // In one file in place of four, what three of them took up besides their rows falls away: 4632 − 3 · 924.
    expect(forecast.overhead).toBe(924);
    expect(changed?.total).toEqual({ files: 1, bytes: 1860 });
  });

  it('without days, commits of a day each still keep days apart', async () => {
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
    // Each of the three commits holds one day of 2 TB, and so do the bounds of its files.
    expect(changed?.total.bytes).toBe(2 * TB);
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

it('foretells nothing of files that a bundle only counts', async () => {
  const api = localApi();
  const table = await openFolder(join(corpusFolder(), 'tables', 'clicks'), api);
  const view = await snapshotView(table, api);
  const where = "ts < TIMESTAMP '2026-08-25 00:00:00'";
  const { expression: filter } = parseWhere(where, indexSchema(view.schema), {
    caseSensitive: false,
  });
  const question = { where, filter, caseSensitive: false, profile: 'safe' } as const;
  const part = await bundled(table, view, api, { contents: 'predicate', question });
  const theirs = await snapshotView(part, api);
  // Nothing of specs 1 to 3 is that old, so one manifest of the four is needed.
  expect(theirs.manifests.filter(({ recorded }) => recorded !== undefined)).toHaveLength(3);
  const { metadata, locate } = part;
  const [mode, statementMode] = [undefined, undefined];
  const same = { before: metadata, after: metadata, mode, statementMode, locate };
  const request = { ...same, question, days: 7, rewrite: 'read' } as const;
  await expect(foresee(theirs, request, api)).rejects.toThrow(
    /3 manifests are counted here without their files/,
  );
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpusFolder } from '../testing/shared.ts';
import { run } from './run.ts';

const tables = join(corpusFolder(), 'tables');

async function evolve(table: string, ...args: readonly string[]) {
  let [out, err] = ['', ''];
  const output = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
  };
  const code = await run(['evolve', join(tables, table), ...args], output);
  return { code, out, err };
}

describe('icecore evolve', () => {
  it('prints the new spec, the difference, the other dialects and the forecast', async () => {
    const ddl = 'ALTER TABLE users_bucket ADD PARTITION FIELD bucket(16, id) AS shard';
    const { code, out } = await evolve('users_bucket', '--ddl', ddl, '--json', '--where', 'id = 0');
    const report = JSON.parse(out);
    expect(code).toBe(0);
    expect(report.outcome).toBe('new');
    expect(report.spec).toEqual({
      id: 4,
      layout: 'truncate(3, name), bucket(16, id)',
      fields: [
        { 'source-id': 2, 'field-id': 1002, name: 'name_trunc_3', transform: 'truncate[3]' },
        { 'source-id': 1, 'field-id': 1003, name: 'shard', transform: 'bucket[16]' },
      ],
    });
    expect(report.diff.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([
      'partition-specs.4',
      'default-spec-id',
      'last-partition-id',
    ]);
    expect(report.dialects.spark.text).toBe(`${ddl};`);
    expect([report.commits, report.otherTable]).toEqual([1, null]);
    expect(report.dialects.hive).toEqual({
      text: 'ALTER TABLE users_bucket SET PARTITION SPEC (truncate(3, name), bucket(16, id));',
      notes: ['Hive 4 gives a field no name: it will be id_bucket, not shard.'],
    });
    expect(report.reads.now.files).toBeGreaterThan(0);
    expect(report.forecast.perCommit.changed.high).toBeGreaterThan(1);
    expect(report.smells.map(({ code: own }: { code: string }) => own)).toContain(
      'many-live-specs',
    );
  });

  it('takes a bucket count that existed up again under its id', async () => {
    const ddl = 'ALTER TABLE t SET PARTITION SPEC (truncate(3, name), bucket(16, id))';
    const { out } = await evolve('users_bucket', '--ddl', ddl, '--dialect', 'hive', '--json');
    expect(JSON.parse(out).spec.fields[1]).toEqual({
      'source-id': 1,
      'field-id': 1000,
      name: 'id_bucket',
      transform: 'bucket[16]',
    });
  });

  it.each([
    [
      'users_bucket',
      'ALTER TABLE t REPLACE PARTITION FIELD name_trunc_3 WITH bucket(8, id)',
      'partitions-too-fine',
      false,
    ],
    [
      'dynamic_overwrite',
      'ALTER TABLE t REPLACE PARTITION FIELD ts_hour WITH days(ts)',
      'dynamic-overwrite',
      true,
    ],
    ['orders_v1', 'ALTER TABLE t DROP PARTITION FIELD customer', 'v1-voids', true],
    [
      'clicks',
      'ALTER TABLE t REPLACE PARTITION FIELD country WITH country AS land',
      'only-names-differ',
      true,
    ],
    [
      'clicks',
      'ALTER TABLE t REPLACE PARTITION FIELD user_id_bucket_4 WITH bucket(8, user_id)',
      'bucket-count-changed',
      true,
    ],
    [
      'sensors',
      'ALTER TABLE t REPLACE PARTITION FIELD ts_day WITH hours(ts)',
      'nothing-divides',
      false,
    ],
    ['sensors', 'ALTER TABLE t DROP PARTITION FIELD ts_day', 'nothing-divides', true],
    ['orders_v1', 'ALTER TABLE t DROP PARTITION FIELD customer', 'nothing-divides', false],
    [
      'orders_v1',
      'ALTER TABLE t DROP PARTITION FIELD customer; ALTER TABLE t DROP PARTITION FIELD order_id_bucket_32',
      'nothing-divides',
      true,
    ],
    ['dropped_source', 'ALTER TABLE t ADD PARTITION FIELD tier', 'source-column-dropped', true],
    ['sensors', 'ALTER TABLE t REPLACE PARTITION FIELD ts_day WITH hours(ts)', 'small-files', true],
    [
      'sensors',
      'ALTER TABLE t REPLACE PARTITION FIELD ts_day WITH hours(ts)',
      'partitions-too-fine',
      true,
    ],
  ])('%s, %s: %s', async (table, ddl, smell, there) => {
    const { out, err } = await evolve(table, '--ddl', ddl, '--json');
    expect(err).toBe('');
    const codes = JSON.parse(out).smells.map(({ code }: { code: string }) => code);
    expect(codes.includes(smell)).toBe(there);
  });

  it('a condition that the layout can’t use, or that asks for a derived column', async () => {
    const ddl = 'ALTER TABLE t ADD PARTITION FIELD bucket(8, event_id)';
    const asked = async (where: string) => {
      const { out } = await evolve('events', '--ddl', ddl, '--where', where, '--json');
      return JSON.parse(out).smells.map(({ code }: { code: string }) => code);
    };
    expect(await asked('event_id > 5')).toContain('transform-unused');
    expect(await asked('event_id = 5')).not.toContain('transform-unused');
    expect(await asked("event_date = '2024-04-09'")).toContain('filter-on-derived-column');
  });

  it('says on which days, which distribution and which doubts the forecast rests', async () => {
    const ddl = 'ALTER TABLE t REPLACE PARTITION FIELD ts_day WITH hours(ts)';
    const { out } = await evolve('sensors', '--ddl', ddl);
    expect(out).toMatch(/A commit writes 4 files now, about \d+ \(8 to 70\) then\./);
    expect(out).toContain('Mean of 1 commit at hand, ');
    expect(out).toContain('rows are distributed by partition: one task writes each (as engines do');
    expect(out).toContain('ts_hour: only the bounds of its files are known, and rows are taken');
    expect(out).toContain('As the last of it by ts (2025-07-04 to 2025-07-10, UTC): ');
    const none = await evolve('sensors', '--ddl', ddl, '--mode', 'none');
    expect(none.out).toContain('each task writes a file of every partition it meets (as chosen');
  });

  it('says how rows are distributed now and then, and by how many tasks', async () => {
    const ddl = 'ALTER TABLE t WRITE UNORDERED';
    const { out } = await evolve('clicks_big', '--ddl', ddl);
    expect(out).toContain(
      'Assumes that now rows are distributed by partition: one task writes each',
    );
    expect(out).toContain('that then rows are not distributed: each task writes a file of every');
    expect(out).toContain('(as the statement says)');
    expect(out).not.toContain('as chosen');
    // 1.2e12 bytes of 2^27 a task.
    expect(out).toContain(
      'a commit of 1.09 TiB is taken to be written by 8,941 tasks: one for each of the 128 MiB',
    );
    expect(out).toMatch(
      /1 day of writes, 1 commit: 1,002 files in 24 partitions now, about 357,648 /,
    );
    expect(out).toMatch(
      /A commit of 1\.09 TiB would write about \d+,\d+ files .* where it writes 601/,
    );
  });

  it('says what a layout without fields leaves, and that its files are many', async () => {
    const ddl = 'ALTER TABLE t DROP PARTITION FIELD ts_hour';
    const { out } = await evolve('clicks_big', '--ddl', ddl, '--json');
    const codes = JSON.parse(out).smells.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(['nothing-divides', 'small-files']);
  });

  it('says how many times the bytes a question reads under a coarser layout', async () => {
    const ddl = 'ALTER TABLE t REPLACE PARTITION FIELD ts_hour WITH days(ts)';
    const where = "ts >= '2026-08-31 23:00' AND ts < '2026-09-01 01:00'";
    const { out } = await evolve('clicks_big', '--ddl', ddl, '--where', where);
    // An hour of each of two days: 2 partitions of 24 become 2 days of 24 hours, 48 / 2 = 24.
    expect(out).toContain(
      'The condition reads 24 times the bytes under the new layout.\n  After 7 days it reads 3.64 TiB instead of 154 GiB.\n',
    );
    const { out: fine } = await evolve('clicks_big', '--ddl', ddl, '--where', 'user_id = 5');
    expect(fine).not.toContain('under the new layout');
  });

  it('says how many days later is, and what is written and asked by then', async () => {
    const ddl = 'ALTER TABLE t REPLACE PARTITION FIELD ts_hour WITH days(ts)';
    const asked = ['--ddl', ddl, '--where', "ts >= '2026-09-03'"];
    // The last day is of 1 commit: 7 of them in 7 days, 1 in a day.
    const { out } = await evolve('clicks_big', ...asked);
    expect(out).toMatch(/\n {2}7 days later, layout kept .*\n {2}7 days later, layout changed /);
    expect(out).toContain(
      '\n  Later: the last day by ts written again for 7 days, in 7 commits, and the same question asked 7 days later. Deletes are left out.\n',
    );
    const one = await evolve('clicks_big', ...asked, '--days', '1');
    expect(one.out).toContain('\n  1 day later, layout kept ');
    expect(one.out).toContain(
      'written again for 1 day, in 1 commit, and the same question asked 1 day later.',
    );
    // Its 10 days are of 4 commits and come again 3 times: 3 × 10 days, 3 × 4 commits.
    const weeks = ['--ddl', 'ALTER TABLE t DROP PARTITION FIELD ts_day', '--days', '30'];
    const { out: sensors } = await evolve('sensors', ...weeks, '--where', 'true');
    expect(sensors).toContain(
      '\n  Later: the last 10 days by ts written again for 30 days, in 12 commits, and the same question asked 30 days later. Deletes are left out.\n',
    );
    expect((await evolve('clicks_big', '--ddl', ddl)).out).not.toContain('Later: ');
  });

  it('counts the files of every layout that stay divided', async () => {
    const dropped = async (table: string, ...fields: readonly string[]) => {
      const ddl = fields.map((field) => `ALTER TABLE t DROP PARTITION FIELD ${field}`).join('; ');
      return (await evolve(table, '--ddl', ddl)).out;
    };
    // 150 files by hour and 4 by day.
    expect(await dropped('sensors', 'ts_day')).toContain(
      'No field is left that divides new files; 154 live files stay divided as specs 0 and 1 say.\n',
    );
    // Of 30 files the 4 of spec 0 are divided by nothing: 3 + 11 + 12.
    expect(await dropped('events', 'days(event_ts)')).toContain(
      'No field is left that divides new files; 26 live files stay divided as specs 1, 2 and 3 say.\n',
    );
  });

  it('says which files of other layouts are there where none of them is rewritten', async () => {
    const drop = ['--ddl', 'ALTER TABLE t DROP PARTITION FIELD country'];
    const never = "ts > '2100-01-01'";
    // 10 + 73 + 12 + 11.
    const others = 'Nothing to rewrite: of the 106 files of other layouts (specs 0, 1, 2 and 3)';
    const read = await evolve('clicks', ...drop, '--where', never);
    expect(read.out).toContain(`${others} the condition reads none.\n`);
    const range = await evolve('clicks', ...drop, '--rewrite', never);
    expect(range.out).toContain(`${others} none may hold a row of --rewrite.\n`);
    // The layout by hour again: 10 + 12 + 11 are of others.
    const again =
      'ALTER TABLE t DROP PARTITION FIELD country; ALTER TABLE t DROP PARTITION FIELD user_id_bucket_4';
    const { out } = await evolve('clicks', '--ddl', again, '--where', never);
    expect(out).toContain('of the 33 files of other layouts (specs 0, 2 and 3) the condition');
    // One layout, and the statement leaves it.
    const same = ['--ddl', 'ALTER TABLE t WRITE UNORDERED', '--where', 'true'];
    const only = await evolve('duckdb_copy', ...same);
    expect(only.out).toContain('\nNo file of another layout is there to be rewritten.\n');
    expect((await evolve('clicks', ...drop)).out).not.toContain('to rewrite');
  });

  it('says that the number of values is not known where no file records bounds', async () => {
    const ddl = 'ALTER TABLE t ADD PARTITION FIELD url';
    const { out } = await evolve('clicks_big', '--ddl', ddl, '--where', "url = '/'");
    // 600 files of the target's size at least, a file a row at most.
    expect(out).toContain(
      'A commit writes 601 files now, anything from 600 to 6,000,000,000 then.',
    );
    expect(out).toContain('url: all 6,006 files looked at record no bounds of it');
    expect(out).toMatch(/later, layout changed +\? files +at most /);
    expect(out).toContain('How many values url has is not known.');
    const report = JSON.parse((await evolve('clicks_big', '--ddl', ddl, '--json')).out);
    expect(report.forecast.perCommit.changed.likely).toBeUndefined();
    expect(report.smells.map(({ code }: { code: string }) => code)).toContain('values-unknown');
  });

  it('says what the rewrite of a range costs, and when it pays', async () => {
    const ddl = 'ALTER TABLE t REPLACE PARTITION FIELD ts_day WITH hours(ts)';
    const where = "ts >= '2025-07-08 10:00' AND ts < '2025-07-08 12:00'";
    const args = ['--ddl', ddl, '--where', where, '--rewrite'];
    const { out } = await evolve('sensors', ...args, 'true', '--json');
    const { forecast, reads, spec } = JSON.parse(out);
    const { from, to, movedBytes, paysAfterQueries } = forecast.rewrite;
    expect(from.eras.map(({ specId }: { specId: number }) => specId)).not.toContain(spec.id);
    expect(from.files).toBeGreaterThan(0);
    expect(movedBytes).toBe(from.bytes + to.bytes);
    expect(paysAfterQueries).toBe(
      reads.now.bytes <= reads.rewritten.bytes
        ? null
        : Math.ceil(movedBytes / (reads.now.bytes - reads.rewritten.bytes)),
    );
    const text = await evolve('sensors', ...args, where);
    expect(text.out).toMatch(/The rewrite reads 1 file, .* moved\.\n(It pays|For this)/);
    expect(text.out).toMatch(/\n {2}now +1 file /);
    expect((await evolve('sensors', '--ddl', ddl)).out).not.toContain('rewrite');
    const wrong = await evolve('sensors', ...args, 'tss > 1');
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('tss')]);
  });

  it('a refusal is exit code 1, with its place', async () => {
    const ddl = 'ALTER TABLE t ADD PARTITION FIELD contry';
    const told = await evolve('clicks', '--ddl', ddl);
    expect([told.code, told.out]).toEqual([1, '']);
    expect(told.err).toContain('There is no column contry.');
    expect(told.err).toContain(`${' '.repeat(36)}^^^^^^`);
    const { code, out } = await evolve('clicks', '--ddl', ddl, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out).refusal).toMatchObject({ at: { from: 34, to: 40 } });
  });

  it('a text without a statement, and an order of rows, are told as what they are', async () => {
    const none = await evolve('clicks', '--ddl', ';');
    expect([none.code, none.out]).toEqual([1, '']);
    expect(none.err).toContain('There is no statement here.');
    expect(none.err).toContain('ALTER TABLE … ADD PARTITION FIELD …');
    const ordered = await evolve('clicks', '--ddl', 'ALTER TABLE t WRITE ORDERED BY url', '--json');
    const { outcome, diff, dialects } = JSON.parse(ordered.out);
    expect([outcome, diff]).toEqual(['unchanged', []]);
    expect((await evolve('clicks', '--ddl', 'ALTER TABLE t WRITE UNORDERED')).out).toContain(
      '  WRITE UNORDERED: what it sets is not worked out here\n',
    );
    expect(dialects.spark.text).toBe('ALTER TABLE clicks WRITE ORDERED BY url;');
    expect(dialects.hive.text).toBe(null);
    expect(dialects.trino.notes).toEqual([expect.stringContaining('sorted_by')]);
  });

  it('has no other words for a statement that changes nothing', async () => {
    const same = 'ALTER TABLE clicks SET PARTITION SPEC (hour(ts), country, bucket(4, user_id))';
    const { out } = await evolve('clicks', '--ddl', same, '--dialect', 'hive');
    expect(out).toContain('clicks: spec 3 stays: the statement changes no layout.');
    expect(out).not.toContain('The same in other words');
    expect(out).not.toMatch(/\n\n\n|\n +\n/);
    const day = 'ALTER TABLE clicks ADD PARTITION FIELD days(ts)';
    expect((await evolve('clicks', '--ddl', day)).out).toContain(
      '  Hive 4\n    Hive 4 takes one field by time of a column, and the list has two: hour(ts), day(ts).\n',
    );
  });

  it('counts commits, and names the table that another statement names', async () => {
    const ddl =
      'ALTER TABLE clicks ADD PARTITION FIELD url; ALTER TABLE db.visits DROP PARTITION FIELD country';
    const { out } = await evolve('clicks', '--ddl', ddl);
    expect(out).toContain(
      '  The table here is clicks: what is said of db.visits is tried on it.\n',
    );
    const report = JSON.parse((await evolve('clicks', '--ddl', ddl, '--json')).out);
    expect(report.commits).toBe(2);
    expect(report.otherTable).toContain('db.visits');
    const own = await evolve('clicks', '--ddl', 'ALTER TABLE clicks ADD PARTITION FIELD url');
    expect(own.out).not.toContain('The table here is');
  });

  it('a field of version 1 that is void already says so', async () => {
    const drop = (field: string) =>
      evolve('orders_v1', '--ddl', `ALTER TABLE t DROP PARTITION FIELD ${field}`);
    expect((await drop('order_date_day')).out).toMatch(
      /^orders_v1: spec 5 stays: the statement changes no layout\.\n {2}order_date_day is void already: dropped before, and format version 1 keeps it in place\.\n/,
    );
    expect((await drop('customer')).out).not.toContain('void already');
    expect((await drop('days(order_date)')).err).toContain('is void: it was dropped before');
  });

  it('a mistake in one of several lines is marked under its line', async () => {
    const ddl = 'ALTER TABLE t\n  ADD PARTITION FIELD contry\n  AS land';
    const { err } = await evolve('clicks', '--ddl', ddl);
    expect(err.split('\n').slice(1, 5)).toEqual([
      '  ALTER TABLE t',
      '    ADD PARTITION FIELD contry',
      '                        ^^^^^^',
      '    AS land',
    ]);
  });

  it.each([
    [[], /evolve needs --ddl/],
    [['--ddl', ' '], /evolve needs --ddl/],
    [['--ddl', 'x', '--rewrite', ''], /--rewrite takes a condition/],
    [['--ddl', 'x', '--dialect', 'oracle'], /no dialect oracle/],
    [['--ddl', 'x', '--days', '0'], /--days takes a number/],
    [['--ddl', 'x', '--mode', 'fast'], /no mode fast/],
    [['--ddl', 'x', '--ref', 'main'], /evolve takes no --ref/],
  ])('usage: %j', async (args, message) => {
    const { code, err } = await evolve('clicks', ...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

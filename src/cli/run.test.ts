import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { corpusFolder } from '../testing/shared.ts';
import { planTable } from './plan.ts';
import { run } from './run.ts';

const tables = join(corpusFolder(), 'tables');
const CLICKS_BIG = join(tables, 'clicks_big');

async function icecore(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await run(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await icecore(...args, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Record<string, unknown>;
}

describe('usage: exit code 2, help on stderr', () => {
  const rows: [args: string[], message: RegExp][] = [
    [[], /No command/],
    [['explode', CLICKS_BIG], /no command explode/],
    [['describe'], /No table/],
    [['describe', 'a', 'b'], /what is b/],
    [['describe', 'a', '--where', 'x'], /describe takes no --where/],
    [['plan', 'a'], /plan needs --where/],
    [['plan', 'a', '--where', 'x', '--profile', 'spark'], /no profile spark/],
    [['plan', 'a', '--where', 'x', '--snapshot', 'main'], /--snapshot takes an id/],
    [
      ['plan', 'a', '--where', 'x', '--snapshot', '1', '--snapshot', '2'],
      /--snapshot is given twice/,
    ],
    [['bundle', 'a', '--out', 'b', '--ref', 'main', '--ref', 'main'], /--ref is given twice/],
    [['plan', 'a', '--where', 'x', '--ref', 'r', '--as-of', '2026-01-01'], /Only one of/],
    [['plan', 'a', '--colour'], /--colour/],
  ];
  it.each(rows)('%j', async (args, message) => {
    const { code, out, err } = await icecore(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(err).toContain('icecore plan TABLE --where SQL');
  });

  it('--help is no error', async () => {
    const { code, out } = await icecore('--help');
    expect(code).toBe(0);
    expect(out).toContain('Exit codes');
  });
});

describe('a table or predicate in error: exit code 1, message on stderr', () => {
  const plan = (where: string, ...more: string[]) => [
    'plan',
    CLICKS_BIG,
    '--where',
    where,
    ...more,
  ];
  const rows: [what: string, args: string[], message: RegExp][] = [
    ['no such path', ['describe', join(tables, 'nowhere')], /There is no .*nowhere/],
    ['several tables', ['describe', tables], /holds 94 tables[\s\S]*\n {4}clicks_big\n/],
    [
      'a folder without a table',
      ['describe', join(tables, 'clicks/data')],
      /none of them a …metadata.json/,
    ],
    ['an address that is none', ['describe', 's3://bucket/t'], /can’t be read from here/],
    ['a syntax error', plan('ts >'), /\n {2}ts >\n {2,}\^/],
    ['an unknown column', plan('tss > 1'), /tss[\s\S]*\n {2}\^\^\^\n[\s\S]*Did you mean ts/],
    [
      'a partition field’s name',
      plan('ts_hour = 1'),
      /No column is called ts_hour[\s\S]*partition field[\s\S]*Write hours\(ts\)\./,
    ],
    ['a wrong type', plan("user_id = 'x'"), /\n {2}user_id = 'x'\n/],
    ['no such snapshot', plan('true', '--snapshot', '1'), /no snapshot 1/],
    ['no such ref', plan('true', '--ref', 'nope'), /no ref named nope/],
    ['no time', plan('true', '--as-of', 'soon'), /“soon” is no time/],
    ['before the table', plan('true', '--as-of', '1999-01-01'), /No snapshot was current/],
  ];
  it.each(rows)('%s', async (_what, args, message) => {
    const { code, out, err } = await icecore(...args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^icecore: /);
    expect(err).toMatch(message);
  });
});

describe('describe', () => {
  it('as JSON: stories/clicks_big.md', async () => {
    const { specs, ...report } = await json('describe', CLICKS_BIG);
    expect(report).toMatchObject({
      name: 'clicks_big',
      formatVersion: 2,
      location: 's3://lake/clicks_big',
      live: { files: 6006, bytes: 12e12 },
      deletes: { files: 0, records: 0, bytes: 0 },
      problems: [],
    });
    const refs = (report['refs'] as { name: string; type: string }[]).map(
      ({ name, type }) => `${type} ${name}`,
    );
    expect(refs.sort()).toEqual([
      'branch main',
      'branch rewrite_31_august',
      'tag before_change',
      'tag two_in_the_morning',
    ]);
    expect(specs).toMatchObject([
      { id: 0, layout: 'day(ts)', live: { files: 3000, bytes: 6e12 }, eras: [{}] },
      {
        id: 1,
        isDefault: true,
        fields: [{ id: 1001, name: 'ts_hour', transform: 'hour', source: 'ts' }],
        live: { files: 3006, bytes: 6e12 },
        eras: [{ to: null }],
      },
    ]);
  });

  it('a spec that was used twice has two eras', async () => {
    const { specs } = await json('describe', join(tables, 'recycle'));
    const spans = (specs as { eras: unknown[] }[]).map(({ eras }) => eras.length);
    expect(Math.max(...spans)).toBe(2);
  });

  it('ids beyond 2^53 keep their digits', async () => {
    const { snapshot } = await json('describe', CLICKS_BIG);
    expect(snapshot).toMatchObject({ id: '5722875572817162162' });
  });

  it('takes a metadata file, and knows its neighbours', async () => {
    const whole = await json('describe', CLICKS_BIG);
    const file = join(CLICKS_BIG, String(whole['metadataFile']));
    expect(await json('describe', file)).toEqual(whole);
  });

  it('says which copy of a table a metadata file beside several was read with', async () => {
    const clicks = join(tables, 'clicks');
    const { metadataFile } = await json('describe', clicks);
    const folder = mkdtempSync(join(tmpdir(), 'icecore-cli-'));
    const bare = join(folder, 'bare.metadata.json');
    cpSync(join(clicks, String(metadataFile)), bare);
    for (const copy of ['clicks', 'copy']) {
      cpSync(join(clicks, 'metadata'), join(folder, copy, 'metadata'), { recursive: true });
    }
    const { live, problems } = await json('describe', bare);
    expect(live).toMatchObject({ files: 106 });
    expect(problems).toMatchObject([
      {
        code: 'files-ambiguous',
        message: expect.stringMatching(
          /^\d+ files of the table were taken from clicks\/metadata; copy\/metadata holds the same/,
        ) as string,
      },
    ]);
    rmSync(join(folder, 'clicks'), { recursive: true });
    cpSync(join(folder, 'copy'), join(folder, 'other'), { recursive: true });
    const { code, err } = await icecore('describe', bare);
    expect(code).toBe(1);
    expect(err).toMatch(/Several files could be it: (copy|other)\/metadata\/snap-.*, (copy|other)/);
  });

  it('takes a zip', async () => {
    const clicks = join(tables, 'clicks');
    const folder = join(clicks, 'metadata');
    const packed = Object.fromEntries(
      readdirSync(folder).map((name) => [
        `clicks/metadata/${name}`,
        readFileSync(join(folder, name)),
      ]),
    );
    const zip = join(mkdtempSync(join(tmpdir(), 'icecore-cli-')), 'clicks.zip');
    writeFileSync(zip, zipSync(packed));
    const { metadataFile, ...whole } = await json('describe', clicks);
    expect(await json('describe', zip)).toEqual({
      ...whole,
      metadataFile: `clicks/${metadataFile}`,
    });
  });

  it('for people', async () => {
    const { code, out } = await icecore('describe', CLICKS_BIG);
    expect(code).toBe(0);
    expect(out).toContain('live       6,006 files, 10.9 TiB');
    expect(out).toMatch(/spec 1 {2}hour\(ts\)/);
  });
});

describe('plan', () => {
  // The worked example: 1,000 files of 2 GB of the day, and 86 of two hours with 170 GB.
  const QUESTION = "ts BETWEEN '2026-08-31 22:00' AND '2026-09-01 01:59'";

  it('for people: stories/clicks_big.md', async () => {
    const { code, out } = await icecore('plan', CLICKS_BIG, '--where', QUESTION);
    expect(code).toBe(0);
    expect(out).toContain('Reads 1,086 of 6,006 files, 1.97 TiB of 10.9 TiB.');
    expect(out).toMatch(/spec 0 {2}day\(ts\) {3}reads 1,000 of 3,000 files/);
    expect(out).toMatch(/spec 1 {2}hour\(ts\) {2}reads 86 of 3,006 files/);
  });

  it('as of a tag: the last two hours cost 170 GB', async () => {
    const where = "ts >= '2026-09-01 00:00' and ts < '2026-09-01 02:00'";
    const { report } = await planTable(CLICKS_BIG, {
      where,
      profile: 'safe',
      ref: 'two_in_the_morning',
      snapshot: undefined,
      asOf: undefined,
      files: false,
    });
    expect(report.totals).toMatchObject({
      read: { files: 86n, bytes: 170_000_000_000n },
      live: { files: 3086n, bytes: 6_170_000_000_000n },
      unknown: { files: 0n, records: 0n, bytes: 0n },
    });
  });

  it('parts of the live files add up, in all and by layout', async () => {
    const report = await json('plan', join(tables, 'clicks'), '--where', "country = 'FR'");
    const sum = (totals: Record<string, { files: number }>) =>
      ['skippedByManifest', 'skippedByPartition', 'skippedByBounds', 'read', 'unknown'].reduce(
        (n, key) => n + (totals[key]?.files ?? Number.NaN),
        0,
      );
    const totals = report['totals'] as Record<string, { files: number }>;
    expect(sum(totals)).toBe(totals['live']?.files);
    const eras = report['eras'] as Record<string, { files: number }>[];
    expect(eras.length).toBe(4);
    expect(eras.reduce((n, era) => n + sum(era), 0)).toBe(totals['live']?.files);
    const files = report['files'] as { verdict: string; stage: string | null; reason: string }[];
    expect(files.length).toBe(totals['live']?.files);
    for (const { verdict, stage, reason } of files) {
      expect(stage === null).toBe(!verdict.startsWith('skipped'));
      expect(reason).toMatch(/^(Skipped|Read)/);
    }
  });

  it('deletes of each file', async () => {
    const report = await json('plan', join(tables, 'logs_dv'), '--where', 'true');
    const files = report['files'] as { deletes: { kind: string; path: string }[] }[];
    const kinds = files.flatMap(({ deletes }) => deletes.map(({ kind }) => kind));
    expect(kinds.length).toBeGreaterThan(0);
    expect(new Set(kinds)).toEqual(new Set(['deletion vector']));
    // A vector is for one file, and all files are read.
    const { read } = report['deletes'] as { read: { files: number; vectors: number } };
    expect(read).toMatchObject({ files: 0, vectors: kinds.length });
  });
});

describe('a broken table: describe and plan say the same, and what is not known', () => {
  const CLICKS = join(tables, 'clicks');
  const isManifest = (name: string) => /-m\d+\.avro$/.test(name);
  const isList = (name: string) => /^snap-.*\.avro$/.test(name);

  /** A copy of `clicks` whose metadata folder `damage` was let loose on. */
  function damaged(damage: (folder: string, names: readonly string[]) => void): string {
    const copy = join(mkdtempSync(join(tmpdir(), 'icecore-cli-')), 'clicks');
    cpSync(CLICKS, copy, { recursive: true });
    const folder = join(copy, 'metadata');
    damage(folder, readdirSync(folder).sort());
    return copy;
  }

  async function reports(table: string) {
    const told = await icecore('describe', table, '--json');
    const planned = await icecore('plan', table, '--where', 'true', '--json');
    const [described, plan] = [JSON.parse(told.out), JSON.parse(planned.out)];
    return { told, planned, described, plan };
  }

  it('all manifests are cut: in error, all files are unknown', async () => {
    const whole = await json('describe', CLICKS);
    const { files, records } = whole['live'] as { files: number; records: number };
    const table = damaged((folder, names) => {
      for (const name of names.filter(isManifest)) truncateSync(join(folder, name), 1000);
    });
    const { told, planned, described, plan } = await reports(table);
    const unknown = { files, records, bytes: 0 };
    expect(described).toMatchObject({ live: unknown, unknown, atLeast: true });
    expect(plan).toMatchObject({ totals: { live: unknown, unknown }, atLeast: true });
    for (const spec of described.specs) {
      const era = plan.eras.find(({ specId }: { specId: number }) => specId === spec.id);
      expect([spec.live, spec.unknown, spec.atLeast]).toEqual([era.live, era.unknown, era.atLeast]);
    }
    expect([told.code, planned.code]).toEqual([1, 1]);
    const message = /^icecore: None of the \d+ data manifests of snapshot \d+ can be read\n/;
    expect(told.err).toMatch(message);
    expect(planned.err).toMatch(message);

    const text = await icecore('describe', table);
    expect(text.code).toBe(1);
    expect(text.out).toContain(`live       at least ${files} files, 0 B`);
    expect(text.out).toContain(`${files} files are not known`);
    const reading = await icecore('plan', table, '--where', 'true');
    expect(reading.out).toContain(
      `Reads at least 0 of ${files} files, at least 0 B of at least 0 B; ${files} files are not known.`,
    );
    expect(reading.out).toMatch(
      /reads at least 0 of 10 files +at least 0 B of at least 0 B; 10 files/,
    );
  });

  it('one manifest is cut: its files are unknown, its problem is on stderr, exit code 0', async () => {
    const { manifests } = await json('plan', CLICKS, '--where', 'true');
    const [{ path }] = manifests as [{ path: string }];
    const table = damaged((folder) => truncateSync(join(folder, basename(path)), 1000));
    const { told, planned, described, plan } = await reports(table);
    expect(described.live).toEqual(plan.totals.live);
    expect(described.unknown).toEqual(plan.totals.unknown);
    expect(described.unknown.files).toBeGreaterThan(0);
    expect(described.unknown.files).toBeLessThan(described.live.files);
    expect([told.code, planned.code]).toEqual([0, 0]);
    for (const { err } of [told, planned]) {
      expect(err).toMatch(
        /^icecore: the table has problems\.\n {2}A manifest can’t be read at byte/,
      );
    }
  });

  it('the manifest list is missing: the snapshot is named, and both are in error', async () => {
    const whole = await json('describe', CLICKS);
    const { id } = whole['snapshot'] as { id: string };
    const table = damaged((folder, names) => {
      for (const name of names.filter(isList)) rmSync(join(folder, name));
    });
    const text = await icecore('describe', table);
    expect(text.code).toBe(1);
    expect(text.out).toContain(`snapshot   ${id}, `);
    expect(text.out).toContain('live       not known');
    const { out, code } = await icecore('describe', table, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ snapshot: { id }, live: null, unknown: null });
    const plan = await icecore('plan', table, '--where', 'true');
    expect([plan.code, plan.out]).toEqual([1, '']);
    for (const { err } of [text, plan]) {
      expect(err).toContain(`icecore: The manifest list of snapshot ${id} is not at hand`);
    }
  });
});

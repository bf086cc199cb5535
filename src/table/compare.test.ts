/** Snapshots of corpus tables compared, against the reference's live files of each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { localApi, openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import { compareSnapshots, type SnapshotComparison, snapshotPath } from './compare.ts';
import { type OpenedTable, snapshotView } from './session.ts';

vi.setConfig({ testTimeout: 60_000 });

const corpus = corpusFolder();
const api = localApi();

interface Answers {
  readonly metadata: string;
  readonly snapshots: readonly {
    readonly id: string;
    readonly files: readonly { path: string; specId: number; records: number }[];
  }[];
}

const answersOf = (name: string): Answers =>
  JSON.parse(readFileSync(join(corpus, 'answers', `${name}.json`), 'utf8'));
const open = (name: string): Promise<OpenedTable> => openFolder(join(corpus, 'tables', name), api);

async function compare(
  table: OpenedTable,
  a: bigint | undefined,
  b: bigint,
): Promise<SnapshotComparison> {
  const before = a === undefined ? undefined : await snapshotView(table, api, { id: a });
  return compareSnapshots(api, table.metadata, before, await snapshotView(table, api, { id: b }));
}

/** Files and rows on both sides, removed, and written, by spec, as `0: …`. */
function figures(diff: SnapshotComparison): readonly string[] {
  return diff.eras.map(({ specId, inBoth, removed, rewritten, added }) => {
    const written = [rewritten.files + added.files, rewritten.rows + added.rows];
    return `${specId}: ${inBoth.files}/${inBoth.rows} −${removed.files}/${removed.rows} +${written.join('/')}`;
  });
}

type Files = Answers['snapshots'][number]['files'];

/** The same from the reference's lists of files. */
function expected(a: Files, b: Files): readonly string[] {
  const [inA, inB] = [a, b].map((files) => new Set(files.map(({ path }) => path)));
  const specs = [...new Set([...a, ...b].map(({ specId }) => specId))].sort((x, y) => x - y);
  return specs.map((specId) => {
    const tally = (files: Files, keep: (path: string) => boolean) => {
      const own = files.filter((file) => file.specId === specId && keep(file.path));
      return `${own.length}/${own.reduce((sum, { records }) => sum + records, 0)}`;
    };
    const both = tally(b, (path) => inA?.has(path) === true);
    const removed = tally(a, (path) => inB?.has(path) !== true);
    return `${specId}: ${both} −${removed} +${tally(b, (path) => inA?.has(path) !== true)}`;
  });
}

describe('compareSnapshots', () => {
  it.each([
    'rewritten',
    'branches',
    'clicks',
    'clicks_big',
    'migrated',
    'logs_mor',
    'pyiceberg_v1',
    'dynamic_overwrite',
  ])('%s: each two views differ by the reference’s files', async (name) => {
    const table = await open(name);
    const views = answersOf(name).snapshots;
    for (const b of views) {
      const a = views[(views.indexOf(b) + 1) % views.length] ?? b;
      const diff = await compare(table, BigInt(a.id), BigInt(b.id));
      expect(figures(diff), `${a.id} to ${b.id}`).toEqual(expected(a.files, b.files));
      expect(diff.incomplete).toBe(false);
    }
  });

  it('from before the first snapshot all files are added', async () => {
    const table = await open('clicks');
    const [view] = answersOf('clicks').snapshots;
    const diff = await compare(table, undefined, BigInt(view?.id ?? 0));
    expect(diff.files.length).toBe(view?.files.length);
    expect(new Set(diff.files.map(({ kind }) => kind))).toEqual(new Set(['added']));
  });

  it('sums of partitions are those of eras', async () => {
    const table = await open('rewritten');
    const [last] = table.metadata.snapshots.slice(-1);
    const [first] = table.metadata.snapshots;
    const diff = await compare(table, first?.snapshotId, last?.snapshotId ?? 0n);
    for (const kind of ['removed', 'rewritten', 'added'] as const) {
      const own = diff.partitions.filter((change) => change.kind === kind);
      const rows = own.reduce((sum, { amount }) => sum + amount.rows, 0);
      expect(rows).toBe(diff.eras.reduce((sum, era) => sum + era[kind].rows, 0));
    }
  });

  it('tells what a rewrite wrote', async () => {
    // clicks_big.json: the last commit rewrote; its summary counts files and rows.
    const { metadata } = await open('clicks_big');
    const rewrite = metadata.snapshots.find(({ operation }) => operation === 'replace');
    const table = await open('clicks_big');
    const diff = await compare(table, rewrite?.parentSnapshotId, rewrite?.snapshotId ?? 0n);
    const sum = (kind: 'removed' | 'rewritten' | 'added') =>
      diff.eras.reduce((all, era) => all + era[kind].files, 0);
    expect([sum('removed'), sum('rewritten'), sum('added')]).toEqual([
      Number(rewrite?.summary['deleted-data-files']),
      Number(rewrite?.summary['added-data-files']),
      0,
    ]);
  });
});

describe('snapshotPath', () => {
  it('is the commits that lead to B and not to A', async () => {
    const { metadata } = await open('rewritten');
    const ids = metadata.snapshots.map(({ snapshotId }) => snapshotId);
    const [first, last] = [ids[0], ids.at(-1) as bigint];
    const path = snapshotPath(metadata, first, last);
    expect(path.commits.map(({ snapshotId }) => snapshotId)).toEqual(ids.slice(1).reverse());
    expect(path.aside).toEqual([]);
    expect(snapshotPath(metadata, undefined, last).commits.length).toBe(ids.length);
  });
  it('tells rows before and after a rewrite, and leaves out rewrites of manifests', async () => {
    const { metadata } = await open('rewritten');
    const last = metadata.currentSnapshotId as bigint;
    // As the summary counts: two of 42 rows were deleted ones.
    const figures = snapshotPath(metadata, undefined, last).rewrites;
    expect(figures.map(({ snapshotId: _, ...rest }) => rest)).toEqual([
      { filesBefore: 8, filesAfter: 28, rowsBefore: 42, rowsAfter: 40 },
    ]);
  });
  it('tells what leads to A alone', async () => {
    const { metadata } = await open('branches');
    const main = metadata.currentSnapshotId as bigint;
    const branch = metadata.refs.find(({ name, type }) => type === 'branch' && name !== 'main');
    const path = snapshotPath(metadata, branch?.snapshotId, main);
    expect(path.aside.length).toBeGreaterThan(0);
  });
});

/** What people really drop: broken, cut, mixed up and hostile files. Each gives words, and costs no more than itself. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { utf8, utf8Text } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import type { Expression } from '../expressions/expression.ts';
import { type FileSet, fileSet } from '../io/file-set.ts';
import { filesFromFolder, pathInput } from '../io/node-files.ts';
import { filesFromZip } from '../io/zip.ts';
import { FILE_VERDICTS } from '../planning/verdict.ts';
import { avroLong, concat, containerHeader, deflateBomb } from '../testing/avro-damage.ts';
import { HERE, localApi, totalsOf } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import type { ManifestPlan, ManifestSource } from './api.ts';
import { type OpenedTable, type OpenOptions, openTable, snapshotView } from './session.ts';

// A bomb takes its time, on machines that are busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const tables = join(corpusFolder(), 'tables');
const api = localApi();

function open(files: FileSet, options: OpenOptions = {}) {
  return openTable({ kind: 'files', files }, api, { ...HERE, ...options });
}

async function openOne(files: FileSet, options: OpenOptions = {}): Promise<OpenedTable> {
  const outcome = await open(files, options);
  if (outcome.kind !== 'table') throw new Error('several tables');
  return outcome.table;
}

/** Files by path: text, or bytes. */
function given(contents: Readonly<Record<string, string | Uint8Array>>): FileSet {
  return fileSet(
    'drop',
    Object.entries(contents).map(([path, content]) => {
      const bytes = typeof content === 'string' ? utf8(content) : content;
      return [path, { kind: 'bytes', name: path, bytes }] as const;
    }),
  );
}

/** A table of the corpus in memory, with some files replaced or (undefined) left out. */
async function tableWith(
  name: string,
  change: (path: string, bytes: Uint8Array) => Uint8Array | undefined,
): Promise<FileSet> {
  const files = await filesFromFolder(join(tables, name, 'metadata'));
  const contents: Record<string, Uint8Array> = {};
  for (const path of files.paths()) {
    const ref = files.get(path);
    if (ref?.kind !== 'path') continue;
    const changed = change(path, await pathInput(ref).whole());
    if (changed !== undefined) contents[`metadata/${path}`] = changed;
  }
  return given(contents);
}

describe('what is no table says what it is', () => {
  const rows: [what: string, files: Record<string, string>, kind: string, message: RegExp][] = [
    ['an empty folder', {}, 'invalid-input', /^“drop” holds no file$/],
    [
      'photos',
      { 'a.jpg': '', 'b.jpg': '' },
      'invalid-input',
      /holds 2 files, none of them a …metadata.json/,
    ],
    [
      'a folder of one photo',
      { 'photos/a.jpg': '' },
      'invalid-input',
      /^drop holds one file, a\.jpg, which is no …metadata\.json$/,
    ],
    ['manifests alone', { 'm0.avro': 'Obj' }, 'invalid-input', /Avro files and no …metadata.json/],
    [
      'a Delta table',
      { 't/_delta_log/0.json': '{}', 't/p.parquet': '' },
      'invalid-input',
      /is a Delta Lake table/,
    ],
    ['a Hudi table', { 't/.hoodie/hoodie.properties': '' }, 'invalid-input', /is a Hudi table/],
    ['not JSON', { 'v1.metadata.json': '{"format-version": 2,,' }, 'invalid-data', /./],
    [
      'a page instead of a file',
      { 'v1.metadata.json': '<!doctype html>' },
      'invalid-data',
      /HTML page/,
    ],
    [
      'JSON that is no table',
      { 'v1.metadata.json': '{"name": "x"}' },
      'invalid-data',
      /without format-version/,
    ],
    [
      'another JSON file',
      { 'package.json': '{"name": "x"}' },
      'invalid-data',
      /without format-version/,
    ],
    [
      'a later version',
      { 'v1.metadata.json': '{"format-version": 5}' },
      'unsupported',
      /format version 5/,
    ],
    [
      'an LFS pointer',
      { 'v1.metadata.json': 'version https://git-lfs.github.com/spec/v1\nsize 9\n' },
      'invalid-data',
      /Git LFS pointer/,
    ],
  ];
  it.each(rows)('%s', async (_what, files, kind, message) => {
    const error: unknown = await open(given(files)).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(IcecoreError);
    expect(error).toMatchObject({ kind, message: expect.stringMatching(message) as string });
    expect((error as IcecoreError).advice).toBeTruthy();
  });

  it.each([
    ['metadata that is cut', '{"format-version": 2, "location": "s3://b/t"', 'invalid-data'],
    [
      'a type that nobody knows',
      '{"format-version": 2, "schemas": [{"type": "struct", "schema-id": 0, "fields": [{"id": 1, "name": "x", "required": false, "type": "complex"}]}]}',
      'unsupported',
    ],
    ['a version that is none', '{"format-version": "two"}', 'invalid-data'],
  ])('%s: with advice', async (_what, text, kind) => {
    const error: unknown = await open(given({ 'v1.metadata.json': text })).catch((e: unknown) => e);
    expect(error).toMatchObject({ kind, advice: expect.stringMatching(/\.$/) as string });
  });

  it('an empty manifest list: with advice', async () => {
    const files = await tableWith('clicks', (path, bytes) =>
      path.startsWith('snap-') ? new Uint8Array(0) : bytes,
    );
    await expect(snapshotView(await openOne(files), api)).rejects.toMatchObject({
      kind: 'invalid-data',
      advice: expect.stringContaining('Fetch it again') as string,
    });
  });

  it('a zip that claims to unfold to more than deflate can: with advice', async () => {
    const zip = zipSync({ 'v1.metadata.json': utf8('{}') }) as Uint8Array<ArrayBuffer>;
    const directory = new DataView(zip.buffer);
    for (let at = 0; at < zip.length - 46; at++) {
      if (directory.getUint32(at, true) === 0x02014b50) directory.setUint32(at + 24, 1 << 29, true);
    }
    const files = await filesFromZip('bomb.zip', new Blob([zip]));
    await expect(open(files)).rejects.toMatchObject({
      kind: 'invalid-data',
      advice: expect.stringContaining('Pack the table’s folder again') as string,
    });
  });

  it.each([
    ['photo.png', /^photo\.png is neither a table’s folder nor a …metadata\.json$/],
    ['m0.avro', /^m0\.avro is an Avro file/],
  ])('%s alone', async (name, message) => {
    const bytes = new Uint8Array(0);
    const files = fileSet(name, [[name, { kind: 'bytes', name, bytes }]]);
    await expect(open(files)).rejects.toThrow(message);
  });

  it('a zip without a table is named with its ending', async () => {
    const zip = zipSync({ 'a/b.txt': utf8('x') }) as Uint8Array<ArrayBuffer>;
    const files = await filesFromZip('nothing.zip', new Blob([zip]));
    await expect(open(files)).rejects.toThrow('nothing.zip holds one file, b.txt, which is no …');
  });

  it('an empty folder of a machine', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'icecore-'));
    await expect(filesFromFolder(folder).then((files) => open(files))).rejects.toThrow(
      /holds no file/,
    );
  });
});

describe('a folder of several tables', () => {
  const metadata = (uuid: string) =>
    JSON.stringify({
      'format-version': 1,
      'table-uuid': uuid,
      location: `s3://b/${uuid}`,
      'last-updated-ms': 1,
      'last-column-id': 1,
      schema: { type: 'struct', fields: [{ id: 1, name: 'x', required: false, type: 'int' }] },
      'partition-spec': [],
    });
  const three = given({
    'a/metadata/v1.metadata.json': metadata('a'),
    'a/metadata/v2.metadata.json': metadata('a'),
    'b/metadata/v1.metadata.json': metadata('b'),
    'loose/x.metadata.json': metadata('c'),
  });

  it('offers them', async () => {
    expect(await open(three)).toEqual({
      kind: 'choose',
      tables: [
        {
          root: 'a',
          name: 'a',
          metadataFiles: ['a/metadata/v2.metadata.json', 'a/metadata/v1.metadata.json'],
        },
        { root: 'b', name: 'b', metadataFiles: ['b/metadata/v1.metadata.json'] },
        { root: 'loose', name: 'loose', metadataFiles: ['loose/x.metadata.json'] },
      ],
    });
  });

  it('opens the one that is chosen, by folder or by metadata file', async () => {
    expect((await openOne(three, { root: 'b' })).metadata.tableUuid).toBe('b');
    const older = await openOne(three, { metadataFile: 'a/metadata/v1.metadata.json' });
    expect(older.metadataFile).toBe('a/metadata/v1.metadata.json');
    expect(older.alternatives).toEqual(['a/metadata/v2.metadata.json']);
    await expect(open(three, { root: 'd' })).rejects.toThrow(/d is not among the tables/);
  });
});

describe('a file of the table is missing or damaged', () => {
  it('the newest metadata file is cut: the one before is shown, and the damage said', async () => {
    const newest = (await openOne(await tableWith('recycle', (_path, bytes) => bytes)))
      .metadataFile;
    const files = await tableWith('recycle', (path, bytes) =>
      newest.endsWith(path) ? bytes.subarray(0, 700) : bytes,
    );
    const table = await openOne(files);
    const damaged = table.problems.filter(({ code }) => code === 'metadata-unreadable');
    expect(damaged.map(({ place }) => place)).toContain(newest);
    expect(table.metadataFile < newest).toBe(true);
  });

  it('the manifest list is not there: the table opens, that snapshot does not', async () => {
    const table = await openOne(
      await tableWith('clicks', (path, bytes) => (path.startsWith('snap-') ? undefined : bytes)),
    );
    expect(table.metadata.snapshots.length).toBeGreaterThan(1);
    await expect(snapshotView(table, api)).rejects.toMatchObject({
      kind: 'missing-file',
      message: expect.stringContaining('The manifest list of snapshot') as string,
    });
    expect(table.missing().length).toBe(1);
  });

  const rest = { files: 0n, problems: 0 };

  async function sums(files: FileSet) {
    const view = await snapshotView(await openOne(files), api);
    const totals = await totalsOf(view, api);
    const broken = totals.filter((t) => t.problems.some((p) => p.severity === 'can-change-answer'));
    return { view, broken, files: totals.reduce((n, t) => n + t.live.files, rest.files) };
  }

  /** The manifest that the last commit of `clicks` wrote: one file of the table's many. */
  async function someManifest() {
    const whole = await sums(await tableWith('clicks', (_path, bytes) => bytes));
    const { manifest } = whole.view.manifests[0]!;
    const name = manifest.manifestPath.slice(manifest.manifestPath.lastIndexOf('/') + 1);
    const own = BigInt((manifest.addedFilesCount ?? 0) + (manifest.existingFilesCount ?? 0));
    expect(whole.broken).toEqual([]);
    expect(own).toBeGreaterThan(0n);
    return { name, left: whole.files - own };
  }

  const schemaOf = (bytes: Uint8Array) => {
    const head = utf8Text(bytes);
    const from = head.indexOf('{"type":"record"');
    let depth = 0;
    for (let i = from; i < head.length; i++) {
      if (head[i] === '{') depth++;
      else if (head[i] === '}' && --depth === 0) return head.slice(from, i + 1);
    }
    throw new Error('no schema');
  };
  const cyclic = '{"type":"record","name":"r","fields":[{"name":"next","type":"r"}]}';
  const magic = utf8('Obj\x01');
  const rows: [
    what: string,
    damage: (bytes: Uint8Array) => Uint8Array | undefined,
    message: RegExp,
  ][] = [
    ['is missing', () => undefined, /not at hand/],
    ['is empty', () => new Uint8Array(), /can’t be read at byte 0: .*empty/],
    ['is cut', (bytes) => bytes.subarray(0, bytes.length - 20), /can’t be read at byte [\d,]+:/],
    ['is a Parquet file', () => utf8('PAR1'), /Parquet/],
    [
      'claims a header of 2 GB',
      () => concat(magic, avroLong(1n), avroLong(2n ** 31n), utf8('x')),
      /at byte \d+/,
    ],
    [
      'claims 2^62 header entries',
      () => concat(magic, avroLong(2n ** 62n), utf8('x')),
      /at byte \d+/,
    ],
    [
      'claims a block of 2 GB',
      (bytes) =>
        concat(
          containerHeader({ 'avro.schema': schemaOf(bytes) }),
          avroLong(1n),
          avroLong(2n ** 31n),
          utf8('x'),
        ),
      /at byte \d+/,
    ],
    [
      'has a schema that contains itself',
      () =>
        concat(
          containerHeader({ 'avro.schema': cyclic }),
          avroLong(1n),
          avroLong(4n),
          utf8('xxxx'),
          new Uint8Array(16),
        ),
      /./,
    ],
    [
      'is a deflate bomb',
      (bytes) => deflateBomb(schemaOf(bytes), 100 << 20),
      /inflates|Deflate bomb/,
    ],
  ];
  it.each(rows)(
    'a manifest %s: its files are lost, the rest is there',
    async (_what, damage, message) => {
      const { name, left } = await someManifest();
      const files = await tableWith('clicks', (path, bytes) =>
        path === name ? damage(bytes) : bytes,
      );
      const { broken, files: found } = await sums(files);
      expect(found).toBe(left);
      expect(broken.map((t) => t.manifestPath.endsWith(name))).toEqual([true]);
      const [problem] = broken[0]?.problems ?? [];
      expect(problem?.message).toMatch(message);
      expect(problem?.consequence).toMatch(/count as unknown/);
    },
  );

  describe('a plan counts the files of a damaged manifest from its row', () => {
    const predicate = (value: bigint): Expression => ({
      kind: 'predicate',
      op: 'gt',
      term: { name: 'ts' },
      literals: [{ kind: 'timestamptz', value }],
    });
    const YEAR_2100 = 4_102_444_800_000_000n;
    const questions: [what: string, filter: Expression, verdict: string][] = [
      ['as unknown where it could match', { kind: 'true' }, 'unknown'],
      ['as skipped where its row rules it out', predicate(YEAR_2100), 'skipped'],
    ];
    it.each(questions)('%s', async (_what, filter, verdict) => {
      const { name } = await someManifest();
      const files = await tableWith('clicks', (path, bytes) =>
        path === name ? bytes.subarray(0, 1000) : bytes,
      );
      const { context, manifests } = await snapshotView(await openOne(files), api);
      const plans: ManifestPlan[] = [];
      const profile = 'safe';
      await api.plan(
        { context, manifests, filter, profile, caseSensitive: true },
        { onManifest: (plan) => plans.push(plan) },
      );
      const lost = plans.find(({ index }) =>
        manifests[index]?.manifest.manifestPath.endsWith(name),
      );
      const { manifest } = manifests[lost?.index ?? -1] as ManifestSource;
      const counted = verdict === 'unknown' ? 'unknown' : 'skippedByManifest';
      expect(lost).toMatchObject({
        verdict,
        bytesIncomplete: true,
        fileVerdicts: new Uint8Array(),
      });
      expect(lost?.totals[FILE_VERDICTS.indexOf(counted)]).toEqual({
        files: BigInt((manifest.addedFilesCount ?? 0) + (manifest.existingFilesCount ?? 0)),
        records: (manifest.addedRowsCount ?? 0n) + (manifest.existingRowsCount ?? 0n),
        bytes: 0n,
      });
      const others = plans.filter((plan) => plan !== lost);
      expect(others.every(({ problems }) => problems.length === 0)).toBe(true);
    });
  });

  it('a manifest of another table: said, and nothing else is lost', async () => {
    const { name } = await someManifest();
    let other: Uint8Array | undefined;
    await tableWith('orders_v2', (path, bytes) => {
      if (/-m0\.avro$/.test(path)) other ??= bytes;
      return bytes;
    });
    const { broken } = await sums(
      await tableWith('clicks', (path, bytes) => (path === name ? other : bytes)),
    );
    expect(broken.map((t) => t.manifestPath.endsWith(name))).toEqual([true]);
  });
});

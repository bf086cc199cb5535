import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesFromZip } from '../io/zip.ts';
import { HERE, liveTally, localApi, openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import { type StaticServer, serveFolder } from '../testing/static-server.ts';
import {
  listSamples,
  metadataHistory,
  type OpenedTable,
  type OpenOptions,
  type OpenSource,
  openTable,
  snapshotView,
} from './session.ts';

const tables = join(corpusFolder(), 'tables');
const publicFolder = resolve(dirname(fileURLToPath(import.meta.url)), '../../public');
const api = localApi();

async function open(source: OpenSource, options: OpenOptions = {}): Promise<OpenedTable> {
  const outcome = await openTable(source, api, { ...HERE, ...options });
  if (outcome.kind !== 'table') throw new Error('several tables');
  return outcome.table;
}

const servers: StaticServer[] = [];
async function serve(folder: string, lists: boolean): Promise<StaticServer> {
  const server = await serveFolder(folder, { lists });
  servers.push(server);
  return server;
}
afterAll(() => {
  for (const server of servers) server.close();
});

/** stories/clicks_big.md: 6,006 files of 12 TB, 10,000 rows a MB. */
const CLICKS_BIG = { files: 6006n, bytes: 12_000_000_000_000n };

describe('from an address', () => {
  it('a table folder that is listed, and nothing is asked but what is below it', async () => {
    const server = await serve(tables, true);
    const table = await open({ kind: 'url', url: `${server.url}/clicks_big/` });
    const here = await openFolder(join(tables, 'clicks_big'), api);
    expect(table.metadataFile).toBe(`${server.url}/clicks_big/${here.metadataFile}`);
    expect(table.alternatives.length).toBe(here.alternatives.length);
    expect(table.name).toBe('clicks_big');
    expect(await liveTally(table, api)).toMatchObject(CLICKS_BIG);
    expect(server.asked.filter((path) => !path.startsWith('/clicks_big/'))).toEqual([]);
  });

  it('says where names alone do not tell which metadata file is current', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'icecore-'));
    mkdirSync(join(folder, 't/metadata'), { recursive: true });
    const own = join(tables, 'clicks/metadata');
    const newest = readdirSync(own)
      .filter((name) => name.endsWith('.metadata.json'))
      .sort()
      .at(-1) as string;
    for (const name of ['0-a', '0-b', '0-c']) {
      cpSync(join(own, newest), join(folder, `t/metadata/${name}.metadata.json`));
    }
    const server = await serve(folder, true);
    const url = `${server.url}/t/`;
    const table = await open({ kind: 'url', url });
    expect(table.problems).toMatchObject([
      {
        code: 'metadata-uncertain',
        message: 'Nothing tells which of 3 metadata files is the current one.',
      },
    ]);
    const chosen = await open({ kind: 'url', url }, { metadataFile: table.alternatives[1] });
    expect(chosen.problems).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('a metadata file on a host that lists nothing', async () => {
    const server = await serve(tables, false);
    const here = await openFolder(join(tables, 'clicks_big'), api);
    const table = await open({ kind: 'url', url: `${server.url}/clicks_big/${here.metadataFile}` });
    expect(await liveTally(table, api)).toMatchObject(CLICKS_BIG);
    expect(table.alternatives).toEqual([]);
  });

  it('a folder on a host that lists nothing says what to give instead', async () => {
    const server = await serve(tables, false);
    await expect(open({ kind: 'url', url: `${server.url}/clicks_big` })).rejects.toMatchObject({
      kind: 'invalid-input',
      advice: expect.stringContaining('metadata.json itself') as string,
    });
  });

  it('what is recorded elsewhere is not fetched', async () => {
    const server = await serve(tables, true);
    const table = await open({ kind: 'url', url: `${server.url}/clicks` });
    expect(table.locate('https://elsewhere.example/clicks/metadata/x.avro')).toMatchObject({
      url: `${server.url}/clicks/metadata/x.avro`,
    });
    expect(table.locate('https://elsewhere.example/other')).toBeUndefined();
    expect(table.missing()).toEqual(['https://elsewhere.example/other']);
  });
});

describe('samples', () => {
  let server: StaticServer;
  beforeAll(async () => {
    server = await serve(publicFolder, false);
  });

  it('are listed with a sentence, and hold the files that are there', async () => {
    const samples = await listSamples(`${server.url}/samples`);
    expect(samples.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'clicks',
        'clicks_big',
        'events',
        'orders_v1',
        'logs_dv',
        'migrated',
      ]),
    );
    for (const { name, sentence, files } of samples) {
      expect(sentence).toMatch(/^.{30,180}\.$/);
      const there = readdirSync(join(publicFolder, 'samples', name, 'metadata'));
      expect(files).toEqual(there.map((file) => `metadata/${file}`).sort());
    }
  });

  it('are the corpus’s tables, and open', async () => {
    for (const { name } of await listSamples(`${server.url}/samples`)) {
      const table = await open({ kind: 'sample', name, baseUrl: `${server.url}/samples` });
      const here = await openFolder(join(tables, name), api);
      expect(table.metadataFile).toBe(here.metadataFile);
      expect(await liveTally(table, api)).toEqual(await liveTally(here, api));
    }
  });

  it('one that is not there is said, with those that are', async () => {
    const source = { kind: 'sample', name: 'nothing', baseUrl: `${server.url}/samples` } as const;
    await expect(open(source)).rejects.toMatchObject({
      kind: 'invalid-input',
      advice: expect.stringContaining('clicks_big') as string,
    });
  });
});

it('opens a zip of the metadata folder', async () => {
  const folder = join(tables, 'clicks_big/metadata');
  const contents = Object.fromEntries(
    readdirSync(folder).map((name) => [
      `metadata/${name}`,
      Uint8Array.from(readFileSync(join(folder, name))),
    ]),
  );
  const zip = new Blob([zipSync(contents) as Uint8Array<ArrayBuffer>]);
  const files = await filesFromZip('clicks_big.zip', zip);
  expect(await liveTally(await open({ kind: 'files', files }), api)).toMatchObject(CLICKS_BIG);
});

describe('history', () => {
  it('is read once for a table, whoever asks', async () => {
    const table = await openFolder(join(tables, 'clicks'), api);
    let asked = 0;
    const counting = new Proxy(api, {
      get(target, name, self) {
        if (name === 'readMetadata') asked++;
        return Reflect.get(target, name, self);
      },
    });
    const first = await metadataHistory(table, counting);
    expect(asked).toBe(table.metadata.metadataLog.length);
    expect(await metadataHistory(table, counting)).toBe(first);
    expect(asked).toBe(table.metadata.metadataLog.length);
  });
  it('reads the metadata files of the log, oldest first', async () => {
    const table = await openFolder(join(tables, 'clicks'), api);
    const { versions, missing } = await metadataHistory(table, api);
    expect(missing).toEqual([]);
    // stories/clicks.sql changes the layout three times.
    const defaults = versions.map(({ metadata }) => metadata.defaultSpecId);
    expect([...new Set(defaults)]).toEqual([0, 1, 2, 3]);
    expect(defaults).toEqual([...defaults].sort((a, b) => a - b));
    const times = versions.map(({ timestampMs }) => timestampMs);
    expect(times).toEqual([...times].sort((a, b) => Number(a - b)));
    expect(versions.at(-1)?.metadata).toBe(table.metadata);
  });

  it('says which are missing', async () => {
    const table = await openFolder(join(tables, 'clicks'), api);
    const gone = { ...table, locate: () => undefined };
    const { versions, missing } = await metadataHistory(gone, api);
    expect(versions.length).toBe(1);
    expect(missing.length).toBe(table.metadata.metadataLog.length);
  });
});

describe('a view', () => {
  it('of a table without snapshots has no manifest', async () => {
    const view = await snapshotView(await openFolder(join(tables, 'empty_never'), api), api);
    expect([view.snapshot, view.manifests]).toEqual([undefined, []]);
  });

  it('of an older snapshot by its time', async () => {
    const table = await openFolder(join(tables, 'clicks'), api);
    const [first, second] = table.metadata.snapshots;
    const asOfMs = (second?.timestampMs ?? 0n) - 1n;
    expect((await snapshotView(table, api, { asOfMs })).snapshot).toEqual(first);
  });
});

it('no two openings share a key', async () => {
  const [a, b] = [
    await openFolder(join(tables, 'clicks'), api),
    await openFolder(join(tables, 'clicks'), api),
  ];
  expect(a.tableKey).not.toBe(b.tableKey);
});

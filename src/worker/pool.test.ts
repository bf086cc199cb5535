import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { Expression } from '../expressions/expression.ts';
import { filesFromFolder, pathInput } from '../io/node-files.ts';
import type { ManifestSource, ManifestTotals, TableApi, TableContext } from '../table/api.ts';
import { localTableApi } from '../table/local.ts';
import { openTable, snapshotView } from '../table/session.ts';
import { corpusFolder } from '../testing/shared.ts';
import { type Port, serve } from './channel.ts';
import { type Pool, type PoolOptions, poolTableApi, type WorkerPort } from './pool.ts';

const pools: Pool[] = [];
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

interface Made {
  readonly pool: Pool;
  /** What each worker was asked, in order of their start. */
  readonly asked: string[][];
  readonly ports: WorkerPort[];
}

/** A pool whose workers are ports of this thread. */
function poolOf(
  size: number,
  serverOf: (index: number) => Partial<TableApi>,
  options: Pick<PoolOptions, 'memoryInBytes' | 'usual'> = {},
): Made {
  const asked: string[][] = [];
  const ports: WorkerPort[] = [];
  const makeWorker = (): WorkerPort => {
    const { port1, port2 } = new MessageChannel();
    const index = ports.length;
    const log: string[] = [];
    asked.push(log);
    serve(port1 as unknown as Port, logged(serverOf(index), log));
    port1.start();
    port2.start();
    const port = Object.assign(port2 as unknown as Port, { terminate: () => port2.close() });
    ports.push(port);
    return port;
  };
  const pool = poolTableApi({ size, makeWorker, ...options });
  pools.push(pool);
  return { pool, asked, ports };
}

function logged(api: Partial<TableApi>, log: string[]): TableApi {
  return new Proxy(api, {
    get: (target, name) => async (request: Record<string, unknown>, options: unknown) => {
      const manifests = (request['manifests'] ?? []) as readonly ManifestSource[];
      log.push(`${String(name)} ${manifests.map((m) => m.manifest.manifestPath).join('')}`.trim());
      const method = target[name as keyof TableApi] as (r: unknown, o: unknown) => Promise<unknown>;
      return method(request, options);
    },
  }) as TableApi;
}

const context: TableContext = {
  tableKey: 't',
  formatVersion: 2,
  schemaId: 0,
  schemas: [],
  specs: [],
};

function manifest(
  path: string,
  manifestLength: number,
  content: 'data' | 'deletes' = 'data',
): ManifestSource {
  return {
    index: path.charCodeAt(0) - 97,
    input: undefined,
    manifest: {
      manifestPath: path,
      manifestLength,
      partitionSpecId: 0,
      content,
      sequenceNumber: 1n,
      minSequenceNumber: 1n,
    },
  };
}

const NO_DELETES = {
  manifests: [],
  indexed: 0,
  positional: 0,
  equality: 0,
  deletionVectors: 0,
  problems: [],
};
const QUIET: Partial<TableApi> = {
  sumManifests: async () => undefined,
  plan: async () => NO_DELETES,
};

describe('a pool', () => {
  it('divides the memory among its workers, running or not', async () => {
    const limits: [worker: number, bytes: number][] = [];
    const { pool } = poolOf(
      2,
      (worker) => ({
        ...QUIET,
        limitMemory: async ({ bytes }) => void limits.push([worker, bytes]),
      }),
      { memoryInBytes: 1000 },
    );
    const sum = (path: string) =>
      pool.api.sumManifests(
        { context, manifests: [manifest(path, 1)] },
        { onTotals: () => undefined },
      );
    await sum('a');
    expect(limits).toEqual([[0, 500]]);
    await pool.api.limitMemory({ bytes: 600 });
    await sum('b');
    expect(limits).toEqual([
      [0, 500],
      [0, 300],
      [1, 300],
    ]);
  });

  it('spreads manifests by length, and sends each to its worker again', async () => {
    const { pool, asked } = poolOf(2, () => QUIET);
    const manifests = [
      manifest('a', 90),
      manifest('b', 10),
      manifest('c', 20),
      manifest('d', 30),
      manifest('e', 40),
      manifest('f', 5),
    ];
    const sum = (part: ManifestSource[]) =>
      pool.api.sumManifests({ context, manifests: part }, { onTotals: () => undefined });
    await sum(manifests);
    await sum(manifests.slice(0, 2));
    expect(asked).toEqual([
      ['sumManifests af', 'sumManifests a'],
      ['sumManifests bcde', 'sumManifests b'],
    ]);
  });

  it('leaves the page a core, unless there is much to read', async () => {
    const { pool, asked } = poolOf(2, () => QUIET, { usual: 1 });
    const sum = (manifests: ManifestSource[]) =>
      pool.api.sumManifests({ context, manifests }, { onTotals: () => undefined });
    const MIB = 2 ** 20;
    await sum([manifest('a', 32 * MIB), manifest('b', 32 * MIB)]);
    expect(asked).toEqual([['sumManifests ab']]);
    // 66 MiB; of 64 MiB for the first worker, and 65 MiB for the second, the first has less.
    await sum([manifest('c', 65 * MIB), manifest('d', MIB)]);
    expect(asked).toEqual([['sumManifests ab', 'sumManifests d'], ['sumManifests c']]);
  });

  it('gives delete manifests to every worker that plans', async () => {
    const { pool, asked } = poolOf(2, () => QUIET);
    const manifests = [manifest('a', 1), manifest('b', 1), manifest('c', 1, 'deletes')];
    const filter = { kind: 'true' } as const;
    const request = { context, manifests, filter, caseSensitive: true, profile: 'safe' } as const;
    const plan = await pool.api.plan(request, { onManifest: () => undefined });
    expect(asked).toEqual([['plan ac'], ['plan bc']]);
    expect(plan).toEqual(NO_DELETES);
    await pool.api.plan(
      { ...request, manifests: [manifests[2]!] },
      { onManifest: () => undefined },
    );
    expect(asked.flat().filter((call) => call === 'plan c')).toEqual(['plan c']);
  });

  it('starts no worker before it is needed', async () => {
    const { pool, ports } = poolOf(4, () => QUIET);
    expect(ports.length).toBe(0);
    await pool.api.sumManifests(
      { context, manifests: [manifest('a', 1)] },
      { onTotals: () => undefined },
    );
    expect(ports.length).toBe(1);
  });

  it('rejects everybody when a worker dies, and replaces it', async () => {
    let hangs = true;
    const never = new Promise<never>(() => undefined);
    const { pool, ports } = poolOf(1, () => ({
      sumManifests: () => (hangs ? never : Promise.resolve()),
    }));
    const sum = () =>
      pool.api.sumManifests(
        { context, manifests: [manifest('a', 1)] },
        { onTotals: () => undefined },
      );
    const calls = [sum(), sum()];
    const dead = Promise.allSettled(calls);
    const event = Object.assign(new Event('error', { cancelable: true }), {
      message: 'out of memory',
    });
    (ports[0] as unknown as EventTarget).dispatchEvent(event);
    for (const call of await dead) {
      expect(call).toMatchObject({
        status: 'rejected',
        reason: { name: 'IcecoreError', kind: 'unsupported' },
      });
      expect((call as PromiseRejectedResult).reason.message).toContain('out of memory');
    }
    hangs = false;
    await sum();
    expect(ports.length).toBe(2);
  });

  it('stops all of its workers on an abort', async () => {
    const seen: boolean[] = [];
    const { pool } = poolOf(2, () => ({
      sumManifests: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            seen.push(true);
            reject(signal.reason);
          });
        }),
    }));
    const abort = new AbortController();
    const manifests = [manifest('a', 1), manifest('b', 1)];
    const call = pool.api.sumManifests(
      { context, manifests },
      { signal: abort.signal, onTotals: () => undefined },
    );
    setTimeout(() => abort.abort(new Error('outdated')), 10);
    await expect(call).rejects.toThrow('outdated');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen).toEqual([true, true]);
  });
});

describe('a pool of real tables', () => {
  it('sums a table as one in place does', async () => {
    const files = await filesFromFolder(join(corpusFolder(), 'tables/clicks'));
    const { pool, asked } = poolOf(3, () => localTableApi({ openPath: pathInput }));
    const outcome = await openTable({ kind: 'files', files }, pool.api, { openPath: pathInput });
    if (outcome.kind !== 'table') throw new Error('several tables');
    const view = await snapshotView(outcome.table, pool.api);
    const totals = new Map<number, ManifestTotals>();
    const request = { context: view.context, manifests: view.manifests };
    await pool.api.sumManifests(request, { onTotals: (i, t) => totals.set(i, t) });
    const alone = new Map<number, ManifestTotals>();
    await localTableApi({ openPath: pathInput }).sumManifests(request, {
      onTotals: (i, t) => alone.set(i, t),
    });
    expect(new Map([...totals].sort(([a], [b]) => a - b))).toEqual(
      new Map([...alone].sort(([a], [b]) => a - b)),
    );
    expect(asked.length).toBe(3);
  });

  it('draws, plans and explains as one in place does, again and again', async () => {
    const files = await filesFromFolder(join(corpusFolder(), 'tables/logs_mor'));
    const { pool } = poolOf(2, () => localTableApi({ openPath: pathInput }));
    const alone = localTableApi({ openPath: pathInput });
    const outcome = await openTable({ kind: 'files', files }, pool.api, { openPath: pathInput });
    if (outcome.kind !== 'table') throw new Error('several tables');
    const { context, manifests } = await snapshotView(outcome.table, pool.api);
    const isData = ({ manifest: m }: ManifestSource) => m.content === 'data';
    const filter: Expression = {
      kind: 'predicate',
      op: 'gt',
      term: { name: 'id' },
      literals: [{ kind: 'int', value: 5 }],
    };
    const question = { context, filter, caseSensitive: true, profile: 'safe' } as const;
    const everything = async (api: TableApi) => {
      const byIndex = new Map<string, unknown>();
      await api.drawManifests(
        { context, manifests: manifests.filter(isData) },
        { onPicture: (picture) => byIndex.set(`picture ${picture.index}`, picture) },
      );
      const deletes = await api.plan(
        { ...question, manifests },
        { onManifest: (plan) => byIndex.set(`plan ${plan.index}`, plan) },
      );
      const manifest = manifests.find(isData) as ManifestSource;
      const deleteManifests = manifests.filter((source) => !isData(source));
      const explanation = await api.explain({ ...question, manifest, entry: 0, deleteManifests });
      const parts = [...byIndex].sort(([a], [b]) => (a < b ? -1 : 1));
      return { parts, deletes, explanation };
    };
    const expected = await everything(alone);
    expect(expected.deletes.indexed).toBeGreaterThan(0);
    // A second time: what was transferred to the page must not have been a worker's own.
    for (let i = 0; i < 2; i++) expect(await everything(pool.api)).toEqual(expected);
  });
});

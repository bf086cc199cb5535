import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pathInput } from '../io/node-files.ts';
import type { OpenInputOptions, PathRef } from '../io/open.ts';
import type { ColumnOutline } from '../planning/outline.ts';
import { localApi, openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import type { ManifestSource, TableContext } from './api.ts';
import { manifestCache, type OutlineRequest } from './manifest-cache.ts';
import { snapshotView } from './session.ts';

const api = localApi();

async function manifestsOf(
  table: string,
): Promise<{ context: TableContext; manifests: readonly ManifestSource[] }> {
  return snapshotView(await openFolder(join(corpusFolder(), 'tables', table), api), api);
}

/** Options that count the files read. */
function counting(): OpenInputOptions & { readonly read: string[] } {
  const read: string[] = [];
  return {
    read,
    openPath: (ref: PathRef) => {
      read.push(ref.path);
      return pathInput(ref);
    },
  };
}

it('reads a manifest once for the same columns, also when asked at the same moment', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const source = manifests[0]!;
  const options = counting();
  const cache = manifestCache(1 << 20, options);
  const [a, b] = await Promise.all([
    cache.read(context, source, [], undefined),
    cache.read(context, source, [], undefined),
  ]);
  expect(a).toBe(b);
  expect(options.read.length).toBe(1);
});

it('adds the statistics of further columns to those it has', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const source = manifests[0]!;
  const options = counting();
  const cache = manifestCache(1 << 20, options);
  const ids = async (...wanted: number[]) => {
    const { entries } = await cache.read(context, source, wanted, undefined);
    return [...entries.metrics.keys()];
  };
  expect(await ids(1)).toEqual([1]);
  expect(await ids(2)).toEqual([1, 2]);
  expect(await ids(2, 1)).toEqual([1, 2]);
  expect(options.read.length).toBe(2);
});

it('keeps the other columns of the entries when it adds statistics', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const cache = manifestCache(1 << 20, counting());
  const first = await cache.read(context, manifests[0]!, [1], undefined);
  const second = await cache.read(context, manifests[0]!, [2], undefined);
  expect(second.entries.filePaths).toBe(first.entries.filePaths);
  expect(second.entries.metrics.get(1)).toBe(first.entries.metrics.get(1));
  const whole = await manifestCache(1 << 20, counting()).read(
    context,
    manifests[0]!,
    [1, 2],
    undefined,
  );
  expect(second.entries.metrics.get(2)).toEqual(whole.entries.metrics.get(2));
});

it('decodes the statistics that are expected with whatever it decodes', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const options = counting();
  const cache = manifestCache(1 << 20, options);
  await cache.read(context, manifests[0]!, [], undefined);
  cache.expect(context, [1]);
  // Nothing is read for them alone.
  await cache.read(context, manifests[0]!, [], undefined);
  await cache.read(context, manifests[1]!, [], undefined);
  expect(options.read.length).toBe(2);
  await cache.read(context, manifests[1]!, [1], undefined);
  expect(options.read.length).toBe(2);
  await cache.read({ ...context, tableKey: 'another' }, manifests[1]!, [], undefined);
  await cache.read({ ...context, tableKey: 'another' }, manifests[1]!, [1], undefined);
  expect(options.read.length).toBe(4);
});

it('reads ahead for a manifest that it has, once, and for no other', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const source = manifests[0]!;
  const options = counting();
  const cache = manifestCache(1 << 20, options);
  await cache.readAhead(context, source, [1], undefined);
  expect(options.read.length).toBe(0);
  await cache.read(context, source, [], undefined);
  await cache.readAhead(context, source, [1, 2], undefined);
  await cache.readAhead(context, source, [2], undefined);
  expect(options.read.length).toBe(2);
  const { entries } = await cache.read(context, source, [1, 2], undefined);
  expect([...entries.metrics.keys()]).toEqual([1, 2]);
  expect(options.read.length).toBe(2);
});

it('lets nothing go for what it reads ahead', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const [first, second] = [manifests[0]!, manifests[1]!];
  const options = counting();
  // The least room for both without statistics.
  const holdsBoth = async (budget: number) => {
    const own = counting();
    const cache = manifestCache(budget, own);
    for (const source of [first, second, first]) await cache.read(context, source, [], undefined);
    return own.read.length === 2;
  };
  const cache = manifestCache(await smallestBudget(holdsBoth, 1 << 20), options);
  for (const source of [first, second]) await cache.read(context, source, [], undefined);
  for (const source of [first, second]) await cache.readAhead(context, source, [1], undefined);
  for (const source of [first, second]) await cache.read(context, source, [], undefined);
  expect(options.read.length).toBe(2);
});

/** Outlines of nothing, with the columns that it was asked to outline. */
function outlineRequest(key: string, fieldIds: readonly number[]) {
  const asked: (readonly number[])[] = [];
  const request: OutlineRequest = {
    key,
    fieldIds,
    async outline(_entries, _file, { metricsFieldIds }) {
      asked.push(metricsFieldIds);
      return new Map();
    },
  };
  return { request, asked };
}

it('outlines the columns that a manifest lacks, once for the same rules', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const source = manifests[0]!;
  const options = counting();
  const cache = manifestCache(1 << 20, options);
  const { request, asked } = outlineRequest('0 safe', [1, 2, 3]);
  await cache.addOutlines(context, source, request, undefined);
  expect(options.read.length).toBe(0);
  await cache.read(context, source, [2], undefined);
  await cache.addOutlines(context, source, request, undefined);
  await cache.addOutlines(context, source, request, undefined);
  expect(asked).toEqual([[1, 3]]);
  expect(options.read.length).toBe(2);
  await cache.addOutlines(context, source, { ...request, key: '0 java' }, undefined);
  expect(asked.length).toBe(2);
  // Statistics that are decoded keep the outlines, and those are none.
  const { entries } = await cache.read(context, source, [1, 2], undefined);
  expect([...entries.metrics.keys()]).toEqual([2, 1]);
  expect(cache.atHand(context, source)?.outlines?.key).toBe('0 java');
});

it('lets outlines go first', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const source = manifests[0]!;
  const options = counting();
  const cache = manifestCache(1 << 20, options);
  await cache.read(context, source, [1, 3], undefined);
  const { request } = outlineRequest('0 safe', [2]);
  const large = { shares: new Uint8Array(500_000) } as unknown as ColumnOutline;
  const outline = async () => new Map([[2, large]]);
  await cache.addOutlines(context, source, { ...request, outline }, undefined);
  expect(cache.atHand(context, source)?.outlines?.byId.get(2)).toBe(large);
  // The manifest with its statistics takes some ten kilobytes.
  cache.limit(400_000);
  expect(cache.atHand(context, source)?.outlines).toBeUndefined();
  await cache.read(context, source, [1, 3], undefined);
  expect(options.read.length).toBe(2);
  // What has no room is not made.
  cache.limit(1);
  await cache.read(context, source, [1], undefined);
  await cache.addOutlines(context, source, request, undefined);
  expect(cache.atHand(context, source)?.outlines).toBeUndefined();
});

it('forgets what was longest unused when the budget is spent', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const options = counting();
  const cache = manifestCache(1, options);
  const read = (i: number) => cache.read(context, manifests[i]!, [], undefined);
  await read(0);
  await read(0);
  expect(options.read.length).toBe(1);
  await read(1);
  await read(0);
  expect(options.read.length).toBe(3);
});

/** The smallest number of bytes that `holds`, below `most`, by halving. */
async function smallestBudget(
  holds: (budget: number) => Promise<boolean>,
  most: number,
): Promise<number> {
  let [low, high] = [0, most];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (await holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

it('drops statistics that nobody asks for any more before whole manifests', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const [first, second] = [manifests[0]!, manifests[1]!];
  // The least room for both manifests with the statistics of column 2 alone.
  const holdsBoth = async (budget: number) => {
    const options = counting();
    const cache = manifestCache(budget, options);
    for (const source of [first, second]) await cache.read(context, source, [], undefined);
    for (const source of [first, second, first]) await cache.read(context, source, [2], undefined);
    return options.read.length === 4;
  };
  const budget = await smallestBudget(holdsBoth, 1 << 20);
  const options = counting();
  const cache = manifestCache(1 << 20, options);
  cache.expect(context, [1]);
  for (const source of [first, second]) await cache.read(context, source, [1], undefined);
  cache.expect(context, [2]);
  for (const source of [first, second]) await cache.read(context, source, [2], undefined);
  const before = options.read.length;
  cache.limit(budget);
  for (const source of [first, second]) await cache.read(context, source, [2], undefined);
  expect(options.read.length, 'both are still there').toBe(before);
  await cache.read(context, first, [1], undefined);
  expect(options.read.length, 'the other column is read again').toBe(before + 1);
});

it('makes room before it decodes, so that what it keeps and decodes stays in the budget', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const [first, second] = [manifests[0]!, manifests[1]!];
  const options = counting();
  const cache = manifestCache(1 << 20, options);
  await cache.read(context, first, [], undefined);
  // The row claims more entries than there is room for, so the first must have gone when this fails to decode.
  const { manifest } = second;
  const large = { ...manifest, addedFilesCount: 1e9 };
  const wrong = { ...second, manifest: { ...large, manifestPath: 'x' }, input: undefined };
  await expect(cache.read(context, wrong, [], undefined)).rejects.toThrow();
  await cache.read(context, first, [], undefined);
  expect(options.read.length, 'nothing was decoded, so nothing had to go').toBe(1);
  await cache.read(context, { ...second, manifest: large }, [], undefined);
  await cache.read(context, first, [], undefined);
  expect(options.read.length).toBe(3);
  // And what was held free for it is free again.
  await cache.read(context, second, [], undefined);
  await cache.read(context, first, [], undefined);
  expect(options.read.length).toBe(3);
});

it('lets go at once of what a smaller budget has no room for', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const options = counting();
  const cache = manifestCache(1 << 20, options);
  const read = (i: number) => cache.read(context, manifests[i]!, [], undefined);
  await read(0);
  cache.limit(1 << 20);
  await read(0);
  expect(options.read.length).toBe(1);
  cache.limit(1);
  cache.limit(1 << 20);
  await read(0);
  expect(options.read.length).toBe(2);
});

it('keeps tables apart, and nothing of a failure', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const source = manifests[0]!;
  const options = counting();
  const cache = manifestCache(1 << 20, options);
  await expect(
    cache.read(context, { ...source, input: undefined }, [], undefined),
  ).rejects.toMatchObject({
    kind: 'missing-file',
  });
  await cache.read(context, source, [], undefined);
  await cache.read({ ...context, tableKey: 'another' }, source, [], undefined);
  expect(options.read.length).toBe(2);
});

it('gives up when aborted', async () => {
  const { context, manifests } = await manifestsOf('clicks');
  const cache = manifestCache(1 << 20, counting());
  const read = cache.read(context, manifests[0]!, [], AbortSignal.abort(new Error('outdated')));
  await expect(read).rejects.toThrow('outdated');
});

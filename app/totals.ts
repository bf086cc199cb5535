/** Live totals of manifests. A manifest never changes, so each is summed once, whatever snapshots list it. */
import type { ManifestSource, ManifestTotals, TableContext } from '../src/table/api.ts';
import { tableApi } from './client.ts';
import type { OpenTable } from './data.ts';

const summed = new WeakMap<OpenTable, Map<string, ManifestTotals>>();

function cacheOf(table: OpenTable): Map<string, ManifestTotals> {
  let cache = summed.get(table);
  if (cache === undefined) {
    cache = new Map();
    summed.set(table, cache);
  }
  return cache;
}

/** Calls `onTotals` for each manifest: for known ones at once, for others as they are read. */
export async function readTotals(
  table: OpenTable,
  context: TableContext,
  manifests: readonly ManifestSource[],
  onTotals: (index: number, totals: ManifestTotals) => void,
  signal: AbortSignal,
): Promise<void> {
  const cache = cacheOf(table);
  const unread: ManifestSource[] = [];
  for (const source of manifests) {
    const known = cache.get(source.manifest.manifestPath);
    if (known === undefined) unread.push(source);
    else onTotals(source.index, known);
  }
  if (unread.length === 0) return;
  await tableApi().sumManifests(
    { context, manifests: unread },
    {
      signal,
      onTotals: (index, totals) => {
        cache.set(totals.manifestPath, totals);
        onTotals(index, totals);
      },
    },
  );
}

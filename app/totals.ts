/** Live totals of manifests. A manifest never changes, so each is summed once, whatever snapshots list it. */
import { SKIPPED_BY_MANIFEST } from '../src/planning/verdict.ts';
import type {
  ManifestPlan,
  ManifestSource,
  ManifestTotals,
  TableContext,
} from '../src/table/api.ts';
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
        // What could not be read may be readable at the next attempt.
        if (!isUnread(totals)) cache.set(totals.manifestPath, totals);
        onTotals(index, totals);
      },
    },
  );
}

const UNREAD: ReadonlySet<string> = new Set(['manifest-missing', 'manifest-damaged']);

/** True for the totals of a manifest that could not be read: they are zero, and mean nothing. */
export function isUnread(totals: ManifestTotals): boolean {
  return totals.problems.some((problem) => UNREAD.has(problem.code));
}

/** True once sums over all manifests are those of the table: each is there, and none could not be read. */
export function isWhole(
  totals:
    | { readonly complete: boolean; readonly items: ReadonlyMap<number, ManifestTotals> }
    | undefined,
): boolean {
  return totals?.complete === true && ![...totals.items.values()].some(isUnread);
}

/** Plans with the figures of skipped manifests as these were read, where the plan has them by their rows alone. */
export function exactPlans(
  plans: Iterable<ManifestPlan>,
  totals: ReadonlyMap<number, ManifestTotals> | undefined,
): readonly ManifestPlan[] {
  return Array.from(plans, (plan) => {
    const own = plan.bytesIncomplete ? totals?.get(plan.index) : undefined;
    if (plan.verdict !== 'skipped' || own === undefined || isUnread(own)) return plan;
    const exact = plan.totals.map((tally, v) => (v === SKIPPED_BY_MANIFEST ? own.live : tally));
    return { ...plan, totals: exact, bytesIncomplete: false };
  });
}

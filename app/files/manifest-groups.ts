/** Manifests by era, newest first; in each those that may match before the rest. */

import type { ManifestPlan, ManifestSource, ManifestTotals } from '../../src/table/api.ts';
import { statedFiles } from '../../src/table/estimate.ts';

export interface ListedManifest {
  readonly index: number;
  readonly path: string;
  /** undefined without a predicate. */
  readonly verdict: ManifestPlan['verdict'] | undefined;
  readonly reason: string;
  /** Live files; by the manifest list where the entries are not read (yet). */
  readonly files: number;
  /** undefined while it is not read. */
  readonly bytes: bigint | undefined;
  readonly damaged: boolean;
  readonly source: ManifestSource;
}

export interface ManifestGroup {
  readonly specId: number;
  readonly rank: number;
  readonly files: number;
  /** Manifests that are opened or unknown. */
  readonly mayMatch: number;
  readonly manifests: readonly ListedManifest[];
}

export function manifestGroups(
  sources: readonly ManifestSource[],
  totals: ReadonlyMap<number, ManifestTotals>,
  plans: ReadonlyMap<number, ManifestPlan> | undefined,
  ranks: ReadonlyMap<number, number>,
): readonly ManifestGroup[] {
  const bySpec = new Map<number, ListedManifest[]>();
  for (const source of sources) {
    if (source.manifest.content !== 'data') continue;
    const group = bySpec.get(source.manifest.partitionSpecId) ?? [];
    group.push(listed(source, totals.get(source.index), plans?.get(source.index)));
    bySpec.set(source.manifest.partitionSpecId, group);
  }
  return [...bySpec]
    .map(([specId, manifests]) => ({
      specId,
      rank: ranks.get(specId) ?? 0,
      files: manifests.reduce((sum, { files }) => sum + files, 0),
      mayMatch: manifests.filter(mayMatch).length,
      manifests: [...manifests].sort((a, b) => Number(mayMatch(b)) - Number(mayMatch(a))),
    }))
    .sort((a, b) => b.rank - a.rank);
}

function mayMatch({ verdict }: ListedManifest): boolean {
  return verdict === 'kept' || verdict === 'unknown';
}

function listed(
  source: ManifestSource,
  totals: ManifestTotals | undefined,
  plan: ManifestPlan | undefined,
): ListedManifest {
  const { manifest, index } = source;
  const damaged = totals?.problems.some((p) => p.code.startsWith('manifest-')) === true;
  const counted = statedFiles(manifest);
  const lost = damaged && totals?.live.files === 0n && counted > 0;
  return {
    index,
    path: manifest.manifestPath,
    verdict: plan?.verdict,
    reason: plan?.reason ?? '',
    files: totals === undefined || lost ? counted : Number(totals.live.files),
    bytes: totals === undefined || lost ? undefined : totals.live.bytes,
    damaged: lost,
    source,
  };
}

/** How many of a group's rows show before the rest folds: all that may match, then a few. */
export function unfolded(group: ManifestGroup, asked: boolean): number {
  const { length } = group.manifests;
  const first = asked ? Math.min(group.mayMatch, MOST) + FEW : MOST;
  return length <= first + 1 ? length : first;
}

const FEW = 5;
const MOST = 200;

/** The name's beginning and its end, which tells the manifests of one commit apart: `437e…-m0.avro`. */
export function shortName(path: string): string {
  const name = path.split('/').at(-1) ?? path;
  if (name.length <= 14) return name;
  const end = /-?[^-]{1,9}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, 4)}…${end}`;
}

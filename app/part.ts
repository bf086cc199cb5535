/**
 * A snapshot that would take more memory than its budget is not read before somebody chooses: all the same, or a part
 * of its manifests. With a part, nothing on the page knows of other manifests, and all that is said is said of it.
 */
import type { ManifestSource } from '../src/table/api.ts';
import { type Estimate, estimateReading } from '../src/table/estimate.ts';
import { tableApi, WORKERS } from './client.ts';
import type { LoadedPart, SnapshotInHand } from './data.ts';
import { type LoadChoice, loadChoice, pathHash } from './link.ts';
import { parseFilter } from './predicate.ts';

const estimates = new WeakMap<readonly ManifestSource[], Estimate>();

/** Of reading these on this machine. */
export function estimateOf(manifests: readonly ManifestSource[]): Estimate {
  const known = estimates.get(manifests) ?? estimateReading(manifests, WORKERS);
  estimates.set(manifests, known);
  return known;
}

/** Manifests of a choice, by their rows in the manifest list; those of deletes always. `kept`: indexes, of a condition. */
export function chosenManifests(
  manifests: readonly ManifestSource[],
  choice: LoadChoice,
  kept: ReadonlySet<number> | undefined,
): readonly ManifestSource[] {
  let place = 0;
  const isChosen = ({ index, manifest }: ManifestSource): boolean => {
    switch (choice.kind) {
      case 'all':
        return true;
      case 'era':
        return choice.specIds.includes(manifest.partitionSpecId);
      case 'sample':
        return place++ % choice.n === 0;
      case 'where':
        return kept?.has(index) === true;
    }
  };
  return manifests.filter((one) => one.manifest.content === 'deletes' || isChosen(one));
}

type Kept = ReadonlySet<number> | undefined;

interface Made {
  readonly kept: Kept;
  readonly view: SnapshotInHand | undefined;
}

const made = new WeakMap<SnapshotInHand, Map<string, Made>>();

/**
 * The snapshot as far as it is to be read; undefined where that is not decided, where no data manifest is in the part,
 * and while manifests are judged. The same object for the same choice.
 */
export function toRead(
  listed: SnapshotInHand,
  load: string | undefined,
  budget: number,
  kept: Kept,
): SnapshotInHand | undefined {
  const choice = loadChoice({ load });
  if (load === undefined || choice === undefined) {
    return estimateOf(listed.manifests).memoryInBytes <= budget ? listed : undefined;
  }
  if (choice.kind === 'all') return listed;
  if (choice.kind === 'where' && kept === undefined) return undefined;
  const before = made.get(listed) ?? new Map<string, Made>();
  made.set(listed, before);
  const last = before.get(load);
  if (last !== undefined && last.kept === kept) return last.view;
  const view = partOf(listed, choice, kept);
  before.set(load, { kept, view });
  return view;
}

function partOf(
  listed: SnapshotInHand,
  choice: LoadedPart['choice'],
  kept: Kept,
): SnapshotInHand | undefined {
  const manifests = chosenManifests(listed.manifests, choice, kept);
  if (manifests.length === listed.manifests.length) return listed;
  if (manifests.every(({ manifest }) => manifest.content === 'deletes')) return undefined;
  const names = pathHash(manifests.map(({ index }) => index).join());
  return { ...listed, key: `${listed.key} ${names}`, manifests, part: { choice, listed } };
}

/** Data manifests whose rows do not rule out the condition. Nothing is read for it. */
export async function keptByRows(
  view: SnapshotInHand,
  where: string,
  caseSensitive: boolean,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const { context, manifests } = view;
  const { expression: filter } = await parseFilter(where, view, caseSensitive);
  const kept = new Set<number>();
  // Without their bytes, plans tell what rows alone decide.
  const rows = manifests
    .filter(({ manifest }) => manifest.content === 'data')
    .map(({ index, manifest }) => ({ index, manifest, input: undefined }));
  await tableApi().plan(
    { context, filter, caseSensitive, profile: 'safe', manifests: rows, skippedUnread: true },
    {
      signal,
      onManifest: ({ index, verdict }) => {
        if (verdict !== 'skipped') kept.add(index);
      },
    },
  );
  return kept;
}

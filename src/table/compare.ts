/** Compares two snapshots of a table: what {@link diffSnapshots} needs is read, and no more. */
import type { Snapshot, TableMetadata } from '../metadata/records.ts';
import { ancestors } from '../metadata/snapshots.ts';
import type {
  CallOptions,
  ManifestFileIds,
  ManifestPicture,
  ManifestSource,
  ManifestTotals,
  TableApi,
  TableContext,
} from './api.ts';
import {
  type Amount,
  addAmount,
  type DiffManifest,
  diffSnapshots,
  NONE,
  type SnapshotDiff,
} from './diff-snapshots.ts';
import type { SnapshotView } from './session.ts';

/** A rewrite of data files between two snapshots, as its summary counts it. */
export interface RewriteFigures {
  readonly snapshotId: bigint;
  readonly filesBefore: number;
  readonly filesAfter: number;
  /** undefined: not recorded. */
  readonly rowsBefore: number | undefined;
  readonly rowsAfter: number | undefined;
}

export interface SnapshotComparison extends SnapshotDiff {
  /** Live delete files on either side. */
  readonly deletesAtA: Amount;
  readonly deletesAtB: Amount;
}

/**
 * `a` undefined: before the first snapshot. Manifests that both sides list are only summed; the others are decoded.
 * Errors: of reading; a damaged manifest makes the result incomplete.
 */
export async function compareSnapshots(
  api: TableApi,
  metadata: TableMetadata,
  a: SnapshotView | undefined,
  b: SnapshotView,
  options: CallOptions = {},
): Promise<SnapshotComparison> {
  const { location } = metadata;
  const pathsOf = (view: SnapshotView | undefined) =>
    new Set(view?.manifests.map(({ manifest }) => manifest.manifestPath));
  const [inA, inB] = [pathsOf(a), pathsOf(b)];
  const data = (view: SnapshotView | undefined) =>
    (view?.manifests ?? []).filter(({ manifest }) => manifest.content === 'data');
  const shared = data(b).filter(({ manifest }) => inA.has(manifest.manifestPath));
  const side = (view: SnapshotView, other: ReadonlySet<string>) =>
    readSide(
      api,
      { context: view.context, location },
      data(view).filter(({ manifest }) => !other.has(manifest.manifestPath)),
      options,
    );
  const [totals, onlyA, onlyB, deletesAtA, deletesAtB] = await Promise.all([
    sum(api, b.context, shared, options),
    a === undefined ? [] : side(a, inB),
    side(b, inA),
    a === undefined ? NONE : sumDeletes(api, a, options),
    sumDeletes(api, b, options),
  ]);
  const rewrites = new Set(
    metadata.snapshots.filter((s) => s.operation === 'replace').map((s) => s.snapshotId),
  );
  const diff = diffSnapshots({
    shared: totals,
    onlyA,
    onlyB,
    isRewrite: (snapshotId) => rewrites.has(snapshotId),
  });
  return { ...diff, deletesAtA, deletesAtB };
}

async function readSide(
  api: TableApi,
  table: { readonly context: TableContext; readonly location: string },
  manifests: readonly ManifestSource[],
  { signal }: CallOptions,
): Promise<readonly DiffManifest[]> {
  const pictures = new Map<number, ManifestPicture>();
  const ids = new Map<number, ManifestFileIds>();
  const request = { ...table, manifests, fieldIds: [] };
  await Promise.all([
    api.drawManifests(request, { signal, onPicture: (one) => pictures.set(one.index, one) }),
    api.identifyFiles(request, { signal, onFiles: (one) => ids.set(one.index, one) }),
  ]);
  return manifests.flatMap(({ index }) => {
    const [picture, own] = [pictures.get(index), ids.get(index)];
    return picture === undefined || own === undefined ? [] : [{ picture, ids: own }];
  });
}

async function sum(
  api: TableApi,
  context: TableContext,
  manifests: readonly ManifestSource[],
  { signal }: CallOptions,
): Promise<readonly ManifestTotals[]> {
  const totals: ManifestTotals[] = [];
  await api.sumManifests(
    { context, manifests },
    { signal, onTotals: (_, one) => totals.push(one) },
  );
  return totals;
}

async function sumDeletes(
  api: TableApi,
  view: SnapshotView,
  options: CallOptions,
): Promise<Amount> {
  const deletes = view.manifests.filter(({ manifest }) => manifest.content === 'deletes');
  const totals = await sum(api, view.context, deletes, options);
  return totals.reduce(
    (all, { live }) =>
      addAmount(all, {
        files: Number(live.files),
        rows: Number(live.records),
        bytes: Number(live.bytes),
      }),
    NONE,
  );
}

export interface SnapshotPath {
  /** Snapshots that lead to B and not to A, the newest first. */
  readonly commits: readonly Snapshot[];
  /** Snapshots that lead to A and not to B: not empty where A stands on another branch, or is the later one. */
  readonly aside: readonly Snapshot[];
  /** Rewrites of data files among the commits; not those of manifests alone. */
  readonly rewrites: readonly RewriteFigures[];
}

/** What was committed between two snapshots; `a` undefined: since the beginning. */
export function snapshotPath(
  metadata: TableMetadata,
  a: bigint | undefined,
  b: bigint,
): SnapshotPath {
  const toB = ancestors(metadata, b);
  const toA = a === undefined ? [] : ancestors(metadata, a);
  const idsOf = (chain: readonly Snapshot[]) => new Set(chain.map((s) => s.snapshotId));
  const [inA, inB] = [idsOf(toA), idsOf(toB)];
  const commits = toB.filter(({ snapshotId }) => !inA.has(snapshotId));
  return {
    commits,
    aside: toA.filter(({ snapshotId }) => !inB.has(snapshotId)),
    rewrites: commits.filter(({ operation }) => operation === 'replace').flatMap(figuresOf),
  };
}

function figuresOf({ snapshotId, summary }: Snapshot): readonly RewriteFigures[] {
  const figure = (key: string) => {
    const text = summary[key];
    return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
  };
  const [removed, added] = [figure('deleted-data-files'), figure('added-data-files')];
  // Counts of nothing are left out.
  if (removed === undefined && added === undefined) return [];
  return [
    {
      snapshotId,
      filesBefore: removed ?? 0,
      filesAfter: added ?? 0,
      rowsBefore: figure('deleted-records'),
      rowsAfter: figure('added-records'),
    },
  ];
}

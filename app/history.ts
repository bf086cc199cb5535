/**
 * What was live at each snapshot, by spec. Manifest lists are read coarse first: the newest, the oldest, then the middles
 * between them, so that a table of hundreds of snapshots shows its shape at once and then gets sharp.
 */
import type { Problem } from '../src/base/errors.ts';
import type { Snapshot } from '../src/metadata/records.ts';
import type { ManifestSource, ManifestTotals } from '../src/table/api.ts';
import { listedFiles } from '../src/table/estimate.ts';
import { isPartOf, type OpenTable, readSnapshot, type SnapshotInHand } from './data.ts';
import { isUnread, readTotals } from './totals.ts';

export interface LiveTally {
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
}

export interface Layer extends LiveTally {
  readonly specId: number;
}

export interface Unread {
  readonly manifests: number;
  /** Files in them, as the manifest list says; undefined where it does not. */
  readonly files: number | undefined;
}

export interface HistoryPoint {
  readonly snapshot: Snapshot;
  /** Live data files, by spec id. */
  readonly live: ReadonlyMap<number, LiveTally>;
  /** What the manifests of this very commit added, by spec id. */
  readonly added: ReadonlyMap<number, LiveTally>;
  /** Live content of each data manifest, the oldest first: the fine lines of the pictures. */
  readonly layers: readonly Layer[];
  /** Data manifests that could not be read, by spec id: figures of such a spec are then "at least". */
  readonly unread: ReadonlyMap<number, Unread>;
}

export interface History {
  /** By snapshot id as text. */
  readonly points: ReadonlyMap<string, HistoryPoint>;
  readonly of: number;
  readonly complete: boolean;
  readonly problems: readonly Problem[];
}

const AT_ONCE = 4;
/** Each picture costs more than the one before, so they come ever more seldom: after this share of the time so far. */
const PUBLISH_MS = 120;
const PUBLISH_SHARE = 0.25;

/** Indexes 0…count-1, last and first before the middles between them (breadth first). */
export function coarseFirst(count: number): number[] {
  if (count === 0) return [];
  const order = count === 1 ? [0] : [count - 1, 0];
  let gaps: [number, number][] = [[0, count - 1]];
  while (gaps.length > 0) {
    const next: [number, number][] = [];
    for (const [from, to] of gaps) {
      const middle = (from + to) >> 1;
      if (middle === from) continue;
      order.push(middle);
      next.push([from, middle], [middle, to]);
    }
    gaps = next;
  }
  return order;
}

/** Errors: only when aborted; a snapshot that cannot be read is a problem. */
export async function readHistory(
  table: OpenTable,
  publish: (partial: History) => void,
  signal: AbortSignal,
): Promise<History> {
  const snapshots = table.metadata.snapshots;
  const points = new Map<string, HistoryPoint>();
  const problems: Problem[] = [];
  const order = coarseFirst(snapshots.length);
  const begin = performance.now();
  let last = 0;
  const now = (complete: boolean): History => ({
    points,
    of: snapshots.length,
    complete,
    problems,
  });
  const work = async () => {
    for (;;) {
      const index = order.shift();
      if (index === undefined) return;
      const snapshot = snapshots[index] as Snapshot;
      const point = await readPoint(table, snapshot, problems, signal);
      if (point !== undefined) points.set(String(snapshot.snapshotId), point);
      const time = performance.now();
      if (time - last > Math.max(PUBLISH_MS, PUBLISH_SHARE * (time - begin))) {
        last = time;
        publish(now(false));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return now(true);
}

async function readPoint(
  table: OpenTable,
  snapshot: Snapshot,
  problems: Problem[],
  signal: AbortSignal,
): Promise<HistoryPoint | undefined> {
  const view = await viewOf(table, snapshot, problems, signal);
  if (view === undefined) return undefined;
  const data = view.manifests.filter((source) => source.manifest.content === 'data');
  const totals: ManifestTotals[] = [];
  await readTotals(table, view.context, data, (_, one) => totals.push(one), signal);
  const { snapshots } = table.metadata;
  const isKnown = (id: bigint | undefined) => snapshots.some(({ snapshotId }) => snapshotId === id);
  return pointOf(snapshot, data, totals, isKnown);
}

async function viewOf(
  table: OpenTable,
  snapshot: Snapshot,
  problems: Problem[],
  signal: AbortSignal,
): Promise<SnapshotInHand | undefined> {
  if (isLeftOut(table, snapshot)) return undefined;
  try {
    return await readSnapshot(table, { snap: String(snapshot.snapshotId) }, signal);
  } catch (error) {
    signal.throwIfAborted();
    problems.push({
      severity: 'worth-knowing',
      code: 'history-snapshot-unread',
      message: error instanceof Error ? error.message : String(error),
      place: snapshot.manifestList ?? `snapshot ${snapshot.snapshotId}`,
      consequence: 'What was live at this snapshot is not drawn.',
    });
    return undefined;
  }
}

/** A bundle of one snapshot says once that it holds no others. */
function isLeftOut(table: OpenTable, { manifestList }: Snapshot): boolean {
  if (!isPartOf(table)) return false;
  return manifestList !== undefined && table.locate(manifestList) === undefined;
}

/**
 * Sums totals by spec; what a manifest added counts at the snapshot that wrote the manifest, or at the first one where it
 * names none of the table's: some tables were copied under other ids.
 */
export function pointOf(
  snapshot: Snapshot,
  sources: readonly ManifestSource[],
  arrived: readonly ManifestTotals[],
  isKnown: (snapshotId: bigint | undefined) => boolean,
): HistoryPoint {
  // In the list's order, so that nothing shows in the order in which workers answered.
  const order = new Map(sources.map(({ manifest }, i) => [manifest.manifestPath, i]));
  const at = ({ manifestPath }: ManifestTotals) => order.get(manifestPath) ?? 0;
  const totals = arrived.toSorted((a, b) => at(a) - at(b));
  const live = new Map<number, LiveTally>();
  const added = new Map<number, LiveTally>();
  const own = new Set(
    sources
      .filter(({ manifest: { addedSnapshotId: id } }) => {
        const isFirst = snapshot.parentSnapshotId === undefined;
        return id === snapshot.snapshotId || (isFirst && !isKnown(id));
      })
      .map((source) => source.manifest.manifestPath),
  );
  const manifests = new Map(sources.map(({ manifest }) => [manifest.manifestPath, manifest]));
  const unread = new Map<number, Unread>();
  for (const one of totals) {
    const manifest = manifests.get(one.manifestPath);
    if (manifest !== undefined && isUnread(one)) {
      addUnread(unread, one.specId, listedFiles(manifest));
      continue;
    }
    add(live, one.specId, one.live);
    if (own.has(one.manifestPath)) add(added, one.specId, one.added);
  }
  return { snapshot, live, added, layers: layersOf(sources, totals), unread };
}

export function addUnread(
  into: Map<number, Unread>,
  specId: number,
  files: number | undefined,
): void {
  const before = into.get(specId) ?? { manifests: 0, files: 0 };
  const sum = before.files === undefined || files === undefined ? undefined : before.files + files;
  into.set(specId, { manifests: before.manifests + 1, files: sum });
}

function layersOf(
  sources: readonly ManifestSource[],
  totals: readonly ManifestTotals[],
): readonly Layer[] {
  const sequence = new Map(
    sources.map(({ manifest }) => [manifest.manifestPath, manifest.sequenceNumber]),
  );
  const at = (one: ManifestTotals) => Number(sequence.get(one.manifestPath) ?? 0n);
  return totals
    .filter((one) => one.live.files > 0n)
    .toSorted((a, b) => at(a) - at(b))
    .map((one) => ({
      specId: one.specId,
      files: Number(one.live.files),
      rows: Number(one.live.records),
      bytes: Number(one.live.bytes),
    }));
}

function add(
  into: Map<number, LiveTally>,
  specId: number,
  tally: { readonly files: bigint; readonly records: bigint; readonly bytes: bigint },
): void {
  const before = into.get(specId) ?? { files: 0, rows: 0, bytes: 0 };
  if (tally.files === 0n && before.files === 0) return;
  into.set(specId, {
    files: before.files + Number(tally.files),
    rows: before.rows + Number(tally.records),
    bytes: before.bytes + Number(tally.bytes),
  });
}

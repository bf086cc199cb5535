/**
 * Eras: the spans in which each spec was the default for writes. A change of the default is a metadata file without a
 * snapshot (SE-1), so only the earlier metadata files tell its time; without them it is inferred from what was written.
 */
import type { PartitionSpec, Snapshot, TableMetadata } from './records.ts';

export interface EraSpan {
  readonly specId: number;
  /** Milliseconds since the epoch. */
  readonly from: bigint;
  /** Exclusive; undefined: it lasts. */
  readonly to: bigint | undefined;
  /** Both ends are read from metadata files that follow each other. */
  readonly certain: boolean;
}

/** One spec. A spec that became the default again (SE-16) has several spans; one that never shows has none. */
export interface Era {
  readonly spec: PartitionSpec;
  readonly spans: readonly EraSpan[];
  readonly isDefault: boolean;
}

/** What an earlier metadata file says: its `last-updated-ms` and `default-spec-id`. */
export interface DefaultSpecAt {
  readonly timestampMs: bigint;
  readonly defaultSpecId: number;
}

/** A snapshot added files under a spec: its manifests of that spec have added entries. */
export interface SpecWrite {
  readonly snapshotId: bigint;
  readonly specId: number;
}

/** The default from a moment on. */
interface Mark {
  readonly at: bigint;
  readonly specId: number;
  /** Whether the change, or its absence, just before is known. */
  readonly certain: boolean;
}

/**
 * The eras of a table by first use.
 * @param history earlier metadata files at hand, in any order; `metadata` itself need not be among them.
 * @param writes what snapshots wrote; fills the times between which no metadata file is at hand.
 */
export function eras(
  metadata: TableMetadata,
  history: readonly DefaultSpecAt[],
  writes: readonly SpecWrite[] = [],
): readonly Era[] {
  const spans = spansOf(marksOf(metadata, history, writes));
  const unordered = metadata.partitionSpecs.map((spec) => ({
    spec,
    spans: spans.filter((span) => span.specId === spec.specId),
    isDefault: spec.specId === metadata.defaultSpecId,
  }));
  return byFirstUse(unordered);
}

export interface SpecChange {
  readonly at: bigint;
  readonly certain: boolean;
  /** undefined: the table was made, or nothing is known of what was before. */
  readonly from: PartitionSpec | undefined;
  readonly to: PartitionSpec;
}

/** The beginnings of all spans in order of time: each is a change of layout, the first one the table's creation. */
export function specChanges(all: readonly Era[]): readonly SpecChange[] {
  const begun = all
    .flatMap(({ spec, spans }) => spans.map((span) => ({ spec, span })))
    .toSorted((a, b) => compare(a.span.from, b.span.from));
  return begun.map(({ spec, span }, i) => ({
    at: span.from,
    certain: span.certain,
    from: begun[i - 1]?.spec,
    to: spec,
  }));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function marksOf(
  metadata: TableMetadata,
  history: readonly DefaultSpecAt[],
  writes: readonly SpecWrite[],
): readonly Mark[] {
  const known = knownPoints(metadata, history);
  const logged = new Set(metadata.metadataLog.map((entry) => entry.timestampMs));
  const isOnlySpec = metadata.partitionSpecs.length === 1;
  const inferred = isOnlySpec ? [] : inferMarks(metadata, writes);
  const marks: Mark[] = [];
  let before: bigint | undefined;
  for (const point of known) {
    const isNext = follows(before, point.timestampMs, logged) || isOnlySpec;
    if (before === undefined && !(isNext && isCreation(metadata, point))) {
      marks.push(...beginning(metadata, inferred, point, isOnlySpec));
    } else if (!isNext) {
      const after = before;
      marks.push(...inferred.filter(({ at }) => at > (after ?? 0n) && at < point.timestampMs));
    }
    marks.push({ at: point.timestampMs, specId: point.defaultSpecId, certain: isNext });
    before = point.timestampMs;
  }
  return marks;
}

function knownPoints(
  metadata: TableMetadata,
  history: readonly DefaultSpecAt[],
): readonly DefaultSpecAt[] {
  const byTime = new Map<bigint, DefaultSpecAt>();
  for (const point of history) {
    if (point.timestampMs < metadata.lastUpdatedMs) byTime.set(point.timestampMs, point);
  }
  byTime.set(metadata.lastUpdatedMs, {
    timestampMs: metadata.lastUpdatedMs,
    defaultSpecId: metadata.defaultSpecId,
  });
  return [...byTime.values()].toSorted((a, b) => compare(a.timestampMs, b.timestampMs));
}

/** True where no logged metadata file lies between two that are at hand, or before the first. */
function follows(before: bigint | undefined, at: bigint, logged: ReadonlySet<bigint>): boolean {
  for (const time of logged) {
    if (time < at && (before === undefined || time > before)) return false;
  }
  return true;
}

/**
 * The log is cut at a number of files (MD-24), so its first is the table's first only by its name (MD-2); some writers
 * keep no log at all.
 */
function isCreation(metadata: TableMetadata, first: DefaultSpecAt): boolean {
  const [oldest] = metadata.metadataLog;
  if (oldest === undefined) {
    return metadata.snapshots.every((snapshot) => snapshot.timestampMs >= first.timestampMs);
  }
  return oldest.timestampMs === first.timestampMs && isFirstVersion(oldest.metadataFile);
}

/** Whether a metadata file is a table's first, by its name (MD-2). */
export function isFirstVersion(metadataFile: string): boolean {
  return /^(0+-|v[01]\.)/.test(metadataFile.slice(metadataFile.lastIndexOf('/') + 1));
}

/** What is known of the time before the first metadata file at hand. */
function beginning(
  metadata: TableMetadata,
  inferred: readonly Mark[],
  first: DefaultSpecAt,
  isOnlySpec: boolean,
): readonly Mark[] {
  const earlier = inferred.filter((mark) => mark.at < first.timestampMs);
  if (earlier.length > 0) return earlier;
  const times = [
    ...metadata.snapshots.map((snapshot) => snapshot.timestampMs),
    ...metadata.snapshotLog.map((entry) => entry.timestampMs),
    ...metadata.metadataLog.map((entry) => entry.timestampMs),
  ].filter((time) => time < first.timestampMs);
  const oldest = times.toSorted(compare)[0];
  const knowsSpec = isOnlySpec || first.timestampMs < metadata.lastUpdatedMs;
  if (oldest === undefined || !knowsSpec) return [];
  return [{ at: oldest, specId: first.defaultSpecId, certain: isOnlySpec }];
}

/**
 * The default at each commit as far as writes tell: a spec that was not written before has become the default; an older
 * one has become it again only if it stays, for deletes and rewrites touch files of older specs, and a writer may be
 * late.
 */
function inferMarks(metadata: TableMetadata, writes: readonly SpecWrite[]): readonly Mark[] {
  const marks: Mark[] = [];
  const seen = new Set<number>();
  const commits = commitsOf(metadata, writes);
  for (const [i, commit] of commits.entries()) {
    const last = marks.at(-1)?.specId;
    const fresh = commit.specIds.filter((id) => !seen.has(id));
    let specId = last;
    if (fresh.length > 0) specId = Math.max(...fresh);
    else if (!staysAt(commit, last) && isTakenUpAgain(commits, i, metadata.defaultSpecId)) {
      specId = Math.max(...commit.specIds);
    }
    if (specId !== undefined && specId !== last) {
      marks.push({ at: commit.snapshot.timestampMs, specId, certain: false });
    }
    for (const id of commit.specIds) seen.add(id);
  }
  return marks;
}

interface Commit {
  readonly snapshot: Snapshot;
  readonly specIds: readonly number[];
}

function commitsOf(metadata: TableMetadata, writes: readonly SpecWrite[]): readonly Commit[] {
  const bySnapshot = new Map<bigint, number[]>();
  for (const { snapshotId, specId } of writes) {
    const specIds = bySnapshot.get(snapshotId);
    if (specIds === undefined) bySnapshot.set(snapshotId, [specId]);
    else specIds.push(specId);
  }
  return metadata.snapshots
    .flatMap((snapshot) => {
      const specIds = bySnapshot.get(snapshot.snapshotId);
      return specIds === undefined ? [] : [{ snapshot, specIds }];
    })
    .toSorted((a, b) => compare(a.snapshot.timestampMs, b.snapshot.timestampMs));
}

function staysAt(commit: Commit, specId: number | undefined): boolean {
  if (specId === undefined) return false;
  return commit.specIds.includes(specId) || commit.snapshot.operation !== 'append';
}

/** Whether the next commit is of the same older spec, or, at the end, the table's default is. */
function isTakenUpAgain(commits: readonly Commit[], i: number, defaultSpecId: number): boolean {
  const specId = Math.max(...(commits[i]?.specIds ?? []));
  const next = commits[i + 1];
  return next === undefined ? specId === defaultSpecId : next.specIds.includes(specId);
}

/** Runs of one default. The last of several marks at one time counts. */
function spansOf(marks: readonly Mark[]): readonly EraSpan[] {
  const runs: { specId: number; from: bigint; begins: boolean; whole: boolean }[] = [];
  for (const mark of marks) {
    const run = runs.at(-1);
    if (run?.specId === mark.specId) run.whole &&= mark.certain;
    else runs.push({ specId: mark.specId, from: mark.at, begins: mark.certain, whole: true });
  }
  return runs.map((run, i) => {
    const next = runs[i + 1];
    const certain = run.begins && run.whole && (next === undefined || next.begins);
    return { specId: run.specId, from: run.from, to: next?.from, certain };
  });
}

/** By the first span; a spec that shows none stands before the next greater id that does. */
function byFirstUse(all: readonly Era[]): readonly Era[] {
  const byId = all.toSorted((a, b) => a.spec.specId - b.spec.specId);
  const key = (era: Era): bigint | undefined => {
    const later = byId.slice(byId.indexOf(era));
    return later.find((other) => other.spans.length > 0)?.spans[0]?.from;
  };
  return byId.toSorted((a, b) => {
    const [from, other] = [key(a), key(b)];
    if (from === undefined || other === undefined)
      return from === other ? 0 : from === undefined ? 1 : -1;
    return compare(from, other);
  });
}

/** Ranges of snapshots: what was appended or changed between two of them: SN-9…SN-12. */
import { IcecoreError } from '../base/errors.ts';
import type { Snapshot, TableMetadata } from './records.ts';
import {
  ancestors,
  ancestorsBetween,
  isAncestor,
  isParentAncestor,
  refByName,
  snapshotById,
} from './snapshots.ts';

export interface RangeRequest {
  /** Where the range begins; absent: with the oldest ancestor that is kept. */
  readonly from?: bigint | undefined;
  /** Whether `from` itself is in the range. */
  readonly inclusive?: boolean | undefined;
  /** A tag to begin after, in place of `from`. */
  readonly fromTag?: string | undefined;
  /** Where it ends, inclusive; absent: the branch’s, or the current, snapshot. */
  readonly to?: bigint | undefined;
  /** A branch that must contain `to`. */
  readonly branch?: string | undefined;
}

/**
 * The snapshots of a range, oldest first; empty for a table without snapshots.
 * @throws IcecoreError invalid-input when an end is not there, or the beginning is no ancestor of the end.
 */
export function snapshotRange(metadata: TableMetadata, request: RangeRequest): readonly Snapshot[] {
  const from = beginning(metadata, request);
  const asksNothing =
    from === undefined && request.to === undefined && request.branch === undefined;
  if (asksNothing && metadata.currentSnapshotId === undefined) return [];
  const to = ending(metadata, request);
  const before = excludedBeginning(metadata, from, request.inclusive === true, to);
  return [...ancestorsBetween(metadata, to, before)].reverse();
}

/** SN-10: the snapshots that appended. Of their data manifests an append scan takes the added entries. */
export function appendsOf(range: readonly Snapshot[]): readonly Snapshot[] {
  return range.filter((snapshot) => snapshot.operation === 'append');
}

/** SN-11: the snapshots whose changes count, in order of `_change_ordinal`; rewrites change no rows. */
export function changesOf(range: readonly Snapshot[]): readonly Snapshot[] {
  return range.filter((snapshot) => snapshot.operation !== 'replace');
}

function beginning(metadata: TableMetadata, request: RangeRequest): bigint | undefined {
  if (request.fromTag !== undefined) {
    const ref = refByName(metadata, request.fromTag);
    if (ref.type !== 'tag') throw outOfRange(`${request.fromTag} is a branch, not a tag`);
    return ref.snapshotId;
  }
  const { from, inclusive } = request;
  if (from !== undefined && inclusive === true && snapshotById(metadata, from) === undefined) {
    throw outOfRange(`The table has no snapshot ${from} to begin with`);
  }
  return from;
}

function ending(metadata: TableMetadata, request: RangeRequest): bigint {
  const { to, branch } = request;
  if (to !== undefined && snapshotById(metadata, to) === undefined) {
    throw outOfRange(`The table has no snapshot ${to} to end with`);
  }
  if (branch === undefined) {
    const end = to ?? metadata.currentSnapshotId;
    if (end === undefined) throw outOfRange('The table has no current snapshot to end with');
    return end;
  }
  const ref = refByName(metadata, branch);
  if (ref.type !== 'branch') throw outOfRange(`${branch} is a tag, not a branch`);
  if (to !== undefined && !isAncestor(metadata, ref.snapshotId, to)) {
    throw outOfRange(`Snapshot ${to} is not on the branch ${branch}`);
  }
  return to ?? ref.snapshotId;
}

/** The snapshot that ends the walk back. An exclusive beginning may have expired, its child may not (SN-10). */
function excludedBeginning(
  metadata: TableMetadata,
  from: bigint | undefined,
  inclusive: boolean,
  to: bigint,
): bigint | undefined {
  if (from === undefined) return undefined;
  const reaches = inclusive ? isAncestor(metadata, to, from) : isParentAncestor(metadata, to, from);
  if (!reaches) throw outOfRange(`Snapshot ${from} is not an ancestor of ${to}`);
  return inclusive ? snapshotById(metadata, from)?.parentSnapshotId : from;
}

function outOfRange(finding: string): IcecoreError {
  return new IcecoreError('invalid-input', `${finding}.`, {
    advice: 'Choose two snapshots of one branch, the older first.',
  });
}

/**
 * The first snapshot after a time: the oldest ancestor of the current one at or after it; undefined when all are older.
 * @throws IcecoreError invalid-input when older ones that could be it have expired.
 */
export function oldestAncestorAfter(metadata: TableMetadata, ms: bigint): Snapshot | undefined {
  if (metadata.currentSnapshotId === undefined) return undefined;
  let last: Snapshot | undefined;
  for (const snapshot of ancestors(metadata, metadata.currentSnapshotId)) {
    if (snapshot.timestampMs < ms) return last;
    if (snapshot.timestampMs === ms) return snapshot;
    last = snapshot;
  }
  if (last?.parentSnapshotId === undefined) return last;
  throw outOfRange(
    `Snapshots before ${last.snapshotId} have expired, one of which may be the first after ${ms} ms`,
  );
}

/**
 * The snapshot whose parent is `id`, on the way to the current one; undefined where `id` is not on it.
 * @throws IcecoreError invalid-input for an id that is not there.
 */
export function snapshotAfter(metadata: TableMetadata, id: bigint): Snapshot | undefined {
  if (snapshotById(metadata, id) === undefined) throw outOfRange(`The table has no snapshot ${id}`);
  const { currentSnapshotId } = metadata;
  if (currentSnapshotId === undefined) return undefined;
  return ancestors(metadata, currentSnapshotId).find(
    (snapshot) => snapshot.parentSnapshotId === id,
  );
}

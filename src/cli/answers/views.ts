/** Which snapshots of a table are asked, and how each is selected. */
import type { Snapshot, TableMetadata } from '../../metadata/records.ts';
import { type SnapshotRequest, snapshotById } from '../../metadata/snapshots.ts';

export interface ViewRequest {
  /** Text, as ids are in answers. */
  readonly id: string;
  readonly selected: 'current' | 'branch' | 'tag' | 'snapshot';
  readonly ref?: string | undefined;
  readonly request: SnapshotRequest;
}

const OLDER = 4;

/**
 * The current snapshot, the others that refs name, by name, and up to four of those left, spread evenly; each snapshot
 * once.
 */
export function viewRequests(metadata: TableMetadata): readonly ViewRequest[] {
  const seen = new Set<bigint>();
  const views: ViewRequest[] = [];
  const add = (id: bigint, view: Omit<ViewRequest, 'id'>) => {
    if (seen.has(id)) return;
    seen.add(id);
    views.push({ id: String(id), ...view });
  };
  const { currentSnapshotId, refs, snapshots } = metadata;
  if (currentSnapshotId !== undefined) {
    add(currentSnapshotId, { selected: 'current', ref: 'main', request: {} });
  }
  for (const { name, type, snapshotId } of refs.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    add(snapshotId, { selected: type, ref: name, request: { ref: name } });
  }
  const rest = snapshots.filter(({ snapshotId }) => !seen.has(snapshotId));
  for (const { snapshotId } of spread(rest)) {
    add(snapshotId, { selected: 'snapshot', request: { id: snapshotId } });
  }
  return views;
}

/** One snapshot by its id. Errors: those of finding it come when it is read. */
export function viewOfSnapshot(metadata: TableMetadata, id: bigint): ViewRequest {
  const known = viewRequests(metadata).find((view) => view.id === String(id));
  const isThere = snapshotById(metadata, id) !== undefined;
  if (known !== undefined && isThere) return known;
  return { id: String(id), selected: 'snapshot', request: { id } };
}

function spread(rest: readonly Snapshot[]): readonly Snapshot[] {
  if (rest.length <= OLDER) return rest;
  return Array.from({ length: OLDER }, (_, i) => {
    const index = Math.floor((i * (rest.length - 1)) / (OLDER - 1));
    return rest[index] as Snapshot;
  });
}

/** Which questions a view is asked: all, but of older snapshots (no ref names them) every n-th, from another one each. */
export function questionsOf<T>(
  questions: readonly T[],
  view: ViewRequest,
  index: number,
  olderEvery: number,
): readonly T[] {
  if (view.selected !== 'snapshot') return questions;
  return questions.filter((_, i) => i % olderEvery === index % olderEvery);
}

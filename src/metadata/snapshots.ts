/** Choosing a snapshot and the schema that binds names, and the chain of parents: rules.md 9. */
import { IcecoreError } from '../base/errors.ts';
import type { Schema } from '../types/type.ts';
import type { Snapshot, SnapshotRef, TableMetadata } from './records.ts';

const MAIN = 'main';

/** At most one of them; a ref `main` beside another one counts for nothing (SN-5, measured). */
export interface SnapshotRequest {
  readonly id?: bigint | undefined;
  readonly ref?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly asOfMs?: bigint | undefined;
}

export interface ChosenSnapshot {
  /** undefined: the table has no snapshot yet (SN-1). */
  readonly snapshot: Snapshot | undefined;
  /** The schema that a predicate binds to (SN-6). */
  readonly schema: Schema;
  /** The ref that was asked for, or `main` where nothing was. */
  readonly ref?: string | undefined;
}

/**
 * Finds what a scan reads (SN-1…SN-6).
 * @throws IcecoreError invalid-input for an id, ref or time that finds nothing, or two of them at once; invalid-data
 * where the table names a snapshot or schema that it does not hold.
 */
export function chooseSnapshot(metadata: TableMetadata, request: SnapshotRequest): ChosenSnapshot {
  const { id, asOfMs } = request;
  const ref = request.ref === MAIN ? undefined : request.ref;
  const asked = [id, asOfMs, ref].filter((part) => part !== undefined).length;
  if (asked > 1) {
    throw new IcecoreError('invalid-input', 'A snapshot is asked for in two ways at once.', {
      advice: 'Give an id, or a ref, or a time.',
    });
  }
  if (ref !== undefined) return chooseRef(metadata, ref);
  if (id === undefined && asOfMs === undefined) return chooseCurrent(metadata);
  const found = id ?? snapshotIdAsOf(metadata, asOfMs ?? 0n);
  const snapshot = snapshotById(metadata, found);
  if (snapshot === undefined) throw noSnapshot(metadata, found);
  return { snapshot, schema: schemaOf(metadata, snapshot) };
}

function chooseCurrent(metadata: TableMetadata): ChosenSnapshot {
  const schema = currentSchema(metadata);
  const { currentSnapshotId } = metadata;
  if (currentSnapshotId === undefined) return { snapshot: undefined, schema, ref: MAIN };
  const snapshot = snapshotById(metadata, currentSnapshotId);
  if (snapshot === undefined) {
    throw new IcecoreError(
      'invalid-data',
      `The table’s current snapshot is ${currentSnapshotId}, and its metadata does not hold it.`,
      { advice: 'Choose another snapshot or ref, or open another metadata file.' },
    );
  }
  return { snapshot, schema, ref: MAIN };
}

function chooseRef(metadata: TableMetadata, name: string): ChosenSnapshot {
  const ref = refByName(metadata, name);
  const snapshot = snapshotById(metadata, ref.snapshotId);
  if (snapshot === undefined) throw noSnapshot(metadata, ref.snapshotId);
  const schema = ref.type === 'branch' ? currentSchema(metadata) : schemaOf(metadata, snapshot);
  return { snapshot, schema, ref: name };
}

/** SN-3: names are case-sensitive. */
export function refByName(metadata: TableMetadata, name: string): SnapshotRef {
  const ref = metadata.refs.find((candidate) => candidate.name === name);
  if (ref !== undefined) return ref;
  const alike = metadata.refs.find((r) => r.name.toLowerCase() === name.toLowerCase())?.name;
  const names = metadata.refs.map((candidate) => candidate.name).join(', ');
  throw new IcecoreError('invalid-input', `The table has no ref named ${name}.`, {
    advice:
      alike === undefined
        ? `Its refs: ${names === '' ? 'none' : names}.`
        : `Did you mean ${alike}?`,
  });
}

export function snapshotById(metadata: TableMetadata, id: bigint): Snapshot | undefined {
  return metadata.snapshots.find((snapshot) => snapshot.snapshotId === id);
}

export function currentSchema(metadata: TableMetadata): Schema {
  return schemaById(metadata, metadata.currentSchemaId);
}

/** SN-6 for tags, ids and times: the schema that was current when the snapshot was written. */
function schemaOf(metadata: TableMetadata, snapshot: Snapshot): Schema {
  return schemaById(metadata, snapshot.schemaId ?? metadata.currentSchemaId);
}

function schemaById(metadata: TableMetadata, id: number): Schema {
  const schema = metadata.schemas.find((candidate) => candidate.schemaId === id);
  if (schema !== undefined) return schema;
  throw new IcecoreError('invalid-data', `The table’s metadata does not hold schema ${id}.`, {
    advice: 'Choose another snapshot: without its schema, column names can’t be bound.',
  });
}

function noSnapshot(metadata: TableMetadata, id: bigint): IcecoreError {
  const wasCurrent = metadata.snapshotLog.some((entry) => entry.snapshotId === id);
  return new IcecoreError('invalid-input', `The table has no snapshot ${id}.`, {
    advice: wasCurrent
      ? 'It was current once and has expired; choose a later one.'
      : 'Choose one of the table’s snapshots.',
  });
}

/**
 * SN-4: the snapshot that was current at a time, by the snapshot log. The log may be out of order by a minute, so the
 * greatest time counts, and the first entry of several with it.
 * @throws IcecoreError invalid-input when the log begins later.
 */
export function snapshotIdAsOf(metadata: TableMetadata, ms: bigint): bigint {
  let found: TableMetadata['snapshotLog'][number] | undefined;
  for (const entry of metadata.snapshotLog) {
    if (entry.timestampMs > ms) continue;
    if (found === undefined || entry.timestampMs > found.timestampMs) found = entry;
  }
  if (found !== undefined) return found.snapshotId;
  const first = metadata.snapshotLog[0];
  throw new IcecoreError('invalid-input', `No snapshot was current at ${isoOf(ms)}.`, {
    advice:
      first === undefined
        ? 'The table’s history is empty.'
        : `Its history begins at ${isoOf(first.timestampMs)}.`,
  });
}

const GREATEST_DATE_MS = 8_640_000_000_000_000n;

function isoOf(ms: bigint): string {
  if (ms > GREATEST_DATE_MS || ms < -GREATEST_DATE_MS) return `${ms} ms`;
  return new Date(Number(ms)).toISOString();
}

/**
 * SN-9: a snapshot and its parents, newest first, as far as they are kept. Empty when the snapshot itself is not there.
 */
export function ancestors(metadata: TableMetadata, id: bigint): readonly Snapshot[] {
  const byId = new Map(metadata.snapshots.map((snapshot) => [snapshot.snapshotId, snapshot]));
  const chain: Snapshot[] = [];
  let next: bigint | undefined = id;
  while (next !== undefined) {
    const snapshot = byId.get(next);
    if (snapshot === undefined) break;
    // Each snapshot once: damaged metadata may run in a circle.
    byId.delete(next);
    chain.push(snapshot);
    next = snapshot.parentSnapshotId;
  }
  return chain;
}

/** True where `ancestor` is `id` itself or among its kept parents. */
/** Whether the table's first commits are among its snapshots: none of these names a parent that is not. */
export function hasFirstSnapshot({ snapshots }: TableMetadata): boolean {
  const kept = new Set(snapshots.map(({ snapshotId }) => snapshotId));
  return snapshots.every(
    ({ parentSnapshotId }) => parentSnapshotId === undefined || kept.has(parentSnapshotId),
  );
}

export function isAncestor(metadata: TableMetadata, id: bigint, ancestor: bigint): boolean {
  return ancestors(metadata, id).some((snapshot) => snapshot.snapshotId === ancestor);
}

/** True where `parent` is the parent of `id` or of one of its kept ancestors; it may have expired itself. */
export function isParentAncestor(metadata: TableMetadata, id: bigint, parent: bigint): boolean {
  return ancestors(metadata, id).some((snapshot) => snapshot.parentSnapshotId === parent);
}

/** From `latest` back to, and without, `oldest`; all of its ancestors where `oldest` is none of them. */
export function ancestorsBetween(
  metadata: TableMetadata,
  latest: bigint,
  oldest: bigint | undefined,
): readonly Snapshot[] {
  const chain = ancestors(metadata, latest);
  const end = chain.findIndex((snapshot) => snapshot.snapshotId === oldest);
  return end < 0 ? chain : chain.slice(0, end);
}

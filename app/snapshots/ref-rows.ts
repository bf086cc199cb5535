/** Branches and tags as rows of a table. Pure. */
import type { TableMetadata } from '../../src/metadata/records.ts';
import type { TextTable } from '../export/text-table.ts';
import { refRank } from '../refs.ts';
import { count, duration, plural } from '../ui/format.ts';

export interface RefRow {
  readonly name: string;
  readonly type: 'branch' | 'tag';
  readonly snapshotId: string;
  /** Of its snapshot; undefined where that is not in the table any more. */
  readonly ms: number | undefined;
  readonly operation: string | undefined;
  /** What expiry may take; undefined: by the table's properties. */
  readonly maxRefAgeMs: bigint | undefined;
  readonly maxSnapshotAgeMs: bigint | undefined;
  readonly minSnapshotsToKeep: bigint | undefined;
}

/** main first, then branches, then tags. */
export function refRows({ refs, snapshots }: TableMetadata): readonly RefRow[] {
  const byId = new Map(snapshots.map((snapshot) => [snapshot.snapshotId, snapshot]));
  return [...refs]
    .sort((a, b) => refRank(a) - refRank(b))
    .map((ref) => {
      const snapshot = byId.get(ref.snapshotId);
      return {
        name: ref.name,
        type: ref.type,
        snapshotId: String(ref.snapshotId),
        ms: snapshot === undefined ? undefined : Number(snapshot.timestampMs),
        operation: snapshot?.operation,
        maxRefAgeMs: ref.maxRefAgeMs,
        maxSnapshotAgeMs: ref.maxSnapshotAgeMs,
        minSnapshotsToKeep: ref.minSnapshotsToKeep,
      };
    });
}

type Key = (row: RefRow) => string | number | bigint | undefined;

const KEYS: Readonly<Record<string, Key>> = {
  name: ({ name }) => name,
  type: ({ type }) => type,
  ms: ({ ms }) => ms,
  operation: ({ operation }) => operation,
  age: ({ maxRefAgeMs }) => maxRefAgeMs,
  snapshots: ({ maxSnapshotAgeMs }) => maxSnapshotAgeMs,
  keep: ({ minSnapshotsToKeep }) => minSnapshotsToKeep,
};

/** `-ms`; rows without the figure come last either way, and an unknown column changes nothing. */
export function sortRefs(rows: readonly RefRow[], sort: string | undefined): readonly RefRow[] {
  const key = KEYS[sort?.replace(/^-/, '') ?? ''];
  if (key === undefined) return rows;
  const sign = sort?.startsWith('-') === true ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left === undefined || right === undefined) {
      return left === right ? 0 : left === undefined ? 1 : -1;
    }
    return sign * (left < right ? -1 : left > right ? 1 : 0);
  });
}

/** `Two branches, one tag.`; what is wrong with them, where something is. */
export function refsSentence(rows: readonly RefRow[]): string {
  if (rows.length === 0) return 'No branch and no tag is recorded.';
  const branches = rows.filter(({ type }) => type === 'branch').length;
  const tags = rows.length - branches;
  const names = [
    ...(branches === 0 ? [] : [plural(branches, 'branch', 'branches')]),
    ...(tags === 0 ? [] : [plural(tags, 'tag')]),
  ].join(', ');
  const lost = rows.filter(({ ms }) => ms === undefined).length;
  if (lost === 0) return `${names}.`;
  return `${names}; the ${lost === 1 ? 'snapshot of one' : `snapshots of ${count(lost)}`} ${lost === 1 ? 'is' : 'are'} not in the table.`;
}

/** A length of time that somebody set, in words. */
export function ageWords(ms: bigint | undefined): string | undefined {
  return ms === undefined ? undefined : duration(Number(ms));
}

export function refsText(rows: readonly RefRow[]): TextTable {
  return {
    head: [
      'name',
      'type',
      'snapshot_id',
      'timestamp_ms',
      'operation',
      'max_reference_age_in_ms',
      'min_snapshots_to_keep',
      'max_snapshot_age_in_ms',
    ],
    rows: rows.map((row) => [
      row.name,
      row.type.toUpperCase(),
      // All digits, also where a reader of JSON has doubles only.
      row.snapshotId,
      row.ms,
      row.operation,
      row.maxRefAgeMs,
      row.minSnapshotsToKeep,
      row.maxSnapshotAgeMs,
    ]),
  };
}

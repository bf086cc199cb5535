/** `snapshots.json`: choice by time, id and ref, ancestry, incremental ranges, the schema that binds (section 9). */
import { parseJson } from '../../base/json.ts';
import type { Snapshot, TableMetadata } from '../../metadata/records.ts';
import {
  appendsOf,
  changesOf,
  oldestAncestorAfter,
  type RangeRequest,
  snapshotAfter,
  snapshotRange,
} from '../../metadata/snapshot-range.ts';
import {
  ancestors,
  ancestorsBetween,
  chooseSnapshot,
  isAncestor,
  isParentAncestor,
  type SnapshotRequest,
  snapshotById,
  snapshotIdAsOf,
} from '../../metadata/snapshots.ts';
import { tableMetadataFromJson } from '../../metadata/table-metadata.ts';
import { attempt, differs, type FileChecks, type VectorLine } from './lines.ts';

/** A line of the reference's answers; ids and times are text. */
interface Line {
  readonly kind: string;
  readonly history: string;
  readonly name: string;
  readonly metadata: string;
  readonly error?: string;
  readonly errorClass?: string;
  readonly time: string;
  readonly id: string | null;
  readonly schemaId?: number;
  readonly of: string;
  readonly ids?: readonly string[];
  readonly ofCurrent?: boolean;
  readonly after?: string;
  readonly snapshot?: string;
  readonly ref?: string;
  readonly latest: string;
  readonly oldest: string;
  readonly isAncestor?: boolean;
  readonly isParentAncestor?: boolean;
  readonly from?: string | null;
  readonly fromRef?: string;
  readonly inclusive?: boolean;
  readonly to?: string | null;
  readonly branch?: string;
  readonly files?: readonly string[];
  readonly changes?: readonly string[];
  readonly first: readonly [how: string, what: string];
  readonly second: readonly [how: string, what: string];
}

const FAILED = 'refused';

function outcome<T>(run: () => T): T | typeof FAILED {
  const done = attempt(run);
  return 'refused' in done ? FAILED : done.value;
}

function textOf(snapshots: readonly Snapshot[]): readonly string[] {
  return snapshots.map((snapshot) => String(snapshot.snapshotId));
}

function rangeOf(line: Line): RangeRequest {
  return {
    from: line.from == null ? undefined : BigInt(line.from),
    inclusive: line.inclusive,
    fromTag: line.fromRef,
    to: line.to == null ? undefined : BigInt(line.to),
    branch: line.branch,
  };
}

/**
 * The n-th commit of a history has the id 100nnn…, its files are f1, f2, … in the order they were added: n less the
 * commits before it that added none. (Those are never the expired ones.)
 */
function fileAddedBy(metadata: TableMetadata, snapshot: Snapshot): string {
  const n = Number(String(snapshot.snapshotId).charAt(3));
  const earlier = metadata.snapshots.slice(0, metadata.snapshots.indexOf(snapshot));
  const without = earlier.filter((s) => s.summary['added-data-files'] === undefined).length;
  return `f${n - without}`;
}

/** `0 insert f1 1001…`: which file a snapshot deleted stands in its manifests only, so it is left out on both sides. */
function changes(metadata: TableMetadata, range: readonly Snapshot[]): readonly string[] {
  return changesOf(range).flatMap((snapshot, ordinal) => [
    ...(snapshot.summary['deleted-data-files'] === '1'
      ? [`${ordinal} delete ${snapshot.snapshotId}`]
      : []),
    ...(snapshot.summary['added-data-files'] === '1'
      ? [`${ordinal} insert ${fileAddedBy(metadata, snapshot)} ${snapshot.snapshotId}`]
      : []),
  ]);
}

type Check = (line: Line, metadata: TableMetadata) => string | undefined;

const CHECKS: Readonly<Record<string, Check>> = {
  asOf(line, metadata) {
    const found = outcome(() => String(snapshotIdAsOf(metadata, BigInt(line.time))));
    return differs('snapshot', found, line.error === undefined ? line.id : FAILED);
  },
  scan(line, metadata) {
    return choice(line, metadata, {
      id: line.snapshot === undefined ? undefined : BigInt(line.snapshot),
      ref: line.ref,
      asOfMs: line.time === undefined ? undefined : BigInt(line.time),
    });
  },
  scanTwice(line, metadata) {
    // One request can't hold two of a kind: of two refs the later counts there, and ours is asked for it alone.
    return choice(line, metadata, { ...requestOf(line.first), ...requestOf(line.second) });
  },
  ancestors(line, metadata) {
    const id = BigInt(line.of);
    const own = textOf(ancestors(metadata, id));
    if (line.error !== undefined) {
      return (
        differs('there', snapshotById(metadata, id), undefined) ?? differs('ancestors', own, [])
      );
    }
    const ofCurrent = isAncestor(metadata, metadata.currentSnapshotId ?? -1n, id);
    return differs('ancestors', own, line.ids) ?? differs('of current', ofCurrent, line.ofCurrent);
  },
  between(line, metadata) {
    const latest = BigInt(line.latest);
    const oldest = BigInt(line.oldest);
    const ids = line.ids ?? textOf(ancestorsBetween(metadata, latest, oldest));
    const own = isAncestor(metadata, latest, oldest);
    if (line.error !== undefined) return differs('ancestor', own, false);
    return (
      differs('between', textOf(ancestorsBetween(metadata, latest, oldest)), ids) ??
      differs('ancestor', own, line.isAncestor) ??
      differs('parent', isParentAncestor(metadata, latest, oldest), line.isParentAncestor)
    );
  },
  oldestAncestorAfter(line, metadata) {
    const found = outcome(() => oldestAncestorAfter(metadata, BigInt(line.time)));
    const text = found === FAILED || found === undefined ? found : String(found.snapshotId);
    return differs('oldest', text, line.error === undefined ? (line.id ?? undefined) : FAILED);
  },
  snapshotAfter(line, metadata) {
    const found = outcome(() => snapshotAfter(metadata, BigInt(line.id ?? '0')));
    const text = found === FAILED || found === undefined ? found : String(found.snapshotId);
    // The reference throws, by two ways, where a snapshot that is there is not on the way; ours says that nothing follows.
    const failed = line.errorClass === undefined ? FAILED : undefined;
    return differs('after', text, line.error === undefined ? line.after : failed);
  },
  incrementalAppend(line, metadata) {
    const found = outcome(() =>
      appendsOf(snapshotRange(metadata, rangeOf(line))).map((s) => fileAddedBy(metadata, s)),
    );
    const sorted = found === FAILED ? found : found.toSorted();
    return differs('files', sorted, line.error === undefined ? line.files?.toSorted() : FAILED);
  },
  changelog(line, metadata) {
    const found = outcome(() => changes(metadata, snapshotRange(metadata, rangeOf(line))));
    if (line.errorClass === 'UnsupportedOperationException') {
      // The reference can't show row-level deletes as changes (SN-11); the range itself is one.
      return differs('refused', found === FAILED, false);
    }
    const expected = line.changes?.map((change) => change.replace(/ delete f\d+ /, ' delete '));
    return differs('changes', found, line.error === undefined ? expected : FAILED);
  },
};

function requestOf([how, what]: readonly [string, string]): SnapshotRequest {
  if (how === 'ref') return { ref: what };
  return how === 'time' ? { asOfMs: BigInt(what) } : { id: BigInt(what) };
}

function choice(line: Line, metadata: TableMetadata, request: SnapshotRequest): string | undefined {
  const chosen = outcome(() => chooseSnapshot(metadata, request));
  if (chosen === FAILED)
    return differs('choice', FAILED, line.error === undefined ? line.id : FAILED);
  const id = chosen.snapshot === undefined ? null : String(chosen.snapshot.snapshotId);
  if (line.error !== undefined) return differs('choice', id, FAILED);
  return differs('choice', id, line.id) ?? differs('schema', chosen.schema.schemaId, line.schemaId);
}

export const SNAPSHOTS: FileChecks = (lines) => {
  const histories = new Map(
    lines
      .filter((line) => line.kind === 'history')
      .map((line) => {
        const name = String(line.name);
        return [name, tableMetadataFromJson(parseJson(String(line.metadata), name), name).metadata];
      }),
  );
  const inHistory = (check: Check) => (vector: VectorLine) => {
    const line = vector as unknown as Line;
    const metadata = histories.get(line.history);
    return metadata === undefined ? `no history ${line.history}` : check(line, metadata);
  };
  const checks = Object.entries(CHECKS).map(([kind, check]) => [kind, inHistory(check)]);
  return { history: () => undefined, ...Object.fromEntries(checks) };
};

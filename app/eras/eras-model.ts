/** The story of a table's eras, from what its metadata and its snapshots say. Pure; drawn by eras-layout.ts. */

import type { ReadDialect } from '../../src/evolution/dialects.ts';
import type { Era } from '../../src/metadata/eras.ts';
import type { PartitionSpec, Snapshot, TableMetadata } from '../../src/metadata/records.ts';
import { ancestors, hasFirstSnapshot } from '../../src/metadata/snapshots.ts';
import type { Columns } from '../../src/metadata/spec-words.ts';
import type { HistoryPoint, LiveTally, Unread } from '../history.ts';
import { columnsOf, type Ddl, ddlOf, specChange, specLabel } from '../specs.ts';

export type CommitKind = 'append' | 'rewrite' | 'delete' | 'other';

export interface Commit {
  readonly id: string;
  readonly ms: number;
  readonly kind: CommitKind;
  /** On the line of snapshots that lead to the one in hand. */
  readonly onLine: boolean;
  /** What it wrote, by spec id; empty until it is read. */
  readonly added: ReadonlyMap<number, LiveTally>;
}

interface EraSpanModel {
  readonly from: number;
  /** Exclusive; undefined: it lasts. */
  readonly to: number | undefined;
  readonly certain: boolean;
  readonly ddl: Ddl;
}

export interface LateSpan {
  readonly from: number;
  readonly to: number;
  readonly commits: number;
}

export interface EraInHand {
  readonly isDefault: boolean;
  readonly lastWrite: number | undefined;
  /** Writes until then while another spec was the default. */
  readonly lateCommits: number;
}

export interface EraModel {
  readonly specId: number;
  readonly rank: number;
  readonly label: string;
  /** How it differs from the layout before: `+country`; empty where none was, or nothing does. */
  readonly change: string;
  /** Of the table, now. */
  readonly isDefault: boolean;
  /** As of the snapshot in hand: what came after it says nothing of the files it holds. */
  readonly inHand: EraInHand;
  readonly spans: readonly EraSpanModel[];
  /** Writes while another spec was the default. */
  readonly late: readonly LateSpan[];
  /** Times of the first and the last snapshot on the line that holds live files of it. */
  readonly carried: { readonly from: number; readonly to: number } | undefined;
  /** Live at the snapshot in hand; undefined until read. */
  readonly live: LiveTally | undefined;
  /** Manifests of it that could not be read at the snapshot in hand: `live` is then "at least". */
  readonly unread: Unread | undefined;
}

export interface RewriteModel {
  readonly id: string;
  readonly ms: number;
  readonly fromSpec: number;
  readonly toSpec: number;
  readonly removed: LiveTally;
}

interface RefModel {
  readonly name: string;
  readonly type: 'branch' | 'tag';
  readonly ms: number;
}

export interface ErasModel {
  /** Oldest first, by rank. */
  readonly eras: readonly EraModel[];
  /** In order of time. */
  readonly commits: readonly Commit[];
  /** Snapshots on the line that are read, in order of time. */
  readonly line: readonly HistoryPoint[];
  readonly rewrites: readonly RewriteModel[];
  readonly refs: readonly RefModel[];
  /** The snapshot in hand is not the table's current one. */
  readonly isPast: boolean;
  /** False where snapshots before these expired, or were left out of what was shared. */
  readonly hasFirst: boolean;
  readonly from: number;
  readonly to: number;
}

export interface ErasInput {
  readonly tableName: string;
  readonly metadata: TableMetadata;
  readonly eras: readonly Era[];
  readonly ranks: ReadonlyMap<number, number>;
  readonly points: ReadonlyMap<string, HistoryPoint>;
  /** The snapshot in hand. */
  readonly snapshotId: bigint | undefined;
  /** Columns by the names they had at a time. */
  readonly columnsAt: (ms: number) => Columns;
  /** How statements are written. */
  readonly dialect: ReadDialect;
  /** What was shared holds no manifests of snapshots but one. */
  readonly isPart: boolean;
}

export function erasModel(input: ErasInput): ErasModel {
  const { metadata, points, isPart } = input;
  const lineIds = new Set(lineOf(metadata, input.snapshotId).map((s) => String(s.snapshotId)));
  const snapshots = [...metadata.snapshots].sort(byTime);
  const commits = snapshots.map((snapshot) => commitOf(snapshot, points, lineIds));
  const line = snapshots.flatMap((snapshot) => {
    const id = String(snapshot.snapshotId);
    const point = lineIds.has(id) ? points.get(id) : undefined;
    return point === undefined ? [] : [point];
  });
  const eras = eraModels(input, commits, line);
  const times = [
    ...commits.map((commit) => commit.ms),
    ...eras.flatMap((era) => era.spans.map((span) => span.from)),
  ];
  const updated = Number(metadata.lastUpdatedMs);
  return {
    eras,
    commits,
    line,
    rewrites: rewritesOf(line),
    refs: refsOf(metadata),
    isPast: pastTime(input) !== undefined,
    hasFirst: !isPart && hasFirstSnapshot(metadata),
    from: times.length === 0 ? updated : Math.min(...times),
    to: Math.max(updated, ...times),
  };
}

function byTime(a: Snapshot, b: Snapshot): number {
  return Number(a.timestampMs - b.timestampMs);
}

/** The main line, or the one of the snapshot in hand where it stands on another. */
export function lineOf(
  metadata: TableMetadata,
  snapshotId: bigint | undefined,
): readonly Snapshot[] {
  const current = metadata.currentSnapshotId;
  const main = current === undefined ? [] : ancestors(metadata, current);
  if (snapshotId === undefined || main.some((s) => s.snapshotId === snapshotId)) return main;
  return ancestors(metadata, snapshotId);
}

export function commitKind(snapshot: Snapshot): CommitKind {
  switch (snapshot.operation) {
    case 'append':
      return 'append';
    case 'replace':
      return 'rewrite';
    case 'delete':
      return 'delete';
    case 'overwrite':
      return Number(snapshot.summary['added-records'] ?? 0) > 0 ? 'other' : 'delete';
    default:
      return 'other';
  }
}

function commitOf(
  snapshot: Snapshot,
  points: ReadonlyMap<string, HistoryPoint>,
  lineIds: ReadonlySet<string>,
): Commit {
  const id = String(snapshot.snapshotId);
  return {
    id,
    ms: Number(snapshot.timestampMs),
    kind: commitKind(snapshot),
    onLine: lineIds.has(id),
    added: points.get(id)?.added ?? new Map(),
  };
}

/** Time of the snapshot in hand where it is not the current one. */
function pastTime({ metadata, snapshotId }: ErasInput): number | undefined {
  if (snapshotId === undefined || snapshotId === metadata.currentSnapshotId) return undefined;
  const own = metadata.snapshots.find((snapshot) => snapshot.snapshotId === snapshotId);
  return own === undefined ? undefined : Number(own.timestampMs);
}

function eraModels(
  input: ErasInput,
  commits: readonly Commit[],
  line: readonly HistoryPoint[],
): readonly EraModel[] {
  const columns = columnsOf(input.metadata);
  const before = specBefore(input.eras);
  const point = input.points.get(String(input.snapshotId));
  const past = pastTime(input);
  return input.eras
    .map((era) => {
      const { specId } = era.spec;
      const [first] = era.spans;
      const from = first === undefined ? undefined : before(first.from);
      const spans = era.spans.map((span) => ({
        from: Number(span.from),
        to: span.to === undefined ? undefined : Number(span.to),
        certain: span.certain,
        ddl: ddlAt(input, span.from, before(span.from), era.spec),
      }));
      const writes = commits.filter((c) => c.onLine && (c.added.get(specId)?.files ?? 0) > 0);
      const told = past === undefined ? writes : writes.filter(({ ms }) => ms <= past);
      return {
        specId,
        rank: input.ranks.get(specId) ?? 0,
        label: specLabel(era.spec, input.metadata),
        change: from === undefined ? '' : specChange(from, era.spec, columns),
        isDefault: era.isDefault,
        inHand: {
          isDefault: past === undefined ? era.isDefault : spans.some((span) => covers(span, past)),
          lastWrite: told.at(-1)?.ms,
          lateCommits: lateSpans(spans, told).reduce((sum, late) => sum + late.commits, 0),
        },
        spans,
        late: lateSpans(spans, writes),
        carried: carriedOf(specId, line),
        live: point === undefined ? undefined : (point.live.get(specId) ?? NOTHING),
        unread: point?.unread.get(specId),
      };
    })
    .sort((a, b) => a.rank - b.rank);
}

/** The table was made with a spec only where no older one is known whose time is not. */
function ddlAt(
  { eras, metadata, tableName, dialect, columnsAt }: ErasInput,
  at: bigint,
  from: PartitionSpec | undefined,
  to: PartitionSpec,
): Ddl {
  const isLater = eras.some(({ spec, spans }) => spec.specId < to.specId && spans.length === 0);
  if (from !== undefined || !isLater) {
    const { formatVersion } = metadata;
    const columns = columnsAt(Number(at));
    return ddlOf({ from, to, columns, table: tableName, formatVersion }, dialect);
  }
  const label = specLabel(to, metadata);
  return { full: `${label}; what it was before is not known`, short: label };
}

const NOTHING: LiveTally = { files: 0, rows: 0, bytes: 0 };

/** The spec that was the default before a span began. */
function specBefore(eras: readonly Era[]) {
  const spans = eras
    .flatMap(({ spec, spans }) => spans.map((span) => ({ spec, from: span.from })))
    .sort((a, b) => Number(a.from - b.from));
  return (from: bigint) => spans.filter((span) => span.from < from).at(-1)?.spec;
}

function covers(
  { from, to }: { readonly from: number; readonly to: number | undefined },
  ms: number,
): boolean {
  return ms >= from && (to === undefined || ms < to);
}

/** Runs of writes outside the era's own spans; an own span between two of them ends a run. */
export function lateSpans(
  spans: readonly { readonly from: number; readonly to: number | undefined }[],
  writes: readonly Commit[],
): readonly LateSpan[] {
  const runs: { from: number; to: number; commits: number }[] = [];
  let open: (typeof runs)[number] | undefined;
  for (const { ms } of writes) {
    if (spans.some((span) => covers(span, ms))) {
      open = undefined;
    } else if (open === undefined) {
      open = { from: ms, to: ms, commits: 1 };
      runs.push(open);
    } else {
      open.to = ms;
      open.commits++;
    }
  }
  return runs;
}

function carriedOf(specId: number, line: readonly HistoryPoint[]): EraModel['carried'] {
  const holding = line.filter(
    (point) => (point.live.get(specId)?.files ?? 0) > 0 || point.unread.has(specId),
  );
  const [first] = holding;
  const last = holding.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const next = line[line.indexOf(last) + 1];
  return {
    from: Number(first.snapshot.timestampMs),
    to: next === undefined ? Number.POSITIVE_INFINITY : Number(next.snapshot.timestampMs),
  };
}

/** Commits that took files of one spec away and wrote files of another in their place. */
export function rewritesOf(line: readonly HistoryPoint[]): readonly RewriteModel[] {
  const rewrites: RewriteModel[] = [];
  for (const [i, point] of line.entries()) {
    const previous = line[i - 1];
    if (previous === undefined || commitKind(point.snapshot) !== 'rewrite') continue;
    // What is not read may still be there: it was not rewritten.
    if (point.unread.size > 0) continue;
    for (const [toSpec, added] of point.added) {
      if (added.files === 0) continue;
      for (const [fromSpec, before] of previous.live) {
        if (fromSpec === toSpec) continue;
        const after = point.live.get(fromSpec) ?? NOTHING;
        if (after.files >= before.files) continue;
        rewrites.push({
          id: String(point.snapshot.snapshotId),
          ms: Number(point.snapshot.timestampMs),
          fromSpec,
          toSpec,
          removed: {
            files: before.files - after.files,
            rows: before.rows - after.rows,
            bytes: before.bytes - after.bytes,
          },
        });
      }
    }
  }
  return rewrites;
}

function refsOf(metadata: TableMetadata): readonly RefModel[] {
  const times = new Map(metadata.snapshots.map((s) => [s.snapshotId, Number(s.timestampMs)]));
  return metadata.refs.flatMap((ref) => {
    const ms = times.get(ref.snapshotId);
    return ms === undefined ? [] : [{ name: ref.name, type: ref.type, ms }];
  });
}

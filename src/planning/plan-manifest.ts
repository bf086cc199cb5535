/** The plan of one data manifest: a verdict for each of its live data files, and totals by verdict. */
import type { BoundExpression } from '../expressions/bound.ts';
import type { BoundSpec } from '../metadata/bound-spec.ts';
import { DATA, DELETED, type ManifestEntries } from '../metadata/entries.ts';
import type { ManifestFile } from '../metadata/records.ts';
import type { Profile } from '../types/profile.ts';
import { type DeleteIndex, deleteSize } from './delete-index.ts';
import { deletesOf } from './delete-match.ts';
import { judgeBounds, judgeManifest, judgePartitions } from './judges.ts';
import { judgeTree, type PreparedPlan, preparePlan, type Trace } from './plan-tree.ts';
import {
  ALL_MATCH,
  FILE_VERDICTS,
  MIGHT,
  MUST,
  READ,
  reasonOf,
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_MANIFEST,
  SKIPPED_BY_PARTITION,
  UNKNOWN,
} from './verdict.ts';

export interface PlanManifestRequest {
  /** undefined where the manifest was not read: its row ruled it out, or it can't be read. */
  readonly entries: ManifestEntries | undefined;
  readonly manifest: ManifestFile;
  readonly filter: BoundExpression;
  readonly spec: BoundSpec;
  readonly profile: Profile;
  readonly deleteIndex?: DeleteIndex | undefined;
}

export interface Tally {
  readonly files: bigint;
  readonly records: bigint;
  readonly bytes: bigint;
}

export interface ManifestVerdicts {
  /** Of the manifest's row: MIGHT unset = skipped. */
  readonly manifestByte: number;
  /** Entry index of each live data file; the arrays below run over these. Empty without entries. */
  readonly live: Uint32Array;
  /** Verdict bytes by partition value and by bounds, whatever the other stages say. */
  readonly partition: Uint8Array;
  readonly bounds: Uint8Array;
  /** FILE_VERDICTS index. */
  readonly fileVerdicts: Uint8Array;
  /** Reason code of the deciding stage. */
  readonly reasons: Uint8Array;
  /** Delete files that apply to each file that is read; more than 65,535 count as that. */
  readonly deleteCounts: Uint16Array;
  /** Sums over the files that are read of the delete files that apply: one used by three counts thrice (13.1). */
  readonly resultDeletes: { readonly files: bigint; readonly bytes: bigint };
  /** By FILE_VERDICTS index. */
  readonly totals: readonly Tally[];
  /** Without entries the bytes, and unknown counts, are only floors. */
  readonly isFloor: boolean;
}

/** Judges one data manifest (0.4, stages 3 to 6). The prepared plan is kept with the filter. */
export function planManifest(request: PlanManifestRequest): ManifestVerdicts {
  const plan = preparePlan(request.filter, request.spec, request.profile);
  const manifestByte = judgeManifest(plan, request.manifest);
  if (request.entries === undefined) return withoutEntries(manifestByte, request.manifest);
  return withEntries(plan, manifestByte, request.entries, request.deleteIndex);
}

function withEntries(
  plan: PreparedPlan,
  manifestByte: number,
  entries: ManifestEntries,
  deleteIndex: DeleteIndex | undefined,
): ManifestVerdicts {
  const live = liveDataFiles(entries);
  const traces: [Trace, Trace] = [new Map(), new Map()];
  const partitionAll = judgePartitions(plan, entries, traces[0]);
  const boundsAll = boundsOrAll(plan, entries, traces[1]);
  const mustAll = judgeTogether(plan, entries.count, traces);
  const partition = new Uint8Array(live.length);
  const bounds = new Uint8Array(live.length);
  const fileVerdicts = new Uint8Array(live.length);
  const reasons = new Uint8Array(live.length);
  for (let k = 0; k < live.length; k++) {
    const i = live[k] as number;
    const p = partitionAll[i] as number;
    const b = boundsAll[i] as number;
    partition[k] = p;
    bounds[k] = b;
    const verdict = verdictOf(manifestByte, p, b, mustAll[i] as number);
    fileVerdicts[k] = verdict;
    reasons[k] = reasonOf(decidingByte(verdict, manifestByte, p, b));
  }
  const deletes = countDeletes(entries, live, fileVerdicts, deleteIndex);
  const totals = totalsOf(entries, live, fileVerdicts);
  const arrays = { live, partition, bounds, fileVerdicts, reasons };
  return { manifestByte, ...arrays, ...deletes, totals, isFloor: false };
}

/** With no filter at all Java plans files without rows too (section 16, EV-12). */
export function boundsOrAll(
  plan: PreparedPlan,
  entries: ManifestEntries,
  trace?: Trace,
): Uint8Array {
  if (plan.filter.kind !== 'true') return judgeBounds(plan, entries, trace);
  return judgeTree(plan.tree, entries.count, () => new Uint8Array(), trace);
}

/** FILE_VERDICTS index by the stages' bytes; `must` is the proof of both stages together. */
export function verdictOf(
  manifest: number,
  partition: number,
  bounds: number,
  must: number,
): number {
  if ((manifest & MIGHT) === 0) return SKIPPED_BY_MANIFEST;
  if ((partition & MIGHT) === 0) return SKIPPED_BY_PARTITION;
  if ((bounds & MIGHT) === 0) return SKIPPED_BY_BOUNDS;
  return ((partition | bounds | must) & MUST) !== 0 ? ALL_MATCH : READ;
}

/** The stage that skips; for a file that is read, the one that says more. */
function decidingByte(
  verdict: number,
  manifest: number,
  partition: number,
  bounds: number,
): number {
  if (verdict === SKIPPED_BY_MANIFEST) return manifest;
  if (verdict === SKIPPED_BY_PARTITION) return partition;
  return (partition & MUST) !== 0 && (bounds & MUST) === 0 ? partition : bounds;
}

/**
 * "Every row must match" with both stages' proof for each leaf: the partition may settle one side of an AND and the
 * bounds the other. Only the MUST bit counts.
 */
export function judgeTogether(
  plan: PreparedPlan,
  rows: number,
  [partition, bounds]: readonly [Trace, Trace],
): Uint8Array {
  return judgeTree(plan.tree, rows, (leaf) => {
    const bytes = (bounds.get(leaf) as Uint8Array).slice();
    const strict = partition.get(leaf) as Uint8Array;
    for (let i = 0; i < rows; i++) bytes[i] = (bytes[i] as number) | ((strict[i] as number) & MUST);
    return bytes;
  });
}

/** Entries that a scan reads: data files, not deleted (MF-19). */
export function liveDataFiles(entries: ManifestEntries): Uint32Array {
  const out = new Uint32Array(entries.count);
  let n = 0;
  for (let i = 0; i < entries.count; i++) {
    if (entries.status[i] !== DELETED && entries.fileContents[i] === DATA) out[n++] = i;
  }
  return out.slice(0, n);
}

function countDeletes(
  entries: ManifestEntries,
  live: Uint32Array,
  fileVerdicts: Uint8Array,
  index: DeleteIndex | undefined,
): Pick<ManifestVerdicts, 'deleteCounts' | 'resultDeletes'> {
  const deleteCounts = new Uint16Array(live.length);
  let files = 0n;
  let bytes = 0n;
  const isRead = (k: number) => fileVerdicts[k] === READ || fileVerdicts[k] === ALL_MATCH;
  for (let k = 0; k < live.length; k++) {
    if (index === undefined || index.files.length === 0) break;
    if (!isRead(k)) continue;
    const deletes = deletesOf(index, entries, live[k] as number);
    deleteCounts[k] = Math.min(deletes.length, 0xffff);
    files += BigInt(deletes.length);
    for (const file of deletes) bytes += deleteSize(file);
  }
  return { deleteCounts, resultDeletes: { files, bytes } };
}

function withoutEntries(manifestByte: number, manifest: ManifestFile): ManifestVerdicts {
  const verdict = (manifestByte & MIGHT) === 0 ? SKIPPED_BY_MANIFEST : UNKNOWN;
  const counts = [manifest.addedFilesCount, manifest.existingFilesCount];
  const rows = [manifest.addedRowsCount, manifest.existingRowsCount];
  const files = counts.reduce((sum: bigint, n) => sum + BigInt(n ?? 0), 0n);
  const records = rows.reduce((sum: bigint, n) => sum + (n ?? 0n), 0n);
  const none = { files: 0n, records: 0n, bytes: 0n };
  return {
    manifestByte,
    live: new Uint32Array(),
    partition: new Uint8Array(),
    bounds: new Uint8Array(),
    fileVerdicts: new Uint8Array(),
    reasons: new Uint8Array(),
    deleteCounts: new Uint16Array(),
    resultDeletes: { files: 0n, bytes: 0n },
    totals: FILE_VERDICTS.map((_, v) => (v === verdict ? { files, records, bytes: 0n } : none)),
    isFloor: files > 0n || counts.includes(undefined),
  };
}

/** Exact sums by verdict: the halves of 64-bit numbers are summed as doubles, which hold 2^21 of them exactly. */
function totalsOf(entries: ManifestEntries, live: Uint32Array, fileVerdicts: Uint8Array): Tally[] {
  const files = new Float64Array(FILE_VERDICTS.length);
  for (const verdict of fileVerdicts) files[verdict] = (files[verdict] as number) + 1;
  const records = sumsOf(entries.recordCounts, live, fileVerdicts);
  const bytes = sumsOf(entries.fileSizesInBytes, live, fileVerdicts);
  return FILE_VERDICTS.map((_, v) => ({
    files: BigInt(files[v] as number),
    records: records[v] as bigint,
    bytes: bytes[v] as bigint,
  }));
}

/** Unknown (negative) counts add nothing. */
function sumsOf(column: BigInt64Array, live: Uint32Array, fileVerdicts: Uint8Array): bigint[] {
  const words = new Int32Array(column.buffer, column.byteOffset, column.length * 2);
  const high = new Float64Array(FILE_VERDICTS.length);
  const low = new Float64Array(FILE_VERDICTS.length);
  for (let k = 0; k < live.length; k++) {
    const i = live[k] as number;
    const verdict = fileVerdicts[k] as number;
    const upper = words[2 * i + 1] as number;
    if (upper < 0) continue;
    high[verdict] = (high[verdict] as number) + upper;
    low[verdict] = (low[verdict] as number) + ((words[2 * i] as number) >>> 0);
  }
  return FILE_VERDICTS.map(
    (_, v) => BigInt(high[v] as number) * 2n ** 32n + BigInt(low[v] as number),
  );
}

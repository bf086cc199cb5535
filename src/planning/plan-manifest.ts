/** The plan of one data manifest: a verdict for each of its live data files, and totals by verdict. */
import { wordsOf } from '../base/bytes.ts';
import type { BoundExpression } from '../expressions/bound.ts';
import type { BoundSpec } from '../metadata/bound-spec.ts';
import { DATA, DELETED, type ManifestEntries } from '../metadata/entries.ts';
import type { ManifestFile } from '../metadata/records.ts';
import type { Profile } from '../types/profile.ts';
import { type DeleteFile, type DeleteIndex, deleteSize } from './delete-index.ts';
import { deletesOf } from './delete-match.ts';
import type { OutlinedEntries } from './judge-leaf.ts';
import { hasOddCounts, judgeBounds, judgeManifest, judgePartitions } from './judges.ts';
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
  readonly entries: OutlinedEntries | undefined;
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
  /** The delete files that apply to files that are read, each once. */
  readonly usedDeletes: readonly DeleteFile[];
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
  entries: OutlinedEntries,
  deleteIndex: DeleteIndex | undefined,
): ManifestVerdicts {
  const live = liveDataFiles(entries);
  const { partition, bounds, must } = stageBytes(plan, entries, live);
  const fileVerdicts = new Uint8Array(live.length);
  const reasons = new Uint8Array(live.length);
  if ((manifestByte & MIGHT) === 0) {
    fileVerdicts.fill(SKIPPED_BY_MANIFEST);
    reasons.fill(reasonOf(manifestByte));
  } else judgeLive(partition, bounds, must, fileVerdicts, reasons);
  const deletes = countDeletes(entries, live, fileVerdicts, deleteIndex);
  const totals = totalsOf(entries, live, fileVerdicts);
  const arrays = { live, partition, bounds, fileVerdicts, reasons };
  return { manifestByte, ...arrays, ...deletes, totals, isFloor: false };
}

interface StageBytes {
  readonly partition: Uint8Array;
  readonly bounds: Uint8Array;
  /** The proof of both together; what the two prove alone need not be in it. */
  readonly must: Uint8Array;
}

/** Of the live files. */
function stageBytes(plan: PreparedPlan, entries: OutlinedEntries, live: Uint32Array): StageBytes {
  const pick = (bytes: Uint8Array) => {
    if (live.length === bytes.length) return bytes;
    const picked = new Uint8Array(live.length);
    for (let k = 0; k < live.length; k++) picked[k] = bytes[live[k] as number] as number;
    return picked;
  };
  if (!addsProof(plan, entries)) {
    const bounds = pick(boundsOrAll(plan, entries));
    return { partition: pick(judgePartitions(plan, entries)), bounds, must: bounds };
  }
  const traces: [Trace, Trace] = [new Map(), new Map()];
  const partition = pick(judgePartitions(plan, entries, traces[0]));
  const bounds = pick(boundsOrAll(plan, entries, traces[1]));
  return { partition, bounds, must: pick(judgeTogether(plan, entries.count, traces)) };
}

/**
 * Whether the stages together may prove more than each alone. Not where partition values prove nothing, and not for a
 * single condition; but record counts weaken what the bounds prove, and not what both prove.
 */
function addsProof({ tree, partitionsProve }: PreparedPlan, entries: ManifestEntries): boolean {
  const isSingle = tree.kind === 'leaf' && tree.strict === undefined;
  return hasOddCounts(entries) || (partitionsProve && !isSingle);
}

/** Three bits that decide: partition in 0 and 1, bounds in 2 and 3, both together in 4. */
const COMBINATIONS = 32;
const VERDICTS = Uint8Array.from({ length: COMBINATIONS }, (_, bits) =>
  verdictOf(MIGHT, bits & 3, bits >> 2, (bits >> 4) << 1),
);
/** 1 where the partition's reason is the one that tells. */
const BY_PARTITION = Uint8Array.from({ length: COMBINATIONS }, (_, bits) =>
  Number(decidesByPartition(bits & 3, bits >> 2)),
);

/** Verdicts and reasons of a manifest that is not skipped. */
function judgeLive(
  partition: Uint8Array,
  bounds: Uint8Array,
  must: Uint8Array,
  fileVerdicts: Uint8Array,
  reasons: Uint8Array,
): void {
  for (let k = 0; k < fileVerdicts.length; k++) {
    const p = partition[k] as number;
    const b = bounds[k] as number;
    const bits = (p & 3) | ((b & 3) << 2) | (((must[k] as number) & MUST) << 3);
    fileVerdicts[k] = VERDICTS[bits] as number;
    reasons[k] = reasonOf(BY_PARTITION[bits] === 1 ? p : b);
  }
}

/** With no filter at all Java plans files without rows too (section 16, EV-12). */
export function boundsOrAll(
  plan: PreparedPlan,
  entries: OutlinedEntries,
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
function decidesByPartition(partition: number, bounds: number): boolean {
  if ((partition & MIGHT) === 0) return true;
  return (bounds & MIGHT) !== 0 && (partition & MUST) !== 0 && (bounds & MUST) === 0;
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

const lives = new WeakMap<Uint8Array, Uint32Array>();

/** Entries that a scan reads: data files, not deleted (MF-19). The same array for the same entries. */
export function liveDataFiles({ count, status, fileContents }: ManifestEntries): Uint32Array {
  const known = lives.get(status);
  if (known !== undefined) return known;
  const out = new Uint32Array(count);
  let n = 0;
  for (let i = 0; i < count; i++) {
    if (status[i] !== DELETED && fileContents[i] === DATA) out[n++] = i;
  }
  const live = out.slice(0, n);
  lives.set(status, live);
  return live;
}

function countDeletes(
  entries: ManifestEntries,
  live: Uint32Array,
  fileVerdicts: Uint8Array,
  index: DeleteIndex | undefined,
): Pick<ManifestVerdicts, 'deleteCounts' | 'resultDeletes' | 'usedDeletes'> {
  const deleteCounts = new Uint16Array(live.length);
  const used = new Set<DeleteFile>();
  let files = 0n;
  let bytes = 0n;
  const isRead = (k: number) => fileVerdicts[k] === READ || fileVerdicts[k] === ALL_MATCH;
  for (let k = 0; k < live.length; k++) {
    if (index === undefined || index.files.length === 0) break;
    if (!isRead(k)) continue;
    const deletes = deletesOf(index, entries, live[k] as number);
    deleteCounts[k] = Math.min(deletes.length, 0xffff);
    files += BigInt(deletes.length);
    for (const file of deletes) {
      bytes += deleteSize(file);
      used.add(file);
    }
  }
  return { deleteCounts, resultDeletes: { files, bytes }, usedDeletes: [...used] };
}

function withoutEntries(manifestByte: number, manifest: ManifestFile): ManifestVerdicts {
  const verdict = (manifestByte & MIGHT) === 0 ? SKIPPED_BY_MANIFEST : UNKNOWN;
  const { tally, isFloor } = listedTally(manifest);
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
    usedDeletes: [],
    totals: FILE_VERDICTS.map((_, v) => (v === verdict ? tally : none)),
    isFloor,
  };
}

/**
 * Live files of a manifest that is not read, as its row in the manifest list counts them. A row knows no sizes, and may
 * know no counts: the figures are then floors.
 */
export function listedTally(manifest: ManifestFile): {
  readonly tally: Tally;
  readonly isFloor: boolean;
} {
  const counts = [manifest.addedFilesCount, manifest.existingFilesCount];
  const rows = [manifest.addedRowsCount, manifest.existingRowsCount];
  const files = counts.reduce((sum: bigint, n) => sum + BigInt(n ?? 0), 0n);
  const records = rows.reduce((sum: bigint, n) => sum + (n ?? 0n), 0n);
  const isFloor = files > 0n || counts.includes(undefined);
  return { tally: { files, records, bytes: 0n }, isFloor };
}

/** In the sums of one verdict: files, then the halves of records and of bytes. */
const SUMS = 5;

/**
 * Exact sums by verdict: the halves of 64-bit numbers are summed as doubles, which hold 2^21 of them exactly. Unknown
 * (negative) counts add nothing.
 */
function totalsOf(entries: ManifestEntries, live: Uint32Array, fileVerdicts: Uint8Array): Tally[] {
  const sums = new Float64Array(FILE_VERDICTS.length * SUMS);
  const { recordCounts, fileSizesInBytes } = entries;
  addFiles(sums, live, fileVerdicts, wordsOf(recordCounts), wordsOf(fileSizesInBytes));
  const whole = (at: number) =>
    BigInt(sums[at] as number) * 2n ** 32n + BigInt(sums[at + 1] as number);
  return FILE_VERDICTS.map((_, v) => ({
    files: BigInt(sums[v * SUMS] as number),
    records: whole(v * SUMS + 1),
    bytes: whole(v * SUMS + 3),
  }));
}

function addFiles(
  sums: Float64Array,
  live: Uint32Array,
  fileVerdicts: Uint8Array,
  records: Int32Array,
  bytes: Int32Array,
): void {
  for (let k = 0; k < live.length; k++) {
    const slot = (fileVerdicts[k] as number) * SUMS;
    const at = 2 * (live[k] as number);
    sums[slot] = (sums[slot] as number) + 1;
    addHalves(sums, slot + 1, records, at);
    addHalves(sums, slot + 3, bytes, at);
  }
}

function addHalves(sums: Float64Array, slot: number, words: Int32Array, at: number): void {
  const high = words[at + 1] as number;
  if (high < 0) return;
  if (high > 0) sums[slot] = (sums[slot] as number) + high;
  sums[slot + 1] = (sums[slot + 1] as number) + ((words[at] as number) >>> 0);
}

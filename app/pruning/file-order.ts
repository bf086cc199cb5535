/**
 * Verdicts and list order over the files of an index: columns by position, and positions in the order a list shows them.
 */
import { SKIPPED_BY_MANIFEST, UNKNOWN } from '../../src/planning/verdict.ts';
import type { ManifestPlan } from '../../src/table/api.ts';
import type { FileIndex } from './file-index.ts';
import { isRead, NOT_JUDGED } from './map-pixels.ts';
import type { Steps } from './slices.ts';

/** Verdicts by position; NOT_JUDGED where the file's manifest has no plan (yet). */
export function* verdictColumn(
  index: FileIndex,
  plans: ReadonlyMap<number, ManifestPlan> | undefined,
): Steps<Uint8Array> {
  const verdicts = new Uint8Array(index.count).fill(NOT_JUDGED);
  if (plans === undefined) return verdicts;
  for (const manifest of index.manifests) {
    const plan = plans.get(manifest.index);
    if (plan === undefined) continue;
    const { positions } = manifest;
    const whole = wholeVerdict(plan);
    for (let i = 0; i < positions.length; i++) {
      verdicts[positions[i] as number] = plan.fileVerdicts[i] ?? whole;
    }
    yield;
  }
  return verdicts;
}

/** What a manifest's own verdict says of files that were not judged one by one. */
function wholeVerdict(plan: ManifestPlan): number {
  return plan.verdict === 'skipped' ? SKIPPED_BY_MANIFEST : UNKNOWN;
}

/** Delete files that apply to each file, by position. */
export function* deleteColumn(
  index: FileIndex,
  plans: ReadonlyMap<number, ManifestPlan> | undefined,
): Steps<Uint16Array> {
  const counts = new Uint16Array(index.count);
  for (const manifest of index.manifests) {
    const plan = plans?.get(manifest.index);
    if (plan === undefined || plan.deleteCounts.length === 0) continue;
    for (let i = 0; i < manifest.positions.length; i++) {
      counts[manifest.positions[i] as number] = plan.deleteCounts[i] ?? 0;
    }
    yield;
  }
  return counts;
}

export interface ListFilter {
  /** Spec ids; undefined = all. */
  readonly eras: ReadonlySet<number> | undefined;
  /** Verdict indexes; undefined = all. */
  readonly verdicts: ReadonlySet<number> | undefined;
  /** Index in the manifest list; undefined = all. */
  readonly manifest: number | undefined;
}

export const NO_FILTER: ListFilter = { eras: undefined, verdicts: undefined, manifest: undefined };

/** Files looked at in one step. */
const STEP = 1 << 16;

/** The given positions: first what is read or unknown, then the rest, each in their order. */
export function* readsFirst(verdicts: Uint8Array, positions: Uint32Array): Steps<Uint32Array> {
  const order = new Uint32Array(positions.length);
  const others = new Uint32Array(positions.length);
  let reads = 0;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i] as number;
    if (isRead(verdicts[position] as number)) order[reads++] = position;
    else others[i - reads] = position;
    if (i % STEP === STEP - 1) yield;
  }
  order.set(others.subarray(0, positions.length - reads), reads);
  return order;
}

/** Positions of the files that pass the filter, in index order. */
export function* filtered(
  index: FileIndex,
  verdicts: Uint8Array,
  filter: ListFilter,
): Steps<Uint32Array> {
  if (filter.manifest !== undefined) return ofManifest(index, verdicts, filter);
  if (filter.eras === undefined && filter.verdicts === undefined) return allPositions(index);
  const out = new Uint32Array(index.count);
  let length = 0;
  for (const era of index.eras) {
    if (filter.eras !== undefined && !filter.eras.has(era.specId)) continue;
    for (let position = era.from; position < era.to; position++) {
      if (passes(filter, verdicts[position] as number)) out[length++] = position;
      if (position % STEP === STEP - 1) yield;
    }
  }
  return out.subarray(0, length);
}

const positionsOf = new WeakMap<FileIndex, Uint32Array>();

function allPositions(index: FileIndex): Uint32Array {
  let all = positionsOf.get(index);
  if (all === undefined) {
    all = new Uint32Array(index.count);
    for (let position = 0; position < all.length; position++) all[position] = position;
    positionsOf.set(index, all);
  }
  return all;
}

function ofManifest(index: FileIndex, verdicts: Uint8Array, filter: ListFilter): Uint32Array {
  const manifest = index.manifests.find((one) => one.index === filter.manifest);
  const positions = Uint32Array.from(manifest?.positions ?? []).sort();
  return positions.filter((position) => passes(filter, verdicts[position] as number));
}

function passes(filter: ListFilter, verdict: number): boolean {
  return filter.verdicts === undefined || filter.verdicts.has(verdict);
}

/** Files by verdict among the given positions; the last element counts those without verdict. */
export function* countVerdicts(verdicts: Uint8Array, positions: Uint32Array): Steps<Uint32Array> {
  const counts = new Uint32Array(UNKNOWN + 2);
  for (let i = 0; i < positions.length; i++) {
    const slot = Math.min(verdicts[positions[i] as number] as number, UNKNOWN + 1);
    counts[slot] = (counts[slot] as number) + 1;
    if (i % STEP === STEP - 1) yield;
  }
  return counts;
}

/**
 * The next file in `order` that is read or unknown, after (`step` 1) or before (−1) the given position, around the end;
 * undefined where there is none.
 */
export function nextRead(
  order: Uint32Array,
  verdicts: Uint8Array,
  position: number | undefined,
  step: 1 | -1,
): number | undefined {
  const length = order.length;
  const at = position === undefined ? (step === 1 ? -1 : length) : order.indexOf(position);
  for (let i = 1; i <= length; i++) {
    const candidate = order[(((at + step * i) % length) + length) % length] as number;
    if (isRead(verdicts[candidate] as number)) return candidate;
  }
  return undefined;
}

/**
 * One plan in four steps, as columns: manifests, the entries of those that were opened, the entries that their partition
 * values let through, the files that are read. Each holds what reached it, newest era first, and what of that goes on.
 */
import {
  ALL_MATCH,
  READ,
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_PARTITION,
} from '../../src/planning/verdict.ts';
import type { FileIndex } from '../pruning/file-index.ts';
import type { ColumnRange } from '../pruning/manifest-range.ts';
import type { Steps } from '../pruning/slices.ts';

export interface StepEra {
  readonly specId: number;
  readonly rank: number;
  /** Items `[from, to)`. */
  readonly from: number;
  readonly to: number;
}

/** How an item leaves its step. */
export const ENDS = 0;
export const GOES_ON = 1;
/** It could match and cannot be read: nothing after it is known. */
export const UNKNOWN_END = 2;

export interface StepColumn {
  readonly count: number;
  /** Newest first. */
  readonly eras: readonly StepEra[];
  /** Of each item: index of the manifest in the list, or position of the file. */
  readonly ids: Uint32Array;
  /** ENDS, GOES_ON or UNKNOWN_END. */
  readonly ends: Uint8Array;
  /** On the axis of the column in view; NaN = not known. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface StepManifest {
  readonly index: number;
  readonly specId: number;
  readonly rank: number;
  readonly verdict: 'kept' | 'skipped' | 'unknown';
  readonly range: ColumnRange | undefined;
}

export interface StepInput {
  readonly manifests: readonly StepManifest[];
  readonly index: FileIndex;
  /** By position. */
  readonly verdicts: Uint8Array;
  readonly tupleRange: (tuple: number, specId: number) => ColumnRange | undefined;
  /** Bounds of a file; undefined where they are not recorded or not here yet. */
  readonly bounds: (position: number) => ColumnRange | undefined;
}

export interface StepModel {
  readonly columns: readonly [StepColumn, StepColumn, StepColumn, StepColumn];
  /** First and last item of the second column of each opened manifest, by its index in the list. */
  readonly entriesOf: ReadonlyMap<number, readonly [first: number, last: number]>;
}

const NO_COLUMN: StepColumn = {
  count: 0,
  eras: [],
  ids: new Uint32Array(),
  ends: new Uint8Array(),
  lower: new Float64Array(),
  upper: new Float64Array(),
};

export const NO_STEPS: StepModel = {
  columns: [NO_COLUMN, NO_COLUMN, NO_COLUMN, NO_COLUMN],
  entriesOf: new Map(),
};

const reachesPartition = (verdict: number) =>
  verdict === SKIPPED_BY_PARTITION || reachesBounds(verdict);
const reachesBounds = (verdict: number) => verdict === SKIPPED_BY_BOUNDS || isOpened(verdict);
const isOpened = (verdict: number) => verdict === READ || verdict === ALL_MATCH;

export function* stepModel(input: StepInput): Steps<StepModel> {
  const manifests = manifestColumn(input.manifests);
  const byTuple = tupleRanges(input);
  const byBounds = (position: number, specId: number) =>
    input.bounds(position) ?? byTuple(position, specId);
  const entries = yield* fileColumn(input, reachesPartition, reachesBounds, byTuple);
  const bounded = yield* fileColumn(input, reachesBounds, isOpened, byBounds);
  const opened = yield* fileColumn(input, isOpened, isOpened, byBounds);
  return {
    columns: [manifests, entries, bounded, opened],
    entriesOf: yield* spread(entries, input.index),
  };
}

function tupleRanges({ index, tupleRange }: StepInput) {
  const known = new Map<number, ColumnRange | undefined>();
  return (position: number, specId: number) => {
    const tuple = index.tupleOf[position] as number;
    if (!known.has(tuple)) known.set(tuple, tupleRange(tuple, specId));
    return known.get(tuple);
  };
}

function manifestColumn(manifests: readonly StepManifest[]): StepColumn {
  const low = ({ range }: StepManifest) => range?.lower ?? Number.POSITIVE_INFINITY;
  const sorted = [...manifests].sort(
    // Newest on top, as the eras are.
    (a, b) => b.rank - a.rank || compare(low(b), low(a)) || a.index - b.index,
  );
  const eras: { specId: number; rank: number; from: number; to: number }[] = [];
  for (const [i, { specId, rank }] of sorted.entries()) {
    const last = eras.at(-1);
    if (last?.specId === specId) last.to = i + 1;
    else eras.push({ specId, rank, from: i, to: i + 1 });
  }
  const ends = { kept: GOES_ON, skipped: ENDS, unknown: UNKNOWN_END } as const;
  return {
    count: sorted.length,
    eras,
    ids: Uint32Array.from(sorted, ({ index }) => index),
    ends: Uint8Array.from(sorted, ({ verdict }) => ends[verdict]),
    lower: Float64Array.from(sorted, ({ range }) => range?.lower ?? Number.NaN),
    upper: Float64Array.from(sorted, ({ range }) => range?.upper ?? Number.NaN),
  };
}

/** Infinities are equal to themselves. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

const A_STEP = 1 << 15;

function* fileColumn(
  { index, verdicts }: StepInput,
  reaches: (verdict: number) => boolean,
  goesOn: (verdict: number) => boolean,
  rangeOf: (position: number, specId: number) => ColumnRange | undefined,
): Steps<StepColumn> {
  const count = yield* countOf(verdicts, index.count, reaches);
  const column = {
    count,
    eras: [] as StepEra[],
    ids: new Uint32Array(count),
    ends: new Uint8Array(count),
    lower: new Float64Array(count).fill(Number.NaN),
    upper: new Float64Array(count).fill(Number.NaN),
  };
  let item = 0;
  for (const era of index.eras) {
    const from = item;
    for (let position = era.from; position < era.to; position++) {
      if (position % A_STEP === 0) yield;
      const verdict = verdicts[position] as number;
      if (!reaches(verdict)) continue;
      const range = rangeOf(position, era.specId);
      column.ids[item] = position;
      column.ends[item] = goesOn(verdict) ? GOES_ON : ENDS;
      column.lower[item] = range?.lower ?? Number.NaN;
      column.upper[item] = range?.upper ?? Number.NaN;
      item++;
    }
    if (item > from) column.eras.push({ specId: era.specId, rank: era.rank, from, to: item });
  }
  return column;
}

function* countOf(
  verdicts: Uint8Array,
  length: number,
  reaches: (verdict: number) => boolean,
): Steps<number> {
  let count = 0;
  for (let i = 0; i < length; i++) {
    if (i % A_STEP === 0) yield;
    if (reaches(verdicts[i] as number)) count++;
  }
  return count;
}

function* spread(
  entries: StepColumn,
  index: FileIndex,
): Steps<ReadonlyMap<number, readonly [number, number]>> {
  const found = new Map<number, [number, number]>();
  for (let item = 0; item < entries.count; item++) {
    if (item % A_STEP === 0) yield;
    const slot = index.slotOf[entries.ids[item] as number] as number;
    const manifest = index.manifests[slot]?.index ?? -1;
    const known = found.get(manifest);
    if (known === undefined) found.set(manifest, [item, item]);
    else known[1] = item;
  }
  return found;
}

/** How many items of a column end so. */
export function countEnds(column: StepColumn, ends: number): number {
  let count = 0;
  for (const one of column.ends) if (one === ends) count++;
  return count;
}

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
import { compareValues } from '../pruning/axis.ts';
import type { FileIndex } from '../pruning/file-index.ts';
import type { AskedRange } from '../pruning/language.ts';
import type { ValueSpan } from '../pruning/manifest-range.ts';
import { atOnce, type Steps } from '../pruning/slices.ts';
import {
  addTexts,
  axisPlaces,
  chooseSource,
  MOST_TEXTS,
  misses,
  type StepAxis,
} from './step-axis.ts';
import { countBeyond, stepDomain } from './step-domain.ts';

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
  /** The column in view; undefined: nothing is known here of any that is asked for, or too much. */
  readonly axis: StepAxis | undefined;
  /** Index of the column that would be in view, had it not more values than can stand side by side. */
  readonly crowded: number | undefined;
  /** On the axis; NaN = not known. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface StepManifest {
  readonly index: number;
  readonly specId: number;
  readonly rank: number;
  readonly verdict: 'kept' | 'skipped' | 'unknown';
}

/** A column of the predicate, and what each stage knows of it; undefined where nothing is recorded or here yet. */
export interface StepSource {
  readonly ranges: readonly AskedRange[];
  readonly manifest: (index: number) => ValueSpan | undefined;
  readonly tuple: (tuple: number, specId: number) => ValueSpan | undefined;
  readonly bounds: (position: number) => ValueSpan | undefined;
}

export interface StepInput {
  readonly manifests: readonly StepManifest[];
  readonly index: FileIndex;
  /** By position. */
  readonly verdicts: Uint8Array;
  readonly sources: readonly StepSource[];
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
  axis: undefined,
  crowded: undefined,
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
  const manifests = manifestColumn(input);
  const byTuple = input.sources.map((source) => tupleSpans(input, source));
  const entries = yield* place(
    yield* fileItems(input, reachesPartition, reachesBounds),
    byTuple,
    undefined,
  );
  const reached = yield* fileItems(input, reachesBounds, isOpened);
  // Whatever else is in hand: what is drawn must not hang on what was looked at before.
  const wanted = boundsWanted(reached);
  const byBounds = input.sources.map((source, i): StageSource => {
    const bounds = (position: number) =>
      wanted.has(position) ? source.bounds(position) : undefined;
    const drawnBy = (position: number, specId: number) =>
      bounds(position) ?? byTuple[i]?.drawnBy(position, specId);
    return { ranges: source.ranges, decidesBy: bounds, drawnBy };
  });
  const bounded = yield* place(reached, byBounds, undefined);
  // What is opened is drawn as it was judged.
  const opened = yield* place(
    yield* fileItems(input, isOpened, isOpened),
    byBounds,
    bounded.axis?.source,
  );
  return {
    columns: [manifests, entries, bounded, opened],
    entriesOf: yield* spread(entries, input.index),
  };
}

/** Files whose bounds are fetched: what is read first, then evenly chosen ones. */
const MOST_BOUNDS = 2000;
const MOST_READ = 1000;

/** Positions whose bounds are drawn: what goes on first, then the rest evenly. */
export function boundsWanted({
  ids,
  ends,
  count,
}: Pick<StepColumn, 'ids' | 'ends' | 'count'>): ReadonlySet<number> {
  const wanted = new Set<number>();
  for (let item = 0; item < count && wanted.size < MOST_READ; item++) {
    if (ends[item] === GOES_ON) wanted.add(ids[item] as number);
  }
  const step = Math.max(1, Math.ceil(count / (MOST_BOUNDS - MOST_READ)));
  for (let item = 0; item < count; item += count <= MOST_BOUNDS ? 1 : step) {
    wanted.add(ids[item] as number);
  }
  return wanted;
}

type SpanOf = (id: number, specId: number) => ValueSpan | undefined;

/** A column of the predicate in one step. */
interface StageSource {
  readonly ranges: readonly AskedRange[];
  /** What the step judges by. */
  readonly decidesBy: SpanOf;
  /** The same, or else what an earlier step tells. */
  readonly drawnBy: SpanOf;
}

function tupleSpans({ index }: StepInput, { ranges, tuple: spanOf }: StepSource): StageSource {
  const known = new Map<number, ValueSpan | undefined>();
  const span = (position: number, specId: number) => {
    const tuple = index.tupleOf[position] as number;
    if (!known.has(tuple)) known.set(tuple, spanOf(tuple, specId));
    return known.get(tuple);
  };
  return { ranges, decidesBy: span, drawnBy: span };
}

type Unplaced = Omit<StepColumn, 'axis' | 'crowded' | 'lower' | 'upper'>;

function manifestColumn({ manifests, sources }: StepInput): StepColumn {
  const stages = sources.map(
    ({ ranges, manifest }): StageSource => ({
      ranges,
      decidesBy: manifest,
      drawnBy: manifest,
    }),
  );
  const byRank = byNewest(manifests, () => 0);
  const first = atOnce(place(manifestItems(byRank), stages, undefined));
  const source = first.axis === undefined ? undefined : stages[first.axis.source];
  if (source === undefined) return first;
  // Newest on top, as the eras are.
  const lowest = ({ index, specId }: StepManifest) => source.drawnBy(index, specId)?.lower;
  const sorted = byNewest(manifests, (a, b) => compareKnown(lowest(b), lowest(a)));
  return atOnce(place(manifestItems(sorted), stages, first.axis?.source));
}

function byNewest(
  manifests: readonly StepManifest[],
  within: (a: StepManifest, b: StepManifest) => number,
): readonly StepManifest[] {
  return manifests.toSorted((a, b) => b.rank - a.rank || within(a, b) || a.index - b.index);
}

/** What is not known comes last. */
function compareKnown(a: number | string | undefined, b: number | string | undefined): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  return compareValues(a, b);
}

function manifestItems(sorted: readonly StepManifest[]): Unplaced {
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
  };
}

/** The items with the column that decides, and their places on its axis. */
function* place(
  items: Unplaced,
  sources: readonly StageSource[],
  preferred: number | undefined,
): Steps<StepColumn> {
  const tallies: { known: number; judged: number; missed: number }[] = [];
  for (const source of sources) tallies.push(yield* tally(items, source));
  const chosen = chooseSource(tallies, preferred);
  const source = chosen === undefined ? undefined : sources[chosen];
  const lower = new Float64Array(items.count).fill(Number.NaN);
  const upper = new Float64Array(items.count).fill(Number.NaN);
  const bare = { ...items, axis: undefined, crowded: undefined, lower, upper };
  if (chosen === undefined || source === undefined) return bare;
  const names = new Set<string>();
  for (const [item, specId] of itemsOf(items)) {
    if (item % A_STEP === 0) yield;
    const span = source.drawnBy(items.ids[item] as number, specId);
    if (span !== undefined && names.size <= MOST_TEXTS) addTexts(span, names);
  }
  const places = axisPlaces(names, source.ranges);
  if (places === undefined) return { ...bare, crowded: chosen };
  for (const [item, specId] of itemsOf(items)) {
    if (item % A_STEP === 0) yield;
    const span = source.drawnBy(items.ids[item] as number, specId);
    if (span !== undefined) [lower[item], upper[item]] = places.placeOf(span);
  }
  const { ranges, texts } = places;
  const domain = stepDomain(bare, ranges, (item) => items.ends[item] !== ENDS);
  if (domain === undefined) return bare;
  const { judged = 0, missed = 0 } = tallies[chosen] ?? {};
  const beyond = countBeyond(bare, domain);
  return { ...bare, axis: { source: chosen, ranges, texts, judged, missed, domain, ...beyond } };
}

function* itemsOf({ eras }: Unplaced): Generator<readonly [item: number, specId: number]> {
  for (const { specId, from, to } of eras) {
    for (let item = from; item < to; item++) yield [item, specId];
  }
}

function* tally(items: Unplaced, { ranges, decidesBy, drawnBy }: StageSource) {
  let known = 0;
  let judged = 0;
  let missed = 0;
  for (const [item, specId] of itemsOf(items)) {
    if (item % A_STEP === 0) yield;
    const id = items.ids[item] as number;
    const span = decidesBy(id, specId);
    if (span !== undefined || drawnBy(id, specId) !== undefined) known++;
    if (span === undefined || items.ends[item] !== ENDS) continue;
    judged++;
    if (misses(span, ranges)) missed++;
  }
  return { known, judged, missed };
}

const A_STEP = 1 << 15;

function* fileItems(
  { index, verdicts }: StepInput,
  reaches: (verdict: number) => boolean,
  goesOn: (verdict: number) => boolean,
): Steps<Unplaced> {
  const count = yield* countOf(verdicts, index.count, reaches);
  const column = {
    count,
    eras: [] as StepEra[],
    ids: new Uint32Array(count),
    ends: new Uint8Array(count),
  };
  let item = 0;
  for (const era of index.eras) {
    const from = item;
    for (let position = era.from; position < era.to; position++) {
      if (position % A_STEP === 0) yield;
      const verdict = verdicts[position] as number;
      if (!reaches(verdict)) continue;
      column.ids[item] = position;
      column.ends[item] = goesOn(verdict) ? GOES_ON : ENDS;
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

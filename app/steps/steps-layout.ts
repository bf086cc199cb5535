/**
 * Where the marks of a step stand. A mark is one item, or, where there are more items than room, a run of neighbours of
 * one era; what goes on of a run is what its mark shows. Every column gives its full height to what reached it.
 */
import type { Domain } from '../pruning/axis.ts';
import type { Steps } from '../pruning/slices.ts';
import { ENDS, GOES_ON, type StepColumn, type StepModel, UNKNOWN_END } from './steps-model.ts';

/** In the axis’s own numbers. */
export type MarkSpan = readonly [lower: number, upper: number];

export interface StepMark {
  /** Items `[from, to)` of the column. */
  readonly from: number;
  readonly to: number;
  readonly specId: number;
  readonly rank: number;
  /** Items that go on. */
  readonly on: number;
  /** Items of the column before it that go on: those after it stand there in the next column. */
  readonly onBefore: number;
  readonly unknown: number;
  /**
   * From where to where, as far as it comes to the axis: of what goes on, else of what ends, on each side of the predicate
   * by itself. Empty: nothing comes there.
   */
  readonly spans: readonly MarkSpan[];
  /** The same of what ends beside what goes on. */
  readonly aside: readonly MarkSpan[];
  /** Whether of those some lie wholly beyond the axis. */
  readonly isBefore: boolean;
  readonly isAfter: boolean;
  /** px */
  readonly y: number;
  readonly height: number;
}

/** Where it stands on the axis. */
export type MarkPlace = Pick<StepMark, 'spans' | 'isBefore' | 'isAfter'>;

export interface EraBlock {
  readonly specId: number;
  readonly rank: number;
  readonly y: number;
  readonly height: number;
}

export interface StepLayout {
  readonly marks: readonly StepMark[];
  readonly eras: readonly EraBlock[];
}

export const NO_LAYOUT: StepLayout = { marks: [], eras: [] };

const GAP = 8;
/** An era's chip is so high. */
const LEAST_ERA = 18;
/** No mark is taller. */
const TALLEST = 40;

/** `height` px; a mark is at least `least` px high. */
export function* layStep(column: StepColumn, height: number, least: number): Steps<StepLayout> {
  const heights = eraHeights(column, height);
  const sideOf = sidesOf(column.axis);
  const marks: StepMark[] = [];
  const eras: EraBlock[] = [];
  let y = 0;
  let onBefore = 0;
  for (const [e, { specId, rank, from, to }] of column.eras.entries()) {
    const room = heights[e] as number;
    const runs = Math.max(1, Math.min(to - from, Math.floor(room / least)));
    for (let run = 0; run < runs; run++) {
      const first = from + Math.floor((run * (to - from)) / runs);
      const end = from + Math.floor(((run + 1) * (to - from)) / runs);
      const sums = sumRun(column, sideOf, first, end);
      const place = { y: y + (run * room) / runs, height: room / runs };
      marks.push({ from: first, to: end, specId, rank, onBefore, ...sums, ...place });
      onBefore += sums.on;
      if (run % 64 === 63) yield;
    }
    eras.push({ specId, rank, y, height: room });
    y += room + GAP;
  }
  return { marks, eras };
}

/** Taller columns are scrolled past, not seen. */
const MOST_HEIGHT = 720;

/**
 * The height of a column that stands alone, px: `usual`; more where each item then has `least` px; and never more than its
 * items take.
 */
export function ownHeight(column: StepColumn, least: number, usual: number): number {
  const { eras, count } = column;
  const gaps = GAP * Math.max(0, eras.length - 1);
  const each = gaps + LEAST_ERA * eras.length + count * least;
  const full = gaps + count * TALLEST;
  return Math.min(full, each <= MOST_HEIGHT ? Math.max(usual, each) : usual);
}

/** Shares of the height by items, each era with room for its chip. */
function eraHeights(column: StepColumn, height: number): readonly number[] {
  const { eras, count } = column;
  const room = Math.max(0, height - GAP * Math.max(0, eras.length - 1));
  const least = Math.min(LEAST_ERA, room / Math.max(1, eras.length));
  const rest = room - least * eras.length;
  return eras.map(({ from, to }) =>
    Math.min((to - from) * TALLEST, least + (count === 0 ? 0 : (rest * (to - from)) / count)),
  );
}

function sumRun(column: StepColumn, sideOf: SideOf, from: number, to: number) {
  const domain = column.axis?.domain;
  const kept = new Hull(domain);
  const ended = new Map<number, Hull>();
  let on = 0;
  let unknown = 0;
  for (let item = from; item < to; item++) {
    const [lower, upper] = [column.lower[item] as number, column.upper[item] as number];
    const end = column.ends[item] as number;
    if (end === UNKNOWN_END) unknown++;
    if (end === GOES_ON) {
      on++;
      kept.add(lower, upper);
      continue;
    }
    const side = sideOf(lower, upper);
    const hull = ended.get(side) ?? new Hull(domain);
    ended.set(side, hull);
    hull.add(lower, upper);
  }
  const hulls = on > 0 ? [kept] : [...ended.values()];
  return {
    on,
    unknown,
    spans: spansOf(hulls),
    aside: on > 0 ? spansOf([...ended.values()]) : [],
    isBefore: hulls.some(({ isBefore }) => isBefore),
    isAfter: hulls.some(({ isAfter }) => isAfter),
  };
}

function spansOf(hulls: readonly Hull[]): readonly MarkSpan[] {
  return hulls.flatMap(({ span }) => (span === undefined ? [] : [span])).sort(byLower);
}

function byLower([a]: MarkSpan, [b]: MarkSpan): number {
  return a - b;
}

/** How many ranges of the predicate lie before it; ON_PREDICATE where one does neither lie before nor after it. */
type SideOf = (lower: number, upper: number) => number;

const ON_PREDICATE = -1;

/** Neighbours on two sides of the predicate are no bar across it: what is asked for is in neither. */
function sidesOf(axis: StepColumn['axis']): SideOf {
  const ranges = axis?.ranges ?? [];
  const starts = Float64Array.from(ranges, ({ lower = Number.NEGATIVE_INFINITY }) => lower).sort();
  const ends = Float64Array.from(ranges, ({ upper = Number.POSITIVE_INFINITY }) => upper).sort();
  return (lower, upper) => {
    const before = countUpTo(ends, lower);
    const after = ranges.length - countBelow(starts, upper);
    return before + after === ranges.length ? before : ON_PREDICATE;
  };
}

function countUpTo(sorted: Float64Array, at: number): number {
  return firstIndex(sorted, (one) => one > at);
}

function countBelow(sorted: Float64Array, at: number): number {
  return firstIndex(sorted, (one) => one >= at);
}

/** Of numbers in order: the first that is so, as all after it are. */
function firstIndex(sorted: Float64Array, isSo: (one: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(sorted[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Around what comes to the axis: two items beyond either end would else be a bar across all of it. */
class Hull {
  #lower = Number.NaN;
  #upper = Number.NaN;
  isBefore = false;
  isAfter = false;
  readonly #domain: Domain;

  constructor(domain: Domain = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }) {
    this.#domain = domain;
  }

  add(lower: number, upper: number): void {
    if (upper < this.#domain.from) this.isBefore = true;
    else if (lower > this.#domain.to) this.isAfter = true;
    else {
      if (!(this.#lower <= lower) && !Number.isNaN(lower)) this.#lower = lower;
      if (!(this.#upper >= upper) && !Number.isNaN(upper)) this.#upper = upper;
    }
  }

  get span(): MarkSpan | undefined {
    const isKnown = !Number.isNaN(this.#lower) && !Number.isNaN(this.#upper);
    return isKnown ? [this.#lower, this.#upper] : undefined;
  }
}

/** Joins what goes on to where it stands in the next column, px. */
export interface Ribbon {
  readonly rank: number;
  readonly left: readonly [top: number, bottom: number];
  readonly right: readonly [top: number, bottom: number];
}

/** More would be a haze: then an era is joined as a whole. */
const MOST_RIBBONS = 120;

/** From the marks of files to those of the next column, whose order is the same. */
export function ribbons(left: StepLayout, right: StepLayout): readonly Ribbon[] {
  const going = left.marks.filter(({ on }) => on > 0);
  if (going.length > MOST_RIBBONS) return eraRibbons(left, right);
  return going.map((mark) => ({
    rank: mark.rank,
    left: [mark.y, mark.y + mark.height],
    right: placeOf(right, mark.onBefore, mark.onBefore + mark.on - 1),
  }));
}

/** From manifests to their entries, which need not stand together. */
export function manifestRibbons(
  model: StepModel,
  left: StepLayout,
  right: StepLayout,
): readonly Ribbon[] {
  const [manifests] = model.columns;
  const going = left.marks.filter(({ on }) => on > 0);
  if (going.length > MOST_RIBBONS / 2) return eraRibbons(left, right);
  return going.flatMap((mark) => {
    let first = Number.POSITIVE_INFINITY;
    let last = -1;
    for (let item = mark.from; item < mark.to; item++) {
      const [from, to] = model.entriesOf.get(manifests.ids[item] as number) ?? [first, last];
      first = Math.min(first, from);
      last = Math.max(last, to);
    }
    if (last < 0) return [];
    const place = [mark.y, mark.y + mark.height] as const;
    return [{ rank: mark.rank, left: place, right: placeOf(right, first, last) }];
  });
}

function eraRibbons(left: StepLayout, right: StepLayout): readonly Ribbon[] {
  return right.eras.flatMap(({ specId, rank, y, height }) => {
    const going = left.marks.filter((mark) => mark.specId === specId && mark.on > 0);
    const [first, last] = [going[0], going.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      { rank, left: [first.y, last.y + last.height] as const, right: [y, y + height] as const },
    ];
  });
}

function placeOf({ marks }: StepLayout, first: number, last: number): readonly [number, number] {
  const from = markOf(marks, first);
  const to = markOf(marks, last);
  return [from?.y ?? 0, to === undefined ? 0 : to.y + to.height];
}

/** The mark that an item is part of. */
export function markOf(marks: readonly StepMark[], item: number): StepMark | undefined {
  let low = 0;
  let high = marks.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const mark = marks[middle] as StepMark;
    if (item < mark.from) high = middle - 1;
    else if (item >= mark.to) low = middle + 1;
    else return mark;
  }
  return undefined;
}

/** Nothing is known of where it stands. */
export function isUnplaced({ spans, isBefore, isAfter }: MarkPlace): boolean {
  return spans.length === 0 && !isBefore && !isAfter;
}

/** How a mark leaves its step, as the strongest of its items. */
export function endOf({ on, unknown }: StepMark): number {
  return unknown > 0 ? UNKNOWN_END : on > 0 ? GOES_ON : ENDS;
}

/**
 * Which column of the predicate a step draws: the one on which most of what ends there misses. Values with a position
 * stand on a line, others in byte order, each by its rank among those that are drawn.
 */
import {
  type AxisRange,
  askedTicks,
  byteOrder,
  compareValues,
  type Domain,
  type Tick,
} from '../pruning/axis.ts';
import type { AskedRange } from '../pruning/language.ts';
import type { ValueSpan } from '../pruning/manifest-range.ts';

export interface StepAxis {
  /** Index of the column among those of the predicate. */
  readonly source: number;
  /** The predicate, in the axis’s own numbers. */
  readonly ranges: readonly AxisRange[];
  /** Values by rank, where the axis is in byte order. */
  readonly texts: readonly string[] | undefined;
  /** Items that end here and whose span of this column is known. */
  readonly judged: number;
  /** Of those: how many miss on it. */
  readonly missed: number;
  /** From where to where the axis runs. */
  readonly domain: Domain;
  /** Items that lie wholly beyond it. */
  readonly beyond: number;
  /** Items of which a part does. */
  readonly cut: number;
}

/** Around its rank a value takes so much to either side, and one that is asked for more. */
const HALF_VALUE = 0.25;
const HALF_ASKED = 0.4;
/** More values have no room side by side. */
export const MOST_TEXTS = 4000;

/** Whether all of the span lies outside of what is asked for. */
export function misses(span: ValueSpan, ranges: readonly AskedRange[]): boolean {
  return ranges.length > 0 && ranges.every((range) => isOutside(span, range));
}

function isOutside(span: ValueSpan, range: AskedRange): boolean {
  const isText = typeof span.lower === 'string';
  const lower = isText ? range.lowerText : range.lower;
  const upper = isText ? range.upperText : range.upper;
  if (lower !== undefined) {
    const order = compareValues(span.upper, lower);
    if (order < 0 || (order === 0 && !(span.upperInclusive && range.lowerInclusive))) return true;
  }
  if (upper === undefined) return false;
  const order = compareValues(span.lower, upper);
  return order > 0 || (order === 0 && !range.upperInclusive);
}

/**
 * The column on which most of what ends misses; where none does, `preferred`, or the first of which anything is known.
 * undefined where nothing is known of any.
 */
export function chooseSource(
  tallies: readonly { readonly known: number; readonly missed: number }[],
  preferred: number | undefined,
): number | undefined {
  let best: number | undefined;
  for (const [i, { known, missed }] of tallies.entries()) {
    if (known === 0) continue;
    const least = best === undefined ? -1 : (tallies[best]?.missed ?? 0);
    if (missed > least || (missed === least && i === preferred)) best = i;
  }
  return best;
}

/** Places of spans on an axis, in its own numbers. */
interface AxisPlaces {
  readonly ranges: readonly AxisRange[];
  readonly texts: readonly string[] | undefined;
  readonly placeOf: (span: ValueSpan) => readonly [lower: number, upper: number];
}

export function addTexts({ lower, upper }: ValueSpan, texts: Set<string>): void {
  if (typeof lower === 'string') texts.add(lower);
  if (typeof upper === 'string') texts.add(upper);
}

/** @param texts of the spans that stand in byte order; undefined: more than can stand side by side */
export function axisPlaces(
  texts: ReadonlySet<string>,
  ranges: readonly AskedRange[],
): AxisPlaces | undefined {
  if (texts.size === 0) {
    return {
      ranges,
      texts: undefined,
      placeOf: ({ lower, upper }) => [Number(lower), Number(upper)],
    };
  }
  const asked = ranges.flatMap(({ lowerText, upperText }) => [lowerText, upperText]);
  const all = new Set([...texts, ...asked.filter((text) => text !== undefined)]);
  if (all.size > MOST_TEXTS) return undefined;
  const sorted = [...all].sort(byteOrder);
  const ranks = new Map(sorted.map((text, rank) => [text, rank]));
  const rankOf = (text: number | string) => ranks.get(String(text)) ?? 0;
  // An edge that is not included lies on the inner side of its value.
  const edge = (text: string | undefined, outwards: number) =>
    text === undefined ? undefined : rankOf(text) + outwards * HALF_ASKED;
  return {
    ranges: ranges.map(({ lowerText, upperText, lowerInclusive, upperInclusive }) => ({
      lower: edge(lowerText, lowerInclusive ? -1 : 1),
      upper: edge(upperText, upperInclusive ? 1 : -1),
      lowerInclusive,
      upperInclusive,
    })),
    texts: sorted,
    placeOf: ({ lower, upper }) => [rankOf(lower) - HALF_VALUE, rankOf(upper) + HALF_VALUE],
  };
}

/** Ticks that an axis of so many px has room for. */
export function stepTickCount(width: number): number {
  return Math.max(2, width / 75);
}

/** The names on a step’s axis; in byte order every value has one, and those that are asked for are `mine`. */
export function stepTicks(
  axis: StepAxis,
  column: { readonly type: string; readonly ranges: readonly AskedRange[] },
  wanted: number,
): readonly (Tick & { readonly mine: boolean })[] {
  if (axis.texts === undefined) {
    return askedTicks(column.type, axis.domain, wanted, edgesOf(column.ranges));
  }
  const asked = new Set(
    column.ranges.flatMap(({ lowerText, upperText }) => [lowerText, upperText]),
  );
  return axis.texts
    .map((text, at) => ({ at, text, mine: asked.has(text) }))
    .filter(({ at }) => at >= axis.domain.from && at <= axis.domain.to);
}

export function edgesOf(ranges: readonly AxisRange[]): readonly number[] {
  return ranges.flatMap(({ lower, upper }) => [lower, upper]).filter((at) => at !== undefined);
}

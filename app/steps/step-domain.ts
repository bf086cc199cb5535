/** What the axis of a step shows: all that reached it, or, where the predicate would be a line there, what is near it. */
import { type AxisRange, type Domain, extent, padded } from '../pruning/axis.ts';
import { edgesOf } from './step-axis.ts';

/** Places on the axis, by item; NaN = not known. */
export interface StepPlaces {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** The predicate takes at least this much of an axis of everything; else the axis is of what is near. */
const READABLE = 1 / 8;
/** What is kept is shown so many widths beside the predicate. */
const REACH = 2;

/** @param isKept whether an item goes on */
export function stepDomain(
  places: StepPlaces,
  ranges: readonly AxisRange[],
  isKept: (item: number) => boolean,
): Domain | undefined {
  const all = extentOf(places);
  if (all === undefined) return undefined;
  const span = all.to - all.from;
  const edges = edgesOf(ranges).filter((at) => at > all.from - span && at < all.to + span);
  const whole = padded(extent([all.from, all.to, ...edges]), 0.03, 0);
  const asked = whole === undefined ? undefined : askedIn(ranges, whole);
  if (whole === undefined || asked === undefined) return whole;
  if (lengthOf(asked) >= READABLE * lengthOf(whole)) return whole;
  const near = nearDomain(places, asked, isKept);
  // Not for little: what lies beyond the axis is not seen.
  return near !== undefined && 2 * lengthOf(near) < lengthOf(whole) ? near : whole;
}

function lengthOf({ from, to }: Domain): number {
  return to - from;
}

/** From the first to the last of what is asked for within the axis. */
function askedIn(ranges: readonly AxisRange[], { from, to }: Domain): Domain | undefined {
  return extent(
    ranges
      .map(({ lower = from, upper = to }) => [Math.max(from, lower), Math.min(to, upper)] as const)
      .filter(([lower, upper]) => lower <= upper)
      .flat(),
  );
}

/** The predicate, what is kept, or where nothing is, the nearest to either side; with room around. */
function nearDomain(
  places: StepPlaces,
  asked: Domain,
  isKept: (item: number) => boolean,
): Domain | undefined {
  const kept = sampled(itemsOf(places).filter(isKept));
  const shown = kept.length > 0 ? kept : nearest(places, asked);
  const widths = shown
    .map((item) => (places.upper[item] as number) - (places.lower[item] as number))
    .sort((a, b) => a - b);
  const reach = REACH * Math.max(lengthOf(asked), widths[widths.length >> 1] ?? 0);
  const clamp = (at: number) =>
    kept.length === 0 ? at : Math.max(asked.from - reach, Math.min(asked.to + reach, at));
  const ends = shown.flatMap((item) => [
    clamp(places.lower[item] as number),
    clamp(places.upper[item] as number),
  ]);
  return padded(extent([asked.from, asked.to, ...ends]), 0.25, 0);
}

/** The width that is usual among so many is that of all. */
const SAMPLE = 1000;

function sampled(items: readonly number[]): readonly number[] {
  const step = Math.ceil(items.length / SAMPLE);
  return step <= 1 ? items : items.filter((_, i) => i % step === 0);
}

function itemsOf({ lower, upper }: StepPlaces): readonly number[] {
  const items: number[] = [];
  for (let item = 0; item < lower.length; item++) {
    if (isPlaced(lower[item] as number, upper[item] as number)) items.push(item);
  }
  return items;
}

function isPlaced(lower: number, upper: number): boolean {
  return Number.isFinite(lower) && Number.isFinite(upper);
}

/** The last item before what is asked for, and the first after it. */
function nearest({ lower, upper }: StepPlaces, asked: Domain): readonly number[] {
  let before = -1;
  let after = -1;
  for (let item = 0; item < lower.length; item++) {
    if ((upper[item] as number) <= asked.from) {
      if (before < 0 || (upper[item] as number) > (upper[before] as number)) before = item;
    } else if ((lower[item] as number) >= asked.to) {
      if (after < 0 || (lower[item] as number) < (lower[after] as number)) after = item;
    }
  }
  return [before, after].filter((item) => item >= 0);
}

function extentOf({ lower, upper }: StepPlaces): Domain | undefined {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const at of lower) if (at < from) from = at;
  for (const at of upper) if (at > to) to = at;
  return Number.isFinite(from) && Number.isFinite(to) ? { from, to } : undefined;
}

/** Items that lie wholly beyond the axis, and those of which a part does. */
export function countBeyond(
  { lower, upper }: StepPlaces,
  domain: Domain,
): { readonly beyond: number; readonly cut: number } {
  let beyond = 0;
  let cut = 0;
  for (let item = 0; item < lower.length; item++) {
    const [from, to] = [lower[item] as number, upper[item] as number];
    if (to < domain.from || from > domain.to) beyond++;
    else if (from < domain.from || to > domain.to) cut++;
  }
  return { beyond, cut };
}

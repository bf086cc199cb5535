/** One axis a column: positions of values, ranges to show, ticks, lengths in words. */
import { scaleLinear, scaleUtc } from 'd3-scale';
import { utcFormat } from 'd3-time-format';
import { bareText } from '../../src/types/format.ts';
import { count } from '../ui/format.ts';

/** Half-open or closed range on an axis; an absent edge is unbounded. */
export interface AxisRange {
  readonly lower: number | undefined;
  readonly upper: number | undefined;
  readonly lowerInclusive: boolean;
  readonly upperInclusive: boolean;
}

export interface Domain {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds of one unit of a time type's positions; undefined for types that are no times. */
export function msPerUnit(type: string): number | undefined {
  if (type === 'date') return 86_400_000;
  if (type === 'timestamp' || type === 'timestamptz') return 1e-3;
  return type === 'timestamp_ns' || type === 'timestamptz_ns' ? 1e-6 : undefined;
}

/**
 * What an axis shows: the predicate's finite edges and, around them, as much as files are wide; where the predicate has
 * no two edges, what the given bounds cover. undefined where nothing has a position.
 */
export function axisDomain(
  predicate: readonly AxisRange[],
  bounds: readonly { readonly lower: number; readonly upper: number }[],
): Domain | undefined {
  const edges = predicate.flatMap(({ lower, upper }) => [lower, upper]).filter(isNumber);
  if (edges.length === 0) {
    return padded(extent(bounds.flatMap(({ lower, upper }) => [lower, upper])), 0.04, 0);
  }
  const around = extent(edges);
  if (around === undefined) return undefined;
  const span = around.to - around.from;
  const wide = median(bounds.map(({ lower, upper }) => upper - lower)) ?? 0;
  // A file much wider than the range would make the range a line.
  const room = Math.max(span * 0.75, Math.min(wide, span > 0 ? span * 3 : wide));
  const shown = padded(around, 0, room > 0 ? room : smallestStep(around.from));
  return shown === undefined ? undefined : openedTo(shown, predicate, bounds);
}

/** Where the predicate is open, the files' bounds say how far there is something to see. */
function openedTo(
  domain: Domain,
  predicate: readonly AxisRange[],
  bounds: readonly { readonly lower: number; readonly upper: number }[],
): Domain {
  const all = extent(bounds.flatMap(({ lower, upper }) => [lower, upper]));
  const openBelow = predicate.some(({ lower }) => lower === undefined);
  const openAbove = predicate.some(({ upper }) => upper === undefined);
  return {
    from: openBelow ? Math.min(domain.from, all?.from ?? domain.from) : domain.from,
    to: openAbove ? Math.max(domain.to, all?.to ?? domain.to) : domain.to,
  };
}

function smallestStep(at: number): number {
  return Math.max(1, Math.abs(at) * 0.01);
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}

export function extent(values: readonly number[]): Domain | undefined {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    from = Math.min(from, value);
    to = Math.max(to, value);
  }
  return from <= to ? { from, to } : undefined;
}

export function padded(
  domain: Domain | undefined,
  share: number,
  least: number,
): Domain | undefined {
  if (domain === undefined) return undefined;
  const span = domain.to - domain.from;
  const pad = Math.max(span * share, least) || (span === 0 ? smallestStep(domain.from) : 0);
  const wide = widened(domain, pad);
  // So far from zero what files are wide is less than the next number is away.
  return wide.from < wide.to ? wide : widened(domain, smallestStep(domain.from));
}

/** Half of what there is, so that the length of an axis is a number. */
const FARTHEST = Number.MAX_VALUE / 2;

function widened({ from, to }: Domain, pad: number): Domain {
  return {
    from: Math.max(-FARTHEST, Math.min(FARTHEST, from) - pad),
    to: Math.min(FARTHEST, Math.max(-FARTHEST, to) + pad),
  };
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.filter((value) => value >= 0).sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/**
 * Round ticks. Times in UTC; a day is told where the ticks are days, and the clock where they are not. What the names
 * leave out {@link axisContext} says once.
 */
export function axisTicks(type: string, domain: Domain, wanted: number): readonly Tick[] {
  const ms = msPerUnit(type);
  if (ms === undefined) {
    const scale = scaleLinear([domain.from, domain.to], [0, 1]);
    return scale
      .ticks(wanted)
      .filter((at) => isValue(type, at))
      .map((at) => ({ at, text: numberText(at) }));
  }
  const scale = scaleUtc([new Date(domain.from * ms), new Date(domain.to * ms)], [0, 1]);
  const ticks = scale.ticks(wanted).filter((date) => isValue(type, date.getTime() / ms));
  const format = timeFormat(ticks, [new Date(domain.from * ms), new Date(domain.to * ms)]);
  return ticks.map((date) => ({ at: date.getTime() / ms, text: format(date) }));
}

/** Between whole numbers, or days, a column of them has no value. */
function isValue(type: string, at: number): boolean {
  return Number.isInteger(at) || !/^(?:int|long|date|decimal\(\d+, ?0\))$/.test(type);
}

/** With the values asked for among them, which `mine` tells: what is asked for is always named. */
export function askedTicks(
  type: string,
  domain: Domain,
  wanted: number,
  asked: readonly number[],
): readonly (Tick & { readonly mine: boolean })[] {
  const own = [...new Set(asked)].filter((at) => at >= domain.from && at <= domain.to);
  const ticks = axisTicks(type, domain, wanted);
  const rest = ticks.filter(({ at }) => !own.includes(at));
  const ms = msPerUnit(type);
  const format = ms === undefined ? undefined : formatOf(ticks, domain, ms);
  const textOf = (at: number) =>
    ms === undefined || format === undefined
      ? numberText(at)
      : wholeFormat(new Date(at * ms), format)(new Date(at * ms));
  return [
    ...rest.map((tick) => ({ ...tick, mine: false })),
    ...own.map((at) => ({ at, text: textOf(at), mine: true })),
  ].sort((a, b) => a.at - b.at);
}

function formatOf(
  ticks: readonly Tick[],
  { from, to }: Domain,
  ms: number,
): (date: Date) => string {
  return timeFormat(
    ticks.map(({ at }) => new Date(at * ms)),
    [new Date(from * ms), new Date(to * ms)],
  );
}

/** What the names of the ticks leave out: the year of days, the day of clock times; undefined where they say all. */
export function axisContext(
  type: string,
  domain: Domain,
  wanted: number,
  asked: readonly number[],
): string | undefined {
  const ms = msPerUnit(type);
  if (ms === undefined) return undefined;
  const format = formatOf(axisTicks(type, domain, wanted), domain, ms);
  const part =
    format === CLOCK || format === SECONDS
      ? WHOLE_DAY
      : format === DAY || format === HOUR_OF_DAY
        ? YEAR
        : undefined;
  if (part === undefined) return undefined;
  const named = extent(askedTicks(type, domain, wanted, asked).map(({ at }) => at)) ?? domain;
  const [from, to] = [part(new Date(named.from * ms)), part(new Date(named.to * ms))];
  return from === to ? from : `${from} to ${to}`;
}

/** Ticks whose names have room beside each other, what is asked for first. `span`: from where to where a name stands. */
export function namedTicks<T extends { readonly mine: boolean }>(
  ticks: readonly T[],
  span: (tick: T) => readonly [from: number, to: number],
): ReadonlySet<T> {
  const taken: (readonly [number, number])[] = [];
  const named = new Set<T>();
  for (const tick of [...ticks].sort((a, b) => Number(b.mine) - Number(a.mine))) {
    const [from, to] = span(tick);
    if (taken.some(([left, right]) => from < right && to > left)) continue;
    taken.push([from, to]);
    named.add(tick);
  }
  return named;
}

/** Of the face of axes, px. */
const LETTER = 6.8;
/** Names keep apart by so much. */
const APART = 12;

export interface TickName {
  readonly text: string;
  /** Of its middle, px. */
  readonly x: number;
  readonly mine: boolean;
}

/**
 * The names on an axis that have room beside each other, within `room`; what is asked for first. Two values that are asked
 * for and lie too near for a name each are named together, where that leaves room for others.
 */
export function tickNames(
  ticks: readonly (Tick & { readonly mine: boolean })[],
  x: (at: number) => number,
  room: { readonly from: number; readonly to: number },
): readonly TickName[] {
  const nameAt = (text: string, at: number, mine: boolean) => {
    const half = (text.length * LETTER) / 2;
    return { text, mine, half, x: Math.max(room.from + half, Math.min(room.to - half, at)) };
  };
  const span = (name: ReturnType<typeof nameAt>) =>
    [name.x - name.half - APART / 2, name.x + name.half + APART / 2] as const;
  const [first, second, ...others] = ticks.filter(({ mine }) => mine);
  const names = ticks.map(({ at, text, mine }) => nameAt(text, x(at), mine));
  if (first !== undefined && second !== undefined && others.length === 0) {
    const both = names.filter(({ mine }) => mine);
    const joined = nameAt(`${first.text}, ${second.text}`, (x(first.at) + x(second.at)) / 2, true);
    if (namedTicks(both, span).size < 2 && 6 * joined.half <= room.to - room.from) {
      names.splice(0, names.length, joined, ...names.filter(({ mine }) => !mine));
    }
  }
  return [...namedTicks(names, span)];
}

/** The axis’s own format, or the first finer one that says the time wholly, down to the second. */
function wholeFormat(date: Date, format: (date: Date) => string): (date: Date) => string {
  const inMinute = date.getTime() % 60_000;
  const inDay = date.getTime() % 86_400_000;
  if (format === CLOCK) return inMinute === 0 ? CLOCK : SECONDS;
  if (format === DAY) return inDay === 0 ? DAY : HOUR_OF_DAY;
  // Beside `2024-03` a bare `04-05` would be read as a month of 2004.
  if (format === MONTH || format === WHOLE_DAY) {
    if (inDay !== 0) return WHOLE_HOUR;
    return format === MONTH && date.getUTCDate() === 1 ? MONTH : WHOLE_DAY;
  }
  return format;
}

function numberText(value: number): string {
  if (Number.isInteger(value)) {
    return Math.abs(value) >= 1e15 ? value.toExponential(2) : count(value);
  }
  return String(Number(value.toPrecision(6)));
}

const CLOCK = utcFormat('%H:%M');
const SECONDS = utcFormat('%H:%M:%S');
const DAY = utcFormat('%m-%d');
const HOUR_OF_DAY = utcFormat('%m-%d %H:%M');
const YEAR = utcFormat('%Y');
const MONTH = utcFormat('%Y-%m');
const WHOLE_DAY = utcFormat('%Y-%m-%d');
const WHOLE_HOUR = utcFormat('%Y-%m-%d %H:%M');

/** By the step of the ticks. The year is left out where all of the axis lies in one. */
function timeFormat(
  ticks: readonly Date[],
  [from, to]: readonly [Date, Date],
): (date: Date) => string {
  const length = Number(to) - Number(from);
  // A short axis has room for one tick, which has no step.
  const isLone = ticks.length < 2;
  const step = isLone
    ? Math.floor(length / 2 / 86_400_000) * 86_400_000
    : Number(ticks[1]) - Number(ticks[0]);
  const span = isLone ? length : Number(ticks.at(-1)) - Number(ticks[0]);
  const isOneYear = from.getUTCFullYear() === to.getUTCFullYear();
  if (step >= 27 * 86_400_000) return MONTH;
  if (step >= 86_400_000) return isOneYear ? DAY : WHOLE_DAY;
  if (step > 0 && step < 60_000) return SECONDS;
  if (span < 86_400_000) return CLOCK;
  return isOneYear ? HOUR_OF_DAY : WHOLE_HOUR;
}

/** Length of a range in words: `36 min`, `2 h`, `3 days`; numbers as they are. */
export function lengthText(type: string, length: number): string {
  const ms = msPerUnit(type);
  if (ms === undefined) return numberText(length);
  const seconds = (length * ms) / 1000;
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(3))} ms`;
  if (seconds < 120) return `${round(seconds)} s`;
  if (seconds < 7200) return `${round(seconds / 60)} min`;
  if (seconds < 172_800) return `${round(seconds / 3600)} h`;
  return `${round(seconds / 86_400)} days`;
}

function round(value: number): string {
  return count(Math.round(value));
}

/** Of values of one column: positions as numbers, others as they are shown. */
export function compareValues(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a < b ? -1 : 1;
  return byteOrder(String(a), String(b));
}

/** Of values as they are shown: order of UTF-8 bytes, which is the order of code points. */
export function byteOrder(a: string, b: string): number {
  const left = bareText(a);
  const right = bareText(b);
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const [one, other] = [left.charCodeAt(i), right.charCodeAt(i)];
    if (one !== other) return unitRank(one) - unitRank(other);
  }
  return left.length - right.length;
}

/** Halves of pairs stand for code points past all others. */
function unitRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/**
 * The evidence for one column on one axis: what the manifest list, the partition and the file's bounds allow, against the
 * predicate's intervals. Strings and other types without a linear axis stand in byte order, naming only the values
 * concerned.
 */
import type { ColumnEvidence, Edge, Interval } from '../../src/planning/explanation.ts';
import {
  type AxisRange,
  askedTicks,
  axisContext,
  byteOrder,
  type Domain,
  extent,
  lengthText,
  padded,
  type Tick,
} from './axis.ts';

export interface EvidenceBar {
  readonly label: 'manifest' | 'partition' | 'file bounds';
  /** Within the axis, 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** Goes on beyond the axis, or has no bound there. */
  readonly beyondLeft: boolean;
  readonly beyondRight: boolean;
  readonly cutLeft: boolean;
  readonly cutRight: boolean;
}

export interface EvidenceBand {
  readonly from: number;
  readonly to: number;
  /** undefined: no edge on that side. */
  readonly left: 'solid' | 'dashed' | undefined;
  readonly right: 'solid' | 'dashed' | undefined;
}

interface EvidenceOverlap {
  readonly from: number;
  readonly to: number;
  /** Its length in words, where the axis is linear and it has one. */
  readonly text: string | undefined;
}

export interface EvidenceLayout {
  readonly linear: boolean;
  /** What the names of the ticks leave out. */
  readonly context: string | undefined;
  readonly bars: readonly EvidenceBar[];
  readonly bands: readonly EvidenceBand[];
  readonly overlap: EvidenceOverlap | undefined;
  /** `at` within the axis, 0 to 1; `mine` = the predicate's value. */
  readonly ticks: readonly (Tick & { readonly mine: boolean })[];
}

interface Place {
  readonly of: (edge: Edge) => number;
  readonly domain: Domain;
}

const TICKS = 4;

/** undefined where nothing is known of the column. */
export function layEvidence(column: ColumnEvidence): EvidenceLayout | undefined {
  const linear = isLinear(column);
  const place = linear ? linearPlace(column) : orderPlace(column);
  if (place === undefined) return undefined;
  const { domain } = place;
  const share = (at: number) => (at - domain.from) / (domain.to - domain.from);
  const asked = column.predicate.flatMap(edgesOf).map(place.of);
  const bars = (['manifest', 'partition', 'file bounds'] as const).flatMap((label) => {
    const interval = label === 'file bounds' ? column.bounds : column[label];
    return interval === undefined ? [] : [barOf(label, interval, place, share)];
  });
  return {
    linear,
    context: linear ? axisContext(column.type, domain, TICKS, asked) : undefined,
    bars,
    bands: column.predicate.map((interval) => bandOf(interval, place, share)),
    overlap: overlapOf(column, place, share, linear),
    ticks: linear
      ? askedTicks(column.type, domain, TICKS, asked).map((tick) => ({
          ...tick,
          at: share(tick.at),
        }))
      : orderTicks(column, place, share),
  };
}

function edgesOf(interval: Interval | undefined): readonly Edge[] {
  return [interval?.lower, interval?.upper].filter((edge) => edge !== undefined);
}

function allIntervals(column: ColumnEvidence): readonly Interval[] {
  const others = [column.bounds, column.partition, column.manifest];
  return [...column.predicate, ...others.filter((interval) => interval !== undefined)];
}

function isLinear(column: ColumnEvidence): boolean {
  const edges = allIntervals(column).flatMap(edgesOf);
  return edges.length > 0 && edges.every(({ position }) => position !== undefined);
}

/** The predicate and the file's bounds are seen whole; what is wider goes on beyond the axis. */
function linearPlace(column: ColumnEvidence): Place | undefined {
  const of = (edge: Edge) => edge.position ?? 0;
  const near = [...column.predicate, ...(column.bounds === undefined ? [] : [column.bounds])];
  const edges = near.flatMap(edgesOf).map(of);
  const wanted = edges.length > 1 ? edges : allIntervals(column).flatMap(edgesOf).map(of);
  const domain = padded(extent(wanted), 0.12, 0);
  return domain === undefined ? undefined : { of, domain };
}

function orderPlace(column: ColumnEvidence): Place | undefined {
  const texts = [
    ...new Set(
      allIntervals(column)
        .flatMap(edgesOf)
        .map(({ text }) => text),
    ),
  ];
  if (texts.length === 0) return undefined;
  const rank = new Map(texts.sort(byteOrder).map((text, i) => [text, i]));
  return {
    of: (edge) => rank.get(edge.text) ?? 0,
    domain: { from: -0.35, to: texts.length - 0.65 },
  };
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}

function barOf(
  label: EvidenceBar['label'],
  interval: Interval,
  place: Place,
  share: (at: number) => number,
): EvidenceBar {
  const from = interval.lower === undefined ? -1 : share(place.of(interval.lower));
  const to = interval.upper === undefined ? 2 : share(place.of(interval.upper));
  return {
    label,
    from: clamp(from),
    to: clamp(to),
    beyondLeft: from < 0,
    beyondRight: to > 1,
    cutLeft: interval.lower?.truncated === true,
    cutRight: interval.upper?.truncated === true,
  };
}

function bandOf(interval: Interval, place: Place, share: (at: number) => number): EvidenceBand {
  const line = (edge: Edge | undefined) =>
    edge === undefined ? undefined : edge.inclusive ? 'solid' : 'dashed';
  return {
    from: interval.lower === undefined ? 0 : clamp(share(place.of(interval.lower))),
    to: interval.upper === undefined ? 1 : clamp(share(place.of(interval.upper))),
    left: line(interval.lower),
    right: line(interval.upper),
  };
}

/**
 * Bands that come nearer to each other than `least` as one, in order: apart they would be one block of edges. `count` says
 * of how many each is made.
 */
export function joinBands(
  bands: readonly EvidenceBand[],
  least: number,
): readonly (EvidenceBand & { readonly count: number })[] {
  const joined: (EvidenceBand & { count: number })[] = [];
  for (const band of [...bands].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last === undefined || band.from - last.to >= least) joined.push({ ...band, count: 1 });
    else {
      const isFurther = band.to > last.to;
      joined[joined.length - 1] = {
        ...last,
        to: isFurther ? band.to : last.to,
        right: isFurther ? band.right : last.right,
        count: last.count + 1,
      };
    }
  }
  return joined;
}

/** A predicate's intervals on the axis of a column of files, as far as they are on it. */
export function rangeBands(ranges: readonly AxisRange[], domain: Domain): readonly EvidenceBand[] {
  const share = (at: number) => clamp((at - domain.from) / (domain.to - domain.from));
  const line = (at: number | undefined, inclusive: boolean) =>
    at === undefined || at < domain.from || at > domain.to
      ? undefined
      : inclusive
        ? 'solid'
        : 'dashed';
  return ranges
    .filter((range) => sideOf(range, domain) === undefined)
    .map(({ lower, upper, lowerInclusive, upperInclusive }) => ({
      from: lower === undefined ? 0 : share(lower),
      to: upper === undefined ? 1 : share(upper),
      left: line(lower, lowerInclusive),
      right: line(upper, upperInclusive),
    }));
}

/** On which side of the axis an interval lies that is nowhere on it. */
export function sideOf({ lower, upper }: AxisRange, domain: Domain): 'left' | 'right' | undefined {
  if (upper !== undefined && upper < domain.from) return 'left';
  return lower !== undefined && lower > domain.to ? 'right' : undefined;
}

/** The span, or one of least length around its middle. */
export function atLeast(from: number, to: number, least: number): readonly [number, number] {
  if (to - from >= least) return [from, to];
  const middle = (from + to) / 2;
  return [middle - least / 2, middle + least / 2];
}

/** A line of the predicate as it is drawn: values from it on, or past it, lie to its right. */
export interface DrawnEdge {
  /** Within the axis. */
  readonly at: number;
  /** The value of the line itself lies to its left. */
  readonly isAfter: boolean;
  /** The interval begins here: what lies to its right belongs to it. */
  readonly begins: boolean;
  /** px */
  readonly x: number;
}

/** @param place of a band's two ends, px */
export function drawnEdges(
  bands: readonly EvidenceBand[],
  place: (band: EvidenceBand) => readonly [left: number, right: number],
): readonly DrawnEdge[] {
  return bands.flatMap((band) => {
    const [left, right] = place(band);
    return [
      ...(band.left === undefined
        ? []
        : [{ at: band.from, isAfter: band.left === 'dashed', begins: true, x: left }]),
      ...(band.right === undefined
        ? []
        : [{ at: band.to, isAfter: band.right === 'solid', begins: false, x: right }]),
    ];
  });
}

/** Between a mark outside of an interval and the middle of its line, px. */
const CLEAR = 1.5;

/**
 * Where a span is drawn, px: at least so wide, in its room, and over no line of the predicate that it does not cross,
 * since the side on which it lies is what it tells. What belongs to an interval meets its line; what does not keeps off.
 */
export function besideEdges(
  [lower, upper]: readonly [number, number],
  edges: readonly DrawnEdge[],
  x: (at: number) => number,
  least: number,
  room: { readonly from: number; readonly to: number },
): readonly [number, number] {
  let [low, high] = [room.from, room.to];
  for (const { at, isAfter, begins, x: line } of edges) {
    if (isAfter ? at < lower : at <= lower) low = Math.max(low, line + (begins ? 0 : CLEAR));
    if (isAfter ? at >= upper : at > upper) high = Math.min(high, line - (begins ? CLEAR : 0));
  }
  const middle = (x(lower) + x(upper)) / 2;
  // On a single value that is asked for there is no room between its lines: it is seen through the mark.
  if (high - low < LEAST_ROOM) return [middle - least / 2, middle + least / 2];
  const [from, to] = [Math.max(low, x(lower)), Math.min(high, x(upper))];
  if (to - from >= least) return [from, to];
  const width = Math.min(high - low, least);
  const left = Math.max(low, Math.min(high - width, middle - width / 2));
  return [left, left + width];
}

/** Lines as near as those of a single value have no room between them, px. */
const LEAST_ROOM = 2;

function overlapOf(
  column: ColumnEvidence,
  place: Place,
  share: (at: number) => number,
  linear: boolean,
): EvidenceOverlap | undefined {
  const { bounds } = column;
  if (bounds?.lower === undefined || bounds.upper === undefined) return undefined;
  for (const interval of column.predicate) {
    const from = later(bounds.lower, interval.lower, place);
    const to = earlier(bounds.upper, interval.upper, place);
    if (!meets(from, to, place)) continue;
    const length = place.of(to) - place.of(from);
    return {
      from: clamp(share(place.of(from))),
      to: clamp(share(place.of(to))),
      text: linear && length > 0 ? lengthText(column.type, length) : undefined,
    };
  }
  return undefined;
}

function later(bound: Edge, edge: Edge | undefined, place: Place): Edge {
  return edge === undefined || place.of(bound) > place.of(edge) ? bound : edge;
}

function earlier(bound: Edge, edge: Edge | undefined, place: Place): Edge {
  return edge === undefined || place.of(bound) < place.of(edge) ? bound : edge;
}

function meets(from: Edge, to: Edge, place: Place): boolean {
  const length = place.of(to) - place.of(from);
  return length > 0 || (length === 0 && from.inclusive && to.inclusive);
}

const LONGEST = 14;

function orderTicks(
  column: ColumnEvidence,
  place: Place,
  share: (at: number) => number,
): readonly (Tick & { readonly mine: boolean })[] {
  const mine = new Set(column.predicate.flatMap(edgesOf));
  const bounds = edgesOf(column.bounds);
  const named = new Map<
    string,
    { readonly at: number; readonly text: string; readonly mine: boolean }
  >();
  for (const edge of [...mine, ...bounds]) {
    if (named.has(edge.text)) continue;
    const short = edge.text.length > LONGEST ? `${edge.text.slice(0, LONGEST - 1)}…` : edge.text;
    named.set(edge.text, {
      at: share(place.of(edge)),
      text: edge.truncated && !short.endsWith('…') ? `${short}…` : short,
      mine: mine.has(edge),
    });
  }
  return [...named.values()].sort((a, b) => a.at - b.at);
}

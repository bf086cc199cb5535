/**
 * Files against a predicate on the columns that decide: two columns as a plane with a box a file, one as an axis with a
 * bar a file. Columns whose values have no place on a line stand in byte order, naming the values concerned.
 */
import type { ColumnEvidence, Edge, Interval } from '../../src/planning/explanation.ts';
import { ALL_MATCH, READ, SKIPPED_BY_BOUNDS } from '../../src/planning/verdict.ts';
import type { FileBounds } from '../../src/table/api.ts';
import {
  askedTicks,
  axisContext,
  byteOrder,
  extent,
  lengthText,
  msPerUnit,
  padded,
} from '../pruning/axis.ts';
import type { EvidenceBand } from '../pruning/evidence-layout.ts';

export interface PlaneFile {
  /** Position in the index. */
  readonly id: number;
  readonly rank: number;
  readonly verdict: number;
  /** By field id. */
  readonly bounds: ReadonlyMap<number, FileBounds>;
}

export interface PlaneBox {
  readonly id: number;
  readonly rank: number;
  readonly verdict: number;
  /** Within the axes, 0 to 1; y upwards. */
  readonly x: Reach;
  readonly y: Reach;
  /** Sides on which its bounds lie beyond the axes. */
  readonly goesOn: readonly Side[];
}

export type Reach = readonly [from: number, to: number];

export type Side = 'left' | 'right' | 'bottom' | 'top';

/** Where the bounds of a file that is read meet what is asked for: within the axes, as the boxes are. */
export interface PlaneArea {
  readonly id: number;
  readonly rank: number;
  readonly verdict: number;
  readonly x: Reach;
  readonly y: Reach;
}

export interface PlaneTick {
  readonly at: number;
  readonly text: string;
  /** A value of the predicate. */
  readonly mine: boolean;
}

export interface PlaneAxis {
  readonly name: string;
  readonly type: string;
  readonly linear: boolean;
  readonly ticks: readonly PlaneTick[];
  /** What the names of the ticks leave out, as their day. */
  readonly context: string | undefined;
  readonly bands: readonly EvidenceBand[];
}

export interface PlaneLayout {
  readonly x: PlaneAxis;
  /** undefined: one column only; boxes then stand one above the other, and their y says where. */
  readonly y: PlaneAxis | undefined;
  /** Those that are read last, so that nothing covers them; the chosen one after all. */
  readonly boxes: readonly PlaneBox[];
  /** In the order of the boxes. */
  readonly areas: readonly PlaneArea[];
  /** Files without bounds on these columns, which are not drawn. */
  readonly without: number;
  /** Files that lie wholly beyond the axes, which are not drawn either. */
  readonly beyond: number;
}

/** undefined where no file has bounds on these columns. */
export function layPlane(
  columns: readonly ColumnEvidence[],
  files: readonly PlaneFile[],
  chosen: number | undefined,
): PlaneLayout | undefined {
  const [across, up] = columns;
  if (across === undefined) return undefined;
  const shown = files.filter(({ bounds }) =>
    columns.every(({ fieldId }) => isWhole(bounds.get(fieldId))),
  );
  if (shown.length === 0) return undefined;
  const xs = scaleOf(across, shown, chosen);
  const ys = up === undefined ? undefined : scaleOf(up, shown, chosen);
  const near = shown.filter((file) => xs.holds(file) && ys?.holds(file) !== false);
  const ordered = inOrder(near, chosen, up === undefined ? xs : undefined);
  const boxes = ordered.map(({ file, row }) => boxOf(file, row / near.length, xs, ys, near.length));
  return {
    x: xs.axis,
    y: ys?.axis,
    boxes,
    areas: areasOf(boxes, xs.axis, ys?.axis),
    without: files.length - shown.length,
    beyond: shown.length - near.length,
  };
}

function boxOf(
  file: PlaneFile,
  row: number,
  xs: Scale,
  ys: Scale | undefined,
  rows: number,
): PlaneBox {
  const [left, right] = xs.beyond(file);
  const [bottom, top] = ys?.beyond(file) ?? [false, false];
  const sides: readonly (readonly [Side, boolean])[] = [
    ['left', left],
    ['right', right],
    ['bottom', bottom],
    ['top', top],
  ];
  return {
    id: file.id,
    rank: file.rank,
    verdict: file.verdict,
    x: xs.span(file),
    y: ys?.span(file) ?? [1 - row - 0.85 / rows, 1 - row - 0.15 / rows],
    goesOn: sides.filter(([, isBeyond]) => isBeyond).map(([side]) => side),
  };
}

export const isRead = (verdict: number) => verdict === READ || verdict === ALL_MATCH;

/** How what is asked for is seen: less than this share of an axis is no extent. */
const THIN = 0.01;
export type AskedForm = 'band' | 'line' | 'point';

/** Of all intervals, as the widest of them is drawn. */
export function askedForm({ x, y }: Pick<PlaneLayout, 'x' | 'y'>): AskedForm {
  const isThin = (axis: PlaneAxis | undefined) =>
    axis !== undefined &&
    axis.bands.length > 0 &&
    axis.bands.every(({ from, to }) => to - from < THIN);
  const thin = Number(isThin(x)) + Number(isThin(y));
  return thin === 2 ? 'point' : thin === 1 ? 'line' : 'band';
}

/** More intervals than this are too fine to show what meets them. */
const MOST_BANDS = 64;
const ANYWHERE: EvidenceBand = { from: 0, to: 1, left: undefined, right: undefined };

function areasOf(
  boxes: readonly PlaneBox[],
  across: PlaneAxis,
  up: PlaneAxis | undefined,
): readonly PlaneArea[] {
  const xs = across.bands.length === 0 ? [ANYWHERE] : across.bands;
  const ys = up === undefined || up.bands.length === 0 ? [ANYWHERE] : up.bands;
  if (xs.length * ys.length > MOST_BANDS) return [];
  return boxes
    .filter(({ verdict }) => isRead(verdict))
    .flatMap(({ id, rank, verdict, x, y }) =>
      xs.flatMap((bandX) =>
        ys.flatMap((bandY) => {
          const [metX, metY] = [meet(x, bandX), meet(y, bandY)];
          return metX === undefined || metY === undefined
            ? []
            : [{ id, rank, verdict, x: metX, y: metY }];
        }),
      ),
    );
}

function meet([lower, upper]: Reach, band: EvidenceBand): Reach | undefined {
  const from = Math.max(lower, band.from);
  const to = Math.min(upper, band.to);
  if (from > to) return undefined;
  const isOutside =
    (upper === band.from && band.left === 'dashed') ||
    (lower === band.to && band.right === 'dashed');
  return isOutside ? undefined : [from, to];
}

function isWhole(bounds: FileBounds | undefined): boolean {
  return bounds?.lower !== undefined && bounds.upper !== undefined;
}

interface Scale {
  readonly axis: PlaneAxis;
  readonly span: (file: PlaneFile) => Reach;
  /** Whether its bounds lie beyond the axis, below and above. */
  readonly beyond: (file: PlaneFile) => readonly [boolean, boolean];
  /** Whether a part of the file is on the axis. */
  readonly holds: (file: PlaneFile) => boolean;
}

/** On one axis, from the lowest to the highest; always: reads over skips, the chosen file over all. */
function inOrder(
  files: readonly PlaneFile[],
  chosen: number | undefined,
  scale: Scale | undefined,
) {
  const rows = files.map((file) => ({ file, row: 0 }));
  if (scale !== undefined) {
    rows.sort((a, b) => scale.span(a.file)[0] - scale.span(b.file)[0] || a.file.id - b.file.id);
  }
  const weight = ({ id, verdict }: PlaneFile) => (id === chosen ? 2 : Number(verdict >= READ));
  return rows
    .map(({ file }, row) => ({ file, row }))
    .sort((a, b) => weight(a.file) - weight(b.file));
}

function scaleOf(
  column: ColumnEvidence,
  files: readonly PlaneFile[],
  chosen: number | undefined,
): Scale {
  const bounds = files.map((file) => file.bounds.get(column.fieldId) as FileBounds);
  const linear =
    bounds.every((b) => b.lowerPosition !== undefined && b.upperPosition !== undefined) &&
    edgesOf(column.predicate).every(({ position }) => position !== undefined);
  return linear ? linearScale(column, files, chosen) : orderScale(column, bounds);
}

function edgesOf(intervals: readonly Interval[]): readonly Edge[] {
  return intervals.flatMap(({ lower, upper }) => [lower, upper]).filter((e) => e !== undefined);
}

/** Shows the predicate, the chosen file and those that are read, whole; what lies farther off is cut at the edge. */
function linearScale(
  column: ColumnEvidence,
  files: readonly PlaneFile[],
  chosen: number | undefined,
): Scale {
  const asked = edgesOf(column.predicate).map(({ position }) => position ?? 0);
  const shown = files.filter(({ id, verdict }) => id === chosen || verdict >= READ);
  const near = (shown.length === 0 ? files : shown).flatMap(({ bounds }) => {
    const own = bounds.get(column.fieldId);
    return [own?.lowerPosition ?? 0, own?.upperPosition ?? 0];
  });
  const all = extent([...near, ...asked]);
  const lone = all !== undefined && all.from === all.to ? besideOne(column.type) : 0;
  const domain = padded(all, 0.08, lone) ?? { from: 0, to: 1 };
  const share = (at: number) => clamp((at - domain.from) / (domain.to - domain.from));
  return {
    axis: {
      name: column.name,
      type: column.type,
      linear: true,
      bands: column.predicate.map((i) => bandOf(i, (edge) => share(edge.position ?? 0), 0)),
      context: axisContext(column.type, domain, TICKS, asked),
      ticks: askedTicks(column.type, domain, TICKS, asked).map((tick) => ({
        ...tick,
        at: share(tick.at),
      })),
    },
    beyond: (file) => {
      const own = file.bounds.get(column.fieldId);
      return [(own?.lowerPosition ?? 0) < domain.from, (own?.upperPosition ?? 0) > domain.to];
    },
    span: (file) => {
      const own = file.bounds.get(column.fieldId);
      return [share(own?.lowerPosition ?? 0), share(own?.upperPosition ?? 0)];
    },
    holds: (file) => {
      const own = file.bounds.get(column.fieldId);
      return (own?.upperPosition ?? 0) >= domain.from && (own?.lowerPosition ?? 0) <= domain.to;
    },
  };
}

const HOUR_MS = 3_600_000;

/** What is shown to either side of a single value: of times an hour, or a day; 0 leaves it to the value’s size. */
function besideOne(type: string): number {
  const ms = msPerUnit(type);
  return ms === undefined ? 0 : Math.max(1, HOUR_MS / ms);
}

const TICKS = 6;

function orderScale(column: ColumnEvidence, bounds: readonly FileBounds[]): Scale {
  const mine = new Set(edgesOf(column.predicate).map(({ text }) => text));
  const texts = new Set([...mine, ...bounds.flatMap((b) => [b.lower ?? '', b.upper ?? ''])]);
  const sorted = [...texts].sort(byteOrder);
  const rank = new Map(sorted.map((text, i) => [text, i]));
  const count = sorted.length;
  const share = (text: string) => ((rank.get(text) ?? 0) + 0.5) / count;
  return {
    axis: {
      name: column.name,
      type: column.type,
      linear: false,
      context: undefined,
      // A value is as wide as its step.
      bands: column.predicate.map((i) => bandOf(i, ({ text }) => share(text), 0.4 / count)),
      ticks: sorted.map((text) => ({ at: share(text), text, mine: mine.has(text) })),
    },
    span: (file) => {
      const own = file.bounds.get(column.fieldId);
      const [lower, upper] = [share(own?.lower ?? ''), share(own?.upper ?? '')];
      return [lower - 0.25 / count, upper + 0.25 / count];
    },
    beyond: () => [false, false],
    holds: () => true,
  };
}

/** @param room of a value to either side of its place: an edge that is not included lies on the inner side of it */
function bandOf(
  { lower, upper }: Interval,
  place: (edge: Edge) => number,
  room: number,
): EvidenceBand {
  const line = (edge: Edge | undefined) =>
    edge === undefined ? undefined : edge.inclusive ? 'solid' : 'dashed';
  const outwards = (edge: Edge) => (edge.inclusive ? room : -room);
  return {
    from: lower === undefined ? 0 : clamp(place(lower) - outwards(lower)),
    to: upper === undefined ? 1 : clamp(place(upper) + outwards(upper)),
    left: line(lower),
    right: line(upper),
  };
}

function clamp(share: number): number {
  return Math.max(0, Math.min(1, share));
}

/** How a file misses the predicate on one column; undefined where it does not, or nothing is recorded. */
export interface Miss {
  readonly fieldId: number;
  /** On a line: its length; in byte order: 1. */
  readonly distance: number;
  /** `NO comes after GB`; `ends 12 min before 09:00:00`. */
  readonly words: string;
}

/** Of the file's bounds against the column's intervals: the nearest one. */
export function missOf(column: ColumnEvidence, bounds: FileBounds | undefined): Miss | undefined {
  if (bounds?.lower === undefined || bounds.upper === undefined) return undefined;
  const misses = column.predicate.map((interval) => missOfInterval(column, bounds, interval));
  if (misses.length === 0 || misses.some((miss) => miss === undefined)) return undefined;
  return (misses as Miss[]).reduce((a, b) => (b.distance < a.distance ? b : a));
}

function missOfInterval(
  column: ColumnEvidence,
  bounds: FileBounds,
  { lower, upper }: Interval,
): Miss | undefined {
  if (lower !== undefined) {
    const gap = gapOf(bounds.upper, bounds.upperPosition, lower.text, lower.position);
    if (gap > 0 || (gap === 0 && !lower.inclusive)) {
      return miss(column, gap, lower, { text: bounds.upper ?? '', side: 'before' });
    }
  }
  if (upper !== undefined) {
    const gap = gapOf(upper.text, upper.position, bounds.lower, bounds.lowerPosition);
    if (gap > 0 || (gap === 0 && !upper.inclusive)) {
      return miss(column, gap, upper, { text: bounds.lower ?? '', side: 'after' });
    }
  }
  return undefined;
}

/** From `a` up to `b`; in byte order only its sign tells. */
function gapOf(
  a: string | undefined,
  aAt: number | undefined,
  b: string | undefined,
  bAt: number | undefined,
): number {
  if (aAt !== undefined && bAt !== undefined) return bAt - aAt;
  return Math.sign(byteOrder(b ?? '', a ?? ''));
}

function miss(
  { fieldId, type }: ColumnEvidence,
  distance: number,
  edge: Edge,
  bound: { readonly text: string; readonly side: 'before' | 'after' },
): Miss {
  const isBefore = bound.side === 'before';
  if (edge.position === undefined) {
    const words = `${edge.text} comes ${isBefore ? 'after' : 'before'} ${bound.text}`;
    return { fieldId, distance, words };
  }
  const verb = isBefore ? 'ends' : 'begins';
  const by = distance === 0 ? 'just' : lengthText(type, distance);
  return { fieldId, distance, words: `${verb} ${by} ${bound.side} ${edge.text}` };
}

export interface ClosestMiss {
  readonly id: number;
  /** In the order of the columns; at least one. */
  readonly misses: readonly Miss[];
}

/**
 * Files that miss on the fewest columns, all on as many, the nearest first; `chosen` is always among them where it is such
 * a file.
 */
export function closestMisses(
  columns: readonly ColumnEvidence[],
  files: readonly PlaneFile[],
  chosen: number | undefined,
  most: number,
): readonly ClosestMiss[] {
  let found: ClosestMiss[] = [];
  let fewest = Number.POSITIVE_INFINITY;
  for (const file of files) {
    if (file.verdict !== SKIPPED_BY_BOUNDS) continue;
    const misses = columns.flatMap(
      (column) => missOf(column, file.bounds.get(column.fieldId)) ?? [],
    );
    if (misses.length === 0 || misses.length > fewest) continue;
    if (misses.length < fewest) found = [];
    fewest = misses.length;
    found.push({ id: file.id, misses });
  }
  const distance = ({ misses }: ClosestMiss) => misses[0]?.distance ?? 0;
  found.sort((a, b) => distance(a) - distance(b) || a.id - b.id);
  const first = found.slice(0, most);
  const own = found.find(({ id }) => id === chosen);
  return own === undefined || first.includes(own) ? first : [...first.slice(0, most - 1), own];
}

/** The place across at which a box is nearest to what is asked for, 0 to 1; its middle where the column asks for nothing. */
export function nearestAcross([from, to]: Reach, bands: readonly EvidenceBand[]): number {
  const middle = (from + to) / 2;
  const places = bands.map((band) => {
    const [low, high] = [Math.max(from, band.from), Math.min(to, band.to)];
    if (low <= high) return { at: (low + high) / 2, away: 0 };
    return low === from ? { at: from, away: low - high } : { at: to, away: low - high };
  });
  return places.sort((a, b) => a.away - b.away)[0]?.at ?? middle;
}

const BESIDE = 8;

/** Where a note so wide stands beside an upright line, not on it: to its right, or where that has no room, to its left. */
export function noteBeside(
  line: number,
  width: number,
  room: { readonly from: number; readonly to: number },
): { readonly x: number; readonly anchor: 'start' | 'end' } {
  const fitsRight = line + BESIDE + width <= room.to;
  const fitsLeft = line - BESIDE - width >= room.from;
  return fitsRight || !fitsLeft
    ? { x: line + BESIDE, anchor: 'start' }
    : { x: line - BESIDE, anchor: 'end' };
}

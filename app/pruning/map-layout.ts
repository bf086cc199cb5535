/**
 * The map's geometry: a strip an era, its files in partition order down columns of about equal weight, left to right. A
 * column's width and a file's height are their exact shares, so area is exact and x reads as partition.
 *
 * Everything follows from the running sum of weights: where a column begins, which file lies under a point. So a strip of
 * a million files is laid out by one pass, and zooming or recolouring needs none.
 */
import { divide } from '../core-layout.ts';
import type { EraFiles, FileIndex } from './file-index.ts';

export type Unit = 'bytes' | 'files' | 'rows';
export type CellArea = 'bytes' | 'equal';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Least height of a strip, CSS px. */
const LEAST_STRIP = 14;

export interface StripPlace {
  readonly era: EraFiles;
  readonly y: number;
  readonly height: number;
}

/** Heights of the strips by the unit, none below {@link LEAST_STRIP} as long as all fit; `gap` px under each. */
export function placeStrips(
  eras: readonly EraFiles[],
  unit: Unit,
  height: number,
  gap: number,
): readonly StripPlace[] {
  const room = Math.max(eras.length * LEAST_STRIP, height - eras.length * gap);
  const strips = divide(eras, (era) => inUnit(era, unit), room, LEAST_STRIP);
  return strips.map(({ item, from, length }, i) => ({
    era: item,
    y: from + i * gap,
    height: length,
  }));
}

function inUnit(era: EraFiles, unit: Unit): number {
  if (unit === 'files') return era.to - era.from;
  return unit === 'bytes' ? era.bytes : era.records;
}

/** Running sum of weights of positions `[from, to)`: element i is the weight before file `from + i`. */
export function runningSum(index: FileIndex, era: EraFiles, area: CellArea): Float64Array {
  const count = era.to - era.from;
  const before = new Float64Array(count + 1);
  const equal = area === 'equal' || era.bytes <= 0;
  for (let i = 0; i < count; i++) {
    before[i + 1] =
      (before[i] as number) + (equal ? 1 : Math.max(0, index.bytes[era.from + i] as number));
  }
  return before;
}

/** What of a strip's x is shown: `scale` ≥ 1, `from` in [0, 1 − 1/scale] of the whole. */
export interface Zoom {
  readonly scale: number;
  readonly from: number;
}

export const WHOLE: Zoom = { scale: 1, from: 0 };

export interface StripLayout {
  /** First position of the era. */
  readonly first: number;
  readonly count: number;
  readonly before: Float64Array;
  readonly total: number;
  /** Width of the whole strip at its zoom, and what of it is left of the view; CSS px. */
  readonly whole: number;
  readonly left: number;
  /** Width of the view. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  /** `cells` where a file has at least 4 px². */
  readonly mode: 'cells' | 'pixels';
}

/** Least area of a file to be drawn as a cell, CSS px². */
const CELL_AREA = 4;

export function layStrip(
  era: EraFiles,
  before: Float64Array,
  view: { readonly width: number; readonly height: number; readonly zoom: Zoom },
): StripLayout {
  const count = era.to - era.from;
  const whole = view.width * view.zoom.scale;
  const area = (whole * view.height) / Math.max(1, count);
  const mode = area >= CELL_AREA ? 'cells' : 'pixels';
  // Cells are about square; below one pixel a column is one pixel.
  const columnWidth = Math.max(1, Math.sqrt(area) * (mode === 'cells' ? 1.05 : 1));
  const columns = Math.max(1, Math.min(count, Math.round(whole / columnWidth)));
  return {
    first: era.from,
    count,
    before,
    total: before[count] ?? 0,
    whole,
    left: view.zoom.from * whole,
    width: view.width,
    height: view.height,
    columns,
    mode,
  };
}

/**
 * Number within the strip of the file that column `c` begins with: the one whose edge is nearest to the column's share. A
 * column may be empty, where one file is heavier than a column.
 */
export function columnStart(strip: StripLayout, c: number): number {
  if (c <= 0) return 0;
  if (c >= strip.columns) return strip.count;
  const weight = (c / strip.columns) * strip.total;
  const after = lowerBound(strip.before, weight, strip.count + 1);
  if (after <= 0) return 0;
  const above = (strip.before[after] as number) - weight;
  const below = weight - (strip.before[after - 1] as number);
  return below < above ? after - 1 : after;
}

/** First index with `values[i] >= wanted`. */
function lowerBound(values: Float64Array, wanted: number, length: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Columns of which something is in view, `[from, to)`. */
export function columnsInView(strip: StripLayout): { readonly from: number; readonly to: number } {
  const at = (x: number) => Math.floor((x / strip.whole) * strip.columns);
  // Edges lie at files' edges, so the neighbours of the first and last column may reach into the view.
  return {
    from: Math.max(0, at(strip.left) - 1),
    to: Math.min(strip.columns, at(strip.left + strip.width) + 2),
  };
}

/** x of the left edge of file `i` of the strip if a column began with it; in the view's px. */
export function edgeX(strip: StripLayout, i: number): number {
  if (strip.total <= 0) return -strip.left;
  return ((strip.before[i] as number) / strip.total) * strip.whole - strip.left;
}

function columnOf(strip: StripLayout, i: number): number {
  const middle = ((strip.before[i] as number) + (strip.before[i + 1] as number)) / 2;
  const guess = strip.total <= 0 ? 0 : Math.floor((middle / strip.total) * strip.columns);
  let c = Math.max(0, Math.min(strip.columns - 1, guess));
  while (c > 0 && columnStart(strip, c) > i) c--;
  while (c < strip.columns - 1 && columnStart(strip, c + 1) <= i) c++;
  return c;
}

/** Where file `i` of the strip is drawn, in the view's px; it may lie outside of the view. */
export function rectOf(strip: StripLayout, i: number): Rect {
  const c = columnOf(strip, i);
  const from = columnStart(strip, c);
  const to = columnStart(strip, c + 1);
  const x = edgeX(strip, from);
  const base = strip.before[from] as number;
  const weight = (strip.before[to] as number) - base;
  const share = (at: number) =>
    weight <= 0 ? 0 : (((strip.before[at] as number) - base) / weight) * strip.height;
  return {
    x,
    width: edgeX(strip, to) - x,
    y: share(i),
    height: share(i + 1) - share(i),
  };
}

/** File of the strip under a point of the view, or undefined outside. */
export function fileUnder(strip: StripLayout, x: number, y: number): number | undefined {
  if (x < 0 || y < 0 || x >= strip.width || y >= strip.height) return undefined;
  if (strip.count === 0 || strip.total <= 0) return undefined;
  const weight = ((x + strip.left) / strip.whole) * strip.total;
  const touched = Math.min(strip.count - 1, upperBound(strip.before, weight, strip.count + 1) - 1);
  const c = columnOf(strip, touched);
  const from = columnStart(strip, c);
  const to = columnStart(strip, c + 1);
  const base = strip.before[from] as number;
  const down = base + (y / strip.height) * ((strip.before[to] as number) - base);
  const file = upperBound(strip.before, down, strip.count + 1) - 1;
  return Math.max(from, Math.min(to - 1, file));
}

/** First index with `values[i] > wanted`. */
function upperBound(values: Float64Array, wanted: number, length: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] as number) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Zooms by `factor` about `at` (0…1 of the view), within the whole and to at most one file a view. */
export function zoomAbout(zoom: Zoom, factor: number, at: number, count: number): Zoom {
  const most = Math.max(1, count / 4);
  const scale = Math.max(1, Math.min(most, zoom.scale * factor));
  const fixed = zoom.from + at / zoom.scale;
  return clampZoom({ scale, from: fixed - at / scale });
}

/** Moves the view by a share of its width. */
export function panBy(zoom: Zoom, views: number): Zoom {
  return clampZoom({ scale: zoom.scale, from: zoom.from + views / zoom.scale });
}

/** Moves the view as little as needed so that file `i` is in it. */
export function zoomTo(strip: StripLayout, zoom: Zoom, i: number): Zoom {
  if (strip.total <= 0) return zoom;
  const at = (strip.before[i] as number) / strip.total;
  const width = 1 / zoom.scale;
  if (at >= zoom.from && at <= zoom.from + width) return zoom;
  return clampZoom({ scale: zoom.scale, from: at - width / 2 });
}

function clampZoom(zoom: Zoom): Zoom {
  return { scale: zoom.scale, from: Math.max(0, Math.min(1 - 1 / zoom.scale, zoom.from)) };
}

export interface Label {
  readonly x: number;
  readonly text: string;
}

const LABEL_GAP = 14;
/** Labels stand at least so far apart, so that the axis stays quiet. */
const LABEL_STEP = 120;

/**
 * Labels of a strip: each stands where its partition begins, none repeated, none overlapping. The first tells what lies
 * at the left edge.
 */
export function labelStrip(
  strip: StripLayout,
  index: FileIndex,
  text: (tuple: number) => string,
  measure: (text: string) => number,
): readonly Label[] {
  const labels: Label[] = [];
  if (strip.count === 0 || strip.total <= 0) return labels;
  let from = 0;
  let last: string | undefined;
  let file = fileUnder(strip, 0, 0) ?? 0;
  let x = 0;
  while (x < strip.width) {
    const name = text(index.tupleOf[strip.first + file] as number);
    const width = measure(name);
    const fits = x >= from && x + width + 3 <= strip.width;
    if (fits && name !== last && name !== '') {
      labels.push({ x, text: name });
      last = name;
      from = x + Math.max(LABEL_STEP, width + LABEL_GAP);
    }
    const next = nextTuple(strip, index, Math.max(file, fileAtX(strip, from)));
    if (next >= strip.count) break;
    // A partition inside a column begins, for the eye, at the column.
    x = Math.max(x + 1, edgeX(strip, next));
    file = next;
  }
  return labels;
}

function fileAtX(strip: StripLayout, x: number): number {
  const weight = ((x + strip.left) / strip.whole) * strip.total;
  const at = lowerBound(strip.before, weight, strip.count + 1);
  return Math.max(0, Math.min(strip.count, at) - 1);
}

/** First file after `file` in another partition; tuples ascend within an era. */
function nextTuple(strip: StripLayout, index: FileIndex, file: number): number {
  const tuple = index.tupleOf[strip.first + file] as number;
  let low = file + 1;
  let high = strip.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((index.tupleOf[strip.first + middle] as number) <= tuple) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A frame around a cell, `pad` outside of it, and its line not cut by the right edge of the map where the cell ends there. */
export function frameAround(box: Rect, pad: number, line: number, right: number): Rect {
  const x = box.x - pad;
  const end = box.x + box.width;
  const last = end > right ? end + pad : Math.min(end + pad, right - line / 2);
  return { x, y: box.y - pad, width: Math.max(line, last - x), height: box.height + 2 * pad };
}

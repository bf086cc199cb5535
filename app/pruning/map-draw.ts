/** Draws strips of the map on a canvas. What is read is drawn last, never smaller than a least size. */
import { ALL_MATCH, FILE_VERDICTS, type FileVerdict, READ } from '../../src/planning/verdict.ts';
import type { Palette } from '../ui/theme.ts';
import { drawVerdictCell } from '../ui/Verdict.tsx';
import { mix, pixel } from './colours.ts';
import { columnStart, columnsInView, edgeX, type Rect, type StripLayout } from './map-layout.ts';
import {
  colourMatrix,
  isRead,
  NOT_JUDGED,
  type PixelColours,
  pixelMatrix,
  STRENGTHS,
  strengthOf,
} from './map-pixels.ts';
import type { Steps } from './slices.ts';

export interface StripDrawing {
  readonly canvas: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly strip: StripLayout;
  /** Corner of the strip on the canvas, CSS px. */
  readonly x: number;
  readonly y: number;
  readonly rank: number;
  /** By position. */
  readonly verdicts: Uint8Array;
  /** Device pixels a CSS pixel. */
  readonly ratio: number;
}

/** Verdict of the strongest read in each of the gutter's slots of {@link SLOT} px; NOT_JUDGED = none. */
export type Gutter = Uint8Array;

export const SLOT = 7;

/** Least side of a read drawn as a cell, and the width of the halo around it. */
const LEAST_CELL = 6;
const HALO = 1.5;
/** Past so many reads in a strip halos would eat the neighbours; cells then stand as they are. */
const HALOS = 3000;
const FILES_A_STEP = 2000;

/** Draws one strip; returns the marks of the gutter over it. */
export function* drawStrip(drawing: StripDrawing): Steps<Gutter> {
  const { strip } = drawing;
  const gutter = new Uint8Array(Math.ceil(strip.width / SLOT)).fill(NOT_JUDGED);
  if (strip.count === 0) return gutter;
  if (strip.mode === 'pixels') yield* drawPixels(drawing, gutter);
  else yield* drawCells(drawing, gutter);
  return gutter;
}

/** The mark of a slot is at its middle: with `x` half a slot inside of a cell it stands over that cell. */
function noteRead(gutter: Gutter, x: number, verdict: number): void {
  const slot = Math.max(0, Math.min(gutter.length - 1, Math.floor(x / SLOT)));
  const old = gutter[slot] as number;
  if (strengthOf(verdict) > strengthOf(old)) gutter[slot] = verdict;
}

/* Pixels. */

function* drawPixels(drawing: StripDrawing, gutter: Gutter): Steps<void> {
  const { canvas, strip, verdicts, ratio } = drawing;
  const matrix = yield* pixelMatrix(strip, verdicts, ratio);
  const image = canvas.createImageData(matrix.width, matrix.height);
  colourMatrix(matrix, pixelColours(drawing), new Uint32Array(image.data.buffer));
  canvas.putImageData(image, Math.round(drawing.x * ratio), Math.round(drawing.y * ratio));
  yield;
  noteColumns(gutter, matrix.cells, matrix.width, ratio);
}

/** The gutter of a matrix, from the strongest pixel in each column. */
function noteColumns(gutter: Gutter, cells: Uint8Array, width: number, ratio: number): void {
  const verdictOf = new Uint8Array(STRENGTHS).fill(NOT_JUDGED);
  for (let verdict = 0; verdict < FILE_VERDICTS.length; verdict++) {
    if (isRead(verdict)) verdictOf[strengthOf(verdict)] = verdict;
  }
  const strongest = new Uint8Array(width);
  for (let row = 0; row < cells.length; row += width) {
    strengthen(strongest, cells.subarray(row, row + width));
  }
  for (let x = 0; x < width; x++) {
    const verdict = verdictOf[strongest[x] as number] as number;
    if (verdict !== NOT_JUDGED) noteRead(gutter, x / ratio, verdict);
  }
}

function strengthen(strongest: Uint8Array, row: Uint8Array): void {
  for (let x = 0; x < row.length; x++) {
    const strength = row[x] as number;
    if (strength > (strongest[x] as number)) strongest[x] = strength;
  }
}

function pixelColours({ palette, rank }: StripDrawing): PixelColours {
  const base = new Uint32Array(STRENGTHS);
  const mark = new Uint32Array(STRENGTHS);
  const set = (strength: number, colour: string, marked = colour) => {
    base[strength] = pixel(colour);
    mark[strength] = pixel(marked);
  };
  set(0, palette.bg);
  set(1, mix(eraColour(palette, rank), palette.bg, UNJUDGED));
  set(strengthOf(0), palette.skipTint);
  set(strengthOf(1), palette.skipTint, palette.skip);
  set(strengthOf(2), palette.skip);
  set(strengthOf(3), palette.read);
  set(strengthOf(4), palette.all);
  set(strengthOf(5), palette.surface, palette.ink);
  return { base, mark };
}

/** Share of the era's colour in files without verdict. */
const UNJUDGED = 0.45;

function eraColour(palette: Palette, rank: number): string {
  return palette.strata[rank % palette.strata.length] as string;
}

/* Cells. */

interface ReadCell {
  readonly verdict: number;
  readonly rect: Rect;
}

function* drawCells(drawing: StripDrawing, gutter: Gutter): Steps<void> {
  const { canvas, palette, strip, verdicts, x, y } = drawing;
  const reads: ReadCell[] = [];
  const unjudged = mix(eraColour(palette, drawing.rank), palette.bg, UNJUDGED);
  canvas.save();
  clipTo(canvas, drawing);
  let drawn = 0;
  for (const [file, rect] of cellsInView(strip)) {
    const verdict = verdicts[strip.first + file] as number;
    if (isRead(verdict)) {
      noteRead(gutter, rect.x + Math.min(rect.width, SLOT) / 2, verdict);
      reads.push({ verdict, rect });
    } else if (verdict === NOT_JUDGED) {
      canvas.fillStyle = unjudged;
      const { width, height } = gapped(rect);
      canvas.fillRect(x + rect.x, y + rect.y, width, height);
    } else {
      drawVerdictCell(canvas, palette, nameOf(verdict), shifted(gapped(rect), x, y));
    }
    if (++drawn % FILES_A_STEP === 0) {
      canvas.restore();
      yield;
      canvas.save();
      clipTo(canvas, drawing);
    }
  }
  canvas.restore();
  yield;
  yield* drawReads(drawing, reads);
}

function clipTo(canvas: CanvasRenderingContext2D, { strip, x, y }: StripDrawing): void {
  canvas.beginPath();
  canvas.rect(x, y, strip.width, strip.height);
  canvas.clip();
}

/** Files of the columns in view with their cells, column by column. */
function* cellsInView(strip: StripLayout): Generator<readonly [number, Rect], void, undefined> {
  const { from, to } = columnsInView(strip);
  let start = columnStart(strip, from);
  for (let c = from; c < to; c++) {
    const end = columnStart(strip, c + 1);
    if (end === start) continue;
    const x = edgeX(strip, start);
    const width = edgeX(strip, end) - x;
    const base = strip.before[start] as number;
    const weight = (strip.before[end] as number) - base;
    const down = weight > 0 ? strip.height / weight : 0;
    for (let i = start; i < end; i++) {
      const top = ((strip.before[i] as number) - base) * down;
      const height = ((strip.before[i + 1] as number) - (strip.before[i] as number)) * down;
      yield [i, { x, y: top, width, height }];
    }
    start = end;
  }
}

/** Leaves a gap to the neighbours where there is room for one. */
function gapped({ x, y, width, height }: Rect): Rect {
  return {
    x,
    y,
    width: Math.max(width - (width > 3 ? 1 : 0), 0.8),
    height: Math.max(height - (height > 3 ? 1 : 0.5), 0.8),
  };
}

function shifted(rect: Rect, x: number, y: number): Rect {
  return { ...rect, x: rect.x + x, y: rect.y + y };
}

function nameOf(verdict: number): FileVerdict {
  return FILE_VERDICTS[verdict] as FileVerdict;
}

/** What a read's cell covers: never less than {@link LEAST_CELL} px, kept inside of the strip. */
export function readBox(strip: StripLayout, rect: Rect): Rect {
  const { width, height } = gapped(rect);
  const box = { width: Math.max(width, LEAST_CELL), height: Math.max(height, LEAST_CELL) };
  return {
    x: Math.max(0, Math.min(rect.x, strip.width - box.width)),
    y: Math.max(0, Math.min(rect.y, strip.height - box.height)),
    ...box,
  };
}

function* drawReads(drawing: StripDrawing, reads: readonly ReadCell[]): Steps<void> {
  const { canvas, palette, strip, x, y } = drawing;
  const visible = reads.filter(({ rect }) => rect.x + rect.width > 0 && rect.x < strip.width);
  const roomy = visible.length <= HALOS;
  if (roomy) {
    canvas.fillStyle = palette.bg;
    for (const { rect } of visible) {
      const box = readBox(strip, rect);
      canvas.fillRect(
        x + box.x - HALO,
        y + box.y - HALO,
        box.width + 2 * HALO,
        box.height + 2 * HALO,
      );
    }
  }
  // Stronger verdicts on top: every row matches, rows may match, unknown.
  for (const wanted of [ALL_MATCH, READ, undefined]) {
    let drawn = 0;
    for (const { verdict, rect } of visible) {
      const own = verdict === ALL_MATCH || verdict === READ ? verdict : undefined;
      if (own !== wanted) continue;
      const box = roomy ? readBox(strip, rect) : gapped(rect);
      drawVerdictCell(canvas, palette, nameOf(verdict), shifted(box, x, y));
      if (++drawn % FILES_A_STEP === 0) yield;
    }
  }
}

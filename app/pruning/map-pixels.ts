/**
 * The map where files are smaller than a cell: a matrix of device pixels, each showing the strongest verdict of the files
 * on it (unknown > may match > all match > bounds > partition > manifest). Reads are spread to a least size, so that none
 * is invisible.
 */
import { ALL_MATCH, READ, UNKNOWN } from '../../src/planning/verdict.ts';
import { columnStart, columnsInView, edgeX, type StripLayout } from './map-layout.ts';
import type { Steps } from './slices.ts';

/** In a verdict column: not judged, because no question was asked or its manifest is still being planned. */
export const NOT_JUDGED = 255;

/** Strength by verdict; 0 is an empty pixel, 1 a file without verdict. */
const STRENGTH = new Uint8Array(256).fill(1);
STRENGTH.set([2, 3, 4, 6, 5, 7]);

export function strengthOf(verdict: number): number {
  return STRENGTH[verdict] as number;
}

export const STRENGTHS = 8;

/** Reads, and nothing else, are as strong or stronger. */
const READ_STRENGTH = strengthOf(ALL_MATCH);

export function isRead(verdict: number): boolean {
  return verdict === READ || verdict === ALL_MATCH || verdict === UNKNOWN;
}

export interface PixelMatrix {
  readonly width: number;
  readonly height: number;
  /** Strengths, row by row. */
  readonly cells: Uint8Array;
}

/** Least side of a read, CSS px. */
const LEAST_READ = 2;
const COLUMNS_A_STEP = 16;

/** `verdicts` by position; `ratio` device pixels a CSS pixel. */
export function* pixelMatrix(
  strip: StripLayout,
  verdicts: Uint8Array,
  ratio: number,
): Steps<PixelMatrix> {
  const width = Math.max(1, Math.round(strip.width * ratio));
  const height = Math.max(1, Math.round(strip.height * ratio));
  const matrix = { width, height, cells: new Uint8Array(width * height) };
  const least = Math.round(LEAST_READ * ratio);
  const { from, to } = columnsInView(strip);
  let start = columnStart(strip, from);
  let x = Math.round(edgeX(strip, start) * ratio);
  for (let c = from; c < to; c++) {
    const end = columnStart(strip, c + 1);
    if (end === start) continue;
    const right = Math.round(edgeX(strip, end) * ratio);
    fillColumn(matrix, strip, verdicts, { start, end, x, right: Math.max(x + 1, right), least });
    start = end;
    x = right;
    if (c % COLUMNS_A_STEP === 0) yield;
  }
  return matrix;
}

interface ColumnBox {
  readonly start: number;
  readonly end: number;
  readonly x: number;
  readonly right: number;
  readonly least: number;
}

/** Runs for every file at every step of a zoom, so it makes no object and calls nothing for those of a pixel. */
function fillColumn(
  matrix: PixelMatrix,
  strip: StripLayout,
  verdicts: Uint8Array,
  { start, end, x, right, least }: ColumnBox,
): void {
  const { before, first } = strip;
  const { width, height, cells } = matrix;
  const base = before[start] as number;
  const weight = (before[end] as number) - base;
  const down = weight > 0 ? height / weight : 0;
  const isThin = right === x + 1 && x >= 0 && x < width;
  const isWhole = right <= x + least && x >= 0 && x + least <= width;
  let share = 0;
  for (let i = start; i < end; i++) {
    const strength = STRENGTH[verdicts[first + i] as number] as number;
    const top = Math.min(height - 1, Math.trunc(share));
    share = ((before[i + 1] as number) - base) * down;
    // A hair more, or rounding would leave the last row of a column empty.
    const bottom = Math.trunc(share + 1e-6);
    const isSpread = strength >= READ_STRENGTH;
    if (isThin && bottom <= top + 1 && !isSpread) {
      const at = top * width + x;
      if ((cells[at] as number) < strength) cells[at] = strength;
      continue;
    }
    if (isSpread && isWhole && bottom <= top + least && top + least <= height) {
      spread(cells, width, strength, top * width + x, least);
      continue;
    }
    const low = isSpread ? least : 1;
    fill(matrix, strength, x, Math.max(right, x + low), top, Math.max(bottom, top + low));
  }
}

/** A square of `side` pixels from `at`, all of it within the matrix. */
function spread(
  cells: Uint8Array,
  width: number,
  strength: number,
  at: number,
  side: number,
): void {
  for (let row = at; row < at + side * width; row += width) {
    for (let i = row; i < row + side; i++) {
      if ((cells[i] as number) < strength) cells[i] = strength;
    }
  }
}

function fill(
  { width, height, cells }: PixelMatrix,
  strength: number,
  left: number,
  right: number,
  top: number,
  bottom: number,
): void {
  const from = Math.max(0, left);
  const to = Math.min(width, right);
  const end = Math.min(height, bottom);
  for (let y = top; y < end; y++) {
    const row = y * width;
    for (let x = from; x < to; x++) {
      if ((cells[row + x] as number) < strength) cells[row + x] = strength;
    }
  }
}

/** RGBA of each strength; two colours where the form is a pattern. */
export interface PixelColours {
  /** By strength, as 0xAABBGGRR (little-endian ImageData). */
  readonly base: Uint32Array;
  readonly mark: Uint32Array;
}

/** Colours the matrix. Partition is lines and unknown a cross-hatch, at device pixels, as in the other forms. */
export function colourMatrix(matrix: PixelMatrix, colours: PixelColours, into: Uint32Array): void {
  const { width, height, cells } = matrix;
  const { base, mark } = colours;
  const lines = strengthOf(1);
  const hatch = strengthOf(UNKNOWN);
  for (let y = 0; y < height; y++) {
    const inLine = y % 4 === 2;
    const end = (y + 1) * width;
    for (let at = y * width; at < end; at++) {
      const strength = cells[at] as number;
      let marked = strength === lines && inLine;
      if (strength === hatch) {
        const x = at - y * width;
        marked = (x + y) % 5 === 0 || (x - y + 5 * height) % 5 === 0;
      }
      into[at] = (marked ? mark : base)[strength] as number;
    }
  }
}

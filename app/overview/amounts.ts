/** Which commits' amounts can be told over their columns. Pure. */
import { layoutWithin } from '../eras/eras-words.ts';

export interface AmountColumn {
  readonly id: string;
  /** Of its middle, px. */
  readonly x: number;
  /** px */
  readonly height: number;
  readonly text: string;
}

export interface AmountLabel {
  readonly id: string;
  readonly x: number;
  readonly text: string;
}

/** Half of a column, px. */
const COLUMN = 4;
/** Mean half letter of 11 px. */
const HALF_LETTER = 3.2;
const GAP = 8;

interface Room {
  /** px */
  readonly left: number;
  readonly right: number;
  /** Where upright lines stand that no text may be crossed by, px. */
  readonly lines: readonly number[];
}

/** From left to right, each where it meets neither another amount nor a taller column. */
export function amountLabels(columns: readonly AmountColumn[], room: Room): readonly AmountLabel[] {
  const labels: AmountLabel[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const [i, { id, x, height, text }] of columns.entries()) {
    const half = text.length * HALF_LETTER;
    const middle = placeOf(x, half, room);
    if (middle === undefined) continue;
    const hits = (other: AmountColumn) =>
      other.id !== id && other.height > height && Math.abs(other.x - middle) < half + COLUMN;
    if (height === 0 || middle - half < free || near(columns, i, half * 2 + COLUMN).some(hits))
      continue;
    free = middle + half + GAP;
    labels.push({ id, x: middle, text });
  }
  return labels;
}

/** Between a line and a text beside it. */
const BESIDE = 4;

/** The middle of a text over `x`: within the room, and beside a line that would cross it; undefined without a place. */
function placeOf(x: number, half: number, { left, right, lines }: Room): number | undefined {
  const inside = (at: number) => Math.max(left + half, Math.min(right - half, at));
  // A text beside a line, whose middle was rounded, is not crossed by it.
  const reach = half + BESIDE - 1e-6;
  const crossing = (at: number) => lines.filter((line) => Math.abs(line - at) < reach);
  const middle = inside(x);
  const crossed = crossing(middle);
  if (crossed.length === 0) return middle;
  const isFree = (at: number) =>
    inside(at) === at && Math.abs(at - x) <= half + COLUMN + BESIDE && crossing(at).length === 0;
  return [Math.max(...crossed) + BESIDE + half, Math.min(...crossed) - BESIDE - half]
    .filter(isFree)
    .sort((a, b) => Math.abs(a - x) - Math.abs(b - x))[0];
}

/** Columns stand in order, so only neighbours can be near. */
function near(
  columns: readonly AmountColumn[],
  at: number,
  reach: number,
): readonly AmountColumn[] {
  const { x } = columns[at] as AmountColumn;
  let from = at;
  let to = at + 1;
  while (from > 0 && x - (columns[from - 1] as AmountColumn).x < reach) from--;
  while (to < columns.length && (columns[to] as AmountColumn).x - x < reach) to++;
  return columns.slice(from, to);
}

/** A monospace letter of 11 px, and the fewest that say anything of a layout. */
const LETTER = 6.6;
const FEWEST = 5;

/** As much of a name as stands in so many px; undefined where that is next to nothing. */
export function fitted(
  layout: { readonly label: string; readonly change: string },
  room: number,
): string | undefined {
  const letters = Math.floor((room - GAP) / LETTER);
  const name = layoutWithin(layout, letters);
  return letters < FEWEST && name.endsWith('…') ? undefined : name;
}

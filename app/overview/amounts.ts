/** Which commits' amounts can be told over their columns. Pure. */

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

/** From left to right, each where it meets neither another amount nor a taller column. `right`: end of the room, px. */
export function amountLabels(
  columns: readonly AmountColumn[],
  right: number,
): readonly AmountLabel[] {
  const labels: AmountLabel[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const [i, { id, x, height, text }] of columns.entries()) {
    const half = text.length * HALF_LETTER;
    const middle = Math.min(x, right - half + 6);
    const hits = (other: AmountColumn) =>
      other.id !== id && other.height > height && Math.abs(other.x - middle) < half + COLUMN;
    if (height === 0 || middle - half < free || near(columns, i, half * 2 + COLUMN).some(hits))
      continue;
    free = middle + half + GAP;
    labels.push({ id, x: middle, text });
  }
  return labels;
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

/**
 * Moves labels apart so that neighbours are at least `gap` from each other, as near to where they belong as that allows.
 * Input and result run in the same order, which is downwards or upwards throughout; kept within `[top, bottom]` as far as
 * they fit.
 */
export function spread(
  positions: readonly number[],
  gap: number,
  top: number,
  bottom: number,
): readonly number[] {
  const order = positions.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y);
  let floor = top;
  for (const one of order) {
    one.y = Math.max(one.y, floor);
    floor = one.y + gap;
  }
  let roof = bottom;
  for (const one of order.toReversed()) {
    one.y = Math.min(one.y, roof);
    roof = one.y - gap;
  }
  const result: number[] = new Array(positions.length);
  for (const one of order) result[one.i] = one.y;
  return result;
}

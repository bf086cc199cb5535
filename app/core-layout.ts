/** Heights of the Core's strata: proportional to live bytes, but every era that is drawn can be read and pressed. */

export interface Stratum<T> {
  readonly item: T;
  readonly from: number;
  readonly length: number;
}

/**
 * Divides `length` among items by weight, none below `least` as long as all fit. Items keep their order; gaps are the
 * caller's. Equal parts where all weights are 0.
 */
export function divide<T>(
  items: readonly T[],
  weight: (item: T) => number,
  length: number,
  least: number,
): readonly Stratum<T>[] {
  const floor = Math.min(least, length / Math.max(1, items.length));
  const raised = new Set<T>();
  for (;;) {
    const free = items.filter((item) => !raised.has(item));
    const total = free.reduce((sum, item) => sum + weight(item), 0);
    const room = length - raised.size * floor;
    const small = free.filter(
      (item) => (total === 0 ? room / free.length : (weight(item) / total) * room) < floor - 1e-9,
    );
    if (small.length === 0) return placed(items, raised, weight, total, room, floor, free.length);
    for (const item of small) raised.add(item);
  }
}

function placed<T>(
  items: readonly T[],
  raised: ReadonlySet<T>,
  weight: (item: T) => number,
  total: number,
  room: number,
  floor: number,
  free: number,
): readonly Stratum<T>[] {
  let from = 0;
  return items.map((item) => {
    const own = total === 0 ? room / Math.max(1, free) : (weight(item) / total) * room;
    const length = raised.has(item) ? floor : own;
    const stratum = { item, from, length };
    from += length;
    return stratum;
  });
}

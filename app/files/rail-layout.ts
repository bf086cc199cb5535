/** The rail beside a list: what each of its pixels says of all rows, and where its handle stands. Pure. */
import type { FileIndex } from '../pruning/file-index.ts';
import { isRead, NOT_JUDGED, strengthOf } from '../pruning/map-pixels.ts';

/** Across the rail, px: reads are wider than the strata, and nothing stands in the way of either. */
export const RAIL = {
  width: 22,
  strata: { x: 4, width: 8 },
  reads: { x: 1, width: 14 },
  handle: { x: 18, width: 4 },
} as const;

/** What exists is seen, px. */
const LEAST_READ = 2;
const LEAST_HANDLE = 12;

interface ReadMark {
  readonly y: number;
  readonly height: number;
  readonly verdict: number;
}

export interface RailPixels {
  /** The strongest verdict of the rows at each pixel, and the rank of their era. */
  readonly strongest: Uint8Array;
  readonly rank: Uint8Array;
  /** Drawn last, so that none is hidden. */
  readonly reads: readonly ReadMark[];
}

/** One pass over the list. */
export function railPixels(list: {
  readonly index: FileIndex;
  readonly verdicts: Uint8Array;
  readonly order: Uint32Array;
  readonly height: number;
}): RailPixels {
  const { index, verdicts, order, height } = list;
  const strongest = new Uint8Array(height).fill(NOT_JUDGED);
  const rank = new Uint8Array(height);
  for (let row = 0; row < order.length; row++) {
    const position = order[row] as number;
    const top = Math.floor((row / order.length) * height);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) / order.length) * height));
    const verdict = verdicts[position] as number;
    for (let y = top; y < bottom && y < height; y++) {
      if (strengthOf(verdict) > strengthOf(strongest[y] as number)) strongest[y] = verdict;
      rank[y] = rankAt(index, position);
    }
  }
  return { strongest, rank, reads: readMarks(strongest) };
}

/** Pixels below each other of one verdict are one mark. */
function readMarks(strongest: Uint8Array): readonly ReadMark[] {
  const marks: ReadMark[] = [];
  for (let y = 0; y < strongest.length; ) {
    const verdict = strongest[y] as number;
    let end = y + 1;
    while (end < strongest.length && strongest[end] === verdict) end++;
    if (isRead(verdict)) {
      const height = Math.max(LEAST_READ, end - y);
      marks.push({ y: Math.max(0, Math.min(y, strongest.length - height)), height, verdict });
    }
    y = end;
  }
  return marks;
}

function rankAt(index: FileIndex, position: number): number {
  return index.eras.find(({ from, to }) => position >= from && position < to)?.rank ?? 0;
}

/** Of the rows in view, half-open: never too small to be seen, nor beyond the rail. */
export function railHandle(
  rows: { readonly from: number; readonly to: number; readonly of: number },
  height: number,
): { readonly y: number; readonly height: number } {
  const { from, to, of } = rows;
  if (of === 0) return { y: 0, height: 0 };
  const tall = Math.min(height, Math.max(LEAST_HANDLE, ((to - from) / of) * height));
  return { y: Math.max(0, Math.min((from / of) * height, height - tall)), height: tall };
}

/** File sizes in 22 equal bins from 0 to the largest file, by spec. */
import type { DrawnNumbers } from '../../src/table/api.ts';

export interface SizeBins {
  readonly max: number;
  readonly bySpec: ReadonlyMap<number, readonly number[]>;
}

const BINS = 22;

export function sizeBins(
  pictures: readonly { readonly specId: number; readonly bytes: DrawnNumbers }[],
): SizeBins {
  let max = 0;
  for (const { bytes } of pictures) {
    for (let i = 0; i < bytes.length; i++) max = Math.max(max, bytes[i] as number);
  }
  const bySpec = new Map<number, number[]>();
  for (const { specId, bytes } of pictures) {
    const bins = bySpec.get(specId) ?? new Array<number>(BINS).fill(0);
    bySpec.set(specId, bins);
    for (let i = 0; i < bytes.length; i++) {
      const share = max === 0 ? 0 : (bytes[i] as number) / max;
      const bin = Math.min(BINS - 1, Math.floor(share * BINS));
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
  }
  return { max, bySpec };
}

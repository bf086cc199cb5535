import { describe, expect, it } from 'vitest';
import {
  ALL_MATCH,
  READ,
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_MANIFEST,
  SKIPPED_BY_PARTITION,
  UNKNOWN,
} from '../../src/planning/verdict.ts';
import { layStrip, WHOLE, type Zoom } from './map-layout.ts';
import { colourMatrix, NOT_JUDGED, pixelMatrix, STRENGTHS, strengthOf } from './map-pixels.ts';
import { atOnce } from './slices.ts';

function stripOf(count: number, view: { width: number; height: number; zoom?: Zoom }) {
  const era = { specId: 0, rank: 0, from: 0, to: count, bytes: count, records: count };
  const before = Float64Array.from({ length: count + 1 }, (_, i) => i);
  return layStrip(era, before, { zoom: WHOLE, ...view });
}

describe('pixelMatrix', () => {
  it('shows the strongest verdict of the files on a pixel', () => {
    const order = [
      NOT_JUDGED,
      SKIPPED_BY_MANIFEST,
      SKIPPED_BY_PARTITION,
      SKIPPED_BY_BOUNDS,
      ALL_MATCH,
      READ,
      UNKNOWN,
    ];
    const strengths = order.map(strengthOf);
    expect(strengths).toEqual([...strengths].sort((a, b) => a - b));
    // 100 files on each of 10 × 10 pixels: the one with the verdict wins over 99 without.
    const strip = stripOf(10_000, { width: 10, height: 10 });
    for (const verdict of [SKIPPED_BY_PARTITION, SKIPPED_BY_BOUNDS]) {
      const verdicts = new Uint8Array(10_000);
      verdicts[5555] = verdict;
      const { cells } = atOnce(pixelMatrix(strip, verdicts, 1));
      expect(cells.filter((cell) => cell === strengthOf(verdict))).toHaveLength(1);
      expect(cells.filter((cell) => cell === strengthOf(SKIPPED_BY_MANIFEST))).toHaveLength(99);
    }
  });

  it.each([
    [1, 4],
    [2, 16],
  ])('gives a read 2 × 2 CSS px at %i device px each', (ratio, pixels) => {
    const strip = stripOf(10_000, { width: 20, height: 20 });
    const verdicts = new Uint8Array(10_000);
    verdicts[2500] = READ;
    const { cells } = atOnce(pixelMatrix(strip, verdicts, ratio));
    expect(cells.filter((cell) => cell === strengthOf(READ))).toHaveLength(pixels);
  });

  it.each([
    [0, 0],
    [1, 800],
    [100_000, 800],
  ])('of %i files colours %i pixels of 800', (files, pixels) => {
    const strip = stripOf(files, { width: 40, height: 20 });
    const { cells } = atOnce(pixelMatrix(strip, new Uint8Array(files).fill(READ), 1));
    expect(cells.filter((cell) => cell === strengthOf(READ))).toHaveLength(pixels);
  });

  it('leaves no pixel of the strip empty', () => {
    const strip = stripOf(30_000, { width: 97, height: 31 });
    const { cells } = atOnce(pixelMatrix(strip, new Uint8Array(30_000), 1));
    expect(cells.includes(0)).toBe(false);
  });

  it('draws only what the zoom shows', () => {
    const zoom = { scale: 2, from: 0.5 };
    const strip = stripOf(100_000, { width: 40, height: 20, zoom });
    const verdicts = new Uint8Array(100_000).fill(READ, 0, 50_000);
    const { cells } = atOnce(pixelMatrix(strip, verdicts, 1));
    const reads = cells.filter((cell) => cell === strengthOf(READ)).length;
    // At most the spread of the last read over the left edge.
    expect(reads).toBeLessThanOrEqual(2 * 20);
  });
});

describe('colourMatrix', () => {
  it('draws partition as lines', () => {
    const matrix = { width: 2, height: 8, cells: new Uint8Array(16).fill(strengthOf(1)) };
    const base = new Uint32Array(STRENGTHS).fill(1);
    const mark = new Uint32Array(STRENGTHS).fill(2);
    const into = new Uint32Array(16);
    colourMatrix(matrix, { base, mark }, into);
    expect([...into].map((v, i) => (v === 2 ? i >> 1 : -1)).filter((y) => y >= 0)).toEqual([
      2, 2, 6, 6,
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EraFiles, FileIndex } from './file-index.ts';
import {
  columnStart,
  columnsInView,
  fileUnder,
  frameAround,
  labelStrip,
  layStrip,
  panBy,
  placeStrips,
  rectOf,
  runningSum,
  type StripLayout,
  WHOLE,
  zoomAbout,
} from './map-layout.ts';

function indexOf(bytes: readonly number[], tupleOf?: readonly number[]) {
  const count = bytes.length;
  const total = bytes.reduce((sum, b) => sum + b, 0);
  const era: EraFiles = { specId: 0, rank: 0, from: 0, to: count, bytes: total, records: count };
  const index: FileIndex = {
    count,
    eras: [era],
    manifests: [],
    slotOf: new Uint32Array(count),
    localOf: new Uint32Array(count),
    bytes: Float64Array.from(bytes),
    records: new Float64Array(count),
    tupleOf: Uint32Array.from(tupleOf ?? bytes.map((_, i) => i)),
    tuples: [],
  };
  return { era, index };
}

function strip(bytes: readonly number[], view = { width: 300, height: 60, zoom: WHOLE }) {
  const { era, index } = indexOf(bytes);
  return layStrip(era, runningSum(index, era, 'bytes'), view);
}

const sizes = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 400 });

describe('a strip', () => {
  it('gives each file its exact share of the area', () => {
    fc.assert(
      fc.property(sizes, (bytes) => {
        const laid = strip(bytes);
        const total = bytes.reduce((sum, b) => sum + b, 0);
        for (const [i, own] of bytes.entries()) {
          const { width, height } = rectOf(laid, i);
          expect(width * height).toBeCloseTo((own / total) * 300 * 60, 3);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('keeps the order: down a column, then right', () => {
    fc.assert(
      fc.property(sizes, (bytes) => {
        const laid = strip(bytes);
        for (let i = 1; i < bytes.length; i++) {
          const a = rectOf(laid, i - 1);
          const b = rectOf(laid, i);
          const below = Math.abs(b.x - a.x) < 1e-9 && b.y >= a.y + a.height - 1e-9;
          const right = b.x >= a.x + a.width - 1e-9 && b.y < 1e-9;
          expect(below || right).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('finds each file at its middle', () => {
    fc.assert(
      fc.property(sizes, (bytes) => {
        const laid = strip(bytes);
        for (let i = 0; i < bytes.length; i++) {
          const { x, y, width, height } = rectOf(laid, i);
          if (width < 1e-3 || height < 1e-3) continue;
          expect(fileUnder(laid, x + width / 2, y + height / 2)).toBe(i);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('has columns of about equal weight where files are alike', () => {
    const laid = strip(Array.from({ length: 1000 }, () => 5));
    const lengths = Array.from(
      { length: laid.columns },
      (_, c) => columnStart(laid, c + 1) - columnStart(laid, c),
    );
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
  });

  it('places files of no bytes without area', () => {
    const laid = strip([0, 10, 0, 10]);
    expect(rectOf(laid, 0).height * rectOf(laid, 0).width).toBe(0);
    expect(rectOf(laid, 3).width * rectOf(laid, 3).height).toBeCloseTo(9000);
  });

  it('gives equal areas where all files are empty', () => {
    const { era, index } = indexOf([0, 0, 0]);
    const laid = layStrip(era, runningSum(index, era, 'bytes'), {
      width: 30,
      height: 10,
      zoom: WHOLE,
    });
    expect(rectOf(laid, 1).width * rectOf(laid, 1).height).toBeCloseTo(100);
  });

  it.each([
    [0, 'cells'],
    [1, 'cells'],
    [4500, 'cells'],
    [4501, 'pixels'],
    [100_000, 'pixels'],
  ] as const)('draws %i files in 300 × 60 px as %s', (count, mode) => {
    expect(strip(Array.from({ length: count }, () => 1)).mode).toBe(mode);
  });
});

describe('zoom', () => {
  it('keeps what is under the pointer', () => {
    const zoom = zoomAbout(zoomAbout(WHOLE, 4, 0.25, 1e6), 3, 0.5, 1e6);
    expect(zoom.scale).toBe(12);
    // 0.25 stays at 0.25 of the view at scale 4: from = 0.25 − 0.25/4; then its middle stays.
    expect(zoom.from + 0.5 / 12).toBeCloseTo(0.25 - 0.25 / 4 + 0.5 / 4);
  });

  it.each([
    ['left', -5, 0],
    ['right', 5, 0.75],
  ] as const)('stops panning at the %s edge', (_, views, from) => {
    expect(panBy({ scale: 4, from: 0.3 }, views).from).toBeCloseTo(from);
  });

  it('names only columns near the view', () => {
    const laid = strip(
      Array.from({ length: 100_000 }, () => 1),
      {
        width: 300,
        height: 60,
        zoom: { scale: 50, from: 0.5 },
      },
    );
    const { from, to } = columnsInView(laid);
    expect(laid.mode).toBe('cells');
    expect(to - from).toBeLessThan(laid.columns / 40);
    expect(columnStart(laid, from)).toBeGreaterThan(49_000);
  });
});

describe('strips', () => {
  it('are as high as their unit, none below 14 px', () => {
    const { era } = indexOf([1]);
    const eras = [
      { ...era, bytes: 1 },
      { ...era, bytes: 899 },
    ];
    const placed = placeStrips(eras, 'bytes', 230, 15);
    expect(placed.map(({ height }) => height)).toEqual([14, 186]);
    expect(placed.map(({ y }) => y)).toEqual([0, 29]);
  });
});

describe('labels', () => {
  const measure = (text: string) => text.length * 6;
  const label = (laid: StripLayout, index: FileIndex) =>
    labelStrip(laid, index, (tuple) => `2026-03-${String(tuple + 1).padStart(2, '0')}`, measure);

  it('stand where their partition begins, apart, none twice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 300 }),
        (tuples) => {
          const sorted = tuples.sort((a, b) => a - b);
          const { era, index } = indexOf(
            sorted.map(() => 7),
            sorted,
          );
          const laid = layStrip(era, runningSum(index, era, 'bytes'), {
            width: 800,
            height: 50,
            zoom: WHOLE,
          });
          const labels = label(laid, index);
          expect(labels[0]?.x).toBe(0);
          expect(new Set(labels.map(({ text }) => text)).size).toBe(labels.length);
          for (let i = 1; i < labels.length; i++) {
            const [a, b] = [labels[i - 1], labels[i]] as const;
            expect(b?.x).toBeGreaterThan((a?.x ?? 0) + measure(a?.text ?? ''));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('mark the true beginning of a late partition', () => {
    const tuples = [...Array.from({ length: 90 }, () => 0), ...Array.from({ length: 10 }, () => 1)];
    const { era, index } = indexOf(
      tuples.map(() => 1),
      tuples,
    );
    const laid = layStrip(era, runningSum(index, era, 'bytes'), {
      width: 1000,
      height: 20,
      zoom: WHOLE,
    });
    expect(label(laid, index)).toEqual([
      { x: 0, text: '2026-03-01' },
      { x: 900, text: '2026-03-02' },
    ]);
  });
});

it.each([
  // 2 px around; the line's half is 1 px.
  ['inside', { x: 10, width: 50 }, [8, 62]],
  ['at the right edge', { x: 250, width: 50 }, [248, 299]],
  ['beyond it, in a map that is zoomed', { x: 250, width: 80 }, [248, 332]],
])('frames a cell %s', (_, { x, width }, edges) => {
  const frame = frameAround({ x, width, y: 5, height: 20 }, 2, 2, 300);
  expect([frame.x, frame.x + frame.width]).toEqual(edges);
  expect([frame.y, frame.height]).toEqual([3, 24]);
});

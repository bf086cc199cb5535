import { describe, expect, it } from 'vitest';
import type { ColumnEvidence, Edge } from '../../src/planning/explanation.ts';
import {
  atLeast,
  besideEdges,
  drawnEdges,
  joinBands,
  layEvidence,
  rangeBands,
  sideOf,
} from './evidence-layout.ts';

const MINUTE = 60_000_000;
const at = (minutes: number, inclusive = true): Edge => ({
  text: `${minutes}`,
  position: minutes * MINUTE,
  inclusive,
  truncated: false,
});
const word = (text: string, inclusive = true, truncated = false): Edge => ({
  text,
  position: undefined,
  inclusive,
  truncated,
});

function column(part: Partial<ColumnEvidence>): ColumnEvidence {
  return {
    fieldId: 1,
    name: 'ts',
    type: 'timestamptz',
    nullCount: 0n,
    nanCount: undefined,
    valueCount: 10n,
    bounds: undefined,
    partition: undefined,
    manifest: undefined,
    predicate: [],
    ...part,
  };
}

describe('a linear axis', () => {
  // The predicate is 540 ≤ ts < 720 minutes; the file runs from 482 to 576, and its day is much wider.
  const laid = layEvidence(
    column({
      predicate: [{ lower: at(540), upper: at(720, false) }],
      bounds: { lower: at(482), upper: at(576) },
      partition: { lower: at(0), upper: at(1439) },
    }),
  )!;

  it('shows predicate and bounds whole and lets the day go on beyond', () => {
    const [day, file] = laid.bars;
    expect([day?.beyondLeft, day?.beyondRight]).toEqual([true, true]);
    expect([file?.beyondLeft, file?.beyondRight]).toEqual([false, false]);
    // From 482 to 720 with 12 % around: 482 lies at 0.12 / 1.24.
    expect(file?.from).toBeCloseTo(0.12 / 1.24);
  });

  it('measures the overlap', () => {
    expect(laid.overlap?.text).toBe('36 min');
  });

  it('draws an inclusive edge solid and an exclusive one dashed', () => {
    expect(laid.bands[0]).toMatchObject({ left: 'solid', right: 'dashed' });
  });

  it('has ticks of the clock', () => {
    expect(laid.ticks.length).toBeGreaterThan(2);
    for (const { text } of laid.ticks) expect(text).toMatch(/^\d\d:\d\d$/);
  });
});

it.each([
  ['an equal edge that both include', true, true],
  ['an equal edge that the predicate excludes', false, false],
])('%s', (_, inclusive, meets) => {
  const laid = layEvidence(
    column({
      predicate: [{ lower: undefined, upper: at(10, inclusive) }],
      bounds: { lower: at(10), upper: at(20) },
    }),
  );
  expect(laid?.overlap !== undefined).toBe(meets);
});

describe('byte order', () => {
  it('names the values concerned, by UTF-8', () => {
    const laid = layEvidence(
      column({
        name: 'country',
        type: 'string',
        predicate: [{ lower: word('NO'), upper: word('NO') }],
        bounds: { lower: word('BR'), upper: word('SE') },
        manifest: { lower: word('AR'), upper: word('ZA') },
      }),
    )!;
    expect(laid.linear).toBe(false);
    expect(laid.ticks.map(({ text, mine }) => [text, mine])).toEqual([
      ['BR', false],
      ['NO', true],
      ['SE', false],
    ]);
    expect(laid.overlap).toMatchObject({ text: undefined });
  });

  it('orders past the surrogates as bytes do', () => {
    const laid = layEvidence(
      column({ type: 'string', bounds: { lower: word('\uffee'), upper: word('\u{1f600}') } }),
    )!;
    expect(laid.bars[0]!.from).toBeLessThan(laid.bars[0]!.to);
  });

  it('marks cut bounds', () => {
    const laid = layEvidence(
      column({
        type: 'string',
        bounds: { lower: word('https://a', true, true), upper: word('z') },
      }),
    )!;
    expect(laid.bars[0]).toMatchObject({ cutLeft: true, cutRight: false });
    expect(laid.ticks[0]?.text).toBe('https://a…');
  });
});

describe('bands that come near each other', () => {
  const band = (from: number, to = from) => ({ from, to, left: 'solid', right: 'dashed' }) as const;

  it.each([
    ['none', [], []],
    ['one', [band(0.5)], [[0.5, 0.5, 1]]],
    [
      'two apart',
      [band(0.8), band(0.2, 0.4)],
      [
        [0.2, 0.4, 1],
        [0.8, 0.8, 1],
      ],
    ],
    ['two that are near', [band(0.25), band(0.2, 0.24)], [[0.2, 0.25, 2]]],
    ['one within another', [band(0.2, 0.6), band(0.3, 0.4)], [[0.2, 0.6, 2]]],
    [
      'as far as it must be',
      [band(0.25), band(0.75)],
      [
        [0.25, 0.25, 1],
        [0.75, 0.75, 1],
      ],
    ],
  ])('%s', (_, bands, joined) => {
    expect(joinBands(bands, 0.04).map(({ from, to, count }) => [from, to, count])).toEqual(joined);
  });

  it('keep the outermost edges', () => {
    const open = { from: 0, to: 0.5, left: undefined, right: 'solid' } as const;
    expect(joinBands([band(0.51), open], 0.04)).toEqual([
      { from: 0, to: 0.51, left: undefined, right: 'dashed', count: 2 },
    ]);
  });

  it('of 10⁵ values are as many as there is room for', () => {
    // Two runs of 50,000, a fifth of the axis apart.
    const values = Array.from({ length: 100_000 }, (_, i) =>
      band((i / 100_000) * 0.8 + (i < 50_000 ? 0 : 0.2)),
    );
    expect(joinBands(values, 0.04).map(({ count }) => count)).toEqual([50_000, 50_000]);
  });
});

it('puts a predicate’s intervals on the axis of a column of files', () => {
  const range = { lowerInclusive: true, upperInclusive: false };
  expect(
    rangeBands(
      [
        { lower: 10, upper: 15, ...range },
        { lower: undefined, upper: 30, ...range },
      ],
      {
        from: 10,
        to: 20,
      },
    ),
  ).toEqual([
    { from: 0, to: 0.5, left: 'solid', right: 'dashed' },
    // Its end, 30, is beyond the axis: there it has no line.
    { from: 0, to: 1, left: undefined, right: undefined },
  ]);
});

it('lays out 10⁵ values in byte order', () => {
  const predicate = Array.from({ length: 100_000 }, (_, i) => {
    const value = word(String(100_000 + i));
    return { lower: value, upper: value };
  });
  const laid = layEvidence(column({ type: 'string', predicate }));
  expect([laid?.bands.length, laid?.ticks.length]).toEqual([100_000, 100_000]);
});

it('knows nothing where nothing is recorded', () => {
  expect(layEvidence(column({}))).toBeUndefined();
});

it('has a least size around its place', () => {
  expect(atLeast(10, 30, 5)).toEqual([10, 30]);
  expect(atLeast(10, 10, 5)).toEqual([7.5, 12.5]);
});

describe('an interval beyond the axis', () => {
  const domain = { from: 10, to: 20 };
  const range = { lowerInclusive: true, upperInclusive: true };
  it.each([
    [undefined, 9, 'left'],
    [21, undefined, 'right'],
    [5, 10, undefined],
    [undefined, undefined, undefined],
  ] as const)('from %s to %s lies %s', (lower, upper, side) => {
    const one = { ...range, lower, upper };
    expect(sideOf(one, domain)).toBe(side);
    expect(rangeBands([one], domain)).toHaveLength(side === undefined ? 1 : 0);
  });
});

describe('a mark that is wider than what it tells', () => {
  const x = (share: number) => share * 100;
  const room = { from: 0, to: 100 };
  /** From 0.4 with it to 0.6 without it, drawn in its place. */
  const edges = drawnEdges([{ from: 0.4, to: 0.6, left: 'solid', right: 'dashed' }], (band) => [
    x(band.from),
    x(band.to),
  ]);
  const drawn = (lower: number, upper: number, least = 6) =>
    besideEdges([lower, upper], edges, x, least, room).map((at) => Number(at.toFixed(6)));

  it.each([
    // Lines at 40 and 60 px: what belongs to the interval meets them, the rest keeps 1.5 px off.
    ['just before the interval', 0.395, [32.5, 38.5]],
    ['on its first value, which belongs to it', 0.4, [40, 46]],
    ['within', 0.5, [47, 53]],
    ['just before its end', 0.595, [54, 60]],
    ['on its end, which does not belong to it', 0.6, [61.5, 67.5]],
    ['at the end of the axis', 1, [94, 100]],
  ])('stands %s on its own side', (_, at, place) => {
    expect(drawn(at, at)).toEqual(place);
  });
  it('crosses what it really crosses', () => {
    expect(drawn(0.3, 0.5)).toEqual([30, 50]);
    expect(drawn(0.3, 0.4)).toEqual([30, 40]);
    // Ends before the first value: kept clear of its line.
    expect(drawn(0.3, 0.39)).toEqual([30, 38.5]);
  });
  it('stands on a single value that is asked for', () => {
    const point = drawnEdges([{ from: 0.5, to: 0.5, left: 'solid', right: 'solid' }], (band) =>
      atLeast(x(band.from), x(band.to), 1.5),
    );
    expect(besideEdges([0.5, 0.5], point, x, 6, room)).toEqual([47, 53]);
    // Its neighbour does not: the lines stand at 49.25 and 50.75.
    expect(besideEdges([0.501, 0.501], point, x, 6, room)).toEqual([52.25, 58.25]);
  });
});

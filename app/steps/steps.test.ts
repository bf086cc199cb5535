import { expect, it } from 'vitest';
import {
  ALL_MATCH,
  READ,
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_MANIFEST,
  SKIPPED_BY_PARTITION,
} from '../../src/planning/verdict.ts';
import { NO_DELETES_READ } from '../../src/table/deletes-read.ts';
import type { AxisRange } from '../pruning/axis.ts';
import { buildFileIndex, EMPTY_INDEX, type FileIndex } from '../pruning/file-index.ts';
import type { AskedRange } from '../pruning/language.ts';
import { atOnce } from '../pruning/slices.ts';
import { axisPlaces, chooseSource, misses, type StepAxis } from './step-axis.ts';
import { stepDomain } from './step-domain.ts';
import { linesOf, shownLines } from './step-labels.ts';
import { barPath, markForm, pointPath } from './step-marks.ts';
import { layStep, manifestRibbons, markOf, ownHeight, ribbons } from './steps-layout.ts';
import {
  boundsWanted,
  countEnds,
  GOES_ON,
  NO_STEPS,
  type StepManifest,
  type StepSource,
  stepModel,
} from './steps-model.ts';
import {
  acrossWords,
  afterWords,
  drawnWords,
  type StepDrawn,
  type StepFigures,
  signWords,
  stepHeads,
  stepLesson,
  stepSentence,
} from './steps-words.ts';
import { layoutFigures } from './use-steps.ts';

/** `manifests[i]` = verdicts of its files; manifest i is of spec i, file j of it in partition j. */
function model(manifests: readonly (readonly number[])[]) {
  const ranks = new Map(manifests.map((_, i) => [i, i]));
  const index: FileIndex = atOnce(
    buildFileIndex(
      manifests.map((files, i) => ({
        index: i,
        specId: i,
        entries: Uint32Array.from(files.keys()),
        bytes: new Float64Array(files.length).fill(1),
        records: new Float64Array(files.length).fill(1),
        partitions: files.map((_, j) => ({ values: [j], label: `p=${j}` })),
        partitionOf: Uint32Array.from(files.keys()),
        listed: files.length,
      })),
      ranks,
    ),
  );
  const verdicts = new Uint8Array(index.count);
  for (const { index: i, positions } of index.manifests) {
    for (const [j, position] of positions.entries()) {
      verdicts[position] = manifests[i]?.[j] as number;
    }
  }
  const listed: StepManifest[] = manifests.map((files, i) => ({
    index: i,
    specId: i,
    rank: i,
    verdict: files.every((v) => v === SKIPPED_BY_MANIFEST) ? 'skipped' : 'kept',
  }));
  const made = atOnce(
    stepModel({
      manifests: listed,
      index,
      verdicts,
      sources: [
        {
          ranges: [],
          manifest: () => ({ lower: 0, upper: 3, upperInclusive: false }),
          tuple: (tuple) => {
            const value = Number(index.tuples[tuple]?.values[0]);
            return { lower: value, upper: value + 1, upperInclusive: false };
          },
          bounds: () => undefined,
        },
      ],
    }),
  );
  return { index, verdicts, made };
}

const THREE = [
  [SKIPPED_BY_MANIFEST, SKIPPED_BY_MANIFEST],
  [SKIPPED_BY_PARTITION, SKIPPED_BY_BOUNDS, READ],
  [ALL_MATCH],
];

it('gives each step what the one before let through, newest era first', () => {
  const [manifests, entries, bounded, opened] = model(THREE).made.columns;
  expect(manifests.eras.map(({ specId }) => specId)).toEqual([2, 1, 0]);
  expect([...manifests.ends]).toEqual([1, 1, 0]);
  expect(entries.count).toBe(4);
  expect([...entries.ends]).toEqual([1, 0, 1, 1]);
  expect([...entries.lower]).toEqual([0, 0, 1, 2]);
  expect(bounded.count).toBe(3);
  expect([...bounded.ends]).toEqual([1, 0, 1]);
  expect(opened.count).toBe(2);
  expect(countEnds(opened, GOES_ON)).toBe(2);
  // Each column holds what went on of the one before; the first two are counted in other things.
  expect(countEnds(entries, GOES_ON)).toBe(bounded.count);
  expect(countEnds(bounded, GOES_ON)).toBe(opened.count);
});

it('knows where the entries of a manifest stand', () => {
  expect([...model(THREE).made.entriesOf]).toEqual([
    [2, [0, 0]],
    [1, [1, 3]],
  ]);
});

it('lays nothing out of nothing', () => {
  for (const column of NO_STEPS.columns) {
    expect(atOnce(layStep(column, 300, 3))).toEqual({ marks: [], eras: [] });
    expect(column.axis).toBeUndefined();
  }
  const empty = atOnce(
    stepModel({
      manifests: [],
      index: EMPTY_INDEX,
      verdicts: new Uint8Array(),
      sources: [],
    }),
  );
  expect(empty.columns.map(({ count }) => count)).toEqual([0, 0, 0, 0]);
});

it('gives one item one mark, and an era room for its chip', () => {
  const [, entries] = model([[READ]]).made.columns;
  const { marks, eras } = atOnce(layStep(entries, 300, 3));
  expect(marks).toHaveLength(1);
  // No mark is taller than 40 px, however much room there is.
  expect(marks[0]).toMatchObject({ from: 0, to: 1, on: 1, y: 0, height: 40 });
  expect(eras[0]?.height).toBeGreaterThanOrEqual(18);
});

it('makes a column that stands alone as high as its items need, and no higher', () => {
  const files = (count: number) => Array.from({ length: count }, () => READ);
  const height = (count: number) => ownHeight(model([files(count)]).made.columns[3], 12, 280);
  expect(height(0)).toBe(0);
  // No mark is taller than 40 px.
  expect(height(1)).toBe(40);
  expect(height(5)).toBe(200);
  expect(height(20)).toBe(280);
  // One era's chip of 18 px, and 12 px for each of 27 files: each has its own mark and text.
  expect(height(27)).toBe(18 + 27 * 12);
  const { marks } = atOnce(layStep(model([files(27)]).made.columns[3], height(27), 12));
  expect(marks).toHaveLength(27);
  // Where 720 px are not enough, more height than usual gains nothing.
  expect(height(100_000)).toBe(280);
});

it('joins what goes on to its place in the next column', () => {
  const { made } = model(THREE);
  const [manifests, entries, bounded] = made.columns.map((c) => atOnce(layStep(c, 300, 3)));
  const between = ribbons(entries as never, bounded as never);
  expect(between).toHaveLength(3);
  const marks = bounded?.marks ?? [];
  expect(between.map(({ right }) => right[0])).toEqual(marks.map(({ y }) => y));
  const first = manifestRibbons(made, manifests as never, entries as never);
  // Manifests 2 and 1 are opened; the entries of 1 are the last three.
  expect(first.map(({ rank }) => rank)).toEqual([2, 1]);
  expect(first[1]?.right[0]).toBe(entries?.marks[1]?.y);
});

it('draws 10⁵ entries as runs that fill the height, and loses none', () => {
  const files = Array.from({ length: 100_000 }, (_, i) =>
    i % 1000 === 7 ? READ : SKIPPED_BY_BOUNDS,
  );
  const { made } = model([files]);
  const [, , bounded, opened] = made.columns;
  const { marks } = atOnce(layStep(bounded, 500, 2.5));
  expect(marks.length).toBeLessThanOrEqual(200);
  expect(marks.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(100_000);
  expect(marks.reduce((sum, { on }) => sum + on, 0)).toBe(100);
  expect(opened.count).toBe(100);
  // A run with a file that goes on shows where that file lies, not its neighbours.
  const run = marks.find(({ on }) => on === 1);
  expect(run?.spans.map(([lower, upper]) => upper - lower)).toEqual([1]);
  const last = marks.at(-1);
  expect(Number(last?.y) + Number(last?.height)).toBeCloseTo(500);
  expect(markOf(marks, 99_999)).toBe(last);
  expect(markOf(marks, 100_000)).toBeUndefined();
  // More joints than can be told apart become one of the era.
  const right = atOnce(layStep(opened, 500, 15));
  expect(ribbons({ ...right, marks }, right).length).toBeLessThanOrEqual(120);
});

it('draws the bounds of what goes on, and of others evenly, however many there are', () => {
  const files = Array.from({ length: 100_000 }, (_, i) =>
    i === 12_345 ? READ : SKIPPED_BY_BOUNDS,
  );
  const many = boundsWanted(model([files]).made.columns[2]);
  expect(many.size).toBeLessThanOrEqual(2000);
  expect(many.has(12_345)).toBe(true);
  expect(boundsWanted(model([[READ, SKIPPED_BY_BOUNDS]]).made.columns[2]).size).toBe(2);
});

/** The domain of an axis: `kept` and `skipped` spans under the ranges. */
function domainOf(
  kept: readonly Span[],
  skipped: readonly Span[],
  ...ranges: readonly AxisRange[]
) {
  const all = [...kept, ...skipped];
  const places = {
    lower: Float64Array.from(all, ([lower]) => lower),
    upper: Float64Array.from(all, ([, upper]) => upper),
  };
  const { from, to } = stepDomain(places, ranges, (item) => item < kept.length) ?? {};
  return [from, to].map((at) => (at === undefined ? at : Number(at.toFixed(6))));
}

type Span = readonly [lower: number, upper: number];

const between = (lower: number | undefined, upper: number | undefined): AxisRange => ({
  lower,
  upper,
  lowerInclusive: true,
  upperInclusive: true,
});

it('shows the edges of the predicate that are near, not those far away', () => {
  // All from 0 to 2, and 3 % of it to either side.
  expect(domainOf([[0, 2]], [], between(1.5, 1e9))).toEqual([-0.06, 2.06]);
  expect(domainOf([[0, 2]], [], between(1.5, 3))).toEqual([-0.09, 3.09]);
});

it('shows what is near a predicate that would be a line beside all', () => {
  // An hour, of files of 96 days: the two that are kept, 15 and 9 hours long, lie from 0 to 15; a quarter of that around.
  const files: readonly Span[] = [
    [-2304, -2200],
    [-1000, -990],
    [10, 17],
  ];
  const kept: readonly Span[] = [
    [0, 15],
    [5, 14],
  ];
  expect(domainOf(kept, files, between(5, 6))).toEqual([-3.75, 18.75]);
  // 10,000 files of 1,000 each, three of which are kept.
  const many = Array.from({ length: 10_000 }, (_, i): Span => [i * 1000, i * 1000 + 999]);
  const read = (i: number) => i >= 5 && i <= 7;
  const asked = domainOf(
    many.filter((_, i) => read(i)),
    many.filter((_, i) => !read(i)),
    between(5000, 7000),
  );
  // From 5000 to 7999, and a quarter of 2999 around: the predicate takes 2000 of 4498.5, more than a third.
  expect(asked).toEqual([4250.25, 8748.75]);
  // What takes an eighth of all, or is open to an end of it, is seen on an axis of all.
  expect(domainOf([[5, 20]], [[0, 100]], between(5, 20))).toEqual([-3, 103]);
  expect(domainOf([[5, 20]], [[0, 100]], between(20, undefined))).toEqual([-3, 103]);
});

it('is not led far off by what is kept and wide, and shows the nearest where nothing is kept', () => {
  // Two files of 10 and one of all: shown as far as twice the usual width from the predicate, and a quarter around.
  const kept: readonly Span[] = [
    [0, 10_000],
    [495, 505],
    [500, 510],
  ];
  expect(domainOf(kept, [], between(500, 500))).toEqual([470, 530]);
  // A gap from 400 to 600: to the end of the nearest before and after it, 10 wide each: 390 to 610, and 55 around.
  const missed: readonly Span[] = [
    [0, 10],
    [390, 400],
    [600, 610],
    [9990, 10_000],
  ];
  expect(domainOf([], missed, between(500, 500))).toEqual([335, 665]);
});

it('counts what lies beyond such an axis, and points to it', () => {
  const { index } = model([[READ, SKIPPED_BY_BOUNDS, SKIPPED_BY_BOUNDS, SKIPPED_BY_BOUNDS]]);
  const spans: readonly Span[] = [
    [0, 10],
    [-5000, -4000],
    [-2, 1],
    [12, 9000],
  ];
  const verdicts = Uint8Array.from(
    [READ, 3, 3, 3].map((v, i) => (i === 0 ? v : SKIPPED_BY_BOUNDS)),
  );
  const source: StepSource = {
    ranges: [{ ...range(4), upper: 6, upperText: '6' }],
    manifest: () => undefined,
    tuple: () => undefined,
    bounds: (position) => {
      const [lower, upper] = spans[position] as Span;
      return { lower, upper, upperInclusive: true };
    },
  };
  const made = atOnce(stepModel({ manifests: [], index, verdicts, sources: [source] }));
  const [, , bounded] = made.columns;
  // 0 to 10 and a quarter around.
  expect(bounded.axis).toMatchObject({ domain: { from: -2.5, to: 12.5 }, beyond: 1, cut: 1 });
  const box = {
    left: 100,
    right: 250,
    share: (at: number) => (at + 2.5) / 15,
    edges: [],
  };
  const marks = atOnce(layStep(bounded, 160, 3)).marks;
  expect(marks.map((mark) => markForm(mark, box, 2))).toEqual([
    {
      bars: [{ left: 125, right: 225, tipLeft: false, tipRight: false }],
      pointLeft: false,
      pointRight: false,
    },
    { bars: [], pointLeft: true, pointRight: false },
    {
      bars: [{ left: 105, right: 135, tipLeft: false, tipRight: false }],
      pointLeft: false,
      pointRight: false,
    },
    {
      bars: [{ left: 245, right: 250, tipLeft: false, tipRight: true }],
      pointLeft: false,
      pointRight: false,
    },
  ]);
  // One mark of what ends on both sides is no bar across the axis, nor across the predicate from 4 to 6: of the three
  // that come to it, 0 to 10 lies on both sides of the predicate by itself.
  const run = atOnce(layStep({ ...bounded, ends: new Uint8Array(4) }, 160, 100)).marks;
  expect(run.map(({ spans, isBefore, isAfter }) => [spans, isBefore, isAfter])).toEqual([
    [
      [
        [-2, 1],
        [0, 10],
        [12, 9000],
      ],
      true,
      false,
    ],
  ]);
  expect(markForm({ spans: [], isBefore: true, isAfter: true }, box, 2)).toEqual({
    bars: [],
    pointLeft: true,
    pointRight: true,
  });
  expect(barPath({ left: 245, right: 250, tipLeft: false, tipRight: true }, 10, 8)).toBe(
    'M245 10H245L250 14L245 18H245z',
  );
  expect(pointPath(box, 'left', 10, 8)).toBe('M105 10L100 14L105 18z');
});

it('draws a run of what ends as one bar on each side of what is asked for', () => {
  const spans: readonly Span[] = [
    [100, 102],
    [104, 106],
    [101, 102],
    [109, 116],
    [120, 121],
    // Asked for, and ruled out by another column.
    [103, 103],
  ];
  const drawn = (ends: readonly number[], count: number, ...ranges: readonly AxisRange[]) => {
    const made = judged({ ts: spans, user: spans })[2];
    const column = {
      ...made,
      count,
      eras: [{ specId: 0, rank: 0, from: 0, to: count }],
      ids: Uint32Array.from(ends.keys()),
      ends: Uint8Array.from(ends),
      axis: { ...(made.axis as StepAxis), ranges, domain: { from: 90, to: 130 } },
      lower: Float64Array.from(spans, ([lower]) => lower),
      upper: Float64Array.from(spans, ([, upper]) => upper),
    };
    return atOnce(layStep(column, 40, 40)).marks;
  };
  const spansOf = (...given: Parameters<typeof drawn>) => drawn(...given).map(({ spans }) => spans);
  const five = [0, 0, 0, 0, 0];
  expect(spansOf(five, 5, between(103, 103))).toEqual([
    [
      [100, 102],
      [104, 121],
    ],
  ]);
  expect(spansOf(five, 5, between(118, undefined), between(103, 103))).toEqual([
    [
      [100, 102],
      [104, 116],
      // From 118 on all is asked for.
      [120, 121],
    ],
  ]);
  expect(spansOf([...five, 0], 6, between(103, 103))).toEqual([
    [
      [100, 102],
      [103, 103],
      [104, 121],
    ],
  ]);
  // What goes on is drawn alone.
  expect(spansOf([...five, GOES_ON], 6, between(103, 103))).toEqual([[[103, 103]]]);
  // Of a run in which one goes on, the others stand beside it.
  expect(drawn([...five, 1], 6, between(103, 103))).toMatchObject([
    {
      spans: [[103, 103]],
      aside: [
        [100, 102],
        [104, 121],
      ],
    },
  ]);
  expect(drawn(five, 5, between(103, 103))[0]?.aside).toEqual([]);
});

it('draws the same bounds whatever else is in hand', () => {
  const files = Array.from({ length: 10_000 }, (_, i) => (i < 3 ? READ : SKIPPED_BY_BOUNDS));
  const { index, verdicts } = model([files]);
  const source: StepSource = {
    ranges: [{ ...range(0), upper: 2, upperText: '2' }],
    manifest: () => undefined,
    tuple: () => undefined,
    bounds: (position) => ({ lower: position, upper: position, upperInclusive: true }),
  };
  const [, , bounded, opened] = atOnce(
    stepModel({ manifests: [], index, verdicts, sources: [source] }),
  ).columns;
  // Every tenth, of which 0 is one of the three that go on.
  expect(boundsWanted(bounded).size).toBe(1002);
  expect(bounded.axis).toMatchObject({ judged: 999, missed: 999 });
  expect(bounded.lower.reduce((sum, at) => sum + Number(!Number.isNaN(at)), 0)).toBe(1002);
  expect([...opened.lower]).toEqual([0, 1, 2]);
});

const FIGURES: StepFigures = {
  isListed: true,
  manifests: 66,
  manifestsKept: 3,
  manifestsUnknown: 0,
  deleteManifests: { all: 0, read: 0 },
  manifestBytes: 72_704,
  entries: 189,
  entriesKept: 33,
  opened: 9,
  openedBytes: 2_480_343_613n,
  whole: 3,
  deletes: NO_DELETES_READ,
  live: 6256n,
  unknown: 0n,
  partitioned: [1, 2],
  unpartitioned: [],
  unrelated: [],
  buckets: { specs: [], columns: [] },
  asked: ['ts', 'user_id'],
  settled: undefined,
};

it.each([
  [1, {}, 'The list of manifests is read: 63 of 66 are ruled out unopened.'],
  [
    1,
    { manifests: 1, manifestsKept: 1, isListed: false },
    'The snapshot names its manifests itself: the only one may match.',
  ],
  [
    1,
    { manifests: 2, manifestsKept: 2, deleteManifests: { all: 3, read: 3 } },
    'The list of manifests is read: all 2 of data may match. All 3 of deletes may apply.',
  ],
  [
    1,
    { deleteManifests: { all: 3, read: 1 } },
    'The list of manifests is read: 63 of 66 of data are ruled out unopened. Of 3 of deletes 1 may apply.',
  ],
  [
    1,
    { manifestsKept: 0, deleteManifests: { all: 1, read: 0 } },
    'The list of manifests is read: all 66 of data are ruled out unopened. The only one of deletes is ruled out.',
  ],
  [1, { manifestsKept: 66 }, 'The list of manifests is read: all 66 may match.'],
  [1, { manifestsKept: 0 }, 'The list of manifests is read: all 66 are ruled out unopened.'],
  [
    1,
    { manifestsUnknown: 1 },
    'The list of manifests is read: 62 of 66 are ruled out unopened. One that may match cannot be read.',
  ],
  [2, {}, 'Partition values: 156 of 189 entries cannot match; 33 are left.'],
  [2, { entries: 0, entriesKept: 0 }, 'Partition values: no entry came this far.'],
  [3, {}, 'Bounds: 24 of 33 entries cannot match; 9 are left.'],
  [3, { opened: 33 }, 'Bounds: all 33 entries may match.'],
  [3, { opened: 0 }, 'Bounds: all 33 entries are ruled out.'],
  [4, {}, 'Nine files are opened: in three every row matches, in six the rows are tested.'],
  [
    4,
    { opened: 27, whole: 15 },
    '27 files are opened: in 15 every row matches, in 12 the rows are tested.',
  ],
  [4, { opened: 1, whole: 0 }, 'One file is opened, and its rows are tested.'],
  [4, { opened: 0, whole: 0 }, 'No file is opened.'],
  [4, { whole: 9 }, 'Nine files are opened: every row of them matches.'],
] as const)('step %i with %o', (step, change, sentence) => {
  expect(stepSentence(step, { ...FIGURES, ...change })).toBe(sentence);
});

it('says what each step kept and read, and what is skipped after it', () => {
  expect(stepHeads(FIGURES).map(({ kept, read }) => `${kept}; ${read}`)).toEqual([
    '66 manifests, 3 kept; reads 1 file',
    '189 entries, 33 kept; reads 3 manifests, 71.0 KiB',
    '33 entries, 9 kept; reads nothing more',
    '9 opened, 2.31 GiB; 3 whole, 6 with a test',
  ]);
  const deletes = { files: 2, vectors: 0, bytes: 1434n, atLeast: false };
  expect(stepHeads({ ...FIGURES, deletes })[3]?.kept).toBe(
    '9 opened, 2.31 GiB, and 2 delete files, 1.40 KiB',
  );
  const withDeletes = { ...FIGURES, deleteManifests: { all: 3, read: 2 } };
  expect(
    stepHeads(withDeletes)
      .slice(0, 2)
      .map(({ kept, read }) => `${kept}; ${read}`),
  ).toEqual([
    '66 data and 3 delete manifests, 5 kept; reads 1 file',
    '189 entries, 33 kept; reads 5 manifests, 71.0 KiB, 2 of deletes',
  ]);
  const named = { ...FIGURES, isListed: false };
  expect(stepHeads(named)[0]).toMatchObject({ title: 'Manifests', read: 'reads nothing more' });
  expect(stepLesson(1, named)).toMatch(/^There is no manifest list:/);
  const last = (whole: number) => stepHeads({ ...FIGURES, whole })[3]?.read;
  expect([last(0), last(9)]).toEqual(['9 with a test', '9 whole']);
  expect(afterWords(3, FIGURES, [6067n, 156n, 24n])).toBe(
    'After this step 6,247 of 6,256 files are skipped. None has been opened.',
  );
  expect(afterWords(1, FIGURES, [6067n, 156n, 24n])).toContain('6,067 of 6,256');
});

/** Four files that came to the bounds: two end there on `user`, one of them on `ts` too; one is read. */
function judged(bounds: Readonly<Record<'ts' | 'user', readonly (readonly [number, number])[]>>) {
  const { index } = model([[SKIPPED_BY_BOUNDS, SKIPPED_BY_BOUNDS, READ]]);
  const verdicts = Uint8Array.from([SKIPPED_BY_BOUNDS, SKIPPED_BY_BOUNDS, READ]);
  const source = (name: 'ts' | 'user', at: number): StepSource => ({
    ranges: [range(at)],
    manifest: () => undefined,
    tuple: () => undefined,
    bounds: (position) => {
      const [lower, upper] = bounds[name][position] ?? [];
      return lower === undefined || upper === undefined
        ? undefined
        : { lower, upper, upperInclusive: true };
    },
  });
  const sources = [source('ts', 5), source('user', 100)];
  return atOnce(stepModel({ manifests: [], index, verdicts, sources })).columns;
}

function range(at: number | string): AskedRange {
  const [position, text] = typeof at === 'number' ? [at, String(at)] : [undefined, at];
  return {
    lower: position,
    upper: position,
    lowerInclusive: true,
    upperInclusive: true,
    lowerText: text,
    upperText: text,
  };
}

it('draws the column on which most of what ends misses, and what is opened as it was judged', () => {
  const wide = [0, 10] as const;
  const [manifests, entries, bounded, opened] = judged({
    ts: [[6, 9], wide, wide],
    user: [
      [1, 99],
      [101, 200],
      [50, 150],
    ],
  });
  // Nothing is known of either before the bounds.
  expect([manifests.axis, entries.axis]).toEqual([undefined, undefined]);
  // Both files miss on `user`, one of them on `ts` too.
  expect(bounded.axis).toMatchObject({ source: 1, judged: 2, missed: 2, texts: undefined });
  expect([...bounded.lower]).toEqual([1, 101, 50]);
  expect(opened.axis?.source).toBe(1);
  expect([...opened.lower]).toEqual([50]);
  // Where only `ts` is missed, that is drawn.
  const other = judged({
    ts: [[6, 9], wide, wide],
    user: [
      [1, 100],
      [100, 200],
      [50, 150],
    ],
  });
  expect(other[2].axis).toMatchObject({ source: 0, judged: 2, missed: 1 });
});

it.each([
  // None misses: the first that is known, or the one that the step before has drawn.
  [[], undefined, undefined],
  [[{ known: 0, missed: 0 }], undefined, undefined],
  [
    [
      { known: 0, missed: 0 },
      { known: 1, missed: 0 },
      { known: 1, missed: 0 },
    ],
    undefined,
    1,
  ],
  [
    [
      { known: 1, missed: 0 },
      { known: 1, missed: 0 },
    ],
    1,
    1,
  ],
  [
    [
      { known: 9, missed: 2 },
      { known: 3, missed: 3 },
    ],
    0,
    1,
  ],
])('chooses of %o, with %s before, %s', (tallies, preferred, chosen) => {
  expect(chooseSource(tallies, preferred)).toBe(chosen);
});

it.each([
  [{ lower: 1, upper: 4, upperInclusive: true }, range(5), true],
  [{ lower: 1, upper: 5, upperInclusive: true }, range(5), false],
  // An hour ends before the next begins.
  [{ lower: 1, upper: 5, upperInclusive: false }, range(5), true],
  [{ lower: 5, upper: 6, upperInclusive: false }, range(5), false],
  [{ lower: 'CA', upper: 'GB', upperInclusive: true }, range('NO'), true],
  [{ lower: 'CA', upper: 'NO', upperInclusive: true }, range('NO'), false],
  // Bytes: capitals before others.
  [{ lower: 'a', upper: 'b', upperInclusive: true }, range('NO'), true],
])('%o under %o misses: %s', (span, asked, missed) => {
  expect(misses(span, [asked])).toBe(missed);
  expect(misses(span, [])).toBe(false);
});

it('draws no axis of more texts than have room, and tells which column has them', () => {
  const { index } = model([Array.from({ length: 6000 }, () => READ)]);
  const source: StepSource = {
    ranges: [range('7')],
    manifest: () => undefined,
    tuple: (tuple) => ({ lower: String(tuple), upper: String(tuple), upperInclusive: true }),
    bounds: () => undefined,
  };
  const verdicts = new Uint8Array(6000).fill(READ);
  const [manifests, entries, bounded] = atOnce(
    stepModel({ manifests: [], index, verdicts, sources: [source] }),
  ).columns;
  expect([bounded.axis, bounded.crowded]).toEqual([undefined, 0]);
  expect([entries.axis, entries.crowded]).toEqual([undefined, 0]);
  expect([manifests.axis, manifests.crowded]).toEqual([undefined, undefined]);
});

it('stands texts in byte order, each with room for itself, and an excluded edge within its value', () => {
  const places = axisPlaces(new Set(['GB', 'CA']), [
    { ...range('NO'), lowerInclusive: false, upperText: undefined },
  ]);
  // CA, GB, NO: ranks 0, 1, 2; a value takes a quarter to either side, one that is asked for 0.4.
  expect(places?.texts).toEqual(['CA', 'GB', 'NO']);
  expect(places?.placeOf({ lower: 'CA', upper: 'GB', upperInclusive: true })).toEqual([
    -0.25, 1.25,
  ]);
  expect(places?.ranges[0]).toMatchObject({ lower: 2.4, upper: undefined });
  const many = new Set(Array.from({ length: 5000 }, (_, i) => String(i)));
  expect(axisPlaces(many, [])).toBeUndefined();
});

it('labels all marks of a step alike', () => {
  const tests = ['all rows', 'test ts', 'test ts', 'all rows'];
  const ids = Uint32Array.from(tests.keys());
  const lines = (from: number, to: number, of: readonly (string | undefined)[] = tests) =>
    linesOf(4, { from, to }, { ids }, (id) =>
      [`file ${id}`, of[id]].filter((line) => line !== undefined),
    );
  expect([lines(0, 1), lines(1, 3), lines(0, 3)]).toEqual([
    ['file 0', 'all rows'],
    ['2 files', 'test ts'],
    ['3 files', 'all rows of 1 in 3'],
  ]);
  expect(lines(0, 4, ['test ts', 'test user'])).toEqual(['4 files']);
  expect(lines(0, 2, ['test ts', 'test user'])).toEqual(['2 files', 'test']);
  // A run before the last step has no text.
  expect(linesOf(3, { from: 0, to: 2 }, { ids }, () => ['a–b'])).toEqual([]);

  const marks = (...heights: readonly number[]) => heights.map((height) => ({ height }));
  const both = [lines(0, 1), lines(1, 3)];
  expect(shownLines(marks(40, 27), both)).toEqual([0, 2]);
  // One of them has no room for two lines: all have one, what is tested.
  expect(shownLines(marks(40, 26), both)).toEqual([1, 2]);
  // Of one of them that is not known: then all say which file, or how many.
  expect(shownLines(marks(40, 26), [...both, ['21 files']])).toEqual([0, 1]);
  expect(shownLines(marks(40, 11), both)).toEqual([0, 0]);
});

const DRAWN: StepDrawn = {
  marks: 33,
  items: 33,
  bounded: undefined,
  across: 'user_id',
  crowded: undefined,
  asked: ['ts', 'user_id'],
  hasRange: true,
  ends: 24,
  judged: 24,
  missed: 22,
  beyond: 0,
  cut: 0,
  unplaced: 0,
};

it.each([
  [
    3,
    {},
    'The axis is user_id: 22 of 24 that end here lie outside of what is asked for; the other 2 are ruled out by what else is asked for.',
  ],
  [
    3,
    { missed: 24 },
    'The axis is user_id: all 24 that end here lie outside of what is asked for.',
  ],
  [
    3,
    { ends: 1, judged: 1, missed: 1 },
    'The axis is user_id: the one that ends here lies outside of what is asked for.',
  ],
  [2, { missed: 0 }, 'The axis is user_id; what ends here is ruled out by what else is asked for.'],
  [
    2,
    { missed: 0, asked: ['user_id'] },
    'The axis is user_id; what ends here is ruled out by more than its range.',
  ],
  [
    3,
    { missed: 23, asked: ['user_id'] },
    'The axis is user_id: 23 of 24 that end here lie outside of what is asked for; the other is ruled out by more than its range.',
  ],
  // `event_id BETWEEN 73 AND 70`, and an OR of other columns.
  [
    3,
    { missed: 0, hasRange: false },
    'The axis is user_id, where what is asked for has no range of its own.',
  ],
  [4, { ends: 0 }, 'The axis is user_id.'],
  [3, { items: 0 }, ''],
  [
    3,
    { beyond: 5, cut: 1 },
    'The axis is user_id: 22 of 24 that end here lie outside of what is asked for; the other 2 are ruled out by what else is asked for. 5 lie beyond the axis: points at its ends show on which side.',
  ],
  [
    4,
    { beyond: 1 },
    'The axis is user_id. 1 lies beyond the axis: a point at its end shows on which side.',
  ],
  [4, { cut: 2 }, 'The axis is user_id. A pointed bar goes on beyond the axis.'],
  [
    3,
    { items: 10_000, marks: 190, bounded: 1000, ends: 9000, judged: 900, missed: 900 },
    'The axis is user_id: all 900 drawn that end here lie outside of what is asked for. The 10,000 entries are drawn as 190 runs of neighbours. Bounds are drawn of 1,000 of them only, evenly chosen, what goes on first.',
  ],
  // A cut set is named wherever it is cut, and so are runs.
  [
    4,
    { items: 3000, marks: 40, bounded: 1200, across: undefined },
    'The 3,000 files are drawn as 40 runs of neighbours. Bounds are drawn of 1,200 of them only, evenly chosen, what goes on first.',
  ],
  [
    2,
    { items: 10_000, marks: 190, across: undefined },
    'The 10,000 entries are drawn as 190 runs of neighbours.',
  ],
] as const)('says of step %i with %o what is drawn', (step, change, words) => {
  expect(drawnWords(step, { ...DRAWN, ...change })).toBe(words);
});

it.each([
  [
    2,
    {},
    false,
    'Grey ends here, colour goes on, and leads to its place in the next step. Steps to come are faint.',
  ],
  [
    3,
    { unplaced: 1 },
    true,
    'Grey ends here, colour goes on. A pale bar over the whole width has no known range.',
  ],
  [4, {}, false, ''],
  [4, { unplaced: 2 }, true, 'A pale bar over the whole width has no known range.'],
  [1, { items: 0 }, false, ''],
] as const)('tells how step %i with %o is drawn', (step, change, alone, words) => {
  expect(signWords(step, { ...DRAWN, ...change }, alone)).toBe(words);
});

const FLAT = { partitioned: [], unpartitioned: [0] };

it('says in each step that files are not partitioned', () => {
  const flat = { ...FIGURES, ...FLAT };
  const none = { ...DRAWN, across: undefined };
  for (const step of [1, 2, 4]) expect(stepLesson(step, flat)).toMatch(/partition/);
  expect([1, 2].map((step) => acrossWords(step, none, flat, ''))).toEqual([
    'not partitioned: no range to draw',
    'not partitioned: no range to draw',
  ]);
  expect(acrossWords(3, none, flat, '')).toBe('no range of ts or user_id is known here');
  expect(acrossWords(3, DRAWN, flat, ', UTC')).toBe('axis: user_id, UTC');
  expect(acrossWords(1, none, FIGURES, '')).toBe('no range of ts or user_id is known here');
  expect(acrossWords(1, { ...none, crowded: 'url' }, FIGURES, '')).toBe(
    'url has too many values here for an axis',
  );
  expect(stepSentence(2, { ...flat, entriesKept: 189 })).toBe(
    'Not partitioned: all 189 entries may match.',
  );
  // One layout of several: said besides.
  expect(stepLesson(1, { ...FIGURES, unpartitioned: [0] })).toMatch(/spec 0 are not partitioned/);
});

it('tells of each layout what the predicate is compared with', () => {
  const field = (sourceId: number, kind: 'bucket' | 'identity' | 'void') => ({
    sourceIds: [sourceId],
    fieldId: 1000,
    name: 'p',
    transform: kind === 'bucket' ? ({ kind, numBuckets: 8 } as const) : ({ kind } as const),
  });
  const specs = [
    { specId: 0, fields: [] },
    { specId: 1, fields: [field(1, 'identity')] },
    { specId: 2, fields: [field(2, 'void')] },
    { specId: 3, fields: [field(1, 'identity'), field(2, 'bucket')] },
    { specId: 4, fields: [field(3, 'identity')] },
  ];
  const user = { fieldId: 2, name: 'user_id' };
  const figures = layoutFigures(specs, [4, 3, 2, 1, 0], [user]);
  expect(figures).toEqual({
    partitioned: [4, 3, 1],
    unpartitioned: [2, 0],
    unrelated: [4, 1],
    buckets: { specs: [3], columns: ['user_id'] },
    asked: ['user_id'],
  });
  const lesson = (change: Partial<StepFigures>) => stepLesson(2, { ...FIGURES, ...change });
  expect(lesson(figures)).toBe(
    'Each entry of a manifest carries the partition values of its file. The predicate, put through the layout’s transforms, is compared with them. In spec 3 it is a hash bucket of user_id, which can rule out values, not ranges. Files of specs 2 and 0 are not partitioned, and those of specs 4 and 1 not by user_id: there is nothing to compare.',
  );
  expect(lesson({ unrelated: [1] })).toContain(
    'Files of spec 1 are not partitioned by ts or user_id: there is nothing to compare.',
  );
  expect(acrossWords(2, { ...DRAWN, across: undefined }, { ...FIGURES, ...figures }, '')).toBe(
    'a bucket of user_id has no range',
  );
});

const START = 'Only now is data read.';

it.each([
  [{ opened: 0 }, 'Only now would data be read, and no file is left to open.'],
  [
    { ...FLAT, whole: 0 },
    `${START} Without a partition nothing is settled beforehand: the whole predicate is left to test on the rows.`,
  ],
  [
    { ...FLAT, whole: 9 },
    `${START} Without a partition nothing is settled beforehand: the whole predicate is left to test on the rows. Their bounds prove that every row passes: the test would drop none.`,
  ],
  [
    { settled: { byPartition: 9, byBounds: 0 } },
    `${START} The partition has settled the predicate: nothing is left to test on the rows.`,
  ],
  [
    { settled: { byPartition: 0, byBounds: 3 } },
    `${START} Of each file the partition has left a residual to test on the rows. The bounds of 3 prove that every row passes: there it would drop none.`,
  ],
  [
    { settled: { byPartition: 0, byBounds: 1 }, opened: 1 },
    `${START} The partition has left a residual to test on the rows. Its bounds prove that every row passes: the test would drop none.`,
  ],
  [
    { settled: { byPartition: 2, byBounds: 7 } },
    `${START} Of 2 files the partition has settled the predicate; of the others it has left a residual to test on the rows. Their bounds prove that every row passes: the test would drop none.`,
  ],
  [
    {},
    `${START} The residual is what the partition has left of the predicate: it is tested on the rows. Of 3 files it is known that all rows pass.`,
  ],
])('tells of %o what is left to test', (change, lesson) => {
  expect(stepLesson(4, { ...FIGURES, ...change })).toBe(lesson);
});

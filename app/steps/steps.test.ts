import { expect, it } from 'vitest';
import {
  ALL_MATCH,
  READ,
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_MANIFEST,
  SKIPPED_BY_PARTITION,
} from '../../src/planning/verdict.ts';
import { buildFileIndex, EMPTY_INDEX, type FileIndex } from '../pruning/file-index.ts';
import { atOnce } from '../pruning/slices.ts';
import {
  layStep,
  manifestRibbons,
  markOf,
  ownHeight,
  ribbons,
  stepDomain,
} from './steps-layout.ts';
import { countEnds, GOES_ON, NO_STEPS, type StepManifest, stepModel } from './steps-model.ts';
import { afterWords, type StepFigures, stepHeads, stepSentence } from './steps-words.ts';
import { boundsWanted } from './use-steps.ts';

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
    range: { lower: 0, upper: files.length },
  }));
  const made = atOnce(
    stepModel({
      manifests: listed,
      index,
      verdicts,
      tupleRange: (tuple) => ({
        lower: Number(index.tuples[tuple]?.values[0]),
        upper: Number(index.tuples[tuple]?.values[0]) + 1,
      }),
      bounds: () => undefined,
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
    expect(stepDomain(column, [1, 2])).toBeUndefined();
  }
  const empty = atOnce(
    stepModel({
      manifests: [],
      index: EMPTY_INDEX,
      verdicts: new Uint8Array(),
      tupleRange: () => undefined,
      bounds: () => undefined,
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
  expect(Number(run?.upper) - Number(run?.lower)).toBe(1);
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

it('shows the edges of the predicate that are near, not those far away', () => {
  const [, entries] = model([[READ, READ]]).made.columns;
  const domain = stepDomain(entries, [1.5, 1e9]);
  expect(domain?.from).toBeLessThan(0);
  expect(domain?.to).toBeLessThan(3);
});

const FIGURES: StepFigures = {
  manifests: 66,
  manifestsKept: 3,
  manifestsUnknown: 0,
  manifestBytes: 72_704,
  entries: 189,
  entriesKept: 33,
  opened: 9,
  openedBytes: 2_480_343_613n,
  whole: 3,
  deletes: 0,
  live: 6256n,
  unknown: 0n,
};

it.each([
  [1, {}, 'The list of manifests is read: 63 of 66 are ruled out unopened.'],
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
  const last = (whole: number) => stepHeads({ ...FIGURES, whole })[3]?.read;
  expect([last(0), last(9)]).toEqual(['9 with a test', '9 whole']);
  expect(afterWords(3, FIGURES, [6067n, 156n, 24n])).toBe(
    'Grey ends here, colour goes on. After this step 6,247 of 6,256 files are skipped. None has been opened.',
  );
  expect(afterWords(1, FIGURES, [6067n, 156n, 24n])).toContain('6,067 of 6,256');
});

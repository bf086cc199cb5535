import { describe, expect, it } from 'vitest';
import type {
  ColumnEvidence,
  FileExplanation,
  Interval,
  StageExplanation,
  VerdictNode,
} from '../../src/planning/explanation.ts';
import { ALL_MATCH, READ, SKIPPED_BY_BOUNDS } from '../../src/planning/verdict.ts';
import type { FileBounds } from '../../src/table/api.ts';
import type { SieveRow } from '../pruning/sieve-layout.ts';
import { loadLanguage } from '../pruning/where.ts';
import { type AreaMark, areaMarks, showsCells } from './areas.ts';
import { readAsk } from './ask.ts';
import { ladder } from './ladder.ts';
import {
  askedForm,
  closestMisses,
  layPlane,
  missOf,
  nearestAcross,
  noteBeside,
  type PlaneFile,
  type PlaneLayout,
} from './plane.ts';
import { sampleOfMissed } from './use-nearest.ts';
import {
  endWords,
  eraWords,
  fileSentence,
  leftOutWords,
  missesWords,
  pathSentence,
  planeSigns,
  planeWords,
  rowSentence,
} from './why-words.ts';

const language = await loadLanguage(
  {
    schemaId: 0,
    identifierFieldIds: [],
    fields: [
      { id: 1, name: 'ts', required: false, type: { kind: 'timestamptz' } },
      { id: 2, name: 'country', required: false, type: { kind: 'string' } },
      { id: 3, name: 'n', required: false, type: { kind: 'int' } },
    ],
  },
  false,
);

describe('what is asked', () => {
  it.each([
    ['00001-4-abc.parquet', 'path'],
    ['s3://lake/clicks/data/country=NO/1.parquet', 'path'],
    // Of a path, since no column has the name.
    ['ts_day=2026-03-01', 'path'],
    ['', 'path'],
  ])('%s is a part of a path', (text, kind) => {
    expect(readAsk(text, language).kind).toBe(kind);
  });
  it.each([
    ['n = 7', 'n = 7'],
    ['country = NO', "country = 'NO'"],
    ["country = 'a, b', n=1", "country = 'a, b' AND n = 1"],
    ["country = O'Neil", "country = 'O''Neil'"],
    ['n = 1 and country = null', 'n = 1 AND country IS NULL'],
    ['ts = 2026-03-01 10:15, country = NO', "ts = '2026-03-01 10:15' AND country = 'NO'"],
    // A slash in quotes is of a value.
    ["country = 'a/b'", "country = 'a/b'"],
  ])('%s is a row', (text, where) => {
    expect(readAsk(text, language)).toMatchObject({ kind: 'row', where });
  });
  it.each([
    ['nonsense = 3', 'nonsense', 'Its columns: ts, country, n.'],
    ['n = 1, cuntry = NO', 'cuntry', 'Did you mean country, a string?'],
  ])('%s is said to name no column', (text, name, advice) => {
    expect(readAsk(text, language)).toEqual({ kind: 'path', text, unknown: { name, advice } });
  });
  it('asks for no column in a part of a path', () => {
    expect(readAsk('data/nonsense=3/', language)).toMatchObject({ unknown: undefined });
  });
  it('says what of a row cannot be understood', () => {
    expect(readAsk('n = seven', language)).toMatchObject({ kind: 'misread' });
  });
});

function interval(lower: number | string | undefined, upper = lower, inclusive = true): Interval {
  const edge = (value: number | string | undefined) =>
    value === undefined
      ? undefined
      : {
          text: String(value),
          position: typeof value === 'number' ? value : undefined,
          inclusive,
          truncated: false,
        };
  return { lower: edge(lower), upper: edge(upper) };
}

function column(fieldId: number, name: string, predicate: readonly Interval[]): ColumnEvidence {
  const none = { nullCount: undefined, nanCount: undefined, valueCount: undefined };
  const places = { bounds: undefined, partition: undefined, manifest: undefined };
  return { fieldId, name, type: 'int', ...none, ...places, predicate };
}

function bounds(fieldId: number, lower: number | string, upper: number | string): FileBounds {
  const at = (value: number | string) => (typeof value === 'number' ? value : undefined);
  return {
    fieldId,
    lower: String(lower),
    upper: String(upper),
    lowerPosition: at(lower),
    upperPosition: at(upper),
    nullCount: undefined,
    nanCount: undefined,
    valueCount: undefined,
  };
}

function file(id: number, verdict: number, ...own: readonly FileBounds[]): PlaneFile {
  return { id, rank: 0, verdict, bounds: new Map(own.map((one) => [one.fieldId, one])) };
}

describe('the plane', () => {
  const across = column(1, 'n', [interval(10, 20)]);
  const up = column(2, 'country', [interval('NO')]);

  it('draws nothing of no files, or of none with bounds', () => {
    expect(layPlane([across, up], [], undefined)).toBeUndefined();
    expect(layPlane([across, up], [file(0, READ)], 0)).toBeUndefined();
    expect(layPlane([], [file(0, READ)], 0)).toBeUndefined();
  });

  it('puts one file of one column on its axis', () => {
    const laid = layPlane([across], [file(0, READ, bounds(1, 12, 14))], 0);
    expect(laid?.y).toBeUndefined();
    // The axis runs from 10 to 20 and 8 % more on either side: 9.2 to 20.8.
    expect(laid?.boxes[0]?.x[0]).toBeCloseTo((12 - 9.2) / 11.6);
    expect(laid?.x.bands[0]?.from).toBeCloseTo((10 - 9.2) / 11.6);
  });

  it('stands strings in byte order, a value as wide as its step', () => {
    const laid = layPlane(
      [across, up],
      [
        file(0, SKIPPED_BY_BOUNDS, bounds(1, 11, 12), bounds(2, 'CA', 'GB')),
        file(1, ALL_MATCH, bounds(1, 11, 12), bounds(2, 'NO', 'NO')),
      ],
      0,
    );
    expect(laid?.y?.ticks.map(({ text, mine }) => `${text}${mine ? '!' : ''}`)).toEqual([
      'CA',
      'GB',
      'NO!',
    ]);
    expect(laid?.y?.bands[0]?.from).toBeCloseTo((2.5 - 0.4) / 3);
    // What is chosen is drawn last.
    expect(laid?.boxes.map(({ id }) => id)).toEqual([1, 0]);
  });

  it('takes 10⁵ files, and leaves out those without bounds', () => {
    const many = Array.from({ length: 100_000 }, (_, id) =>
      id % 2 === 0 ? file(id, SKIPPED_BY_BOUNDS, bounds(1, id, id + 1)) : file(id, READ),
    );
    const laid = layPlane([across], many, 0);
    // The axis is that of what is asked and chosen, 0 to 20 and 8 % more: files 0, 2 … 20 lie on it.
    expect(laid?.boxes).toHaveLength(11);
    expect(laid?.beyond).toBe(49_989);
    expect(laid?.without).toBe(50_000);
    for (const { x, y } of laid?.boxes ?? []) {
      if (!(x[0] >= 0 && x[1] <= 1 && y[0] >= 0 && y[1] <= 1)) throw new Error('outside');
    }
  });
});

describe('bounds beyond the axes', () => {
  const across = column(1, 'n', [interval(10, 20)]);
  it('leave the box open on that side', () => {
    const wide = file(1, SKIPPED_BY_BOUNDS, bounds(1, 15, 1000));
    // The file that is read sets the axis: 0 to 20, and 8 % more.
    const laid = layPlane([across], [file(0, READ, bounds(1, 0, 20)), wide], undefined);
    expect(laid?.boxes.map(({ id, goesOn }) => [id, goesOn])).toEqual([
      [1, ['right']],
      [0, []],
    ]);
    expect(laid?.boxes[0]?.x[1]).toBe(1);
  });
  it('do so upwards too, and never in byte order', () => {
    const up = column(3, 'm', [interval(5)]);
    const text = column(2, 'country', [interval('NO')]);
    const small = file(0, READ, bounds(1, 10, 20), bounds(3, 0, 9), bounds(2, 'AR', 'ZA'));
    const tall = file(
      1,
      SKIPPED_BY_BOUNDS,
      bounds(1, 12, 15),
      bounds(3, -99, 99),
      bounds(2, 'AA', 'ZZ'),
    );
    expect(layPlane([across, up], [small, tall], undefined)?.boxes[0]?.goesOn).toEqual([
      'bottom',
      'top',
    ]);
    expect(layPlane([across, text], [small, tall], undefined)?.boxes[0]?.goesOn).toEqual([]);
  });
});

describe('where rows may match', () => {
  const px = { x: (share: number) => share * 1000, y: (share: number) => 300 - share * 300 };
  const across = column(1, 'n', [interval(10, 20)]);
  const text = column(2, 'country', [interval('NO')]);

  it('is where the bounds of what is read meet what is asked for', () => {
    const laid = layPlane(
      [across],
      [
        file(0, READ, bounds(1, 0, 12)),
        file(1, ALL_MATCH, bounds(1, 13, 14)),
        file(2, SKIPPED_BY_BOUNDS, bounds(1, 30, 40)),
      ],
      undefined,
    );
    // The axis runs from 0 to 20 and 8 % of that more: −1.6 to 21.6.
    const at = (n: number) => (n + 1.6) / 23.2;
    const [first, second, ...others] = laid?.areas ?? [];
    expect(others).toEqual([]);
    expect(first).toMatchObject({ id: 0, verdict: READ });
    expect(first?.x[0]).toBeCloseTo(at(10));
    expect(first?.x[1]).toBeCloseTo(at(12));
    expect(second?.x[0]).toBeCloseTo(at(13));
    expect(planeSigns(laid as PlaneLayout)).toEqual(new Set(['read', 'may', 'all']));
  });
  it('is nowhere where nothing is read, and then no legend names it', () => {
    const laid = layPlane([across], [file(2, SKIPPED_BY_BOUNDS, bounds(1, 30, 40))], undefined);
    expect(laid?.areas).toEqual([]);
    expect(planeSigns(laid as PlaneLayout)).toEqual(new Set(['skipped']));
  });
  it('does not reach an edge that is not included', () => {
    const asked = column(1, 'n', [interval(10, 20, false)]);
    const laid = layPlane([asked], [file(0, READ, bounds(1, 0, 10))], undefined);
    expect(laid?.areas).toEqual([]);
  });
  it('is a bar a file in the row of what is asked for, whole cells of its pattern high', () => {
    const holder = (id: number) => file(id, READ, bounds(1, 15, 15), bounds(2, 'NO', 'NO'));
    const laid = layPlane([across, text], [holder(0), holder(1)], undefined) as PlaneLayout;
    const marks = areaMarks(laid, px);
    // One text: its row is 0.8 of 300 px around 150; two bars of 7 px and 3 px between them.
    expect(marks.map(({ y, height }) => [y, height])).toEqual([
      [141.5, 7],
      [151.5, 7],
    ]);
    // A single value is two cells wide, around its place.
    expect(marks.map(({ width }) => width)).toEqual([16, 16]);
    expect(marks[0]?.rank).toBe(0);
  });
  it('is one area, however many files share it, and two cells large where it is a point', () => {
    const point = column(1, 'n', [interval(15)]);
    const up = column(3, 'm', [interval(5)]);
    const files = Array.from({ length: 50 }, (_, id) =>
      file(id, READ, bounds(1, 10, 20), bounds(3, 0, 9)),
    );
    const marks = areaMarks(layPlane([point, up], files, undefined) as PlaneLayout, px);
    expect(marks.map(({ isAll, width, height }) => [isAll, width, height])).toEqual([
      [false, 16, 14],
    ]);
    expect(marks.every(showsCells)).toBe(true);
  });
  it('joins areas that continue each other, and keeps both forms in their places', () => {
    const up = column(3, 'm', [interval(0, 30)]);
    // Upwards from −2.4 to 32.4 in 300 px: 0 is at 279.3 px, 20 at 106.9, 30 at 20.7; all on whole ones.
    const files = [
      file(0, READ, bounds(1, 10, 20), bounds(3, 0, 10)),
      file(1, READ, bounds(1, 10, 20), bounds(3, 10, 20)),
      file(2, ALL_MATCH, bounds(1, 10, 20), bounds(3, 20, 30)),
    ];
    const marks = areaMarks(layPlane([across, up], files, undefined) as PlaneLayout, px);
    expect(marks.map(({ isAll, height }) => [isAll, height])).toEqual([
      [true, 86],
      [false, 172],
    ]);
  });
  it('loses nothing of areas whose bounds are nearly the same', () => {
    const up = column(3, 'm', [interval(0, 30)]);
    // The upper one begins a hair before the lower one.
    const files = [
      file(0, READ, bounds(1, 10.001, 20), bounds(3, 0, 10)),
      file(1, READ, bounds(1, 10, 20), bounds(3, 10, 30)),
    ];
    const marks = areaMarks(layPlane([across, up], files, undefined) as PlaneLayout, px);
    // From 20.7 px to 279.3, on whole ones.
    expect(marks.map(({ y, height }) => [y, height])).toEqual([[21, 258]]);
  });
  it('is no larger than it is where another form is in the way', () => {
    const up = column(3, 'm', [interval(0, 30)]);
    const files = [
      file(0, READ, bounds(1, 10, 20), bounds(3, 0, 0.5)),
      file(1, ALL_MATCH, bounds(1, 10, 20), bounds(3, 0.5, 30)),
    ];
    const [all, may] = areaMarks(layPlane([across, up], files, undefined) as PlaneLayout, px);
    expect(all?.isAll).toBe(true);
    // Half of one of 34.8 in 300 px, on whole px.
    expect(may?.height).toBe(Math.round((0.5 / 34.8) * 300));
    expect(showsCells(may as AreaMark)).toBe(false);
  });
  it('is not drawn of more intervals than can be told apart', () => {
    const asked = column(
      1,
      'n',
      Array.from({ length: 1000 }, (_, i) => interval(2 * i)),
    );
    const laid = layPlane([asked], [file(0, READ, bounds(1, 0, 2000))], undefined);
    expect(laid?.areas).toEqual([]);
    expect(planeSigns(laid as PlaneLayout).has('may')).toBe(false);
  });
});

it('says once of which day clock times are', () => {
  const at = (hours: number) => Date.UTC(2024, 3, 6, hours) * 1000;
  const ts = { ...column(1, 'ts', [interval(at(10))]), type: 'timestamp' };
  const laid = layPlane([ts], [file(0, READ, bounds(1, at(9), at(18)))], undefined);
  expect(planeWords(laid as PlaneLayout, true)).toBe(
    'Each bar is a file’s bounds of ts (2024-04-06). A file may hold the row if its bar crosses the blue line.',
  );
});

it('calls what is asked for by the form it has', () => {
  const words = (columns: readonly ColumnEvidence[]) => {
    const own = columns.map(({ fieldId }) => bounds(fieldId, 0, 100));
    const laid = layPlane(columns, [file(0, READ, ...own)], undefined) as PlaneLayout;
    return [askedForm(laid), planeWords(laid, false).match(/is read if (.*)\.$/)?.[1]];
  };
  const value = (fieldId: number) => column(fieldId, `n${fieldId}`, [interval(50)]);
  const some = (fieldId: number) => column(fieldId, `n${fieldId}`, [interval(40, 60)]);
  expect(words([some(1)])).toEqual(['band', 'its bar crosses the blue band']);
  expect(words([value(1)])).toEqual(['line', 'its bar crosses the blue line']);
  expect(words([some(1), some(2)])).toEqual(['band', 'its box crosses the blue band']);
  expect(words([some(1), value(2)])).toEqual(['line', 'its box crosses the blue line']);
  expect(words([value(1), value(2)])).toEqual(['point', 'its box has the blue point in it']);
});

it('leads the arrow to what is asked for', () => {
  const band = (from: number, to = from) => ({ from, to, left: undefined, right: undefined });
  // Within the box, at its nearer end, the nearest of several, and in its middle where nothing is asked.
  expect(nearestAcross([0.1, 0.9], [band(0.2)])).toBe(0.2);
  expect(nearestAcross([0.1, 0.9], [band(0.5, 1)])).toBe(0.7);
  expect(nearestAcross([0.4, 0.9], [band(0.2, 0.3)])).toBe(0.4);
  expect(nearestAcross([0.4, 0.6], [band(0.9)])).toBe(0.6);
  expect(nearestAcross([0.4, 0.6], [band(0), band(0.7)])).toBe(0.6);
  expect(nearestAcross([0.4, 0.6], [])).toBe(0.5);
});

it('looks for the nearest among evenly chosen files, and the last', () => {
  const verdicts = Uint8Array.from({ length: 1000 }, (_, i) =>
    i % 2 === 0 ? SKIPPED_BY_BOUNDS : READ,
  );
  // 500 at even places; every fiftieth of them, and the last at 998.
  expect(sampleOfMissed(verdicts, 10)).toEqual([
    0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 998,
  ]);
  expect(sampleOfMissed(verdicts, 500)).toHaveLength(500);
  expect(sampleOfMissed(new Uint8Array(5).fill(READ))).toEqual([]);
});

describe('what is asked for', () => {
  it('is named on a linear axis, between its ticks', () => {
    const asked = column(1, 'n', [interval(250)]);
    const laid = layPlane([asked], [file(0, READ, bounds(1, 0, 999))], 0);
    // 8 % of 999 more on either side: ticks at 0, 200 … 1,000, and the value asked for.
    expect(laid?.x.ticks.map(({ text, mine }) => `${text}${mine ? '!' : ''}`)).toEqual([
      '0',
      '200',
      '250!',
      '400',
      '600',
      '800',
      '1,000',
    ]);
  });
  it('is one time, of which an hour to either side is shown', () => {
    // 2026-09-04 04:03:00 UTC, in µs.
    const at = 1_788_494_580_000_000;
    const asked = { ...column(1, 'ts', [interval(at)]), type: 'timestamptz' };
    const laid = layPlane([asked], [file(0, READ, bounds(1, at, at))], 0);
    expect(laid?.x.ticks.map(({ text, mine }) => `${text}${mine ? '!' : ''}`)).toEqual([
      '03:15',
      '03:30',
      '03:45',
      '04:00',
      '04:03!',
      '04:15',
      '04:30',
      '04:45',
      '05:00',
    ]);
    // In the middle of two hours.
    expect(laid?.boxes[0]?.x).toEqual([0.5, 0.5]);
  });
  it('has its note beside the arrow, never on it', () => {
    const room = { from: 86, to: 900 };
    expect(noteBeside(400, 120, room)).toEqual({ x: 408, anchor: 'start' });
    // 850 + 8 + 120 is beyond 900.
    expect(noteBeside(850, 120, room)).toEqual({ x: 842, anchor: 'end' });
    expect(noteBeside(100, 900, room)).toEqual({ x: 108, anchor: 'start' });
  });
});

describe('files left out of the picture', () => {
  it('are counted, each by its reason', () => {
    expect(leftOutWords({ beyond: 0, without: 0, farther: 0 })).toBe('');
    expect(leftOutWords({ beyond: 158, without: 1, farther: 9_840 })).toBe(
      'Not drawn: 158 files beyond the axes, 1 file without such bounds, 9,840 files farther off in the order of partitions.',
    );
  });
});

describe('misses', () => {
  it.each([
    [interval('NO'), bounds(2, 'CA', 'GB'), 'NO comes after GB'],
    [interval('AR'), bounds(2, 'CA', 'GB'), 'AR comes before CA'],
    [interval('DE'), bounds(2, 'CA', 'GB'), undefined],
  ])('of a string', (asked, own, words) => {
    expect(missOf(column(2, 'country', [asked]), own)?.words).toBe(words);
  });
  it.each([
    [interval(10, 20), bounds(1, 1, 7), 'ends 3 before 10'],
    [interval(10, 20), bounds(1, 25, 30), 'begins 5 after 20'],
    [interval(10, 20, false), bounds(1, 1, 10), 'ends just before 10'],
    [interval(10, 20), bounds(1, 1, 10), undefined],
  ])('of a number', (asked, own, words) => {
    expect(missOf(column(1, 'n', [asked]), own)?.words).toBe(words);
  });
  it('misses several intervals by the nearest', () => {
    const asked = column(1, 'n', [interval(1, 2), interval(50, 60)]);
    expect(missOf(asked, bounds(1, 5, 6))?.words).toBe('begins 3 after 2');
  });
  it('lists files that miss on one column only, the nearest first, and the chosen one', () => {
    const columns = [column(1, 'n', [interval(10)]), column(3, 'm', [interval(0)])];
    const files = [
      file(0, SKIPPED_BY_BOUNDS, bounds(1, 15, 20), bounds(3, 0, 0)),
      file(1, SKIPPED_BY_BOUNDS, bounds(1, 12, 20), bounds(3, 0, 0)),
      file(2, SKIPPED_BY_BOUNDS, bounds(1, 11, 20), bounds(3, 5, 6)),
      file(3, READ, bounds(1, 1, 20), bounds(3, 0, 0)),
      file(4, SKIPPED_BY_BOUNDS, bounds(1, 90, 99), bounds(3, 0, 0)),
    ];
    expect(closestMisses(columns, files, undefined, 5).map(({ id }) => id)).toEqual([1, 0, 4]);
    expect(closestMisses(columns, files, 4, 2).map(({ id }) => id)).toEqual([1, 4]);
    expect(closestMisses(columns, [], 4, 2)).toEqual([]);
  });
  it('leaves out a chosen file that misses on more columns than others', () => {
    const columns = [column(1, 'n', [interval(10)]), column(3, 'm', [interval(0)])];
    const both = file(0, SKIPPED_BY_BOUNDS, bounds(1, 11, 20), bounds(3, 5, 6));
    const one = file(1, SKIPPED_BY_BOUNDS, bounds(1, 90, 99), bounds(3, 0, 0));
    expect(closestMisses(columns, [both, one], 0, 5).map(({ id }) => id)).toEqual([1]);
    expect(
      closestMisses(columns, [both], 0, 5).map(({ misses }) => misses.map(({ words }) => words)),
    ).toEqual([['begins 1 after 10', 'begins 5 after 0']]);
  });
  it('says which files its list is of', () => {
    expect(missesWords(1, 0, 0)).toBe(
      'of the files that bounds skip, those that miss on one column only, the nearest first',
    );
    expect(missesWords(2, 3000, 12)).toBe(
      'of the files that bounds skip, the nearest first; none misses on fewer than two columns; not compared: the 3,000 that manifest or partition skips and 12 farther off in the order of partitions',
    );
  });
});

function leaf(text: string, rows: VerdictNode['rows'], finding: string): VerdictNode {
  return { kind: 'predicate', rows, text, finding, children: [] };
}

function why(
  verdict: FileExplanation['verdict'],
  sentence: string,
  stages: readonly StageExplanation[],
): FileExplanation {
  return {
    verdict,
    sentence,
    stages,
    columns: [column(1, 'n', []), column(2, 'country', [])],
  } as unknown as FileExplanation;
}

it('has a rung for each column of the bounds, and none after the one that stops', () => {
  const tree: VerdictNode = {
    kind: 'and',
    rows: 'cannot',
    text: '',
    children: [
      leaf('country IS NOT NULL', 'must', 'none is null'),
      leaf("country = 'NO'", 'cannot', 'CA to GB; NO comes after GB'),
      leaf('n >= 3', 'might', 'n runs from 1 to 5'),
    ],
  };
  const stage = (name: StageExplanation['stage'], rows: VerdictNode['rows']) => ({
    stage: name,
    rows,
    tree: leaf('x', rows, `${name} lets it through`),
  });
  const file = why('skippedByBounds', 'Skipped by bounds: …', [
    stage('manifest', 'might'),
    stage('partition', 'might'),
    { stage: 'bounds', rows: 'cannot', tree },
  ]);
  expect(
    ladder(file).map(({ title, passed, words }) => `${passed ? '✓' : '○'} ${title}: ${words}`),
  ).toEqual([
    '✓ manifest list: manifest lets it through',
    '✓ partition: partition lets it through',
    '✓ bounds of n: n runs from 1 to 5',
    '○ bounds of country: CA to GB; NO comes after GB',
  ]);
  const early = why('skippedByManifest', '', [
    stage('manifest', 'cannot'),
    stage('bounds', 'might'),
  ]);
  expect(ladder(early).map(({ title }) => title)).toEqual(['manifest list']);
});

it.each([
  ['skippedByBounds', 'Skipped by bounds: country is CA.', 'is not read: country is CA.'],
  ['read', 'Read: rows may match. Its ts overlaps.', 'is read: rows may match. Its ts overlaps.'],
  ['unknown', 'Unknown: its manifest is damaged.', 'is unknown: its manifest is damaged.'],
] as const)('of a file that is %s', (verdict, sentence, expected) => {
  const filePath = 's3://lake/t/data/00001-23-b9df1c1a-b761-0-00004.parquet';
  // Both ends of its name, which is what was asked.
  expect(fileSentence({ ...why(verdict, sentence, []), filePath })).toBe(
    `00001-23…-0-00004 ${expected}`,
  );
});

function sieve(byVerdict: readonly number[]): SieveRow {
  const tally = (files: number) => ({ files: BigInt(files), records: 0n, bytes: 0n });
  const sum = byVerdict.reduce((a, b) => a + b, 0);
  const counts = { manifests: 1, manifestsSkipped: 0, bytesIncomplete: false };
  return { specId: 0, rank: 0, ...counts, live: tally(sum), byVerdict: byVerdict.map(tally) };
}

it.each([
  [[5, 0, 0, 0, 0, 0], undefined, 'No file can hold such a row.'],
  [[5, 0, 0, 1, 0, 0], undefined, 'One of 6 files may hold such a row.'],
  [
    [5, 0, 0, 1, 0, 0],
    0,
    'One of 6 files may hold such a row, and your predicate does not read it.',
  ],
  [[5, 0, 0, 1, 0, 0], 1, 'One of 6 files may hold such a row, and your predicate reads it.'],
  [
    [5, 0, 0, 1, 0, 0],
    'not asked for',
    'Your predicate does not ask for this row. One of 6 files may hold such a row.',
  ],
  [
    [5, 0, 0, 0, 0, 0],
    'not asked for',
    'Your predicate does not ask for this row. No file can hold such a row.',
  ],
  [
    [3, 0, 0, 2, 1, 0],
    2,
    'Three of 6 files may hold such a row; your predicate reads two of them.',
  ],
  [
    [3, 0, 0, 0, 0, 2],
    undefined,
    'No file that can be read holds such a row. 2 files cannot be known.',
  ],
] as const)('of a row with %o', (verdicts, readBy, expected) => {
  expect(rowSentence(sieve(verdicts), { complete: true }, readBy)).toBe(expected);
});

it.each([
  [[3, 2, 1, 0, 0, 0], 'none: skipped 3 by manifest, 2 by partition, 1 by bounds'],
  [[3, 0, 0, 1, 2, 0], '2 files hold nothing else, 1 file may hold it'],
  [[0, 0, 0, 0, 0, 4], '4 files cannot be known'],
] as const)('of an era with %o', (verdicts, expected) => {
  expect(eraWords(sieve(verdicts))).toBe(expected);
});

it.each([
  [{ found: 0, done: true }, 'No live file of this snapshot has “x” in its path.'],
  [
    { found: 0, done: true, unknown: 'nonsense' },
    'This snapshot has no column nonsense, and no live file has “x” in its path.',
  ],
  [{ found: 1, done: false }, 'Searching paths: 2 of 9 manifests, 1 file so far.'],
  [{ found: 12, done: true, read: 3 }, '12 files have “x” in their path; 3 of them are read.'],
  [
    { found: 1, done: true },
    '1 file has “x” in its path. Without a predicate every live file is read.',
  ],
])('of a search with %o', (state, expected) => {
  const base = { full: false, searched: 2, of: 9, read: undefined, text: 'x' };
  expect(pathSentence({ ...base, ...state })).toBe(expected);
});

it.each([
  ['skippedByBounds', 'n = 3', /^Here it stops/],
  ['read', 'n = 3', /what the residual leaves is tested/],
  ['allMatch', 'true', /nothing is left to test/],
  // By bounds: engines take the residual of the partition alone.
  ['allMatch', 'n = 3', /all its rows match.*tested all the same/],
] as const)('tells what becomes of a file: %s with the residual %s', (verdict, text, expected) => {
  const residual = { text, kind: text === 'true' ? 'true' : 'predicate' } as const;
  expect(endWords({ verdict, residual })).toMatch(expected);
});

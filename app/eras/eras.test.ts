import { describe, expect, it } from 'vitest';
import type { Era } from '../../src/metadata/eras.ts';
import type { TableMetadata } from '../../src/metadata/records.ts';
import type { HistoryPoint, LiveTally } from '../history.ts';
import {
  bandStates,
  carriedOnly,
  type ErasFrame,
  erasLayout,
  nearestCommit,
} from './eras-layout.ts';
import {
  type Commit,
  type EraModel,
  type ErasModel,
  erasModel,
  lateSpans,
  rewritesOf,
} from './eras-model.ts';
import { eraState, erasSentence } from './eras-words.ts';
import { sizeBins } from './size-bins.ts';
import { spread } from './spread.ts';

const DAY = 86_400_000;
const T0 = Date.UTC(2026, 0, 1);
const at = (day: number) => T0 + day * DAY;
const tally = (files: number): LiveTally => ({ files, rows: files * 10, bytes: files * 100 });
const map = (counts: Readonly<Record<number, number>>) =>
  new Map(Object.entries(counts).map(([id, files]) => [Number(id), tally(files)]));

function commit(
  day: number,
  added: Readonly<Record<number, number>>,
  kind: Commit['kind'] = 'append',
): Commit {
  return { id: `s${day}`, ms: at(day), kind, onLine: true, added: map(added) };
}

function point(
  day: number,
  live: Readonly<Record<number, number>>,
  added: Readonly<Record<number, number>> = {},
  operation = 'append',
): HistoryPoint {
  const snapshot = {
    snapshotId: BigInt(day),
    timestampMs: BigInt(at(day)),
    operation,
    summary: {},
  };
  return {
    snapshot: snapshot as never,
    live: map(live),
    added: map(added),
    layers: Object.entries(live).map(([id, files]) => ({ specId: Number(id), ...tally(files) })),
    unread: new Map(),
  };
}

function era(specId: number, from: number, to: number | undefined, live: number): EraModel {
  return {
    specId,
    rank: specId,
    label: specId === 0 ? 'day(ts)' : 'hour(ts)',
    change: specId === 0 ? '' : '+hour(ts) −day(ts)',
    isDefault: to === undefined,
    spans: [
      {
        from: at(from),
        to: to === undefined ? undefined : at(to),
        certain: true,
        ddl: { full: 'ALTER TABLE t ADD PARTITION FIELD hours(ts)', short: 'ADD hours(ts)' },
      },
    ],
    late: [],
    carried: { from: at(from), to: Number.POSITIVE_INFINITY },
    inHand: { isDefault: to === undefined, lastWrite: at(from), lateCommits: 0 },
    live: tally(live),
    unread: undefined,
  };
}

const MODEL: ErasModel = {
  eras: [era(0, 0, 5, 3), era(1, 5, undefined, 1)],
  commits: [commit(0, { 0: 3 }), commit(5, { 1: 1 }), commit(10, {}, 'delete')],
  line: [point(0, { 0: 3 }), point(5, { 0: 3, 1: 1 })],
  rewrites: [],
  isPast: false,
  refs: [
    { name: 'main', type: 'branch', ms: at(10) },
    { name: 'tag', type: 'tag', ms: at(10) },
  ],
  hasFirst: true,
  from: at(0),
  to: at(10),
};
const FRAME: ErasFrame = {
  width: 1184,
  height: 600,
  unit: 'files',
  narrow: false,
  scale: 1,
  amount: String,
};

describe('what is only carried', () => {
  const span = (from: number, to: number | undefined) => ({
    from,
    to,
    certain: true,
    ddl: { full: '', short: '' },
  });
  it('is what lives while the layout is not the default', () => {
    const carried = { from: 2, to: 20 };
    // Written from 2 on, the default until 5 and from 8 to 12.
    expect(carriedOnly({ carried, spans: [span(0, 5), span(8, 12)] }, 15)).toEqual([
      { from: 5, to: 8 },
      { from: 12, to: 15 },
    ]);
  });
  it('is nothing while the layout is the default', () => {
    expect(carriedOnly({ carried: { from: 2, to: 20 }, spans: [span(0, undefined)] }, 15)).toEqual(
      [],
    );
    expect(carriedOnly({ carried: undefined, spans: [span(0, 5)] }, 15)).toEqual([]);
  });
});

describe('the legend of the bands', () => {
  const bare = {
    ...MODEL,
    commits: [],
    eras: [{ ...era(0, 0, undefined, 1), carried: undefined }],
  };
  const late = [{ from: at(6), to: at(7), commits: 2 }];
  it.each([
    ['has nothing that is not there', bare, []],
    [
      'has what was written late',
      { ...bare, eras: [{ ...era(0, 0, undefined, 1), late }] },
      ['late'],
    ],
    [
      'has kinds of commits',
      { ...bare, commits: [commit(1, {}, 'rewrite'), commit(2, {}, 'delete')] },
      ['rewrite', 'delete'],
    ],
    // Spec 0 lives on after day 5.
    ['has what is carried', { ...bare, eras: [era(0, 0, 5, 1)] }, ['carried']],
  ] as const)('%s', (_, model, states) => {
    expect(bandStates(model)).toEqual(states);
  });
});

describe('erasLayout', () => {
  const layout = erasLayout(MODEL, FRAME);
  it('keeps the right margin and maps time evenly', () => {
    expect([layout.left, layout.right]).toEqual([16, 1016]);
    // 10 days and 2 % behind them over 1,000 px.
    expect(layout.axis.x(at(5)) - 16).toBeCloseTo(1000 * (5 / 10.2));
  });
  it('puts the newest era on top', () => {
    expect(layout.rows.map((row) => row.era.specId)).toEqual([1, 0]);
    expect(layout.rows[0]?.y).toBeLessThan(layout.rows[1]?.y ?? 0);
  });
  it('stacks the oldest lowest, in steps that end at the right edge', () => {
    const [oldest, newest] = layout.stack;
    const y = layout.y;
    expect(oldest?.area.startsWith(`M16 ${Math.round(y(3) * 10) / 10}H`)).toBe(true);
    expect(newest?.area).toContain(`H1016L1016 ${Math.round(y(3) * 10) / 10}`);
    expect(y(0)).toBe(layout.stackBottom);
  });
  it('gives flags of one place room beside or below each other', () => {
    const [main, tag] = layout.flags;
    if (main?.box === undefined || tag?.box === undefined) throw new Error('a name is missing');
    expect(tag.box.x + tag.box.width <= main.box.x || tag.box.y >= main.box.y + 15).toBe(true);
  });
  it('puts names that would cover each other in rows, and none over another’s pole', () => {
    const names = ['main', 'before_the_change', 'after_the_change', 'at_the_end'];
    const refs = names.map((name, i) => ({
      name,
      type: i === 0 ? ('branch' as const) : ('tag' as const),
      ms: at(10 - i / 100),
    }));
    const { flags, laneY } = erasLayout({ ...MODEL, refs }, FRAME);
    const boxes = flags.flatMap(({ box, x }) => (box === undefined ? [] : [{ ...box, pole: x }]));
    expect(boxes.length).toBeGreaterThan(2);
    for (const [i, a] of boxes.entries()) {
      expect(a.y + 15).toBeLessThanOrEqual(laneY);
      for (const b of boxes.slice(i + 1)) {
        if (a.y === b.y) expect(a.x + a.width <= b.x || b.x + b.width <= a.x).toBe(true);
        const [upper, lower] = a.y < b.y ? [a, b] : [b, a];
        if (upper.y < lower.y) {
          expect(upper.pole > lower.x && upper.pole < lower.x + lower.width).toBe(false);
        }
      }
    }
  });
  it.each([
    [5, 9.5],
    [0, 1],
    [8, 9],
  ])('keeps apart the statements of a layout that came back: day %d, day %d', (first, second) => {
    const [span] = era(0, first, second, 1).spans;
    if (span === undefined) throw new Error('no span');
    const back = { ...era(0, first, second, 1), spans: [span, { ...span, from: at(second) }] };
    const { rows } = erasLayout({ ...MODEL, eras: [back] }, FRAME);
    const boxes = rows[0]?.edges.map(({ ddl }) => {
      // A letter of 11 px JetBrains Mono is 6.6 px wide.
      const length = ddl.text.length * 6.6;
      return ddl.anchor === 'start' ? [ddl.x, ddl.x + length] : [ddl.x - length, ddl.x];
    });
    const [left, right] = (boxes ?? []).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
    expect(left?.[1]).toBeLessThanOrEqual((right?.[0] ?? 0) + 1);
  });
  it('is never lower than its bands need', () => {
    expect(erasLayout(MODEL, { ...FRAME, height: 10 }).height).toBeGreaterThan(200);
  });
  it('has no row without eras, and no mark without commits', () => {
    const none = { ...MODEL, eras: [], commits: [], line: [], refs: [] };
    const { rows, flags } = erasLayout(none, FRAME);
    expect([rows, flags]).toEqual([[], []]);
    const empty = erasLayout({ ...MODEL, commits: [], line: [] }, FRAME);
    expect(empty.rows.map(({ commits }) => commits)).toEqual(['', '']);
  });
  it('keeps the marks of 10⁵ commits in their place', () => {
    // One after the other over ten days, the latter half of spec 1.
    const commits = Array.from({ length: 100_000 }, (_, i) => ({
      ...commit(0, i < 50_000 ? { 0: 1 } : { 1: 1 }),
      id: `c${i}`,
      ms: at(0) + (i * (at(10) - at(0))) / 100_000,
    }));
    const { rows, left, right, axis } = erasLayout({ ...MODEL, commits }, FRAME);
    const [spec1, spec0] = rows.map((row) =>
      [...row.commits.matchAll(/M([\d.]+) /g)].map(([, x]) => Number(x)),
    );
    expect([spec0?.length, spec1?.length]).toEqual([50_000, 50_000]);
    const all = [...(spec0 ?? []), ...(spec1 ?? [])];
    expect(all.every((x) => x >= left && x <= right)).toBe(true);
    expect(spec0?.every((x) => x <= axis.x(at(5)) + 1)).toBe(true);
    expect(spec1?.every((x) => x >= axis.x(at(5)) - 1)).toBe(true);
  });
  it('finds the commit nearest to a position', () => {
    const x = layout.axis.x(at(5));
    expect(nearestCommit(MODEL.commits, layout.axis, x + 40)?.id).toBe('s5');
    expect(nearestCommit(MODEL.commits, layout.axis, 0)?.id).toBe('s0');
    expect(nearestCommit([], layout.axis, 0)).toBeUndefined();
  });
});

describe('lateSpans', () => {
  const spans = [
    { from: 10, to: 20 },
    { from: 40, to: undefined },
  ];
  const writes = (...times: number[]) => times.map((ms) => ({ ms }) as Commit);
  it.each([
    ['none', writes(10, 15, 50), []],
    ['the end is exclusive', writes(20), [{ from: 20, to: 20, commits: 1 }]],
    ['one run', writes(12, 22, 30), [{ from: 22, to: 30, commits: 2 }]],
    [
      'an own write parts runs',
      writes(5, 12, 30),
      [
        { from: 5, to: 5, commits: 1 },
        { from: 30, to: 30, commits: 1 },
      ],
    ],
  ] as const)('%s', (_, commits, expected) => {
    expect(lateSpans(spans, commits)).toEqual(expected);
  });
});

describe('rewritesOf', () => {
  it('pairs what one spec lost with what another gained', () => {
    const line = [point(0, { 0: 9 }), point(1, { 0: 4, 1: 2 }, { 1: 2 }, 'replace')];
    expect(rewritesOf(line)).toEqual([
      { id: '1', ms: at(1), fromSpec: 0, toSpec: 1, removed: tally(5) },
    ]);
  });
  it('is none of an append, nor of a rewrite within one spec', () => {
    expect(rewritesOf([point(0, { 0: 9 }), point(1, { 0: 4, 1: 2 }, { 1: 2 })])).toEqual([]);
    expect(rewritesOf([point(0, { 0: 9 }), point(1, { 0: 4 }, { 0: 1 }, 'replace')])).toEqual([]);
  });
});

describe('words', () => {
  it('states what old layouts hold', () => {
    // 3 of 4 files.
    expect(erasSentence(MODEL, 'files')).toBe(
      'Two layouts in 10 days; one is no longer the default but holds 75 % of the files.',
    );
  });
  it('states no span of time where what came before is not at hand', () => {
    expect(erasSentence({ ...MODEL, hasFirst: false }, 'files')).toBe(
      'Two layouts; one is no longer the default but holds 75 % of the files.',
    );
    const alone = { ...MODEL, eras: [era(1, 5, undefined, 1)], hasFirst: false };
    expect(erasSentence(alone, 'files')).toBe('One layout: hour(ts).');
  });
  it('claims nothing of what could not be read', () => {
    const [old, now] = MODEL.eras as [EraModel, EraModel];
    const unread = { manifests: 1, files: 58 };
    expect(erasSentence({ ...MODEL, eras: [{ ...old, unread }, now] }, 'bytes')).toBe(
      'Two layouts in 10 days. One manifest of spec 0 cannot be read, so what it holds is at least this.',
    );
  });
  it('says when nothing was written', () => {
    expect(erasSentence({ ...MODEL, eras: [era(1, 0, undefined, 0)], commits: [] }, 'bytes')).toBe(
      'No snapshot yet. The layout is ready: hour(ts).',
    );
  });
  it.each([
    ['default for writes', era(1, 0, undefined, 1), false],
    ['carried', era(0, 0, 5, 1), false],
    ['gone', era(0, 0, 5, 0), false],
    [
      '58 files unknown: 1 manifest unread',
      { ...era(0, 0, 5, 0), unread: { manifests: 1, files: 58 } },
      true,
    ],
    [
      'written after its era: 2 commits',
      {
        ...era(0, 0, 5, 1),
        inHand: { isDefault: false, lastWrite: at(7), lateCommits: 2 },
      },
      true,
    ],
  ] as const)('%s', (text, of, alert) => {
    expect(eraState(of, { isPast: false })).toEqual({ text, alert });
  });
});

describe('erasModel at an earlier snapshot', () => {
  const snapshot = (id: number, day: number) => ({
    snapshotId: BigInt(id),
    parentSnapshotId: id === 1 ? undefined : BigInt(id - 1),
    timestampMs: BigInt(at(day)),
    operation: 'append',
    summary: {},
  });
  const specs = [0, 1].map((specId) => ({ specId, fields: [] }));
  const metadata = {
    snapshots: [snapshot(1, 0), snapshot(2, 6), snapshot(3, 8)],
    currentSnapshotId: 3n,
    lastUpdatedMs: BigInt(at(8)),
    partitionSpecs: specs,
    schemas: [],
    refs: [],
    snapshotLog: [],
    formatVersion: 2,
  } as unknown as TableMetadata;
  // Spec 0 until day 5 and again from day 7; both are written on day 6 and 8, where the other is the default.
  const span = (specId: number, from: number, to?: number) => ({
    specId,
    from: BigInt(at(from)),
    to: to === undefined ? undefined : BigInt(at(to)),
    certain: true,
  });
  const given = [
    { spec: specs[0], spans: [span(0, 0, 5), span(0, 7)], isDefault: true },
    { spec: specs[1], spans: [span(1, 5, 7)], isDefault: false },
  ] as unknown as readonly Era[];
  const points = new Map(
    [
      point(1, { 0: 1 }, { 0: 1 }),
      point(2, { 0: 2, 1: 3 }, { 0: 1, 1: 3 }),
      point(3, { 0: 3, 1: 4 }, { 0: 1, 1: 1 }),
    ].map((one) => [String(one.snapshot.snapshotId), one]),
  );
  const modelAt = (snapshotId: bigint) =>
    erasModel({
      tableName: 't',
      metadata,
      eras: given,
      ranks: new Map([
        [0, 0],
        [1, 1],
      ]),
      points,
      snapshotId,
      columnsAt: () => [],
      dialect: 'spark',
      isPart: false,
    });
  it('tells the default, the last write and late commits of that time', () => {
    const { eras: found, isPast } = modelAt(2n);
    expect(isPast).toBe(true);
    expect(found.map((one) => one.inHand)).toEqual([
      { isDefault: false, lastWrite: at(6), lateCommits: 1 },
      { isDefault: true, lastWrite: at(6), lateCommits: 0 },
    ]);
  });
  it('says so in the sentence: 2 of 5 files are of spec 0', () => {
    expect(erasSentence(modelAt(2n), 'files')).toBe(
      'Two layouts in 8 days; at this snapshot, one that was not the default holds 40 % of the files.',
    );
  });
  it('says of the current snapshot what is so now: 4 of 7 files are of spec 1', () => {
    expect(modelAt(3n).eras.map((one) => one.inHand.isDefault)).toEqual([true, false]);
    expect(erasSentence(modelAt(3n), 'files')).toBe(
      'Two layouts in 8 days; one is no longer the default but holds 57 % of the files.',
    );
  });
});

describe('spread', () => {
  it.each([
    ['nothing', [], []],
    ['one', [50], [50]],
    ['apart already', [10, 50, 90], [10, 50, 90]],
    ['moves down', [10, 12, 90], [10, 40, 90]],
    ['keeps off the bottom', [10, 95, 99], [10, 70, 100]],
    ['keeps the order it was given', [99, 95], [100, 70]],
  ] as const)('%s', (_, positions, expected) => {
    expect(spread(positions, 30, 0, 100)).toEqual(expected);
  });
});

it('spreads 10⁵ places that are apart already', () => {
  const places = Array.from({ length: 100_000 }, (_, i) => i * 30);
  expect(spread(places, 30, 0, 3_000_000)).toEqual(places);
});

describe('sizeBins', () => {
  it('has no bins without files, and loses none of 10⁵', () => {
    expect(sizeBins([]).bySpec.size).toBe(0);
    const bytes = Float64Array.from({ length: 100_000 }, (_, i) => i);
    const { max, bySpec } = sizeBins([{ specId: 1, bytes }]);
    expect([max, bySpec.get(1)?.reduce((a, b) => a + b, 0)]).toEqual([99_999, 100_000]);
  });
  it('counts the largest file in the last bin', () => {
    const { max, bySpec } = sizeBins([{ specId: 1, bytes: Float64Array.of(0, 11, 22) }]);
    expect(max).toBe(22);
    expect(
      bySpec
        .get(1)
        ?.map((n, i) => (n === 0 ? '' : i))
        .filter((i) => i !== ''),
    ).toEqual([0, 11, 21]);
  });
});

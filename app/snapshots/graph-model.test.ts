import { describe, expect, it } from 'vitest';
import type { EraModel, ErasModel } from '../eras/eras-model.ts';
import { graphLayout } from './graph-layout.ts';
import { clockContext, type GraphItem, graphItems } from './graph-model.ts';
import type { SnapshotRow } from './snapshot-rows.ts';

const HOUR = 3_600_000;

interface Given {
  readonly id: number;
  readonly parent?: number;
  readonly kind?: SnapshotRow['kind'];
  readonly onLine?: boolean;
  readonly refs?: SnapshotRow['refs'];
}

function rowOf(given: Given, kept: ReadonlySet<number>): SnapshotRow {
  const { id, parent = id - 1, kind = 'append', onLine = true, refs = [] } = given;
  return {
    id: String(id),
    ms: id * HOUR,
    kind,
    operation: kind,
    parentId: parent < 1 ? undefined : String(parent),
    parentKept: kept.has(parent),
    onLine,
    refs,
    snapshot: { sequenceNumber: BigInt(id), summary: {} } as SnapshotRow['snapshot'],
  } as SnapshotRow;
}

const rowsOf = (...given: readonly Given[]) => {
  const kept = new Set(given.map(({ id }) => id));
  return given.map((one) => rowOf(one, kept));
};

const chain = (count: number, more: (id: number) => Partial<Given> = () => ({})) =>
  rowsOf(...Array.from({ length: count }, (_, i) => ({ id: i + 1, ...more(i + 1) })));

/** Eras that begin at the given hours. */
const erasOf = (...from: readonly number[]): ErasModel =>
  ({
    eras: from.map(
      (hour, i): EraModel =>
        ({
          specId: i,
          rank: i,
          spans: [
            {
              from: hour * HOUR,
              to: from[i + 1] === undefined ? undefined : (from[i + 1] as number) * HOUR,
              certain: true,
              ddl: { full: `ALTER TABLE t ADD PARTITION FIELD f${i}`, short: `ADD f${i}` },
            },
          ],
          late: [],
        }) as unknown as EraModel,
    ),
    commits: [],
    rewrites: [],
  }) as unknown as ErasModel;

const items = (
  rows: readonly SnapshotRow[],
  model = erasOf(0),
  more: { pinned?: readonly string[]; open?: readonly string[] } = {},
) =>
  graphItems({
    rows,
    model,
    tableName: 't',
    pinned: new Set(more.pinned),
    open: new Set(more.open),
  });

const outline = (found: readonly GraphItem[]) =>
  found.map((item) =>
    item.kind === 'commit' ? item.key : item.kind === 'ddl' ? item.full : item.words,
  );

describe('graphItems', () => {
  it('puts the newest on top and changes of layout between the commits', () => {
    expect(outline(items(chain(3), erasOf(0, 2.5)))).toEqual([
      '3',
      'ADD PARTITION FIELD f1',
      '2',
      '1',
      'ADD PARTITION FIELD f0',
    ]);
  });
  it('colours commits by the layout of their time until more is known', () => {
    const ranks = items(chain(3), erasOf(0, 2.5)).map(({ rank }) => rank);
    expect(ranks).toEqual([1, 1, 0, 0, 0]);
  });
  it('folds runs of equal commits where there are many', () => {
    expect(outline(items(chain(18))).length).toBe(19);
    expect(outline(items(chain(40)))).toEqual(['40 appends, every 1 h', 'ADD PARTITION FIELD f0']);
  });
  it('keeps A, B, named ones and other kinds out of folds', () => {
    const rows = chain(40, (id) => ({
      ...(id === 30 ? { refs: [{ name: 'v1', type: 'tag' as const }] } : {}),
      ...(id === 20 ? { kind: 'rewrite' as const } : {}),
    }));
    expect(outline(items(rows, erasOf(0), { pinned: ['40', '10'] }))).toEqual([
      '40',
      '9 appends, every 1 h',
      '30',
      '9 appends, every 1 h',
      '20',
      '9 appends, every 1 h',
      '10',
      '9 appends, every 1 h',
      'ADD PARTITION FIELD f0',
    ]);
  });
  it('folds older layouts whole where rows are still many', () => {
    // Every third commit rewrites, so equal runs are too short to fold.
    const rows = chain(60, (id) => (id % 3 === 0 ? { kind: 'rewrite' as const } : {}));
    const found = outline(items(rows, erasOf(0, 30.5, 48.5)));
    expect(found.at(-2)).toBe('30 commits, 10 rewrites among them');
    expect(found.at(-4)).toBe('18 commits, 6 rewrites among them');
    expect(found.slice(0, 3)).toEqual(['60', '59', '58']);
  });
  it('opens a fold, and a long one in parts', () => {
    expect(items(chain(30), erasOf(0), { open: ['fold 30 30'] }).length).toBe(31);
    const parts = items(chain(1000), erasOf(0), { open: ['fold 1000 1000'] });
    expect(parts.length).toBeLessThanOrEqual(41);
    expect(outline(parts)[0]).toBe('25 appends, every 1 h');
  });
  it('puts branches beside the line, one over another only where they do not meet', () => {
    const rows = rowsOf(
      { id: 1 },
      { id: 2 },
      { id: 3, parent: 2, onLine: false },
      { id: 4, parent: 2, onLine: false },
      { id: 5, parent: 2 },
      { id: 6, parent: 5, onLine: false },
    );
    const lanes = new Map(items(rows).map((item) => [item.key, item.lane]));
    expect([1, 2, 3, 4, 5, 6].map((id) => lanes.get(String(id)))).toEqual([0, 0, 2, 1, 0, 1]);
  });
  it('is empty without snapshots and layouts', () => {
    expect(items([], erasOf())).toEqual([]);
  });
  it('has one item for one snapshot', () => {
    expect(items(chain(1), erasOf()).map(({ kind }) => kind)).toEqual(['commit']);
  });
  it('takes 10⁵ snapshots', () => {
    expect(items(chain(100_000)).length).toBe(2);
  });
});

describe('graphLayout', () => {
  const frame = { rowHeight: 40, scale: 1 };
  it('draws the line from the newest commit to the oldest, a piece a row', () => {
    const layout = graphLayout(items(chain(2), erasOf(0, 1.5)), frame);
    expect(layout.lines.map(({ path, rank }) => [path, rank])).toEqual([
      // From the bottom: commit 1, the change of layout above it, commit 2.
      ['M16 80V100', 0],
      ['M16 40V80', 0],
      ['M16 20V40', 1],
    ]);
    expect([layout.width, layout.height]).toEqual([30, 160]);
  });
  it('leads a branch to its parent, and lets one without end in dots', () => {
    const rows = rowsOf(
      { id: 2 },
      { id: 3, parent: 2, onLine: false },
      { id: 4, parent: 99, onLine: false },
    );
    const layout = graphLayout(items(rows, erasOf()), frame);
    expect(layout.lines.slice(1).map(({ path, dotted }) => [path, dotted])).toEqual([
      ['M36 20v18', true],
      ['M36 60V82L16 100', false],
    ]);
  });
  it('draws 10⁵ commits, a piece between each two', () => {
    const open = items(chain(1), erasOf())[0];
    if (open?.kind !== 'commit') throw new Error('no commit');
    const many = Array.from({ length: 100_000 }, () => open);
    expect(graphLayout(many, frame).height).toBe(4_000_000);
  });
  it('is empty without items', () => {
    expect(graphLayout([], frame)).toEqual({ width: 30, height: 0, lines: [], xs: [] });
  });
});

it('says once what the clock times beside the graph leave out', () => {
  const at = (text: string) => Date.parse(text);
  const noon = at('2026-11-30T12:00:00Z');
  expect(clockContext([noon, at('2026-11-30T12:00:05Z')])).toBe('2026-11-30, UTC');
  expect(clockContext([noon, at('2026-12-01T00:10:00Z')])).toBe('2026-11-30 to 2026-12-01, UTC');
  // Of a day or more, the times have their days themselves.
  expect(clockContext([noon, at('2026-12-01T12:00:00Z')])).toBe('UTC');
  expect(clockContext([])).toBe('UTC');
});

import { describe, expect, it } from 'vitest';
import type { TableMetadata } from '../../src/metadata/records.ts';
import { schemaHistory } from '../../src/metadata/schema-history.ts';
import { parseSchema } from '../../src/types/parse-type.ts';
import { type ChartFrame, chartWidth, schemaLayout } from './schema-layout.ts';
import { foldRows, hasUses, type SchemaModel, schemaModel } from './schema-model.ts';
import { headOf } from './schema-words.ts';

type Field = readonly [id: number, name: string, type?: string, doc?: string];

/** A model of schemas 0, 1, …, one a day. */
function modelOf(...schemas: readonly (readonly Field[])[]): SchemaModel {
  const parsed = schemas.map((fields, i) =>
    parseSchema(
      {
        type: 'struct',
        'schema-id': i,
        fields: fields.map(([id, name, type = 'int', doc]) => ({
          id,
          name,
          type,
          required: false,
          ...(doc === undefined ? {} : { doc }),
        })),
      },
      'test',
    ),
  );
  const metadata = {
    schemas: parsed,
    currentSchemaId: schemas.length - 1,
    lastUpdatedMs: 0n,
    metadataLog: [],
    snapshots: parsed.map(({ schemaId }) => ({
      schemaId,
      timestampMs: BigInt(schemaId) * 86_400_000n,
    })),
  } as unknown as TableMetadata;
  return schemaModel(schemaHistory(metadata, []), [], new Map());
}

const FRAME: ChartFrame = { width: 600, narrow: false, scale: 1, top: 74, chosen: undefined };
const layoutOf = (model: SchemaModel, frame: Partial<ChartFrame> = {}) =>
  schemaLayout(model, model.rows, { ...FRAME, ...frame });

const REUSED = modelOf(
  [
    [1, 'id'],
    [2, 'session'],
  ],
  [[1, 'id']],
  [
    [1, 'key', 'long'],
    [3, 'session'],
  ],
);

it('has sources of partition fields where a spec that is not empty is', () => {
  const { history } = REUSED;
  const transform = { kind: 'identity' } as const;
  const field = { sourceIds: [1], fieldId: 1000, name: 'id', transform };
  const usesOf = (fields: readonly (typeof field)[]) =>
    hasUses(schemaModel(history, [{ specId: 0, fields }], new Map()));
  expect([usesOf([]), usesOf([field])]).toEqual([false, true]);
});

describe('schemaLayout', () => {
  it('gives versions equal steps, and the last one room for its names', () => {
    // (600 − 150) / 2 = 225, at most 168; (340 − 150) / 2 = 95.
    expect(layoutOf(REUSED).versions.map(({ x }) => x)).toEqual([0, 168, 336]);
    expect(layoutOf(REUSED, { width: 340 }).versions.map(({ x }) => x)).toEqual([0, 95, 190]);
  });
  it('gives a time that only a write tells as the latest', () => {
    const { history } = REUSED;
    const versions = history.versions.map((one, i) => ({
      ...one,
      since: BigInt(Date.UTC(2026, 2, 1 + 5 * i)),
      certain: i !== 1,
    }));
    const { versions: marks } = layoutOf({ ...REUSED, history: { ...history, versions } });
    expect(marks.map(({ date }) => date)).toEqual(['2026-03-01', '≤ 2026-03-06', '2026-03-11']);
  });
  it('shortens a clock time to hour and minute, where all were of one day', () => {
    const { history } = REUSED;
    const versions = history.versions.map((one, i) => ({
      ...one,
      since: BigInt(Date.UTC(2026, 2, 1, 11, 50, 52 + i)),
      certain: true,
    }));
    const model = { ...REUSED, history: { ...history, versions } };
    expect(layoutOf(model).versions.map(({ date }) => date)).toEqual([
      '11:50:52',
      '11:50:53',
      '11:50:54',
    ]);
    const narrow = layoutOf(model, { width: 220, narrow: true }).versions;
    expect(narrow.map(({ date }) => date)).toEqual(['11:50', '11:50', '11:50:54']);
  });
  it('draws a bar a run, thick where something changed, to the right edge where it lasts', () => {
    const [id] = layoutOf(REUSED).rows;
    expect(id?.bars.map((b) => [b.x, b.width, b.isChange, b.isNewName, b.isNewType])).toEqual([
      [0, 336, false, false, false],
      [336, 264, true, true, true],
    ]);
  });
  it('ends a dropped column with a cross, and leads its name to the new one', () => {
    const { rows, arrows } = layoutOf(REUSED);
    expect(rows.map(({ fieldId, cross }) => [fieldId, cross])).toEqual([
      [1, undefined],
      [2, 168],
      [3, undefined],
    ]);
    expect(rows[1]?.bars.map(({ isDead, width }) => [isDead, width])).toEqual([[true, 168]]);
    // From the middle of row 2 (74 + 33 + 16.5) to that of row 3.
    expect(arrows.map(({ path }) => path)).toEqual(['M168 131.5V156.5H328']);
  });
  it('cuts names to their run and leaves out types that do not fit', () => {
    const model = modelOf([[1, 'a_rather_long_name_of_a_column']], [[1, 'bb', 'decimal(38, 10)']]);
    // 116 for the last and 64 before: 54 for letters of 6.62; 86.8 beside `bb` for a type of 15 × 5.9.
    const [row] = layoutOf(model, { width: 180, narrow: true }).rows;
    expect(row?.bars.map(({ name, type }) => [name, type])).toEqual([
      ['a_rathe…', undefined],
      ['bb', undefined],
    ]);
    expect(row?.bars[1]?.title).toBe('bb decimal(38, 10)');
  });
  it('folds older versions into the first step, and shows them when one is chosen', () => {
    const many = modelOf(...Array.from({ length: 30 }, (_, i): Field[] => [[1, `name${i}`]]));
    // 150 for the last, then (600 − 150) / 88 = 5 more.
    const layout = layoutOf(many);
    expect([layout.folded, layout.later, layout.versions.length]).toEqual([24, 0, 6]);
    expect(layout.versions[0]?.id).toBe('0–24');
    const early = layoutOf(many, { chosen: 3 });
    expect([early.folded, early.later, early.chosenX]).toEqual([3, 21, 0]);
  });
  it('keeps marks inside the chart', () => {
    for (const width of [120, 340, 600, 1400]) {
      const { rows, versions } = layoutOf(REUSED, { width });
      const edges = rows.flatMap(({ bars }) => bars.map((bar) => bar.x + bar.width));
      expect(Math.max(...edges, ...versions.map(({ x }) => x))).toBeLessThanOrEqual(width);
    }
  });
  it('is empty without columns', () => {
    const layout = layoutOf(modelOf([]));
    expect([layout.rows, layout.arrows, layout.height]).toEqual([[], [], 74]);
  });
  it.each([1, 5000, 100_000])('lays out %i columns', (columns) => {
    const fields = Array.from({ length: columns }, (_, i): Field => [i + 1, `c${i}`]);
    expect(layoutOf(modelOf(fields, fields)).rows.length).toBe(columns);
  });
});

it.each([
  [1, 1000, 340],
  [3, 1000, 636],
  [9, 700, 700],
])('%i versions in %i px of room use %i', (versions, room, width) => {
  expect(chartWidth(versions, room, 1)).toBe(width);
});

describe('foldRows', () => {
  const fields = Array.from({ length: 50 }, (_, i): Field => [i + 1, `c${i}`]);
  it('keeps what changed', () => {
    const model = modelOf(fields, [...fields.slice(0, 49), [50, 'renamed'], [51, 'new']]);
    const { shown, folded } = foldRows(model.rows, 20);
    expect([shown.map(({ field }) => field.fieldId), folded]).toEqual([[50, 51], 49]);
  });
  it('keeps the first ones where nothing changed', () => {
    const { shown, folded } = foldRows(modelOf(fields).rows, 20);
    expect([shown.length, folded]).toEqual([20, 30]);
  });
});

it.each([
  [
    ['ADD', 'b'],
    [
      [1, 'a'],
      [2, 'b'],
    ],
  ],
  [
    ['ADD', '2 columns'],
    [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ],
  ],
  [['RENAME', 'a'], [[1, 'x']]],
  // Three statements on one column, and one of them a comment.
  [['RENAME, TYPE', 'a'], [[1, 'x', 'long', 'told']]],
  [['COMMENT', 'a'], [[1, 'a', 'int', 'told']]],
  [
    ['ALTER', '2 columns'],
    [
      [1, 'x', 'long'],
      [2, 'b'],
    ],
  ],
] as const)('heads a version by %j', (head, fields) => {
  const [, version] = modelOf([[1, 'a']], fields).history.versions;
  expect(version === undefined ? undefined : headOf(version, false)).toEqual(head);
});

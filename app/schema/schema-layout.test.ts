import { describe, expect, it } from 'vitest';
import type { TableMetadata } from '../../src/metadata/records.ts';
import { schemaHistory } from '../../src/metadata/schema-history.ts';
import { parseSchema } from '../../src/types/parse-type.ts';
import { type ChartFrame, chartWidth, schemaLayout } from './schema-layout.ts';
import { foldRows, hasUses, type SchemaModel, schemaModel } from './schema-model.ts';

type Field = readonly [id: number, name: string, type?: string];

/** A model of schemas 0, 1, …, one a day. */
function modelOf(...schemas: readonly (readonly Field[])[]): SchemaModel {
  const parsed = schemas.map((fields, i) =>
    parseSchema(
      {
        type: 'struct',
        'schema-id': i,
        fields: fields.map(([id, name, type = 'int']) => ({ id, name, type, required: false })),
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
    // (600 − 116) / 2 = 242, at most 168.
    expect(layoutOf(REUSED).versions.map(({ x }) => x)).toEqual([0, 168, 336]);
    expect(layoutOf(REUSED, { width: 340 }).versions.map(({ x }) => x)).toEqual([0, 112, 224]);
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
    const [row] = layoutOf(model, { width: 180 }).rows;
    expect(row?.bars.map(({ name, type }) => [name, type])).toEqual([
      ['a_rath…', undefined],
      ['bb', undefined],
    ]);
    expect(row?.bars[1]?.title).toBe('bb decimal(38, 10)');
  });
  it('folds older versions into the first step, and shows them when one is chosen', () => {
    const many = modelOf(...Array.from({ length: 30 }, (_, i): Field[] => [[1, `name${i}`]]));
    // 116 for the last, then (600 − 116) / 64 = 7 more.
    const layout = layoutOf(many);
    expect([layout.folded, layout.later, layout.versions.length]).toEqual([22, 0, 8]);
    expect(layout.versions[0]?.id).toBe('0–22');
    const early = layoutOf(many, { chosen: 3 });
    expect([early.folded, early.later, early.chosenX]).toEqual([3, 19, 0]);
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

import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { metadataHistory } from '../table/session.ts';
import { localApi, openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import { parseSchema, printType } from '../types/parse-type.ts';
import { indexSchema } from '../types/schema.ts';
import type { TableMetadata } from './records.ts';
import { fieldChanges, type SchemaHistory, schemaHistory } from './schema-history.ts';

vi.setConfig({ testTimeout: 60_000 });

async function historyOf(table: string): Promise<SchemaHistory> {
  const api = localApi();
  const opened = await openFolder(join(corpusFolder(), 'tables', table), api);
  return schemaHistory(opened.metadata, (await metadataHistory(opened, api)).versions);
}

/** `2: ts timestamp 0–1, event_ts timestamp 1–3` */
function outline({ fields }: SchemaHistory): readonly string[] {
  return fields.map(({ fieldId, depth, runs, droppedAt }) => {
    const parts = runs.map(({ from, to, column: { field } }) => {
      const { type } = field;
      const words = type.kind === 'struct' ? 'struct' : printType(type);
      return `${field.name} ${words} ${from}–${to}`;
    });
    const end = droppedAt === undefined ? '' : `, dropped ${droppedAt}`;
    return `${'.'.repeat(depth)}${fieldId}: ${parts.join(', ')}${end}`;
  });
}

const changes = ({ versions }: SchemaHistory) =>
  versions.map((version) => version.changes.map(({ kind, fieldId }) => `${kind} ${fieldId}`));

describe('corpus tables', () => {
  it('events: two renames, each a version', async () => {
    const history = await historyOf('events');
    expect(outline(history)).toEqual([
      '1: event_id long 0–3',
      '2: ts timestamp 0–1, event_ts timestamp 1–3',
      '3: region string 0–2, zone string 2–3',
      '4: event_date string 0–3',
      '5: payload struct 0–3',
      '.6: kind string 0–3',
      '.7: size int 0–3',
    ]);
    expect(changes(history)).toEqual([[], ['renamed 2'], ['renamed 3']]);
    const times = history.versions.map(({ since }) => since);
    expect(times).toEqual([...times].sort());
    expect(history.versions.map(({ certain }) => certain)).toEqual([true, true, true]);
    expect(history.versions.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true]);
    expect(history.reused).toEqual([]);
  });
  it('promoted: four columns widened one after another', async () => {
    const history = await historyOf('promoted');
    expect(outline(history)).toEqual([
      '1: i int 0–1, i long 1–5',
      '2: j int 0–2, j long 2–5',
      '3: f float 0–3, f double 3–5',
      '4: d decimal(5, 2) 0–4, d decimal(18, 2) 4–5',
      '5: note string 0–5',
    ]);
    expect(changes(history)).toEqual([
      [],
      ['widened 1'],
      ['widened 2'],
      ['widened 3'],
      ['widened 4'],
    ]);
  });
  it('names: one schema, names of all kinds, structs in structs', async () => {
    const history = await historyOf('names');
    expect(history.versions.length).toBe(1);
    expect(history.fields.map(({ runs }) => runs[0]?.column.name)).toEqual([
      'user id',
      'a.dot',
      "it's",
      'say "hi"',
      'größe',
      '日本',
      'select',
      'timestamp',
      'MixedCase',
      'back\\slash',
      's',
      's.a',
      's.a.b',
      's.a.c d',
      's.x.y',
    ]);
    expect(history.fields.map(({ depth }) => depth).slice(10)).toEqual([0, 1, 2, 2, 1]);
  });
  it('dropped_source: a name comes back with another id', async () => {
    const history = await historyOf('dropped_source');
    expect(outline(history)).toEqual([
      '1: id long 0–3',
      '2: ts timestamp 0–3',
      '3: region string 0–1, dropped 1',
      '4: tier string 0–3',
      '5: region string 2–3',
    ]);
    expect(history.reused).toEqual([{ name: 'region', from: 3, to: 5, endedAt: 1, at: 2 }]);
  });
});

const schemaOf = (schemaId: number, fields: readonly unknown[]) =>
  parseSchema({ type: 'struct', 'schema-id': schemaId, fields }, 'test');
const field = (id: number, name: string, type: unknown = 'int', more: object = {}) => ({
  id,
  name,
  type,
  required: false,
  ...more,
});
const struct = (...fields: readonly unknown[]) => ({ type: 'struct', fields });

describe('fieldChanges', () => {
  it.each([
    ['nothing', [field(1, 'a')], [field(1, 'a')], []],
    ['a new need', [field(1, 'a')], [field(1, 'a', 'int', { required: true })], ['required 1']],
    [
      'no need any more',
      [field(1, 'a', 'int', { required: true })],
      [field(1, 'a')],
      ['optional 1'],
    ],
    ['a comment', [field(1, 'a')], [field(1, 'a', 'int', { doc: 'x' })], ['documented 1']],
    [
      'another write default',
      [field(1, 'a', 'int', { 'write-default': 1 })],
      [field(1, 'a', 'int', { 'write-default': 2 })],
      ['redefaulted 1'],
    ],
    ['an illegal type', [field(1, 'a', 'string')], [field(1, 'a', 'int')], ['retyped 1']],
    ['a narrower type', [field(1, 'a', 'long')], [field(1, 'a', 'int')], ['retyped 1']],
    ['a date as timestamp', [field(1, 'a', 'date')], [field(1, 'a', 'timestamp')], ['widened 1']],
    [
      'one column moved to the front',
      [field(1, 'a'), field(2, 'b'), field(3, 'c'), field(4, 'd')],
      [field(4, 'd'), field(1, 'a'), field(2, 'b'), field(3, 'c')],
      ['moved 4'],
    ],
    [
      'an added column between others moves none',
      [field(1, 'a'), field(2, 'b')],
      [field(1, 'a'), field(3, 'c'), field(2, 'b')],
      ['added 3'],
    ],
    [
      'a renamed struct, whose fields stay what they are',
      [field(1, 's', struct(field(2, 'x')))],
      [field(1, 't', struct(field(2, 'x')))],
      ['renamed 1'],
    ],
    [
      'a field in another struct',
      [field(1, 's', struct(field(2, 'x'))), field(3, 't', struct())],
      [field(1, 's', struct()), field(3, 't', struct(field(2, 'x')))],
      ['moved 2'],
    ],
    [
      'dropped and added: dropped first',
      [field(1, 'a')],
      [field(2, 'a')],
      ['dropped 1', 'added 2'],
    ],
  ])('%s', (_, before, after, expected) => {
    const found = fieldChanges(indexSchema(schemaOf(0, before)), indexSchema(schemaOf(1, after)));
    expect(found.map(({ kind, fieldId }) => `${kind} ${fieldId}`)).toEqual(expected);
  });
});

describe('schemaHistory', () => {
  const metadataOf = (
    schemas: readonly ReturnType<typeof schemaOf>[],
    more: Partial<TableMetadata> = {},
  ) =>
    ({
      schemas,
      currentSchemaId: schemas.at(-1)?.schemaId ?? 0,
      lastUpdatedMs: 100n,
      snapshots: [],
      metadataLog: [],
      ...more,
    }) as unknown as TableMetadata;

  it('takes a schema that was removed since from an earlier metadata file', () => {
    const [first, second] = [schemaOf(0, [field(1, 'a')]), schemaOf(1, [field(1, 'b')])];
    const history = schemaHistory(metadataOf([second]), [
      { timestampMs: 10n, metadata: metadataOf([first]) },
    ]);
    expect(outline(history)).toEqual(['1: a int 0–1, b int 1–2']);
    expect(history.versions.map(({ since }) => since)).toEqual([10n, 100n]);
  });
  it('dates a version by its first snapshot where no metadata file tells', () => {
    const schemas = [schemaOf(0, [field(1, 'a')]), schemaOf(1, [field(1, 'b')])];
    const snapshots = [
      { schemaId: 0, timestampMs: 7n },
      { schemaId: 0, timestampMs: 5n },
    ] as unknown as TableMetadata['snapshots'];
    const [first] = schemaHistory(metadataOf(schemas, { snapshots }), []).versions;
    expect([first?.since, first?.certain]).toEqual([5n, false]);
  });
  it('is not certain of a beginning whose metadata file is not at hand', () => {
    const [first, second] = [schemaOf(0, [field(1, 'a')]), schemaOf(1, [field(1, 'b')])];
    const metadataLog = [1n, 10n, 50n].map((timestampMs) => ({ timestampMs, metadataFile: '' }));
    const certain = (metadataFile: string, log: TableMetadata['metadataLog']) => {
      const earlier = [{ timestampMs: 10n, metadata: metadataOf([first]), metadataFile }];
      const history = schemaHistory(metadataOf([first, second], { metadataLog: log }), earlier);
      return history.versions.map((version) => version.certain);
    };
    expect(certain('m/00007-x.metadata.json', metadataLog)).toEqual([false, false]);
    expect(certain('m/00000-x.metadata.json', metadataLog.slice(1, 2))).toEqual([true, true]);
  });
  it('keeps schemas of one id apart, as format 1 wrote them', () => {
    const history = schemaHistory(metadataOf([schemaOf(0, [field(1, 'b')])]), [
      { timestampMs: 10n, metadata: metadataOf([schemaOf(0, [field(1, 'a')])]) },
    ]);
    expect(outline(history)).toEqual(['1: a int 0–1, b int 1–2']);
    expect(history.versions.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });
  it('shows a column that is away for a while as two runs', () => {
    const history = schemaHistory(
      metadataOf([
        schemaOf(0, [field(1, 'a'), field(2, 'b')]),
        schemaOf(1, [field(1, 'a')]),
        schemaOf(2, [field(1, 'a'), field(2, 'b')]),
      ]),
      [],
    );
    expect(outline(history)[1]).toBe('2: b int 0–1, b int 2–3');
    expect(history.reused).toEqual([]);
  });
  it('a name freed by a rename and taken by a new column is used again', () => {
    const history = schemaHistory(
      metadataOf([
        schemaOf(0, [field(1, 'a')]),
        schemaOf(1, [field(1, 'old_a')]),
        schemaOf(2, [field(1, 'old_a'), field(2, 'a')]),
      ]),
      [],
    );
    expect(history.reused).toEqual([{ name: 'a', from: 1, to: 2, endedAt: 1, at: 2 }]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpusFolder } from '../testing/shared.ts';
import { indexSchema } from '../types/schema.ts';
import { type DefaultSpecAt, eras, type SpecWrite } from './eras.ts';
import type { TableMetadata } from './records.ts';
import { currentSchema } from './snapshots.ts';
import { describeFormerFields, describeSpec } from './spec-words.ts';
import { parseTableMetadata, tableMetadataFromJson } from './table-metadata.ts';

const corpus = corpusFolder();

/** All metadata files of a corpus table, oldest first. */
async function versions(table: string): Promise<readonly TableMetadata[]> {
  const folder = join(corpus, 'tables', table, 'metadata');
  const names = readdirSync(folder).filter((name) => name.includes('metadata.json'));
  const read = names.map(async (name) => {
    return (await parseTableMetadata(readFileSync(join(folder, name)), name)).metadata;
  });
  return (await Promise.all(read)).sort((a, b) => Number(a.lastUpdatedMs - b.lastUpdatedMs));
}

function historyOf(all: readonly TableMetadata[]): readonly DefaultSpecAt[] {
  return all.map((one) => ({
    timestampMs: one.lastUpdatedMs,
    defaultSpecId: one.defaultSpecId,
  }));
}

describe('words', () => {
  it('says what void fields of a v1 table were', async () => {
    const newest = (await versions('orders_v1')).at(-1) as TableMetadata;
    const schema = indexSchema(currentSchema(newest));
    const last = newest.partitionSpecs.find((spec) => spec.specId === newest.defaultSpecId);
    if (last === undefined) throw new Error('no default spec');
    expect(describeSpec(last, schema)).toBe('bucket(32, order_id), customer');
    // The story drops day(order_date) twice and replaces bucket(16, order_id).
    expect(describeFormerFields(last, newest.partitionSpecs, schema).map(({ was }) => was)).toEqual(
      ['day(order_date)', 'bucket(16, order_id)', 'day(order_date)'],
    );
  });

  it.each([
    { name: 'unpartitioned', fields: [], words: 'unpartitioned' },
    { name: 'dropped source', fields: [[9, 'z', 'day']], words: 'day(column 9)' },
    { name: 'unknown', fields: [[1, 'z', 'zorder[2]']], words: 'zorder[2](id)' },
    {
      name: 'quoted and nested',
      fields: [
        [3, 'x', 'identity'],
        [5, 'y', 'truncate[4]'],
        [6, 'w', 'identity'],
      ],
      words: '`user id`, truncate(4, s.`a.b`), `from`',
    },
  ])('$name', ({ fields, words }) => {
    const { partitionSpecs, ...metadata } = table({
      specs: [fields as unknown as readonly FieldRow[]],
    });
    const schema = indexSchema(currentSchema({ partitionSpecs, ...metadata }));
    expect(describeSpec(partitionSpecs[0]!, schema)).toBe(words);
  });
});

type FieldRow = readonly [sourceId: number, name: string, transform: string];

interface TableRow {
  readonly specs: readonly (readonly FieldRow[])[];
  readonly defaultSpecId?: number;
  readonly updated?: number;
  /** Time and operation; ids are 1, 2, …. */
  readonly snapshots?: readonly (readonly [at: number, operation: string])[];
  readonly log?: readonly (readonly [at: number, file: string])[];
}

function table(row: TableRow): TableMetadata {
  const column = (id: number, name: string, type: unknown) => ({ id, name, required: false, type });
  const inner = { type: 'struct', fields: [column(5, 'a.b', 'string')] };
  const fields = [
    column(1, 'id', 'long'),
    column(2, 'ts', 'timestamp'),
    column(3, 'user id', 'long'),
    column(4, 's', inner),
    column(6, 'from', 'string'),
  ];
  const json = {
    'format-version': 2,
    'table-uuid': '9c12d441-03fe-4693-9a96-a0705ddf69c1',
    location: 's3://lake/t',
    'last-sequence-number': 99,
    'last-updated-ms': row.updated ?? 1000,
    'last-column-id': 6,
    'current-schema-id': 0,
    schemas: [{ type: 'struct', 'schema-id': 0, fields }],
    'default-spec-id': row.defaultSpecId ?? row.specs.length - 1,
    'partition-specs': row.specs.map((spec, i) => ({
      'spec-id': i,
      fields: spec.map(([source, name, transform], f) => ({
        'source-id': source,
        'field-id': 1000 + f,
        name,
        transform,
      })),
    })),
    'last-partition-id': 1009,
    'default-sort-order-id': 0,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    snapshots: (row.snapshots ?? []).map(([at, operation], i) => ({
      'snapshot-id': i + 1,
      'sequence-number': i + 1,
      'timestamp-ms': at,
      'manifest-list': `s3://lake/t/metadata/snap-${i + 1}.avro`,
      summary: { operation },
    })),
    'metadata-log': (row.log ?? []).map(([at, file]) => ({
      'timestamp-ms': at,
      'metadata-file': `s3://lake/t/metadata/${file}`,
    })),
  };
  return tableMetadataFromJson(json, 't.metadata.json').metadata;
}

const DAY: FieldRow = [2, 'ts_day', 'day'];
const HOUR: FieldRow = [2, 'ts_hour', 'hour'];
const ID: FieldRow = [1, 'id', 'identity'];

/** Spans as `spec from-to`, with `?` where they are not certain. */
function spansOf(
  metadata: TableMetadata,
  history: readonly (readonly [at: number, specId: number])[],
  writes: readonly (readonly [snapshotId: number, specId: number])[] = [],
): readonly string[] {
  const points = history.map(([at, defaultSpecId]) => ({ timestampMs: BigInt(at), defaultSpecId }));
  const written: SpecWrite[] = writes.map(([id, specId]) => ({ snapshotId: BigInt(id), specId }));
  return eras(metadata, points, written).flatMap(({ spec, spans }) =>
    spans.length === 0
      ? [`${spec.specId} never`]
      : spans.map((s) => `${spec.specId} ${s.from}-${s.to ?? ''}${s.certain ? '' : '?'}`),
  );
}

describe('spans', () => {
  const two = { specs: [[DAY], [HOUR]], updated: 900 };
  const commits = [
    [100, 'append'],
    [200, 'append'],
    [300, 'append'],
    [400, 'append'],
  ] as const;

  it('are certain where all metadata files are at hand', () => {
    const log = [
      [50, '00000-a.metadata.json'],
      [100, '00001-a.metadata.json'],
      [500, '00002-a.metadata.json'],
    ] as const;
    const metadata = table({ ...two, log });
    const all = [
      [50, 0],
      [100, 0],
      [500, 1],
    ] as const;
    expect(spansOf(metadata, all)).toEqual(['0 50-500', '1 500-']);
  });

  it('are not certain where a metadata file between them is absent', () => {
    const log = [
      [50, '00000-a.metadata.json'],
      [100, '00001-a.metadata.json'],
      [500, '00002-a.metadata.json'],
    ] as const;
    expect(spansOf(table({ ...two, log }), [[50, 0]])).toEqual(['0 50-900?', '1 900-?']);
  });

  it('begin uncertain where the log is cut', () => {
    const log = [[500, '00107-a.metadata.json']] as const;
    const metadata = table({ ...two, log, snapshots: commits });
    expect(spansOf(metadata, [[500, 0]])).toEqual(['0 100-900?', '1 900-']);
  });

  it('are inferred from what was written', () => {
    const metadata = table({ ...two, snapshots: commits, log: [[800, '00009-a.metadata.json']] });
    const writes = [
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 1],
    ] as const;
    expect(spansOf(metadata, [], writes)).toEqual(['0 100-300?', '1 300-?']);
  });

  it('do not change for a delete or a single late commit in an older layout', () => {
    const snapshots = [
      ...commits.slice(0, 3),
      [350, 'delete'],
      [400, 'append'],
      [450, 'append'],
    ] as const;
    const metadata = table({ ...two, snapshots, log: [[800, '00009-a.metadata.json']] });
    const writes = [
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 0],
      [5, 0],
      [6, 1],
    ] as const;
    expect(spansOf(metadata, [], writes)).toEqual(['0 100-200?', '1 200-?']);
  });

  it('come again for a spec that is taken up again', () => {
    const metadata = table({
      ...two,
      defaultSpecId: 0,
      snapshots: commits,
      log: [[800, '00009-a.metadata.json']],
    });
    const writes = [
      [1, 0],
      [2, 1],
      [3, 0],
      [4, 0],
    ] as const;
    expect(spansOf(metadata, [], writes)).toEqual(['0 100-200?', '0 300-?', '1 200-300?']);
  });

  it('end with the default that nothing was written under yet', () => {
    const metadata = table({
      specs: [[DAY], [HOUR], [HOUR, ID]],
      updated: 900,
      snapshots: commits,
      log: [[800, '00009-a.metadata.json']],
    });
    const writes = [
      [1, 0],
      [4, 0],
    ] as const;
    expect(spansOf(metadata, [], writes)).toEqual(['0 100-900?', '1 never', '2 900-?']);
  });

  it('of an only spec are certain without any history', () => {
    const metadata = table({ specs: [[DAY]], snapshots: commits, updated: 900 });
    expect(spansOf(metadata, [])).toEqual(['0 100-']);
  });

  it('stand one a spec, recycled specs with several', async () => {
    const all = await versions('recycle');
    const newest = all.at(-1) as TableMetadata;
    const [first] = eras(newest, historyOf(all));
    // The story drops the bucket field again, which leads back to spec 0 (SE-16, SE-19).
    expect(first?.spec.specId).toBe(0);
    expect(first?.spans.map((span) => span.certain)).toEqual([true, true]);
  });
});

import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import type { AvroJson } from '../testing/avro-writer.ts';
import { avroFile } from '../testing/avro-writer.ts';
import {
  avroField,
  avroOptional,
  entry,
  entrySchema,
  manifestFile,
} from '../testing/manifest-writer.ts';
import { textAt, tupleValue } from '../testing/manifests.ts';
import type { Schema, Type } from '../types/type.ts';
import { ADDED, DELETED, EXISTING } from './entries.ts';
import { decodeManifest, decodeMetrics, type ManifestRequest } from './manifest.ts';
import type { ManifestFile, PartitionField, PartitionSpec } from './records.ts';

function listed(values: Partial<ManifestFile> = {}): ManifestFile {
  return {
    manifestPath: 's3://lake/t/metadata/m0.avro',
    manifestLength: undefined,
    partitionSpecId: 0,
    content: 'data',
    sequenceNumber: 8n,
    minSequenceNumber: 8n,
    addedSnapshotId: 77n,
    ...values,
  };
}

const UNPARTITIONED: PartitionSpec = { specId: 0, fields: [] };

function read(bytes: Uint8Array, request: Partial<ManifestRequest> = {}) {
  return decodeManifest(bytes, {
    manifest: listed(),
    specs: [UNPARTITIONED],
    schemas: [],
    formatVersion: 2,
    metricsFieldIds: [],
    ...request,
  });
}

describe('sequence numbers (MF-20, B150, B151)', () => {
  const rows = [
    { name: 'ADDED null', version: 2, entry: { status: ADDED }, manifest: 8n, data: 8n, file: 8n },
    {
      name: 'EXISTING null: must be explicit',
      version: 2,
      entry: { status: EXISTING },
      manifest: 8n,
      data: -1n,
      file: -1n,
      problem: 'sequence-number-missing',
    },
    {
      name: 'DELETED null: nobody asks',
      version: 2,
      entry: { status: DELETED },
      manifest: 8n,
      data: -1n,
      file: -1n,
    },
    {
      name: 'ADDED with 3',
      version: 2,
      entry: { status: ADDED, sequence_number: 3 },
      manifest: 8n,
      data: 3n,
      file: 8n,
    },
    {
      name: 'EXISTING with 3 and 5',
      version: 2,
      entry: { status: EXISTING, sequence_number: 3, file_sequence_number: 5 },
      manifest: 8n,
      data: 3n,
      file: 5n,
    },
    {
      name: 'v1 EXISTING, manifest 0',
      version: 1,
      entry: { status: EXISTING, snapshot_id: 5 },
      manifest: 0n,
      data: 0n,
      file: 0n,
    },
    {
      name: 'v1 EXISTING in a later list',
      version: 1,
      entry: { status: EXISTING, snapshot_id: 5 },
      manifest: 8n,
      data: 0n,
      file: 0n,
    },
  ] as const;
  it.each(rows)('$name', async (row) => {
    const bytes = manifestFile([entry(row.entry)], { version: row.version });
    const { entries, problems } = await read(bytes, {
      manifest: listed({ sequenceNumber: row.manifest }),
    });
    expect(entries.dataSequenceNumbers[0]).toBe(row.data);
    expect(entries.fileSequenceNumbers[0]).toBe(row.file);
    expect(problems.map((p) => p.code)).toEqual('problem' in row ? [row.problem] : []);
  });
});

describe('row ids (MF-24, B154, B156)', () => {
  const entries = [
    entry({ status: ADDED }, { record_count: 10 }),
    entry({ status: DELETED }, { record_count: 5 }),
    entry(
      { status: EXISTING, sequence_number: 1, file_sequence_number: 1 },
      { record_count: 3, first_row_id: 7 },
    ),
    entry({ status: ADDED }, { record_count: 4 }),
  ];
  const rows = [
    {
      name: 'from the manifest’s first',
      manifest: { firstRowId: 100n },
      content: 0,
      ids: [100n, -1n, 7n, 110n],
    },
    { name: 'explicit ones stay without it', manifest: {}, content: 0, ids: [-1n, -1n, 7n, -1n] },
    {
      name: 'never in a delete manifest',
      manifest: { firstRowId: 0n, content: 'deletes' },
      content: 1,
      ids: [-1n, -1n, -1n, -1n],
    },
  ] as const;
  it.each(rows)('$name', async ({ manifest, content, ids }) => {
    const written = entries.map((e) => ({
      ...e,
      data_file: { ...(e['data_file'] as object), content },
    }));
    const bytes = manifestFile(written, { version: 3 });
    const decoded = await read(bytes, { manifest: listed(manifest), formatVersion: 3 });
    expect([...decoded.entries.firstRowIds]).toEqual(ids);
  });
});

describe('entries', () => {
  it('inherit the snapshot id (MF-22) and keep exact 64-bit ids', async () => {
    const bytes = manifestFile([entry({}), entry({ snapshot_id: 3051729675574597004n })]);
    const { entries } = await read(bytes);
    expect([...entries.snapshotIds]).toEqual([77n, 3051729675574597004n]);
  });

  it('have their formats in lower case', async () => {
    const formats = ['PARQUET', 'parquet', 'ORC', 'parquet'];
    const { entries } = await read(
      manifestFile(formats.map((file_format) => entry({}, { file_format }))),
    );
    expect([...entries.fileFormats].map((i) => entries.fileFormatNames[i])).toEqual([
      'parquet',
      'parquet',
      'orc',
      'parquet',
    ]);
  });

  it('of a delete manifest have what deletes have', async () => {
    const bytes = manifestFile(
      [
        entry({}, { content: 2, equality_ids: [3, 1] }),
        entry(
          {},
          {
            content: 1,
            file_format: 'PUFFIN',
            referenced_data_file: 'a',
            content_offset: 4,
            content_size_in_bytes: 40,
          },
        ),
      ],
      { version: 3 },
    );
    const { entries } = await read(bytes, {
      manifest: listed({ content: 'deletes' }),
      formatVersion: 3,
    });
    expect(entries.equalityIds).toEqual([[3, 1], []]);
    expect([0, 1].map((i) => textAt(entries.referencedDataFiles as never, i))).toEqual([
      undefined,
      'a',
    ]);
    expect([...entries.contentOffsets]).toEqual([-1n, 4n]);
    expect([...entries.contentSizesInBytes]).toEqual([-1n, 40n]);
  });

  it('may have equality ids as longs (rules.md 16, MF writers’ schemas)', async () => {
    const schema = JSON.parse(
      JSON.stringify(entrySchema([])).replace('"items":"int"', '"items":["null","long"]'),
    ) as AvroJson;
    const bytes = manifestFile([entry({}, { content: 2, equality_ids: [5, null, 6] })], { schema });
    const { entries } = await read(bytes, { manifest: listed({ content: 'deletes' }) });
    expect(entries.equalityIds).toEqual([[5, 6]]);
  });

  const refused = [
    {
      name: 'a status of v4',
      entry: entry({ status: 3 }),
      kind: 'unsupported',
      says: 'the status 3',
    },
    {
      name: 'a negative status',
      entry: entry({ status: -1 }),
      kind: 'invalid-data',
      says: 'the status -1',
    },
    {
      name: 'a content of v4',
      entry: entry({}, { content: 3 }),
      kind: 'unsupported',
      says: 'the content 3',
    },
  ] as const;
  it.each(refused)('are refused for $name', async (row) => {
    await expect(read(manifestFile([row.entry]))).rejects.toMatchObject({
      kind: row.kind,
      place: 's3://lake/t/metadata/m0.avro',
      message: expect.stringContaining(row.says),
    });
  });

  it('are refused without a path', async () => {
    const schema = JSON.parse(
      JSON.stringify(entrySchema([])).replace(
        '"file_path","type":"string"',
        '"file_path","type":["null","string"]',
      ),
    ) as AvroJson;
    const bytes = manifestFile([entry({}), entry({}, { file_path: null })], { schema });
    await expect(read(bytes)).rejects.toThrow('Entry 1 has no file path');
  });
});

describe('metrics', () => {
  const metrics = {
    value_counts: [
      { key: 1, value: 10 },
      { key: 300, value: 2n ** 40n },
      { key: 2147483546, value: 5 },
    ],
    null_value_counts: [{ key: 1, value: -1 }],
    lower_bounds: [
      { key: 1, value: utf8('a') },
      { key: 2, value: new Uint8Array(100) },
    ],
  };
  const bytes = manifestFile([entry({}, metrics), entry({}, { upper_bounds: [] })]);

  it('are kept for the asked columns only; absent, negative and null are unknown (MF-16, B061)', async () => {
    const { entries } = await read(bytes, { metricsFieldIds: [1, 300, 2147483546, 9] });
    expect([...entries.metrics.keys()]).toEqual([1, 300, 2147483546, 9]);
    const counts = [...entries.metrics.values()].map((m) => [...m.valueCounts]);
    expect(counts).toEqual([
      [10n, -1n],
      [2n ** 40n, -1n],
      [5n, -1n],
      [-1n, -1n],
    ]);
    const one = entries.metrics.get(1);
    expect([...(one?.nullValueCounts ?? [])]).toEqual([-1n, -1n]);
    expect(one && [0, 1].map((i) => textAt(one.lowerBounds, i))).toEqual(['a', undefined]);
  });

  it('tell an absent map from an empty one and from an absent key', async () => {
    const { entries } = await read(bytes, { metricsFieldIds: [9] });
    expect([...(entries.metrics.get(9)?.mapsPresent ?? [])]).toEqual([1 | 2, 4]);
  });

  it('can be decoded later, without the rest', async () => {
    const { entries } = await read(bytes, { metricsFieldIds: [1, 300] });
    const later = await decodeMetrics(bytes, { manifest: listed(), metricsFieldIds: [1, 300] });
    expect(later).toEqual(entries.metrics);
  });

  const pair = (items: AvroJson): AvroJson => ['null', { type: 'array', items }];
  const kv = (fields: readonly object[]): AvroJson => ({ type: 'record', name: 'kv', fields });
  const key = { name: 'key', type: 'int', 'field-id': 119 };
  const value = { name: 'value', type: 'long', 'field-id': 120 };
  const forms = [
    {
      name: 'nullable records without ids, as BigQuery',
      items: [
        'null',
        kv([
          { name: 'key', type: 'int' },
          { name: 'value', type: 'long' },
        ]),
      ],
    },
    { name: 'the value first', items: kv([value, key]) },
    {
      name: 'a further field',
      items: kv([key, { name: 'more', type: 'string', 'field-id': 7 }, value]),
    },
    { name: 'a nullable value', items: kv([key, { ...value, type: ['null', 'long'] }]) },
    { name: 'a key of type long', items: kv([{ ...key, type: 'long' }, value]) },
    { name: 'a value of type int', items: kv([key, { ...value, type: 'int' }]) },
  ];
  it.each(forms)('are read from maps of $name', async ({ items }) => {
    const schema = withField('value_counts', pair(items as AvroJson));
    const counts = [
      { key: 5, value: 50, more: 'm' },
      { key: 6, value: 60, more: '' },
    ];
    const file = manifestFile([entry({}, { value_counts: counts }), entry({})], { schema });
    const { entries, problems } = await read(file, { metricsFieldIds: [6] });
    expect([...(entries.metrics.get(6)?.valueCounts ?? [])]).toEqual([60n, -1n]);
    expect(problems).toEqual([]);
  });

  it('are unknown, and said so, where the map is of another kind', async () => {
    const schema = withField('value_counts', { type: 'map', values: 'long' });
    const file = manifestFile([entry({}, { value_counts: { '6': 60 } })], { schema });
    const { entries, problems } = await read(file, { metricsFieldIds: [6] });
    expect([...(entries.metrics.get(6)?.valueCounts ?? [])]).toEqual([-1n]);
    expect(problems.map((p) => p.code)).toEqual(['column-unreadable']);
  });
});

/** The entry's schema with another type for one field of the data file. */
function withField(name: string, type: AvroJson): AvroJson {
  return JSON.parse(JSON.stringify(entrySchema([])), (_, json) =>
    json !== null && typeof json === 'object' && json.name === name ? { ...json, type } : json,
  ) as AvroJson;
}

describe('partition tuples', () => {
  function partitionField(transform: PartitionField['transform'], name = 'p'): PartitionField {
    return { sourceIds: [1], fieldId: 1000, name, transform };
  }
  function schemaOf(...types: readonly Type[]): Schema[] {
    return types.map((type, schemaId) => ({
      schemaId,
      identifierFieldIds: [],
      fields: [{ id: 1, name: 'c', required: false, type }],
    }));
  }
  async function readTuple(
    type: AvroJson,
    values: readonly unknown[],
    field: PartitionField,
    schemas: readonly Schema[],
  ) {
    const tuple = [avroField(1000, 'p_x20_', type)];
    const bytes = manifestFile(
      values.map((v) => entry({}, { partition: { p_x20_: v } })),
      { tuple },
    );
    const specs = [{ specId: 0, fields: [field] }];
    const { entries, problems } = await read(bytes, { specs, schemas });
    const [column] = entries.partition;
    if (column === undefined) throw new Error('no column');
    return { column, values: values.map((_, i) => tupleValue(column, i)), problems };
  }

  const decimal = (size: number) => ({
    type: 'fixed',
    name: 'd',
    size,
    logicalType: 'decimal',
    precision: 9,
    scale: 2,
  });
  const micros = { type: 'long', logicalType: 'timestamp-micros' };
  const identity = { kind: 'identity' } as const;
  const rows: readonly {
    name: string;
    avro: AvroJson;
    values: unknown[];
    transform?: PartitionField['transform'];
    types: readonly Type[];
    read: Type;
    out?: unknown[];
  }[] = [
    {
      name: 'int',
      avro: 'int',
      values: [5, null],
      types: [{ kind: 'int' }],
      read: { kind: 'int' },
    },
    {
      name: 'int of a column that is long now',
      avro: 'int',
      values: [5],
      types: [{ kind: 'int' }, { kind: 'long' }],
      read: { kind: 'int' },
    },
    {
      name: 'long',
      avro: 'long',
      values: [2n ** 60n],
      types: [{ kind: 'long' }],
      read: { kind: 'long' },
    },
    {
      name: 'day as int (MF-8)',
      avro: 'int',
      values: [17486],
      transform: { kind: 'day' },
      types: [{ kind: 'timestamp' }],
      read: { kind: 'date' },
    },
    {
      name: 'day as date (MF-8)',
      avro: { type: 'int', logicalType: 'date' },
      values: [-1],
      transform: { kind: 'day' },
      types: [{ kind: 'timestamptz' }],
      read: { kind: 'date' },
    },
    {
      name: 'timestamptz without adjust-to-utc',
      avro: micros,
      values: [5n],
      types: [{ kind: 'timestamptz' }],
      read: { kind: 'timestamptz' },
    },
    {
      name: 'timestamp in nanoseconds',
      avro: { type: 'long', logicalType: 'timestamp-nanos', 'adjust-to-utc': true },
      values: [5n],
      types: [{ kind: 'timestamptz_ns' }],
      read: { kind: 'timestamptz_ns' },
    },
    {
      name: 'date of a column that is timestamp now',
      avro: { type: 'int', logicalType: 'date' },
      values: [3],
      types: [{ kind: 'date' }, { kind: 'timestamp' }],
      read: { kind: 'date' },
    },
    {
      name: 'time as plain long',
      avro: 'long',
      values: [5n],
      types: [{ kind: 'time' }],
      read: { kind: 'time' },
    },
    {
      name: 'boolean',
      avro: 'boolean',
      values: [true, false, null],
      types: [{ kind: 'boolean' }],
      read: { kind: 'boolean' },
    },
    {
      name: 'float of a column that is double now',
      avro: 'float',
      values: [-1.5],
      types: [{ kind: 'double' }],
      read: { kind: 'float' },
    },
    {
      name: 'string',
      avro: 'string',
      values: [utf8('å'), null],
      types: [{ kind: 'string' }],
      read: { kind: 'string' },
    },
    {
      name: 'uuid',
      avro: { type: 'fixed', name: 'u', size: 16, logicalType: 'uuid' },
      values: [new Uint8Array(16)],
      types: [{ kind: 'uuid' }],
      read: { kind: 'uuid' },
    },
    {
      name: 'decimal in fixed (MF-7)',
      avro: decimal(4),
      values: [
        Uint8Array.of(0, 0, 5, 0x8c),
        Uint8Array.of(0xff, 0xff, 0xfa, 0x74),
        new Uint8Array(4),
      ],
      types: [{ kind: 'decimal', precision: 9, scale: 2 }],
      read: { kind: 'decimal', precision: 9, scale: 2 },
      out: [1420n, -1420n, 0n],
    },
    {
      name: 'decimal in bytes (MF-7)',
      avro: 'bytes',
      values: [Uint8Array.of(5, 0x8c)],
      types: [{ kind: 'decimal', precision: 9, scale: 2 }],
      read: { kind: 'decimal', precision: 9, scale: 2 },
      out: [1420n],
    },
    {
      name: 'void as Avro null',
      avro: 'null',
      values: [null],
      transform: { kind: 'void' },
      types: [{ kind: 'int' }],
      read: { kind: 'int' },
    },
    {
      name: 'an unknown transform',
      avro: 'int',
      values: [1],
      transform: { kind: 'unknown', text: 'zorder' },
      types: [{ kind: 'int' }],
      read: { kind: 'int' },
    },
    {
      name: 'a column that is gone',
      avro: 'string',
      values: [utf8('a')],
      types: [],
      read: { kind: 'string' },
    },
  ];
  it.each(rows)('hold $name', async (row) => {
    const schemas = schemaOf(...row.types);
    const avro = row.avro === 'null' ? 'null' : avroOptional(row.avro);
    const got = await readTuple(
      avro,
      row.values,
      partitionField(row.transform ?? identity),
      schemas,
    );
    expect(got.column.type).toEqual(row.read);
    expect(got.values).toEqual(row.out ?? row.values);
    expect(got.problems).toEqual([]);
  });

  it('have decimals in minimal two’s complement', async () => {
    const { column } = await readTuple(
      decimal(4),
      [Uint8Array.of(0, 0, 0, 0x80), Uint8Array.of(0xff, 0xff, 0xff, 0x80)],
      partitionField(identity),
      [],
    );
    const { length } = column.values as { readonly length: Int32Array };
    // 128 is 0080, −128 is 80 (rules.md 3.2).
    expect([...length]).toEqual([2, 1]);
  });

  it.each([
    { type: 'long', logicalType: 'timestamp-millis' },
    { type: 'array', items: 'int' },
  ])('are unknown, not null, where the type cannot be read: $type $logicalType', async (avro) => {
    const value = avro.type === 'long' ? 5 : [1];
    const got = await readTuple(avro as AvroJson, [value], partitionField(identity), []);
    expect(got.values).toEqual([undefined]);
    expect(got.problems.map((p) => p.code)).toEqual(['partition-field-unreadable']);
  });

  it('lack a field that was added later: null (EV-11)', async () => {
    const bytes = manifestFile([entry()]);
    const specs = [{ specId: 0, fields: [partitionField(identity)] }];
    const { entries } = await read(bytes, { specs, schemas: schemaOf({ kind: 'string' }) });
    expect(entries.partition[0]?.type).toEqual({ kind: 'string' });
    expect(entries.partition.map((c) => tupleValue(c, 0))).toEqual([null]);
  });

  const fixed = { type: 'fixed', name: 'fixed_3', size: 3 };
  it('hold fixed values as the schema says, or with their length in front (rules.md 16, MF-7)', async () => {
    // 0x80 after the prefix keeps the schema's way in step, at the price of a wrong record count (r7_08).
    const values = [Uint8Array.of(0x61, 0, 0x80), null, Uint8Array.of(1, 2, 3)];
    const type: Type = { kind: 'fixed', length: 3 };
    const plain = await readTuple(
      avroOptional(fixed),
      values,
      partitionField(identity),
      schemaOf(type),
    );
    expect(plain.values).toEqual(values);
    expect(plain.problems.map((p) => p.code)).toEqual(['partition-fixed-plain']);
    const tuple = (t: AvroJson) => [avroField(1000, 'p', avroOptional(t))];
    const entries = values.map((p) => entry({}, { partition: { p } }));
    const bytes = avroFile({
      schema: entrySchema(tuple('bytes')),
      blocks: [entries],
      header: { 'avro.schema': JSON.stringify(entrySchema(tuple(fixed))) },
    });
    const specs = [{ specId: 0, fields: [partitionField(identity)] }];
    const prefixed = await read(bytes, { specs, schemas: schemaOf(type), metricsFieldIds: [1] });
    const [column] = prefixed.entries.partition;
    expect(column && values.map((_, i) => tupleValue(column, i))).toEqual(values);
    expect([...prefixed.entries.recordCounts]).toEqual([10n, 10n, 10n]);
    expect(prefixed.problems.map((p) => p.code)).toEqual(['partition-fixed-prefixed']);
    const later = await decodeMetrics(bytes, { manifest: listed(), metricsFieldIds: [1] });
    expect(later).toEqual(prefixed.entries.metrics);
  });

  it('hold fixed values that look prefixed; the listed row counts tell (rules.md 16, MF-7)', async () => {
    // 6 is the length 3 in Avro, and a record count of two bytes gives its first away without a trace.
    const values = [Uint8Array.of(6, 1, 2), Uint8Array.of(6, 3, 4)];
    const tuple = [avroField(1000, 'p', avroOptional(fixed))];
    const entries = values.map((p) => entry({}, { partition: { p }, record_count: 100 }));
    const bytes = manifestFile(entries, { tuple });
    const specs = [{ specId: 0, fields: [partitionField(identity)] }];
    const manifest = listed({ addedRowsCount: 200n, existingRowsCount: 0n, deletedRowsCount: 0n });
    const decoded = await read(bytes, { specs, manifest });
    const [column] = decoded.entries.partition;
    expect(column && values.map((_, i) => tupleValue(column, i))).toEqual(values);
    expect([...decoded.entries.recordCounts]).toEqual([100n, 100n]);
  });
});

describe('the spec', () => {
  const tuple = [avroField(1000, '_1x', avroOptional('int'))];
  const bucket = { 'source-id': 1, 'field-id': 1000, name: '1x', transform: 'bucket[4]' };
  const known: PartitionSpec = {
    specId: 3,
    fields: [
      { sourceIds: [1], fieldId: 1000, name: '1x', transform: { kind: 'bucket', numBuckets: 4 } },
    ],
  };
  const entries = [entry({}, { partition: { _1x: 2 } })];
  const rows = [
    {
      name: 'is the table’s; sanitised names do not matter (B186)',
      header: {},
      specs: [known],
      listedId: 3,
      transform: 'bucket',
      problems: [],
    },
    {
      name: 'agrees with the header',
      header: { 'partition-spec': JSON.stringify([bucket]) },
      specs: [known],
      listedId: 3,
      transform: 'bucket',
      problems: [],
    },
    {
      name: 'agrees with a header that has it whole (B178)',
      header: { 'partition-spec': JSON.stringify({ 'spec-id': 3, fields: [bucket] }) },
      specs: [known],
      listedId: 3,
      transform: 'bucket',
      problems: [],
    },
    {
      name: 'is unknown where the header’s transform differs (MF-15)',
      header: { 'partition-spec': JSON.stringify([{ ...bucket, transform: 'bucket[8]' }]) },
      specs: [known],
      listedId: 3,
      transform: 'unknown',
      problems: ['spec-mismatch'],
    },
    {
      name: 'is unknown where the header’s source differs (MF-15)',
      header: { 'partition-spec': JSON.stringify([{ ...bucket, 'source-id': 2 }]) },
      specs: [known],
      listedId: 3,
      transform: 'unknown',
      problems: ['spec-mismatch'],
    },
    {
      name: 'comes from the header where the table has none (MF-14)',
      header: { 'partition-spec': JSON.stringify([bucket]), 'partition-spec-id': '3' },
      specs: [],
      listedId: 3,
      transform: 'bucket',
      problems: ['spec-from-manifest'],
    },
    {
      name: 'is the tuple’s shape where nobody knows it',
      header: {},
      specs: [],
      listedId: 3,
      transform: 'unknown',
      problems: ['spec-unknown'],
    },
  ] as const;
  it.each(rows)('$name', async (row) => {
    const bytes = manifestFile(entries, { tuple, header: row.header });
    const manifest = listed({ partitionSpecId: row.listedId, manifestLength: bytes.length });
    const { entries: read3, problems } = await read(bytes, { manifest, specs: [...row.specs] });
    expect(read3.spec.specId).toBe(3);
    expect(read3.spec.fields.map((f) => f.transform.kind)).toEqual([row.transform]);
    expect(read3.partition.map((c) => tupleValue(c, 0))).toEqual([2]);
    expect(problems.map((p) => p.code)).toEqual(row.problems);
  });

  it('id of a v1 snapshot’s own list gives way to the header’s (MD-22)', async () => {
    const bytes = manifestFile(entries, {
      tuple,
      header: { 'partition-spec-id': '3', 'partition-spec': JSON.stringify([bucket]) },
    });
    const { entries: got } = await read(bytes, { specs: [UNPARTITIONED, known] });
    expect(got.spec).toEqual(known);
  });
});

describe('the manifest list’s word', () => {
  const bytes = manifestFile([entry({}), entry({})]);
  const rows = [
    {
      name: 'is right',
      manifest: {
        manifestLength: bytes.length,
        addedFilesCount: 2,
        existingFilesCount: 0,
        deletedFilesCount: 0,
      },
      problems: [],
    },
    {
      name: 'has another length',
      manifest: { manifestLength: bytes.length + 5, addedFilesCount: 2 },
      problems: ['manifest-length-differs'],
    },
    {
      name: 'has other counts',
      manifest: { manifestLength: bytes.length, addedFilesCount: 3 },
      problems: ['manifest-counts-differ'],
    },
  ] as const;
  it.each(rows)('$name', async ({ manifest, problems }) => {
    const decoded = await read(bytes, { manifest: listed(manifest) });
    expect(decoded.problems.map((p) => p.code)).toEqual(problems);
  });

  it('shows a cut between two blocks, which the file itself does not', async () => {
    const manifest = listed({ manifestLength: bytes.length + 500, addedFilesCount: 3 });
    await expect(read(bytes, { manifest })).rejects.toMatchObject({
      kind: 'invalid-data',
      offset: bytes.length,
      message: expect.stringContaining('cut short'),
    });
  });

  it('on content is believed, and the header’s other word told', async () => {
    const file = manifestFile([entry({}, { content: 1 })], { header: { content: 'deletes' } });
    const { problems } = await read(file);
    expect(problems.map((p) => p.code)).toEqual([
      'entry-content-differs',
      'manifest-content-differs',
    ]);
  });
});

describe('version 4 (MD-42)', () => {
  it('is refused, by the table’s word and by the file’s', async () => {
    const error = { kind: 'unsupported', message: expect.stringContaining('version 4') };
    await expect(read(manifestFile([entry()]), { formatVersion: 4 })).rejects.toMatchObject(error);
    const file = manifestFile([entry()], { header: { 'format-version': '4' } });
    await expect(read(file)).rejects.toMatchObject(error);
  });
});

describe('files of other kinds', () => {
  it('are no manifests', async () => {
    const schema = { type: 'record', name: 'row', fields: [{ name: 'a', type: 'long' }] } as const;
    await expect(read(avroFile({ schema, blocks: [] }))).rejects.toThrow('is not a manifest');
  });

  it('without any field id are read by name, and said so (MF-4)', async () => {
    const schema = JSON.parse(
      JSON.stringify(entrySchema([])).replaceAll(/,"(field|element)-id":\d+/g, ''),
    ) as AvroJson;
    const bytes = manifestFile(
      [
        entry(
          { status: 0, sequence_number: 4, file_sequence_number: 5 },
          { value_counts: [{ key: 2, value: 9 }] },
        ),
      ],
      { schema },
    );
    const { entries, problems } = await read(bytes, { metricsFieldIds: [2] });
    expect(textAt(entries.filePaths, 0)).toBe('s3://lake/t/data/a.parquet');
    expect([...entries.dataSequenceNumbers, ...entries.fileSequenceNumbers]).toEqual([4n, 5n]);
    expect(entries.metrics.get(2)?.valueCounts[0]).toBe(9n);
    expect(problems.map((p) => p.code)).toEqual(['field-ids-missing']);
  });
});

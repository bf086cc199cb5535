import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { type AvroJson, avroFile } from '../testing/avro-writer.ts';
import {
  avroField,
  avroOptional,
  entry,
  entrySchema,
  manifestFile,
} from '../testing/manifest-writer.ts';
import { listed, readManifest, tupleValue } from '../testing/manifests.ts';
import type { Schema, Type } from '../types/type.ts';
import { decodeMetrics } from './manifest.ts';
import type { PartitionField } from './records.ts';

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
    const { entries, problems } = await readManifest(bytes, { specs, schemas });
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
    const { entries } = await readManifest(bytes, { specs, schemas: schemaOf({ kind: 'string' }) });
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
    const prefixed = await readManifest(bytes, {
      specs,
      schemas: schemaOf(type),
      metricsFieldIds: [1],
    });
    const [column] = prefixed.entries.partition;
    expect(column && values.map((_, i) => tupleValue(column, i))).toEqual(values);
    expect([...prefixed.entries.recordCounts]).toEqual([10n, 10n, 10n]);
    expect(prefixed.problems.map((p) => p.code)).toEqual(['partition-fixed-prefixed']);
    const request = { manifest: listed(), metricsFieldIds: [1] };
    const later = await decodeMetrics(bytes, request);
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
    const decoded = await readManifest(bytes, { specs, manifest });
    const [column] = decoded.entries.partition;
    expect(column && values.map((_, i) => tupleValue(column, i))).toEqual(values);
    expect([...decoded.entries.recordCounts]).toEqual([100n, 100n]);
  });
});

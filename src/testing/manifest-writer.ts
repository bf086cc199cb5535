/** Manifests and manifest lists as Iceberg's Java library writes them, for tests. */
import { type AvroFileOptions, type AvroJson, avroFile } from './avro-writer.ts';

type Json = Record<string, unknown>;

function field(id: number, name: string, type: AvroJson): Json {
  return { name, type, 'field-id': id };
}

function optional(type: AvroJson): AvroJson {
  return ['null', type];
}

/** An array of key-value records with logical type `map` (MF-5). */
function intMap(keyId: number, value: 'long' | 'bytes'): AvroJson {
  const valueId = keyId + 1;
  return {
    type: 'array',
    logicalType: 'map',
    items: {
      type: 'record',
      name: `k${keyId}_v${valueId}`,
      fields: [field(keyId, 'key', 'int'), field(valueId, 'value', value)],
    },
  };
}

/** The schema of `manifest_entry` (rules.md 2.4, 2.5) as of v2 and v3; v1 has neither sequence numbers nor content. */
export function entrySchema(tuple: readonly Json[], version: 1 | 2 | 3 = 2): AvroJson {
  const isV1 = version === 1;
  const file = [
    ...(isV1 ? [] : [field(134, 'content', 'int')]),
    field(100, 'file_path', 'string'),
    field(101, 'file_format', 'string'),
    field(102, 'partition', { type: 'record', name: 'r102', fields: tuple }),
    field(103, 'record_count', 'long'),
    field(104, 'file_size_in_bytes', 'long'),
    ...(isV1 ? [field(105, 'block_size_in_bytes', 'long')] : []),
    field(108, 'column_sizes', optional(intMap(117, 'long'))),
    field(109, 'value_counts', optional(intMap(119, 'long'))),
    field(110, 'null_value_counts', optional(intMap(121, 'long'))),
    field(137, 'nan_value_counts', optional(intMap(138, 'long'))),
    field(125, 'lower_bounds', optional(intMap(126, 'bytes'))),
    field(128, 'upper_bounds', optional(intMap(129, 'bytes'))),
    field(131, 'key_metadata', optional('bytes')),
    field(132, 'split_offsets', optional({ type: 'array', items: 'long', 'element-id': 133 })),
    field(135, 'equality_ids', optional({ type: 'array', items: 'int', 'element-id': 136 })),
    field(140, 'sort_order_id', optional('int')),
    ...(version === 3
      ? [
          field(142, 'first_row_id', optional('long')),
          field(143, 'referenced_data_file', optional('string')),
          field(144, 'content_offset', optional('long')),
          field(145, 'content_size_in_bytes', optional('long')),
        ]
      : []),
  ];
  return {
    type: 'record',
    name: 'manifest_entry',
    fields: [
      field(0, 'status', 'int'),
      field(1, 'snapshot_id', isV1 ? 'long' : optional('long')),
      ...(isV1
        ? []
        : [
            field(3, 'sequence_number', optional('long')),
            field(4, 'file_sequence_number', optional('long')),
          ]),
      field(2, 'data_file', { type: 'record', name: 'r2', fields: file }),
    ],
  };
}

/** A data file of a manifest entry, all of whose optional values are null but those given. */
function dataFile(values: Json = {}): Json {
  return {
    content: 0,
    file_path: 's3://lake/t/data/a.parquet',
    file_format: 'PARQUET',
    partition: {},
    record_count: 10,
    file_size_in_bytes: 1000,
    block_size_in_bytes: 0,
    ...values,
  };
}

export function entry(values: Json = {}, file: Json = {}): Json {
  return { status: 1, ...values, data_file: dataFile(file) };
}

export interface ManifestOptions extends Omit<AvroFileOptions, 'schema' | 'blocks'> {
  readonly tuple?: readonly Json[];
  readonly version?: 1 | 2 | 3;
  readonly schema?: AvroJson;
}

/** A manifest with one block of entries. */
export function manifestFile(entries: readonly Json[], options: ManifestOptions = {}): Uint8Array {
  const { tuple = [], version = 2, schema = entrySchema(tuple, version), ...rest } = options;
  return avroFile({ codec: 'deflate', ...rest, schema, blocks: [entries] });
}

export { field as avroField, optional as avroOptional };

/** Avro schemas of manifests and manifest lists, format version 2, with Iceberg's field ids. */

/** @param {string} name @param {number} id @param {unknown} type */
const required = (name, id, type) => ({ name, type, 'field-id': id });

/** @param {string} name @param {number} id @param {unknown} type */
const optional = (name, id, type) => ({
  name,
  type: ['null', type],
  default: null,
  'field-id': id,
});

/** Iceberg's maps with integer keys. @param {number} key @param {number} value @param {string} type of the values */
const mapOf = (key, value, type) => ({
  type: 'array',
  items: {
    type: 'record',
    name: `k${key}_v${value}`,
    fields: [required('key', key, 'int'), required('value', value, type)],
  },
  logicalType: 'map',
});

/**
 * A manifest entry's schema for a spec.
 * @param {readonly { name?: string, 'field-id'?: number, type: unknown }[]} fields of the spec
 */
export function manifestSchema(fields) {
  const partition = {
    type: 'record',
    name: 'r102',
    fields: fields.map(({ name, 'field-id': id, type }) =>
      optional(String(name), Number(id), type),
    ),
  };
  return {
    type: 'record',
    name: 'manifest_entry',
    fields: [
      required('status', 0, 'int'),
      optional('snapshot_id', 1, 'long'),
      optional('sequence_number', 3, 'long'),
      optional('file_sequence_number', 4, 'long'),
      required('data_file', 2, { type: 'record', name: 'r2', fields: dataFileFields(partition) }),
    ],
  };
}

/** @param {unknown} partition */
function dataFileFields(partition) {
  return [
    required('content', 134, 'int'),
    required('file_path', 100, 'string'),
    required('file_format', 101, 'string'),
    required('partition', 102, partition),
    required('record_count', 103, 'long'),
    required('file_size_in_bytes', 104, 'long'),
    optional('column_sizes', 108, mapOf(117, 118, 'long')),
    optional('value_counts', 109, mapOf(119, 120, 'long')),
    optional('null_value_counts', 110, mapOf(121, 122, 'long')),
    optional('nan_value_counts', 137, mapOf(138, 139, 'long')),
    optional('lower_bounds', 125, mapOf(126, 127, 'bytes')),
    optional('upper_bounds', 128, mapOf(129, 130, 'bytes')),
    optional('key_metadata', 131, 'bytes'),
    optional('split_offsets', 132, { type: 'array', items: 'long', 'element-id': 133 }),
    optional('equality_ids', 135, { type: 'array', items: 'int', 'element-id': 136 }),
    optional('sort_order_id', 140, 'int'),
    optional('referenced_data_file', 143, 'string'),
  ];
}

const FIELD_SUMMARY = {
  type: 'record',
  name: 'r508',
  fields: [
    required('contains_null', 509, 'boolean'),
    optional('contains_nan', 518, 'boolean'),
    optional('lower_bound', 510, 'bytes'),
    optional('upper_bound', 511, 'bytes'),
  ],
};

export const LIST_SCHEMA = {
  type: 'record',
  name: 'manifest_file',
  fields: [
    required('manifest_path', 500, 'string'),
    required('manifest_length', 501, 'long'),
    required('partition_spec_id', 502, 'int'),
    required('content', 517, 'int'),
    required('sequence_number', 515, 'long'),
    required('min_sequence_number', 516, 'long'),
    required('added_snapshot_id', 503, 'long'),
    required('added_files_count', 504, 'int'),
    required('existing_files_count', 505, 'int'),
    required('deleted_files_count', 506, 'int'),
    required('added_rows_count', 512, 'long'),
    required('existing_rows_count', 513, 'long'),
    required('deleted_rows_count', 514, 'long'),
    optional('partitions', 507, { type: 'array', items: FIELD_SUMMARY, 'element-id': 508 }),
    optional('key_metadata', 519, 'bytes'),
  ],
};

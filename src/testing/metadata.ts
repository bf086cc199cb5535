/** Metadata of an empty table, for tests of what depends on its columns and its layout alone. */
import type { TableMetadata } from '../metadata/records.ts';
import { tableMetadataFromJson } from '../metadata/table-metadata.ts';

/** Columns and partition fields as metadata files have them. */
export interface TableParts {
  readonly formatVersion?: number;
  readonly columns: readonly unknown[];
  /** The highest id of a column, those inside of others included. */
  readonly lastColumnId: number;
  readonly partitionFields?: readonly unknown[];
}

/** Its schema and its spec have the id 0; ids of partition fields are taken to run from 1000 on. */
export function tableOf(parts: TableParts): TableMetadata {
  const { formatVersion = 2, columns, lastColumnId, partitionFields = [] } = parts;
  return tableMetadataFromJson(
    {
      'format-version': formatVersion,
      'table-uuid': '00000000-0000-4000-8000-000000000001',
      location: 's3://lake/t',
      'last-sequence-number': 0,
      'last-updated-ms': 1,
      'last-column-id': lastColumnId,
      'current-schema-id': 0,
      schemas: [{ type: 'struct', 'schema-id': 0, fields: columns }],
      'default-spec-id': 0,
      'partition-specs': [{ 'spec-id': 0, fields: partitionFields }],
      'last-partition-id': 999 + partitionFields.length,
      properties: {},
      'sort-orders': [{ 'order-id': 0, fields: [] }],
      'default-sort-order-id': 0,
      'next-row-id': 0,
    },
    't',
  ).metadata;
}

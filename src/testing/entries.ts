/** Manifest entries built by hand, for tests of judges. */
import { utf8 } from '../base/bytes.ts';
import { bytesColumnOf } from '../metadata/bytes-column.ts';
import type { ManifestEntries, MetricsColumn, PartitionColumn } from '../metadata/entries.ts';
import { pathsOf } from '../metadata/paths.ts';
import type { PartitionSpec } from '../metadata/records.ts';
import { encodeSingleValue } from '../types/single-value.ts';
import type { PrimitiveType, Value } from '../types/type.ts';

export interface Metrics {
  readonly values?: number;
  readonly nulls?: number;
  readonly nans?: number;
  /** A value of the column's type, or bytes as stored. */
  readonly lower?: Value;
  readonly upper?: Value;
  /** Another column of the file has counts, so the maps are there. */
  readonly mapsPresent?: boolean;
}

export interface Row {
  readonly records?: bigint;
  readonly path?: string;
  readonly content?: 0 | 1 | 2;
  readonly format?: string;
  readonly sequence?: bigint;
  readonly metrics?: Readonly<Record<number, Metrics>>;
  readonly partition?: readonly (Value | null)[];
  readonly equalityIds?: readonly number[];
  readonly referenced?: string;
}

/** Entries with the given rows; `types` are those of columns with metrics, `partitionTypes` those of the spec's fields. */
export function buildEntries(
  rows: readonly Row[],
  types: Readonly<Record<number, PrimitiveType>>,
  spec: PartitionSpec = { specId: 0, fields: [] },
  partitionTypes: readonly PrimitiveType[] = [],
): ManifestEntries {
  const longs = (of: (row: Row) => bigint) => BigInt64Array.from(rows, of);
  const formats = [...new Set(rows.map((row) => row.format ?? 'parquet'))];
  const isDeletes = rows.some((row) => (row.content ?? 0) > 0);
  return {
    manifestPath: 'm.avro',
    content: isDeletes ? 'deletes' : 'data',
    spec,
    count: rows.length,
    status: new Uint8Array(rows.length).fill(1),
    snapshotIds: longs(() => 1n),
    dataSequenceNumbers: longs((row) => row.sequence ?? 1n),
    fileSequenceNumbers: longs((row) => row.sequence ?? 1n),
    fileContents: Uint8Array.from(rows, (row) => row.content ?? 0),
    filePaths: pathsOf(bytesColumnOf(rows.map((row, i) => utf8(row.path ?? `f${i}`))), rows.length),
    fileFormatNames: formats,
    fileFormats: Uint8Array.from(rows, (row) => formats.indexOf(row.format ?? 'parquet')),
    recordCounts: longs((row) => row.records ?? 50n),
    fileSizesInBytes: longs(() => 100n),
    partition: spec.fields.map((field, position) =>
      partitionColumn(field.fieldId, partitionTypes[position] as PrimitiveType, rows, position),
    ),
    sortOrderIds: new Int32Array(rows.length).fill(-1),
    firstRowIds: longs(() => -1n),
    equalityIds: isDeletes ? rows.map((row) => row.equalityIds ?? []) : [],
    referencedDataFiles: isDeletes
      ? bytesColumnOf(
          rows.map((row) => (row.referenced === undefined ? undefined : utf8(row.referenced))),
        )
      : undefined,
    contentOffsets: longs(() => -1n),
    contentSizesInBytes: longs(() => 10n),
    metrics: new Map(
      Object.entries(types).map(([id, type]) => [
        Number(id),
        metricsColumn(Number(id), type, rows),
      ]),
    ),
  };
}

function metricsColumn(fieldId: number, type: PrimitiveType, rows: readonly Row[]): MetricsColumn {
  const of = (row: Row) => row.metrics?.[fieldId];
  const count = (n: number | undefined) => BigInt(n ?? -1);
  const bound = (value: Value | undefined) => {
    if (value === undefined || (value instanceof Uint8Array && type.kind !== 'uuid')) return value;
    return encodeSingleValue(type, value);
  };
  return {
    fieldId,
    valueCounts: BigInt64Array.from(rows, (row) => count(of(row)?.values)),
    nullValueCounts: BigInt64Array.from(rows, (row) => count(of(row)?.nulls)),
    nanValueCounts: BigInt64Array.from(rows, (row) => count(of(row)?.nans)),
    lowerBounds: bytesColumnOf(rows.map((row) => bound(of(row)?.lower))),
    upperBounds: bytesColumnOf(rows.map((row) => bound(of(row)?.upper))),
    mapsPresent: Uint8Array.from(rows, (row) => {
      const m = of(row);
      const all = m?.mapsPresent === true;
      return (
        (all || m?.nulls !== undefined ? 1 : 0) |
        (all || m?.lower !== undefined ? 2 : 0) |
        (all || m?.upper !== undefined ? 4 : 0)
      );
    }),
  };
}

function partitionColumn(
  fieldId: number,
  type: PrimitiveType,
  rows: readonly Row[],
  position: number,
): PartitionColumn {
  const values = rows.map((row) => row.partition?.[position] ?? null);
  const valid = Uint8Array.from(values, (v) => (v === null ? 0 : 1));
  const numbers = values.map((v) => Number(v ?? 0));
  switch (type.kind) {
    case 'boolean':
      return { fieldId, type, valid, values: Uint8Array.from(numbers) };
    case 'int':
    case 'date':
      return { fieldId, type, valid, values: Int32Array.from(numbers) };
    case 'float':
    case 'double':
      return { fieldId, type, valid, values: Float64Array.from(numbers) };
    case 'string':
    case 'uuid':
    case 'fixed':
    case 'binary':
    case 'decimal': {
      const parts = values.map((v) =>
        v === null ? undefined : v instanceof Uint8Array ? v : encodeSingleValue(type, v),
      );
      return { fieldId, type, valid, values: bytesColumnOf(parts) };
    }
    default:
      return {
        fieldId,
        type,
        valid,
        values: BigInt64Array.from(values, (v) => (v ?? 0n) as bigint),
      };
  }
}

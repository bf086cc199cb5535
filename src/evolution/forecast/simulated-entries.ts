/** Partitions of a layout that nobody wrote, as the entries of a manifest, so that the real judges judge them. */
import { utf8 } from '../../base/bytes.ts';
import type { BoundSpec } from '../../metadata/bound-spec.ts';
import { bytesColumnOf } from '../../metadata/bytes-column.ts';
import type { ManifestEntries, MetricsColumn, PartitionColumn } from '../../metadata/entries.ts';
import { pathsOf } from '../../metadata/paths.ts';
import type { ManifestFile, PartitionSpec } from '../../metadata/records.ts';
import { encodeSingleValue } from '../../types/single-value.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import type { PartitionSum, SumColumns } from './layout-sum.ts';

/** A row of a manifest list that says nothing: every entry is judged. */
export const SIMULATED_MANIFEST: ManifestFile = {
  manifestPath: 'simulated',
  partitionSpecId: 0,
  content: 'data',
  sequenceNumber: 0n,
  minSequenceNumber: 0n,
};

/**
 * One entry a partition: all of its files have the same bounds. What one of them does not know of its own value is taken
 * to be known of none.
 */
export function simulatedEntries(
  spec: PartitionSpec,
  bound: BoundSpec,
  partitions: readonly PartitionSum[],
  columns: readonly SumColumns[],
): ManifestEntries {
  const count = partitions.length;
  const none = () => new BigInt64Array(count).fill(-1n);
  const longs = (of: (partition: PartitionSum) => number) =>
    BigInt64Array.from(partitions, (partition) => BigInt(Math.max(0, Math.round(of(partition)))));
  return {
    manifestPath: SIMULATED_MANIFEST.manifestPath,
    content: 'data',
    spec,
    count,
    status: new Uint8Array(count).fill(1),
    snapshotIds: none(),
    dataSequenceNumbers: none(),
    fileSequenceNumbers: none(),
    fileContents: new Uint8Array(count),
    filePaths: pathsOf(bytesColumnOf(partitions.map((_, i) => utf8(String(i)))), count),
    fileFormatNames: ['parquet'],
    fileFormats: new Uint8Array(count),
    // A file that may hold a row holds one.
    recordCounts: longs(({ rows }) => Math.max(1, rows)),
    fileSizesInBytes: longs(({ bytes }) => bytes),
    partition: bound.fields.map(({ fieldId, resultType, position }) =>
      partitionColumn(fieldId, resultType, partitions, position),
    ),
    sortOrderIds: new Int32Array(count).fill(-1),
    firstRowIds: none(),
    equalityIds: [],
    referencedDataFiles: undefined,
    contentOffsets: new BigInt64Array(0),
    contentSizesInBytes: new BigInt64Array(0),
    metrics: new Map(columns.map((column) => [column.fieldId, metricsColumn(column, partitions)])),
  };
}

function metricsColumn(
  { fieldId, type }: SumColumns,
  partitions: readonly PartitionSum[],
): MetricsColumn {
  const unknown = () => new BigInt64Array(partitions.length).fill(-1n);
  const bounds = (side: 'lower' | 'upper') =>
    bytesColumnOf(
      partitions.map(({ ranges }) => {
        const value = ranges.get(fieldId)?.[side];
        return value === undefined ? undefined : encodeSingleValue(type, value);
      }),
    );
  const nullValueCounts = BigInt64Array.from(partitions, ({ ranges }) => {
    const nulls = ranges.get(fieldId)?.nulls;
    return nulls === undefined ? -1n : BigInt(Math.ceil(nulls));
  });
  return {
    fieldId,
    valueCounts: unknown(),
    nullValueCounts,
    nanValueCounts: unknown(),
    lowerBounds: bounds('lower'),
    upperBounds: bounds('upper'),
    mapsPresent: new Uint8Array(partitions.length).fill(7),
  };
}

function partitionColumn(
  fieldId: number,
  resultType: PrimitiveType | undefined,
  partitions: readonly PartitionSum[],
  position: number,
): PartitionColumn {
  const isUnknown = partitions.some(({ tuple }) => tuple[position] === undefined);
  const type = isUnknown ? undefined : resultType;
  const values = partitions.map(({ tuple }) => tuple[position] ?? null);
  const valid = Uint8Array.from(values, (value) => (value === null ? 0 : 1));
  return { fieldId, type, valid, values: columnValues(type, values) };
}

function columnValues(
  type: PrimitiveType | undefined,
  values: readonly (Value | null)[],
): PartitionColumn['values'] {
  switch (type?.kind) {
    case undefined:
    case 'boolean':
      return Uint8Array.from(values, Number);
    case 'int':
    case 'date':
      return Int32Array.from(values, Number);
    case 'float':
    case 'double':
      return Float64Array.from(values, Number);
    case 'long':
    case 'time':
    case 'timestamp':
    case 'timestamptz':
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return BigInt64Array.from(values, (value) => BigInt((value ?? 0n) as bigint));
    default:
      return bytesColumnOf(
        values.map((value) =>
          value === null ? undefined : encodeSingleValue(type as PrimitiveType, value),
        ),
      );
  }
}

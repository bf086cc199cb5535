/** One entry as columns of one row: explaining a file runs the same judges as planning, on that row alone. */
import {
  type BytesColumn,
  longAt,
  type ManifestEntries,
  type MetricsColumn,
  type PartitionColumn,
  type PathColumn,
} from '../metadata/entries.ts';

interface Sliceable<T> {
  readonly length: number;
  subarray(from: number, to: number): T;
}

/** The entry at `row`; nothing is copied. */
export function oneEntry(entries: ManifestEntries, row: number): ManifestEntries {
  const one = <T extends Sliceable<T>>(column: T): T =>
    column.length === 0 ? column : column.subarray(row, row + 1);
  return {
    ...entries,
    count: 1,
    status: one(entries.status),
    snapshotIds: longAt(entries.snapshotIds, row),
    dataSequenceNumbers: longAt(entries.dataSequenceNumbers, row),
    fileSequenceNumbers: longAt(entries.fileSequenceNumbers, row),
    fileContents: one(entries.fileContents),
    filePaths: onePath(entries.filePaths, row),
    fileFormats: one(entries.fileFormats),
    recordCounts: one(entries.recordCounts),
    fileSizesInBytes: one(entries.fileSizesInBytes),
    partition: entries.partition.map((column) => onePartition(column, row)),
    sortOrderIds: one(entries.sortOrderIds),
    firstRowIds: one(entries.firstRowIds),
    equalityIds: entries.equalityIds.slice(row, row + 1),
    referencedDataFiles: entries.referencedDataFiles && oneBytes(entries.referencedDataFiles, row),
    contentOffsets: one(entries.contentOffsets),
    contentSizesInBytes: one(entries.contentSizesInBytes),
    metrics: new Map(
      [...entries.metrics].map(([fieldId, column]) => [fieldId, oneMetrics(column, row)]),
    ),
  };
}

function oneBytes({ arena, start, length }: BytesColumn, row: number): BytesColumn {
  return { arena, start: start.subarray(row, row + 1), length: length.subarray(row, row + 1) };
}

function onePath(paths: PathColumn, row: number): PathColumn {
  return {
    ...paths,
    directory: paths.directory.subarray(row, row + 1),
    names: oneBytes(paths.names, row),
    tail: paths.tail.subarray(row, row + 1),
  };
}

function onePartition(column: PartitionColumn, row: number): PartitionColumn {
  const { values, valid } = column;
  return {
    ...column,
    valid: valid.subarray(row, row + 1),
    values: 'arena' in values ? oneBytes(values, row) : values.subarray(row, row + 1),
  };
}

function oneMetrics(column: MetricsColumn, row: number): MetricsColumn {
  return {
    fieldId: column.fieldId,
    valueCounts: column.valueCounts.subarray(row, row + 1),
    nullValueCounts: column.nullValueCounts.subarray(row, row + 1),
    nanValueCounts: column.nanValueCounts.subarray(row, row + 1),
    lowerBounds: oneBytes(column.lowerBounds, row),
    upperBounds: oneBytes(column.upperBounds, row),
    mapsPresent: column.mapsPresent.subarray(row, row + 1),
  };
}

/** Rows of the Files table: entries of one manifest as text, with bounds of the asked columns. */
import {
  type BytesColumn,
  type EntryLongs,
  longAt,
  type ManifestEntries,
  type MetricsColumn,
} from '../metadata/entries.ts';
import { pathText } from '../metadata/paths.ts';
import { displayValue } from '../types/format.ts';
import { isPrimitive } from '../types/parse-type.ts';
import { SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import { decodeSingleValue } from '../types/single-value.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import type { FileBounds, FileRow, ManifestSource, TableContext } from './api.ts';
import { tupleAt, tupleLabel } from './partition-tuples.ts';

export function fileRows(
  context: TableContext,
  source: ManifestSource,
  entries: ManifestEntries,
  rows: readonly number[],
  fieldIds: readonly number[],
): readonly FileRow[] {
  const label = tupleLabel(context, entries);
  const types = typesOf(context, fieldIds);
  return rows.map((entry) => ({
    index: source.index,
    entry,
    filePath: pathText(entries.filePaths, entry),
    fileFormat: entries.fileFormatNames[entries.fileFormats[entry] as number] as string,
    specId: entries.spec.specId,
    partition: label(tupleAt(entries, entry)),
    recordCount: entries.recordCounts[entry] as bigint,
    fileSizeInBytes: entries.fileSizesInBytes[entry] as bigint,
    dataSequenceNumber: known(entries.dataSequenceNumbers, entry),
    snapshotId: known(entries.snapshotIds, entry),
    bounds: fieldIds.map((id) => boundsAt(id, entries.metrics.get(id), types.get(id), entry)),
  }));
}

function typesOf(
  { schemas, schemaId }: TableContext,
  fieldIds: readonly number[],
): ReadonlyMap<number, PrimitiveType> {
  const schema = schemas.find((candidate) => candidate.schemaId === schemaId);
  const types = new Map<number, PrimitiveType>();
  for (const id of fieldIds) {
    const type = schema === undefined ? undefined : indexSchema(schema).byId.get(id)?.type;
    if (type !== undefined && isPrimitive(type)) types.set(id, type);
  }
  return types;
}

function known(column: EntryLongs, row: number): bigint | undefined {
  const value = longAt(column, row);
  return value === -1n ? undefined : value;
}

function boundsAt(
  fieldId: number,
  metrics: MetricsColumn | undefined,
  type: PrimitiveType | undefined,
  row: number,
): FileBounds {
  const lower = boundAt(metrics?.lowerBounds, type, row);
  const upper = boundAt(metrics?.upperBounds, type, row);
  return {
    fieldId,
    lower: lower?.text,
    upper: upper?.text,
    lowerPosition: lower?.position,
    upperPosition: upper?.position,
    nullCount: metrics && known(metrics.nullValueCounts, row),
    nanCount: metrics && known(metrics.nanValueCounts, row),
    valueCount: metrics && known(metrics.valueCounts, row),
  };
}

function boundAt(
  bounds: BytesColumn | undefined,
  type: PrimitiveType | undefined,
  row: number,
): { text: string; position: number | undefined } | undefined {
  const length = bounds?.length[row] ?? -1;
  if (bounds === undefined || type === undefined || length < 0) return undefined;
  const start = bounds.start[row] as number;
  const value = decodeSingleValue(type, bounds.arena.subarray(start, start + length), SAFE);
  if (value === undefined) return undefined;
  return { text: displayValue(type, value), position: positionOf(type, value) };
}

/** Numbers as they are, times in the type's own unit; undefined for what has no axis. */
function positionOf(type: PrimitiveType, value: Value): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'bigint') return undefined;
  return type.kind === 'decimal' ? Number(value) / 10 ** type.scale : Number(value);
}

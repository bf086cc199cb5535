/** What is recorded of one file for a column, and of its partition and manifest, as values and as text. */
import type { BoundTerm } from '../expressions/bound.ts';
import type { BoundPartitionField } from '../metadata/bound-spec.ts';
import type { ManifestEntries, TupleValue } from '../metadata/entries.ts';
import type { ManifestFile } from '../metadata/records.ts';
import { applyTransform, preservesOrder } from '../transforms/transform.ts';
import { displayPlain, displayValue } from '../types/format.ts';
import { isPrimitive } from '../types/parse-type.ts';
import type { Profile } from '../types/profile.ts';
import { decodeSingleValue } from '../types/single-value.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { fieldValue } from './partition-text.ts';
import { tupleColumn } from './tuple-columns.ts';
import { bytesAt, NULL, UNUSABLE, valueAt } from './values.ts';

export interface ColumnStatistics {
  readonly type: PrimitiveType | undefined;
  readonly lower: Value | undefined;
  readonly upper: Value | undefined;
  readonly valueCount: bigint | undefined;
  readonly nullCount: bigint | undefined;
  readonly nanCount: bigint | undefined;
}

/** The recorded metrics of entry `row`, bounds decoded in the column's type. */
export function columnStatistics(
  entries: ManifestEntries,
  row: number,
  term: BoundTerm,
  rules: Profile,
): ColumnStatistics {
  const metrics = entries.metrics.get(term.fieldId);
  const type = isPrimitive(term.sourceType) ? term.sourceType : undefined;
  const bound = (side: 'lowerBounds' | 'upperBounds') => {
    const bytes = metrics && bytesAt(metrics[side], row);
    return type && bytes && decodeSingleValue(type, bytes, rules);
  };
  const count = (column: BigInt64Array | undefined) => {
    const n = column?.[row] ?? -1n;
    return n < 0n ? undefined : n;
  };
  return {
    type,
    lower: bound('lowerBounds'),
    upper: bound('upperBounds'),
    valueCount: count(metrics?.valueCounts),
    nullCount: count(metrics?.nullValueCounts),
    nanCount: count(metrics?.nanValueCounts),
  };
}

/** The same of what a condition is on: a transform is applied to the bounds, or leaves none (EV-18). */
export function termStatistics(
  entries: ManifestEntries,
  row: number,
  term: BoundTerm,
  rules: Profile,
): ColumnStatistics {
  const own = columnStatistics(entries, row, term, rules);
  const { transform, type } = term;
  if (transform === undefined) return own;
  const bound = (value: Value | undefined) =>
    value === undefined || own.type === undefined || !preservesOrder(transform)
      ? undefined
      : (applyTransform(transform, own.type, value, rules) ?? undefined);
  return {
    ...own,
    type: isPrimitive(type) ? type : undefined,
    lower: bound(own.lower),
    upper: bound(own.upper),
  };
}

/** Longer texts are cut on the screen; the rest is in the value itself. */
const SHOWN = 60;

/** A value for a sentence. */
export function shown(type: PrimitiveType | undefined, value: Value): string {
  const text = type === undefined ? displayPlain(value) : displayValue(type, value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

/** A partition value of entry `row`: null, or undefined where it can't be read. */
export function partitionValue(
  entries: ManifestEntries,
  row: number,
  field: BoundPartitionField,
  rules: Profile,
): TupleValue {
  if (field.resultType === undefined) return rawValue(entries, row, field.position);
  const column = tupleColumn(entries, field, rules);
  if (column.state[row] === NULL) return null;
  return column.state[row] === UNUSABLE ? Number.NaN : valueAt(column, row);
}

/** A value of an unknown transform or a dropped column, as its own manifest types it (TR-3). */
function rawValue(entries: ManifestEntries, row: number, position: number): TupleValue {
  const column = entries.partition[position];
  if (column?.type === undefined) return undefined;
  if (column.valid[row] === 0) return null;
  const { values } = column;
  if ('arena' in values) return bytesAt(values, row);
  return values[row];
}

/** The partition value in words; `?` where it can't be read. */
export function partitionValueText(field: BoundPartitionField, value: TupleValue): string {
  if (value === undefined) return '?';
  if (field.resultType !== undefined || value === null) return fieldValue(field, value);
  return displayPlain(value);
}

export interface SummaryValues {
  readonly lower: Value | undefined;
  readonly upper: Value | undefined;
  readonly containsNull: boolean;
  readonly containsNan: boolean | undefined;
}

/** A partition field's summary in the manifest's row; undefined where there is none, or none that can be read. */
export function summaryValues(
  manifest: ManifestFile,
  field: BoundPartitionField,
  fields: number,
  rules: Profile,
): SummaryValues | undefined {
  const summary =
    manifest.partitions?.length === fields ? manifest.partitions[field.position] : undefined;
  const type = field.resultType;
  if (summary === undefined || type === undefined) return undefined;
  const decode = (bytes: Uint8Array | undefined) => bytes && decodeSingleValue(type, bytes, rules);
  return {
    lower: decode(summary.lowerBound),
    upper: decode(summary.upperBound),
    containsNull: summary.containsNull,
    containsNan: summary.containsNan,
  };
}

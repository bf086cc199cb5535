/** What partition values tell of one column, as a range of its values: those of a manifest's row, and of one file. */
import { type BoundPartitionField, bindSpec } from '../../src/metadata/bound-spec.ts';
import type { ManifestFile, PartitionSpec } from '../../src/metadata/records.ts';
import { displayValue } from '../../src/types/format.ts';
import { SAFE } from '../../src/types/profile.ts';
import type { SchemaIndex } from '../../src/types/schema.ts';
import { decodeSingleValue } from '../../src/types/single-value.ts';
import type { PrimitiveType, Value } from '../../src/types/type.ts';
import { msPerUnit } from './axis.ts';

export interface ColumnRange {
  /** Positions of the column: its own unit, as rows' bounds have. */
  readonly lower: number;
  readonly upper: number;
}

/** The same of any column: as text where its values have no position. */
export interface ValueSpan {
  readonly lower: number | string;
  readonly upper: number | string;
  /** false of a unit of time, which runs to the beginning of the next. */
  readonly upperInclusive: boolean;
}

/** undefined where no order-keeping field of the spec is made from the column, or its summary is not recorded. */
export function manifestRange(
  manifest: ManifestFile,
  spec: PartitionSpec | undefined,
  schema: SchemaIndex,
  fieldId: number,
): ColumnRange | undefined {
  const { lower, upper } = manifestSpan(manifest, spec, schema, fieldId) ?? {};
  return typeof lower === 'number' && typeof upper === 'number' ? { lower, upper } : undefined;
}

/** As {@link manifestRange}, of a column of any type. */
export function manifestSpan(
  manifest: ManifestFile,
  spec: PartitionSpec | undefined,
  schema: SchemaIndex,
  fieldId: number,
): ValueSpan | undefined {
  if (spec === undefined || manifest.partitions === undefined) return undefined;
  const type = schema.byId.get(fieldId)?.type.kind;
  for (const field of bindSpec(spec, schema).fields) {
    const summary = manifest.partitions[field.position];
    const { resultType } = field;
    if (field.source?.fieldId !== fieldId || summary === undefined || type === undefined) continue;
    if (resultType === undefined) continue;
    const lower = decoded(resultType, summary.lowerBound);
    const upper = decoded(resultType, summary.upperBound);
    const range = inColumn(type, field, lower, upper);
    if (range !== undefined) return range;
  }
  return undefined;
}

/** What one partition tuple tells of a column; undefined as above, and where the value is null or not readable. */
export function tupleSpan(
  values: readonly (Value | null | undefined)[],
  fields: readonly BoundPartitionField[],
  type: string,
  fieldId: number,
): ValueSpan | undefined {
  for (const field of fields) {
    const { resultType } = field;
    const value = values[field.position];
    if (field.source?.fieldId !== fieldId || resultType === undefined) continue;
    const at = value === undefined || value === null ? undefined : placeOf(resultType, value);
    const range = inColumn(type, field, at, at);
    if (range !== undefined) return range;
  }
  return undefined;
}

function decoded(type: PrimitiveType, bytes: Uint8Array | undefined): number | string | undefined {
  const value = bytes === undefined ? undefined : decodeSingleValue(type, bytes, SAFE);
  return value === undefined ? undefined : placeOf(type, value);
}

function placeOf(type: PrimitiveType, value: Value): number | string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'bigint') return displayValue(type, value);
  return type.kind === 'decimal' ? Number(value) / 10 ** type.scale : Number(value);
}

/** Beginning of a unit in ms; undefined: the value is the column's own. */
const UNIT_ENDS = {
  identity: undefined,
  year: (n: number) => Date.UTC(1970 + n, 0),
  month: (n: number) => Date.UTC(1970, n),
  day: (n: number) => n * 86_400_000,
  hour: (n: number) => n * 3_600_000,
} as const;

/** From values of the field to values of its column. */
function inColumn(
  type: string,
  { transform }: BoundPartitionField,
  lower: number | string | undefined,
  upper: number | string | undefined,
): ValueSpan | undefined {
  if (lower === undefined || upper === undefined || !(transform.kind in UNIT_ENDS)) {
    return undefined;
  }
  const begins = UNIT_ENDS[transform.kind as keyof typeof UNIT_ENDS];
  if (begins === undefined) return { lower, upper, upperInclusive: true };
  const ms = msPerUnit(type);
  if (ms === undefined || typeof lower === 'string' || typeof upper === 'string') return undefined;
  return { lower: begins(lower) / ms, upper: begins(upper + 1) / ms, upperInclusive: false };
}

/**
 * Over which partitions of a layout a file's rows lie, as far as its partition value and its bounds tell. Rows between two
 * bounds are taken to lie evenly; what is not known makes the range of the answer wide, with its reason.
 */
import { toHex } from '../../base/bytes.ts';
import type { BoundPartitionField, BoundSpec } from '../../metadata/bound-spec.ts';
import { ticksPerSecond } from '../../transforms/time-transforms.ts';
import { applyTransform, sameTransform } from '../../transforms/transform.ts';
import type { Transform } from '../../transforms/transform-type.ts';
import { comparator } from '../../types/compare.ts';
import { isPrimitive } from '../../types/parse-type.ts';
import { SAFE } from '../../types/profile.ts';
import { daysFromCivil } from '../../types/time.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import type { ColumnRange, SourceFile } from './source-file.ts';

/** A value of one partition field and the share of the file's rows that have it. */
export interface FieldPart {
  readonly value: Value | null;
  readonly share: number;
  /** What the partition leaves of the source column's range; undefined: as the file's. */
  readonly range?: Pick<ColumnRange, 'lower' | 'upper'> | undefined;
}

/** Why the number of values is no certainty. */
export type Doubt =
  /** Rows may lie anywhere between the bounds. */
  | 'between-bounds'
  /** Of the values met in the table, those between the bounds; a file may hold fewer, or others. */
  | 'known-values'
  /** Which values there are is not recorded, so any bucket may be met. */
  | 'any-bucket'
  /** No bounds, and no value of the old layout that would tell. */
  | 'nothing-recorded';

export interface FieldSpread {
  readonly parts: readonly FieldPart[];
  /** Fewest and most values that the recorded facts allow. */
  readonly low: number;
  readonly high: number;
  readonly doubt: Doubt | undefined;
  /** Values that some row is sure to have: those of the bounds, by {@link valueKey}. */
  readonly certain: readonly string[];
}

/** What is known of a partition field's values in the table. */
export interface KnownValues {
  /** Those that are met, by {@link valueKey}. */
  readonly values: ReadonlyMap<string, Value>;
  /** How many the source column has, as its statistics estimate; undefined: not told. */
  readonly distinct?: number | undefined;
}

const NOTHING_KNOWN: KnownValues = { values: new Map() };

/** More values of one file and field are thought as this many. */
export const MOST_PARTS = 1000;

export function valueKey(value: Value | null): string {
  return value instanceof Uint8Array ? `=${toHex(value)}` : String(value);
}

export function spreadField(
  field: BoundPartitionField,
  file: SourceFile,
  known: KnownValues,
): FieldSpread {
  const { transform, source } = field;
  if (transform.kind === 'void') return single(null);
  const type = source?.type;
  if (source === undefined || type === undefined || !isPrimitive(type)) return nothing(file);
  const own = ownValue(field, type, file);
  if (own !== undefined) return single(own);
  const range = file.columns.get(source.fieldId);
  const { lower, upper } = narrowed(range, ownRange(source.fieldId, type, file), type);
  if (lower === undefined || upper === undefined) return withoutBounds(transform, file, known);
  const spread = between(transform, type, lower, upper, file, known);
  return withNulls(spread, range?.nulls ?? 0, file.rows);
}

function single(value: Value | null): FieldSpread {
  return {
    parts: [{ value, share: 1 }],
    low: 1,
    high: 1,
    doubt: undefined,
    certain: [valueKey(value)],
  };
}

function nothing({ rows }: SourceFile): FieldSpread {
  return { ...single(null), high: Math.max(1, rows), doubt: 'nothing-recorded', certain: [] };
}

/** The same field, or a finer one that this one follows from, in the layout the file was written with. */
function ownValue(
  { transform, source }: BoundPartitionField,
  type: PrimitiveType,
  { spec, tuple }: SourceFile,
): Value | null | undefined {
  for (const [i, field] of spec.fields.entries()) {
    const value = tuple[i];
    if (value === undefined || field.sourceIds[0] !== source?.fieldId) continue;
    if (sameTransform(field.transform, transform)) return value;
    if (value === null) {
      if (field.transform.kind !== 'void') return null;
      continue;
    }
    if (field.transform.kind === 'identity') {
      return applyTransform(transform, type, value, SAFE) as Value;
    }
    const span = unitRange(field.transform, type, value);
    if (span === undefined || !isTime(transform)) continue;
    const [first, last] = span.map((end) => applyTransform(transform, type, end, SAFE));
    if (first === last) return first as Value;
  }
  return undefined;
}

function isTime({ kind }: Transform): boolean {
  return kind === 'year' || kind === 'month' || kind === 'day' || kind === 'hour';
}

/** What a coarser field of the old layout says of the column: a day's first and last tick. */
function ownRange(
  sourceId: number,
  type: PrimitiveType,
  { spec, tuple }: SourceFile,
): readonly [Value, Value] | undefined {
  for (const [i, field] of spec.fields.entries()) {
    const value = tuple[i];
    if (field.sourceIds[0] !== sourceId || value === undefined || value === null) continue;
    const range = unitRange(field.transform, type, value);
    if (range !== undefined) return range;
  }
  return undefined;
}

/** First and last value of a unit of time. */
export function unitRange(
  transform: Transform,
  type: PrimitiveType,
  value: Value,
): readonly [Value, Value] | undefined {
  if (!isTime(transform)) return undefined;
  const unit = Number(value);
  if (type.kind === 'date') {
    const start = unitStart(transform.kind, unit);
    const next = unitStart(transform.kind, unit + 1);
    return [start, next - 1];
  }
  const perSecond = ticksPerSecond(type);
  const at = (n: number) =>
    transform.kind === 'hour'
      ? BigInt(n) * 3600n * perSecond
      : BigInt(unitStart(transform.kind, n)) * 86_400n * perSecond;
  return [at(unit), at(unit + 1) - 1n];
}

/** The first day of a year, month or day. */
function unitStart(kind: Transform['kind'], n: number): number {
  if (kind === 'year') return daysFromCivil(1970 + n, 1, 1);
  if (kind === 'month') {
    const year = Math.floor(n / 12);
    return daysFromCivil(1970 + year, 1 + n - 12 * year, 1);
  }
  return n;
}

function narrowed(
  range: ColumnRange | undefined,
  own: readonly [Value, Value] | undefined,
  type: PrimitiveType,
): Pick<ColumnRange, 'lower' | 'upper'> {
  if (own === undefined) return { lower: range?.lower, upper: range?.upper };
  const compare = comparator(type, SAFE);
  const lower = range?.lower;
  const upper = range?.upper;
  return {
    lower: lower === undefined || compare(lower, own[0]) < 0 ? own[0] : lower,
    upper: upper === undefined || compare(upper, own[1]) > 0 ? own[1] : upper,
  };
}

function withoutBounds(transform: Transform, file: SourceFile, known: KnownValues): FieldSpread {
  const high = mostValues(file, known);
  if (transform.kind === 'bucket') return anyBucket(transform.numBuckets, high);
  const values = [...known.values.values()].slice(0, MOST_PARTS);
  if (values.length === 0) return { ...nothing(file), high };
  return { parts: evenly(values), low: 1, high, doubt: 'nothing-recorded', certain: [] };
}

function anyBucket(buckets: number, distinct: number): FieldSpread {
  const count = Math.min(buckets, MOST_PARTS);
  const values = Array.from({ length: count }, (_, i) => i);
  return {
    parts: evenly(values),
    low: 1,
    high: Math.min(buckets, distinct),
    doubt: 'any-bucket',
    certain: [],
  };
}

/** No more than rows, nor than the column has values. */
function mostValues({ rows }: SourceFile, { distinct }: KnownValues): number {
  return Math.max(1, Math.min(rows, distinct ?? Number.POSITIVE_INFINITY));
}

function evenly(values: readonly (Value | null)[]): FieldPart[] {
  return values.map((value) => ({ value, share: 1 / values.length }));
}

function between(
  transform: Transform,
  type: PrimitiveType,
  lower: Value,
  upper: Value,
  file: SourceFile,
  known: KnownValues,
): FieldSpread {
  const first = applyTransform(transform, type, lower, SAFE) as Value;
  const last = applyTransform(transform, type, upper, SAFE) as Value;
  if (comparator(type, SAFE)(lower, upper) >= 0) return single(first);
  if (transform.kind === 'bucket') return buckets(transform, type, lower, upper, file);
  if (valueKey(first) === valueKey(last)) return single(first);
  if (isTime(transform)) return units(transform, type, lower, upper, file);
  const step = stepOf(transform, type);
  return step === undefined
    ? amongKnown(transform, type, [first, last], file, known)
    : steps(first, last, step, file);
}

/** Whole numbers have as many values between two bounds as one can count. */
function stepOf(transform: Transform, type: PrimitiveType): number | undefined {
  const isWhole = type.kind === 'int' || type.kind === 'long' || type.kind === 'date';
  if (transform.kind === 'identity') return isWhole ? 1 : undefined;
  if (transform.kind !== 'truncate') return undefined;
  return isWhole || type.kind === 'decimal' ? transform.width : undefined;
}

/** By time, the first and the last unit with what the bounds leave of them. */
function units(
  transform: Transform,
  type: PrimitiveType,
  lower: Value,
  upper: Value,
  file: SourceFile,
): FieldSpread {
  const first = Number(applyTransform(transform, type, lower, SAFE));
  const last = Number(applyTransform(transform, type, upper, SAFE));
  const count = last - first + 1;
  const length = Number(upper) - Number(lower) + 1;
  const stride = Math.ceil(count / MOST_PARTS);
  const parts: FieldPart[] = [];
  for (let unit = first; unit <= last; unit += stride) {
    const end = Math.min(unit + stride - 1, last);
    const [from] = unitRange(transform, type, unit) as readonly [Value, Value];
    const [, to] = unitRange(transform, type, end) as readonly [Value, Value];
    const low = from > lower ? from : lower;
    const high = to < upper ? to : upper;
    const share = (Number(high) - Number(low) + 1) / length;
    parts.push({ value: unit, share, range: { lower: low, upper: high } });
  }
  const certain = [valueKey(first), valueKey(last)];
  return { parts, low: 2, high: atMost(count, file), doubt: 'between-bounds', certain };
}

function steps(first: Value, last: Value, step: number, file: SourceFile): FieldSpread {
  const count = Math.floor((Number(last) - Number(first)) / step) + 1;
  const stride = Math.ceil(count / MOST_PARTS);
  const values: Value[] = [];
  for (let i = 0; i < count; i += stride) {
    values.push(
      typeof first === 'bigint' ? first + BigInt(i) * BigInt(step) : (first as number) + i * step,
    );
  }
  const certain = [valueKey(first), valueKey(last)];
  return {
    parts: evenly(values),
    low: 2,
    high: atMost(count, file),
    doubt: 'between-bounds',
    certain,
  };
}

function atMost(count: number, { rows }: SourceFile): number {
  return Math.max(1, Math.min(count, rows));
}

/** Bounds of text are cut to this length, and may then both be of one value. */
const CUT = 16;

function amongKnown(
  transform: Transform,
  type: PrimitiveType,
  [first, last]: readonly [Value, Value],
  file: SourceFile,
  known: KnownValues,
): FieldSpread {
  const compare = comparator(type, SAFE);
  const values = new Map<string, Value>([
    [valueKey(first), first],
    [valueKey(last), last],
  ]);
  for (const [key, value] of known.values) {
    if (values.size >= MOST_PARTS) break;
    if (compare(value, first) >= 0 && compare(value, last) <= 0) values.set(key, value);
  }
  // Of two truth values there are no others.
  const most =
    type.kind === 'boolean' && transform.kind === 'identity' ? 2 : mostValues(file, known);
  const areWhole = [first, last].every((end) => !(end instanceof Uint8Array) || end.length < CUT);
  return {
    parts: evenly([...values.values()]),
    low: areWhole ? 2 : 1,
    high: Math.max(2, most),
    doubt: most === 2 ? undefined : 'known-values',
    certain: areWhole ? [valueKey(first), valueKey(last)] : [],
  };
}

/** A short range of whole numbers is hashed number by number. */
function buckets(
  transform: Extract<Transform, { kind: 'bucket' }>,
  type: PrimitiveType,
  lower: Value,
  upper: Value,
  file: SourceFile,
): FieldSpread {
  const isWhole = type.kind === 'int' || type.kind === 'long' || type.kind === 'date';
  const distinct = isWhole ? Number(upper) - Number(lower) + 1 : Number.POSITIVE_INFINITY;
  const most = Math.max(1, Math.min(file.rows, distinct));
  if (distinct > MOST_PARTS) return anyBucket(transform.numBuckets, most);
  const counts = new Map<number, number>();
  for (let i = 0; i < distinct; i++) {
    const value = typeof lower === 'bigint' ? lower + BigInt(i) : (lower as number) + i;
    const bucket = applyTransform(transform, type, value, SAFE) as number;
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const parts = [...counts].map(([value, n]) => ({ value, share: n / distinct }));
  return {
    parts,
    low: 1,
    high: Math.min(parts.length, most),
    doubt: 'between-bounds',
    certain: [],
  };
}

function withNulls(spread: FieldSpread, nulls: number, rows: number): FieldSpread {
  if (nulls <= 0 || rows <= 0) return spread;
  const share = Math.min(1, nulls / rows);
  const parts = spread.parts.map((part) => ({ ...part, share: part.share * (1 - share) }));
  return {
    ...spread,
    parts: [...parts, { value: null, share }],
    low: spread.low + 1,
    high: spread.high + 1,
    certain: [...spread.certain, valueKey(null)],
  };
}

/** Every field of a layout for one file. */
export function spreadFile(
  spec: BoundSpec,
  file: SourceFile,
  known: readonly KnownValues[],
): readonly FieldSpread[] {
  return spec.fields.map((field, i) => spreadField(field, file, known[i] ?? NOTHING_KNOWN));
}

/** What statistics of the table tell of values, beside its files. */
export interface ToldValues {
  /** Estimates of how many values columns have, by field id. */
  readonly columns: ReadonlyMap<number, number>;
  readonly partitions: readonly ToldPartitionValues[];
}

/** At least these: files of a layout without the field may hold others. */
export interface ToldPartitionValues {
  /** Of the partition field; its name tells where there is none. */
  readonly fieldId: number | undefined;
  readonly name: string;
  readonly values: readonly Value[];
}

/** Values of each field of a layout that statistics tell, and that files show: in their partitions, and as bounds. */
export function knownValues(
  spec: BoundSpec,
  files: Iterable<SourceFile>,
  told: ToldValues,
): readonly KnownValues[] {
  const partitions = spec.fields.map(({ fieldId, name }) =>
    told.partitions.find((one) =>
      one.fieldId === undefined ? one.name === name : one.fieldId === fieldId,
    ),
  );
  const all = partitions.map(
    (one) => new Map((one?.values ?? []).map((value) => [valueKey(value), value])),
  );
  for (const file of files) {
    for (const [i, field] of spec.fields.entries()) {
      const values = all[i] as Map<string, Value>;
      if (values.size >= MOST_PARTS) continue;
      for (const value of valuesOf(field, file)) values.set(valueKey(value), value);
    }
  }
  return all.map((values, i) => ({
    values,
    distinct: told.columns.get(spec.fields[i]?.source?.fieldId ?? -1),
  }));
}

function valuesOf(field: BoundPartitionField, file: SourceFile): readonly Value[] {
  const { transform, source } = field;
  const type = source?.type;
  const isListed = transform.kind === 'identity' || transform.kind === 'truncate';
  if (!isListed || source === undefined || type === undefined || !isPrimitive(type)) return [];
  const own = ownValue(field, type, file);
  if (own !== undefined) return own === null ? [] : [own];
  const range = file.columns.get(source.fieldId);
  return [range?.lower, range?.upper].flatMap((value) =>
    value === undefined ? [] : [applyTransform(transform, type, value, SAFE) as Value],
  );
}

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
import { daysFromCivil, floorDiv } from '../../types/time.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import type { ColumnRange, SourceFile } from './source-file.ts';

/** A value of one partition field, or several of them, and the share of the file's rows that have it. */
export interface FieldPart {
  /** undefined: it is not known which, or it is several. */
  readonly value: Value | null | undefined;
  readonly share: number;
  /** Values that it stands for; default 1. */
  readonly values?: number | undefined;
  /** What tells it from others that have no one value. */
  readonly key?: string | undefined;
  /** What the partition leaves of the source column's range; undefined: as the file's. */
  readonly range?: Pick<ColumnRange, 'lower' | 'upper'> | undefined;
}

/** Why the number of values is no certainty. */
export type Doubt =
  /** Rows may lie anywhere between the bounds. */
  | 'between-bounds'
  /** Of the values that partitions list, those between the bounds; a file may hold fewer, or others. */
  | 'known-values'
  /** As many as statistics of the table estimate, spread evenly. */
  | 'estimated'
  /** Which values there are is not recorded, so any bucket may be met. */
  | 'any-bucket'
  /** Two bounds of a type whose values can't be counted between them. */
  | 'only-bounds'
  /** Bounds of text that are cut, which are no values. */
  | 'cut-bounds'
  /** No bounds, and no value of the old layout that would tell. */
  | 'nothing-recorded';

/** Doubts by which nothing tells how many values there are: only how few and how many there can be. */
export const OPEN_DOUBTS: ReadonlySet<Doubt> = new Set([
  'only-bounds',
  'cut-bounds',
  'nothing-recorded',
]);

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
  /** Partitions list some of them, so that they are taken to be all; bounds alone show but two a file. */
  readonly isListed: boolean;
  /** How many the source column has, as its statistics estimate; undefined: not told. */
  readonly distinct?: number | undefined;
  /** Bounds of text of this length may be cut. */
  readonly cut?: number | undefined;
}

const NOTHING_KNOWN: KnownValues = { values: new Map(), isListed: false };

/** More values of one file and field are thought as this many. */
const MOST_PARTS = 1000;
/** More values of a field are not told apart: nothing then says how many there are. */
const MOST_KNOWN = 4000;

export function valueKey(value: Value | null): string {
  return value instanceof Uint8Array ? `=${toHex(value)}` : String(value);
}

export function partKey({ value, key = '' }: FieldPart): string {
  return value === undefined ? `?${key}` : valueKey(value);
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
  const nulls = range?.nulls ?? 0;
  if (nulls > 0 && nulls >= file.rows) return single(null);
  const { lower, upper } = narrowed(range, ownRange(source.fieldId, type, file), type);
  const areBounds =
    lower !== undefined && upper !== undefined && comparator(type, SAFE)(lower, upper) <= 0;
  const spread = areBounds
    ? between(transform, type, lower, upper, file, known)
    : withoutBounds(transform, file, known);
  return withNulls(spread, nulls, file.rows);
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

/** Values of which there may be as many as rows; nothing says which. */
function open(doubt: Doubt, high: number, certain: readonly string[] = []): FieldSpread {
  const low = Math.max(1, certain.length);
  return {
    parts: [{ value: undefined, share: 1 }],
    low,
    high: Math.max(low, high),
    doubt,
    certain,
  };
}

function nothing({ rows }: SourceFile): FieldSpread {
  return open('nothing-recorded', rows);
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
  const spread = { low: 1, high, certain: [] };
  return amongListed([...known.values.values()], known, spread) ?? open('nothing-recorded', high);
}

/** As many as statistics say, or else those that partitions list; undefined where neither tells. */
function amongListed(
  values: readonly Value[],
  { isListed, distinct }: KnownValues,
  spread: Pick<FieldSpread, 'low' | 'high' | 'certain'>,
): FieldSpread | undefined {
  if (distinct === undefined && (!isListed || values.length === 0)) return undefined;
  const count = Math.max(distinct ?? 0, values.length);
  const own = values.slice(0, MOST_PARTS).map((value) => ({ value, share: 1 / count }));
  const others = count - own.length;
  const rest = { value: undefined, share: others / count, values: others };
  const doubt = distinct === undefined ? 'known-values' : 'estimated';
  return { ...spread, parts: others > 0 ? [...own, rest] : own, doubt };
}

function anyBucket(buckets: number, distinct: number): FieldSpread {
  const parts = runsOf(0n, BigInt(buckets - 1)).map((run): FieldPart => {
    const own = runPart(run, Number(run.low));
    return { ...own, share: (own.values ?? 1) / buckets };
  });
  return {
    parts,
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

function evenly(values: readonly Value[]): FieldPart[] {
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
  if (comparator(type, SAFE)(lower, upper) === 0) return single(first);
  if (transform.kind === 'bucket') return buckets(transform, type, lower, upper, file, known);
  const areWhole = [lower, upper].every((end) => isWhole(end, transform, type, known));
  if (areWhole && valueKey(first) === valueKey(last)) return single(first);
  if (isTime(transform)) return units(transform, type, lower, upper, file);
  const step = stepOf(transform, type);
  return step === undefined
    ? amongKnown(transform, type, [first, last], areWhole, file, known)
    : steps([first, last], [lower, upper], step, file, known);
}

/** Whole numbers have as many values between two bounds as one can count. */
function stepOf(transform: Transform, type: PrimitiveType): number | undefined {
  const isWhole = type.kind === 'int' || type.kind === 'long' || type.kind === 'date';
  if (transform.kind === 'identity') return isWhole ? 1 : undefined;
  if (transform.kind !== 'truncate') return undefined;
  return isWhole || type.kind === 'decimal' ? transform.width : undefined;
}

interface Run {
  readonly low: bigint;
  readonly high: bigint;
  readonly key: string;
}

/** Many neighbours are thought as runs of them, which begin at the same places in every file. */
function runsOf(first: bigint, last: bigint): readonly Run[] {
  const count = Number(last - first) + 1;
  const length = 2n ** BigInt(Math.max(0, Math.ceil(Math.log2(count / (MOST_PARTS - 1)))));
  const runs: Run[] = [];
  for (let start = floorDiv(first, length) * length; start <= last; start += length) {
    const [low, end] = [start > first ? start : first, start + length - 1n];
    runs.push({ low, high: end < last ? end : last, key: `${start}+${length}` });
  }
  return runs;
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
  const length = Number(upper) - Number(lower) + 1;
  const parts = runsOf(BigInt(first), BigInt(last)).map((run): FieldPart => {
    const [from] = unitRange(transform, type, Number(run.low)) as readonly [Value, Value];
    const [, to] = unitRange(transform, type, Number(run.high)) as readonly [Value, Value];
    const low = from > lower ? from : lower;
    const high = to < upper ? to : upper;
    const share = (Number(high) - Number(low) + 1) / length;
    return { ...runPart(run, Number(run.low)), share, range: { lower: low, upper: high } };
  });
  const certain = [valueKey(first), valueKey(last)];
  const high = atMost(last - first + 1, file);
  return { parts, low: 2, high, doubt: 'between-bounds', certain };
}

function runPart(
  { low, high, key }: Run,
  value: Value,
): Pick<FieldPart, 'value' | 'values' | 'key'> {
  return low === high ? { value } : { value: undefined, values: Number(high - low) + 1, key };
}

function steps(
  [first, last]: readonly [Value, Value],
  [lower, upper]: readonly [Value, Value],
  step: number,
  file: SourceFile,
  known: KnownValues,
): FieldSpread {
  const size = BigInt(step);
  const [from, to] = [BigInt(first as number) / size, BigInt(last as number) / size];
  const count = Number(to - from) + 1;
  const at = (n: bigint): Value => (typeof first === 'bigint' ? n : Number(n));
  const parts = runsOf(from, to).map((run): FieldPart => {
    const own = runPart(run, at(run.low * size));
    const share = (Number(run.high - run.low) + 1) / count;
    const low = run.low === from ? lower : at(run.low * size);
    const high = run.high === to ? upper : at((run.high + 1n) * size - 1n);
    return { ...own, share, range: { lower: low, upper: high } };
  });
  return {
    parts,
    low: 2,
    high: Math.max(2, Math.min(count, mostValues(file, known))),
    doubt: 'between-bounds',
    certain: [valueKey(first), valueKey(last)],
  };
}

function atMost(count: number, { rows }: SourceFile): number {
  return Math.max(1, Math.min(count, rows));
}

/** `write.metadata.metrics.default` where a table says nothing. */
export const USUAL_CUT = 16;
const CUT_KINDS: ReadonlySet<string> = new Set(['string', 'binary', 'fixed']);

/**
 * Whether what a transform makes of a bound is what it makes of the value: bounds of text and bytes are cut, in
 * characters, and an upper one is then raised at its end.
 */
function isWhole(
  end: Value,
  transform: Transform,
  { kind }: PrimitiveType,
  { cut = USUAL_CUT }: KnownValues,
): boolean {
  if (!CUT_KINDS.has(kind) || !(end instanceof Uint8Array)) return true;
  const isStart = (byte: number) => kind !== 'string' || (byte & 0xc0) !== 0x80;
  const length = end.filter(isStart).length;
  return length < cut || (transform.kind === 'truncate' && transform.width < length);
}

function amongKnown(
  transform: Transform,
  type: PrimitiveType,
  [first, last]: readonly [Value, Value],
  areWhole: boolean,
  file: SourceFile,
  known: KnownValues,
): FieldSpread {
  const certain = areWhole ? [valueKey(first), valueKey(last)] : [];
  // Of two truth values there are no others.
  if (type.kind === 'boolean' && transform.kind === 'identity') {
    return { parts: evenly([first, last]), low: 2, high: 2, doubt: undefined, certain };
  }
  const compare = comparator(type, SAFE);
  const values = new Map<string, Value>(areWhole ? [first, last].map((v) => [valueKey(v), v]) : []);
  for (const [key, value] of known.values) {
    if (compare(value, first) >= 0 && compare(value, last) <= 0) values.set(key, value);
  }
  const low = Math.max(1, certain.length);
  const high = Math.max(low, mostValues(file, known));
  return (
    amongListed([...values.values()], known, { low, high, certain }) ??
    open(areWhole ? 'only-bounds' : 'cut-bounds', high, certain)
  );
}

/** A short range of whole numbers is hashed number by number. */
function buckets(
  transform: Extract<Transform, { kind: 'bucket' }>,
  type: PrimitiveType,
  lower: Value,
  upper: Value,
  file: SourceFile,
  known: KnownValues,
): FieldSpread {
  const areNumbers = type.kind === 'int' || type.kind === 'long' || type.kind === 'date';
  const distinct = areNumbers ? Number(upper) - Number(lower) + 1 : Number.POSITIVE_INFINITY;
  const most = Math.min(mostValues(file, known), distinct);
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
  /** Length from which on bounds may be cut, by field id, where it is less than the usual one. */
  readonly cuts?: ReadonlyMap<number, number> | undefined;
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
  const cutOf = (field: BoundPartitionField) => told.cuts?.get(field.source?.fieldId ?? -1);
  const listed = new Set<number>(partitions.flatMap((one, i) => (one?.values.length ? [i] : [])));
  for (const file of files) {
    for (const [i, field] of spec.fields.entries()) {
      const values = all[i] as Map<string, Value>;
      if (values.size > MOST_KNOWN) continue;
      const shown = valuesOf(field, file, cutOf(field));
      if (shown.isListed) listed.add(i);
      for (const value of shown.values) values.set(valueKey(value), value);
    }
  }
  return spec.fields.map((field, i) => ({
    values: all[i] as Map<string, Value>,
    isListed: listed.has(i) && (all[i]?.size ?? 0) <= MOST_KNOWN,
    distinct: told.columns.get(field.source?.fieldId ?? -1),
    cut: cutOf(field),
  }));
}

/** What a file shows of a field's values, and whether its own partition lists them. */
function valuesOf(
  field: BoundPartitionField,
  file: SourceFile,
  cut: number | undefined,
): { readonly values: readonly Value[]; readonly isListed: boolean } {
  const { transform, source } = field;
  const type = source?.type;
  const isAsked = transform.kind === 'identity' || transform.kind === 'truncate';
  if (!isAsked || source === undefined || type === undefined || !isPrimitive(type)) {
    return { values: [], isListed: false };
  }
  const own = ownValue(field, type, file);
  if (own !== undefined) return { values: own === null ? [] : [own], isListed: true };
  const range = file.columns.get(source.fieldId);
  const values = [range?.lower, range?.upper].flatMap((value) =>
    value === undefined || !isWhole(value, transform, type, { ...NOTHING_KNOWN, cut })
      ? []
      : [applyTransform(transform, type, value, SAFE) as Value],
  );
  return { values, isListed: false };
}

/** Files laid out anew together: how many rows and bytes each partition gets, and how sure it is that it gets any. */
import type { BoundSpec } from '../../metadata/bound-spec.ts';
import { comparator } from '../../types/compare.ts';
import { isPrimitive } from '../../types/parse-type.ts';
import { SAFE } from '../../types/profile.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import type { ColumnRange, SourceFile } from './source-file.ts';
import { type Doubt, type KnownValues, spreadFile, valueKey } from './spread.ts';

export interface PartitionSum {
  readonly tuple: readonly (Value | null)[];
  rows: number;
  bytes: number;
  /** Chance that no row falls here, as a logarithm. */
  emptiness: number;
  /** Where it stands for files as they are: their number. */
  readonly written?: number | undefined;
  /** What its files' bounds would be, by field id: as wide as the partition. */
  readonly ranges: Map<number, ColumnRange>;
}

export interface LayoutSum {
  readonly partitions: ReadonlyMap<string, PartitionSum>;
  readonly rows: number;
  readonly bytes: number;
  /** Fewest and most partitions that the recorded facts allow. */
  readonly low: number;
  readonly high: number;
  /** By position in the spec: why the number is not certain. */
  readonly doubts: ReadonlyMap<number, ReadonlySet<Doubt>>;
  /** Some file has more partitions than are thought one by one. */
  readonly isCut: boolean;
}

/** Partitions of one file that are thought one by one. */
const MOST_COMBINATIONS = 4000;

export interface SumColumns {
  readonly fieldId: number;
  readonly type: PrimitiveType;
}

export function sumLayout(
  spec: BoundSpec,
  files: Iterable<SourceFile>,
  known: readonly KnownValues[],
  columns: readonly SumColumns[],
): LayoutSum {
  const partitions = new Map<string, PartitionSum>();
  const doubts = new Map<number, Set<Doubt>>();
  const least = new Map<string, number>();
  const certain = spec.fields.map(() => new Set<string>());
  let [rows, bytes, most, isCut] = [0, 0, 0, false];
  for (const file of files) {
    const spreads = spreadFile(spec, file, known);
    for (const [i, { doubt }] of spreads.entries()) {
      if (doubt !== undefined) doubts.set(i, (doubts.get(i) ?? new Set()).add(doubt));
    }
    rows += file.rows;
    bytes += file.bytes;
    for (const [i, spread] of spreads.entries()) {
      for (const key of spread.certain) certain[i]?.add(key);
    }
    const group = certainKey(spreads);
    const low = Math.max(1, ...spreads.map((spread) => spread.low));
    least.set(group, Math.max(least.get(group) ?? 0, low));
    most += Math.min(Math.max(1, file.rows), product(spreads.map((spread) => spread.high)));
    const count = product(spreads.map((spread) => spread.parts.length));
    isCut ||= count > MOST_COMBINATIONS;
    addFile(partitions, spec, file, spreads, columns);
  }
  const apart = [...least.values()].reduce((sum, n) => sum + n, 0);
  const low = Math.max(apart, ...certain.map(({ size }) => size));
  const anyOpen = [...doubts.values()].some(
    (set) => set.has('known-values') || set.has('nothing-recorded'),
  );
  const high = anyOpen || isCut ? most : Math.min(most, partitions.size);
  return { partitions, rows, bytes, low: Math.min(low, high), high, doubts, isCut };
}

/** What is certain of a file's partitions: files that differ in it have none in common. */
function certainKey(spreads: ReturnType<typeof spreadFile>): string {
  return spreads
    .map(({ parts }) =>
      parts.length === 1 && parts[0] !== undefined ? valueKey(parts[0].value) : '*',
    )
    .join('/');
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((all, n) => all * n, 1);
}

interface Combination {
  readonly key: string;
  readonly tuple: readonly (Value | null)[];
  readonly share: number;
  readonly ranges: readonly (readonly [number, Pick<ColumnRange, 'lower' | 'upper'>])[];
}

function addFile(
  partitions: Map<string, PartitionSum>,
  spec: BoundSpec,
  file: SourceFile,
  spreads: ReturnType<typeof spreadFile>,
  columns: readonly SumColumns[],
): void {
  let all: Combination[] = [{ key: '', tuple: [], share: 1, ranges: [] }];
  for (const [i, { parts }] of spreads.entries()) {
    const sourceId = spec.fields[i]?.source?.fieldId;
    all = all.slice(0, Math.max(1, Math.floor(MOST_COMBINATIONS / parts.length))).flatMap((one) =>
      parts.map(({ value, share, range }) => ({
        key: `${one.key}/${valueKey(value)}`,
        tuple: [...one.tuple, value],
        share: one.share * share,
        ranges:
          range === undefined || sourceId === undefined
            ? one.ranges
            : [...one.ranges, [sourceId, range] as const],
      })),
    );
  }
  // Cut combinations leave their rows to the others.
  const total = all.reduce((sum, { share }) => sum + share, 0);
  for (const combination of all) addPart(partitions, combination, total, file, columns);
}

function addPart(
  partitions: Map<string, PartitionSum>,
  { key, tuple, share, ranges }: Combination,
  total: number,
  file: SourceFile,
  columns: readonly SumColumns[],
): void {
  const part = share / total;
  let sum = partitions.get(key);
  const isNew = sum === undefined;
  if (sum === undefined) {
    sum = { tuple, rows: 0, bytes: 0, emptiness: 0, ranges: new Map() };
    partitions.set(key, sum);
  }
  sum.rows += file.rows * part;
  sum.bytes += file.bytes * part;
  sum.emptiness += part >= 1 ? Number.NEGATIVE_INFINITY : file.rows * Math.log1p(-part);
  const narrow = new Map(ranges);
  for (const { fieldId, type } of columns) {
    const own = file.columns.get(fieldId);
    const range: ColumnRange = {
      lower: narrow.get(fieldId)?.lower ?? own?.lower,
      upper: narrow.get(fieldId)?.upper ?? own?.upper,
      nulls: own?.nulls === undefined ? undefined : own.nulls * part,
    };
    const before = sum.ranges.get(fieldId);
    sum.ranges.set(fieldId, isNew || before === undefined ? range : wider(before, range, type));
  }
}

/** A bound that one file does not record is none of the partition. */
function wider(a: ColumnRange, b: ColumnRange, type: PrimitiveType): ColumnRange {
  const compare = comparator(type, SAFE);
  const pick = (x: Value | undefined, y: Value | undefined, sign: number) =>
    x === undefined || y === undefined ? undefined : compare(x, y) * sign <= 0 ? x : y;
  return {
    lower: pick(a.lower, b.lower, 1),
    upper: pick(a.upper, b.upper, -1),
    nulls: a.nulls === undefined || b.nulls === undefined ? undefined : a.nulls + b.nulls,
  };
}

/** The types of the columns that have an order, for their ranges. */
export function orderedColumns(
  spec: BoundSpec,
  others: readonly SumColumns[],
): readonly SumColumns[] {
  const byId = new Map(others.map((column) => [column.fieldId, column]));
  for (const { source } of spec.fields) {
    if (source === undefined || !isPrimitive(source.type)) continue;
    byId.set(source.fieldId, { fieldId: source.fieldId, type: source.type });
  }
  const unordered = new Set(['unknown', 'variant', 'geometry', 'geography']);
  return [...byId.values()].filter(({ type }) => !unordered.has(type.kind));
}

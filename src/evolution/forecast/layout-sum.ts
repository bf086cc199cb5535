/** Files laid out anew together: how many rows and bytes each partition gets, and how sure it is that it gets any. */
import type { BoundSpec } from '../../metadata/bound-spec.ts';
import { comparator } from '../../types/compare.ts';
import { isPrimitive } from '../../types/parse-type.ts';
import { SAFE } from '../../types/profile.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import type { ColumnRange, SourceFile } from './source-file.ts';
import {
  type Doubt,
  type FieldPart,
  type KnownValues,
  OPEN_DOUBTS,
  partKey,
  spreadFile,
} from './spread.ts';

/** A partition, or several that are not told apart. */
export interface PartitionSum {
  /** undefined: not known, or several. */
  readonly tuple: readonly (Value | null | undefined)[];
  rows: number;
  bytes: number;
  /** Partitions that it stands for. */
  partitions: number;
  /** Chance that no row falls into one of them, as a logarithm. */
  emptiness: number;
  /** Files that it is written as, or stands for, where that is known; else it comes of the writers' rules. */
  readonly written?: number | undefined;
  /** What its files' bounds would be, by field id: as wide as the partition. */
  readonly ranges: Map<number, ColumnRange>;
}

/** A doubt about a field of the spec, by its place there. */
export interface FieldDoubt {
  readonly position: number;
  readonly doubt: Doubt;
  /** Files that it is so with. */
  readonly files: number;
}

export interface LayoutSum {
  readonly partitions: ReadonlyMap<string, PartitionSum>;
  readonly rows: number;
  readonly bytes: number;
  /** Fewest and most partitions that the recorded facts allow. */
  readonly low: number;
  readonly high: number;
  /** Why the number is not certain. */
  readonly doubts: readonly FieldDoubt[];
  /** Nothing tells how many values some field has: the number lies between `low` and `high`. */
  readonly isOpen: boolean;
}

/** Partitions of one file that are thought one by one; of more some are thought together. */
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
  const doubts = new Map<string, FieldDoubt>();
  const least = new Map<string, number>();
  const certain = spec.fields.map(() => new Set<string>());
  let [rows, bytes, most] = [0, 0, 0];
  for (const file of files) {
    const spreads = spreadFile(spec, file, known);
    for (const [position, { doubt }] of spreads.entries()) {
      if (doubt === undefined) continue;
      const own = doubts.get(`${position} ${doubt}`) ?? { position, doubt, files: 0 };
      doubts.set(`${position} ${doubt}`, { ...own, files: own.files + 1 });
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
    addFile(partitions, spec, file, spreads, columns);
  }
  const apart = [...least.values()].reduce((sum, n) => sum + n, 0);
  const low = Math.max(apart, ...certain.map(({ size }) => size));
  const kinds = [...doubts.values()].map(({ doubt }) => doubt);
  const isOpen = kinds.some((doubt) => OPEN_DOUBTS.has(doubt));
  const isBounded = !isOpen && !kinds.some((doubt) => BEYOND.has(doubt));
  const thought = [...partitions.values()].reduce((sum, part) => sum + part.partitions, 0);
  const high = isBounded ? Math.min(most, thought) : most;
  return {
    partitions,
    rows,
    bytes,
    low: Math.min(low, high),
    high,
    doubts: [...doubts.values()],
    isOpen,
  };
}

/** There may be more partitions than those thought of. */
const BEYOND: ReadonlySet<Doubt> = new Set(['known-values', 'estimated']);

/** What is certain of a file's partitions: files that differ in it have none in common. */
function certainKey(spreads: ReturnType<typeof spreadFile>): string {
  return spreads
    .map(({ parts }) =>
      parts.length === 1 && parts[0]?.value !== undefined ? partKey(parts[0]) : '*',
    )
    .join('/');
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((all, n) => all * n, 1);
}

interface Combination {
  readonly key: string;
  readonly tuple: PartitionSum['tuple'];
  readonly share: number;
  readonly partitions: number;
  readonly ranges: readonly (readonly [number, Pick<ColumnRange, 'lower' | 'upper'>])[];
}

function addFile(
  partitions: Map<string, PartitionSum>,
  spec: BoundSpec,
  file: SourceFile,
  spreads: ReturnType<typeof spreadFile>,
  columns: readonly SumColumns[],
): void {
  let all: Combination[] = [{ key: '', tuple: [], share: 1, partitions: 1, ranges: [] }];
  for (const [i, spread] of spreads.entries()) {
    const sourceId = spec.fields[i]?.source?.fieldId;
    const parts = together(spread.parts, Math.max(1, Math.floor(MOST_COMBINATIONS / all.length)));
    all = all.flatMap((one) =>
      parts.map((part) => ({
        key: `${one.key}/${partKey(part)}`,
        tuple: [...one.tuple, part.value],
        share: one.share * part.share,
        partitions: one.partitions * (part.values ?? 1),
        ranges:
          part.range === undefined || sourceId === undefined
            ? one.ranges
            : [...one.ranges, [sourceId, part.range] as const],
      })),
    );
  }
  for (const combination of all) addPart(partitions, combination, file, columns);
}

/** No more than `most` parts, neighbours as one. */
function together(parts: readonly FieldPart[], most: number): readonly FieldPart[] {
  if (parts.length <= most) return parts;
  const size = Math.ceil(parts.length / most);
  return Array.from({ length: Math.ceil(parts.length / size) }, (_, i) => {
    const group = parts.slice(i * size, (i + 1) * size);
    const sum = (of: (part: FieldPart) => number) => group.reduce((all, one) => all + of(one), 0);
    return {
      value: undefined,
      key: `${group.map(partKey).at(0)} ${group.map(partKey).at(-1)}`,
      share: sum(({ share }) => share),
      values: sum(({ values = 1 }) => values),
    };
  });
}

function addPart(
  partitions: Map<string, PartitionSum>,
  { key, tuple, share: part, partitions: count, ranges }: Combination,
  file: SourceFile,
  columns: readonly SumColumns[],
): void {
  let sum = partitions.get(key);
  const isNew = sum === undefined;
  if (sum === undefined) {
    sum = { tuple, rows: 0, bytes: 0, partitions: count, emptiness: 0, ranges: new Map() };
    partitions.set(key, sum);
  }
  sum.rows += file.rows * part;
  sum.bytes += file.bytes * part;
  sum.partitions = Math.max(sum.partitions, count);
  const each = part / count;
  sum.emptiness += each >= 1 ? Number.NEGATIVE_INFINITY : file.rows * Math.log1p(-each);
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

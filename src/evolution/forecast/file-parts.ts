/** What a layout's partitions consist of where files are judged: whole ones that are there, and slices of sorted ones. */
import type { PrimitiveType, Value } from '../../types/type.ts';
import type { PartitionSum, SumColumns } from './layout-sum.ts';
import type { SourceFile } from './source-file.ts';
import { filesOf, type WriterRules } from './writers.ts';

/** A file of the layout in question stands for itself. */
export function asWritten(file: SourceFile): PartitionSum {
  return {
    tuple: file.tuple,
    rows: file.rows,
    bytes: file.bytes,
    partitions: 1,
    emptiness: Number.NEGATIVE_INFINITY,
    written: 1,
    ranges: new Map(file.columns),
  };
}

const NUMBERS: ReadonlySet<string> = new Set([
  'int',
  'long',
  'date',
  'timestamp',
  'timestamptz',
  'timestamp_ns',
  'timestamptz_ns',
]);

/** Files of one partition must be narrower than this share of it, all in all, to be taken as sorted. */
const NARROW = 0.5;
/** Fewer files of a partition tell nothing. */
const FEWEST = 4;

/** The column by which writers sort within partitions, as the files at hand show; undefined where they show none. */
export function sortedBy(
  files: readonly SourceFile[],
  columns: readonly SumColumns[],
): SumColumns | undefined {
  const groups = new Map<string, SourceFile[]>();
  for (const file of files) {
    const key = `${file.spec.specId} ${file.tuple.join('/')}`;
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [file]);
    else own.push(file);
  }
  const large = [...groups.values()].filter((own) => own.length >= FEWEST);
  const ranked = columns
    .filter(({ type }) => NUMBERS.has(type.kind))
    .map((column) => ({ column, share: meanShare(large, column) }))
    .filter(({ share }) => share < NARROW)
    .toSorted((a, b) => a.share - b.share);
  return ranked[0]?.column;
}

/** How much of its partition's range a file covers; 1 where bounds are missing. */
function meanShare(groups: readonly (readonly SourceFile[])[], { fieldId }: SumColumns): number {
  let [sum, count] = [0, 0];
  for (const files of groups) {
    const ranges = files.map((file) => file.columns.get(fieldId));
    const lows = ranges.map((range) => Number(range?.lower ?? Number.NaN));
    const highs = ranges.map((range) => Number(range?.upper ?? Number.NaN));
    const width = Math.max(...highs) - Math.min(...lows);
    for (const [i, low] of lows.entries()) {
      sum += width > 0 ? ((highs[i] as number) - low) / width : 1;
      count++;
    }
  }
  return count === 0 || Number.isNaN(sum) ? 1 : sum / count;
}

/** Slices of one partition that are told apart. */
const MOST_SLICES = 64;

/** A partition of several files as so many slices of the column that they are sorted by. */
export function slicesOf(
  part: PartitionSum,
  rules: WriterRules,
  sorted: SumColumns | undefined,
): readonly PartitionSum[] {
  const files = filesOf(part, rules);
  const range = sorted === undefined ? undefined : part.ranges.get(sorted.fieldId);
  const count = Math.min(MOST_SLICES, Math.floor(files));
  if (
    sorted === undefined ||
    range === undefined ||
    part.written !== undefined ||
    part.partitions > 1 ||
    count < 2
  ) {
    return [part];
  }
  const { lower, upper, nulls } = range;
  if (lower === undefined || upper === undefined) return [part];
  const [from, to] = [Number(lower), Number(upper)];
  return Array.from({ length: count }, (_, i) => ({
    ...part,
    rows: part.rows / count,
    bytes: part.bytes / count,
    written: files / count,
    ranges: new Map(part.ranges).set(sorted.fieldId, {
      lower: i === 0 ? lower : valueAt(sorted.type, from + ((to - from) * i) / count),
      upper: i === count - 1 ? upper : valueAt(sorted.type, from + ((to - from) * (i + 1)) / count),
      nulls,
    }),
  }));
}

function valueAt({ kind }: PrimitiveType, value: number): Value {
  return kind === 'int' || kind === 'date' ? Math.floor(value) : BigInt(Math.floor(value));
}

/**
 * All live data files of a snapshot in one order: newest era first, then by partition, then by manifest and entry. A file
 * is named by its position in that order; everything the map and the lists know of files are columns over positions.
 */
import type { DrawnNumbers, PartitionTuple } from '../../src/table/api.ts';
import type { Value } from '../../src/types/type.ts';
import type { Steps } from './slices.ts';

/** The live data files of one manifest. */
export interface IndexSource {
  /** Index in the manifest list. */
  readonly index: number;
  readonly specId: number;
  /** Entry in the manifest of each live file; undefined = not readable, only `listed` of them are known. */
  readonly entries: Uint32Array | undefined;
  readonly bytes: DrawnNumbers;
  readonly records: DrawnNumbers;
  readonly partitions: readonly PartitionTuple[];
  readonly partitionOf: Uint32Array;
  /** Number of files by the manifest list, where the entries are not readable. */
  readonly listed: number;
}

export interface EraFiles {
  readonly specId: number;
  readonly rank: number;
  /** Positions `[from, to)`. */
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  readonly records: number;
}

interface ManifestFiles {
  readonly index: number;
  readonly entries: Uint32Array | undefined;
  /** Position of each live file, in entry order. */
  readonly positions: Uint32Array;
}

type Places = Uint16Array | Uint32Array;

export interface FileIndex {
  readonly count: number;
  /** Newest first. */
  readonly eras: readonly EraFiles[];
  readonly manifests: readonly ManifestFiles[];
  /** By position: index into `manifests`. */
  readonly slotOf: Places;
  /** By position: number of the file among the live files of its manifest. */
  readonly localOf: Places;
  /** By position. Files that could not be read have the mean of their era, for drawing. */
  readonly bytes: DrawnNumbers;
  readonly records: DrawnNumbers;
  /** By position: index into `tuples`; ascending within an era. */
  readonly tupleOf: Uint32Array;
  readonly tuples: readonly PartitionTuple[];
}

/** Entry index of a file in its manifest; undefined where the manifest could not be read. */
export function entryAt(index: FileIndex, position: number): number | undefined {
  const manifest = index.manifests[index.slotOf[position] as number];
  return manifest?.entries?.[index.localOf[position] as number];
}

/** True for a file whose manifest could not be read: it is counted, and nothing else is known of it. */
export function isLost(index: FileIndex, position: number): boolean {
  return entryAt(index, position) === undefined;
}

/** Index in the manifest list of the file's manifest. */
export function manifestAt(index: FileIndex, position: number): number {
  return index.manifests[index.slotOf[position] as number]?.index ?? -1;
}

/** Position of the file at `entry` of the manifest; undefined where there is none. */
export function positionOf(
  index: FileIndex,
  manifestIndex: number,
  entry: number,
): number | undefined {
  const manifest = index.manifests.find((one) => one.index === manifestIndex);
  const local = manifest?.entries?.indexOf(entry) ?? -1;
  return local < 0 ? undefined : manifest?.positions[local];
}

export const EMPTY_INDEX: FileIndex = {
  count: 0,
  eras: [],
  manifests: [],
  slotOf: new Uint32Array(),
  localOf: new Uint32Array(),
  bytes: new Uint32Array(),
  records: new Uint32Array(),
  tupleOf: new Uint32Array(),
  tuples: [],
};

/** `ranks`: of specs, oldest first. */
export function* buildFileIndex(
  sources: readonly IndexSource[],
  ranks: ReadonlyMap<number, number>,
): Steps<FileIndex> {
  const count = sources.reduce((sum, source) => sum + liveCount(source), 0);
  // As narrow as what it is made of; a mean is a fraction.
  const areWords = sources.every(
    ({ entries, bytes, records }) =>
      entries !== undefined && bytes instanceof Uint32Array && records instanceof Uint32Array,
  );
  const Numbers = areWords ? Uint32Array : Float64Array;
  const columns = {
    slotOf: new (placesBelow(sources.length))(count),
    localOf: new (placesBelow(Math.max(0, ...sources.map(liveCount))))(count),
    bytes: new Numbers(count),
    records: new Numbers(count),
    tupleOf: new Uint32Array(count),
  };
  const tuples: PartitionTuple[] = [];
  const eras: EraFiles[] = [];
  const manifests: ManifestFiles[] = [];
  for (const [specId, members] of bySpec(sources, ranks)) {
    const from = eras.at(-1)?.to ?? 0;
    const order = yield* orderTuples(members);
    const base = tuples.length;
    for (const tuple of order.sorted) tuples.push(tuple);
    yield;
    const to = yield* place(members, order, { from, base }, columns, manifests);
    const bytes = sum(columns.bytes, from, to);
    const records = sum(columns.records, from, to);
    eras.push({ specId, rank: ranks.get(specId) ?? 0, from, to, bytes, records });
    yield;
  }
  return { count, eras, manifests, tuples, ...columns };
}

/** As narrow as they are. */
function placesBelow(end: number) {
  return end > 2 ** 16 ? Uint32Array : Uint16Array;
}

function liveCount(source: IndexSource): number {
  return source.entries?.length ?? source.listed;
}

function bySpec(
  sources: readonly IndexSource[],
  ranks: ReadonlyMap<number, number>,
): readonly (readonly [number, readonly IndexSource[]])[] {
  const groups = new Map<number, IndexSource[]>();
  for (const source of [...sources].sort((a, b) => a.index - b.index)) {
    if (liveCount(source) === 0) continue;
    const group = groups.get(source.specId) ?? [];
    group.push(source);
    groups.set(source.specId, group);
  }
  return [...groups].sort((a, b) => (ranks.get(b[0]) ?? 0) - (ranks.get(a[0]) ?? 0));
}

/** Stands for the partition of files whose manifest could not be read; sorts last. */
const NO_TUPLE: PartitionTuple = { values: [], label: '' };

interface TupleOrder {
  readonly sorted: readonly PartitionTuple[];
  /** Of each source: rank of each of its tuples. */
  readonly rankOf: readonly Uint32Array[];
}

/** Merges equal tuples of all sources and sorts them. */
function* orderTuples(sources: readonly IndexSource[]): Steps<TupleOrder> {
  const ids = new Map<string, number>();
  const unique: PartitionTuple[] = [];
  const idsOf: Uint32Array[] = [];
  for (const source of sources) {
    const partitions = source.entries === undefined ? [NO_TUPLE] : source.partitions;
    const own = new Uint32Array(partitions.length);
    for (let i = 0; i < partitions.length; i++) {
      const tuple = partitions[i] as PartitionTuple;
      const key = tuple === NO_TUPLE ? '\u0000' : tuple.label;
      let id = ids.get(key);
      if (id === undefined) {
        id = unique.length;
        ids.set(key, id);
        unique.push(tuple);
      }
      own[i] = id;
      if (i % 4096 === 4095) yield;
    }
    idsOf.push(own);
    yield;
  }
  const sorted = yield* sortInSlices([...unique.keys()], (a, b) =>
    compareTuples(unique[a] as PartitionTuple, unique[b] as PartitionTuple),
  );
  const rank = new Uint32Array(unique.length);
  for (let i = 0; i < sorted.length; i++) rank[sorted[i] as number] = i;
  yield;
  const rankOf: Uint32Array[] = [];
  for (const own of idsOf) {
    rankOf.push(own.map((id) => rank[id] as number));
    yield;
  }
  return { sorted: sorted.map((id) => unique[id] as PartitionTuple), rankOf };
}

interface Columns {
  readonly slotOf: Places;
  readonly localOf: Places;
  readonly bytes: DrawnNumbers;
  readonly records: DrawnNumbers;
  readonly tupleOf: Uint32Array;
}

/** Counting sort of one era's files by partition; returns the end of its positions. */
function* place(
  sources: readonly IndexSource[],
  order: TupleOrder,
  start: { readonly from: number; readonly base: number },
  columns: Columns,
  manifests: ManifestFiles[],
): Steps<number> {
  const next = new Uint32Array(order.sorted.length + 1);
  for (const [s, source] of sources.entries()) {
    countRanks(next, liveCount(source), source.partitionOf, order.rankOf[s] as Uint32Array);
    yield;
  }
  next[0] = start.from;
  for (let i = 1; i < next.length; i++) next[i] = (next[i] as number) + (next[i - 1] as number);
  const end = next.at(-1) ?? start.from;
  const mean = meanOf(sources);
  for (const [s, source] of sources.entries()) {
    placeOne(source, order.rankOf[s] as Uint32Array, next, start.base, columns, manifests, mean);
    yield;
  }
  return end;
}

interface Mean {
  readonly bytes: number;
  readonly records: number;
}

function meanOf(sources: readonly IndexSource[]): Mean {
  let files = 0;
  let bytes = 0;
  let records = 0;
  for (const source of sources) {
    files += source.bytes.length;
    bytes += sum(source.bytes, 0, source.bytes.length);
    records += sum(source.records, 0, source.records.length);
  }
  return files === 0
    ? { bytes: 1, records: 1 }
    : { bytes: bytes / files, records: records / files };
}

function placeOne(
  source: IndexSource,
  ranks: Uint32Array,
  next: Uint32Array,
  base: number,
  columns: Columns,
  manifests: ManifestFiles[],
  mean: Mean,
): void {
  const { index, entries, partitionOf } = source;
  const positions = new Uint32Array(liveCount(source));
  const slot = manifests.length;
  positionFiles(positions, partitionOf, ranks, next);
  fillFiles(columns.slotOf, columns.localOf, positions, slot);
  fillTuples(columns.tupleOf, positions, partitionOf, ranks, base);
  fillNumbers(columns.bytes, positions, source.bytes, mean.bytes);
  fillNumbers(columns.records, positions, source.records, mean.records);
  manifests.push({ index, entries, positions });
}

// Each loop stands alone over arrays: an engine that has compiled one for the first manifest's objects would do so again
// for every other manifest's.

/** Of each rank, in the element behind its own. */
function countRanks(
  next: Uint32Array,
  count: number,
  partitionOf: Uint32Array,
  ranks: Uint32Array,
): void {
  for (let i = 0; i < count; i++) {
    const rank = ranks[partitionOf[i] ?? 0] as number;
    next[rank + 1] = (next[rank + 1] as number) + 1;
  }
}

function positionFiles(
  positions: Uint32Array,
  partitionOf: Uint32Array,
  ranks: Uint32Array,
  next: Uint32Array,
): void {
  for (let i = 0; i < positions.length; i++) {
    const rank = ranks[partitionOf[i] ?? 0] as number;
    const at = next[rank] as number;
    next[rank] = at + 1;
    positions[i] = at;
  }
}

function fillFiles(slotOf: Places, localOf: Places, positions: Uint32Array, slot: number): void {
  for (let i = 0; i < positions.length; i++) {
    const at = positions[i] as number;
    slotOf[at] = slot;
    localOf[at] = i;
  }
}

function fillTuples(
  tupleOf: Uint32Array,
  positions: Uint32Array,
  partitionOf: Uint32Array,
  ranks: Uint32Array,
  base: number,
): void {
  for (let i = 0; i < positions.length; i++) {
    tupleOf[positions[i] as number] = base + (ranks[partitionOf[i] ?? 0] as number);
  }
}

function fillNumbers(
  out: DrawnNumbers,
  positions: Uint32Array,
  values: DrawnNumbers,
  mean: number,
): void {
  for (let i = 0; i < positions.length; i++) {
    out[positions[i] as number] = values[i] ?? mean;
  }
}

/** Unknown counts are −1 in imported tables. */
function sum(values: DrawnNumbers, from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i++) total += Math.max(0, values[i] as number);
  return total;
}

/** Field by field; null before values, what could not be read after them. */
export function compareTuples(a: PartitionTuple, b: PartitionTuple): number {
  if (a === NO_TUPLE || b === NO_TUPLE) return Number(a === NO_TUPLE) - Number(b === NO_TUPLE);
  const length = Math.min(a.values.length, b.values.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(a.values[i], b.values[i]);
    if (order !== 0) return order;
  }
  return a.values.length - b.values.length || (a.label < b.label ? -1 : Number(a.label > b.label));
}

function compareValues(a: Value | null | undefined, b: Value | null | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const RUN = 2048;

/** Merge sort, stable, yielding about every {@link RUN} elements. */
export function* sortInSlices<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let i = 0; i < items.length; i += RUN) {
    runs.push(items.slice(i, i + RUN).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const left = runs[i] as T[];
      const right = runs[i + 1];
      merged.push(right === undefined ? left : yield* merge(left, right, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Steps<T[]> {
  const out: T[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    if (compare(left[i] as T, right[j] as T) <= 0) out.push(left[i++] as T);
    else out.push(right[j++] as T);
    if (out.length % RUN === 0) yield;
  }
  while (i < left.length) out.push(left[i++] as T);
  while (j < right.length) out.push(right[j++] as T);
  return out;
}

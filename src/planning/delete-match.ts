/** Which delete files apply to a data file (rules.md 8.3, 8.4). */
import type { Problem } from '../base/errors.ts';
import { longAt, type ManifestEntries, type MetricsColumn } from '../metadata/entries.ts';
import { pathText } from '../metadata/paths.ts';
import { comparator } from '../types/compare.ts';
import { isPrimitive } from '../types/parse-type.ts';
import type { Profile } from '../types/profile.ts';
import type { ColumnInfo } from '../types/schema.ts';
import { decodeSingleValue } from '../types/single-value.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { type DeleteFile, type DeleteIndex, keyOfPartition } from './delete-index.ts';
import { tuplesOf } from './tuples.ts';
import { bytesAt, hasOrder, isFloating } from './values.ts';

/**
 * Delete files that apply to entry `entry` of a data manifest, in the order of DL-11. `note` hears of those that name
 * the file and can't apply (DL-10).
 */
export function deletesOf(
  index: DeleteIndex,
  entries: ManifestEntries,
  entry: number,
  note?: (problem: Problem) => void,
): readonly DeleteFile[] {
  if (index.files.length === 0) return [];
  const { ids, keys } = tuplesOf(entries);
  const partition = keyOfPartition(entries.spec.specId, keys[ids[entry] as number]);
  const sequence = longAt(entries.dataSequenceNumbers, entry);
  const own = partition === undefined ? undefined : partition;
  const equality = [
    ...since(index.globalEquality, sequence + 1n),
    ...since(own === undefined ? [] : index.equalityByPartition.get(own), sequence + 1n),
  ].filter((file) => !isExcluded(index, file, entries, entry));
  const vector = vectorOf(index, entries, entry, partition, note);
  // A deletion vector replaces all position deletes of its file (DL-8).
  if (vector !== undefined) return [...equality, vector];
  return [
    ...equality,
    ...since(own === undefined ? [] : index.positionsByPartition.get(own), sequence),
    ...byPath(index, entries, entry, partition, note),
  ];
}

/** Those with at least this sequence number, of a list that ascends by it. */
function since(files: readonly DeleteFile[] | undefined, least: bigint): readonly DeleteFile[] {
  if (files === undefined || files.length === 0) return [];
  let low = 0;
  let high = files.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((files[middle] as DeleteFile).sequenceNumber < least) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? files : files.slice(low);
}

function vectorOf(
  index: DeleteIndex,
  entries: ManifestEntries,
  entry: number,
  partition: string | undefined,
  note?: (problem: Problem) => void,
): DeleteFile | undefined {
  if (index.vectorsByPath.size === 0) return undefined;
  const files = index.vectorsByPath.get(pathText(entries.filePaths, entry)) ?? [];
  const [vector] = files;
  // DL-9: two are none.
  if (vector === undefined || files.length > 1) return undefined;
  if (vector.sequenceNumber < longAt(entries.dataSequenceNumbers, entry)) {
    note?.(misplaced(vector, 'is older than the data file that it names'));
    return undefined;
  }
  return inPartition(vector, partition, note) ? vector : undefined;
}

function byPath(
  index: DeleteIndex,
  entries: ManifestEntries,
  entry: number,
  partition: string | undefined,
  note?: (problem: Problem) => void,
): readonly DeleteFile[] {
  if (index.positionsByPath.size === 0) return [];
  const files = index.positionsByPath.get(pathText(entries.filePaths, entry));
  const sequence = longAt(entries.dataSequenceNumbers, entry);
  return since(files, sequence).filter((file) => inPartition(file, partition, note));
}

/** DL-10: one that names a file of another partition does not apply. */
function inPartition(
  file: DeleteFile,
  partition: string | undefined,
  note?: (problem: Problem) => void,
): boolean {
  if (keyOfPartition(file.specId, file.tuple) === partition) return true;
  note?.(misplaced(file, 'is of another partition than the data file that it names'));
  return false;
}

function misplaced(file: DeleteFile, finding: string): Problem {
  return {
    severity: 'can-change-answer',
    code: 'delete-misplaced',
    message: `The ${file.kind} ${file.filePath} ${finding}, ${file.referencedPath}.`,
    place: file.entries.manifestPath,
    consequence: 'It is not applied here; some readers refuse the table, older ones apply it.',
  };
}

/** DL-15: the metrics of some compared column prove that no row of the data file can be hit. */
function isExcluded(
  index: DeleteIndex,
  file: DeleteFile,
  entries: ManifestEntries,
  entry: number,
): boolean {
  return file.equalityIds.some((id) => {
    const column = index.equalityColumns.get(id);
    const data = entries.metrics.get(id);
    const deletes = file.entries.metrics.get(id);
    if (column === undefined || !isPrimitive(column.type)) return false;
    return excludes(
      { metrics: data, row: entry },
      { metrics: deletes, row: file.entry },
      column,
      index.rules,
    );
  });
}

interface Side {
  readonly metrics: MetricsColumn | undefined;
  readonly row: number;
}

function excludes(data: Side, deletes: Side, column: ColumnInfo, rules: Profile): boolean {
  const required = rules.nestedNullsAreChecked ? column.required : column.field.required;
  const nulls = (side: Side) => side.metrics?.nullValueCounts[side.row] ?? -1n;
  const values = (side: Side) => side.metrics?.valueCounts[side.row] ?? -1n;
  const containsNull = (side: Side) => !required && nulls(side) !== 0n;
  const noNull = (side: Side) => required || nulls(side) === 0n;
  const allNull = (side: Side) => !required && nulls(side) >= 0n && nulls(side) === values(side);
  if (containsNull(data) && containsNull(deletes)) return false;
  if (allNull(data) && noNull(deletes)) return true;
  if (allNull(deletes) && noNull(data)) return true;
  return rangesAreApart(data, deletes, column.type as PrimitiveType, rules);
}

function rangesAreApart(data: Side, deletes: Side, type: PrimitiveType, rules: Profile): boolean {
  if (!hasOrder(type)) return false;
  if (isFloating(type) && rules.deleteRangesMindNan && hasNan(data) && hasNan(deletes))
    return false;
  const [a, b] = [boundsOf(data, type, rules), boundsOf(deletes, type, rules)];
  if (a === undefined || b === undefined) return false;
  return ordersOf(type, rules).every((order) => {
    const contradicted = order(a.lower, a.upper) > 0 || order(b.lower, b.upper) > 0;
    if (contradicted && rules.contradictionsProveNothing) return false;
    return order(b.lower, a.upper) > 0 || order(a.lower, b.upper) > 0;
  });
}

/** DL-16: NaN lies outside the bounds, and equals NaN. */
function hasNan({ metrics, row }: Side): boolean {
  return (metrics?.nanValueCounts[row] ?? -1n) !== 0n;
}

type Order = (a: Value, b: Value) => number;

function ordersOf(type: PrimitiveType, rules: Profile): readonly Order[] {
  const order = comparator(type, rules);
  if (isFloating(type) && rules.zerosAreOne) return [(a, b) => (a === b ? 0 : order(a, b))];
  if (type.kind === 'uuid' && rules.uuidsInBothOrders) {
    return [order, comparator(type, { ...rules, uuidsInBothOrders: false })];
  }
  return [order];
}

function boundsOf(
  { metrics, row }: Side,
  type: PrimitiveType,
  rules: Profile,
): { lower: Value; upper: Value } | undefined {
  if (metrics === undefined) return undefined;
  const decode = (bytes: Uint8Array | undefined) => bytes && decodeSingleValue(type, bytes, rules);
  const lower = decode(bytesAt(metrics.lowerBounds, row));
  const upper = decode(bytesAt(metrics.upperBounds, row));
  return lower === undefined || upper === undefined ? undefined : { lower, upper };
}

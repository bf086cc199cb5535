/** The distinct partition tuples of a manifest, with their labels. */
import { compareBytes, toHex } from '../base/bytes.ts';
import { bindSpec } from '../metadata/bound-spec.ts';
import type {
  BytesColumn,
  ManifestEntries,
  PartitionColumn,
  TupleValue,
} from '../metadata/entries.ts';
import { type PathField, partitionLabel } from '../transforms/partition-path.ts';
import { isPrimitive } from '../types/parse-type.ts';
import { SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import { decodeSingleValue } from '../types/single-value.ts';
import type { PartitionTuple, TableContext } from './api.ts';

export interface PartitionTuples {
  readonly tuples: readonly PartitionTuple[];
  /** Index into `tuples` of each of `rows`. */
  readonly tupleOf: Uint32Array;
}

export function partitionTuples(
  context: TableContext,
  entries: ManifestEntries,
  rows: Uint32Array,
): PartitionTuples {
  const tupleOf = new Uint32Array(rows.length);
  for (const column of entries.partition) refine(tupleOf, column, rows);
  const label = tupleLabel(context, entries);
  const tuples: PartitionTuple[] = [];
  tupleOf.forEach((tuple, i) => {
    if (tuple !== tuples.length) return;
    const values = tupleAt(entries, rows[i] as number);
    tuples.push({ values, label: label(values) });
  });
  if (rows.length > 0 && tuples.length === 0) tuples.push({ values: [], label: '' });
  return { tuples, tupleOf };
}

/**
 * Splits the groups in `groupOf` by the column's value. Groups are numbered by first appearance, so that a group's first
 * row is where its number is first met.
 */
function refine(groupOf: Uint32Array, column: PartitionColumn, rows: Uint32Array): void {
  const numbers = new Map<number | bigint | string, Map<number, number>>();
  let groups = 0;
  let before = -1;
  for (let i = 0; i < rows.length; i++) {
    const group = groupOf[i] as number;
    // Files of a partition mostly lie together.
    if (group === before && isSame(column, rows[i - 1] as number, rows[i] as number)) {
      groupOf[i] = groupOf[i - 1] as number;
      continue;
    }
    before = group;
    const key = keyAt(column, rows[i] as number);
    let byGroup = numbers.get(key);
    if (byGroup === undefined) {
      byGroup = new Map();
      numbers.set(key, byGroup);
    }
    let after = byGroup.get(group);
    if (after === undefined) {
      after = groups++;
      byGroup.set(group, after);
    }
    groupOf[i] = after;
  }
}

/** Whether two rows are sure to have one key. */
function isSame({ type, valid, values }: PartitionColumn, a: number, b: number): boolean {
  if (type === undefined) return true;
  if (valid[a] !== valid[b]) return false;
  if (!('arena' in values)) return valid[a] === 0 || values[a] === values[b];
  return valid[a] === 0 || compareBytes(bytesAt(values, a), bytesAt(values, b)) === 0;
}

function keyAt(column: PartitionColumn, row: number): number | bigint | string {
  if (column.type === undefined) return 'unknown';
  if (column.valid[row] === 0) return 'null';
  const { values } = column;
  if (!('arena' in values)) return values[row] as number | bigint;
  // Behind a mark that no other key has.
  return `=${toHex(bytesAt(values, row))}`;
}

function bytesAt(column: BytesColumn, row: number): Uint8Array {
  const start = column.start[row] as number;
  return column.arena.subarray(start, start + (column.length[row] as number));
}

/** The tuple of one entry; `undefined` where a field could not be read. */
export function tupleAt(entries: ManifestEntries, row: number): readonly TupleValue[] {
  return entries.partition.map((column) => {
    const { type, values } = column;
    if (type === undefined || !isPrimitive(type)) return undefined;
    if (column.valid[row] === 0) return null;
    if ('arena' in values) {
      const bytes = bytesAt(values, row).slice();
      return type.kind === 'decimal' ? decodeSingleValue(type, bytes, SAFE) : bytes;
    }
    const value = values[row] as number | bigint;
    return type.kind === 'boolean' ? value !== 0 : value;
  });
}

/** `ts_day=2026-09-01 / country=FR`; a value that could not be read is a question mark. */
export function tupleLabel(
  context: TableContext,
  entries: ManifestEntries,
): (values: readonly TupleValue[]) => string {
  const fields = pathFields(context, entries);
  return (values) =>
    fields
      .map((field, i) => {
        const value = values[i];
        return value === undefined ? `${field.name}=?` : partitionLabel([field], [value]);
      })
      .join(' / ');
}

function pathFields(context: TableContext, entries: ManifestEntries): readonly PathField[] {
  const bound = context.schemas.map((schema) => bindSpec(entries.spec, indexSchema(schema)));
  return entries.spec.fields.map((field, i) => {
    const written = entries.partition[i]?.type;
    const source = bound
      .map((spec) => spec.fields[i]?.source?.type)
      .findLast((t) => t !== undefined);
    const { kind } = field.transform;
    // These values have the type they were written in, which a later promotion does not change.
    const keepsType = kind === 'identity' || kind === 'truncate';
    const type = keepsType ? (written ?? source) : source;
    return {
      name: field.name,
      transform: field.transform,
      sourceType: type !== undefined && isPrimitive(type) ? type : undefined,
    };
  });
}

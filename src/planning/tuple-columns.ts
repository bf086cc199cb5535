/** Partition values of a manifest's entries, and the summaries of a manifest, as columns that can be compared. */
import type { BoundPartitionField } from '../metadata/bound-spec.ts';
import type { BytesColumn, ManifestEntries, PartitionColumn } from '../metadata/entries.ts';
import type { FieldSummary } from '../metadata/records.ts';
import { applyTransform, preservesOrder } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { printType } from '../types/parse-type.ts';
import type { Profile } from '../types/profile.ts';
import { decodeSingleValue } from '../types/single-value.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { packShares, SHARE_ALL, SHARE_NONE, SHARE_SOME, SHARE_UNKNOWN } from './facts.ts';
import type { SummaryFacts } from './judge-leaf.ts';
import { profileKey } from './profile-key.ts';
import {
  columnOf,
  decodeColumn,
  hasOrder,
  isFloating,
  KNOWN,
  NULL,
  orderOfColumns,
  UNUSABLE,
  type UuidOrder,
  type ValueColumn,
  valueAt,
} from './values.ts';

const kept = new WeakMap<PartitionColumn, Map<string, ValueColumn>>();

/**
 * The values of a partition field over all entries, in the field's type, `transform`ed if asked. Rows that can't be
 * read are MISSING: unknown, not null (EV-11).
 */
export function tupleColumn(
  entries: ManifestEntries,
  field: BoundPartitionField,
  rules: Profile,
  transform?: Transform,
): ValueColumn {
  const type = field.resultType ?? { kind: 'unknown' };
  const column = entries.partition[field.position];
  // The manifest's own header disagrees with the table about this field (MF-15).
  const disputed =
    entries.spec.fields[field.position]?.transform.kind === 'unknown' &&
    field.transform.kind !== 'unknown';
  if (column === undefined || disputed) return unreadable(type, entries.count);
  const columns = kept.get(column) ?? new Map<string, ValueColumn>();
  kept.set(column, columns);
  const key = `${profileKey(rules)} ${printType(type)}`;
  const own = columns.get(key) ?? readColumn(column, type, rules);
  columns.set(key, own);
  return transform === undefined ? own : transformedColumn(own, transform, rules);
}

function unreadable(type: PrimitiveType, rows: number): ValueColumn {
  return { type, state: new Uint8Array(rows), values: new Int32Array(0) };
}

function readColumn(column: PartitionColumn, type: PrimitiveType, rules: Profile): ValueColumn {
  const { valid } = column;
  const read = column.type === undefined ? undefined : valuesAs(column, type, rules);
  const out = read ?? unreadable(type, valid.length);
  const state = new Uint8Array(valid.length);
  for (let i = 0; i < state.length; i++) {
    state[i] = valid[i] === 0 && column.type !== undefined ? NULL : (out.state[i] as number);
  }
  return { ...out, state };
}

/** The values in the field's type where the written type is the same or narrower (MF-6, MF-8); else undefined. */
function valuesAs(
  column: PartitionColumn,
  type: PrimitiveType,
  rules: Profile,
): ValueColumn | undefined {
  const { values } = column;
  const rows = column.valid.length;
  const state = new Uint8Array(rows).fill(KNOWN);
  if (values instanceof Float64Array) {
    for (let i = 0; i < rows; i++) if (Number.isNaN(values[i])) state[i] = UNUSABLE;
    return isFloating(type) ? { type, state, values } : undefined;
  }
  if (values instanceof BigInt64Array) {
    return isLong(type) ? { type, state, values } : undefined;
  }
  if (values instanceof Int32Array) {
    if (type.kind === 'int' || type.kind === 'date') return { type, state, values };
    if (!isLong(type)) return undefined;
    return { type, state, values: BigInt64Array.from(values, BigInt) };
  }
  if (values instanceof Uint8Array) {
    return type.kind === 'boolean' ? { type, state, values: Int32Array.from(values) } : undefined;
  }
  return bytesAs(column, values, type, rules);
}

const BYTES_KINDS: ReadonlySet<string> = new Set(['string', 'uuid', 'fixed', 'binary', 'decimal']);

function bytesAs(
  column: PartitionColumn,
  values: BytesColumn,
  type: PrimitiveType,
  rules: Profile,
): ValueColumn | undefined {
  const written = column.type?.kind;
  const isBinary = (kind: string | undefined) => kind === 'fixed' || kind === 'binary';
  const same = written === type.kind || (isBinary(written) && isBinary(type.kind));
  return same && BYTES_KINDS.has(type.kind) ? decodeColumn(values, type, rules) : undefined;
}

function isLong(type: PrimitiveType): boolean {
  return ['long', 'time', 'timestamp', 'timestamptz', 'timestamp_ns', 'timestamptz_ns'].includes(
    type.kind,
  );
}

/** PR-4: the transform of a term, applied to identity partition values. */
function transformedColumn(column: ValueColumn, transform: Transform, rules: Profile): ValueColumn {
  const values = Array.from(column.state, (state, row): Value | null | undefined => {
    if (state === NULL) return null;
    const value = valueAt(column, row);
    return value === undefined ? undefined : applyTransform(transform, column.type, value, rules);
  });
  return columnOf(transformedType(column.type, transform), values);
}

function transformedType(type: PrimitiveType, transform: Transform): PrimitiveType {
  if (transform.kind === 'truncate' || transform.kind === 'identity') return type;
  return transform.kind === 'day' ? { kind: 'date' } : { kind: 'int' };
}

/** A partition field's summary in a manifest list row, as the facts that leaves are judged by (EV-1…EV-8). */
export function summaryFacts(
  summary: FieldSummary,
  type: PrimitiveType,
  rules: Profile,
  order: UuidOrder,
  transform?: Transform,
): SummaryFacts {
  const bound = (bytes: Uint8Array | undefined) => {
    const value = bytes && decodeSingleValue(type, bytes, rules);
    const column = columnOf(type, [value]);
    if (transform === undefined) return column;
    return transformedColumn(
      preservesOrder(transform) ? column : columnOf(type, [undefined]),
      transform,
      rules,
    );
  };
  const lower = bound(summary.lowerBound);
  const upper = bound(summary.upperBound);
  const known = lower.state[0] === KNOWN && upper.state[0] === KNOWN && hasOrder(lower.type);
  const c = known ? orderOfColumns(lower, upper, order)(0) : -1;
  if (c > 0 && rules.contradictionsProveNothing) {
    lower.state[0] = UNUSABLE;
    upper.state[0] = UNUSABLE;
  }
  const shares = Uint8Array.of(summaryShares(summary, type));
  const facts = { shares, lower, upper, boundsAreOne: Uint8Array.of(c === 0 ? 1 : 0) };
  return { facts, valueless: isValueless(summary, type, rules), order };
}

function summaryShares(summary: FieldSummary, type: PrimitiveType): number {
  const { containsNull, containsNan, lowerBound } = summary;
  const noNan = !isFloating(type) || containsNan === false;
  const allNull = containsNull && lowerBound === undefined && noNan;
  const allNan = containsNan === true && !containsNull && lowerBound === undefined;
  const nulls = allNull ? SHARE_ALL : containsNull ? SHARE_SOME : SHARE_NONE;
  if (containsNan === undefined) return packShares(nulls, SHARE_UNKNOWN);
  return packShares(nulls, allNan ? SHARE_ALL : containsNan ? SHARE_SOME : SHARE_NONE);
}

/** Without a lower bound there is no value to compare (EV-4), unless the summary contradicts itself (EV-5, B092). */
function isValueless(summary: FieldSummary, type: PrimitiveType, rules: Profile): boolean {
  const { containsNull, containsNan, lowerBound, upperBound } = summary;
  if (lowerBound !== undefined) return false;
  if (!rules.contradictionsProveNothing) return true;
  if (upperBound !== undefined) return false;
  return containsNull || (isFloating(type) && containsNan === true);
}

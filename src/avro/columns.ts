/**
 * Growable columns that a decode program writes into. A row that is never written keeps the fill value and `valid` 0,
 * which is how a null and a missing field look alike (MF-6).
 */
import { type Ends, headOf, tailOf } from './ends.ts';

export interface BooleanColumn {
  readonly kind: 'boolean';
  values: Uint8Array;
  valid: Uint8Array;
}

export interface IntColumn {
  readonly kind: 'int';
  readonly fill: number;
  values: Int32Array;
  valid: Uint8Array;
}

export interface LongColumn {
  readonly kind: 'long';
  readonly fill: bigint;
  values: BigInt64Array;
  /**
   * The same memory as `values`: low word, high word. Varints are written here in two halves, which makes no BigInt.
   * Relies on little-endian memory, as every JavaScript engine in use has.
   */
  words: Int32Array;
  valid: Uint8Array;
}

export interface DoubleColumn {
  readonly kind: 'double';
  values: Float64Array;
  valid: Uint8Array;
}

/** `length[i] === -1` means null. */
export interface BytesBuilder {
  readonly kind: 'bytes';
  /** Where what values begin and end with is kept apart: `arena`, `start` and `length` are of what is between then. */
  readonly ends: Ends | undefined;
  arena: Uint8Array;
  used: number;
  start: Uint32Array;
  length: Int32Array;
}

/** Items of row i are `items` rows [start[i], start[i] + length[i]); `length[i] === -1` means null. */
export interface ListColumn {
  readonly kind: 'list';
  start: Uint32Array;
  length: Int32Array;
  readonly items: RowGroup;
}

export type ScalarColumn = BooleanColumn | IntColumn | LongColumn | DoubleColumn | BytesBuilder;
export type Column = ScalarColumn | ListColumn;

/** Columns that grow together. */
export interface RowGroup {
  readonly columns: Column[];
  capacity: number;
  count: number;
}

export function rowGroup(columns: readonly Column[] = []): RowGroup {
  return { columns: [...columns], capacity: 0, count: 0 };
}

export function booleanColumn(): BooleanColumn {
  return { kind: 'boolean', values: new Uint8Array(0), valid: new Uint8Array(0) };
}

export function intColumn(fill = 0): IntColumn {
  return { kind: 'int', fill, values: new Int32Array(0), valid: new Uint8Array(0) };
}

export function longColumn(fill = 0n): LongColumn {
  const values = new BigInt64Array(0);
  return {
    kind: 'long',
    fill,
    values,
    words: new Int32Array(values.buffer),
    valid: new Uint8Array(0),
  };
}

export function doubleColumn(): DoubleColumn {
  return { kind: 'double', values: new Float64Array(0), valid: new Uint8Array(0) };
}

export function bytesColumn(ends?: Ends): BytesBuilder {
  return {
    kind: 'bytes',
    ends,
    arena: new Uint8Array(0),
    used: 0,
    start: new Uint32Array(0),
    length: new Int32Array(0),
  };
}

export function listColumn(items: RowGroup): ListColumn {
  return { kind: 'list', start: new Uint32Array(0), length: new Int32Array(0), items };
}

/** Makes the first rows again, in the same memory: what was taken of them is overwritten. */
export function clearRows(group: RowGroup): void {
  group.count = 0;
  for (const column of group.columns) {
    if (column.kind === 'bytes') column.used = 0;
    if (column.kind === 'list') clearRows(column.items);
    if (column.kind === 'bytes' || column.kind === 'list') {
      column.length.fill(-1);
      continue;
    }
    column.valid.fill(0);
    if (column.kind === 'long') column.values.fill(column.fill);
    else column.values.fill(column.kind === 'int' ? column.fill : 0);
  }
}

/** Makes room for `rows` rows in all; doubles, so that growing by blocks stays linear. */
export function reserveRows(group: RowGroup, rows: number): void {
  if (rows <= group.capacity) return;
  const capacity = group.capacity === 0 ? rows : Math.max(rows, 2 * group.capacity);
  for (const column of group.columns) growColumn(column, capacity);
  group.capacity = capacity;
}

function growColumn(column: Column, capacity: number): void {
  switch (column.kind) {
    case 'boolean':
      column.values = grown(column.values, new Uint8Array(capacity));
      break;
    case 'int':
      column.values = grown(column.values, new Int32Array(capacity), column.fill);
      break;
    case 'long': {
      const values = new BigInt64Array(capacity);
      values.set(column.values);
      if (column.fill !== 0n) values.fill(column.fill, column.values.length);
      column.values = values;
      column.words = new Int32Array(values.buffer);
      break;
    }
    case 'double':
      column.values = grown(column.values, new Float64Array(capacity));
      break;
    default:
      column.start = grown(column.start, new Uint32Array(capacity));
      column.length = grown(column.length, new Int32Array(capacity), -1);
      if (column.kind === 'bytes' && column.ends !== undefined) {
        column.ends.head = grown(column.ends.head, new Uint32Array(capacity));
        column.ends.tail = grown(column.ends.tail, new Uint16Array(capacity));
      }
      return;
  }
  column.valid = grown(column.valid, new Uint8Array(capacity));
}

type NumberArray = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

function grown<A extends NumberArray>(old: A, fresh: A, fill = 0): A {
  fresh.set(old);
  if (fill !== 0) fresh.fill(fill, old.length);
  return fresh;
}

/** Makes room for `size` bytes in all; doubles as {@link reserveRows} does, or takes `likely` where that is more. */
export function reserveBytes(column: BytesBuilder, size: number, likely = 256): void {
  if (size <= column.arena.length) return;
  const arena = new Uint8Array(Math.max(size, 2 * column.arena.length, likely));
  arena.set(column.arena.subarray(0, column.used));
  column.arena = arena;
}

/** Below this the loop beats the call of `set` with its throw-away view. */
const LOOP_COPY = 48;

/** Sets row `row` to a copy of `length` bytes of `source` from `from`. */
export function appendBytes(
  column: BytesBuilder,
  row: number,
  source: Uint8Array,
  from: number,
  length: number,
): void {
  const { ends } = column;
  if (ends === undefined) {
    appendWhole(column, row, source, from, length);
    return;
  }
  const end = from + length;
  const head = headOf(ends, source, from, end);
  const nameAt = from + (ends.heads.lengths[head] as number);
  const tail = tailOf(ends, source, nameAt, end, row);
  ends.head[row] = head;
  ends.tail[row] = tail;
  appendWhole(column, row, source, nameAt, end - (ends.tails.lengths[tail] as number) - nameAt);
}

function appendWhole(
  column: BytesBuilder,
  row: number,
  source: Uint8Array,
  from: number,
  length: number,
): void {
  const at = column.used;
  const end = at + length;
  reserveBytes(column, end);
  const arena = column.arena;
  if (length < LOOP_COPY) {
    for (let i = 0; i < length; i++) arena[at + i] = source[from + i] as number;
  } else arena.set(source.subarray(from, from + length), at);
  column.start[row] = at;
  column.length[row] = length;
  column.used = end;
}

/** How the first `count` elements of a column are taken. */
export type Cut = <A extends NumberArray | BigInt64Array>(values: A, count: number) => A;

/** Where the column is filled again: they are overwritten. */
export const lent: Cut = (values, count) => values.subarray(0, count) as typeof values;

/** In memory of their own size: what is sent to another thread is copied whole. */
export function trimmed<A extends NumberArray | BigInt64Array>(values: A, count: number): A {
  return (values.length === count ? values : values.slice(0, count)) as A;
}

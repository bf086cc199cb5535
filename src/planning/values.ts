/**
 * One value a row, in typed arrays: bounds of a column, partition values of a field. Decoded once, compared with
 * literals many times, never turned into one object a row.
 */
import { wordsOf } from '../base/bytes.ts';
import { bytesColumnOf } from '../metadata/bytes-column.ts';
import type { BytesColumn } from '../metadata/entries.ts';
import type { Profile } from '../types/profile.ts';
import { decodeSingleValue } from '../types/single-value.ts';
import type { PrimitiveType, Value } from '../types/type.ts';

/** Not recorded, malformed, or not readable. */
export const MISSING = 0;
export const KNOWN = 1;
/** A float that is not a number, or a bound that can't be one (TY-10, B039). */
export const UNUSABLE = 2;
/** A null: partition values only. */
export const NULL = 3;

export interface ValueColumn {
  readonly type: PrimitiveType;
  /** MISSING, KNOWN, UNUSABLE or NULL. */
  readonly state: Uint8Array;
  /**
   * boolean, int, date → Int32Array · float, double → Float64Array · other 64-bit, and decimals where all fit →
   * BigInt64Array · wider decimals → bigint[] · the rest → bytes.
   */
  readonly values: Int32Array | Float64Array | BigInt64Array | readonly bigint[] | BytesColumn;
}

export function isFloating(type: PrimitiveType): boolean {
  return type.kind === 'float' || type.kind === 'double';
}

/** Types whose values are compared at all (EV-22). */
export function hasOrder(type: PrimitiveType): boolean {
  return !['unknown', 'variant', 'geometry', 'geography'].includes(type.kind);
}

export function bytesAt(column: BytesColumn, row: number): Uint8Array | undefined {
  const length = column.length[row] as number;
  if (length < 0) return undefined;
  const start = column.start[row] as number;
  return column.arena.subarray(start, start + length);
}

/** The value of a KNOWN row in the form of types/type.ts; undefined for any other. */
export function valueAt(column: ValueColumn, row: number): Value | undefined {
  if (column.state[row] !== KNOWN) return undefined;
  const { values } = column;
  if ('arena' in values) return bytesAt(values, row);
  const value = values[row] as number | bigint;
  return column.type.kind === 'boolean' ? value !== 0 : value;
}

/** Bounds as stored, decoded as `type`: TY-5, TY-15 and TY-16 by profile. A NaN is UNUSABLE (TY-10). */
export function decodeColumn(
  bytes: BytesColumn,
  type: PrimitiveType,
  profile: Profile,
): ValueColumn {
  const rows = bytes.length.length;
  const state = new Uint8Array(rows);
  if (!hasOrder(type)) return { type, state, values: new Int32Array(0) };
  if (!isBytes(type)) return decodeNumbers(bytes, type, state, profile);
  // Bounds of fixed columns may be truncated as those of binary ones, so only UUIDs have a length (TY-5).
  if (type.kind === 'uuid') return { type, state, values: decodeUuids(bytes, state, profile) };
  for (let i = 0; i < rows; i++) state[i] = (bytes.length[i] as number) < 0 ? MISSING : KNOWN;
  return { type, state, values: bytes };
}

const UUID_BYTES = 16;

/** Java reads the first bytes of what is too long. */
function decodeUuids(bytes: BytesColumn, state: Uint8Array, profile: Profile): BytesColumn {
  for (const [i, length] of bytes.length.entries()) {
    const fits = profile.exactBoundSizes ? length === UUID_BYTES : length >= UUID_BYTES;
    state[i] = fits ? KNOWN : MISSING;
  }
  return { ...bytes, length: bytes.length.map((length) => Math.min(length, UUID_BYTES)) };
}

function decodeNumbers(
  bytes: BytesColumn,
  type: PrimitiveType,
  state: Uint8Array,
  profile: Profile,
): ValueColumn {
  if (type.kind === 'decimal') {
    const words = decimalWords(bytes, state);
    if (words !== undefined) return { type, state, values: words };
    state.fill(MISSING);
  }
  const values = newValues(type, state.length);
  copyPlain(bytes, type, values, state);
  const { arena, start, length } = bytes;
  for (let i = 0; i < state.length; i++) {
    if (state[i] === KNOWN || (length[i] as number) < 0) continue;
    const from = start[i] as number;
    const value = decodeSingleValue(
      type,
      arena.subarray(from, from + (length[i] as number)),
      profile,
    );
    if (value !== undefined) state[i] = store(values, i, value);
  }
  if (values instanceof Float64Array) markNans(values, state);
  return narrowest({ type, state, values });
}

/** Copies what most bounds are: values of the type's own width, which are KNOWN then. All else goes by decodeSingleValue. */
function copyPlain(
  bytes: BytesColumn,
  { kind }: PrimitiveType,
  values: ValueColumn['values'],
  state: Uint8Array,
): void {
  if (kind === 'float') copyFloats(bytes, state, values as Float64Array);
  else if (kind === 'int' || kind === 'date') copyWords(bytes, state, values as Int32Array, 1);
  else if (kind !== 'boolean' && kind !== 'decimal') {
    const { buffer } = values as BigInt64Array | Float64Array;
    copyWords(bytes, state, new Int32Array(buffer), 2);
  }
}

/** Values of `size` words each. All JavaScript hosts are little-endian. */
function copyWords(
  { arena, start, length }: BytesColumn,
  state: Uint8Array,
  words: Int32Array,
  size: number,
): void {
  const view = new DataView(arena.buffer, arena.byteOffset, arena.byteLength);
  for (let i = 0; i < state.length; i++) {
    if (length[i] !== 4 * size) continue;
    const at = start[i] as number;
    words[size * i] = view.getInt32(at, true);
    if (size === 2) words[2 * i + 1] = view.getInt32(at + 4, true);
    state[i] = KNOWN;
  }
}

function copyFloats(
  { arena, start, length }: BytesColumn,
  state: Uint8Array,
  values: Float64Array,
): void {
  const view = new DataView(arena.buffer, arena.byteOffset, arena.byteLength);
  for (let i = 0; i < state.length; i++) {
    if (length[i] !== 4) continue;
    values[i] = view.getFloat32(start[i] as number, true);
    state[i] = KNOWN;
  }
}

function markNans(values: Float64Array, state: Uint8Array): void {
  for (let i = 0; i < state.length; i++) {
    if (state[i] === KNOWN && Number.isNaN(values[i])) state[i] = UNUSABLE;
  }
}

/** Decimals of up to eight bytes, without a BigInt a row; undefined where one has more. */
function decimalWords(
  { arena, start, length }: BytesColumn,
  state: Uint8Array,
): BigInt64Array | undefined {
  const values = new BigInt64Array(state.length);
  const words = new Int32Array(values.buffer);
  for (let i = 0; i < state.length; i++) {
    const size = length[i] as number;
    if (size > 8) return undefined;
    if (size <= 0) continue;
    const from = start[i] as number;
    let high = (arena[from] as number) < 0x80 ? 0 : -1;
    let low = high;
    for (let at = from; at < from + size; at++) {
      high = (high << 8) | (low >>> 24);
      low = (low << 8) | (arena[at] as number);
    }
    words[2 * i] = low;
    words[2 * i + 1] = high;
    state[i] = KNOWN;
  }
  return values;
}

function store32(values: ValueColumn['values'], row: number, value: number): number {
  (values as Int32Array)[row] = value;
  return KNOWN;
}

function storeFloat(values: ValueColumn['values'], row: number, value: number): number {
  (values as Float64Array)[row] = value;
  return Number.isNaN(value) ? UNUSABLE : KNOWN;
}

function store(values: ValueColumn['values'], row: number, value: Value): number {
  if (typeof value === 'boolean') return store32(values, row, Number(value));
  if (values instanceof Float64Array) return storeFloat(values, row, value as number);
  (values as (number | bigint)[])[row] = value as number | bigint;
  return KNOWN;
}

function newValues(type: PrimitiveType, rows: number): ValueColumn['values'] {
  switch (type.kind) {
    case 'boolean':
    case 'int':
    case 'date':
      return new Int32Array(rows);
    case 'float':
    case 'double':
      return new Float64Array(rows);
    case 'decimal':
      return new Array<bigint>(rows).fill(0n);
    default:
      return new BigInt64Array(rows);
  }
}

/** Decimals that all fit go into 64 bits; a malformed wide one (B036) must stay as it is. */
function narrowest(column: ValueColumn): ValueColumn {
  if (!Array.isArray(column.values)) return column;
  const wide = column.values as readonly bigint[];
  if (wide.some((v) => BigInt.asIntN(64, v) !== v)) return column;
  return { ...column, values: BigInt64Array.from(wide) };
}

/** A column from single values: null → NULL, undefined → MISSING, NaN → UNUSABLE. */
export function columnOf(
  type: PrimitiveType,
  single: readonly (Value | null | undefined)[],
): ValueColumn {
  const state = new Uint8Array(single.length);
  const values = isBytes(type)
    ? bytesColumnOf(single.map((v) => (v instanceof Uint8Array ? v : undefined)))
    : newValues(type, single.length);
  single.forEach((value, i) => {
    if (value === undefined) state[i] = MISSING;
    else if (value === null) state[i] = NULL;
    else state[i] = value instanceof Uint8Array ? KNOWN : store(values, i, value);
  });
  return narrowest({ type, state, values });
}

function isBytes(type: PrimitiveType): boolean {
  return ['string', 'uuid', 'fixed', 'binary'].includes(type.kind);
}

/** How UUIDs are ordered: TY-23. */
export type UuidOrder = 'signed' | 'unsigned';

/** Compares the value of row i with literal k: negative, zero, positive. */
export type LiteralOrder = (row: number, k: number) => number;

/**
 * The order of a column's KNOWN rows against literals. Zeros of either sign are equal here; only `signedZeros` tells
 * them apart, as Java does. Decimal literals may have another scale (EX-17).
 */
export function orderAgainst(
  column: ValueColumn,
  literals: readonly Value[],
  literalType: PrimitiveType,
  options: { readonly uuidOrder: UuidOrder; readonly signedZeros: boolean },
): LiteralOrder {
  const { values } = column;
  if ('arena' in values)
    return bytesOrder(values, literals as Uint8Array[], flips(column.type, options.uuidOrder));
  if (values instanceof Int32Array) {
    const numbers = Int32Array.from(literals, Number);
    return (row, k) => (values[row] as number) - (numbers[k] as number);
  }
  if (values instanceof Float64Array) {
    return floatOrder(values, Float64Array.from(literals as number[]), options.signedZeros);
  }
  if (column.type.kind === 'decimal') {
    return decimalOrder(column, literals as bigint[], scaleOf(literalType) - column.type.scale);
  }
  return wordOrder(values as BigInt64Array, literals as bigint[]);
}

function scaleOf(type: PrimitiveType): number {
  return type.kind === 'decimal' ? type.scale : 0;
}

function flips(type: PrimitiveType, order: UuidOrder): boolean {
  return type.kind === 'uuid' && order === 'signed';
}

/** With `flip`, bytes 0 and 8 are signed: UUIDs as two signed longs. */
function bytesOrder(
  column: BytesColumn,
  literals: readonly Uint8Array[],
  flip: boolean,
): LiteralOrder {
  const { arena, start, length } = column;
  return (row, k) => {
    const literal = literals[k] as Uint8Array;
    const from = start[row] as number;
    const size = length[row] as number;
    const n = Math.min(size, literal.length);
    for (let i = 0; i < n; i++) {
      const a = arena[from + i] as number;
      const b = literal[i] as number;
      if (a !== b) return flip && i % 8 === 0 ? (a ^ 0x80) - (b ^ 0x80) : a - b;
    }
    return size - literal.length;
  };
}

function floatOrder(
  values: Float64Array,
  literals: Float64Array,
  signedZeros: boolean,
): LiteralOrder {
  return (row, k) => {
    const a = values[row] as number;
    const b = literals[k] as number;
    if (a < b) return -1;
    if (a > b) return 1;
    return signedZeros && a === 0 ? Number(Object.is(b, -0)) - Number(Object.is(a, -0)) : 0;
  };
}

/**
 * 64-bit numbers by their two halves: a BigInt made for each comparison would cost more than all the rest. All
 * JavaScript hosts are little-endian.
 */
function wordOrder(values: BigInt64Array, literals: readonly bigint[]): LiteralOrder {
  if (literals.some((v) => BigInt.asIntN(64, v) !== v)) {
    return (row, k) => sign((values[row] as bigint) - (literals[k] as bigint));
  }
  const words = wordsOf(values);
  const other = new Int32Array(BigInt64Array.from(literals).buffer);
  return (row, k) => {
    const high = (words[2 * row + 1] as number) - (other[2 * k + 1] as number);
    if (high !== 0) return high;
    return ((words[2 * row] as number) >>> 0) - ((other[2 * k] as number) >>> 0);
  };
}

function sign(value: bigint): number {
  return value < 0n ? -1 : value > 0n ? 1 : 0;
}

/** Literals with `digits` more decimals than the column are compared by their floor at its scale. */
function decimalOrder(
  column: ValueColumn,
  literals: readonly bigint[],
  digits: number,
): LiteralOrder {
  const values = column.values as BigInt64Array | readonly bigint[];
  const unit = 10n ** BigInt(Math.abs(digits));
  if (digits <= 0) {
    const scaled = literals.map((v) => v * unit);
    if (values instanceof BigInt64Array) return wordOrder(values, scaled);
    return (row, k) => sign((values[row] as bigint) - (scaled[k] as bigint));
  }
  return (row, k) => sign((values[row] as bigint) * unit - (literals[k] as bigint));
}

/** A decimal of one scale, or a whole number, as the greatest unscaled value of `type` that is not above it. */
export function floorAtScale(
  value: bigint,
  from: PrimitiveType,
  { scale }: Extract<PrimitiveType, { kind: 'decimal' }>,
): bigint {
  const digits = scaleOf(from) - scale;
  const unit = 10n ** BigInt(Math.abs(digits));
  if (digits <= 0) return value * unit;
  const cut = value / unit;
  return cut * unit > value ? cut - 1n : cut;
}

/** The order of row i in one column against row i in another of the same type. */
export function orderOfColumns(
  a: ValueColumn,
  b: ValueColumn,
  uuidOrder: UuidOrder,
): (row: number) => number {
  const x = a.values;
  const y = b.values;
  if ('arena' in x && 'arena' in y) {
    const flip = flips(a.type, uuidOrder);
    const order = (row: number, right: Uint8Array) => bytesOrder(x, [right], flip)(row, 0);
    return flip
      ? (row) => order(row, bytesAt(y, row) as Uint8Array)
      : (row) => compareRows(x, y, row);
  }
  if (x instanceof Float64Array && y instanceof Float64Array) {
    return (row) => {
      const p = x[row] as number;
      const q = y[row] as number;
      if (p !== q) return p < q ? -1 : 1;
      return p === 0 ? Number(Object.is(q, -0)) - Number(Object.is(p, -0)) : 0;
    };
  }
  if (x instanceof Int32Array && y instanceof Int32Array) {
    return (row) => (x[row] as number) - (y[row] as number);
  }
  if (x instanceof BigInt64Array && y instanceof BigInt64Array) {
    const p = wordsOf(x);
    const q = wordsOf(y);
    return (row) => {
      const high = (p[2 * row + 1] as number) - (q[2 * row + 1] as number);
      if (high !== 0) return high;
      return ((p[2 * row] as number) >>> 0) - ((q[2 * row] as number) >>> 0);
    };
  }
  const left = x as ArrayLike<bigint>;
  const right = y as ArrayLike<bigint>;
  return (row) => sign((left[row] as bigint) - (right[row] as bigint));
}

/** As compareBytes, without two views a row. */
function compareRows(x: BytesColumn, y: BytesColumn, row: number): number {
  const [from, other] = [x.start[row] as number, y.start[row] as number];
  const [size, otherSize] = [x.length[row] as number, y.length[row] as number];
  const n = Math.min(size, otherSize);
  for (let i = 0; i < n; i++) {
    const d = (x.arena[from + i] as number) - (y.arena[other + i] as number);
    if (d !== 0) return d;
  }
  return size - otherSize;
}

/**
 * The order of a row's text, cut to the length of the prefix, against the prefix: zero where it begins with it. A text
 * shorter than the prefix is below it, since no value up to it begins so (EV-16).
 */
export function prefixOrder(column: ValueColumn, prefix: Uint8Array): LiteralOrder {
  const { arena, start, length } = column.values as BytesColumn;
  return (row) => {
    const from = start[row] as number;
    const n = Math.min(length[row] as number, prefix.length);
    for (let i = 0; i < n; i++) {
      const d = (arena[from + i] as number) - (prefix[i] as number);
      if (d !== 0) return d;
    }
    return n - prefix.length;
  };
}

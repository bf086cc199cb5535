/** The distinct values of a column, where they are few. */
import { wordsOf } from '../base/bytes.ts';
import { bytesColumnOf } from '../metadata/bytes-column.ts';
import type { BytesColumn } from '../metadata/entries.ts';
import { bytesAt, KNOWN, type ValueColumn } from './values.ts';

/** So many are always few, and so is one in four rows: then they take less room than what would stand for them. */
const FEW = 256;
const FEW_OF_ROWS = 0.25;
/** Of so many rows most have a value of their own where values are not few; going on would only cost time. */
const TRIED_ROWS = 512;
const MOST_TRIED = 470;

export interface DistinctValues {
  readonly values: ValueColumn;
  /** Of each KNOWN row, the row of `values`; 0 of any other. */
  readonly parts: Uint8Array | Uint16Array;
}

/** undefined where they are many. Zeros of either sign are two values, as bounds are taken (EV-38). */
export function distinctValues(column: ValueColumn): DistinctValues | undefined {
  const { type, state, values } = column;
  const identity = identityOf(values);
  const parts = cleared(scratch.parts, state.length);
  const rows = identity && numbered(state, parts, identity);
  if (rows === undefined) return undefined;
  const known = new Uint8Array(rows.length).fill(KNOWN);
  const own = { type, state: known, values: picked(values, rows) };
  return {
    parts: rows.length <= FEW ? new Uint8Array(parts) : new Uint16Array(parts),
    values: own,
  };
}

/** Used again and again: fresh memory would cost more than what is done in it. */
const scratch = {
  parts: { array: new Uint32Array(0) },
  table: { array: new Uint32Array(0) },
};

function cleared(kept: { array: Uint32Array }, size: number): Uint32Array {
  if (kept.array.length < size) kept.array = new Uint32Array(size);
  return kept.array.subarray(0, size).fill(0);
}

/** Tells rows apart. */
interface Identity {
  readonly hash: (row: number) => number;
  readonly isSame: (a: number, b: number) => boolean;
}

/** undefined for decimals beyond 64 bits. */
function identityOf(values: ValueColumn['values']): Identity | undefined {
  if ('arena' in values) return textIdentity(values);
  if (values instanceof Int32Array) {
    return { hash: (row) => values[row] as number, isSame: (a, b) => values[a] === values[b] };
  }
  return 'buffer' in values ? wordIdentity(values) : undefined;
}

function wordIdentity(values: BigInt64Array | Float64Array): Identity {
  const words = wordsOf(values);
  return {
    hash: (row) => Math.imul(words[2 * row + 1] as number, 31) ^ (words[2 * row] as number),
    isSame: (a, b) => words[2 * a] === words[2 * b] && words[2 * a + 1] === words[2 * b + 1],
  };
}

function textIdentity({ arena, start, length }: BytesColumn): Identity {
  return {
    hash(row) {
      const from = start[row] as number;
      const end = from + (length[row] as number);
      let hash = end - from;
      for (let at = from; at < end; at++) hash = Math.imul(hash, 31) ^ (arena[at] as number);
      return hash;
    },
    isSame(a, b) {
      const size = length[a] as number;
      if (size !== length[b]) return false;
      const [from, other] = [start[a] as number, start[b] as number];
      for (let i = 0; i < size; i++) if (arena[from + i] !== arena[other + i]) return false;
      return true;
    },
  };
}

/** Numbers values by their first row; gives back these rows. */
function numbered(
  state: Uint8Array,
  parts: Uint32Array,
  { hash, isSame }: Identity,
): readonly number[] | undefined {
  const most = Math.min(2 ** 16, Math.max(FEW, FEW_OF_ROWS * parts.length));
  const rows: number[] = [];
  // Numbers of values from 1 on, by hash or in the first free place after it.
  const bits = 33 - Math.clz32(2 * most);
  const table = cleared(scratch.table, 1 << bits);
  let last = -1;
  for (let row = 0; row < parts.length; row++) {
    if (state[row] !== KNOWN) continue;
    if (row === TRIED_ROWS && rows.length > MOST_TRIED) return undefined;
    if (last >= 0 && isSame(last, row)) {
      parts[row] = parts[last] as number;
      continue;
    }
    last = row;
    let at = Math.imul(hash(row), 0x9e3779b1) >>> (32 - bits);
    let part = table[at] as number;
    while (part > 0 && !isSame(rows[part - 1] as number, row)) {
      at = (at + 1) & (table.length - 1);
      part = table[at] as number;
    }
    if (part === 0) {
      if (rows.length >= most) return undefined;
      part = rows.push(row);
      table[at] = part;
    }
    parts[row] = part - 1;
  }
  return rows;
}

/** In memory of their own. */
function picked(values: ValueColumn['values'], rows: readonly number[]): ValueColumn['values'] {
  if ('arena' in values) return bytesColumnOf(rows.map((row) => bytesAt(values, row)));
  if (values instanceof BigInt64Array) {
    return BigInt64Array.from(rows.map((row) => values[row] as bigint));
  }
  const numbers = rows.map((row) => values[row] as number);
  return values instanceof Float64Array ? Float64Array.from(numbers) : Int32Array.from(numbers);
}

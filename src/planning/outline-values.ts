/** The distinct values of a column, where they are few. */
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

/** undefined where they are many, or can't be told apart by a number each. */
export function distinctValues(column: ValueColumn): DistinctValues | undefined {
  const { type, state, values } = column;
  const parts = new Uint16Array(state.length);
  const rows = numbered(state, parts, 'arena' in values ? textIds(values) : numberIds(values));
  if (rows === undefined) return undefined;
  const known = new Uint8Array(rows.length).fill(KNOWN);
  const own = { type, state: known, values: picked(values, rows) };
  return { parts: rows.length <= FEW ? new Uint8Array(parts) : parts, values: own };
}

/** What tells the value of a row from others; undefined where nothing does. */
type Ids = (row: number) => number | undefined;

/** Numbers ids by their first row; gives back these rows. */
function numbered(state: Uint8Array, parts: Uint16Array, idOf: Ids): readonly number[] | undefined {
  const most = Math.min(2 ** 16, Math.max(FEW, FEW_OF_ROWS * parts.length));
  const byId = new Map<number, number>();
  const rows: number[] = [];
  let lastId = Number.NaN;
  let part: number | undefined = 0;
  for (let row = 0; row < parts.length; row++) {
    if (state[row] !== KNOWN) continue;
    if (row === TRIED_ROWS && rows.length > MOST_TRIED) return undefined;
    const id = idOf(row);
    if (id === undefined) return undefined;
    if (id !== lastId) {
      lastId = id;
      part = byId.get(id);
      if (part === undefined) {
        if (rows.length >= most) return undefined;
        part = rows.push(row) - 1;
        byId.set(id, part);
      }
    }
    parts[row] = part as number;
  }
  return rows;
}

function numberIds(values: Exclude<ValueColumn['values'], BytesColumn>): Ids {
  if (values instanceof BigInt64Array) return wordIds(values);
  if (values instanceof Int32Array || values instanceof Float64Array) {
    // A map takes zeros of either sign for one, and bounds do not (EV-38).
    return (row) => (Object.is(values[row], -0) ? undefined : values[row]);
  }
  return () => undefined;
}

/** Those that are whole doubles. */
function wordIds({ buffer, byteOffset, length }: BigInt64Array): Ids {
  const words = new Int32Array(buffer, byteOffset, 2 * length);
  return (row) => {
    const id = (words[2 * row + 1] as number) * 2 ** 32 + ((words[2 * row] as number) >>> 0);
    return Number.isSafeInteger(id) ? id : undefined;
  };
}

/** The first row that holds the same bytes. */
function textIds(column: BytesColumn): Ids {
  const firsts = new Map<number, number>();
  let last = -1;
  const idOf = (row: number) => {
    for (let hash = hashAt(column, row); ; hash++) {
      const first = firsts.get(hash);
      if (first === undefined) {
        firsts.set(hash, row);
        return row;
      }
      if (isSame(column, first, row)) return first;
    }
  };
  return (row) => {
    if (last < 0 || !isSame(column, last, row)) last = idOf(row);
    return last;
  };
}

function hashAt({ arena, start, length }: BytesColumn, row: number): number {
  const from = start[row] as number;
  const end = from + (length[row] as number);
  let hash = end - from;
  for (let at = from; at < end; at++) hash = Math.imul(hash ^ (arena[at] as number), 0x01000193);
  return hash;
}

function isSame({ arena, start, length }: BytesColumn, a: number, b: number): boolean {
  const size = length[a] as number;
  if (size !== length[b]) return false;
  const [from, other] = [start[a] as number, start[b] as number];
  for (let i = 0; i < size; i++) if (arena[from + i] !== arena[other + i]) return false;
  return true;
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

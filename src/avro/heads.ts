/**
 * What byte strings begin with, up to and with their last slash: thousands of paths lie in a few directories, each of
 * which is kept once.
 */

const SLASH = 0x2f;

export interface Heads {
  arena: Uint8Array;
  used: number;
  readonly starts: number[];
  readonly lengths: number[];
  /** By hash, or the first free number after it. */
  readonly byHash: Map<number, number>;
  /** Of each row of the column, the number of its head. */
  row: Uint32Array;
}

export function newHeads(): Heads {
  return {
    arena: new Uint8Array(1024),
    used: 0,
    starts: [],
    lengths: [],
    byHash: new Map(),
    row: new Uint32Array(0),
  };
}

/** Number of the head of the value at `[from, end)`; its length is in `lengths`. */
export function headOf(heads: Heads, bytes: Uint8Array, from: number, end: number): number {
  let behind = end;
  while (behind > from && bytes[behind - 1] !== SLASH) behind -= 1;
  return numberOf(heads, bytes, from, behind);
}

function numberOf(known: Heads, bytes: Uint8Array, from: number, end: number): number {
  const length = end - from;
  let hash = length;
  for (let at = from; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  for (; ; hash++) {
    const index = known.byHash.get(hash);
    if (index === undefined) break;
    if (known.lengths[index] === length && isSame(known, index, bytes, from)) return index;
  }
  const index = known.starts.push(known.used) - 1;
  known.lengths.push(length);
  known.byHash.set(hash, index);
  append(known, bytes.subarray(from, end));
  return index;
}

function isSame(
  { arena, starts, lengths }: Heads,
  index: number,
  bytes: Uint8Array,
  from: number,
): boolean {
  const start = starts[index] as number;
  for (let i = (lengths[index] as number) - 1; i >= 0; i--) {
    if (arena[start + i] !== bytes[from + i]) return false;
  }
  return true;
}

function append(known: Heads, bytes: Uint8Array): void {
  const end = known.used + bytes.length;
  if (end > known.arena.length) {
    const arena = new Uint8Array(2 * end);
    arena.set(known.arena);
    known.arena = arena;
  }
  known.arena.set(bytes, known.used);
  known.used = end;
}

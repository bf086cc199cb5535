/**
 * What byte strings have in common at both ends, kept once: a head, up to and with the last slash, since thousands of
 * paths lie in a few directories; and a tail, from the dash before the last UUID on, since files of one write have that
 * UUID and what follows it (`00012-34-<uuid>-00001.parquet`). What has no UUID, or no dash before it, has an empty tail.
 */

const SLASH = 0x2f;
const DASH = 0x2d;
/** Of a UUID and the dash before it. */
const UUID_LENGTH = 37;

/** Byte strings, each of which is there once. */
export interface Distinct {
  arena: Uint8Array;
  used: number;
  readonly starts: number[];
  readonly lengths: number[];
  /** By hash, or the first free number after it. */
  readonly byHash: Map<number, number>;
  /** The number that was asked for last; most rows ask for it again. */
  last: number;
}

export interface Ends {
  readonly heads: Distinct;
  readonly tails: Distinct;
  /** Of each row of the column, the numbers of its head and tail. */
  head: Uint32Array;
  tail: Uint16Array;
  /** How many rows had another tail than the one before, or an empty one. */
  misses: number;
  /** Whether tails are kept apart at all; no more once they have turned out to change often. */
  hasTails: boolean;
}

/**
 * A tail must be that of eight rows in turn: another takes longer than copying the bytes of a few. The first rows show
 * nothing yet. And the numbers must fit, that of the empty tail among them.
 */
const FREE_MISSES = 16;
const ROWS_PER_MISS = 8;
const MOST_MISSES = 2 ** 16 - 3;

export function newEnds(): Ends {
  return {
    heads: newDistinct(),
    tails: newDistinct(),
    head: new Uint32Array(0),
    tail: new Uint16Array(0),
    misses: 0,
    hasTails: true,
  };
}

function newDistinct(): Distinct {
  return {
    arena: new Uint8Array(1024),
    used: 0,
    starts: [],
    lengths: [],
    byHash: new Map(),
    last: 0,
  };
}

/** Number of the head of the value at `[from, end)`; its length is in `lengths`. */
export function headOf({ heads }: Ends, bytes: Uint8Array, from: number, end: number): number {
  let behind = end;
  while (behind > from && bytes[behind - 1] !== SLASH) behind -= 1;
  return numberOf(heads, bytes, from, behind);
}

/** Number of the tail of row `row`, of which `[from, end)` is what is behind the head. Rows come in order. */
export function tailOf(
  ends: Ends,
  bytes: Uint8Array,
  from: number,
  end: number,
  row: number,
): number {
  const { tails } = ends;
  const start = ends.hasTails ? tailStart(bytes, from, end) : end;
  const { last } = tails;
  const tail = numberOf(tails, bytes, start, end);
  if (!ends.hasTails || (start < end && tail === last)) return tail;
  ends.misses += 1;
  ends.hasTails = ends.misses <= Math.min(FREE_MISSES + row / ROWS_PER_MISS, MOST_MISSES);
  return ends.hasTails ? tail : numberOf(tails, bytes, end, end);
}

/**
 * Whatever ends with a tail has this tail and no other: all of the pattern is in the tail, and in none a second time
 * behind. So the engine need not look for it.
 */
function tailStart(bytes: Uint8Array, from: number, end: number): number {
  for (let at = end - UUID_LENGTH; at >= from; at--) {
    const isUuid =
      bytes[at] === DASH &&
      bytes[at + 9] === DASH &&
      bytes[at + 14] === DASH &&
      bytes[at + 19] === DASH &&
      bytes[at + 24] === DASH;
    if (isUuid) return at;
  }
  return end;
}

function numberOf(known: Distinct, bytes: Uint8Array, from: number, end: number): number {
  if (!isAt(known, known.last, bytes, from, end)) known.last = found(known, bytes, from, end);
  return known.last;
}

function found(known: Distinct, bytes: Uint8Array, from: number, end: number): number {
  let hash = end - from;
  for (let at = from; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  for (; ; hash++) {
    const index = known.byHash.get(hash);
    if (index === undefined) break;
    if (isAt(known, index, bytes, from, end)) return index;
  }
  const index = known.starts.push(known.used) - 1;
  known.lengths.push(end - from);
  known.byHash.set(hash, index);
  append(known, bytes.subarray(from, end));
  return index;
}

function isAt(
  { arena, starts, lengths }: Distinct,
  index: number,
  bytes: Uint8Array,
  from: number,
  end: number,
): boolean {
  if (lengths[index] !== end - from) return false;
  const start = starts[index] as number;
  for (let i = end - from - 1; i >= 0; i--) {
    if (arena[start + i] !== bytes[from + i]) return false;
  }
  return true;
}

function append(known: Distinct, bytes: Uint8Array): void {
  const end = known.used + bytes.length;
  if (end > known.arena.length) {
    const arena = new Uint8Array(2 * end);
    arena.set(known.arena);
    known.arena = arena;
  }
  known.arena.set(bytes, known.used);
  known.used = end;
}

/**
 * 64-bit Roaring bitmaps in their portable form, the row positions of a deletion vector (DL-20): a 32-bit bitmap for each
 * upper half that occurs, each of containers for the next 16 bits. What is read is checked and stays as it is stored;
 * {@link eachRun} walks it.
 */
import { IcecoreError } from '../base/errors.ts';

export interface PositionContainer {
  /** What its 16-bit values are added to. */
  readonly base: bigint;
  readonly kind: 'array' | 'bitmap' | 'runs';
  readonly count: number;
  readonly bytes: Uint8Array;
}

/** Row positions, each once. */
export interface Positions {
  readonly count: bigint;
  /** Ascending. */
  readonly containers: readonly PositionContainer[];
}

/** Of 32-bit bitmaps without run containers, and with them. */
const COOKIE = 12346;
const COOKIE_WITH_RUNS = 12347;
/** Of fewer containers, one with runs has no offsets. */
const LEAST_WITH_OFFSETS = 4;
const LONGEST_ARRAY = 4096;
const BITMAP_BYTES = 8192;
const MOST_CONTAINERS = 65_536;

interface Cursor {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly place: string;
  /** Of the first byte, in the file. */
  readonly offset: number;
  at: number;
}

/**
 * @param offset of `bytes` in the file, for errors
 * @throws IcecoreError `invalid-data` where a count, an order or a length is wrong
 */
export function readRoaring64(bytes: Uint8Array, place: string, offset: number): Positions {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const cursor: Cursor = { bytes, view, place, offset, at: 0 };
  const containers: PositionContainer[] = [];
  const bitmaps = view.getBigUint64(take(cursor, 8), true);
  let last = -1;
  for (let i = 0n; i < bitmaps; i++) {
    const key = view.getUint32(take(cursor, 4), true);
    if (key <= last) refuse(cursor, `key ${key} stands after key ${last}`);
    if (key > 0x7fffffff) refuse(cursor, `key ${key} has its top bit set`);
    last = key;
    readRoaring32(cursor, BigInt(key) << 32n, containers);
  }
  if (cursor.at < bytes.length) refuse(cursor, `${bytes.length - cursor.at} bytes follow its end`);
  return { count: containers.reduce((sum, { count }) => sum + BigInt(count), 0n), containers };
}

/** Steps over `length` bytes; where they begin. */
function take(cursor: Cursor, length: number): number {
  const { at } = cursor;
  if (length > cursor.bytes.length - at) refuse(cursor, `it ends where ${length} bytes should be`);
  cursor.at += length;
  return at;
}

function refuse({ place, offset, at }: Cursor, finding: string): never {
  throw new IcecoreError('invalid-data', `${place} holds no readable bitmap: ${finding}`, {
    place,
    offset: offset + at,
  });
}

function readRoaring32(cursor: Cursor, base: bigint, into: PositionContainer[]): void {
  const { view, bytes } = cursor;
  const cookie = view.getUint32(take(cursor, 4), true);
  const hasRuns = (cookie & 0xffff) === COOKIE_WITH_RUNS;
  if (!hasRuns && cookie !== COOKIE) refuse(cursor, `cookie ${cookie} is of no known form`);
  const size = hasRuns ? (cookie >>> 16) + 1 : view.getUint32(take(cursor, 4), true);
  if (size > MOST_CONTAINERS) refuse(cursor, `it claims ${size} containers`);
  const flags = hasRuns ? take(cursor, (size + 7) >> 3) : -1;
  const header = take(cursor, 4 * size);
  // Containers stand one after the other, so where each begins need not be looked up.
  if (!hasRuns || size >= LEAST_WITH_OFFSETS) take(cursor, 4 * size);
  let last = -1;
  for (let i = 0; i < size; i++) {
    const key = view.getUint16(header + 4 * i, true);
    const count = view.getUint16(header + 4 * i + 2, true) + 1;
    if (key <= last) refuse(cursor, `container ${key} stands after container ${last}`);
    last = key;
    const isRuns = flags >= 0 && (((bytes[flags + (i >> 3)] as number) >> (i & 7)) & 1) === 1;
    into.push(readContainer(cursor, base | BigInt((key << 16) >>> 0), count, isRuns));
  }
}

function readContainer(
  cursor: Cursor,
  base: bigint,
  count: number,
  isRuns: boolean,
): PositionContainer {
  const kind = isRuns ? 'runs' : count > LONGEST_ARRAY ? 'bitmap' : 'array';
  const length = {
    array: () => 2 * count,
    bitmap: () => BITMAP_BYTES,
    runs: () => 4 * cursor.view.getUint16(take(cursor, 2), true),
  }[kind]();
  const start = take(cursor, length);
  const container = {
    base,
    kind,
    count,
    bytes: cursor.bytes.subarray(start, start + length),
  } as const;
  let found = 0;
  let end = -1;
  eachRun(container, (first, last) => {
    if (first <= end || last > 0xffff) refuse(cursor, `position ${first} stands after ${end}`);
    end = last;
    found += last - first + 1;
  });
  if (found !== count) refuse(cursor, `${found} positions stand where ${count} are claimed`);
  return container;
}

/** Its positions as runs from first to last, both in it, to be added to its base; not the longest, but ascending. */
export function eachRun(
  { kind, bytes }: PositionContainer,
  visit: (first: number, last: number) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (kind === 'array') {
    for (let at = 0; at < bytes.length; at += 2) {
      const value = view.getUint16(at, true);
      visit(value, value);
    }
  } else if (kind === 'runs') {
    for (let at = 0; at < bytes.length; at += 4) {
      const first = view.getUint16(at, true);
      visit(first, first + view.getUint16(at + 2, true));
    }
  } else {
    for (let i = 0; i < 8 * bytes.length; i++) {
      if ((((bytes[i >> 3] as number) >> (i & 7)) & 1) === 1) visit(i, i);
    }
  }
}

/** How many of them are below `end`. */
export function countBelow({ containers }: Positions, end: bigint): bigint {
  let sum = 0n;
  for (const container of containers) {
    const room = end - container.base;
    if (room <= 0n) break;
    if (room > 0xffffn) sum += BigInt(container.count);
    else sum += BigInt(countInContainer(container, Number(room)));
  }
  return sum;
}

function countInContainer(container: PositionContainer, end: number): number {
  let sum = 0;
  eachRun(container, (first, last) => {
    sum += Math.max(0, Math.min(last + 1, end) - first);
  });
  return sum;
}

/**
 * Paths of a manifest's files: thousands of names in a few directories, each of which is kept once. Bytes are read four
 * at a time, because this looks at all of them.
 */
import { utf8Text } from '../base/bytes.ts';
import type { BytesColumn, PathColumn } from './entries.ts';

const SLASH = 0x2f;

/** The paths of the first `count` rows of a column that has one in each. The column is used up. */
export function pathsOf(paths: BytesColumn, count: number): PathColumn {
  const directories = newDirectories();
  const directory = new Uint32Array(count);
  const names = { start: new Uint32Array(count), length: new Int32Array(count) };
  const used = divide(paths, directories, directory, names);
  return {
    directories: columnOf(directories),
    directory,
    names: { arena: paths.arena.slice(0, used), ...names },
  };
}

/** Fills `directory` and `names`, and moves names to the front of the memory they are in; where that ends. */
function divide(
  { arena, start, length }: BytesColumn,
  directories: Directories,
  directory: Uint32Array,
  names: Pick<BytesColumn, 'start' | 'length'>,
): number {
  const view = viewOf(arena);
  let used = 0;
  let index = -1;
  for (let row = 0; row < directory.length; row++) {
    const from = start[row] as number;
    const end = from + (length[row] as number);
    // Nearly every row is in the directory of the one before.
    if (index < 0 || !isIn(directories, index, view, from, end)) {
      let head = end;
      while (head > from && arena[head - 1] !== SLASH) head -= 1;
      index = numberOf(directories, arena, from, head);
    }
    const name = from + (directories.lengths[index] as number);
    directory[row] = index;
    names.start[row] = used;
    names.length[row] = end - name;
    // Over what was read already.
    copyDown(view, name, used, end - name);
    used += end - name;
  }
  return used;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

interface Directories {
  arena: Uint8Array;
  view: DataView;
  used: number;
  readonly starts: number[];
  readonly lengths: number[];
  /** By hash, or the first free number after it. */
  readonly byHash: Map<number, number>;
}

function newDirectories(): Directories {
  const arena = new Uint8Array(1024);
  return { arena, view: viewOf(arena), used: 0, starts: [], lengths: [], byHash: new Map() };
}

/** Whether a path begins with a directory and has no slash after it. */
function isIn(
  { view, starts, lengths }: Directories,
  index: number,
  path: DataView,
  from: number,
  end: number,
): boolean {
  const length = lengths[index] as number;
  if (length > end - from || !isSame(view, starts[index] as number, path, from, length)) {
    return false;
  }
  let at = from + length;
  for (; at + 4 <= end; at += 4) {
    // A byte of `other` is 0 where the word has a slash; the usual test for such a byte.
    const other = path.getUint32(at, true) ^ 0x2f2f2f2f;
    if (((other - 0x01010101) & ~other & 0x80808080) !== 0) return false;
  }
  for (; at < end; at++) if (path.getUint8(at) === SLASH) return false;
  return true;
}

function isSame(a: DataView, from: number, b: DataView, other: number, length: number): boolean {
  let i = 0;
  for (; i + 4 <= length; i += 4)
    if (a.getUint32(from + i) !== b.getUint32(other + i)) return false;
  for (; i < length; i++) if (a.getUint8(from + i) !== b.getUint8(other + i)) return false;
  return true;
}

/** `to` is not behind `from`. */
function copyDown(view: DataView, from: number, to: number, length: number): void {
  let i = 0;
  for (; i + 4 <= length; i += 4) view.setUint32(to + i, view.getUint32(from + i));
  for (; i < length; i++) view.setUint8(to + i, view.getUint8(from + i));
}

function numberOf(known: Directories, arena: Uint8Array, from: number, end: number): number {
  const length = end - from;
  const path = viewOf(arena);
  let hash = length;
  for (let at = from; at < end; at++) hash = Math.imul(hash ^ (arena[at] as number), 0x01000193);
  for (; ; hash++) {
    const index = known.byHash.get(hash);
    if (index === undefined) break;
    const isKnown =
      known.lengths[index] === length &&
      isSame(known.view, known.starts[index] as number, path, from, length);
    if (isKnown) return index;
  }
  const index = known.starts.push(known.used) - 1;
  known.lengths.push(length);
  known.byHash.set(hash, index);
  append(known, arena.subarray(from, end));
  return index;
}

function append(known: Directories, bytes: Uint8Array): void {
  const end = known.used + bytes.length;
  if (end > known.arena.length) {
    const arena = new Uint8Array(2 * end);
    arena.set(known.arena);
    known.arena = arena;
    known.view = viewOf(arena);
  }
  known.arena.set(bytes, known.used);
  known.used = end;
}

function columnOf({ arena, used, starts, lengths }: Directories): BytesColumn {
  return {
    arena: arena.slice(0, used),
    start: Uint32Array.from(starts),
    length: Int32Array.from(lengths),
  };
}

/** The bytes of a path, in memory of their own. */
export function pathBytes({ directories, directory, names }: PathColumn, row: number): Uint8Array {
  const head = slice(directories, directory[row] as number);
  const tail = slice(names, row);
  const path = new Uint8Array(head.length + tail.length);
  path.set(head);
  path.set(tail, head.length);
  return path;
}

function slice({ arena, start, length }: BytesColumn, row: number): Uint8Array {
  const from = start[row] as number;
  return arena.subarray(from, from + (length[row] as number));
}

export function pathText(paths: PathColumn, row: number): string {
  return utf8Text(pathBytes(paths, row));
}

/** Paths of a manifest's files: thousands of names in a few directories, each of which is kept once. */
import { utf8Text } from '../base/bytes.ts';
import type { BytesColumn, PathColumn } from './entries.ts';

const SLASH = 0x2f;

/** The paths of the first `count` rows of a column that has one in each. The column is used up. */
export function pathsOf({ arena, start, length }: BytesColumn, count: number): PathColumn {
  const directory = new Uint32Array(count);
  const names = { start: new Uint32Array(count), length: new Int32Array(count) };
  const known = new Map<string, number>();
  const found: Uint8Array[] = [];
  let used = 0;
  let last: Uint8Array = new Uint8Array(0);
  let lastIndex = -1;
  for (let row = 0; row < count; row++) {
    const from = start[row] as number;
    const end = from + (length[row] as number);
    let name = from + last.length;
    // Nearly every row: in the directory of the one before.
    if (lastIndex < 0 || !isAt(arena, from, end, last) || hasSlash(arena, name, end)) {
      name = hasSlash(arena, from, end) ? arena.lastIndexOf(SLASH, end - 1) + 1 : from;
      last = arena.slice(from, name);
      lastIndex = numberOf(last, known, found);
    }
    directory[row] = lastIndex;
    names.start[row] = used;
    names.length[row] = end - name;
    // Names move to the front of the memory they are in, over what was read already.
    for (; name < end; name++, used++) arena[used] = arena[name] as number;
  }
  return {
    directories: columnOf(found),
    directory,
    names: { arena: arena.slice(0, used), ...names },
  };
}

/** Backwards, because directories differ in their last part. */
function isAt(arena: Uint8Array, from: number, end: number, bytes: Uint8Array): boolean {
  if (bytes.length > end - from) return false;
  for (let i = bytes.length - 1; i >= 0; i--) if (arena[from + i] !== bytes[i]) return false;
  return true;
}

function hasSlash(arena: Uint8Array, from: number, end: number): boolean {
  for (let i = from; i < end; i++) if (arena[i] === SLASH) return true;
  return false;
}

function numberOf(bytes: Uint8Array, known: Map<string, number>, found: Uint8Array[]): number {
  // A character for each byte: text would make one of all that is not UTF-8.
  const key = bytes.reduce((text, byte) => text + String.fromCharCode(byte), '');
  const index = known.get(key) ?? found.push(bytes) - 1;
  known.set(key, index);
  return index;
}

function columnOf(values: readonly Uint8Array[]): BytesColumn {
  const length = Int32Array.from(values, (value) => value.length);
  const start = new Uint32Array(values.length);
  for (let i = 1; i < start.length; i++) {
    start[i] = (start[i - 1] as number) + (length[i - 1] as number);
  }
  const arena = new Uint8Array(length.reduce((sum, n) => sum + n, 0));
  for (const [i, value] of values.entries()) arena.set(value, start[i]);
  return { arena, start, length };
}

/** The bytes of a path, in memory of their own. */
export function pathBytes({ directories, directory, names }: PathColumn, row: number): Uint8Array {
  const index = directory[row] as number;
  const head = slice(directories, index);
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

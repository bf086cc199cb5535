/** Paths of a manifest's files. */
import {
  appendBytes,
  type BytesBuilder,
  bytesColumn,
  reserveRows,
  rowGroup,
  trimmed,
} from '../avro/columns.ts';
import { type Distinct, newEnds } from '../avro/ends.ts';
import { utf8Text } from '../base/bytes.ts';
import { bytesOf } from './bytes-column.ts';
import type { BytesColumn, PathColumn } from './entries.ts';

export function pathsBuilder(): BytesBuilder {
  return bytesColumn(newEnds());
}

/** The first `count` paths of a column of {@link pathsBuilder}, none of which is null. */
export function builtPaths(column: BytesBuilder, count: number): PathColumn {
  const { heads, tails, head, tail } = column.ends ?? newEnds();
  return {
    directories: distinctBytes(heads),
    directory: numbers(head, count, heads),
    names: bytesOf(column, count),
    tails: distinctBytes(tails),
    tail: trimmed(tail, count),
  };
}

/** As narrow as what they number. */
function numbers(column: Uint32Array, count: number, { starts }: Distinct) {
  return starts.length > 2 ** 16
    ? trimmed(column, count)
    : new Uint16Array(column.subarray(0, count));
}

function distinctBytes({ arena, used, starts, lengths }: Distinct): BytesColumn {
  return {
    arena: arena.slice(0, used),
    start: Uint32Array.from(starts),
    length: Int32Array.from(lengths),
  };
}

/** The same of paths that are at hand. */
export function pathsOf({ arena, start, length }: BytesColumn, count: number): PathColumn {
  const column = pathsBuilder();
  reserveRows(rowGroup([column]), count);
  for (let row = 0; row < count; row++) {
    appendBytes(column, row, arena, start[row] as number, length[row] as number);
  }
  return builtPaths(column, count);
}

/** The bytes of a path, in memory of their own. */
export function pathBytes(paths: PathColumn, row: number): Uint8Array {
  const head = slice(paths.directories, paths.directory[row] as number);
  const name = slice(paths.names, row);
  const tail = slice(paths.tails, paths.tail[row] as number);
  const path = new Uint8Array(head.length + name.length + tail.length);
  path.set(head);
  path.set(name, head.length);
  path.set(tail, head.length + name.length);
  return path;
}

function slice({ arena, start, length }: BytesColumn, row: number): Uint8Array {
  const from = start[row] as number;
  return arena.subarray(from, from + (length[row] as number));
}

export function pathText(paths: PathColumn, row: number): string {
  return utf8Text(pathBytes(paths, row));
}

import { type BytesBuilder, type Cut, trimmed } from '../avro/columns.ts';
import type { BytesColumn } from './entries.ts';

/** The first `count` byte strings of a decoded column. */
export function bytesOf(column: BytesBuilder, count: number, cut: Cut = trimmed): BytesColumn {
  return {
    arena: cut(column.arena, column.used),
    start: cut(column.start, count),
    length: cut(column.length, count),
  };
}

/** A column of these values; undefined is null. */
export function bytesColumnOf(parts: readonly (Uint8Array | undefined)[]): BytesColumn {
  const arena = new Uint8Array(parts.reduce((sum, part) => sum + (part?.length ?? 0), 0));
  const start = new Uint32Array(parts.length);
  const length = new Int32Array(parts.length).fill(-1);
  let at = 0;
  for (const [i, part] of parts.entries()) {
    if (part === undefined) continue;
    arena.set(part, at);
    start[i] = at;
    length[i] = part.length;
    at += part.length;
  }
  return { arena, start, length };
}

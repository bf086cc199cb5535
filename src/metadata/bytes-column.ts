import { type BytesBuilder, trimmed } from '../avro/columns.ts';
import type { BytesColumn } from './entries.ts';

/** The first `count` byte strings of a decoded column, in memory of their own size. */
export function bytesOf(column: BytesBuilder, count: number): BytesColumn {
  return {
    arena: trimmed(column.arena, column.used),
    start: trimmed(column.start, count),
    length: trimmed(column.length, count),
  };
}

/** The columns of one file beside the rows of the chart: what each feeds, and what feeds each. Pure. */
import type { FileColumn, Resolution } from '../../src/metadata/resolve-columns.ts';
import { resolvedWords, unreadWords, type Words } from './resolution-words.ts';
import type { SchemaRow } from './schema-model.ts';

export interface FileCell {
  /** The file's column; undefined: it has none for this row. */
  readonly column: FileColumn | undefined;
  readonly words: Words;
}

/** Columns of the file that belong to no row of the chart. */
export interface StrayColumn extends FileCell {
  readonly name: string;
}

export interface FileCells {
  readonly byId: ReadonlyMap<number, FileCell>;
  readonly stray: readonly StrayColumn[];
}

export function fileCells(resolution: Resolution, rows: readonly SchemaRow[]): FileCells {
  const byId = new Map<number, FileCell>();
  for (const resolved of resolution.columns) {
    const { source } = resolved;
    const column = 'column' in source ? source.column : undefined;
    byId.set(resolved.fieldId, { column, words: resolvedWords(resolved) });
  }
  const ids = new Set(rows.map(({ field }) => field.fieldId));
  const stray: StrayColumn[] = [];
  for (const unread of resolution.unread) {
    const { column, name } = unread;
    const id = column.fieldId;
    const cell = { column, words: unreadWords(unread) };
    if (id !== undefined && ids.has(id) && !byId.has(id)) byId.set(id, cell);
    else stray.push({ ...cell, name });
  }
  return { byId, stray };
}

/** Names near to one that does not exist. */
import { type ColumnInfo, indexSchema, type SchemaIndex } from '../../types/schema.ts';
import type { Schema } from '../../types/type.ts';

/** The column that was most likely meant, or undefined. */
export function nearestColumn(name: string, schema: SchemaIndex): ColumnInfo | undefined {
  const lower = name.toLowerCase();
  const candidates = schema.columns.filter((column) => column.accessible);
  const same = candidates.find((column) => column.name.toLowerCase() === lower);
  if (same !== undefined) return same;
  // `c.ts` where c names the table, and `size` where it is payload.size.
  const tail = lower.slice(lower.indexOf('.') + 1);
  const part = candidates.find(
    (column) =>
      column.name.toLowerCase() === tail || column.name.toLowerCase().endsWith(`.${lower}`),
  );
  return part ?? closest(lower, candidates, (column) => column.name);
}

export interface Elsewhere {
  /** The schema that has a column of the name. */
  readonly schemaId: number;
  /** The same column in the schema in hand, by field id; undefined: it has no such column. */
  readonly here: ColumnInfo | undefined;
}

/** A column that the table's other schemas call so: one that the schema in hand has too, else the newest. */
export function columnElsewhere(
  name: string,
  schema: SchemaIndex,
  tableSchemas: readonly Schema[],
): Elsewhere | undefined {
  const lower = name.toLowerCase();
  const found = tableSchemas.toReversed().flatMap((other): readonly Elsewhere[] => {
    const column = indexSchema(other).columns.find((one) => one.name.toLowerCase() === lower);
    if (column === undefined) return [];
    return [{ schemaId: other.schemaId, here: schema.byId.get(column.fieldId) }];
  });
  return found.find(({ here }) => here?.accessible === true) ?? found[0];
}

/** The word of a language that was most likely meant: one that is half typed, or has a letter wrong. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const begun = lower.length < 3 ? undefined : words.find((one) => one.startsWith(lower));
  return begun ?? closest(lower, words, (one) => one);
}

function closest<Named>(
  lower: string,
  candidates: readonly Named[],
  nameOf: (named: Named) => string,
): Named | undefined {
  let best: Named | undefined;
  // One letter in three; one of two as well, but a single letter may be anything.
  let bestDistance = (lower.length < 2 ? 0 : Math.max(1, Math.floor(lower.length / 3))) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(lower, nameOf(candidate).toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours; stops at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? limit;
}

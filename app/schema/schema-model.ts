/** Rows of the schema's chart: one a field id, with the specs it is a source of. Pure. */
import type { PartitionSpec } from '../../src/metadata/records.ts';
import type { FieldHistory, SchemaHistory } from '../../src/metadata/schema-history.ts';
import { printTransform } from '../../src/transforms/transform.ts';

export interface SpecUse {
  readonly specId: number;
  readonly rank: number;
  /** `day`, `bucket(16)`, `identity`. */
  readonly transform: string;
}

export interface SchemaRow {
  readonly field: FieldHistory;
  readonly uses: readonly SpecUse[];
  /** It changed, came later or went, or partitions: the others may fold. */
  readonly isEventful: boolean;
}

export interface SchemaModel {
  readonly history: SchemaHistory;
  readonly rows: readonly SchemaRow[];
}

export function schemaModel(
  history: SchemaHistory,
  specs: readonly PartitionSpec[],
  ranks: ReadonlyMap<number, number>,
): SchemaModel {
  const uses = usesOf(specs, ranks);
  const reused = new Set(history.reused.flatMap(({ from, to }) => [from, to]));
  const rows = history.fields
    // `element`, `key` and `value` say nothing of themselves, but where something became of them.
    .filter(({ isPart, runs }) => !isPart || runs.length > 1)
    .map((field) => {
      const own = uses.get(field.fieldId) ?? [];
      return {
        field,
        uses: own,
        isEventful:
          own.length > 0 ||
          field.runs.length > 1 ||
          field.droppedAt !== undefined ||
          (field.runs[0]?.from ?? 0) > 0 ||
          reused.has(field.fieldId),
      };
    });
  return { history, rows };
}

function usesOf(
  specs: readonly PartitionSpec[],
  ranks: ReadonlyMap<number, number>,
): ReadonlyMap<number, readonly SpecUse[]> {
  const uses = new Map<number, SpecUse[]>();
  for (const { specId, fields } of [...specs].sort((a, b) => a.specId - b.specId)) {
    for (const { sourceIds, transform } of fields) {
      // A dropped field that format 1 keeps in its place.
      if (transform.kind === 'void') continue;
      for (const id of sourceIds) {
        const own = uses.get(id) ?? [];
        const words = printTransform(transform).replace('[', '(').replace(']', ')');
        uses.set(id, [...own, { specId, rank: ranks.get(specId) ?? 0, transform: words }]);
      }
    }
  }
  return uses;
}

/** Whether any column is the source of a partition field. */
export function hasUses({ rows }: SchemaModel): boolean {
  return rows.some(({ uses }) => uses.length > 0);
}

/** Transforms of a column's specs in few letters, each once in a row: `month, day, hour`. */
export function transformsOf(uses: readonly SpecUse[]): string {
  const words = uses.map(({ transform }) => transform);
  return words.filter((word, i) => word !== words[i - 1]).join(', ');
}

/** The rows to show: all where they are few, else the eventful ones and what they are in. */
export function foldRows(
  rows: readonly SchemaRow[],
  most: number,
): { readonly shown: readonly SchemaRow[]; readonly folded: number } {
  if (rows.length <= most) return { shown: rows, folded: 0 };
  const keep = new Set<SchemaRow>();
  const around: SchemaRow[] = [];
  for (const row of rows) {
    around.length = row.field.depth;
    around.push(row);
    if (row.isEventful) for (const one of around) if (one !== undefined) keep.add(one);
  }
  const shown = rows.filter((row) => keep.has(row));
  // Nothing happened at all: the first ones stand for the rest.
  const some = shown.length === 0 ? rows.slice(0, most) : shown;
  return { shown: some, folded: rows.length - some.length };
}

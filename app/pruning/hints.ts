/** What stands in an empty field: the form of what is asked, in the table's own columns. */
import { quoteName } from '../../src/expressions/sql/names.ts';
import type { TableMetadata } from '../../src/metadata/records.ts';
import type { ColumnInfo, SchemaIndex } from '../../src/types/schema.ts';

type Table = Pick<TableMetadata, 'partitionSpecs' | 'lastUpdatedMs'>;

/** Columns whose literals can be shown, those that partition first, times before others. */
function columnsToName(schema: SchemaIndex, { partitionSpecs }: Table): readonly ColumnInfo[] {
  const sources = new Set(
    partitionSpecs.flatMap(({ fields }) =>
      fields.filter(({ transform }) => transform.kind !== 'void').flatMap((f) => f.sourceIds),
    ),
  );
  const weight = ({ fieldId, type }: ColumnInfo) =>
    (sources.has(fieldId) ? 0 : 2) + (isTime(type.kind) ? 0 : 1);
  return schema.columns
    .filter(({ accessible, type }) => accessible && !['struct', 'list', 'map'].includes(type.kind))
    .toSorted((a, b) => weight(a) - weight(b));
}

function isTime(kind: string): boolean {
  return kind === 'date' || kind.startsWith('timestamp');
}

/** `ts >= TIMESTAMP '2026-03-01 00:00:00'`, on the day of the table's last change; undefined without columns. */
export function conditionHint(schema: SchemaIndex, table: Table): string | undefined {
  const [column] = columnsToName(schema, table);
  if (column === undefined) return undefined;
  const name = quoteName(column.name);
  const { kind } = column.type;
  if (kind === 'date') return `${name} >= DATE '${dayOf(table)}'`;
  if (isTime(kind)) return `${name} >= TIMESTAMP '${dayOf(table)} 00:00:00'`;
  return `${name} = …`;
}

/** `ts = 2026-03-01 10:15, country = …`; undefined without columns. */
export function rowHint(schema: SchemaIndex, table: Table): string | undefined {
  const terms = columnsToName(schema, table)
    .slice(0, 2)
    .map(({ name, type: { kind } }) => {
      const value = kind === 'date' ? dayOf(table) : isTime(kind) ? `${dayOf(table)} 10:15` : '…';
      return `${quoteName(name)} = ${value}`;
    });
  return terms.length === 0 ? undefined : terms.join(', ');
}

function dayOf({ lastUpdatedMs }: Table): string {
  const date = new Date(Number(lastUpdatedMs));
  return Number.isNaN(date.getTime()) ? '2026-03-01' : date.toISOString().slice(0, -14);
}

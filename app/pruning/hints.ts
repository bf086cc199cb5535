/** What stands in an empty field: the form of what is asked, in the table's own columns. */
import { quoteName } from '../../src/expressions/sql/names.ts';
import type { TableMetadata } from '../../src/metadata/records.ts';
import type { FileRow } from '../../src/table/api.ts';
import type { ColumnInfo, SchemaIndex } from '../../src/types/schema.ts';

type Table = Pick<TableMetadata, 'partitionSpecs' | 'lastUpdatedMs'>;

/** Columns whose literals can be shown, those that partition first, times before others. */
function columnsToName(
  schema: SchemaIndex,
  { partitionSpecs }: Pick<Table, 'partitionSpecs'>,
): readonly ColumnInfo[] {
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

/** Columns of the row that {@link rowHint} shows. */
export function rowColumns(
  schema: SchemaIndex,
  table: Pick<Table, 'partitionSpecs'>,
): readonly ColumnInfo[] {
  return columnsToName(schema, table).slice(0, 2);
}

/**
 * `ts = 2026-03-01 10:15, country = DE`: the lowest values of a file of the table, so that a row as the one shown may be
 * there; undefined without columns.
 */
export function rowHint(
  columns: readonly ColumnInfo[],
  row: Pick<FileRow, 'bounds'> | undefined,
): string | undefined {
  const terms = columns.map(({ name, fieldId }) => {
    const lower = row?.bounds.find((bounds) => bounds.fieldId === fieldId)?.lower;
    return `${quoteName(name)} = ${lower === undefined ? '…' : valueHint(lower)}`;
  });
  return terms.length === 0 ? undefined : terms.join(', ');
}

/** A longer value would fill the field. */
const LONGEST = 24;

/** As one types it: a whole minute without its seconds, and in quotes what would end the value. */
function valueHint(lower: string): string {
  const text = lower.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d):00$/, '$1');
  if (text.length > LONGEST) return '…';
  return /,|\band\b/i.test(text) && !text.startsWith("'") ? `'${text}'` : text;
}

function dayOf({ lastUpdatedMs }: Table): string {
  const date = new Date(Number(lastUpdatedMs));
  return Number.isNaN(date.getTime()) ? '2026-03-01' : date.toISOString().slice(0, -14);
}

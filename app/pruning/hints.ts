/** What stands in an empty field: the form of what is asked, in the table's own columns. */
import { quoteName, quoteText } from '../../src/expressions/sql/names.ts';
import type { ManifestFile, TableMetadata } from '../../src/metadata/records.ts';
import { partitionSources } from '../../src/metadata/spec-words.ts';
import type { FileRow } from '../../src/table/api.ts';
import { bareText } from '../../src/types/format.ts';
import type { ColumnInfo, SchemaIndex } from '../../src/types/schema.ts';
import { compareValues, msPerUnit } from './axis.ts';
import { manifestSpan } from './manifest-range.ts';

type Table = Pick<TableMetadata, 'partitionSpecs'>;

/** Columns whose literals can be shown, those that partition first, times before others. */
function columnsToName(schema: SchemaIndex, { partitionSpecs }: Table): readonly ColumnInfo[] {
  const sources = partitionSources(partitionSpecs);
  const weight = ({ fieldId, type }: ColumnInfo) =>
    (sources.has(fieldId) ? 0 : 2) + (isTime(type.kind) ? 0 : 1);
  return schema.columns
    .filter(({ accessible, type }) => accessible && !['struct', 'list', 'map'].includes(type.kind))
    .toSorted((a, b) => weight(a) - weight(b));
}

function isTime(kind: string): boolean {
  return kind === 'date' || kind.startsWith('timestamp');
}

/**
 * `ts >= TIMESTAMP '2026-03-01 00:00:00'`, of a value that the manifests' partitions begin with: the latest, which leaves
 * some out; undefined without columns.
 */
export function conditionHint(
  schema: SchemaIndex,
  table: Table,
  manifests: readonly ManifestFile[],
): string | undefined {
  const [column] = columnsToName(schema, table);
  if (column === undefined) return undefined;
  const name = quoteName(column.name);
  const { kind } = column.type;
  const specs = new Map(table.partitionSpecs.map((spec) => [spec.specId, spec]));
  const latest = manifests
    .filter(({ content }) => content === 'data')
    .flatMap(
      (manifest) =>
        manifestSpan(manifest, specs.get(manifest.partitionSpecId), schema, column.fieldId)
          ?.lower ?? [],
    )
    .reduce<number | string | undefined>(later, undefined);
  if (isTime(kind)) {
    const day = dayOf(latest, kind);
    if (kind === 'date') return `${name} >= DATE '${day ?? '…'}'`;
    return `${name} >= TIMESTAMP '${day === undefined ? '…' : `${day} 00:00:00`}'`;
  }
  if (kind === 'string' && typeof latest === 'string' && latest.length <= LONGEST) {
    return `${name} = ${quoteText(bareText(latest))}`;
  }
  return (kind === 'int' || kind === 'long') && Number.isSafeInteger(latest)
    ? `${name} = ${latest}`
    : `${name} = …`;
}

function later(a: number | string | undefined, b: number | string): number | string {
  return a === undefined || compareValues(a, b) < 0 ? b : a;
}

function dayOf(at: number | string | undefined, kind: string): string | undefined {
  const ms = typeof at === 'number' ? at * (msPerUnit(kind) ?? Number.NaN) : Number.NaN;
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, -14);
}

/** Columns of the row that {@link rowHint} shows. */
export function rowColumns(schema: SchemaIndex, table: Table): readonly ColumnInfo[] {
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

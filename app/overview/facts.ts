/** Facts of a table in words. Pure. */
import type { Snapshot, SortOrder, TableMetadata } from '../../src/metadata/records.ts';
import { printTransform } from '../../src/transforms/transform.ts';
import type { NestedField, Type } from '../../src/types/type.ts';
import type { ColumnName } from '../specs.ts';
import { count, plural } from '../ui/format.ts';

/** `event_id, ts, geo{lat, lon}`. */
export function columnList(fields: readonly NestedField[]): string {
  return fields.map((field) => `${field.name}${inner(field.type)}`).join(', ');
}

function inner(type: Type): string {
  switch (type.kind) {
    case 'struct':
      return `{${columnList(type.fields)}}`;
    case 'list':
      return `[${inner(type.element)}]`;
    case 'map':
      return `{→${inner(type.value)}}`;
    default:
      return '';
  }
}

/** `9 columns; 12 ids given, 1 dropped`. */
export function schemaFact(metadata: TableMetadata): string {
  const current = metadata.schemas.find((s) => s.schemaId === metadata.currentSchemaId);
  const now = idsOf(current?.fields ?? []);
  const ever = new Set(metadata.schemas.flatMap((schema) => [...idsOf(schema.fields)]));
  const dropped = [...ever].filter((id) => !now.has(id)).length;
  const nested = now.size - (current?.fields.length ?? 0);
  return [
    `${plural(current?.fields.length ?? 0, 'column')}${nested === 0 ? '' : `, ${count(nested)} inside them`}`,
    `${plural(metadata.lastColumnId, 'id')} given${dropped === 0 ? '' : `, ${count(dropped)} dropped`}`,
    ...(metadata.schemas.length > 1 ? [plural(metadata.schemas.length, 'version')] : []),
  ].join('; ');
}

function idsOf(fields: readonly NestedField[]): Set<number> {
  const ids = new Set<number>();
  const walk = (type: Type): void => {
    if (type.kind === 'struct') {
      for (const field of type.fields) {
        ids.add(field.id);
        walk(field.type);
      }
    } else if (type.kind === 'list') {
      ids.add(type.elementId);
      walk(type.element);
    } else if (type.kind === 'map') {
      ids.add(type.keyId);
      ids.add(type.valueId);
      walk(type.key);
      walk(type.value);
    }
  };
  walk({ kind: 'struct', fields });
  return ids;
}

export function sortFact(metadata: TableMetadata, name: ColumnName): string {
  const order = metadata.sortOrders.find((one) => one.orderId === metadata.defaultSortOrderId);
  if (order === undefined || order.fields.length === 0) return 'not sorted';
  return `sorted by ${order.fields.map((field) => sortTerm(field, name)).join(', ')}`;
}

function sortTerm(field: SortOrder['fields'][number], name: ColumnName): string {
  const source = field.sourceIds.map(name).join(', ');
  const term =
    field.transform.kind === 'identity' ? source : `${printTransform(field.transform)}(${source})`;
  return field.direction === 'desc' ? `${term} descending` : term;
}

/** Who wrote, most commits first, as far as summaries say. */
export function writers(snapshots: readonly Snapshot[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const snapshot of snapshots) {
    const name = writerOf(snapshot.summary);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function writerOf(summary: Readonly<Record<string, string>>): string {
  const engine = summary['engine-name'];
  if (engine !== undefined)
    return capitalised(`${engine} ${summary['engine-version'] ?? ''}`.trim());
  if (summary['spark.app.id'] !== undefined) return 'Spark';
  if (summary['flink.job-id'] !== undefined) return 'Flink';
  if (summary['trino_query_id'] !== undefined) return 'Trino';
  const library = /^(Apache Iceberg|PyIceberg|Iceberg\S*) ?(\S*)/.exec(
    summary['iceberg-version'] ?? '',
  );
  if (library !== null) return `${library[1]} ${library[2]}`.trim();
  return 'not recorded';
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Last segment of a location; long names keep their ends. */
export function fileName(location: string, most = 44): string {
  const name =
    location
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? location;
  if (name.length <= most) return name;
  const head = Math.floor((most - 1) / 3);
  return `${name.slice(0, head)}…${name.slice(head + 1 - most)}`;
}

const MOST_LAYOUTS = 8;

/** Layouts that are not the default, the newest first, and how many are left out. */
export function otherLayouts<Era extends { readonly isDefault: boolean }>(eras: readonly Era[]) {
  const others = eras.filter(({ isDefault }) => !isDefault).reverse();
  const shown = others.slice(0, MOST_LAYOUTS);
  const name = others.length === 1 ? 'Other layout' : 'Other layouts';
  return { name, shown, more: others.length - shown.length };
}

/** Specs in words and as the statements that made them. */
import type { Dialect } from '../src/evolution/dialects.ts';
import { type LayoutChange, statementsFor } from '../src/evolution/statements.ts';
import type { PartitionField, PartitionSpec, TableMetadata } from '../src/metadata/records.ts';
import { type Columns, describeField, describeSpec } from '../src/metadata/spec-words.ts';
import { indexSchema } from '../src/types/schema.ts';

export type ColumnName = (fieldId: number) => string;

/** The current schema, then the others that may still hold a dropped column, the newest first. */
export function columnsOf(metadata: TableMetadata): Columns {
  const { schemas, currentSchemaId } = metadata;
  const current = schemas.filter(({ schemaId }) => schemaId === currentSchemaId);
  return [...current, ...schemas.toReversed()].map(indexSchema);
}

/** What a metadata file says of its own time. */
export interface MetadataAt {
  readonly timestampMs: bigint;
  readonly metadata: TableMetadata;
}

/**
 * Columns by the names they had at a time: the schema that was current in the last metadata file, or of the last
 * snapshot, until then; before all that is known, the first one.
 */
export function columnsThen(
  metadata: TableMetadata,
  earlier: readonly MetadataAt[],
): (ms: number) => Columns {
  const files = [...earlier, { timestampMs: metadata.lastUpdatedMs, metadata }].map((file) => ({
    ms: Number(file.timestampMs),
    schema: file.metadata.schemas.find((s) => s.schemaId === file.metadata.currentSchemaId),
  }));
  const snapshots = metadata.snapshots.map(({ timestampMs, schemaId }) => ({
    ms: Number(timestampMs),
    schema: metadata.schemas.find((s) => s.schemaId === schemaId),
  }));
  const marks = [...snapshots, ...files]
    .flatMap(({ ms, schema }) => (schema === undefined ? [] : [{ ms, schema }]))
    .toSorted((a, b) => a.ms - b.ms);
  const today = columnsOf(metadata);
  return (ms) => {
    const mark = marks.findLast((one) => one.ms <= ms) ?? marks[0];
    return mark === undefined ? today : [indexSchema(mark.schema), ...[today].flat()];
  };
}

/** Names of columns by field id: the current schema's, or for a dropped column the last one it had. */
export function columnNames(metadata: TableMetadata): ColumnName {
  const byId = new Map<number, string>();
  const current = metadata.schemas.filter((s) => s.schemaId === metadata.currentSchemaId);
  for (const schema of [...metadata.schemas, ...current]) {
    for (const [id, column] of indexSchema(schema).byId) byId.set(id, column.name);
  }
  return (id) => byId.get(id) ?? `column ${id}`;
}

/** `hour(ts), country`; `unpartitioned` without fields. */
export function specLabel(spec: PartitionSpec, metadata: TableMetadata): string {
  return describeSpec(spec, columnsOf(metadata));
}

/** What a spec has that the one before had not, and the reverse: `+country`, `+hour(ts) −day(ts)`. */
export function specChange(
  from: PartitionSpec | undefined,
  to: PartitionSpec,
  columns: Columns,
): string {
  const fieldsOf = (spec: PartitionSpec | undefined) =>
    (spec?.fields ?? [])
      .filter(({ transform }) => transform.kind !== 'void')
      .map((field) => describeField(field, columns));
  const [before, after] = [fieldsOf(from), fieldsOf(to)];
  const added = after.filter((field) => !before.includes(field)).map((field) => `+${field}`);
  const gone = before.filter((field) => !after.includes(field)).map((field) => `−${field}`);
  return [...added, ...gone].join(' ');
}

/** What a partition field holds. */
export interface FieldWords {
  readonly name: string;
  /** `zone`, `bucket(4, user_id)`. */
  readonly of: string;
  /** The name tells how it is made: `ts_hour` of `hour(ts)`. */
  readonly isPlain: boolean;
}

/** Of the fields that divide, in their order. */
export function fieldWords(spec: PartitionSpec, metadata: TableMetadata): readonly FieldWords[] {
  const columns = columnsOf(metadata);
  const column = columnNames(metadata);
  return spec.fields
    .filter(({ transform }) => transform.kind !== 'void')
    .map((field) => ({
      name: field.name,
      of: describeField(field, columns),
      isPlain: isPlainName(field, field.sourceIds.map(column).join('_')),
    }));
}

function isPlainName({ name, transform: { kind } }: PartitionField, column: string): boolean {
  return kind === 'identity' ? name === column : name.includes(kind.slice(0, 5));
}

/** What a partition's values are of: `day(ts), zone as region_of`. */
export function valuesWords(fields: readonly FieldWords[]): string {
  return fields.map(({ name, of, isPlain }) => (isPlain ? of : `${of} as ${name}`)).join(', ');
}

/** What a condition on partition fields means by a name that does not say it: `region_of is zone`. */
export function nameWords(formula: string, fields: readonly FieldWords[]): readonly string[] {
  return fields
    .filter(({ name, isPlain }) => !isPlain && formula.includes(name))
    .map(({ name, of }) => `${name} is ${of}`);
}

export interface Ddl {
  readonly full: string;
  /** Without what is the same in all: `REPLACE ts_day WITH hours(ts)`. */
  readonly short: string;
}

/** The statements that lead from one spec to the next; `from` undefined: the table was made with `to`. */
export function ddlOf(change: LayoutChange, dialect: Dialect): Ddl {
  const { from } = change;
  const said = statementsFor(dialect, change);
  if ('reason' in said) return { full: said.reason, short: said.reason };
  if (from !== undefined && said.full.length === 0) {
    const same = `the same fields as spec ${from.specId}`;
    return { full: same, short: same };
  }
  return { full: said.full.join('; '), short: said.short };
}

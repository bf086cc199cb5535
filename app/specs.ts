/** Specs in words and as the statements that made them. */
import type { PartitionField, PartitionSpec, TableMetadata } from '../src/metadata/records.ts';
import { indexSchema } from '../src/types/schema.ts';

export type ColumnName = (fieldId: number) => string;

/** Names of columns by field id: the current schema's, or for a dropped column the last one it had. */
export function columnNames(metadata: TableMetadata): ColumnName {
  const byId = new Map<number, string>();
  const current = metadata.schemas.filter((s) => s.schemaId === metadata.currentSchemaId);
  for (const schema of [...metadata.schemas, ...current]) {
    for (const [id, column] of indexSchema(schema).byId) byId.set(id, column.name);
  }
  return (id) => byId.get(id) ?? `column ${id}`;
}

/** Fields that partition; a void one is a dropped field that format 1 keeps in its place. */
function liveFields(spec: PartitionSpec): readonly PartitionField[] {
  return spec.fields.filter((field) => field.transform.kind !== 'void');
}

/** `hour(ts)`, `country`, `bucket(16, id)`: a field as one reads it. */
function fieldLabel(field: PartitionField, name: ColumnName): string {
  return transformCall(field, name, {});
}

/** `hour(ts), country`; `unpartitioned` without fields. */
export function specLabel(spec: PartitionSpec, name: ColumnName): string {
  const fields = liveFields(spec);
  if (fields.length === 0) return 'unpartitioned';
  return fields.map((field) => fieldLabel(field, name)).join(', ');
}

/** Spark names its functions in the plural. */
const SPARK = { year: 'years', month: 'months', day: 'days', hour: 'hours' } as const;

function transformCall(
  field: PartitionField,
  name: ColumnName,
  names: Readonly<Record<string, string>>,
): string {
  const source = field.sourceIds.map(name).join(', ');
  const { transform } = field;
  switch (transform.kind) {
    case 'identity':
      return source;
    case 'bucket':
      return `bucket(${transform.numBuckets}, ${source})`;
    case 'truncate':
      return `truncate(${transform.width}, ${source})`;
    case 'unknown':
      return `${transform.text}(${source})`;
    default:
      return `${names[transform.kind] ?? transform.kind}(${source})`;
  }
}

function sparkTerm(field: PartitionField, name: ColumnName): string {
  return transformCall(field, name, SPARK);
}

export interface Ddl {
  /** Spark's statements. */
  readonly full: string;
  /** Without what is the same in all: `REPLACE ts_day WITH hours(ts)`. */
  readonly short: string;
}

/** The statements that lead from one spec to the next; `from` undefined: the table was made with `to`. */
export function ddlOf(
  table: string,
  from: PartitionSpec | undefined,
  to: PartitionSpec,
  name: ColumnName,
): Ddl {
  if (from === undefined) {
    const fields = liveFields(to).map((field) => sparkTerm(field, name));
    const by = fields.length === 0 ? '' : `PARTITIONED BY (${fields.join(', ')})`;
    return { full: `CREATE TABLE ${table} (…) ${by}`.trim(), short: by || 'not partitioned' };
  }
  const steps = specSteps(from, to, name);
  if (steps.length === 0) {
    const same = `the same fields as spec ${from.specId}`;
    return { full: same, short: same };
  }
  return {
    full: steps.map((s) => `ALTER TABLE ${table} ${s.verb} PARTITION FIELD ${s.rest}`).join('; '),
    short: steps.map((s) => `${s.verb} ${s.rest}`).join(', '),
  };
}

interface Step {
  readonly verb: 'ADD' | 'DROP' | 'REPLACE';
  readonly rest: string;
}

function specSteps(from: PartitionSpec, to: PartitionSpec, name: ColumnName): readonly Step[] {
  const before = liveFields(from);
  const after = liveFields(to);
  const dropped = before.filter((old) => !after.some((field) => sameField(old, field)));
  const added = after.filter((field) => !before.some((old) => sameField(old, field)));
  const steps: Step[] = [];
  const taken = new Set<PartitionField>();
  for (const old of dropped) {
    const heir = added.find((f) => !taken.has(f) && f.sourceIds.join() === old.sourceIds.join());
    if (heir === undefined) {
      steps.push({ verb: 'DROP', rest: old.name });
      continue;
    }
    taken.add(heir);
    steps.push({ verb: 'REPLACE', rest: `${old.name} WITH ${sparkTerm(heir, name)}` });
  }
  for (const field of added) {
    if (!taken.has(field)) steps.push({ verb: 'ADD', rest: sparkTerm(field, name) });
  }
  return steps;
}

/** Format 1 gives a changed field a new id in a new place, so the meaning decides. */
function sameField(a: PartitionField, b: PartitionField): boolean {
  return (
    a.sourceIds.join() === b.sourceIds.join() &&
    JSON.stringify(a.transform) === JSON.stringify(b.transform)
  );
}

/** Partition specs in the words of Spark SQL: what a layout is, and which statement made one of another (SE-9, SE-30). */
import { printTransform } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import type { SchemaIndex } from '../types/schema.ts';
import type { PartitionField, PartitionSpec } from './records.ts';

/** Columns by id: the schema in hand, then others that still hold a dropped one. */
export type Columns = SchemaIndex | readonly SchemaIndex[];

const PLURALS: Readonly<Record<'year' | 'month' | 'day' | 'hour', string>> = {
  year: 'years',
  month: 'months',
  day: 'days',
  hour: 'hours',
};

/** `hour(ts), country`, `bucket(16, id)`; void fields left out; `unpartitioned` where none is left. */
export function describeSpec(spec: PartitionSpec, columns: Columns): string {
  const fields = liveFields(spec).map((field) => {
    const { transform } = field;
    const isTime = transform.kind in PLURALS;
    return isTime
      ? `${transform.kind}(${quotedSource(field, columns)})`
      : sparkTerm(field, columns);
  });
  return fields.length === 0 ? 'unpartitioned' : fields.join(', ');
}

export interface FormerField {
  readonly fieldId: number;
  /** Its name in this spec. */
  readonly name: string;
  /** What it was before it was dropped: `day(ts)`; undefined where no spec tells. */
  readonly was: string | undefined;
}

/** The void fields of a spec (v1 keeps dropped fields so) and what they were in earlier specs. */
export function describeFormerFields(
  spec: PartitionSpec,
  specs: readonly PartitionSpec[],
  columns: Columns,
): readonly FormerField[] {
  return spec.fields
    .filter((field) => field.transform.kind === 'void')
    .map(({ fieldId, name }) => {
      const former = specs
        .filter((other) => other.specId !== spec.specId)
        .toSorted((a, b) => b.specId - a.specId)
        .flatMap((other) => liveFields(other))
        .find((field) => field.fieldId === fieldId);
      const was =
        former === undefined ? undefined : describeSpec({ specId: 0, fields: [former] }, columns);
      return { fieldId, name, was };
    });
}

/**
 * The statements that lead from one layout to the next, `;` between several; empty where they are the same.
 * `from` undefined: the statement that made the table, with `(…)` for its columns.
 */
export function describeSpecChange(
  from: PartitionSpec | undefined,
  to: PartitionSpec,
  columns: Columns,
  tableName: string,
): string {
  const table = tableName.split('.').map(quoted).join('.');
  if (from === undefined) {
    const terms = liveFields(to).map((field) => sparkTerm(field, columns));
    const partitioned = terms.length === 0 ? '' : ` PARTITIONED BY (${terms.join(', ')})`;
    return `CREATE TABLE ${table} (…)${partitioned}`;
  }
  return fieldChanges(liveFields(from), liveFields(to))
    .map((change) => `ALTER TABLE ${table} ${changeWords(change, columns)}`)
    .join('; ');
}

type FieldChange =
  | { readonly kind: 'add'; readonly added: PartitionField }
  | { readonly kind: 'drop'; readonly dropped: PartitionField }
  | { readonly kind: 'replace'; readonly dropped: PartitionField; readonly added: PartitionField };

/**
 * One field for another is a replacement, and so is, among several, one of the same source. A field whose name alone
 * changed is replaced by itself under the new name, since Spark has no statement that renames one.
 */
function fieldChanges(
  from: readonly PartitionField[],
  to: readonly PartitionField[],
): readonly FieldChange[] {
  const dropped = from.filter((field) => !to.some((other) => isSame(field, other)));
  const added = to.filter((field) => !from.some((other) => isSame(field, other)));
  const changes: FieldChange[] = [];
  const rest = [...added];
  for (const field of dropped) {
    const isOneForOne = dropped.length === 1 && added.length === 1;
    const i = rest.findIndex((other) => isOneForOne || other.sourceIds[0] === field.sourceIds[0]);
    const [by] = i < 0 ? [] : rest.splice(i, 1);
    changes.push(
      by === undefined
        ? { kind: 'drop', dropped: field }
        : { kind: 'replace', dropped: field, added: by },
    );
  }
  return [...changes, ...rest.map((field) => ({ kind: 'add', added: field }) as const)];
}

function isSame(a: PartitionField, b: PartitionField): boolean {
  return transformKey(a) === transformKey(b) && a.name === b.name;
}

function transformKey(field: PartitionField): string {
  return `${field.sourceIds.join(',')} ${printTransform(field.transform)}`;
}

function changeWords(change: FieldChange, columns: Columns): string {
  switch (change.kind) {
    case 'add':
      return `ADD PARTITION FIELD ${addedTerm(change.added, columns)}`;
    case 'drop':
      return `DROP PARTITION FIELD ${droppedTerm(change.dropped, columns)}`;
    case 'replace':
      return `REPLACE PARTITION FIELD ${droppedTerm(change.dropped, columns)} WITH ${addedTerm(change.added, columns)}`;
  }
}

function addedTerm(field: PartitionField, columns: Columns): string {
  const term = sparkTerm(field, columns);
  const source = sourceOf(field, columns);
  return field.name === defaultName(field.transform, source)
    ? term
    : `${term} AS ${quoted(field.name)}`;
}

/**
 * By its name; but a name that is a column's means the identity field on that column, so any other field that bears one
 * is named by its transform (SE-30).
 */
function droppedTerm(field: PartitionField, columns: Columns): string {
  const isColumn = schemasOf(columns)[0]?.find(field.name, true) !== undefined;
  const isOnePart = field.name !== '' && !field.name.includes('.');
  return isOnePart && !isColumn ? quoted(field.name) : sparkTerm(field, columns);
}

/** As Spark writes a transform: `days(ts)`, `bucket(16, id)`, `truncate(4, s)`, `country`. */
function sparkTerm(field: PartitionField, columns: Columns): string {
  const { transform } = field;
  const source = quotedSource(field, columns);
  switch (transform.kind) {
    case 'identity':
      return source;
    case 'bucket':
      return `bucket(${transform.numBuckets}, ${source})`;
    case 'truncate':
      return `truncate(${transform.width}, ${source})`;
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
      return `${PLURALS[transform.kind]}(${source})`;
    default:
      return `${printTransform(transform)}(${source})`;
  }
}

/** SE-9: the name that a field gets when none is given. */
function defaultName(transform: Transform, source: string): string {
  switch (transform.kind) {
    case 'identity':
      return source;
    case 'bucket':
      return `${source}_bucket_${transform.numBuckets}`;
    case 'truncate':
      return `${source}_trunc_${transform.width}`;
    case 'void':
      return `${source}_null`;
    default:
      return `${source}_${printTransform(transform)}`;
  }
}

function liveFields(spec: PartitionSpec): readonly PartitionField[] {
  return spec.fields.filter((field) => field.transform.kind !== 'void');
}

function schemasOf(columns: Columns): readonly SchemaIndex[] {
  return 'byId' in columns ? [columns] : columns;
}

/** Full names of the source columns; `column 9` for one that no schema has. */
function sourceOf(field: PartitionField, columns: Columns): string {
  return field.sourceIds.map((id) => columnOf(id, columns)?.column.name ?? missing(id)).join(', ');
}

/** The same as Spark reads them. */
function quotedSource(field: PartitionField, columns: Columns): string {
  return field.sourceIds.map((id) => quotedColumn(id, columns)).join(', ');
}

function missing(id: number): string {
  return `column ${id}`;
}

function columnOf(id: number, columns: Columns) {
  const schema = schemasOf(columns).find((candidate) => candidate.byId.has(id));
  const column = schema?.byId.get(id);
  return schema === undefined || column === undefined ? undefined : { schema, column };
}

/** Part by part: a dot may stand between two names, and within one. */
function quotedColumn(id: number, columns: Columns): string {
  const found = columnOf(id, columns);
  if (found === undefined) return missing(id);
  const { schema, column } = found;
  const parts = [quoted(column.field.name)];
  let { name } = column;
  for (let last = column; !last.topLevel; ) {
    name = name.slice(0, -last.field.name.length - 1);
    const parent = schema.find(name, true);
    if (parent === undefined) break;
    parts.unshift(quoted(parent.field.name));
    last = parent;
  }
  return parts.join('.');
}

/** Words that Spark's standard mode keeps for itself. */
const RESERVED = new Set(
  `all and any as both case cast check collate column constraint create cross distinct else end except false fetch
  filter for foreign from full grant group having in inner intersect into is join lateral leading left natural not null
  offset on only or order outer overlaps primary references right select some table then time to trailing union unique
  unknown user using when where with within`.split(/\s+/),
);

/** One name as Spark reads it: in backticks unless it is plain. */
function quoted(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name.toLowerCase())) return name;
  return `\`${name.replaceAll('`', '``')}\``;
}

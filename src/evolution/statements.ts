/**
 * The statements and calls that lead from one layout to another, in each dialect (SE-30 to SE-37). Only the fields before
 * and after decide: translate.ts then tells what a dialect makes of them.
 */
import type { PartitionField, PartitionSpec } from '../metadata/records.ts';
import { type Columns, columnParts } from '../metadata/spec-words.ts';
import { printTransform, sameTransform } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import type { SchemaIndex } from '../types/schema.ts';
import { type Dialect, quoteColumn, quoteParts, type ReadDialect } from './dialects.ts';
import { defaultFieldName } from './update-spec.ts';
import { refuseList } from './whole-list.ts';

export interface Statements {
  /** Each is a commit of its own. Empty where the layouts are the same. */
  readonly full: readonly string[];
  /** Without what is the same in all: `REPLACE ts_day WITH hours(ts)`. */
  readonly short: string;
}

/** What the dialect has no words for, a sentence. */
export interface Unsaid {
  readonly reason: string;
}

export interface LayoutChange {
  /** undefined: the table is made with `to`. */
  readonly from: PartitionSpec | undefined;
  readonly to: PartitionSpec;
  readonly columns: Columns;
  /** Dotted, as engines name it. */
  readonly table: string;
  readonly formatVersion: number;
}

export function statementsFor(dialect: Dialect, change: LayoutChange): Statements | Unsaid {
  switch (dialect) {
    case 'spark':
      return spark(change);
    case 'java':
      return java(change);
    case 'pyiceberg':
      return pyiceberg(change);
    default:
      return whole(dialect, change);
  }
}

type FieldChange =
  | { readonly kind: 'add'; readonly added: PartitionField }
  | { readonly kind: 'drop'; readonly dropped: PartitionField }
  | { readonly kind: 'replace'; readonly dropped: PartitionField; readonly added: PartitionField };

/**
 * The fields of a layout that a statement speaks of. Version 1 keeps a dropped field as void in its place; a void that
 * somebody asked for is a field as any other.
 */
function saidFields({ from, to }: LayoutChange): readonly PartitionField[] {
  return to.fields.filter(({ fieldId, transform }) => {
    if (transform.kind !== 'void') return true;
    const before = from?.fields.find((field) => field.fieldId === fieldId);
    return from !== undefined && (before === undefined || before.transform.kind === 'void');
  });
}

/**
 * One field for another is a replacement, and so is, among several, one of the same source. A field whose name alone
 * changed is replaced by itself under the new name, since no statement renames one.
 */
function fieldChanges(change: LayoutChange): readonly FieldChange[] {
  const before = change.from?.fields ?? [];
  const after = saidFields(change);
  const dropped = before.filter((field) => !after.some((other) => isSame(field, other)));
  const rest = after.filter((field) => !before.some((other) => isSame(field, other)));
  const isOneForOne = dropped.length === 1 && rest.length === 1;
  const changes: FieldChange[] = [];
  for (const field of dropped) {
    const i = rest.findIndex(
      (other) => isOneForOne || other.sourceIds.join() === field.sourceIds.join(),
    );
    const [by] = i < 0 ? [] : rest.splice(i, 1);
    changes.push(
      by === undefined
        ? { kind: 'drop', dropped: field }
        : { kind: 'replace', dropped: field, added: by },
    );
  }
  return [...changes, ...rest.map((field) => ({ kind: 'add', added: field }) as const)];
}

/** A void field gives its name up to another that takes it, which no statement says. */
function isSame(a: PartitionField, b: PartitionField): boolean {
  const isVoid = a.transform.kind === 'void' && a.fieldId === b.fieldId;
  return (
    (a.name === b.name || isVoid) &&
    a.sourceIds.join() === b.sourceIds.join() &&
    sameTransform(a.transform, b.transform)
  );
}

function columnIn(field: PartitionField, columns: Columns, dialect: ReadDialect): string {
  return field.sourceIds
    .map((id) => {
      const parts = columnParts(id, columns);
      return parts === undefined ? `column ${id}` : quoteColumn(parts, dialect);
    })
    .join(', ');
}

function columnName(field: PartitionField, columns: Columns): string {
  const [id = -1] = field.sourceIds;
  return columnParts(id, columns)?.join('.') ?? `column ${id}`;
}

const PLURALS: Readonly<Record<string, string>> = {
  year: 'years',
  month: 'months',
  day: 'days',
  hour: 'hours',
};

/** `days(ts)`, `bucket(16, id)`, `bucket(id, 16)` in Trino, `country`. */
function termIn(field: PartitionField, columns: Columns, dialect: ReadDialect): string {
  const { transform } = field;
  const column = columnIn(field, columns, dialect);
  const call = (name: string, number: number) =>
    dialect === 'trino' ? `${name}(${column}, ${number})` : `${name}(${number}, ${column})`;
  switch (transform.kind) {
    case 'identity':
      return column;
    case 'bucket':
      return call('bucket', transform.numBuckets);
    case 'truncate':
      return call('truncate', transform.width);
    case 'unknown':
      return `${transform.text}(${column})`;
    default: {
      const name = dialect === 'spark' ? (PLURALS[transform.kind] ?? 'void') : transform.kind;
      return `${name}(${column})`;
    }
  }
}

function tableIn(table: string, dialect: ReadDialect): string {
  return quoteParts(table.split('.'), dialect);
}

function spark(change: LayoutChange): Statements | Unsaid {
  const { from, columns } = change;
  const table = tableIn(change.table, 'spark');
  if (from === undefined) {
    const terms = saidFields(change).map((field) => termIn(field, columns, 'spark'));
    const by = terms.length === 0 ? '' : `PARTITIONED BY (${terms.join(', ')})`;
    return { full: [`CREATE TABLE ${table} (…) ${by}`.trim()], short: by || 'unpartitioned' };
  }
  const changes = fieldChanges(change);
  const words = changes.map((one) => sparkWords(one, columns));
  return {
    full: words.map(({ verb, rest }) => `ALTER TABLE ${table} ${verb} PARTITION FIELD ${rest}`),
    short: words.map(({ verb, rest }) => `${verb} ${rest}`).join(', '),
  };
}

function sparkWords(change: FieldChange, columns: Columns) {
  switch (change.kind) {
    case 'add':
      return { verb: 'ADD', rest: addedTerm(change.added, columns) };
    case 'drop':
      return { verb: 'DROP', rest: droppedTerm(change.dropped, columns) };
    case 'replace': {
      const rest = `${droppedTerm(change.dropped, columns)} WITH ${addedTerm(change.added, columns)}`;
      return { verb: 'REPLACE', rest };
    }
  }
}

function addedTerm(field: PartitionField, columns: Columns): string {
  const term = termIn(field, columns, 'spark');
  return hasDefaultName(field, columns) ? term : `${term} AS ${quoteParts([field.name], 'spark')}`;
}

/**
 * By its name; but a name that is a column's means the identity field on that column, so any other field that bears one
 * is named by its transform (SE-30).
 */
function droppedTerm(field: PartitionField, columns: Columns): string {
  const schema: SchemaIndex | undefined = 'byId' in columns ? columns : columns[0];
  const isColumn = schema?.find(field.name, true) !== undefined;
  return field.name !== '' && !isColumn
    ? quoteParts([field.name], 'spark')
    : termIn(field, columns, 'spark');
}

/** Hive, Impala and Trino name the whole layout. */
function whole(dialect: Exclude<ReadDialect, 'spark'>, change: LayoutChange): Statements | Unsaid {
  const { from, columns, table, formatVersion } = change;
  // Version 1 keeps its void fields whatever the statement says, and two of one column can't be said (SE-10).
  const isKept = ({ transform }: PartitionField) =>
    formatVersion === 1 && transform.kind === 'void';
  const fields = saidFields(change).filter((field) => !isKept(field));
  const listed = fields.map((field) => ({
    sourceId: field.sourceIds[0] ?? -1,
    column: columnName(field, columns),
    transform: field.transform,
    text: termIn(field, columns, dialect),
  }));
  const refused = refuseList(listed, dialect, from?.fields ?? []);
  if (refused !== undefined) return { reason: refused.message };
  const terms = listed.map(({ text }) => text);
  const name = tableIn(table, dialect);
  if (dialect === 'trino') {
    const list = terms.map((term) => `'${term.replaceAll("'", "''")}'`).join(', ');
    const short = `partitioning = ARRAY[${list}]`;
    if (from === undefined) {
      const by = terms.length === 0 ? '' : ` WITH (${short})`;
      return { full: [`CREATE TABLE ${name} (…)${by}`], short };
    }
    return { full: [`ALTER TABLE ${name} SET PROPERTIES ${short}`], short };
  }
  const list = `(${terms.join(', ')})`;
  if (from === undefined) {
    const by = terms.length === 0 ? '' : `PARTITIONED BY SPEC ${list}`;
    const full = [`CREATE TABLE ${name} (…)`, by, 'STORED BY ICEBERG'].filter((part) => part);
    return { full: [full.join(' ')], short: by || 'unpartitioned' };
  }
  if (terms.length === 0) {
    return { reason: 'SET PARTITION SPEC needs at least one field, and this layout has none.' };
  }
  const short = `SET PARTITION SPEC ${list}`;
  return { full: [`ALTER TABLE ${name} ${short}`], short };
}

/** A text in double quotes, as Java and Python both read it. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

const BY_CATALOG: Unsaid = { reason: 'A table is made by its catalog, with a PartitionSpec.' };

function java(change: LayoutChange): Statements | Unsaid {
  if (change.from === undefined) return BY_CATALOG;
  const calls = stepWise(change).map((step) => javaCall(step, change.columns));
  if (calls.length === 0) return { full: [], short: '' };
  const lines = [...calls, '.commit()'].map((call) => `    ${call}`).join('\n');
  return { full: [`table.updateSpec()\n${lines};`], short: calls.join('') };
}

function javaCall(step: Step, columns: Columns): string {
  const { field } = step;
  if (step.kind === 'remove') return `.removeField(${quoted(field.name)})`;
  if (step.kind === 'rename') return `.renameField(${quoted(field.name)}, ${quoted(step.to)})`;
  const term = javaTerm(field, columns);
  return hasDefaultName(field, columns)
    ? `.addField(${term})`
    : `.addField(${quoted(field.name)}, ${term})`;
}

function hasDefaultName(field: PartitionField, columns: Columns): boolean {
  return field.name === defaultFieldName(field.transform, columnName(field, columns));
}

type Step =
  | { readonly kind: 'add' | 'remove'; readonly field: PartitionField }
  | { readonly kind: 'rename'; readonly field: PartitionField; readonly to: string };

/** In one update a field can be renamed, which no statement can. */
function stepWise(change: LayoutChange): readonly Step[] {
  return fieldChanges(change).flatMap((one): Step[] => {
    if (one.kind === 'add') return [{ kind: 'add', field: one.added }];
    if (one.kind === 'drop') return [{ kind: 'remove', field: one.dropped }];
    const { dropped, added } = one;
    const isRename =
      dropped.sourceIds.join() === added.sourceIds.join() &&
      sameTransform(dropped.transform, added.transform);
    return isRename
      ? [{ kind: 'rename', field: dropped, to: added.name }]
      : [
          { kind: 'remove', field: dropped },
          { kind: 'add', field: added },
        ];
  });
}

function javaTerm(field: PartitionField, columns: Columns): string {
  const column = quoted(columnName(field, columns));
  const { transform } = field;
  switch (transform.kind) {
    case 'identity':
      return column;
    case 'bucket':
      return `Expressions.bucket(${column}, ${transform.numBuckets})`;
    case 'truncate':
      return `Expressions.truncate(${column}, ${transform.width})`;
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
      return `Expressions.${transform.kind}(${column})`;
    default:
      return `Expressions.transform(${column}, Transforms.fromString(${quoted(printTransform(transform))}))`;
  }
}

const PYTHON: Readonly<Record<string, string>> = {
  identity: 'IdentityTransform()',
  year: 'YearTransform()',
  month: 'MonthTransform()',
  day: 'DayTransform()',
  hour: 'HourTransform()',
  void: 'VoidTransform()',
};

function pythonTransform(transform: Transform): string {
  switch (transform.kind) {
    case 'bucket':
      return `BucketTransform(${transform.numBuckets})`;
    case 'truncate':
      return `TruncateTransform(${transform.width})`;
    case 'unknown':
      return `UnknownTransform(${quoted(transform.text)})`;
    default:
      return PYTHON[transform.kind] ?? '';
  }
}

function pyiceberg(change: LayoutChange): Statements | Unsaid {
  if (change.from === undefined) return BY_CATALOG;
  const calls = stepWise(change).map((step) => pythonCall(step, change.columns));
  if (calls.length === 0) return { full: [], short: '' };
  const body = calls.map((call) => `    ${call}`).join('\n');
  return { full: [`with table.update_spec() as update:\n${body}`], short: calls.join('; ') };
}

function pythonCall(step: Step, columns: Columns): string {
  const { field } = step;
  const name = quoted(field.name);
  if (step.kind === 'remove') return `update.remove_field(${name})`;
  if (step.kind === 'rename') return `update.rename_field(${name}, ${quoted(step.to)})`;
  const column = quoted(columnName(field, columns));
  return `update.add_field(${column}, ${pythonTransform(field.transform)}, ${name})`;
}

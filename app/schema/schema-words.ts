/** Changes of a schema as the statements that made them, and types in a few letters. Pure. */
import type { FieldChange, SchemaVersion } from '../../src/metadata/schema-history.ts';
import { printType } from '../../src/types/parse-type.ts';
import type { Type } from '../../src/types/type.ts';

export interface Statement {
  /** `ADD`, `TYPE bigint`: what is done. */
  readonly verb: string;
  /** The column it is done to, by the name it had. */
  readonly column: string;
  /** `ADD COLUMN session string`. */
  readonly full: string;
}

/** Spark's names of types where they differ from Iceberg's. */
const SPARK: Readonly<Record<string, string>> = {
  long: 'bigint',
  timestamp: 'timestamp_ntz',
  timestamptz: 'timestamp',
};

function sparkType(type: Type): string {
  return SPARK[type.kind] ?? printType(type);
}

/** The type beside a name in the chart: nested ones by their kind alone. */
export function shortType(type: Type): string {
  switch (type.kind) {
    case 'struct':
    case 'map':
      return type.kind;
    case 'list':
      return `list<${shortType(type.element)}>`;
    default:
      return printType(type);
  }
}

/** Changes of whole columns: parts of an added or dropped struct, list or map go with it. */
export function wholeChanges(changes: readonly FieldChange[]): readonly FieldChange[] {
  const whole = (kind: 'added' | 'dropped') =>
    changes.filter((c) => c.kind === kind).map((c) => (c.after ?? c.before)?.name ?? '');
  const inside = { added: whole('added'), dropped: whole('dropped') };
  return changes.filter((one) => {
    if (one.kind !== 'added' && one.kind !== 'dropped') return true;
    return !inside[one.kind].some((other) => nameOf(one).startsWith(`${other}.`));
  });
}

function nameOf({ before, after }: FieldChange): string {
  return (before ?? after)?.name ?? '';
}

/** The statements behind a version's changes. */
export function statements(changes: readonly FieldChange[]): readonly Statement[] {
  return wholeChanges(changes).map((one) => statement(one, nameOf(one)));
}

function statement({ kind, after }: FieldChange, column: string): Statement {
  const alter = (verb: string, rest: string): Statement => ({
    verb,
    column,
    full: `ALTER COLUMN ${column} ${rest}`,
  });
  const type = after === undefined ? '' : sparkType(after.type);
  switch (kind) {
    case 'added':
      return { verb: 'ADD', column, full: `ADD COLUMN ${column} ${type}` };
    case 'dropped':
      return { verb: 'DROP', column, full: `DROP COLUMN ${column}` };
    case 'renamed':
      return { verb: 'RENAME', column, full: `RENAME COLUMN ${column} TO ${after?.field.name}` };
    case 'widened':
    case 'retyped':
      return alter(`TYPE ${type}`, `TYPE ${type}`);
    case 'moved':
      return alter('MOVE', 'moved');
    case 'required':
      return alter('SET NOT NULL', 'SET NOT NULL');
    case 'optional':
      return alter('DROP NOT NULL', 'DROP NOT NULL');
    case 'documented':
      return alter('COMMENT', 'COMMENT');
    case 'redefaulted':
      return alter('SET DEFAULT', 'SET DEFAULT');
  }
}

/**
 * Head of a version: what made it, in two short lines; none where nothing is known to have changed. Comments are left out
 * where more was done.
 */
export function headOf(version: SchemaVersion, isFirst: boolean): readonly [string, string] {
  if (isFirst) return ['CREATE', 'TABLE'];
  const all = statements(version.changes);
  const more = all.filter(({ verb }) => verb !== 'COMMENT');
  const made = more.length === 0 ? all : more;
  const columns = [...new Set(made.map(({ column }) => column))];
  return [verbsOf(made), columns.length < 2 ? (columns[0] ?? '') : `${columns.length} columns`];
}

const MOST_VERBS = 2;

/** `ADD`, `TYPE bigint`; of several types `TYPE`; `TYPE, MOVE`; of more things `ALTER`. */
function verbsOf(made: readonly Statement[]): string {
  const whole = [...new Set(made.map(({ verb }) => verb))];
  const short = [...new Set(whole.map((verb) => verb.replace(/^TYPE .*/, 'TYPE')))];
  if (whole.length === 1) return whole.join();
  return short.length > MOST_VERBS ? 'ALTER' : short.join(', ');
}

/** All statements of a version in a line. */
export function ddlOf(version: SchemaVersion, isFirst: boolean): string {
  if (isFirst) return `CREATE TABLE with ${version.schema.schema.fields.length} columns`;
  const made = statements(version.changes).map(({ full }) => full);
  return made.length === 0 ? 'no column changed' : made.join('; ');
}

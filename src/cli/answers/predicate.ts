/** Predicates as the answers' files hold them, a small syntax tree in JSON, and the SQL that says the same. */
import { IcecoreError } from '../../base/errors.ts';
import { isPrimitive } from '../../types/parse-type.ts';
import type { SchemaIndex } from '../../types/schema.ts';
import type { NestedField, Type } from '../../types/type.ts';
import { isNumber, parseRaw, type Raw } from './raw-json.ts';

/** One question of a predicate file. */
export interface Question {
  readonly predicate: Raw;
  /** SQL text; where it is not given, it is made from the predicate. */
  readonly where: string | undefined;
  readonly caseSensitive: boolean;
}

/** Reads a file of predicates: a list of `{"predicate": …}`. Errors: `invalid-data`. */
export function parseQuestions(text: string, place: string): readonly Question[] {
  const list = parseRaw(text, place);
  if (!Array.isArray(list)) return refuse('a list of predicates is expected', place);
  return list.map((item: Raw) => {
    const predicate = item instanceof Map ? item.get('predicate') : undefined;
    if (!(item instanceof Map) || predicate === undefined) {
      return refuse('each element is an object with a predicate', place);
    }
    const where = item.get('where');
    return {
      predicate,
      where: typeof where === 'string' ? where : undefined,
      caseSensitive: item.get('caseSensitive') !== false,
    };
  });
}

function refuse(finding: string, place: string): never {
  throw new IcecoreError('invalid-data', `Not a predicate: ${finding}`, { place });
}

/**
 * Without the parts that a constant beside them decides (EX-3): the reference folds them before it looks for their columns,
 * which therefore need not exist.
 */
export function foldPredicate(predicate: Raw): Raw {
  const [op, ...rest] = parts(predicate);
  if (op !== 'and' && op !== 'or' && op !== 'not') return predicate;
  const children = rest.map(foldPredicate);
  const isConstant = (child: Raw, value: 'true' | 'false') => parts(child)[0] === value;
  if (op === 'not') {
    const [child] = children as [Raw];
    if (isConstant(child, 'true')) return ['false'];
    return isConstant(child, 'false') ? ['true'] : ['not', child];
  }
  const [decisive, neutral] =
    op === 'and' ? (['false', 'true'] as const) : (['true', 'false'] as const);
  if (children.some((child) => isConstant(child, decisive))) return [decisive];
  const left = children.filter((child) => !isConstant(child, neutral));
  // A junction of one part is that part, which keeps its parentheses under another.
  return left.length === 1 ? (left[0] as Raw) : left.length === 0 ? [neutral] : [op, ...left];
}

const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ['=', '='],
  ['!=', '<>'],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
]);

/**
 * How literals are written: `shown` as the reference shows them, which loses the sign of a zero, and the type of a float whose
 * column is named in another case; the others so that nothing is lost, for names that are exact or in any case.
 */
export type LiteralForm = 'shown' | 'exact' | 'exact, any case';

/** The predicate as SQL over a schema, in the reference's own spelling. */
export function predicateSql(predicate: Raw, schema: SchemaIndex, form: LiteralForm): string {
  const [op, ...rest] = parts(predicate);
  switch (op) {
    case 'and':
    case 'or':
      return joined(op, rest, schema, form);
    case 'not':
      return `NOT (${predicateSql(rest[0] as Raw, schema, form)})`;
    case 'true':
    case 'false':
      return op.toUpperCase();
    default:
      return leafSql(String(op), rest, schema, form);
  }
}

function parts(predicate: Raw): readonly Raw[] {
  if (!Array.isArray(predicate)) refuse('a list that begins with an operator is expected', '');
  return predicate as readonly Raw[];
}

function joined(
  op: 'and' | 'or',
  children: readonly Raw[],
  schema: SchemaIndex,
  form: LiteralForm,
): string {
  if (children.length === 0) return op === 'and' ? 'TRUE' : 'FALSE';
  const texts = children.map((child, index) => {
    const sql = predicateSql(child, schema, form);
    const [own, ...below] = parts(child);
    const isJunction = own === 'and' || own === 'or';
    // They keep the tree: OR under AND, and a repeated operator anywhere but first.
    const needed =
      children.length > 1 &&
      isJunction &&
      below.length > 1 &&
      ((op === 'and' && own === 'or') || (own === op && index > 0));
    return needed ? `(${sql})` : sql;
  });
  return texts.join(op === 'and' ? ' AND ' : ' OR ');
}

function leafSql(
  op: string,
  [columnName, ...operands]: readonly Raw[],
  schema: SchemaIndex,
  form: LiteralForm,
): string {
  const column = String(columnName);
  const name = columnSql(column, schema);
  const type = schema.find(column, form !== 'exact, any case')?.type;
  const literal = (raw: Raw | undefined) => literalSql(raw ?? null, type, form);
  const list = () => (operands[0] as readonly Raw[]).map(literal).join(', ');
  const comparison = COMPARISONS.get(op);
  if (comparison !== undefined) return `${name} ${comparison} ${literal(operands[0])}`;
  switch (op) {
    case 'is_null':
      return `${name} IS NULL`;
    case 'not_null':
      return `${name} IS NOT NULL`;
    case 'is_nan':
      return `is_nan(${name})`;
    case 'not_nan':
      return `NOT is_nan(${name})`;
    case 'in':
      return `${name} IN (${list()})`;
    case 'not_in':
      return `${name} NOT IN (${list()})`;
    case 'between':
      return `${name} BETWEEN ${literal(operands[0])} AND ${literal(operands[1])}`;
    case 'not_between':
      return `${name} NOT BETWEEN ${literal(operands[0])} AND ${literal(operands[1])}`;
    case 'starts_with':
      return `${name} LIKE ${likePattern(String(operands[0]))}`;
    case 'not_starts_with':
      return `${name} NOT LIKE ${likePattern(String(operands[0]))}`;
    default:
      return refuse(`there is no operator ${op}`, '');
  }
}

function likePattern(prefix: string): string {
  const escaped = prefix.replace(/[\\%_]/g, '\\$&');
  return `${quoted(`${escaped}%`)}${escaped === prefix ? '' : " ESCAPE '\\'"}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function literalSql(raw: Raw, column: Type | undefined, form: LiteralForm): string {
  if (isNumber(raw)) return raw.number;
  if (typeof raw === 'string') return quoted(raw);
  if (typeof raw === 'boolean') return raw ? 'TRUE' : 'FALSE';
  const [entry] = raw instanceof Map ? [...(raw as ReadonlyMap<string, Raw>)] : [];
  if (entry === undefined) return refuse('a literal is a value or an object of one key', '');
  const [type, value] = entry;
  const text = isNumber(value) ? value.number : String(value);
  switch (type) {
    case 'date':
      return `DATE ${quoted(text)}`;
    case 'time':
      return `TIME ${quoted(text)}`;
    case 'timestamp':
    case 'timestamp_ns':
      return `TIMESTAMP ${quoted(text.replaceAll('T', ' '))}`;
    case 'timestamptz':
    case 'timestamptz_ns':
      return `TIMESTAMPTZ ${quoted(text.replaceAll('T', ' ').replaceAll('Z', '+00:00'))}`;
    case 'uuid':
      return `UUID ${quoted(text)}`;
    case 'binary':
    case 'fixed':
      return `X${quoted(text.toUpperCase())}`;
    case 'float':
      return floating(text, 'FLOAT', column?.kind !== 'double', form);
    case 'double':
      return floating(text, 'DOUBLE', column?.kind !== 'float', form);
    default:
      return text;
  }
}

/** A bare number is a decimal, which has one zero and no infinity. */
function floating(text: string, type: string, isNatural: boolean, form: LiteralForm): string {
  const value = Number(text);
  if (form !== 'shown' && Object.is(value, -0)) return `CAST(${quoted(text)} AS ${type})`;
  if (!Number.isFinite(value)) return `CAST(${quoted(text)} AS ${type})`;
  return isNatural ? text : `CAST(${text} AS ${type})`;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  'all and any as asc between by case cast date desc distinct else end escape exists false from group having in interval is join like limit not null on or order select then time timestamp timestamptz true union uuid when where'.split(
    ' ',
  ),
);

/** A dotted name, its steps quoted where they must be; a field whose own name holds a dot stays whole. */
function columnSql(column: string, schema: SchemaIndex): string {
  const steps = walk(schema.schema.fields, column) ?? column.split('.');
  return steps.map(identifier).join('.');
}

function identifier(name: string): string {
  const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !KEYWORDS.has(name.toLowerCase());
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

function walk(fields: readonly NestedField[], rest: string): readonly string[] | undefined {
  for (const { name, type } of fields) {
    if (name === rest) return [name];
    if (!rest.startsWith(`${name}.`) || isPrimitive(type) || type.kind !== 'struct') continue;
    const below = walk(type.fields, rest.slice(name.length + 1));
    if (below !== undefined) return [name, ...below];
  }
  return undefined;
}

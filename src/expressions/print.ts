/** Expressions as SQL that where.ts reads back to the same expression. */
import { toHex, utf8Text } from '../base/bytes.ts';
import { assertNever } from '../base/errors.ts';
import { onceFor } from '../base/memo.ts';
import { transformResultType } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { decimalToPlainText } from '../types/decimal.ts';
import { sqlLiteral } from '../types/format.ts';
import { javaFloat } from '../types/java-float.ts';
import type { SchemaIndex } from '../types/schema.ts';
import {
  formatDate,
  formatTimeMicros,
  formatTimestampMicros,
  formatTimestampNanos,
} from '../types/time.ts';
import type { PrimitiveType, Type, Value } from '../types/type.ts';
import { formatUuid } from '../types/uuid.ts';
import type { BoundExpression, BoundPredicate, BoundTerm } from './bound.ts';
import type { Expression, Literal, Op, Predicate } from './expression.ts';
import { rewriteNot } from './fold.ts';
import { quoteName, quoteText } from './sql/names.ts';

/** What both kinds of expression print from. */
type Node =
  | { readonly kind: 'true' | 'false' }
  | { readonly kind: 'and' | 'or'; readonly left: Node; readonly right: Node }
  | { readonly kind: 'opaque'; readonly text: string }
  | Leaf;

interface Leaf {
  readonly kind: 'leaf';
  readonly op: Op;
  /** The column, quoted where it needs quotes. */
  readonly column: string;
  /** The column or its transform. */
  readonly term: string;
  readonly literals: readonly string[];
  /** Text of the first literal, for prefixes. */
  readonly prefix: string;
  readonly floating: boolean;
  /** The term is never null: `<>` needs no IS NOT NULL. */
  readonly required: boolean;
}

/**
 * SQL text of an expression. SQL implies IS NOT NULL behind a comparison, so the pair prints as the comparison alone;
 * a negated comparison without it keeps nulls and prints as IS DISTINCT FROM. With a schema, times print as typed
 * literals (`DATE '…'`), and floating literals keep their width.
 */
export function printExpression(expression: Expression, schema?: SchemaIndex): string {
  return print(unboundNode(rewriteNot(expression), schema));
}

/** SQL text of a bound expression, in the reading for "some row might match". */
export const printBound = onceFor((expression: BoundExpression): string =>
  print(boundNode(expression)),
);

/** SQL text of a condition of a bound expression as it was asked there: `<>` where an IS NOT NULL stands behind it. */
export function printWithin(predicate: BoundPredicate, whole: BoundExpression): string {
  const isAsked = COMPARISONS.has(predicate.op) && isNotNullBehind(predicate, whole);
  return isAsked ? comparisonText(boundLeaf(predicate)) : printBound(predicate);
}

function isNotNullBehind(predicate: BoundPredicate, e: BoundExpression): boolean {
  if (e.kind !== 'and' && e.kind !== 'or') return false;
  const { left, right } = e;
  const isPair =
    e.kind === 'and' &&
    left === predicate &&
    right.kind === 'predicate' &&
    right.op === 'not_null' &&
    right.term.fieldId === predicate.term.fieldId;
  return isPair || isNotNullBehind(predicate, left) || isNotNullBehind(predicate, right);
}

function unboundNode(e: Expression, schema: SchemaIndex | undefined): Node {
  switch (e.kind) {
    case 'true':
    case 'false':
    case 'opaque':
      return e;
    case 'and':
    case 'or':
      return {
        kind: e.kind,
        left: unboundNode(e.left, schema),
        right: unboundNode(e.right, schema),
      };
    case 'not':
      return unboundNode(rewriteNot(e), schema);
    case 'predicate':
      return unboundLeaf(e, termType(e, schema));
    default:
      return assertNever(e);
  }
}

/** SQL text of one condition, its literals as those of a column of this type. */
export function printPredicate(predicate: Predicate, type: Type): string {
  return printLeaf(unboundLeaf(predicate, type));
}

function unboundLeaf({ op, term, literals }: Predicate, type: Type | undefined): Leaf {
  const [first] = literals;
  return {
    kind: 'leaf',
    op,
    ...termText(term.name, term.transform),
    literals: literals.map((literal) => literalText(literal, type)),
    prefix: first?.kind === 'string' ? first.value : '',
    floating: first?.kind === 'float' || first?.kind === 'double',
    required: false,
  };
}

/** Undefined where the name is not found as it stands: then literals print without the column's help. */
function termType({ term }: Predicate, schema: SchemaIndex | undefined): Type | undefined {
  const type = schema?.columns.find((column) => column.name === term.name)?.type;
  return type === undefined || term.transform === undefined
    ? type
    : transformResultType(term.transform, type);
}

function boundNode(e: BoundExpression): Node {
  switch (e.kind) {
    case 'and':
    case 'or':
      return { kind: e.kind, left: boundNode(e.left), right: boundNode(e.right) };
    case 'predicate':
      return boundLeaf(e);
    default:
      return e;
  }
}

function boundLeaf({ op, term, literals, literalType }: BoundPredicate): Leaf {
  const [first] = literals;
  return {
    kind: 'leaf',
    op,
    ...termText(term.name, term.transform),
    literals: literals.map((value) => valueText(literalType, value)),
    prefix: first instanceof Uint8Array ? utf8Text(first) : '',
    floating: literalType.kind === 'float' || literalType.kind === 'double',
    required: term.required,
  };
}

function termText(
  name: string,
  transform: Transform | undefined,
): { readonly column: string; readonly term: string } {
  const column = quoteName(name);
  if (transform === undefined) return { column, term: column };
  switch (transform.kind) {
    case 'identity':
      return { column, term: `identity(${column})` };
    case 'bucket':
      return { column, term: `bucket(${transform.numBuckets}, ${column})` };
    case 'truncate':
      return { column, term: `truncate(${transform.width}, ${column})` };
    case 'void':
      return { column, term: `void(${column})` };
    case 'unknown':
      return { column, term: `${quoteName(transform.text)}(${column})` };
    default:
      // In SQL `year(ts)` is the calendar's year; the plural is Iceberg's ordinal.
      return { column, term: `${transform.kind}s(${column})` };
  }
}

/** What a condition is on, as people call it: a column by its name, a transform as it is written. */
export function termName({ name, transform }: BoundTerm): string {
  return transform === undefined ? name : termText(name, transform).term;
}

function valueText(type: PrimitiveType, value: Value): string {
  switch (type.kind) {
    case 'float':
    case 'double':
      return floatText(type.kind, value as number);
    case 'fixed':
    case 'binary':
      return `X'${toHex(value as Uint8Array).toUpperCase()}'`;
    case 'timestamptz':
    case 'timestamptz_ns':
      return sqlLiteral(type, value).replace(/^TIMESTAMP /, 'TIMESTAMPTZ ');
    case 'boolean':
      return value === true ? 'TRUE' : 'FALSE';
    default:
      return sqlLiteral(type, value);
  }
}

function floatText(kind: 'float' | 'double', value: number): string {
  const special = Object.is(value, -0)
    ? '-0.0'
    : Number.isFinite(value)
      ? undefined
      : String(value);
  if (special !== undefined) return `CAST('${special}' AS ${kind.toUpperCase()})`;
  return kind === 'float' ? javaFloat(value) : String(value);
}

/** SQL text of a literal; the column's type, where it is known, makes text of times a typed literal. */
export function literalText(literal: Literal, type?: Type): string {
  switch (literal.kind) {
    case 'boolean':
      return literal.value ? 'TRUE' : 'FALSE';
    case 'int':
    case 'long':
      return String(literal.value);
    case 'float':
    case 'double':
      return floatingText(literal.kind, literal.value, type);
    case 'decimal':
      return decimalToPlainText(literal.value, literal.scale);
    case 'date':
      return `DATE '${formatDate(literal.value)}'`;
    case 'time':
      return `TIME '${formatTimeMicros(literal.value)}'`;
    case 'timestamp':
    case 'timestamp_ns':
    case 'timestamptz':
    case 'timestamptz_ns':
      return timestampText(literal.kind, literal.value);
    case 'string':
      return textLiteral(literal.value, type);
    case 'uuid':
      return `UUID '${formatUuid(literal.value)}'`;
    case 'fixed':
    case 'binary':
      return `X'${toHex(literal.value).toUpperCase()}'`;
    default:
      return assertNever(literal);
  }
}

/** A float literal on a double column, or the reverse, says its width. */
function floatingText(kind: 'float' | 'double', value: number, type: Type | undefined): string {
  const text = floatText(kind, value);
  const other = kind === 'float' ? 'double' : 'float';
  return type?.kind === other && Number.isFinite(value)
    ? `CAST(${text} AS ${kind.toUpperCase()})`
    : text;
}

function timestampText(
  kind: 'timestamp' | 'timestamptz' | 'timestamp_ns' | 'timestamptz_ns',
  value: bigint,
): string {
  const nanos = kind === 'timestamp_ns' || kind === 'timestamptz_ns';
  const text = (nanos ? formatTimestampNanos(value) : formatTimestampMicros(value)).replace(
    'T',
    ' ',
  );
  const zoned = kind === 'timestamptz' || kind === 'timestamptz_ns';
  return zoned ? `TIMESTAMPTZ '${text}+00:00'` : `TIMESTAMP '${text}'`;
}

function textLiteral(text: string, type: Type | undefined): string {
  switch (type?.kind) {
    case 'date':
      return `DATE ${quoteText(text)}`;
    case 'time':
      return `TIME ${quoteText(text)}`;
    case 'timestamp':
    case 'timestamp_ns':
      return `TIMESTAMP ${quoteText(text.replace('T', ' '))}`;
    case 'timestamptz':
    case 'timestamptz_ns':
      return `TIMESTAMPTZ ${quoteText(text.replace('T', ' '))}`;
    default:
      return quoteText(text);
  }
}

function print(node: Node): string {
  switch (node.kind) {
    case 'true':
      return 'TRUE';
    case 'false':
      return 'FALSE';
    case 'opaque':
      return node.text;
    case 'leaf':
      return printLeaf(node);
    default:
      return printImplied(node) ?? printJoin(node);
  }
}

function printJoin(node: Extract<Node, { kind: 'and' | 'or' }>): string {
  const left = operand(node.left, node.kind === 'and' && isOr(node.left));
  // Parentheses keep the tree: the parser builds chains from the left.
  const nested = node.right.kind === node.kind && printImplied(node.right) === undefined;
  const right = operand(node.right, nested || (node.kind === 'and' && isOr(node.right)));
  return `${left} ${node.kind.toUpperCase()} ${right}`;
}

function operand(node: Node, parentheses: boolean): string {
  const text = print(node);
  return parentheses ? `(${text})` : text;
}

/** Prints with an OR on top. */
function isOr(node: Node): boolean {
  if (node.kind === 'or') return printImplied(node) === undefined;
  return node.kind === 'leaf' && keepsNulls(node);
}

/** What SQL writes as one condition: a comparison with its IS NOT NULL, BETWEEN, and NOT BETWEEN with its NaN. */
function printImplied(node: Node): string | undefined {
  if (node.kind === 'or') {
    const { left, right } = node;
    if (right.kind !== 'leaf' || right.op !== 'is_nan' || left.kind !== 'and') return undefined;
    return rangeText(left, right.term, 'or', true);
  }
  if (node.kind !== 'and') return undefined;
  const { left, right } = node;
  if (right.kind !== 'leaf' || right.op !== 'not_null') return undefined;
  if (left.kind === 'leaf' && left.column === right.term && COMPARISONS.has(left.op)) {
    return comparisonText(left);
  }
  return rangeText(node, right.term, 'and', false) ?? rangeText(node, right.term, 'or', false);
}

function rangeText(
  node: Extract<Node, { kind: 'and' | 'or' }>,
  column: string,
  kind: 'and' | 'or',
  floating: boolean,
): string | undefined {
  const { left: range, right: notNull } = node;
  if (notNull.kind !== 'leaf' || notNull.op !== 'not_null' || notNull.term !== column)
    return undefined;
  if (range.kind !== kind || range.left.kind !== 'leaf' || range.right.kind !== 'leaf')
    return undefined;
  const { left: low, right: high } = range;
  const [lowOp, highOp] = kind === 'and' ? ['gt_eq', 'lt_eq'] : ['lt', 'gt'];
  if (low.op !== lowOp || high.op !== highOp || low.term !== high.term || low.column !== column) {
    return undefined;
  }
  // NOT BETWEEN on floats brings NaN along (EX-33), so it must have been there.
  if (kind === 'or' && low.floating !== floating) return undefined;
  const word = kind === 'and' ? 'BETWEEN' : 'NOT BETWEEN';
  return `${low.term} ${word} ${low.literals[0]} AND ${high.literals[0]}`;
}

const COMPARISONS: ReadonlySet<Op> = new Set<Op>([
  'lt',
  'lt_eq',
  'gt',
  'gt_eq',
  'eq',
  'not_eq',
  'in',
  'not_in',
  'starts_with',
  'not_starts_with',
]);

/** Holds for nulls, and SQL has no word for it. */
function keepsNulls(leaf: Leaf): boolean {
  return (leaf.op === 'not_in' || leaf.op === 'not_starts_with') && !leaf.required;
}

/** A leaf on its own: Iceberg's two-valued meaning. */
function printLeaf(leaf: Leaf): string {
  switch (leaf.op) {
    case 'is_null':
      return `${leaf.term} IS NULL`;
    case 'not_null':
      return `${leaf.term} IS NOT NULL`;
    case 'is_nan':
      return `is_nan(${leaf.term})`;
    case 'not_nan':
      return `NOT is_nan(${leaf.term})`;
    case 'not_eq':
      return leaf.required
        ? comparisonText(leaf)
        : `${leaf.term} IS DISTINCT FROM ${leaf.literals[0]}`;
    default:
      return keepsNulls(leaf)
        ? `${comparisonText(leaf)} OR ${leaf.column} IS NULL`
        : comparisonText(leaf);
  }
}

const SYMBOLS: Readonly<Partial<Record<Op, string>>> = {
  lt: '<',
  lt_eq: '<=',
  gt: '>',
  gt_eq: '>=',
  eq: '=',
  not_eq: '<>',
};

function comparisonText(leaf: Leaf): string {
  switch (leaf.op) {
    case 'in':
      return leaf.literals.length === 0 ? 'FALSE' : `${leaf.term} IN (${leaf.literals.join(', ')})`;
    case 'not_in':
      return leaf.literals.length === 0
        ? 'TRUE'
        : `${leaf.term} NOT IN (${leaf.literals.join(', ')})`;
    case 'starts_with':
      return `${leaf.term} LIKE ${patternText(leaf.prefix)}`;
    case 'not_starts_with':
      return `${leaf.term} NOT LIKE ${patternText(leaf.prefix)}`;
    default:
      return `${leaf.term} ${SYMBOLS[leaf.op]} ${leaf.literals[0]}`;
  }
}

/** A prefix as LIKE pattern, wildcards in it escaped. */
function patternText(prefix: string): string {
  const escaped = prefix.replace(/[\\%_]/g, '\\$&');
  return `${quoteText(`${escaped}%`)}${escaped === prefix ? '' : " ESCAPE '\\'"}`;
}

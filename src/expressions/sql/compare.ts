/** Comparisons, IN, BETWEEN and IS DISTINCT FROM as Iceberg expressions (rules.md 5.7). */
import type { SyntaxNode } from '@lezer/common';
import { parseDecimal } from '../../types/decimal.ts';
import type { CompareOp, Expression, Literal } from '../expression.ts';
import { FALSE, TRUE } from '../expression.ts';
import { and, chain, negateOp, or } from '../fold.ts';
import { type Constant, constantOf, inner } from './constants.ts';
import { type Context, fail, isBareNan, opaque, spanOf, textOf } from './context.ts';
import {
  compareDays,
  comparison,
  type Days,
  daysOfDate,
  daysOfYear,
  type Place,
  predicate,
  unary,
  withNan,
  withoutNulls,
} from './leaf.ts';
import { literalFor } from './literal.ts';
import { elementsOf, type Operand, operandOf } from './operand.ts';

type Term = Extract<Operand, { kind: 'term' }>;
type Part = Extract<Operand, { kind: 'part' }>;

/** Children without keywords, operators and comments. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!/Kw$|Op$|Comment$|^List$/.test(child.name)) found.push(child);
  }
  return found;
}

export function placeOf(operand: Term | Part, node: SyntaxNode): Place {
  const { column } = operand;
  const term = operand.kind === 'term' ? operand.term : { name: column.name, span: column.span };
  return { term, column, span: spanOf(node) };
}

/** An operand with an error, or one that no bound answers. */
export function blockedBy(
  node: SyntaxNode,
  operands: readonly Operand[],
  context: Context,
  negated: boolean,
): Expression | undefined {
  if (operands.some((operand) => operand.kind === 'failed')) {
    return { kind: 'opaque', text: textOf(node, context), reason: 'It has an error.' };
  }
  const other = operands.find((operand) => operand.kind === 'other');
  return other?.kind === 'other' ? opaque(node, context, negated, other.reason) : undefined;
}

type ReadLiteral =
  | { readonly kind: 'literal'; readonly literal: Literal }
  | { readonly kind: 'null' }
  /** Done: an error, or a constant that no engine-independent meaning answers. */
  | { readonly kind: 'instead'; readonly expression: Expression };

/** The constant at `at` in the type of the term. What is wrong with it goes to the errors of the context. */
function readLiteral(
  at: SyntaxNode,
  term: Term,
  whole: SyntaxNode,
  context: Context,
  negated: boolean,
): ReadLiteral {
  const operand = operandOf(at, context, term.type.kind === 'string' ? 'text' : undefined);
  const blocked = blockedBy(whole, [operand], context, negated);
  if (blocked !== undefined) return { kind: 'instead', expression: blocked };
  if (operand.kind !== 'constant') {
    return { kind: 'instead', expression: columnsReason(whole, context, negated) };
  }
  return literalOf(operand.constant, at, term, whole, context, negated);
}

function literalOf(
  constant: Constant,
  at: SyntaxNode,
  term: Term,
  whole: SyntaxNode,
  context: Context,
  negated: boolean,
): ReadLiteral {
  const { span, name, transform } = term.term;
  const shown =
    transform === undefined || span === undefined ? name : context.text.slice(span.from, span.to);
  const read = literalFor(constant, term.type, shown);
  switch (read.kind) {
    case 'wrong':
      return { kind: 'instead', expression: fail(at, context, read.message, read.suggestion) };
    case 'opaque':
      return { kind: 'instead', expression: opaque(whole, context, negated, read.reason) };
    case 'literal':
      if (read.note !== undefined) context.notes.push({ span: spanOf(at), message: read.note });
      noteBucket(read.literal, at, term, shown, context);
      return read;
    default:
      return read;
  }
}

function noteBucket(
  literal: Literal,
  at: SyntaxNode,
  { term: { transform } }: Term,
  shown: string,
  context: Context,
): void {
  if (transform?.kind !== 'bucket' || (literal.kind !== 'int' && literal.kind !== 'long')) return;
  const last = transform.numBuckets - 1;
  if (literal.value >= 0 && literal.value <= last) return;
  const message = `There is no bucket ${literal.value}: ${shown} is 0 to ${last}.`;
  context.notes.push({ span: spanOf(at), message });
}

function columnsReason(node: SyntaxNode, context: Context, negated: boolean): Expression {
  return opaque(node, context, negated, 'It compares two columns, and bounds are of one each.');
}

const COMPARISONS: Readonly<Record<string, CompareOp>> = {
  '=': 'eq',
  '==': 'eq',
  '<>': 'not_eq',
  '!=': 'not_eq',
  '<': 'lt',
  '<=': 'lt_eq',
  '>': 'gt',
  '>=': 'gt_eq',
};

const MIRRORED: Readonly<Record<CompareOp, CompareOp>> = {
  eq: 'eq',
  not_eq: 'not_eq',
  lt: 'gt',
  lt_eq: 'gt_eq',
  gt: 'lt',
  gt_eq: 'lt_eq',
};

export function translateCompare(node: SyntaxNode, context: Context, negated: boolean): Expression {
  const [first, second] = partsOf(node);
  const symbol = node.getChild('CompareOp');
  if (first === undefined || second === undefined || symbol === null) return FALSE;
  // Constants on the left are mirrored (EX-31).
  const firstIsConstant =
    constantOf(first, context.text) !== undefined || isBareNan(inner(first), context);
  const swapped = firstIsConstant && constantOf(second, context.text) === undefined;
  const [columnNode, valueNode] = swapped ? [second, first] : [first, second];
  const written = textOf(symbol, context);
  if (written === '<=>')
    return distinctFrom(node, columnNode, valueNode, context, !negated, negated);
  const op = COMPARISONS[written] ?? 'eq';
  if (isBareNan(inner(valueNode), context)) return failNan(node, columnNode, op, context);
  return compare(node, columnNode, swapped ? MIRRORED[op] : op, valueNode, context, negated);
}

/** `d = NaN` is what people write; engines that know the word differ in what it equals. */
function failNan(
  node: SyntaxNode,
  columnNode: SyntaxNode,
  op: CompareOp,
  context: Context,
): Expression {
  const test = `is_nan(${textOf(inner(columnNode), context)})`;
  const replacement = op === 'eq' ? test : op === 'not_eq' ? `NOT ${test}` : undefined;
  const message = 'NaN is no value that a condition can compare with.';
  return fail(node, context, message, { message: `Write ${replacement ?? test}.`, replacement });
}

function compare(
  node: SyntaxNode,
  columnNode: SyntaxNode,
  written: CompareOp,
  valueNode: SyntaxNode,
  context: Context,
  negated: boolean,
): Expression {
  const value = constantOf(valueNode, context.text);
  const left = operandOf(columnNode, context);
  const blocked = blockedBy(node, [left], context, negated);
  if (blocked !== undefined) return blocked;
  const op = negated ? (negateOp(written) as CompareOp) : written;
  if (left.kind === 'constant') {
    return value === undefined
      ? opaque(node, context, negated, 'It has no column on either side.')
      : compareConstants(node, left.constant, value, op, context, negated);
  }
  if (left.kind === 'part') return comparePart(node, left, op, valueNode, context, negated);
  if (left.kind !== 'term') return FALSE;
  const read = readLiteral(valueNode, left, node, context, negated);
  if (read.kind === 'literal') return comparison(placeOf(left, node), op, [read.literal], negated);
  return read.kind === 'null' ? FALSE : read.expression;
}

/** `1 = 1` and its like. */
function compareConstants(
  node: SyntaxNode,
  left: Constant,
  right: Constant,
  op: CompareOp,
  context: Context,
  negated: boolean,
): Expression {
  if (left.kind === 'null' || right.kind === 'null') return FALSE;
  const order = orderOf(left, right);
  if (order === undefined)
    return opaque(node, context, negated, 'It has no column on either side.');
  const holds = {
    eq: order === 0,
    not_eq: order !== 0,
    lt: order < 0,
    lt_eq: order <= 0,
    gt: order > 0,
    gt_eq: order >= 0,
  };
  return holds[op] ? TRUE : FALSE;
}

function orderOf(left: Constant, right: Constant): number | undefined {
  if (left.kind === 'boolean' && right.kind === 'boolean')
    return Number(left.value) - Number(right.value);
  if (left.kind === 'text' && right.kind === 'text')
    return left.text === right.text ? 0 : undefined;
  if (left.kind !== 'number' || right.kind !== 'number') return undefined;
  const a = parseDecimal(left.text);
  const b = parseDecimal(right.text);
  if (a === undefined || b === undefined) return undefined;
  const difference = a.unscaled * 10n ** BigInt(b.scale) - b.unscaled * 10n ** BigInt(a.scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function comparePart(
  node: SyntaxNode,
  part: Part,
  op: CompareOp,
  valueNode: SyntaxNode,
  context: Context,
  negated: boolean,
): Expression {
  const days = readDays(part, valueNode, node, context, negated);
  return 'from' in days ? compareDays(placeOf(part, node), op, days) : days;
}

/** The days that the value of a date or year spans, or what the condition becomes instead. */
function readDays(
  part: Part,
  valueNode: SyntaxNode,
  whole: SyntaxNode,
  context: Context,
  negated: boolean,
): Days | Expression {
  const operand = operandOf(valueNode, context);
  const blocked = blockedBy(whole, [operand], context, negated);
  if (blocked !== undefined) return blocked;
  if (operand.kind !== 'constant') return columnsReason(whole, context, negated);
  const { constant } = operand;
  if (constant.kind === 'null') return FALSE;
  const days = part.part === 'year' ? yearDays(constant) : dateDays(constant);
  if (days !== undefined) return days;
  const example = part.part === 'year' ? '2026' : "DATE '2026-03-01'";
  return fail(valueNode, context, `A ${part.part} compares with ${example}.`);
}

function yearDays(constant: Constant): Days | undefined {
  return constant.kind === 'number' ? daysOfYear(Number(constant.text)) : undefined;
}

function dateDays(constant: Constant): Days | undefined {
  const isDate =
    constant.kind === 'text' || (constant.kind === 'typed' && constant.type === 'date');
  return isDate ? daysOfDate(constant.text.trim()) : undefined;
}

export function translateIn(node: SyntaxNode, context: Context, negated: boolean): Expression {
  const [columnNode] = partsOf(node);
  if (columnNode === undefined) return FALSE;
  const isNot = (node.getChild('NotKw') !== null) !== negated;
  const elements = elementsOf(node);
  const left = operandOf(columnNode, context);
  const blocked = blockedBy(node, [left], context, negated);
  if (blocked !== undefined) return blocked;
  if (left.kind === 'part') return partIn(node, left, elements, context, negated, isNot);
  if (left.kind !== 'term') {
    return opaque(node, context, negated, 'It has no column before IN.');
  }
  const literals: Literal[] = [];
  let hasNull = false;
  for (const element of elements) {
    const read = readLiteral(element, left, node, context, negated);
    if (read.kind === 'instead') return read.expression;
    if (read.kind === 'null') hasNull = true;
    else literals.push(read.literal);
  }
  // NULL makes IN at best unknown where nothing equals, so NOT IN is never true.
  if (isNot ? hasNull : literals.length === 0) return FALSE;
  if (literals.length === 0) return TRUE;
  return withoutNulls(
    placeOf(left, node),
    predicate(placeOf(left, node), isNot ? 'not_in' : 'in', literals),
  );
}

function partIn(
  node: SyntaxNode,
  part: Part,
  elements: readonly SyntaxNode[],
  context: Context,
  negated: boolean,
  isNot: boolean,
): Expression {
  const conditions: Expression[] = [];
  for (const element of elements) {
    const isNull = constantOf(element, context.text)?.kind === 'null';
    if (isNull && !isNot) continue;
    const days = readDays(part, element, node, context, negated);
    if (!('from' in days)) return days;
    conditions.push(compareDays(placeOf(part, node), isNot ? 'not_eq' : 'eq', days));
  }
  return chain(isNot ? 'and' : 'or', conditions);
}

export function translateBetween(node: SyntaxNode, context: Context, negated: boolean): Expression {
  const [columnNode, lowNode, highNode] = partsOf(node);
  if (columnNode === undefined || lowNode === undefined || highNode === undefined) return FALSE;
  const isNot = (node.getChild('NotKw') !== null) !== negated;
  const left = operandOf(columnNode, context);
  const blocked = blockedBy(node, [left], context, negated);
  if (blocked !== undefined) return blocked;
  if (left.kind === 'part') {
    const low = comparePart(node, left, isNot ? 'lt' : 'gt_eq', lowNode, context, negated);
    const high = comparePart(node, left, isNot ? 'gt' : 'lt_eq', highNode, context, negated);
    return isNot ? or(low, high) : and(low, high);
  }
  if (left.kind !== 'term') return betweenConstants(node, context, negated);
  const low = readLiteral(lowNode, left, node, context, negated);
  const high = readLiteral(highNode, left, node, context, negated);
  if (low.kind === 'instead') return low.expression;
  if (high.kind === 'instead') return high.expression;
  return range(placeOf(left, node), low, high, isNot);
}

/** `5 BETWEEN a AND b`: two comparisons, each with its own column. */
function betweenConstants(node: SyntaxNode, context: Context, negated: boolean): Expression {
  const [valueNode, lowNode, highNode] = partsOf(node);
  if (valueNode === undefined || lowNode === undefined || highNode === undefined) return FALSE;
  const isNot = node.getChild('NotKw') !== null;
  const side = (columnNode: SyntaxNode, op: CompareOp) =>
    inner(columnNode).name === 'ColumnName'
      ? compare(node, columnNode, op, valueNode, context, isNot !== negated)
      : opaque(node, context, negated, 'It has no column before BETWEEN.');
  const low = side(lowNode, 'lt_eq');
  const high = side(highNode, 'gt_eq');
  return isNot !== negated ? or(low, high) : and(low, high);
}

function range(
  place: Place,
  low: Exclude<ReadLiteral, { kind: 'instead' }>,
  high: Exclude<ReadLiteral, { kind: 'instead' }>,
  isNot: boolean,
): Expression {
  const [lowOp, highOp] = isNot ? (['lt', 'gt'] as const) : (['gt_eq', 'lt_eq'] as const);
  const below = low.kind === 'null' ? FALSE : predicate(place, lowOp, [low.literal]);
  const above = high.kind === 'null' ? FALSE : predicate(place, highOp, [high.literal]);
  if (!isNot) return withoutNulls(place, and(below, above));
  const outside = withoutNulls(place, or(below, above));
  // With a NULL edge NaN is at best unknown.
  return low.kind === 'null' || high.kind === 'null' ? outside : withNan(place, outside);
}

/**
 * IS [NOT] DISTINCT FROM, and `<=>`: null is a value of its own.
 *
 * @param same after negation: IS NOT DISTINCT FROM
 */
export function distinctFrom(
  node: SyntaxNode,
  firstNode: SyntaxNode,
  secondNode: SyntaxNode,
  context: Context,
  same: boolean,
  negated: boolean,
): Expression {
  const swapped = constantOf(firstNode, context.text) !== undefined;
  const [columnNode, valueNode] = swapped ? [secondNode, firstNode] : [firstNode, secondNode];
  const left = operandOf(columnNode, context);
  const blocked = blockedBy(node, [left], context, negated);
  if (blocked !== undefined) return blocked;
  if (left.kind !== 'term') {
    return opaque(node, context, negated, 'It is no comparison of a column with a value.');
  }
  const place = placeOf(left, node);
  const read = readLiteral(valueNode, left, node, context, negated);
  if (read.kind === 'instead') return read.expression;
  if (read.kind === 'null') return unary(place, same ? 'is_null' : 'not_null');
  return same
    ? withoutNulls(place, predicate(place, 'eq', [read.literal]))
    : predicate(place, 'not_eq', [read.literal]);
}

/**
 * Conditions of the syntax tree as Iceberg expressions (rules.md 5.7). NOT is pushed to the leaves with SQL's three
 * truth values before anything else (EX-6, A-1): `negated` says that an odd number of NOTs stands above.
 */
import type { SyntaxNode } from '@lezer/common';
import { isPrimitive, printType } from '../../types/parse-type.ts';
import { type Expression, FALSE, TRUE } from '../expression.ts';
import { chain, or } from '../fold.ts';
import {
  blockedBy,
  distinctFrom,
  partsOf,
  placeOf,
  translateBetween,
  translateCompare,
  translateIn,
} from './compare.ts';
import { constantOf, inner } from './constants.ts';
import { type Context, fail, opaque, resolveColumn, spanOf, textOf } from './context.ts';
import { isFloating, type Place, predicate, unary, withoutNulls } from './leaf.ts';
import { translateLike, translatePrefixCall } from './like.ts';
import { exampleOf } from './literal.ts';
import { elementsOf, functionName, operandOf } from './operand.ts';

/** Recursion is as deep as the tree, which parse.ts bounds. */
export function translate(outer: SyntaxNode, context: Context, negated: boolean): Expression {
  const node = inner(outer);
  switch (node.name) {
    case 'Or':
      return translateAll(node, context, negated, negated ? 'and' : 'or');
    case 'And':
      return translateAll(node, context, negated, negated ? 'or' : 'and');
    case 'Not':
      return translateNot(node, context, negated);
    case 'Compare':
      return translateCompare(node, context, negated);
    case 'In':
      return translateIn(node, context, negated);
    case 'Between':
      return translateBetween(node, context, negated);
    case 'Like':
      return translateLike(node, context, negated);
    case 'Is':
      return translateIs(node, context, negated);
    case 'Call':
      return translateCall(node, context, negated);
    default:
      return translateValue(node, context, negated);
  }
}

function translateAll(
  node: SyntaxNode,
  context: Context,
  negated: boolean,
  kind: 'and' | 'or',
): Expression {
  return chain(
    kind,
    partsOf(node).map((part) => translate(part, context, negated)),
  );
}

function translateNot(node: SyntaxNode, context: Context, negated: boolean): Expression {
  const [condition] = partsOf(node);
  const odd = node.getChildren('NotKw').length % 2 === 1;
  return condition === undefined ? FALSE : translate(condition, context, odd !== negated);
}

/** A value where a condition stands: a constant or a boolean column. */
function translateValue(node: SyntaxNode, context: Context, negated: boolean): Expression {
  const constant = constantOf(node, context.text);
  if (constant?.kind === 'boolean') return constant.value !== negated ? TRUE : FALSE;
  // NULL is unknown either way, and only what is true passes a WHERE.
  if (constant?.kind === 'null') return FALSE;
  if (constant !== undefined) return noCondition(node, context);
  if (node.name === 'Case' || node.name === 'Extract') {
    return opaque(node, context, negated, 'It is no comparison of a column with a value.');
  }
  const operand = operandOf(node, context);
  const blocked = blockedBy(node, [operand], context, negated);
  if (blocked !== undefined) return blocked;
  if (operand.kind !== 'term') return noCondition(node, context);
  if (operand.type.kind !== 'boolean') return needsComparison(node, context);
  const place = placeOf(operand, node);
  return withoutNulls(place, predicate(place, 'eq', [{ kind: 'boolean', value: !negated }]));
}

function noCondition(node: SyntaxNode, context: Context): Expression {
  const text = textOf(node, context);
  return fail(node, context, `${text} is a value, not a condition: nothing compares with it.`);
}

function needsComparison(node: SyntaxNode, context: Context): Expression {
  const text = textOf(node, context);
  const column = node.name === 'ColumnName' ? resolveColumn(node, context) : undefined;
  const type = column?.info.type;
  const example = type === undefined ? undefined : exampleOf(type);
  if (type === undefined || example === undefined || !isPrimitive(type)) {
    return fail(node, context, `${text} is no condition.`);
  }
  const shown = printType(type);
  const article = /^[aeiou]/.test(shown) ? 'an' : 'a';
  return fail(
    node,
    context,
    `${text} is ${article} ${shown}: compare it, as in ${text} = ${example}.`,
  );
}

const NAN_TESTS = new Set(['isnan', 'is_nan']);
const NULL_TESTS = new Set(['isnull', 'is_null']);
const NOT_NULL_TESTS = new Set(['isnotnull', 'is_not_null']);
const PREFIX_TESTS = new Set(['starts_with', 'startswith']);

function translateCall(call: SyntaxNode, context: Context, negated: boolean): Expression {
  const name = functionName(call, context);
  const [first, second, third] = elementsOf(call);
  if (
    first !== undefined &&
    second !== undefined &&
    third === undefined &&
    PREFIX_TESTS.has(name)
  ) {
    return translatePrefixCall(call, first, second, context, negated);
  }
  if (first !== undefined && second === undefined) {
    if (NAN_TESTS.has(name)) return nanTest(call, first, context, negated);
    if (NULL_TESTS.has(name)) return nullTest(call, first, context, negated, !negated);
    if (NOT_NULL_TESTS.has(name)) return nullTest(call, first, context, negated, negated);
  }
  return translateValue(call, context, negated);
}

function nanTest(
  call: SyntaxNode,
  element: SyntaxNode,
  context: Context,
  negated: boolean,
): Expression {
  const operand = operandOf(element, context);
  const blocked = blockedBy(call, [operand], context, negated);
  if (blocked !== undefined) return blocked;
  if (operand.kind !== 'term') return opaque(call, context, negated, 'It asks no column for NaN.');
  if (!isFloating(operand.type)) {
    const { name, type } = operand.column.info;
    return fail(element, context, `${name} is ${printType(type)}: only float and double have NaN.`);
  }
  return unary(placeOf(operand, call), negated ? 'not_nan' : 'is_nan');
}

function nullTest(
  node: SyntaxNode,
  element: SyntaxNode,
  context: Context,
  negated: boolean,
  isNull: boolean,
): Expression {
  const constant = constantOf(element, context.text);
  if (constant !== undefined) return (constant.kind === 'null') === isNull ? TRUE : FALSE;
  const operand = operandOf(element, context);
  const blocked = blockedBy(node, [operand], context, negated);
  if (blocked !== undefined) return blocked;
  if (operand.kind !== 'term' && operand.kind !== 'part') {
    return opaque(node, context, negated, 'It asks for the null of a calculation.');
  }
  return unary(placeOf(operand, node), isNull ? 'is_null' : 'not_null');
}

/** IS [NOT] NULL, TRUE, FALSE, UNKNOWN, DISTINCT FROM. */
function translateIs(node: SyntaxNode, context: Context, negated: boolean): Expression {
  const subject = node.firstChild;
  const last = node.lastChild;
  if (subject === null || last === null) return FALSE;
  const isNot = (node.getChild('NotKw') !== null) !== negated;
  if (node.getChild('DistinctKw') !== null) {
    return distinctFrom(node, subject, last, context, isNot, negated);
  }
  const isCondition = /^(?:Or|And|Not|Compare|In|Between|Like|Is)$/.test(inner(subject).name);
  if (last.name === 'Null' && !isCondition) {
    return nullTest(node, subject, context, negated, !isNot);
  }
  if (last.name === 'Null' || last.name === 'Unknown') {
    return isUnknown(node, subject, context, negated, isNot);
  }
  return isTruth(node, subject, context, { truth: last.name === 'True', isNot, negated });
}

/** `p IS UNKNOWN` for one comparison of a column: null, as no literal of ours is. */
function isUnknown(
  node: SyntaxNode,
  subject: SyntaxNode,
  context: Context,
  negated: boolean,
  isNot: boolean,
): Expression {
  const place = columnAsked(subject, context);
  return place === undefined
    ? opaque(node, context, negated, 'Whether a condition is unknown is more than bounds tell.')
    : unary({ ...place, span: spanOf(node) }, isNot ? 'not_null' : 'is_null');
}

/** IS TRUE and IS FALSE are the condition and its NOT. Their negations hold where it is unknown, too. */
function isTruth(
  node: SyntaxNode,
  subject: SyntaxNode,
  context: Context,
  asked: { readonly truth: boolean; readonly isNot: boolean; readonly negated: boolean },
): Expression {
  if (!asked.isNot) return translate(subject, context, !asked.truth);
  const place = columnAsked(subject, context);
  if (place === undefined) {
    return opaque(node, context, asked.negated, 'Where a condition is not true it may be unknown.');
  }
  const opposite = translate(subject, context, asked.truth);
  return or(opposite, unary({ ...place, span: spanOf(node) }, 'is_null'));
}

/** The column whose null makes a condition unknown, if it is one plain condition on one column. */
function columnAsked(outer: SyntaxNode, context: Context): Place | undefined {
  const node = inner(outer);
  const simple = ['Compare', 'In', 'Between', 'Like'].includes(node.name);
  const operands = simple ? partsOf(node) : [node];
  const columns = operands.filter((part) => constantOf(part, context.text) === undefined);
  const [only] = columns;
  if (only === undefined || columns.length !== 1 || inner(only).name !== 'ColumnName')
    return undefined;
  // A NULL among the literals makes the condition unknown elsewhere, too.
  const constants = [...operands, ...elementsOf(node)].map((part) =>
    constantOf(part, context.text),
  );
  if (constants.some((constant) => constant?.kind === 'null')) return undefined;
  const column = resolveColumn(inner(only), context);
  return column && { term: { name: column.name, span: column.span }, column, span: spanOf(node) };
}

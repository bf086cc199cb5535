/** LIKE, and functions that mean a prefix, as STARTS_WITH or EQ (rules.md 5.7). */
import type { SyntaxNode } from '@lezer/common';
import { printType } from '../../types/parse-type.ts';
import { type Expression, FALSE, type Op } from '../expression.ts';
import { and } from '../fold.ts';
import { blockedBy, partsOf, placeOf } from './compare.ts';
import { type Constant, constantOf } from './constants.ts';
import { type Context, fail, opaque, textOf } from './context.ts';
import { type Place, predicate, withoutNulls } from './leaf.ts';
import { type Operand, operandOf } from './operand.ts';

/** What a pattern says: text before the first wildcard, and what follows it. */
interface Pattern {
  readonly head: string;
  readonly rest: 'nothing' | 'anything' | 'more';
}

/**
 * Without ESCAPE a backslash escapes in some engines and not in others, so the head ends before it.
 * Undefined: the escape character stands before nothing that it can escape.
 */
function readPattern(text: string, escapeChar: string | undefined): Pattern | undefined {
  let head = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === escapeChar) {
      const escaped = text.charAt(++i);
      if (escaped !== '%' && escaped !== '_' && escaped !== escapeChar) return undefined;
      head += escaped;
    } else if (char === '%' && /^%*$/.test(text.slice(i))) {
      return { head, rest: 'anything' };
    } else if (char === '%' || char === '_' || (char === '\\' && escapeChar === undefined)) {
      return { head, rest: 'more' };
    } else {
      head += char;
    }
  }
  return { head, rest: 'nothing' };
}

export function translateLike(node: SyntaxNode, context: Context, negated: boolean): Expression {
  const [columnNode, patternNode, escapeNode] = partsOf(node);
  if (columnNode === undefined || patternNode === undefined) return FALSE;
  const left = textOperand(columnNode, context);
  const blocked = blockedBy(node, [left], context, negated);
  if (blocked !== undefined) return blocked;
  const word = node.getChild('PatternKw');
  if (word !== null) {
    const name = textOf(word, context).toUpperCase();
    return opaque(
      node,
      context,
      negated,
      `${name} asks for more than a prefix, and bounds answer no more.`,
    );
  }
  if (left.kind !== 'term') return opaque(node, context, negated, 'It has no column before LIKE.');
  const pattern = constantOf(patternNode, context.text);
  const escaping = escapeNode === undefined ? undefined : constantOf(escapeNode, context.text);
  if (pattern?.kind === 'null') return FALSE;
  if (pattern?.kind !== 'text') {
    return pattern === undefined
      ? opaque(node, context, negated, 'Its pattern is no constant.')
      : fail(patternNode, context, "LIKE takes a pattern in quotes, such as 'abc%'.");
  }
  return matchPattern(node, placeOf(left, node), pattern.text, escaping, context, negated);
}

/** The column before LIKE, which must be text. */
function textOperand(node: SyntaxNode, context: Context): Operand {
  const operand = operandOf(node, context);
  if (operand.kind !== 'term' || operand.type.kind === 'string') return operand;
  const { kind } = operand.type;
  const type =
    kind === 'struct' || kind === 'list' || kind === 'map' ? kind : printType(operand.type);
  const article = /^[aeiou]/.test(type) ? 'an' : 'a';
  fail(node, context, `${operand.column.info.name} is ${article} ${type}, and LIKE compares text.`);
  return { kind: 'failed' };
}

function matchPattern(
  node: SyntaxNode,
  place: Place,
  text: string,
  escaping: Constant | undefined,
  context: Context,
  negated: boolean,
): Expression {
  const isNot = (node.getChild('NotKw') !== null) !== negated;
  const escapeText = escaping?.kind === 'text' ? escaping.text : undefined;
  if (escaping !== undefined && escapeText?.length !== 1) {
    return fail(node.lastChild ?? node, context, 'ESCAPE takes one character.');
  }
  const pattern = readPattern(text, escapeText);
  if (pattern === undefined) {
    return fail(node, context, `In the pattern ${escapeText} must stand before %, _ or itself.`);
  }
  const prefix = (op: Op) =>
    withoutNulls(place, predicate(place, op, [{ kind: 'string', value: pattern.head }]));
  if (pattern.rest === 'nothing') return prefix(isNot ? 'not_eq' : 'eq');
  if (pattern.rest === 'anything') return prefix(isNot ? 'not_starts_with' : 'starts_with');
  const whole = opaque(
    node,
    context,
    negated,
    isNot || pattern.head === ''
      ? 'The pattern asks for more than a prefix, and bounds answer no more.'
      : `Of this pattern only the beginning '${pattern.head}' can be planned with.`,
  );
  // The head is a filter before the pattern itself, which stays in the residual.
  return isNot || pattern.head === '' ? whole : and(prefix('starts_with'), whole);
}

/** `starts_with(s, 'abc')`. */
export function translatePrefixCall(
  call: SyntaxNode,
  columnNode: SyntaxNode,
  prefixNode: SyntaxNode,
  context: Context,
  negated: boolean,
): Expression {
  const left = textOperand(columnNode, context);
  const blocked = blockedBy(call, [left], context, negated);
  if (blocked !== undefined) return blocked;
  const constant = constantOf(prefixNode, context.text);
  if (constant?.kind === 'null') return FALSE;
  if (left.kind !== 'term' || constant?.kind !== 'text') {
    return opaque(call, context, negated, 'It is no prefix of a column.');
  }
  const place = placeOf(left, call);
  const op = negated ? 'not_starts_with' : 'starts_with';
  return withoutNulls(place, predicate(place, op, [{ kind: 'string', value: constant.text }]));
}

/** Building expressions (EX-3) and pushing NOT to the leaves (EX-9). */
import { assertNever } from '../base/errors.ts';
import { type Expression, FALSE, type Op, TRUE } from './expression.ts';

/** AND, folded where a side is a constant (EX-3). */
export function and(left: Expression, right: Expression): Expression {
  if (left.kind === 'false' || right.kind === 'false') return FALSE;
  if (left.kind === 'true') return right;
  if (right.kind === 'true') return left;
  return { kind: 'and', left, right };
}

/** OR, folded where a side is a constant (EX-3). */
export function or(left: Expression, right: Expression): Expression {
  if (left.kind === 'true' || right.kind === 'true') return TRUE;
  if (left.kind === 'false') return right;
  if (right.kind === 'false') return left;
  return { kind: 'or', left, right };
}

/** NOT, folded over constants and over another NOT (EX-3). Two-valued: it keeps nulls, as Iceberg's does (EX-6). */
export function not(child: Expression): Expression {
  if (child.kind === 'true') return FALSE;
  if (child.kind === 'false') return TRUE;
  return child.kind === 'not' ? child.child : { kind: 'not', child };
}

/** Chains longer than this become balanced trees, so that nothing that walks an expression runs out of stack. */
const LONG_CHAIN = 128;

/** AND or OR of any number of expressions, from the left; none at all is TRUE for AND and FALSE for OR. */
export function chain(kind: 'and' | 'or', parts: readonly Expression[]): Expression {
  const join = kind === 'and' ? and : or;
  if (parts.length <= LONG_CHAIN) return parts.reduce(join, kind === 'and' ? TRUE : FALSE);
  const middle = parts.length >> 1;
  return join(chain(kind, parts.slice(0, middle)), chain(kind, parts.slice(middle)));
}

const NEGATIONS: Readonly<Record<Op, Op>> = {
  is_null: 'not_null',
  not_null: 'is_null',
  is_nan: 'not_nan',
  not_nan: 'is_nan',
  lt: 'gt_eq',
  gt_eq: 'lt',
  lt_eq: 'gt',
  gt: 'lt_eq',
  eq: 'not_eq',
  not_eq: 'eq',
  in: 'not_in',
  not_in: 'in',
  starts_with: 'not_starts_with',
  not_starts_with: 'starts_with',
};

export function negateOp(op: Op): Op {
  return NEGATIONS[op];
}

/**
 * The same expression without NOT, as Iceberg rewrites it (EX-9): a negated comparison loses nulls and NaN, so
 * SQL's NOT must be translated before (where.ts). An opaque condition stays opaque: its negation might match, too.
 */
export function rewriteNot(expression: Expression): Expression {
  return rewrite(expression, false);
}

function rewrite(expression: Expression, negated: boolean): Expression {
  switch (expression.kind) {
    case 'true':
      return negated ? FALSE : TRUE;
    case 'false':
      return negated ? TRUE : FALSE;
    case 'and':
    case 'or': {
      const join = (expression.kind === 'and') !== negated ? and : or;
      return join(rewrite(expression.left, negated), rewrite(expression.right, negated));
    }
    case 'not':
      return rewrite(expression.child, !negated);
    case 'predicate':
      return negated ? { ...expression, op: NEGATIONS[expression.op] } : expression;
    case 'opaque':
      return negated ? { ...expression, text: `NOT (${expression.text})` } : expression;
    default:
      return assertNever(expression);
  }
}

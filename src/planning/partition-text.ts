/** Partition conditions for people: folded, as a formula, and in words (look.md 9). */
import { utf8Text } from '../base/bytes.ts';
import { onceFor } from '../base/memo.ts';
import type { Op } from '../expressions/expression.ts';
import type { BoundPartitionField } from '../metadata/bound-spec.ts';
import { displayTransformed } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { comparator } from '../types/compare.ts';
import { displayValue, sqlLiteral } from '../types/format.ts';
import { isPrimitive } from '../types/parse-type.ts';
import { SAFE } from '../types/profile.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { groupBy } from './group-by.ts';
import {
  FALSE,
  type PartitionExpression,
  type PartitionPredicate,
  partitionAnd,
  partitionOr,
} from './partition-expression.ts';

/**
 * The same condition with less to read: bounds of one field together, `>= X AND <= X` as `= X`, open ends of whole
 * units closed, `IS NOT NULL` left out behind a comparison that implies it, empty ranges as FALSE.
 */
export const foldPartition: (expression: PartitionExpression) => PartitionExpression = onceFor(
  (expression) => {
    switch (expression.kind) {
      case 'and':
        return foldConjuncts(conjunctsOf(expression));
      case 'or':
        return partitionOr(foldPartition(expression.left), foldPartition(expression.right));
      case 'predicate':
        return closed(expression);
      default:
        return expression;
    }
  },
);

/** The parts of a chain of ANDs. */
export function conjunctsOf(expression: PartitionExpression): PartitionExpression[] {
  if (expression.kind !== 'and') return [expression];
  return [...conjunctsOf(expression.left), ...conjunctsOf(expression.right)];
}

/** The parts of a chain of ORs. */
export function disjunctsOf(expression: PartitionExpression): PartitionExpression[] {
  if (expression.kind !== 'or') return [expression];
  return [...disjunctsOf(expression.left), ...disjunctsOf(expression.right)];
}

function foldConjuncts(parts: readonly PartitionExpression[]): PartitionExpression {
  const predicates = parts.flatMap((part) => (part.kind === 'predicate' ? [closed(part)] : []));
  const others = parts.filter((part) => part.kind !== 'predicate').map(foldPartition);
  const needed = predicates.filter(
    (p) => p.op !== 'not_null' || !others.some((other) => impliesNotNull(other, termKey(p))),
  );
  const groups = groupBy(needed, termKey);
  const folded = [...groups.values()].flatMap(foldGroup);
  return [...folded, ...others].reduce(partitionAnd, { kind: 'true' });
}

function impliesNotNull(expression: PartitionExpression, key: string): boolean {
  if (expression.kind === 'predicate') {
    return IMPLY_NOT_NULL.has(expression.op) && termKey(expression) === key;
  }
  if (expression.kind !== 'and' && expression.kind !== 'or') return false;
  const left = impliesNotNull(expression.left, key);
  const right = impliesNotNull(expression.right, key);
  return expression.kind === 'and' ? left || right : left && right;
}

function termKey(predicate: PartitionPredicate): string {
  return `${predicate.field.position} ${predicate.transform?.kind ?? ''}`;
}

const TIME_UNITS: ReadonlySet<string> = new Set(['year', 'month', 'day', 'hour']);

/** A predicate on whole units has closed ends: `> 8` is `>= 9`. */
function closed(predicate: PartitionPredicate): PartitionPredicate {
  const { op, field, transform, literals } = predicate;
  if (!TIME_UNITS.has((transform ?? field.transform).kind)) return predicate;
  if (op === 'gt') return { ...predicate, op: 'gt_eq', literals: [(literals[0] as number) + 1] };
  if (op === 'lt') return { ...predicate, op: 'lt_eq', literals: [(literals[0] as number) - 1] };
  return predicate;
}

/** Predicates on one field, all of which hold. */
function foldGroup(group: readonly PartitionPredicate[]): PartitionExpression[] {
  const isNull = group.some((p) => p.op === 'is_null');
  if (isNull && group.some((p) => p.op === 'not_null' || IMPLY_NOT_NULL.has(p.op))) return [FALSE];
  const compared = group.filter((p) => p.literals.length > 0);
  const type = compared[0]?.literalType;
  const sameType = compared.every((p) => p.literalType.kind === type?.kind);
  // Decimals may differ in scale.
  if (type === undefined || !sameType || type.kind === 'decimal') return withoutNotNull(group);
  const compare = comparator(type, SAFE);
  const tighter = (a: PartitionPredicate, b: PartitionPredicate, sign: number) => {
    const c = sign * compare(a.literals[0] as Value, b.literals[0] as Value);
    return c > 0 || (c === 0 && (a.op === 'gt' || a.op === 'lt')) ? a : b;
  };
  const lowers = group.filter((p) => p.op === 'gt' || p.op === 'gt_eq');
  const uppers = group.filter((p) => p.op === 'lt' || p.op === 'lt_eq');
  const rest = withoutNotNull(group).filter((p) => !lowers.includes(p) && !uppers.includes(p));
  if (lowers.length === 0 || uppers.length === 0) {
    const ends = [...lowers, ...uppers];
    const sign = lowers.length > 0 ? 1 : -1;
    return ends.length === 0 ? rest : [ends.reduce((a, b) => tighter(a, b, sign)), ...rest];
  }
  const lower = lowers.reduce((a, b) => tighter(a, b, 1));
  const upper = uppers.reduce((a, b) => tighter(a, b, -1));
  const c = compare(lower.literals[0] as Value, upper.literals[0] as Value);
  const areClosed = lower.op === 'gt_eq' && upper.op === 'lt_eq';
  if (c > 0 || (c === 0 && !areClosed)) return [FALSE];
  return c === 0 ? [{ ...lower, op: 'eq' }, ...rest] : [lower, upper, ...rest];
}

const IMPLY_NOT_NULL: ReadonlySet<Op> = new Set<Op>([
  'lt',
  'lt_eq',
  'gt',
  'gt_eq',
  'eq',
  'in',
  'starts_with',
]);

function withoutNotNull(group: readonly PartitionPredicate[]): PartitionPredicate[] {
  const implied = group.some((p) => IMPLY_NOT_NULL.has(p.op));
  return group.filter((p, i) => {
    const isRepeated = p.op === 'not_null' && group.findIndex((q) => q.op === 'not_null') < i;
    return !(p.op === 'not_null' && implied) && !isRepeated;
  });
}

/** A partition value for the screen: `2026-03-01-14`, `NO`, `'null'` for that text. */
export function fieldValue(field: BoundPartitionField, value: Value | null): string {
  return displayTransformed(field.transform, sourceType(field), value);
}

function sourceType(field: BoundPartitionField): PrimitiveType | undefined {
  const type = field.source?.type;
  return type !== undefined && isPrimitive(type) ? type : undefined;
}

/** A literal of a predicate, in words or as the formula has it. */
export function literalText(predicate: PartitionPredicate, value: Value, quoted: boolean): string {
  const { field, literalType } = predicate;
  const transform: Transform = predicate.transform ?? field.transform;
  if (transform.kind !== 'identity' && transform.kind !== 'truncate') {
    return displayTransformed(transform, sourceType(field), value);
  }
  return quoted && literalType.kind === 'string'
    ? sqlLiteral(literalType, value)
    : displayValue(literalType, value);
}

const SYMBOLS: Readonly<Partial<Record<Op, string>>> = {
  lt: '<',
  lt_eq: '<=',
  gt: '>',
  gt_eq: '>=',
  eq: '=',
  not_eq: '<>',
};

/** `ts_day >= 2026-03-01 AND country = 'NO'`; TRUE and FALSE for what always or never holds. */
export const printPartition: (expression: PartitionExpression) => string = onceFor((expression) => {
  switch (expression.kind) {
    case 'true':
      return 'TRUE';
    case 'false':
      return 'FALSE';
    case 'predicate':
      return printPredicate(expression);
    default: {
      const { kind, left, right } = expression;
      const side = (e: PartitionExpression) =>
        kind === 'and' && e.kind === 'or' ? `(${printPartition(e)})` : printPartition(e);
      return `${side(left)} ${kind.toUpperCase()} ${side(right)}`;
    }
  }
});

function printPredicate(predicate: PartitionPredicate): string {
  const { op, field, transform, literals } = predicate;
  const term = transform === undefined ? field.name : `${transform.kind}(${field.name})`;
  const texts = literals.map((value) => literalText(predicate, value, true));
  switch (op) {
    case 'is_null':
      return `${term} IS NULL`;
    case 'not_null':
      return `${term} IS NOT NULL`;
    case 'is_nan':
      return `is_nan(${term})`;
    case 'not_nan':
      return `NOT is_nan(${term})`;
    case 'in':
      return `${term} IN (${texts.join(', ')})`;
    case 'not_in':
      return `${term} NOT IN (${texts.join(', ')})`;
    case 'starts_with':
    case 'not_starts_with': {
      const prefix = utf8Text(literals[0] as Uint8Array).replaceAll("'", "''");
      return `${term} ${op === 'starts_with' ? 'LIKE' : 'NOT LIKE'} '${prefix}%'`;
    }
    default:
      return `${term} ${SYMBOLS[op]} ${texts[0]}`;
  }
}

/** Conditions on one column, with what SQL implies of null and NaN (EX-6, EX-33). */
import type { Span } from '../../base/errors.ts';
import { daysFromCivil, formatDate, parseDate } from '../../types/time.ts';
import type { Type } from '../../types/type.ts';
import type { CompareOp, Expression, Literal, NamedTerm, Op } from '../expression.ts';
import { and, or } from '../fold.ts';
import type { Column } from './context.ts';

export interface Place {
  readonly term: NamedTerm;
  readonly column: Column;
  readonly span: Span;
}

export function predicate(place: Place, op: Op, literals: readonly Literal[]): Expression {
  return { kind: 'predicate', op, term: place.term, literals, span: place.span };
}

export function unary(place: Place, op: 'is_null' | 'not_null' | 'is_nan' | 'not_nan'): Expression {
  return predicate({ ...place, term: columnTerm(place) }, op, []);
}

/** A transform is null just where its column is. */
function columnTerm({ column }: Place): NamedTerm {
  return { name: column.name, span: column.span };
}

/** SQL's comparison is unknown, so not true, for null. */
export function withoutNulls(place: Place, condition: Expression): Expression {
  return and(condition, unary(place, 'not_null'));
}

export function isFloating(type: Type): boolean {
  return type.kind === 'float' || type.kind === 'double';
}

const RANGES: ReadonlySet<Op> = new Set<Op>(['lt', 'lt_eq', 'gt', 'gt_eq']);

/**
 * A comparison as SQL means it. `negated` says that `op` came from a NOT: a range is false for NaN, so its negation is
 * true for it (EX-33).
 */
export function comparison(
  place: Place,
  op: Op,
  literals: readonly Literal[],
  negated: boolean,
): Expression {
  const condition = withoutNulls(place, predicate(place, op, literals));
  return negated && RANGES.has(op) ? withNan(place, condition) : condition;
}

/** OR is_nan, on float and double. */
export function withNan(place: Place, condition: Expression): Expression {
  return isFloating(place.column.info.type) ? or(condition, unary(place, 'is_nan')) : condition;
}

/** Half-open range of days since 1970-01-01 that a date or a year is. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

export function daysOfDate(text: string): Days | undefined {
  const day = parseDate(text);
  return day === undefined ? undefined : { from: day, to: day + 1 };
}

export function daysOfYear(year: number): Days | undefined {
  if (!Number.isInteger(year) || Math.abs(year) > 200_000) return undefined;
  return { from: daysFromCivil(year, 1, 1), to: daysFromCivil(year + 1, 1, 1) };
}

/** `CAST(ts AS DATE) op d` and `year(ts) op y` as a condition on the column (rules.md 5.7). */
export function compareDays(place: Place, op: CompareOp, days: Days): Expression {
  const at = (now: Op, day: number) =>
    comparison(place, now, [midnight(day, place.column.info.type)], false);
  switch (op) {
    case 'eq':
      return and(at('gt_eq', days.from), at('lt', days.to));
    case 'not_eq':
      return or(at('lt', days.from), at('gt_eq', days.to));
    case 'lt':
      return at('lt', days.from);
    case 'lt_eq':
      return at('lt', days.to);
    case 'gt':
      return at('gt_eq', days.to);
    default:
      return at('gt_eq', days.from);
  }
}

function midnight(day: number, type: Type): Literal {
  const date = formatDate(day);
  if (type.kind === 'date') return { kind: 'string', value: date };
  const zoned = type.kind === 'timestamptz' || type.kind === 'timestamptz_ns';
  return { kind: 'string', value: `${date}T00:00:00${zoned ? '+00:00' : ''}` };
}

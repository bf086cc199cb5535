/** Whether a predicate can hold for a row of which some values are known. */
import { comparator } from '../types/compare.ts';
import { SAFE } from '../types/profile.ts';
import type { Value } from '../types/type.ts';
import type { BoundExpression, BoundPredicate } from './bound.ts';

/** By field id; null is known too. */
type KnownValues = ReadonlyMap<number, Value | null>;

/** @param row conditions `column = value` or `column IS NULL`, joined by AND; of others nothing is known */
export function excludesRow(predicate: BoundExpression, row: BoundExpression): boolean {
  return !mayHold(predicate, valuesOf(row));
}

function valuesOf(row: BoundExpression): KnownValues {
  if (row.kind === 'and') return new Map([...valuesOf(row.left), ...valuesOf(row.right)]);
  if (row.kind !== 'predicate' || row.term.transform !== undefined) return new Map();
  if (row.op === 'is_null') return new Map([[row.term.fieldId, null]]);
  const [value] = row.literals;
  // Which sign a zero has is not known.
  if (row.op !== 'eq' || value === undefined || value === 0) return new Map();
  return new Map([[row.term.fieldId, value]]);
}

function mayHold(predicate: BoundExpression, values: KnownValues): boolean {
  switch (predicate.kind) {
    case 'false':
      return false;
    case 'and':
      return mayHold(predicate.left, values) && mayHold(predicate.right, values);
    case 'or':
      return mayHold(predicate.left, values) || mayHold(predicate.right, values);
    case 'predicate': {
      const value = predicate.term.transform ? undefined : values.get(predicate.term.fieldId);
      if (value === undefined) return true;
      return value === null ? nullMayHold(predicate) : valueMayHold(predicate, value);
    }
    default:
      return true;
  }
}

/** Of negations alone, which SQL joins with IS NOT NULL (EX-7). */
function nullMayHold({ op }: BoundPredicate): boolean {
  return op === 'is_null' || (op.startsWith('not_') && op !== 'not_null');
}

function valueMayHold({ op, literals, literalType }: BoundPredicate, value: Value): boolean {
  const compare = comparator(literalType, SAFE);
  const orders = literals.map((literal) => compare(value, literal));
  const [order = 0] = orders;
  switch (op) {
    case 'is_null':
    case 'is_nan':
      return false;
    case 'lt':
      return order < 0;
    case 'lt_eq':
      return order <= 0;
    case 'gt':
      return order > 0;
    case 'gt_eq':
      return order >= 0;
    case 'eq':
    case 'in':
      return orders.includes(0);
    case 'not_eq':
    case 'not_in':
      return !orders.includes(0);
    default:
      return true;
  }
}

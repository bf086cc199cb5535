/** The ranges of each column outside which a predicate can't hold: its hull, for drawing. */
import { type Comparator, comparator } from '../types/compare.ts';
import { SAFE } from '../types/profile.ts';
import type { Value } from '../types/type.ts';
import type { BoundExpression, BoundPredicate } from './bound.ts';

/** Between values of the column; no edge = unbounded on that side. */
export interface ValueInterval {
  readonly lower?: Value | undefined;
  readonly upper?: Value | undefined;
  /** Meaningless without the edge. */
  readonly lowerInclusive: boolean;
  readonly upperInclusive: boolean;
}

/** Constraint on one column: sorted, disjoint. */
interface Hull {
  readonly compare: Comparator;
  readonly intervals: readonly ValueInterval[];
}

type Hulls = ReadonlyMap<number, Hull>;

/** Holds for no row: neutral in an OR. */
type Hold = Hulls | 'never';

/**
 * The intervals of each column that the predicate constrains, sorted and disjoint; an empty list where they exclude
 * each other. A column is absent where any value may do. Conditions on transforms, nulls and NaN don't count.
 */
export function intervalsByColumn(bound: BoundExpression): Map<number, readonly ValueInterval[]> {
  const hulls = hullsOf(bound);
  if (hulls === 'never') return new Map();
  return new Map([...hulls].map(([fieldId, hull]) => [fieldId, hull.intervals]));
}

function hullsOf(bound: BoundExpression): Hold {
  switch (bound.kind) {
    case 'false':
      return 'never';
    case 'and':
      return both(hullsOf(bound.left), hullsOf(bound.right));
    case 'or':
      return either(hullsOf(bound.left), hullsOf(bound.right));
    case 'predicate':
      return leafHull(bound);
    default:
      return new Map();
  }
}

function both(left: Hold, right: Hold): Hold {
  if (left === 'never' || right === 'never') return 'never';
  const out = new Map(left);
  for (const [fieldId, hull] of right) {
    const other = out.get(fieldId);
    out.set(fieldId, other === undefined ? hull : intersect(other, hull));
  }
  return out;
}

function either(left: Hold, right: Hold): Hold {
  if (left === 'never') return right;
  if (right === 'never') return left;
  const out = new Map<number, Hull>();
  for (const [fieldId, hull] of left) {
    const other = right.get(fieldId);
    const united = other === undefined ? undefined : unite(hull, other);
    if (united !== undefined) out.set(fieldId, united);
  }
  return out;
}

function leafHull(predicate: BoundPredicate): Hulls {
  const { term, op, literals, literalType } = predicate;
  const intervals = term.transform === undefined ? intervalsOf(op, literals) : undefined;
  if (intervals === undefined) return new Map();
  const compare = comparator(literalType, SAFE);
  const sorted = [...intervals].sort((a, b) => compareLower(a, b, compare));
  return new Map([[term.fieldId, { compare, intervals: sorted }]]);
}

function intervalsOf(
  op: BoundPredicate['op'],
  literals: readonly Value[],
): readonly ValueInterval[] | undefined {
  const [value] = literals;
  if (value === undefined) return undefined;
  switch (op) {
    case 'lt':
    case 'lt_eq':
      return [{ upper: value, lowerInclusive: false, upperInclusive: op === 'lt_eq' }];
    case 'gt':
    case 'gt_eq':
      return [{ lower: value, lowerInclusive: op === 'gt_eq', upperInclusive: false }];
    case 'eq':
    case 'in':
      return literals.map((point) => ({
        lower: point,
        upper: point,
        lowerInclusive: true,
        upperInclusive: true,
      }));
    case 'starts_with':
      return value instanceof Uint8Array && value.length > 0 ? [prefixInterval(value)] : undefined;
    default:
      return undefined;
  }
}

/** From the prefix to the next bytes that do not begin with it; 0xff has none above it. */
function prefixInterval(prefix: Uint8Array): ValueInterval {
  let end = prefix.length;
  while (end > 0 && prefix[end - 1] === 0xff) end--;
  if (end === 0) return { lower: prefix, lowerInclusive: true, upperInclusive: false };
  const upper = prefix.slice(0, end);
  upper[end - 1] = (upper[end - 1] ?? 0) + 1;
  return { lower: prefix, upper, lowerInclusive: true, upperInclusive: false };
}

function compareLower(a: ValueInterval, b: ValueInterval, compare: Comparator): number {
  if (a.lower === undefined || b.lower === undefined) {
    return Number(a.lower !== undefined) - Number(b.lower !== undefined);
  }
  return compare(a.lower, b.lower) || Number(b.lowerInclusive) - Number(a.lowerInclusive);
}

function compareUpper(a: ValueInterval, b: ValueInterval, compare: Comparator): number {
  if (a.upper === undefined || b.upper === undefined) {
    return Number(a.upper === undefined) - Number(b.upper === undefined);
  }
  return compare(a.upper, b.upper) || Number(a.upperInclusive) - Number(b.upperInclusive);
}

/** Both lists are sorted and disjoint, so one walk over both finds all overlaps. */
function intersect(left: Hull, right: Hull): Hull {
  const { compare } = left;
  const out: ValueInterval[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const a = left.intervals[i];
    const b = right.intervals[j];
    if (a === undefined || b === undefined) return { compare, intervals: out };
    const low = compareLower(a, b, compare) >= 0 ? a : b;
    const high = compareUpper(a, b, compare) <= 0 ? a : b;
    const overlap = withEdges(low, high);
    if (!isEmpty(overlap, compare)) out.push(overlap);
    if (high === a) i++;
    else j++;
  }
}

function withEdges(low: ValueInterval, high: ValueInterval): ValueInterval {
  const { lower, lowerInclusive } = low;
  const { upper, upperInclusive } = high;
  return { lower, upper, lowerInclusive, upperInclusive };
}

function isEmpty({ lower, upper, ...edges }: ValueInterval, compare: Comparator): boolean {
  if (lower === undefined || upper === undefined) return false;
  const order = compare(lower, upper);
  return order > 0 || (order === 0 && !(edges.lowerInclusive && edges.upperInclusive));
}

/** Undefined where nothing is left out. */
function unite(left: Hull, right: Hull): Hull | undefined {
  const { compare } = left;
  const all = [...left.intervals, ...right.intervals].sort((a, b) => compareLower(a, b, compare));
  const out: ValueInterval[] = [];
  for (const interval of all) {
    const last = out.at(-1);
    if (last === undefined || !touches(last, interval, compare)) {
      out.push(interval);
      continue;
    }
    const high = compareUpper(last, interval, compare) >= 0 ? last : interval;
    out[out.length - 1] = withEdges(last, high);
  }
  const [first] = out;
  const open = out.length === 1 && first?.lower === undefined && first?.upper === undefined;
  return open ? undefined : { compare, intervals: out };
}

/** `next` begins within `last` or right behind it. */
function touches(last: ValueInterval, next: ValueInterval, compare: Comparator): boolean {
  if (last.upper === undefined || next.lower === undefined) return true;
  const order = compare(next.lower, last.upper);
  return order < 0 || (order === 0 && (next.lowerInclusive || last.upperInclusive));
}

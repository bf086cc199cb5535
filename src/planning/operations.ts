/**
 * How each operation is judged: one row of OPERATIONS holds all of it. Nothing else in the planner decides a leaf.
 *
 * `cannot` (rules.md 7.1 and 7.3, the same on partition summaries and on column metrics): the finding that rules out every
 * row, or the finding why some row might match. `must` (7.4): the finding that proves every row, or undefined. `tuple` (7.2): whether
 * one value satisfies it. Values are met by their relation to the literal only (facts.ts).
 */
import type { Op } from '../expressions/expression.ts';
import {
  ABOVE,
  BELOW,
  BOUND_MISSING,
  BOUND_UNUSABLE,
  canBeNan,
  canBeNull,
  EQUAL,
  type Facts,
  isConstant,
  type LeafContext,
  noNans,
  noNulls,
  onlyNans,
  onlyNulls,
  SET_ABOVE,
  SET_BELOW,
  SET_WITHIN,
  ZERO,
} from './facts.ts';
import type { ReasonName } from './reasons.ts';

/** Reasons that leave the question open; all others, returned by `cannot`, rule the rows out. */
const OPEN: ReadonlySet<string> = new Set<ReasonName>([
  'might-match',
  'missing-statistic',
  'bounds-untrusted',
  'truncated-bounds',
  'in-limit',
  'transform-term',
]);

export function rulesOut(reason: ReasonName): boolean {
  return !OPEN.has(reason);
}

/** A partition value against a predicate. `perhaps`: it depends on whose rules decide. */
type Truth = 'yes' | 'no' | 'perhaps';

export interface TupleFacts {
  readonly kind: 'null' | 'nan' | 'value';
  /** BELOW, EQUAL, ABOVE or ZERO, as in Facts. */
  readonly relation: number;
}

export interface Operation {
  readonly negation: Op;
  /** What it is compared with; decides how relations are computed. */
  readonly against: 'nothing' | 'literal' | 'set' | 'prefix';
  readonly cannot: (f: Facts, c: LeafContext) => ReasonName;
  readonly must: (f: Facts, c: LeafContext) => ReasonName | undefined;
  readonly tuple: (v: TupleFacts, c: LeafContext) => Truth;
}

const IS_NULL: Operation = {
  negation: 'not_null',
  against: 'nothing',
  cannot: (f) => (noNulls(f) ? 'null-count-zero' : mightUnless(f.nulls < 2)),
  must: (f) => (onlyNulls(f) ? 'null-count' : undefined),
  tuple: (v) => truth(v.kind === 'null'),
};

const NOT_NULL: Operation = {
  negation: 'is_null',
  against: 'nothing',
  cannot: (f) => (onlyNulls(f) ? 'null-count' : mightUnless(f.nulls < 2)),
  must: (f) => (noNulls(f) ? 'null-count-zero' : undefined),
  tuple: (v) => truth(v.kind !== 'null'),
};

const IS_NAN: Operation = {
  negation: 'not_nan',
  against: 'nothing',
  cannot: (f) => {
    if (onlyNulls(f)) return 'null-count';
    return noNans(f) ? 'nan-count-zero' : mightUnless(f.nans < 2);
  },
  must: (f) => (onlyNans(f) ? 'nan-count' : undefined),
  tuple: (v) => truth(v.kind === 'nan'),
};

const NOT_NAN: Operation = {
  negation: 'is_nan',
  against: 'nothing',
  // A null is not NaN (B060), so nulls neither rule out nor disprove.
  cannot: (f) => (onlyNans(f) ? 'nan-count' : mightUnless(f.nans < 2)),
  must: (f) => (noNans(f) ? 'nan-count-zero' : onlyNulls(f) ? 'null-count' : undefined),
  tuple: (v) => truth(v.kind !== 'nan'),
};

const LT: Operation = {
  negation: 'gt_eq',
  against: 'literal',
  cannot: (f) => {
    if (f.valueless) return valueless(f);
    // A NaN lower bound says nothing: ORC writers leave it where the first value is NaN (TY-10).
    if (isUnknown(f.lower)) return unknownBound(f.lower);
    return f.lower === EQUAL || f.lower === ABOVE ? 'lower-bound' : 'might-match';
  },
  must: (f, c) => (canMiss(f, c) ? undefined : when(f.upper === BELOW, 'upper-bound')),
  tuple: (v, c) => (v.kind === 'null' ? nullBelow(c) : below(v, false)),
};

const LT_EQ: Operation = {
  negation: 'gt',
  against: 'literal',
  cannot: (f) => {
    if (f.valueless) return valueless(f);
    if (isUnknown(f.lower)) return unknownBound(f.lower);
    return f.lower === ABOVE ? 'lower-bound' : 'might-match';
  },
  must: (f, c) => {
    if (canMiss(f, c)) return undefined;
    return when(f.upper === BELOW || f.upper === EQUAL, 'upper-bound');
  },
  tuple: (v, c) => (v.kind === 'null' ? nullBelow(c) : below(v, true)),
};

const GT: Operation = {
  negation: 'lt_eq',
  against: 'literal',
  cannot: (f) => {
    if (f.valueless) return valueless(f);
    // A NaN upper bound compares as the greatest value, hence might match (TY-10).
    if (isUnknown(f.upper)) return unknownBound(f.upper);
    return f.upper === EQUAL || f.upper === BELOW ? 'upper-bound' : 'might-match';
  },
  must: (f, c) => (canMiss(f, c) ? undefined : when(f.lower === ABOVE, 'lower-bound')),
  tuple: (v, c) => above(v, false, c),
};

const GT_EQ: Operation = {
  negation: 'lt',
  against: 'literal',
  cannot: (f) => {
    if (f.valueless) return valueless(f);
    if (isUnknown(f.upper)) return unknownBound(f.upper);
    return f.upper === BELOW ? 'upper-bound' : 'might-match';
  },
  must: (f, c) => {
    if (canMiss(f, c)) return undefined;
    return when(f.lower === ABOVE || f.lower === EQUAL, 'lower-bound');
  },
  tuple: (v, c) => above(v, true, c),
};

const EQ: Operation = {
  negation: 'not_eq',
  against: 'literal',
  cannot: (f) => {
    if (f.valueless) return valueless(f);
    // A NaN bound is passed over here and the other one still decides (B058).
    if (f.lower === ABOVE) return 'lower-bound';
    if (f.upper === BELOW) return 'upper-bound';
    return eitherUnknown(f);
  },
  must: (f, c) => {
    if (canMiss(f, c) || f.lower !== EQUAL || f.upper !== EQUAL) return undefined;
    return f.boundsAreOne ? 'unique-value' : 'truncated-bounds';
  },
  tuple: (v) => equals(v),
};

const NOT_EQ: Operation = {
  negation: 'eq',
  against: 'literal',
  cannot: (f, c) => (isConstant(f, c) && f.lower === EQUAL ? 'unique-value' : eitherUnknown(f)),
  // Nulls and NaN are unequal to every literal (EX-7, EV-29).
  must: (f) => {
    if (f.valueless) return valueless(f);
    if (f.lower === BOUND_UNUSABLE) return undefined;
    if (f.lower === ABOVE) return 'lower-bound';
    return when(f.upper === BELOW, 'upper-bound');
  },
  tuple: (v) => negate(equals(v)),
};

const IN_LIMIT = 200;

const IN: Operation = {
  negation: 'not_in',
  against: 'set',
  cannot: (f, c) => {
    if (f.valueless) return valueless(f);
    if (c.size > IN_LIMIT && !c.rules.longSetsAreJudged) return 'in-limit';
    if (f.lower === BOUND_UNUSABLE) return 'bounds-untrusted';
    if (f.lower === BOUND_MISSING && !c.rules.upperBoundRulesOutAlone) return 'missing-statistic';
    return f.set === SET_WITHIN ? eitherUnknown(f) : outside(f.set);
  },
  must: (f, c) => {
    if (canMiss(f, c) || f.lower !== EQUAL || f.upper !== EQUAL) return undefined;
    return when(f.boundsAreOne, 'unique-value');
  },
  tuple: (v) => equals(v),
};

const NOT_IN: Operation = {
  negation: 'in',
  against: 'set',
  cannot: (f, c) => (isConstant(f, c) && f.lower === EQUAL ? 'unique-value' : eitherUnknown(f)),
  must: (f) => {
    if (f.valueless) return valueless(f);
    if (f.lower === BOUND_UNUSABLE) return undefined;
    return f.set === SET_WITHIN ? undefined : outside(f.set);
  },
  tuple: (v) => negate(equals(v)),
};

const STARTS_WITH: Operation = {
  negation: 'not_starts_with',
  against: 'prefix',
  cannot: (f, c) => {
    if (f.valueless) return valueless(f);
    if (f.lower === BOUND_MISSING && !c.rules.upperBoundRulesOutAlone) return 'missing-statistic';
    if (f.lower === ABOVE) return 'lower-bound';
    if (f.upper === BELOW) return 'upper-bound';
    return eitherUnknown(f);
  },
  must: (f, c) => {
    if (canBeNull(f, c)) return undefined;
    return when(f.lower === EQUAL && f.upper === EQUAL, 'shared-prefix');
  },
  tuple: (v) => truth(v.kind === 'value' && v.relation === EQUAL),
};

const NOT_STARTS_WITH: Operation = {
  negation: 'starts_with',
  against: 'prefix',
  // Nulls do not begin with the prefix, so only "no null" lets the bounds decide (B052).
  cannot: (f) => {
    if (noNulls(f) && f.lower === EQUAL && f.upper === EQUAL) return 'shared-prefix';
    return noNulls(f) ? eitherUnknown(f) : mightUnless(f.nulls < 2);
  },
  must: (f) => {
    if (onlyNulls(f)) return 'null-count';
    if (f.lower === ABOVE) return 'lower-bound';
    return when(f.upper === BELOW, 'upper-bound');
  },
  tuple: (v) => truth(v.kind !== 'value' || v.relation !== EQUAL),
};

export const OPERATIONS: Readonly<Record<Op, Operation>> = {
  is_null: IS_NULL,
  not_null: NOT_NULL,
  is_nan: IS_NAN,
  not_nan: NOT_NAN,
  lt: LT,
  lt_eq: LT_EQ,
  gt: GT,
  gt_eq: GT_EQ,
  eq: EQ,
  not_eq: NOT_EQ,
  in: IN,
  not_in: NOT_IN,
  starts_with: STARTS_WITH,
  not_starts_with: NOT_STARTS_WITH,
};

/** Some rows may escape "every row matches" for a comparison: nulls and NaN satisfy none (EX-7). */
function canMiss(f: Facts, c: LeafContext): boolean {
  return canBeNull(f, c) || canBeNan(f, c);
}

function valueless(f: Facts): ReasonName {
  if (onlyNulls(f)) return 'null-count';
  return onlyNans(f) ? 'nan-count' : 'value-count';
}

function isUnknown(bound: number): boolean {
  return bound === BOUND_MISSING || bound === BOUND_UNUSABLE;
}

function unknownBound(bound: number): ReasonName {
  return bound === BOUND_UNUSABLE ? 'bounds-untrusted' : 'missing-statistic';
}

/** Why some row might match where both bounds have their say. */
function eitherUnknown(f: Facts): ReasonName {
  if (isUnknown(f.lower)) return unknownBound(f.lower);
  return isUnknown(f.upper) ? unknownBound(f.upper) : 'might-match';
}

function mightUnless(unknown: boolean): ReasonName {
  return unknown ? 'missing-statistic' : 'might-match';
}

function outside(set: number): ReasonName {
  if (set === SET_BELOW) return 'lower-bound';
  return set === SET_ABOVE ? 'upper-bound' : 'between-elements';
}

function when(proven: boolean, reason: ReasonName): ReasonName | undefined {
  return proven ? reason : undefined;
}

function truth(holds: boolean): Truth {
  return holds ? 'yes' : 'no';
}

function negate(t: Truth): Truth {
  return t === 'perhaps' ? t : truth(t === 'no');
}

function equals(v: TupleFacts): Truth {
  if (v.kind !== 'value') return 'no';
  return v.relation === ZERO ? 'perhaps' : truth(v.relation === EQUAL);
}

/** Java puts nulls before all values, so null < v holds there (EV-9, EV-35). */
function nullBelow(c: LeafContext): Truth {
  return truth(!c.rules.nullsMatchNoRange);
}

function below(v: TupleFacts, orEqual: boolean): Truth {
  if (v.kind === 'nan') return 'no';
  if (v.relation === ZERO) return 'perhaps';
  return truth(v.relation === BELOW || (orEqual && v.relation === EQUAL));
}

/** NaN is greatest to some and unordered to others (A-2, EX-8). */
function above(v: TupleFacts, orEqual: boolean, c: LeafContext): Truth {
  if (v.kind === 'null') return 'no';
  if (v.kind === 'nan') return c.rules.nanMatchesNoRange ? 'perhaps' : 'yes';
  if (v.relation === ZERO) return 'perhaps';
  return truth(v.relation === ABOVE || (orEqual && v.relation === EQUAL));
}

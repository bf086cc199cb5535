/** Less and greater: answered by the bound on the side that they look from. */
import { ABOVE, BELOW, canMiss, EQUAL, type LeafContext, ZERO } from '../facts.ts';
import {
  isUnknown,
  type Operation,
  overlapWords,
  type Truth,
  type TupleFacts,
  truth,
  unknownBound,
  valueless,
  when,
} from './operation.ts';

export const LT: Operation = {
  negation: 'gt_eq',
  against: 'literal',
  cannot: (f) => {
    if (f.valueless) return valueless(f);
    // A NaN lower bound says nothing: ORC writers leave it where the first value is NaN (TY-10).
    if (isUnknown(f.lower)) return unknownBound(f.lower);
    if (f.lower === ZERO) return 'zero-sign';
    return f.lower === EQUAL || f.lower === ABOVE ? 'lower-bound' : 'might-match';
  },
  must: (f, c) => (canMiss(f, c) ? undefined : when(f.upper === BELOW, 'upper-bound')),
  tuple: (v, c) => (v.kind === 'null' ? nullBelow(c) : below(v, false)),
  words: {
    allows: ({ value, order }) => `${order.below} ${value}`,
    mustRecord: 'bounds',
    might: overlapWords,
    outside: ({ value }) => `the condition ends before ${value}`,
    ruledOutBy: ({ name, value, hasZero }) =>
      `A lower bound of ${name} ${hasZero ? `after ${value}` : `from ${value} on`}`,
    readBy: (lower) => `An upper limit after ${lower}`,
  },
};

export const LT_EQ: Operation = {
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
  words: {
    allows: ({ value, order }) => `${value} ${order.orBelow}`,
    mustRecord: 'bounds',
    might: overlapWords,
    outside: ({ value }) => `the condition ends at ${value}`,
    ruledOutBy: ({ name, value }) => `A lower bound of ${name} after ${value}`,
    readBy: (lower) => `An upper limit from ${lower} on`,
  },
};

export const GT: Operation = {
  negation: 'lt_eq',
  against: 'literal',
  cannot: (f) => {
    if (f.valueless) return valueless(f);
    // A NaN upper bound compares as the greatest value, hence might match (TY-10).
    if (isUnknown(f.upper)) return unknownBound(f.upper);
    if (f.upper === ZERO) return 'zero-sign';
    return f.upper === EQUAL || f.upper === BELOW ? 'upper-bound' : 'might-match';
  },
  must: (f, c) => (canMiss(f, c) ? undefined : when(f.lower === ABOVE, 'lower-bound')),
  tuple: (v, c) => above(v, false, c),
  words: {
    allows: ({ value, order }) => `${order.above} ${value}`,
    mustRecord: 'bounds',
    might: overlapWords,
    outside: ({ value }) => `the condition begins after ${value}`,
    ruledOutBy: ({ name, value, hasZero }) =>
      `An upper bound of ${name} ${hasZero ? 'before' : 'up to'} ${value}`,
    readBy: (_lower, upper) => `A lower limit before ${upper}`,
  },
};

export const GT_EQ: Operation = {
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
  words: {
    allows: ({ value, order }) => `${value} ${order.orAbove}`,
    mustRecord: 'bounds',
    might: overlapWords,
    outside: ({ value }) => `the condition begins at ${value}`,
    ruledOutBy: ({ name, value }) => `An upper bound of ${name} before ${value}`,
    readBy: (_lower, upper) => `A lower limit up to ${upper}`,
  },
};

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

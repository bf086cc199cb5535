/** Equal to one value, or to one of a list: answered by both bounds together. */
import {
  ABOVE,
  BELOW,
  BOUND_MISSING,
  BOUND_UNUSABLE,
  canMiss,
  EQUAL,
  type Facts,
  isConstant,
  type LeafContext,
  noNulls,
  SET_ABOVE,
  SET_BELOW,
  SET_WITHIN,
  ZERO,
} from '../facts.ts';
import type { ReasonName } from '../reasons.ts';
import {
  aValueInside,
  boundsWords,
  eitherUnknown,
  equals,
  type LeafTexts,
  leftOutWords,
  negate,
  type Operation,
  valueless,
  when,
} from './operation.ts';

export const EQ: Operation = {
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
  words: {
    allows: ({ value }) => value,
    mustRecord: 'bounds',
    might: (t) => boundsWords(t, `include ${t.value}`),
    outside: (t, reason) => `${t.value} ${besideWords(t, reason)}`,
    ruledOutBy: leftOutWords,
    readBy: aValueInside,
  },
};

export const NOT_EQ: Operation = {
  negation: 'eq',
  against: 'literal',
  cannot: nothingElse,
  // Nulls and NaN are unequal to every literal (EX-7, EV-29).
  must: (f) => {
    if (f.valueless) return valueless(f);
    if (f.lower === BOUND_UNUSABLE) return undefined;
    if (f.lower === ABOVE) return 'lower-bound';
    return when(f.upper === BELOW, 'upper-bound');
  },
  tuple: (v) => negate(equals(v)),
  words: {
    excludes: ({ value }) => [value],
    mustRecord: 'bounds',
    might: (t) => boundsWords(t, 'include other values'),
    ruledOutBy: ({ name, value }) => `Every ${name} being ${value}`,
  },
};

const IN_LIMIT = 200;

/** Lists of more are told by their length. */
const MANY = 5;

export const IN: Operation = {
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
  words: {
    allows: ({ values, list }) => (values.length > MANY ? `one of ${values.length} values` : list),
    mustRecord: 'bounds',
    might: (t) => boundsWords(t, 'include elements of the list'),
    outside: ({ order }, reason) => {
      if (reason === 'between-elements') return 'no element of the list lies between';
      const side = reason === 'lower-bound' ? order.isBelow : order.isAbove;
      return `every element of the list ${side} that`;
    },
    ruledOutBy: leftOutWords,
    readBy: aValueInside,
  },
};

export const NOT_IN: Operation = {
  negation: 'in',
  against: 'set',
  cannot: nothingElse,
  must: (f) => {
    if (f.valueless) return valueless(f);
    if (f.lower === BOUND_UNUSABLE) return undefined;
    return f.set === SET_WITHIN ? undefined : outside(f.set);
  },
  tuple: (v) => negate(equals(v)),
  words: {
    excludes: ({ values }) => (values.length > MANY ? [`${values.length} listed ones`] : values),
    mustRecord: 'bounds',
    might: (t) => boundsWords(t, 'include other values'),
    ruledOutBy: ({ name, hasZero }) =>
      `One value in ${name}, an element of the list${hasZero ? ' but 0' : ''},`,
  },
};

/** Every value is the one that is left out. */
function nothingElse(f: Facts, c: LeafContext): ReasonName {
  const isZero = f.lower === ZERO && (f.boundsAreOne || f.upper === ZERO);
  if (isZero) return 'zero-sign';
  if (!f.boundsAreOne || f.lower !== EQUAL) return eitherUnknown(f);
  if (isConstant(f, c)) return 'unique-value';
  return noNulls(f) ? 'may-be-nan' : 'may-be-null';
}

function outside(set: number): ReasonName {
  if (set === SET_BELOW) return 'lower-bound';
  return set === SET_ABOVE ? 'upper-bound' : 'between-elements';
}

/** Where the one literal lies beside the bounds. */
function besideWords({ lower, upper, order }: LeafTexts, reason: ReasonName): string {
  return reason === 'lower-bound'
    ? `${order.isBelow} ${lower ?? 'it'}`
    : `${order.isAbove} ${upper ?? 'it'}`;
}

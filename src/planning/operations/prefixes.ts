/** Texts that begin with another: answered by the bounds cut to its length. */
import { ABOVE, BELOW, BOUND_MISSING, canBeNull, EQUAL, noNulls, onlyNulls } from '../facts.ts';
import {
  aValueInside,
  boundsWords,
  eitherUnknown,
  type LeafTexts,
  type Operation,
  truth,
  valueless,
  when,
} from './operation.ts';

export const STARTS_WITH: Operation = {
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
  words: {
    allows: ({ value }) => `a text that begins with ${value}`,
    mustRecord: 'bounds',
    might: (t) =>
      t.isAnyText ? everyText(t) : boundsWords(t, `include texts that begin with ${t.value}`),
    outside: ({ value }) => `no text in between begins with ${value}`,
    ruledOutBy: ({ name, value }) => `Bounds of ${name} that both lie before or after ${value}…`,
    readBy: aValueInside,
  },
};

export const NOT_STARTS_WITH: Operation = {
  negation: 'starts_with',
  against: 'prefix',
  // Nulls do not begin with the prefix, so only "no null" lets the bounds decide (B052).
  cannot: (f) => {
    if (noNulls(f) && f.lower === EQUAL && f.upper === EQUAL) return 'shared-prefix';
    if (noNulls(f)) return eitherUnknown(f);
    if (f.nulls < 2) return 'missing-statistic';
    return f.lower === EQUAL && f.upper === EQUAL ? 'may-be-null' : 'might-match';
  },
  must: (f) => {
    if (onlyNulls(f)) return 'null-count';
    if (f.lower === ABOVE) return 'lower-bound';
    return when(f.upper === BELOW, 'upper-bound');
  },
  tuple: (v) => truth(v.kind !== 'value' || v.relation !== EQUAL),
  words: {
    allows: ({ list }) => `any text that does not begin with ${list}`,
    mustRecord: 'bounds',
    might: (t) => boundsWords(t, 'include other values'),
    ruledOutBy: ({ name, value }) => `Nothing but values that begin with ${value} in ${name}`,
  },
};

/** Every text begins with the empty one. */
function everyText({ name }: LeafTexts): string {
  return `every ${name} but null matches`;
}

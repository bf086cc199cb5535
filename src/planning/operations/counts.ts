/** Whether a value is there, and whether it is a number: answered by counts. */
import { noNans, noNulls, onlyNans, onlyNulls } from '../facts.ts';
import { type LeafTexts, mightUnless, type Operation, truth } from './operation.ts';

export const IS_NULL: Operation = {
  negation: 'not_null',
  against: 'nothing',
  cannot: (f) => (noNulls(f) ? 'null-count-zero' : mightUnless(f.nulls < 2)),
  must: (f) => (onlyNulls(f) ? 'null-count' : undefined),
  tuple: (v) => truth(v.kind === 'null'),
  words: {
    allows: () => 'null',
    mustRecord: 'null count',
    might: countedNulls,
    ruledOutBy: ({ name }) => `A null count of 0 in ${name}`,
  },
};

export const NOT_NULL: Operation = {
  negation: 'is_null',
  against: 'nothing',
  cannot: (f) => (onlyNulls(f) ? 'null-count' : mightUnless(f.nulls < 2)),
  must: (f) => (noNulls(f) ? 'null-count-zero' : undefined),
  tuple: (v) => truth(v.kind !== 'null'),
  words: {
    excludes: () => ['null'],
    mustRecord: 'null count',
    might: countedNulls,
    ruledOutBy: ({ name }) => `Every ${name} being null`,
  },
};

export const IS_NAN: Operation = {
  negation: 'not_nan',
  against: 'nothing',
  cannot: (f) => {
    if (onlyNulls(f)) return 'null-count';
    return noNans(f) ? 'nan-count-zero' : mightUnless(f.nans < 2);
  },
  must: (f) => (onlyNans(f) ? 'nan-count' : undefined),
  tuple: (v) => truth(v.kind === 'nan'),
  words: {
    allows: () => 'NaN',
    mustRecord: 'NaN count',
    might: countedNans,
    ruledOutBy: ({ name }) => `A NaN count of 0 in ${name}`,
  },
};

export const NOT_NAN: Operation = {
  negation: 'is_nan',
  against: 'nothing',
  // A null is not NaN (B060), so nulls neither rule out nor disprove.
  cannot: (f) => (onlyNans(f) ? 'nan-count' : mightUnless(f.nans < 2)),
  must: (f) => (noNans(f) ? 'nan-count-zero' : onlyNulls(f) ? 'null-count' : undefined),
  tuple: (v) => truth(v.kind !== 'nan'),
  words: {
    excludes: () => ['NaN'],
    mustRecord: 'NaN count',
    might: countedNans,
    ruledOutBy: ({ name }) => `Every ${name} being NaN`,
  },
};

function countedNulls({ name, nulls, values }: LeafTexts): string {
  return nulls === undefined
    ? `${name} may hold nulls`
    : `${nulls} of ${values ?? 'its'} values of ${name} ${nulls === '1' ? 'is' : 'are'} null`;
}

function countedNans({ name, nans, values }: LeafTexts): string {
  return nans === undefined
    ? `${name} may hold NaN`
    : `${nans} of ${values ?? 'its'} values of ${name} ${nans === '1' ? 'is' : 'are'} NaN`;
}

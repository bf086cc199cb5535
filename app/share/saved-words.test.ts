import { expect, it } from 'vitest';
import { savedSentence } from './saved-words.ts';

it.each([
  [0, 0, false, undefined],
  [1, 1, false, '1 saved predicate goes with it.'],
  [1, 1, true, '1 saved predicate goes with it; what it would read is not all in it.'],
  [3, 3, true, '3 saved predicates go with it; what they would read is not all in it.'],
  [1, 0, true, 'The saved predicate does not go with it.'],
  [2, 0, false, 'The 2 saved predicates do not go with it.'],
  [2, 1, false, '1 of 2 saved predicates goes with it.'],
  [3, 2, true, '2 of 3 saved predicates go with it; what they would read is not all in it.'],
])('of %i saved predicates, %i in the file: says so', (all, held, isPart, words) => {
  expect(savedSentence(all, held, isPart)).toBe(words);
});

import { expect, it } from 'vitest';
import { deletesFact } from './deletes-fact.ts';

it.each([
  [0, 0, 'none'],
  [1, 1, '1 delete file with 1 entry, a row’s position or a key that rows may have'],
  // As many entries as the table has rows need not delete all of them: no share is told.
  [4, 8, '4 delete files with 8 entries, each a row’s position or a key that rows may have'],
])('%d files of %d entries', (files, entries, words) => {
  expect(deletesFact(files, entries)).toBe(words);
});

import { expect, it } from 'vitest';
import { nextSort, parseSort, printSort } from './sort.ts';

it.each(['bytes', '-rows', undefined])('%s is read back', (text) => {
  expect(printSort(parseSort(text))).toBe(text);
});

it.each([
  [undefined, '-bytes'],
  ['rows', '-bytes'],
  ['-bytes', 'bytes'],
  ['bytes', undefined],
])('a press on bytes leads from %s to %s', (from, to) => {
  expect(printSort(nextSort('bytes', parseSort(from)))).toBe(to);
});

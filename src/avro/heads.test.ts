import { expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { headOf, newHeads } from './heads.ts';

it('ends a head with the last slash, and keeps each once', () => {
  const heads = newHeads();
  const numberOf = (value: string) => {
    const bytes = utf8(`x/${value}/y`);
    return headOf(heads, bytes, 2, bytes.length - 2);
  };
  expect(numberOf('a/b/c')).toBe(0);
  expect(heads.lengths[0]).toBe(4);
  expect(numberOf('a/b/')).toBe(0);
  expect(numberOf('c')).toBe(1);
  expect(numberOf('')).toBe(1);
  expect(numberOf('/')).toBe(2);
  expect(numberOf('a/b')).toBe(3);
  expect(numberOf('a/b/d')).toBe(0);
  expect(heads.lengths).toEqual([4, 0, 1, 2]);
});

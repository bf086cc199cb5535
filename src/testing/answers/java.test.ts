/** Profile java, bit for bit: every field of every case of the reference's answers on the corpus. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { differenceText } from '../../cli/answers/command.ts';
import { compareAnswers } from '../../cli/answers/compare.ts';
import { tell } from '../tell.ts';
import { answersOf, corpusTables } from './tables.ts';

const tables = corpusTables();
let cases = 0;
let bits = 0;
let equal = 0;
afterAll(() => {
  tell('answers in java', `${equal}/${tables.length} tables, ${cases} cases, ${bits} bits equal`);
});

function countBits(text: string): number {
  const fields = text.matchAll(/"(?:manifestKept|partition\w+|metrics\w+|planned)":"([01]*)"/g);
  let sum = 0;
  for (const [, field = ''] of fields) sum += field.length;
  return sum;
}

describe('the reference’s answers', () => {
  test('are of all tables', () => expect(tables.length).toBe(93));

  test.each(tables)('$name', async (table) => {
    const reference = readFileSync(table.answers, 'utf8');
    const differences = compareAnswers(await answersOf(table, 'java'), reference);
    expect(differences.slice(0, 5).map(differenceText)).toEqual([]);
    cases += reference.split('{"where":').length - 1;
    bits += countBits(reference);
    equal++;
  });
});

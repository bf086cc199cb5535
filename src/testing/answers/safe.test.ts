/** Profile safe on the corpus: sound by the rows, and otherwise than java only by a rule of the profile. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../base/json.ts';
import type { Question } from '../../cli/answers/predicate.ts';
import { tell } from '../tell.ts';
import { rulesBehind } from './attribution.ts';
import { breaches, deleteBreaches, type Json, readOnlyBy } from './law.ts';
import { type AskedView, answersOf, askView, corpusTables } from './tables.ts';

const tables = corpusTables();
const differences = new Map<string, number>();
let unsound = 0;
afterAll(() => {
  const rows = [...differences].sort(([a], [b]) => (a < b ? -1 : 1));
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  tell('answers in safe', `unsound ${unsound}`);
  tell('differences', `listed ${rows.length} kinds, ${total} files planned otherwise than in java`);
  for (const [rule, count] of rows) console.log(`  ${rule}: ${count}`);
});

const views = (text: string) => (parseJson(text, 'answers') as Json)['snapshots'] as Json[];
const casesOf = (view: Json) => (view['cases'] ?? []) as Json[];

describe('profile safe', () => {
  test.each(tables)('$name', async (table) => {
    const own = views(await answersOf(table, 'safe'));
    const reference = views(readFileSync(table.answers, 'utf8'));
    const found: string[] = [];
    for (const [v, view] of reference.entries()) {
      let asked: AskedView | undefined;
      for (const [c, one] of casesOf(view).entries()) {
        const ours = casesOf(own[v] as Json)[c] as Json;
        const broken = [...breaches(view, ours, one), ...deleteBreaches(ours, one)];
        for (const { file, claim } of broken) {
          found.push(`snapshots[${v}] ${String(one['where'])}: file ${file} ${claim}`);
        }
        const { ours: more, theirs: fewer } = readOnlyBy(ours, one);
        if (more.length + fewer.length === 0) continue;
        asked ??= await askView(table, v);
        const rulesOf = rulesBehind(asked.view, asked.questions[c] as Question);
        for (const file of [...more, ...fewer]) {
          const isRead = more.includes(file);
          const rules = rulesOf(file, isRead);
          const kind = `${isRead ? 'read' : 'skipped'} by ${rules || 'no rule'}`;
          differences.set(kind, (differences.get(kind) ?? 0) + 1);
        }
      }
    }
    unsound += found.length;
    expect(found.slice(0, 10)).toEqual([]);
  });

  test('differs from java by rules only', () => {
    expect([...differences.keys()].filter((kind) => kind.endsWith('no rule'))).toEqual([]);
  });
});

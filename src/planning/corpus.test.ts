/**
 * Every case of the corpus: in profile java each recorded field as the reference has it, in profile safe no file with
 * matching rows skipped and no false "every row matches" (rules.md 14.3).
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TableMetadata } from '../metadata/records.ts';
import {
  type Answers,
  type Case,
  compareWithJava,
  openTable,
  openView,
  planCase,
  readAnswers,
  type View,
} from '../testing/corpus-plan.ts';
import { corpusFolder } from '../testing/shared.ts';
import { JAVA, SAFE } from '../types/profile.ts';

const tables = readdirSync(join(corpusFolder(), 'answers'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));

/** Refused at binding: the front-end's tests. A step that threw in Java leaves what worked. */
function isPlanned(answer: Case): boolean {
  return answer.error === undefined || answer.errorIn !== undefined;
}

async function eachView(
  answers: Answers,
  check: (open: Awaited<ReturnType<typeof openView>>, view: View) => void,
): Promise<void> {
  if (answers.snapshots.length === 0) return;
  const metadata: TableMetadata = await openTable(answers);
  for (const view of answers.snapshots) check(await openView(metadata, view), view);
}

describe.each(tables)('%s', (table) => {
  test('profile java is the reference, profile safe loses nothing', async () => {
    const wrong: unknown[] = [];
    await eachView(readAnswers(table), (open, view) => {
      for (const answer of view.cases.filter(isPlanned)) {
        const where = `${view.selected} ${view.id}: ${answer.where}`;
        const { differences } = compareWithJava(open, answer, JAVA);
        wrong.push(...differences.map((difference) => ({ where, ...difference })));
        wrong.push(
          ...unsound(planCase(open, answer, SAFE), answer, view).map((what) => ({ where, what })),
        );
      }
    });
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(wrong.length).toBe(0);
  }, 120_000);
});

/** −1 rows match: they are not at hand. */
function unsound(
  plan: { readonly planned: string; readonly allMatch: string },
  { matching }: Case,
  view: View,
): string[] {
  return (matching ?? []).flatMap((rows, i) => {
    if (rows > 0 && plan.planned[i] !== '1') return [`file ${i} is lost`];
    const isFalse = rows >= 0 && rows !== Number(view.files[i]?.records);
    return isFalse && plan.allMatch[i] === '1' ? [`file ${i} does not match in every row`] : [];
  });
}

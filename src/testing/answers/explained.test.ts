/**
 * Explanations are true: over the cases of the corpus, a checker recomputes from what an explanation shows the
 * verdict that it claims, which must be the plan's.
 */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { exactForm } from '../../cli/answers/case.ts';
import { foldPredicate, predicateSql } from '../../cli/answers/predicate.ts';
import { bind } from '../../expressions/bind.ts';
import { parseWhere } from '../../expressions/where.ts';
import { explainFile } from '../../planning/explain.ts';
import { planManifest } from '../../planning/plan-manifest.ts';
import { FILE_VERDICTS } from '../../planning/verdict.ts';
import { SAFE } from '../../types/profile.ts';
import { tell } from '../tell.ts';
import { untruths } from './evidence.ts';
import { type AskedView, askView, corpusTables, viewCount } from './tables.ts';

const tables = corpusTables().filter(({ answers }) =>
  readFileSync(answers, 'utf8').includes('"cases"'),
);
/**
 * In older views, which are asked the same questions, one file in so many, another one each time; every file with
 * ICECORE_EXPLAIN_ALL=1, which takes three times as long.
 */
const EVERY_OLDER = process.env['ICECORE_EXPLAIN_ALL'] === undefined ? 29 : 1;
let explained = 0;
let wrongs = 0;
afterAll(() =>
  tell('explanations', `${explained} recomputed from their evidence, ${wrongs} wrong`),
);

describe('explanations', () => {
  test.each(tables)('$name', { timeout: 900_000 }, async (table) => {
    const views = await viewCount(table);
    const wrong: string[] = [];
    for (let index = 0; index < views; index++) {
      wrong.push(...untruthsOf(await askView(table, index), index === 0 ? 1 : EVERY_OLDER));
    }
    wrongs += wrong.length;
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});

/** What explanations of one file in `every` claim and do not show, or say otherwise than the plan. */
function untruthsOf({ view, questions }: AskedView, every: number): readonly string[] {
  const wrong: string[] = [];
  let turn = 0;
  for (const question of questions) {
    const { predicate, caseSensitive } = question;
    const text = predicateSql(foldPredicate(predicate), view.schema, exactForm(question));
    const { expression, errors } = parseWhere(text, view.schema, { caseSensitive });
    if (errors.length > 0) continue;
    // The same object each time, so that what is made for it is found again.
    const filter = bind(expression, view.schema, { caseSensitive, profile: SAFE });
    const bindAs = () => filter;
    for (const { entries, manifest, spec, index } of view.data) {
      const { live, fileVerdicts } = planManifest({
        entries,
        manifest,
        filter,
        spec,
        profile: SAFE,
      });
      live.forEach((entry, k) => {
        if (turn++ % every !== 0) return;
        const request = {
          manifestIndex: index,
          manifest,
          entries,
          entry,
          spec,
          profile: SAFE,
          bindAs,
          others: [],
        };
        const explanation = explainFile(request);
        explained++;
        const planned = FILE_VERDICTS[fileVerdicts[k] as number];
        const told = untruths(explanation);
        if (explanation.verdict !== planned)
          wrong.push(`${text}: ${explanation.verdict}, planned ${planned}`);
        wrong.push(...told.map((untruth) => `${text}: file ${entry}: ${untruth}`));
      });
    }
  }
  return wrong;
}

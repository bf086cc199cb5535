/** A bundle gives the verdicts of its table: over every table of the corpus that has answers. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { IcecoreError } from '../base/errors.ts';
import { parseQuestions } from '../cli/answers/predicate.ts';
import { writeAnswers } from '../cli/answers/write.ts';
import { openNamed } from '../cli/open.ts';
import { parseWhere } from '../expressions/where.ts';
import type { EraSpan } from '../metadata/eras.ts';
import { type AnsweredTable, corpusTables } from '../testing/answers/tables.ts';
import { bundled, eraSpans, plansOf, sampledWheres } from '../testing/bundles.ts';
import { HERE } from '../testing/local-tables.ts';
import { indexSchema } from '../types/schema.ts';
import type { ManifestPlan, TableApi } from './api.ts';
import { type OpenedTable, snapshotView } from './session.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A bundle of all holds the same bytes, so that every fourth answer tells whether they are found again. */
const EVERY = 4;

const counted = { answers: 0, plans: 0, leftOut: 0, manifests: 0 };
afterAll(() =>
  console.log(
    `${counted.answers} tables answered alike by a bundle of all; ${counted.plans} plans by bundles of what they keep, which leave out ${counted.leftOut} of ${counted.manifests} manifests.`,
  ),
);

async function answers(table: OpenedTable, api: TableApi, asked: AnsweredTable): Promise<string> {
  const all = parseQuestions(readFileSync(asked.predicates, 'utf8'), asked.predicates);
  const questions = all.filter((_, i) => i % EVERY === 0);
  const parts: string[] = [];

  const options = { profile: 'safe', olderEvery: asked.olderEvery, input: HERE } as const;
  await writeAnswers(table, api, questions, options, (text) => parts.push(text));
  return parts.join('');
}

describe.each(corpusTables().map((table) => [table.name, table] as const))('%s', (_name, asked) => {
  it('answers alike in a bundle of all', async () => {
    const { table, api } = await openNamed(asked.folder);
    const view = await snapshotView(table, api);
    const copy = await bundled(table, view, api, { contents: 'table' });
    expect(await answers(copy, api, asked)).toBe(
      (await answers(table, api, asked)).replace(table.metadataFile, copy.metadataFile),
    );
    counted.answers++;
  });

  it('tells its layouts alike in a bundle of one snapshot', async () => {
    const { table, api } = await openNamed(asked.folder);
    const view = await snapshotView(table, api);
    const copy = await bundled(table, view, api, { contents: 'snapshot' });
    const untold = (spans: readonly EraSpan[]) => spans.map(({ certain: _, ...span }) => span);
    expect(untold(await eraSpans(copy, api))).toEqual(untold(await eraSpans(table, api)));
  });

  it('plans alike in bundles of what a predicate keeps', async () => {
    const { table, api } = await openNamed(asked.folder);
    const view = await snapshotView(table, api);
    for (const [i, where] of sampledWheres(asked).entries()) {
      const { expression: filter, errors } = parseWhere(where, indexSchema(view.schema), {
        caseSensitive: true,
      });
      if (errors.length > 0) continue;
      const profile = i % 4 === 3 ? 'java' : 'safe';
      const question = { where, filter, caseSensitive: true, profile } as const;
      let ours: readonly ManifestPlan[];
      try {
        ours = await plansOf(view, api, question);
      } catch (error) {
        // The predicate is refused by this profile, and there is nothing to compare.
        if (error instanceof IcecoreError) continue;
        throw error;
      }
      const copy = await bundled(table, view, api, { contents: 'predicate', question });
      const copied = await snapshotView(copy, api);
      const theirs = await plansOf(copied, api, question);
      expect(theirs.map(({ totals, verdict, specId }) => ({ totals, verdict, specId }))).toEqual(
        ours.map(({ totals, verdict, specId }) => ({ totals, verdict, specId })),
      );
      const kept = theirs.filter(({ index }) => copied.manifests[index]?.input !== undefined);
      expect(kept.map(({ fileVerdicts, reasons }) => ({ fileVerdicts, reasons }))).toEqual(
        kept.map(({ index }) => {
          const plan = ours.find((one) => one.index === index);
          return { fileVerdicts: plan?.fileVerdicts, reasons: plan?.reasons };
        }),
      );
      counted.plans++;
      counted.manifests += theirs.length;
      counted.leftOut += theirs.length - kept.length;
    }
  });
});

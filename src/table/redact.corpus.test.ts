/** A redacted bundle gives the verdicts of its table: over every table of the corpus, all kinds replaced. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openNamed } from '../cli/open.ts';
import { parseWhere } from '../expressions/where.ts';
import { parseLink } from '../share/link.ts';
import { redactBundle } from '../share/redact-bundle.ts';
import { type AnsweredTable, corpusTables } from '../testing/answers/tables.ts';
import { openBundled } from '../testing/bundles.ts';
import { HERE } from '../testing/local-tables.ts';
import { indexSchema } from '../types/schema.ts';
import type { ManifestPlan, TableApi } from './api.ts';
import { type BundleQuestion, planBundle, redaction } from './bundle.ts';
import { type SnapshotView, snapshotView } from './session.ts';

vi.setConfig({ testTimeout: 120_000 });

const ASKED_EACH = 4;
const ALL = { names: true, paths: true, text: true, numbers: true, times: true };

const counted = { cases: 0, same: 0 };
const reasons = new Map<string, number>();
afterAll(() => {
  const lost = [...reasons].map(([reason, n]) => `  ${n}: ${reason}`).join('\n');
  console.log(
    `${counted.same} of ${counted.cases} redacted plans are held to be the same, and are.\n${lost}`,
  );
});

async function planned(view: SnapshotView, api: TableApi, asked: BundleQuestion) {
  const { context, manifests } = view;
  const { filter, caseSensitive, profile } = asked;
  const plans: ManifestPlan[] = [];
  await api.plan(
    { context, manifests, filter, caseSensitive, profile },
    { onManifest: (plan) => plans.push(plan) },
  );
  return plans
    .sort((a, b) => a.index - b.index)
    .map(({ verdict, specId, totals, fileVerdicts, deleteCounts }) => ({
      verdict,
      specId,
      totals,
      fileVerdicts,
      deleteCounts,
    }));
}

function sampled(asked: AnsweredTable): readonly string[] {
  const { snapshots } = JSON.parse(readFileSync(asked.answers, 'utf8')) as {
    snapshots: { selected: string; cases: { where: string; error?: string }[] }[];
  };
  const cases = (snapshots.find(({ selected }) => selected === 'current')?.cases ?? []).filter(
    ({ error }) => error === undefined,
  );
  const step = Math.max(1, Math.floor(cases.length / ASKED_EACH));
  return cases.filter((_, i) => i % step === 0).map(({ where }) => where);
}

describe.each(corpusTables().map((table) => [table.name, table] as const))('%s', (_name, asked) => {
  it('plans alike when redacted', async () => {
    const { table, api } = await openNamed(asked.folder);
    const view = await snapshotView(table, api);
    const snapshotId = view.snapshot?.snapshotId;
    for (const where of sampled(asked)) {
      const read = parseWhere(where, indexSchema(view.schema), { caseSensitive: true });
      if (read.errors.length > 0) continue;
      const question = {
        where,
        filter: read.expression,
        caseSensitive: true,
        profile: 'safe',
      } as const;
      const plan = await planBundle(table, view, api, {
        contents: 'snapshot',
        question,
        view: `#/pruning?v=1&where=x`,
        made: '2026-01-01T00:00:00Z',
      });
      const redacted = await redactBundle(redaction(table, view, plan, question, ALL, 1000), HERE);
      const copy = await openBundled(redacted.request, api);
      const theirs = await snapshotView(
        copy,
        api,
        snapshotId === undefined ? {} : { id: snapshotId },
      );
      const text = parseLink(redacted.request.bundle.view.split('?')[1] ?? '').search.where ?? '';
      expect(text).toBe(redacted.where);
      const again = parseWhere(text, indexSchema(theirs.schema), { caseSensitive: true });
      expect(again.errors, `${where} became ${text}`).toEqual([]);
      counted.cases++;
      if (redacted.lost.length > 0) {
        for (const reason of redacted.lost) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        continue;
      }
      expect(
        await planned(theirs, api, { ...question, filter: again.expression }),
        `${where} became ${text}`,
      ).toEqual(await planned(view, api, question));
      counted.same++;
    }
  });
});

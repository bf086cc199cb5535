/** A redacted bundle gives the verdicts of its table: over every table of the corpus, all kinds replaced. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openNamed } from '../cli/open.ts';
import { parseWhere } from '../expressions/where.ts';
import { inlineText } from '../share/inline.ts';
import { parseLink, placeOfHref, printLink } from '../share/link.ts';
import { redactBundle } from '../share/redact-bundle.ts';
import { corpusTables } from '../testing/answers/tables.ts';
import { eraSpans, openBundled, plansOf, sampledWheres } from '../testing/bundles.ts';
import { HERE } from '../testing/local-tables.ts';
import { indexSchema } from '../types/schema.ts';
import type { TableApi } from './api.ts';
import { type BundleQuestion, planBundle, redaction } from './bundle.ts';
import { metadataHistory, openTable, type SnapshotView, snapshotView } from './session.ts';

vi.setConfig({ testTimeout: 120_000 });

const ALL = { names: true, paths: true, text: true, numbers: true, times: true };

const NONE = { names: false, paths: false, text: false, numbers: false, times: false };

const counted = { cases: 0, same: 0 };
/** Characters of links that carry what the predicate needs. */
const lengths: number[] = [];
const reasons = new Map<string, number>();
afterAll(() => {
  const lost = [...reasons].map(([reason, n]) => `  ${n}: ${reason}`).join('\n');
  lengths.sort((a, b) => a - b);
  console.log(
    `${lengths.length} links with the table inside: ${lengths[0]} to ${lengths.at(-1)} characters, half below ${lengths[lengths.length >> 1]}.`,
  );
  console.log(
    `${counted.same} of ${counted.cases} redacted plans are held to be the same, and are.\n${lost}`,
  );
});

async function planned(view: SnapshotView, api: TableApi, asked: BundleQuestion) {
  const plans = await plansOf(view, api, asked);
  return plans.map(({ verdict, specId, totals, fileVerdicts, deleteCounts }) => ({
    verdict,
    specId,
    totals,
    fileVerdicts,
    deleteCounts,
  }));
}

describe.each(corpusTables().map((table) => [table.name, table] as const))('%s', (_name, asked) => {
  it('plans alike when redacted', async () => {
    const { table, api } = await openNamed(asked.folder);
    const view = await snapshotView(table, api);
    const history = await metadataHistory(table, api);
    for (const where of sampledWheres(asked)) {
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
      const redacted = await redactBundle(
        redaction(table, view, plan, question, history, { choice: ALL, days: 1001 }),
        HERE,
      );
      const copy = await openBundled(redacted.request, api);
      expect(copy.bundle?.made).toBe('');
      const partial = copy.problems.find(({ code }) => code === 'bundle-partial');
      expect(partial?.message).toMatch(/^The bundle holds /);
      expect(partial?.place).toBe('icecore.json');
      const theirs = await snapshotView(copy, api);
      const handedOn = await planBundle(copy, theirs, api, {
        contents: 'snapshot',
        view: '#/pruning?v=1',
        made: '2026-01-01T00:00:00Z',
      });
      expect(handedOn.request.bundle.made).toBe('');
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

  it('plans alike inside a link', async () => {
    const { table, api } = await openNamed(asked.folder);
    const view = await snapshotView(table, api);
    const history = await metadataHistory(table, api);
    const snapshotId = view.snapshot?.snapshotId;
    for (const where of sampledWheres(asked).slice(0, 2)) {
      // As a page asks by itself.
      const read = parseWhere(where, indexSchema(view.schema), { caseSensitive: false });
      if (read.errors.length > 0) continue;
      const filter = read.expression;
      const question = { where, filter, caseSensitive: false, profile: 'safe' } as const;
      const contents = 'predicate';
      const link = `#/pruning${printLink({ where })}`;
      const choice = { contents, question, view: link, made: '' } as const;
      const plan = await planBundle(table, view, api, choice);
      const how = { choice: NONE, days: 0, trimmed: true };
      const { request } = await redactBundle(
        redaction(table, view, plan, question, history, how),
        HERE,
      );
      const text = await inlineText(request);
      lengths.push(text.length);
      const outcome = await openTable({ kind: 'inline', text }, api, HERE);
      if (outcome.kind !== 'table') throw new Error('a link holds one table');
      const partial = outcome.table.problems.find(({ code }) => code === 'bundle-partial');
      expect(partial?.message).toMatch(/^The link holds what one predicate keeps of /);
      expect(partial?.place).toBe('the link');
      const asked = snapshotId === undefined ? {} : { id: snapshotId };
      const theirs = await snapshotView(outcome.table, api, asked);
      expect(await eraSpans(outcome.table, api)).toEqual(await eraSpans(table, api));
      const kept = theirs.manifests.filter(({ recorded }) => recorded === undefined);
      const isKept = new Set(kept.map(({ manifest }) => manifest.manifestPath));
      // As the page that opens the link asks.
      const { search } = placeOfHref(request.bundle.view);
      const caseSensitive = search.names === 'exact';
      const { expression } = parseWhere(search.where ?? '', indexSchema(theirs.schema), {
        caseSensitive,
      });
      const [a, b] = [
        await planned(theirs, api, { ...question, caseSensitive, filter: expression }),
        await planned(view, api, question),
      ];
      const wholes = (plans: typeof a) => plans.map(({ verdict, totals }) => ({ verdict, totals }));
      expect(wholes(a), where).toEqual(wholes(b));
      const data = view.manifests.filter(({ manifest }) => manifest.content === 'data');
      const files = (plans: typeof a) =>
        plans
          .filter((_, i) => isKept.has(data[i]?.manifest.manifestPath ?? ''))
          .map(({ fileVerdicts, deleteCounts }) => ({ fileVerdicts, deleteCounts }));
      expect(files(a), where).toEqual(files(b));
    }
  });
});

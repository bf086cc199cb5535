/** Plans by outlines are the plans by statistics, whatever the table, its deletes, the question and the profile. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parseWhere } from '../expressions/where.ts';
import { pathInput } from '../io/node-files.ts';
import type { PathRef } from '../io/open.ts';
import { localApi, openFolder, totalsOf } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import { indexSchema } from '../types/schema.ts';
import type { ManifestPlan, PlanRequest, TableApi } from './api.ts';
import { localTableApi } from './local.ts';
import { snapshotView } from './session.ts';

// Hundreds of plans each, on machines that are busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const TABLES = ['clicks', 'events', 'orders_v1', 'orders_v2', 'logs_mor', 'logs_dv'];
const PROFILES = ['safe', 'java'] as const;

let compared = 0;
let withoutReading = 0;
afterAll(() =>
  console.log(`${compared} plans by outlines, ${withoutReading} of them without reading a file.`),
);

async function plansOf(api: TableApi, request: PlanRequest): Promise<readonly ManifestPlan[]> {
  const plans: ManifestPlan[] = [];
  await api.plan(request, { onManifest: (plan) => plans.push(plan) });
  return plans.sort((a, b) => a.index - b.index);
}

/** In place, with a count of the files it reads. */
function countingApi() {
  const counted = { read: 0 };
  const openPath = (ref: PathRef) => {
    counted.read++;
    return pathInput(ref);
  };
  return { api: localTableApi({ openPath }), counted };
}

describe.each(TABLES)('%s', (name) => {
  const text = readFileSync(join(corpusFolder(), 'answers', `${name}.json`), 'utf8');
  const [asked] = (JSON.parse(text) as { snapshots: { cases: { where: string }[] }[] }).snapshots;
  it.each(PROFILES)('by the rules of %s', async (profile) => {
    const exact = localApi();
    const table = await openFolder(join(corpusFolder(), 'tables', name), exact);
    const view = await snapshotView(table, exact);
    const { context, manifests } = view;
    for (const { where } of asked?.cases ?? []) {
      const { expression, errors } = parseWhere(where, indexSchema(view.schema), {
        caseSensitive: true,
      });
      if (errors.length > 0) continue;
      const request = { context, manifests, filter: expression, caseSensitive: true, profile };
      const expected = await plansOf(exact, request).catch(() => undefined);
      if (expected === undefined) continue;
      // Each with nothing but outlines of the data at hand.
      const { api, counted } = countingApi();
      await totalsOf(view, api);
      await api.outline({ context, manifests, profile });
      const before = counted.read;
      expect(await plansOf(api, request), where).toEqual(expected);
      compared++;
      if (counted.read === before) withoutReading++;
    }
    expect(withoutReading).toBeGreaterThan(0);
  });
});

/** Plans that leave manifests unread which their rows rule out, against plans that read everything. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseWhere } from '../expressions/where.ts';
import { pathInput } from '../io/node-files.ts';
import { openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import { indexSchema } from '../types/schema.ts';
import type { ManifestPlan, TableApi } from './api.ts';
import { localTableApi } from './local.ts';
import { type SnapshotView, snapshotView } from './session.ts';

const CASES = [
  ['clicks', "ts >= TIMESTAMP '2025-03-01 00:00:00'"],
  ['clicks', 'user_id < 0'],
  ['events', "event_ts < TIMESTAMP '1970-01-01 00:00:00'"],
  ['logs_mor', 'id > 1000000000'],
  ['logs_dv', 'id = 5'],
] as const;

function counting(): { readonly api: TableApi; readonly read: string[] } {
  const read: string[] = [];
  const api = localTableApi({
    openPath: (ref) => {
      read.push(ref.path);
      return pathInput(ref);
    },
  });
  return { api, read };
}

async function planned(api: TableApi, view: SnapshotView, where: string, skippedUnread: boolean) {
  const { expression, errors } = parseWhere(where, indexSchema(view.schema), {
    caseSensitive: false,
  });
  expect(errors).toEqual([]);
  const plans: ManifestPlan[] = [];
  const deletes = await api.plan(
    {
      context: view.context,
      manifests: view.manifests,
      filter: expression,
      caseSensitive: false,
      profile: 'safe',
      skippedUnread,
    },
    { onManifest: (plan) => plans.push(plan) },
  );
  return { deletes, plans: plans.sort((a, b) => a.index - b.index) };
}

describe.each(CASES)('%s where %s', (name, where) => {
  it('says the same without reading what is skipped', async () => {
    const { api, read } = counting();
    const table = await openFolder(join(corpusFolder(), 'tables', name), api);
    const view = await snapshotView(table, api);
    read.length = 0;
    const some = await planned(api, view, where, true);
    const seen = new Set(read);
    const every = await planned(counting().api, view, where, false);
    expect(some.deletes).toEqual(every.deletes);
    expect(some.plans.length).toBe(every.plans.length);
    for (const [i, plan] of some.plans.entries()) {
      const whole = every.plans[i] as ManifestPlan;
      if (plan.verdict !== 'skipped') {
        expect(plan).toEqual(whole);
        continue;
      }
      const counts = (one: ManifestPlan) =>
        one.totals.map(({ files, records }) => ({ files, records }));
      const { verdict, reason, specId } = whole;
      expect(plan).toMatchObject({ verdict, reason, specId, bytesIncomplete: true });
      expect(counts(plan)).toEqual(counts(whole));
      const input = view.manifests[plan.index]?.input;
      expect(input?.kind === 'path' && seen.has(input.path)).toBe(false);
    }
  });
});

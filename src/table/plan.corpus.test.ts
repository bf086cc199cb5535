/** From SQL text to planned files through the whole core, against the reference's plans. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parseWhere } from '../expressions/where.ts';
import { ALL_MATCH, READ } from '../planning/verdict.ts';
import { localApi, openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import { indexSchema } from '../types/schema.ts';
import type { ManifestPlan } from './api.ts';
import { sumDeletesRead } from './deletes-read.ts';
import { type SnapshotView, snapshotView } from './session.ts';

// Hundreds of plans each, on machines that are busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

interface Case {
  readonly where: string;
  readonly caseSensitive: boolean;
  readonly error?: string;
  readonly errorIn?: string;
  readonly planned?: string;
  readonly taskDeletes?: Readonly<Record<string, readonly number[]>>;
}

interface Answers {
  readonly snapshots: readonly {
    readonly id: string;
    readonly selected: string;
    readonly ref?: string;
    readonly cases: readonly Case[];
  }[];
}

const TABLES = ['clicks', 'events', 'orders_v1', 'orders_v2', 'logs_mor', 'logs_dv'];
const api = localApi();
let planned = 0;
let refused = 0;
afterAll(() =>
  console.log(`${planned} plans equal to the reference's, ${refused} refused as there.`),
);

async function planCase(view: SnapshotView, { where, caseSensitive }: Case) {
  const { expression, errors } = parseWhere(where, indexSchema(view.schema), { caseSensitive });
  if (errors.length > 0) return errors[0]?.message ?? '';
  const plans: ManifestPlan[] = [];
  await api.plan(
    {
      context: view.context,
      manifests: view.manifests,
      filter: expression,
      caseSensitive,
      profile: 'java',
    },
    { onManifest: (plan) => plans.push(plan) },
  );
  return plans.sort((a, b) => a.index - b.index);
}

function bitsOf(plans: readonly ManifestPlan[]): string {
  return plans
    .flatMap((plan) => [...plan.fileVerdicts])
    .map((verdict) => (verdict === READ || verdict === ALL_MATCH ? '1' : '0'))
    .join('');
}

describe.each(TABLES)('%s', (name) => {
  const text = readFileSync(join(corpusFolder(), 'answers', `${name}.json`), 'utf8');
  const views = (JSON.parse(text) as Answers).snapshots;
  it.each(views.map((view, i) => [`${view.selected} ${view.ref ?? view.id}`, i] as const))(
    '%s',
    async (_label, index) => {
      const answer = views[index];
      if (answer === undefined) return;
      const table = await openFolder(join(corpusFolder(), 'tables', name), api);
      const request =
        answer.selected === 'current' || answer.selected === 'snapshot'
          ? { id: BigInt(answer.id) }
          : { ref: answer.ref };
      const view = await snapshotView(table, api, answer.selected === 'current' ? {} : request);
      for (const one of answer.cases) {
        const plans = await planCase(view, one).catch((error: unknown) => String(error));
        if (one.planned === undefined) {
          if (one.errorIn !== undefined) continue;
          expect(typeof plans, `${one.where} is refused by the reference: ${one.error}`).toBe(
            'string',
          );
          refused++;
          continue;
        }
        if (typeof plans === 'string') throw new Error(`${one.where}: ${plans}`);
        expect(bitsOf(plans), one.where).toBe(one.planned);
        const deletes = plans.flatMap((plan) => [...plan.deleteCounts]);
        const withDeletes = [...one.planned].map((bit, file) =>
          bit === '1' ? (one.taskDeletes?.[file]?.length ?? 0) : 0,
        );
        expect(deletes, `deletes of ${one.where}`).toEqual(withDeletes);
        const distinct = new Set(
          [...one.planned].flatMap((bit, file) =>
            bit === '1' ? (one.taskDeletes?.[file] ?? []) : [],
          ),
        );
        const { files, vectors } = sumDeletesRead(plans, { indexed: 0, problems: [] });
        expect(files + vectors, `delete files read by ${one.where}`).toBe(distinct.size);
        planned++;
      }
    },
  );
});

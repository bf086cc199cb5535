/** Bundles of tables, made and opened again, for tests. */
import { readFileSync } from 'node:fs';
import { filesFromZip } from '../io/zip.ts';
import { type EraSpan, eras } from '../metadata/eras.ts';
import { type BundleRequest, makeBundle } from '../share/make-bundle.ts';
import type { ManifestPlan, TableApi } from '../table/api.ts';
import { type BundleChoice, type BundleQuestion, planBundle } from '../table/bundle.ts';
import {
  metadataHistory,
  type OpenedTable,
  openTable,
  type SnapshotView,
} from '../table/session.ts';
import type { AnsweredTable } from './answers/tables.ts';
import { HERE } from './local-tables.ts';

export async function openBundled(request: BundleRequest, api: TableApi): Promise<OpenedTable> {
  return openBundleBlob(await makeBundle(request, HERE), api);
}

export async function openBundleBlob(zip: Blob, api: TableApi): Promise<OpenedTable> {
  const files = await filesFromZip('t.icecore.zip', zip);
  const outcome = await openTable({ kind: 'files', files }, api, HERE);
  if (outcome.kind !== 'table') throw new Error('a bundle holds one table');
  return outcome.table;
}

/** When which spec was the default, as far as metadata files tell. */
export async function eraSpans(table: OpenedTable, api: TableApi): Promise<readonly EraSpan[]> {
  const { versions } = await metadataHistory(table, api);
  const points = versions.map(({ timestampMs, metadata: { defaultSpecId } }) => ({
    timestampMs,
    defaultSpecId,
  }));
  return eras(table.metadata, points).flatMap(({ spans }) => spans);
}

/** The table again, by way of a bundle. */
export async function bundled(
  table: OpenedTable,
  view: SnapshotView,
  api: TableApi,
  choice: Pick<BundleChoice, 'contents' | 'question'>,
): Promise<OpenedTable> {
  const made = '2026-01-01T00:00:00Z';
  const { request } = await planBundle(table, view, api, { ...choice, view: '#/pruning', made });
  return openBundled(request, api);
}

/** Of a table's predicates, so many are asked of bundles: each bundle is made, packed and opened anew. */
const ASKED_EACH = 4;

/** A sample of a table's predicates as SQL, evenly spread. */
export function sampledWheres(asked: AnsweredTable): readonly string[] {
  const { snapshots } = JSON.parse(readFileSync(asked.answers, 'utf8')) as {
    snapshots: { selected: string; cases: { where: string; error?: string }[] }[];
  };
  const cases = (snapshots.find(({ selected }) => selected === 'current')?.cases ?? []).filter(
    ({ error }) => error === undefined,
  );
  const step = Math.max(1, Math.floor(cases.length / ASKED_EACH));
  return cases.filter((_, i) => i % step === 0).map(({ where }) => where);
}

/** Plans of all manifests, in their order. */
export async function plansOf(
  { context, manifests }: SnapshotView,
  api: TableApi,
  { filter, caseSensitive, profile }: BundleQuestion,
): Promise<readonly ManifestPlan[]> {
  const plans: ManifestPlan[] = [];
  await api.plan(
    { context, manifests, filter, caseSensitive, profile },
    { onManifest: (plan) => plans.push(plan) },
  );
  return plans.sort((a, b) => a.index - b.index);
}

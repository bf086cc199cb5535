/** Bundles of tables, made and opened again, for tests. */
import { filesFromZip } from '../io/zip.ts';
import { type BundleRequest, makeBundle } from '../share/make-bundle.ts';
import type { TableApi } from '../table/api.ts';
import { type BundleChoice, planBundle } from '../table/bundle.ts';
import { type OpenedTable, openTable, type SnapshotView } from '../table/session.ts';
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

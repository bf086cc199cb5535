/** Opens tables of the machine for tests, with the core in place. */
import { filesFromFolder, pathInput } from '../io/node-files.ts';
import type { ManifestTotals, TableApi, Tally } from '../table/api.ts';
import { localTableApi } from '../table/local.ts';
import {
  type OpenedTable,
  type OpenOptions,
  openTable,
  type SnapshotView,
  snapshotView,
} from '../table/session.ts';

export const HERE = { openPath: pathInput };

export function localApi(): TableApi {
  return localTableApi(HERE);
}

/** The one table in a folder. */
export async function openFolder(
  folder: string,
  api: TableApi,
  options: OpenOptions = {},
): Promise<OpenedTable> {
  const files = await filesFromFolder(folder);
  const outcome = await openTable({ kind: 'files', files }, api, { ...HERE, ...options });
  if (outcome.kind !== 'table') throw new Error(`${folder} holds several tables`);
  return outcome.table;
}

export async function totalsOf(
  view: SnapshotView,
  api: TableApi,
): Promise<readonly ManifestTotals[]> {
  const all: ManifestTotals[] = [];
  await api.sumManifests(
    { context: view.context, manifests: view.manifests },
    { onTotals: (_index, totals) => all.push(totals) },
  );
  return all;
}

/** Live data files of the table's current snapshot. */
export async function liveTally(table: OpenedTable, api: TableApi): Promise<Tally> {
  const view = await snapshotView(table, api);
  const totals = await totalsOf(view, api);
  let [files, records, bytes] = [0n, 0n, 0n];
  for (const { content, live } of totals) {
    if (content === 'deletes') continue;
    files += live.files;
    records += live.records;
    bytes += live.bytes;
  }
  return { files, records, bytes };
}

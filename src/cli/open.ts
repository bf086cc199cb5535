/** Opens what the command line names: a folder, a zip, a metadata file, or an address. */
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { IcecoreError } from '../base/errors.ts';
import { filesFromFolder, pathInput } from '../io/node-files.ts';
import { withScheme } from '../io/url-tables.ts';
import { filesFromZip } from '../io/zip.ts';
import type { TableApi } from '../table/api.ts';
import { localTableApi } from '../table/local.ts';
import { type OpenedTable, type OpenOutcome, openTable } from '../table/session.ts';

export interface OpenedHere {
  readonly table: OpenedTable;
  readonly api: TableApi;
}

/** Errors: those of `openTable`; `invalid-input` for a folder or zip of several tables, which are named. */
export async function openNamed(named: string): Promise<OpenedHere> {
  const options = { openPath: pathInput };
  const api = localTableApi(options);
  const outcome = await openOutcome(named, api, options);
  if (outcome.kind === 'table') return { table: outcome.table, api };
  const names = outcome.tables.map(({ root }) => `  ${root}`).join('\n');
  throw new IcecoreError('invalid-input', `${named} holds ${outcome.tables.length} tables`, {
    place: named,
    advice: `${isZip(named) ? 'Unpack it and name one of them' : 'Name one of them'}:\n${names}`,
  });
}

function isZip(path: string): boolean {
  return /\.zip$/i.test(path);
}

async function openOutcome(
  named: string,
  api: TableApi,
  options: { openPath: typeof pathInput },
): Promise<OpenOutcome> {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(named)) {
    return openTable({ kind: 'url', url: named }, api, options);
  }
  const path = resolve(named);
  const found = await stat(path).catch((cause: unknown) => {
    const address = withScheme(named);
    throw new IcecoreError('missing-file', `There is no ${named}`, {
      place: named,
      advice: address === undefined ? 'Check the path.' : `An address is written ${address}.`,
      cause,
    });
  });
  if (found.isDirectory()) {
    const files = await filesFromFolder(path);
    return openTable({ kind: 'files', files }, api, options);
  }
  if (isZip(path)) {
    const files = await filesFromZip(basename(path), await openAsBlob(path));
    return openTable({ kind: 'files', files }, api, options);
  }
  // The table's folder, so that recorded locations are found beside the metadata file.
  const folder = dirname(path);
  const inMetadata = basename(folder) === 'metadata';
  const files = await filesFromFolder(inMetadata ? dirname(folder) : folder);
  const metadataFile = inMetadata ? `metadata/${basename(path)}` : basename(path);
  return openTable({ kind: 'files', files }, api, { ...options, metadataFile });
}

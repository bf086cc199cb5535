/** Measures icebird, the npm package that also reads Iceberg, in this Node: it lists all entries and prunes nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** It takes 0.2 ms and 18 KB a file. */
const MOST_FILES = 100_000;

const MODULES = process.env.ICEBIRD_MODULES;

/** Why it can't be measured here, or null. @param {number} files */
export function icebirdMissing(files) {
  if (MODULES === undefined) return 'ICEBIRD_MODULES names no node_modules that holds it';
  return files > MOST_FILES ? `it is slow, so it takes part up to ${MOST_FILES} files` : null;
}

/** @param {string} folder of the table */
export async function measureIcebird(folder) {
  const entry = join(/** @type {string} */ (MODULES), 'icebird', 'src', 'index.js');
  const { icebergManifests, icebergMetadata } = await import(pathToFileURL(entry).href);
  const lake = dirname(folder);
  const fetched = globalThis.fetch;
  // It turns s3://lake/… into an address of a bucket; that is answered from the folder.
  globalThis.fetch = async (url) => {
    const path = new URL(String(url)).pathname;
    return new Response(new Uint8Array(readFileSync(join(lake, path))));
  };
  try {
    const metadataFileName = readdirSync(join(folder, 'metadata')).find((name) =>
      name.endsWith('.metadata.json'),
    );
    const tableUrl = `s3://lake/${basename(folder)}`;
    const metadata = await icebergMetadata({ tableUrl, metadataFileName });
    const start = performance.now();
    const manifests = await icebergManifests(metadata);
    const ms = performance.now() - start;
    const files = manifests.reduce(
      (/** @type {number} */ sum, /** @type {{ entries: unknown[] }} */ { entries }) =>
        sum + entries.length,
      0,
    );
    return { ms, files };
  } finally {
    globalThis.fetch = fetched;
  }
}

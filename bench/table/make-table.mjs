/**
 * Writes a whole table, its manifests in worker threads: one manifest is in memory per thread.
 *
 * @import { Commit } from './metadata-json.mjs'
 * @import { Manifest, Plan } from './manifests.mjs'
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { writeManifest, writeManifestList } from './manifests.mjs';
import { writeMetadata } from './metadata-json.mjs';

/** What `nameOf` says of a codec: the usual one goes without saying. */
const USUAL_CODEC = 'deflate';

/** A table's folder, when none is given. @param {Omit<Plan, 'name' | 'seed'>} plan */
export function nameOf({ files, columns, manifests, codec }) {
  const suffix = codec === USUAL_CODEC ? '' : `_${codec}`;
  return `big_${short(files)}_${columns}c_${manifests}m${suffix}`;
}

/** 100000 is 100k. @param {number} count */
function short(count) {
  if (count % 1_000_000 === 0) return `${count / 1_000_000}M`;
  return count % 1000 === 0 ? `${count / 1000}k` : String(count);
}

/**
 * Writes `plan` to `out`/`plan.name`, replacing what is there once all is written.
 * @param {Plan} plan
 * @param {string} out
 * @param {(done: number) => void} [onManifest]
 * @returns {Promise<{ stored: number, raw: number, rows: number }>} bytes of all manifests, and their rows
 */
export async function makeTable(plan, out, onManifest) {
  const folder = join(out, plan.name);
  // Under another name until it is whole, so that an interrupted run is not taken for a table.
  const unfinished = `${folder}.unfinished`;
  const metadata = join(unfinished, 'metadata');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(metadata, { recursive: true });
  const manifests = await writeManifests(plan, metadata, onManifest);
  /** @type {Commit[]} */
  const commits = manifests.map((manifest, i) => {
    const { file, bytes } = writeManifestList(plan, manifests.slice(0, i + 1));
    writeFileSync(join(metadata, file), bytes);
    return { file, manifest };
  });
  const { file, text } = writeMetadata(plan, commits);
  writeFileSync(join(metadata, file), text);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return manifests.reduce(
    (sum, { length, rawBytes, rows }) => ({
      stored: sum.stored + length,
      raw: sum.raw + rawBytes,
      rows: sum.rows + rows,
    }),
    { stored: 0, raw: 0, rows: 0 },
  );
}

/**
 * @param {Plan} plan
 * @param {string} folder
 * @param {((done: number) => void) | undefined} onManifest
 * @returns {Promise<Manifest[]>}
 */
async function writeManifests(plan, folder, onManifest) {
  /** @type {Manifest[]} */
  const made = new Array(plan.manifests);
  let next = 0;
  let done = 0;
  const work = () =>
    /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        const worker = new Worker(new URL(import.meta.url), { workerData: { plan, folder } });
        const give = () => worker.postMessage(next < plan.manifests ? next++ : undefined);
        worker.on('message', ({ index, manifest }) => {
          made[index] = manifest;
          onManifest?.(++done);
          give();
        });
        worker.on('error', reject);
        worker.on('exit', () => resolve());
        give();
      })
    );
  const threads = Math.min(availableParallelism(), plan.manifests);
  await Promise.all(Array.from({ length: threads }, work));
  return made;
}

/** In a worker thread: writes the manifests it is told to, until there are none. */
function serve() {
  const { plan, folder } = workerData;
  parentPort?.on('message', (index) => {
    if (index === undefined) {
      parentPort?.close();
      return;
    }
    const { file, bytes, manifest } = writeManifest(plan, index);
    writeFileSync(join(folder, file), bytes);
    parentPort?.postMessage({ index, manifest });
  });
}

if (!isMainThread && workerData?.plan !== undefined) serve();

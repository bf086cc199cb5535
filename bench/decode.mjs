/**
 * `npm run bench:decode`: how long inflating and decoding the manifests of 100,000 files take on one thread, beside
 * what else inflates: in Node, in processor time, and in a worker of headless Chromium, by the clock. Each number is of
 * the quickest round.
 *
 *     npm run bench:decode [-- --rounds 9 --folder a/table]
 *
 * @import { Measured } from './decode/measure.ts'
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { build } from 'vite';
import { serve } from '../.ci/serve.mjs';
import { ROOT } from '../.ci/steps.mjs';
import { withPage } from './measure/chromium.mjs';
import { makeTable, nameOf } from './table/make-table.mjs';

const DATA = join(import.meta.dirname, 'data');
const BUILT = join(ROOT, '.cache', 'bench', 'decode');
const TABLE = { files: 100_000, columns: 20, manifests: 10, codec: 'deflate' };

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    folder: { type: 'string', default: join(DATA, nameOf(TABLE)) },
  },
});
const rounds = Number(values.rounds);

/** @param {'measure' | 'worker'} name */
function bundle(name) {
  return build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      lib: { entry: `bench/decode/${name}.ts`, formats: ['es'], fileName: name },
      outDir: BUILT,
      emptyOutDir: false,
    },
  });
}

/** @returns {Promise<string[]>} */
async function manifestsOfTable() {
  if (!existsSync(values.folder)) await makeTable({ ...TABLE, name: nameOf(TABLE), seed: 1 }, DATA);
  const folder = join(values.folder, 'metadata');
  return readdirSync(folder)
    .filter((name) => /-m\d+\.avro$/.test(name))
    .map((name) => join(folder, name));
}

/** @param {readonly string[]} paths @returns {Promise<Measured[]>} */
async function inNode(paths) {
  const { measure } = await import(pathToFileURL(join(BUILT, 'measure.js')).href);
  const files = paths.map((path) => new Uint8Array(readFileSync(path)));
  const now = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  return measure(files, rounds, now, (/** @type {Uint8Array[]} */ blocks) => [
    {
      name: 'inflate: zlib',
      run: () => {
        for (const block of blocks) inflateRawSync(block);
      },
    },
  ]);
}

/** @param {string[]} paths @returns {Promise<Measured[]>} */
async function inChromium(paths) {
  writeFileSync(join(BUILT, 'index.html'), '<!doctype html><input type="file" multiple>');
  const { url, close } = await serve({ dir: BUILT, port: 0 });
  try {
    return await withPage(async (page) => {
      await page.goto(url);
      await page.locator('input').setInputFiles(paths);
      return page.evaluate(
        ({ rounds }) =>
          new Promise((resolve, reject) => {
            const worker = new Worker('worker.js', { type: 'module' });
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => reject(new Error(message));
            const input = /** @type {HTMLInputElement} */ (document.querySelector('input'));
            worker.postMessage({ files: [...(input.files ?? [])], rounds });
          }),
        { rounds },
      );
    });
  } finally {
    close();
  }
}

/** @param {string} where @param {readonly Measured[]} measured */
function print(where, measured) {
  console.log(where);
  for (const { name, ms } of measured) console.log(`  ${name.padEnd(32)} ${ms.toFixed(0)} ms`);
}

mkdirSync(BUILT, { recursive: true });
await bundle('measure');
await bundle('worker');
const paths = await manifestsOfTable();
console.log(`Load ${loadavg()[0]?.toFixed(1)}`);
print('Node, processor time', await inNode(paths));
print('Chromium, a worker, by the clock', await inChromium(paths));

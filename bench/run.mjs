/**
 * `npm run bench`: builds the page, plans a large table in headless Chromium beside its peers, prints the ratios and
 * writes bench/results.json.
 *
 *     npm run bench [-- --files 1000000 --columns 20 --manifests 100 --rounds 3 --check --profile --growth]
 *
 * --check compares the ratios with bench/baseline.json and fails where one got worse. --profile prints where the time
 * goes instead of measuring. --growth measures tables of a thousand files up to --files and draws bench/growth.svg. --dist DIR
 * measures the build that is there.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serve } from '../.ci/serve.mjs';
import { npm, ROOT, run } from '../.ci/steps.mjs';
import { growthPicture } from './growth.mjs';
import {
  measureFirstLoad,
  measureHeld,
  measurePicture,
  measurePlan,
  measureTable,
  measureTasks,
  profilePlan,
} from './measure/app.mjs';
import { icebirdMissing, measureIcebird } from './measure/icebird.mjs';
import { measureInflate } from './measure/inflate.mjs';
import { javaMissing, measureJava } from './measure/java.mjs';
import { figuresOf, printed, worse } from './report.mjs';
import { makeTable, nameOf } from './table/make-table.mjs';

const DATA = join(import.meta.dirname, 'data');
const RESULTS = join(import.meta.dirname, 'results.json');
const BASELINE = join(import.meta.dirname, 'baseline.json');
const GROWTH = join(import.meta.dirname, 'growth.svg');

/** No partition helps: every manifest must be read. One file of each batch holds the device. */
const P3 = "device = 'dev-0420420'";
/** One day of the newer era. */
const P1 =
  "ts >= TIMESTAMP '2026-03-14 00:00:00+00:00' AND ts < TIMESTAMP '2026-03-15 00:00:00+00:00'";
const NEW_COLUMN = 'counter_12 > 330';
const TYPED_COLUMN = 'counter_8 > 330';
/** Nearly every file has a bound of its own. */
const RESTED_COLUMN = 'measure_14 > 80';

const SMALL = { files: 10_000, columns: 20, manifests: 4, codec: 'deflate' };

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(1);
}

function options() {
  const { values } = parseArgs({
    options: {
      files: { type: 'string', default: '1000000' },
      columns: { type: 'string', default: '20' },
      manifests: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      check: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      dist: { type: 'string' },
    },
  });
  const files = Number(values.files);
  const columns = Number(values.columns);
  const manifests = Number(values.manifests ?? Math.max(1, Math.round(files / 10_000)));
  const rounds = Number(values.rounds);
  for (const value of [files, columns, manifests, rounds]) {
    if (!Number.isInteger(value) || value < 1) stop('The options take whole numbers from 1 on.');
  }
  const size = { files, columns, manifests, codec: 'deflate' };
  const { check, profile, growth, dist } = values;
  return { size, rounds, check, profile, growth, dist };
}

/** The folder of a table, made if it is missing. @param {typeof SMALL} size */
async function tableOf(size) {
  const name = nameOf(size);
  const folder = join(DATA, name);
  if (!existsSync(folder)) {
    console.log(`Making ${name} …`);
    await makeTable({ ...size, name, seed: 1 }, DATA);
  }
  return { folder, files: size.files };
}

/**
 * Serves a build: a fresh one in a folder of its own, or the one at hand.
 * @param {string} name
 * @param {string[]} flags
 * @param {string | undefined} dist of the one at hand
 */
async function builtApp(name, flags, dist) {
  if (dist !== undefined) return serve({ dir: dist, port: 0 });
  const dir = join(ROOT, '.cache', 'bench', name);
  const where = ['--outDir', dir, '--emptyOutDir', '--logLevel', 'error'];
  const code = await run(...npm(['exec', '--no', '--', 'vite', 'build', ...where, ...flags]));
  if (code !== 0) stop('The build failed: see the message above.');
  return serve({ dir, port: 0 });
}

/**
 * One round: each peer once, one after the other, so that all meet the same machine.
 * @param {{ app: string, floor: string, big: Table, small: Table }} given
 * @typedef {{ folder: string, files: number }} Table
 */
async function round({ app, floor, big, small }) {
  const load = loadavg()[0];
  const columns = { newColumn: NEW_COLUMN, typedColumn: TYPED_COLUMN, restedColumn: RESTED_COLUMN };
  const questions = { where: P3, ...columns };
  const table = await measureTable({ url: app, ...big, ...questions });
  const inflate = await measureInflate({ url: floor, folder: big.folder, workers: table.workers });
  const java = javaMissing() === null ? await measureJava(big.folder, 'P3') : null;
  const tasks = await measureTasks({ url: app, ...big, where: P3 });
  const p1 = await measurePlan({ url: app, ...big, where: P1 });
  const tenThousand = await measurePicture({ url: app, ...small });
  const held = await measureHeld({ url: app, ...small, ...questions });
  return { load, table, inflate, java, tasks, p1, tenThousand, held };
}

/** @param {{ size: typeof SMALL, rounds: number, check: boolean, dist: string | undefined }} options */
async function measureAll({ size, rounds, check, dist }) {
  const big = await tableOf(size);
  const small = await tableOf(SMALL);
  const app = await builtApp('app', [], dist);
  const floor = await serve({ dir: join(import.meta.dirname, 'inflate'), port: 0 });
  const skipped = [
    javaMissing() === null ? null : `Iceberg Java: ${javaMissing()}`,
    icebirdMissing(size.files) === null ? null : `icebird: ${icebirdMissing(size.files)}`,
  ].filter((reason) => reason !== null);
  const runs = [];
  for (let i = 0; i < rounds; i++) {
    runs.push(await round({ app: app.url, floor: floor.url, big, small }));
    console.log(`Round ${i + 1} of ${rounds} done.`);
  }
  const icebird = icebirdMissing(size.files) === null ? await measureIcebird(big.folder) : null;
  const firstLoadKb = await measureFirstLoad(app.url);
  app.close();
  floor.close();
  const figures = figuresOf(runs, size.files, firstLoadKb);
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  const results = { table: size, machine, skipped, figures, icebird, runs };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  console.log(printed(results));
  if (!check) return;
  const complaints = worse(figures, BASELINE);
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exit(1);
}

/**
 * Each size once a round, interleaved; the least of the rounds, which other work on the machine touched least.
 * @param {{ size: typeof SMALL, rounds: number, dist: string | undefined }} options
 */
async function measureGrowth({ size, rounds, dist }) {
  const tables = [];
  for (let files = 1000; files <= size.files; files *= 10) {
    const manifests = Math.max(1, Math.round(files / 10_000));
    tables.push(await tableOf({ ...size, files, manifests }));
  }
  const app = await builtApp('app', [], dist);
  /** @type {Awaited<ReturnType<typeof measureHeld>>[]} */
  const runs = [];
  for (let i = 0; i < rounds; i++) {
    for (const table of tables) {
      const request = { url: app.url, ...table, where: P3, typedColumn: TYPED_COLUMN };
      runs.push(await measureHeld(request));
    }
  }
  app.close();
  const points = tables.map(({ files }) => {
    const own = runs.filter((run) => run.files === files);
    const least = (/** @type {(run: typeof own[0]) => number} */ pick) =>
      Math.min(...own.map(pick));
    return {
      files,
      planMs: least((run) => run.planMs),
      planCpuMs: least((run) => run.planCpuMs),
      heldMb: least((run) => run.heldBytes ?? Number.NaN) / 1e6,
    };
  });
  writeFileSync(GROWTH, growthPicture(points));
  console.table(points);
}

const { profile, growth, ...asked } = options();
if (growth) await measureGrowth(asked);
else if (profile) {
  const big = await tableOf(asked.size);
  const app = await builtApp('profile', ['--minify', 'false'], asked.dist);
  console.log(await profilePlan({ url: app.url, ...big, where: P3 }));
  app.close();
} else {
  await measureAll(asked);
}

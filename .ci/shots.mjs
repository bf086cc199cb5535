/**
 * Pictures of every view, light and dark, wide and narrow, into shots/, to be looked at one by one.
 *
 *     npm run shots [-- --dir dist] [--only TEXT]
 *
 * Takes a build that is there. The table of thousands of files is not in the repository; without it that part is left
 * out, and said. The same waiting serves every view: the text of the page says when it is done.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { systemChromium } from './chromium.mjs';
import { serve } from './serve.mjs';
import { ROOT } from './steps.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ name: string, where: string, row: string, folder?: string }} Table */

const THOUSANDS = join(
  ROOT,
  '../shared/fixtures/lithium-tech__iceberg-cxx/tests/meta_perf/warehouse/performance/manifest_entries',
);

/** @type {readonly Table[]} */
const TABLES = [
  {
    name: 'clicks',
    where: "ts >= '2026-09-02 12:00' AND country = 'DE'",
    row: 'ts = 2026-09-03 10:00, country = XX',
  },
  {
    name: 'events',
    where: "zone = 'north' AND event_ts >= '2024-04-05' AND event_ts < '2024-04-12'",
    row: 'zone = north, event_ts = 2024-04-06 10:00',
  },
  {
    name: 'clicks_big',
    where: "ts BETWEEN '2026-08-31 22:00' AND '2026-09-01 01:59' AND user_id = 25000000",
    row: 'ts = 2026-09-01 00:30, user_id = 7',
  },
  {
    name: 'manifest_entries',
    where: 'id BETWEEN 200 AND 300',
    row: 'id = 250',
    folder: THOUSANDS,
  },
];
/** @type {readonly { width: number, height: number }[]} */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 420, height: 800 },
];
/** @type {readonly ('light' | 'dark')[]} */
const SCHEMES = ['light', 'dark'];
/** Views that answer a predicate, and show a file of it. */
const ASKED = ['pruning', 'files'];
/** Other states of a view, by a name and what its link says besides. @type {Record<string, readonly [string, string][]>} */
const STATES = {
  pruning: [
    ['step-1', 'step=1'],
    ['step-3', 'step=3'],
    ['step-4', 'step=4'],
  ],
  files: [
    ['partitions', 'list=partitions'],
    ['manifests', 'list=manifests'],
  ],
  snapshots: [
    ['table', 'list=table'],
    ['refs', 'list=refs'],
  ],
};

const { values } = parseArgs({ options: { dir: { type: 'string' }, only: { type: 'string' } } });
const shots = join(ROOT, 'shots');
let taken = 0;

/** @param {string} name */
const wanted = (name) => values.only === undefined || name.includes(values.only);

/** Waits until the page has said the same twice and is not busy. @param {Page} page */
async function settled(page) {
  await page.evaluate(() => {
    /** @type {{ shotText?: string | undefined }} */ (window).shotText = undefined;
  });
  await page.waitForFunction(
    () => {
      const text = document.querySelector('#main')?.textContent ?? '';
      const state = /** @type {{ shotText?: string | undefined }} */ (window);
      const same = state.shotText === text;
      state.shotText = text;
      const busy =
        /so far|Reading |Loading |Asking why|Looking for|Searching|planning…|being planned|gets sharper|judging your/.test(
          text,
        );
      return same && !busy && document.querySelector('#main h1') !== null;
    },
    undefined,
    { polling: 400, timeout: 60_000 },
  );
}

/** One picture in each theme and width. @param {Page} page @param {string} name */
async function take(page, name) {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // A theme that is emulated in the same frame as a size can be lost on the page.
    await settled(page);
    for (const colorScheme of SCHEMES) {
      const file = `${name}-${colorScheme}-${size.width}.png`;
      if (!wanted(file)) continue;
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction(
        (theme) => document.documentElement.dataset.theme === theme,
        colorScheme,
      );
      await settled(page);
      await page.screenshot({ path: join(shots, file) });
      taken++;
    }
  }
  await page.setViewportSize(/** @type {{ width: number, height: number }} */ (SIZES[0]));
}

/** @param {Page} page @param {string} hash */
async function go(page, hash) {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
  await settled(page);
}

/** Opens the table and returns its link's `src=…`. @param {Page} page @param {Table} table */
async function open(page, table) {
  if (table.folder === undefined) {
    await page.getByRole('button', { name: new RegExp(`^${table.name} `) }).click();
  } else {
    await page.getByLabel('Folder of a table').setInputFiles(table.folder);
  }
  await page.waitForURL(/#\/overview/);
  await settled(page);
  return new URL(page.url()).hash.replace(/^#\/\w+\?/, '');
}

/** @param {string} view @param {Table} table @returns {readonly (readonly [string, string])[]} */
function statesOf(view, table) {
  const states = STATES[view] ?? [];
  if (view !== 'pruning') return states;
  return [...states, ['row', `ask=${encodeURIComponent(table.row)}`]];
}

/** @param {Page} page @param {Table} table */
async function takeTable(page, table) {
  const chosen = await open(page, table);
  const links = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  for (const view of hrefs.map((href) => /^#\/(\w+)/.exec(href)?.[1] ?? '')) {
    const asked = ASKED.includes(view);
    const link = `#/${view}?${chosen}${asked ? `&where=${encodeURIComponent(table.where)}` : ''}`;
    for (const [name, parts] of statesOf(view, table)) {
      await go(page, `${link}&${parts}`);
      await take(page, `${table.name}-${view}-${name}`);
    }
    await go(page, link);
    await take(page, `${table.name}-${view}`);
    if (!asked) continue;
    await page.getByRole('grid').getByRole('gridcell').first().click();
    await page.getByRole('complementary', { name: 'Inspector' }).waitFor();
    await take(page, `${table.name}-${view}-file`);
  }
}

async function main() {
  rmSync(shots, { recursive: true, force: true });
  mkdirSync(shots, { recursive: true });
  const { url, close } = await serve({ dir: values.dir ?? join(ROOT, 'dist'), port: 0 });
  const executablePath = systemChromium();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({
      viewport: /** @type {{ width: number, height: number }} */ (SIZES[0]),
      reducedMotion: 'reduce',
    });
    await page.goto(url);
    await page.getByRole('button', { name: /^clicks / }).waitFor();
    await take(page, 'open');
    for (const table of TABLES) {
      if (table.folder !== undefined && !existsSync(table.folder)) {
        console.log(`${table.name}: left out, since ${table.folder} is not there.`);
        continue;
      }
      await page.goto(url);
      await takeTable(page, table);
      console.log(`${table.name}: done.`);
    }
  } finally {
    await browser.close();
    close();
  }
  console.log(`${taken} pictures in shots/.`);
}

await main();

/**
 * Measures Icecore itself: a real folder dropped on the built page, questions typed, the map zoomed.
 *
 * @import { Browser, Page } from '@playwright/test'
 * @import { LongTask, Watched } from './watch.mjs'
 * @typedef {{ url: string, folder: string, files: number }} Request `url` of the built page
 */
import { cpuMs, dropFolder, rendererBytes, withPage } from './chromium.mjs';
import { longestTaskCpu, summarize, traced } from './trace.mjs';
import { watchPage } from './watch.mjs';

const PATIENCE = 600_000;

/** The sentence over a plan that is complete; partial ones say “so far”. */
const COMPLETE = /^(Reads (all|at least|the only|[\d,]+ of) |No file is read)/;

/** Asked one after the other over a column that is decoded; each has other counts than the one before. */
const AGAIN = ['0700000', '0300000', '0900000', '0100000', '0600000'].map(
  (digits) => `device >= 'dev-${digits}'`,
);

/** Tasks of the page shorter than this are not worth a line. */
const PROFILED_TASK_MS = 20;

/** Memory is what is left when so many collections in a row have freed less than this leaves. */
const CALM_ROUNDS = 3;
const FREED = 0.99;

const ZOOM_STEPS = 90;
const FRAME_MS = 1000 / 60;

/**
 * A page that watches itself, with the app loaded and idle.
 * @template T
 * @param {Request} request
 * @param {string | undefined} where
 * @param {(page: Page, browser: Browser) => Promise<T>} use
 */
function withApp({ url }, where, use) {
  return withPage(async (page, browser) => {
    /** @type {string[]} */
    const failures = [];
    page.on('pageerror', (error) => failures.push(error.message));
    await page.addInitScript(watchPage, where);
    await page.goto(url, { waitUntil: 'networkidle' });
    const result = await use(page, browser);
    if (failures.length > 0) throw new Error(`The page failed: ${failures.join('; ')}`);
    return result;
  });
}

/** @param {Page} page @returns {Promise<Omit<Watched, 'countFrames'>>} */
function watchedOf(page) {
  return page.evaluate(() => {
    const { countFrames: _, ...watched } = Reflect.get(window, 'icecoreBench');
    return watched;
  });
}

/**
 * Waits for a complete plan's sentence painted after `since`; the time of it.
 * @param {Page} page
 * @param {number} since
 */
async function completeAfter(page, since) {
  const found = await page.waitForFunction(
    ({ since, pattern }) => {
      const { said } = Reflect.get(window, 'icecoreBench');
      const complete = new RegExp(pattern);
      return said.find(
        (/** @type {{ at: number, text: string }} */ { at, text }) =>
          at > since && complete.test(text),
      );
    },
    { since, pattern: COMPLETE.source },
    { timeout: PATIENCE, polling: 50 },
  );
  return /** @type {Promise<{ at: number, text: string }>} */ (found.jsonValue());
}

/** Waits until the map has all files. @param {Page} page @param {number} files */
async function drawnWhole(page, files) {
  const found = await page.waitForFunction(
    (files) =>
      Reflect.get(window, 'icecoreBench').filesDrawn.find(
        (/** @type {{ count: number }} */ { count }) => count === files,
      ),
    files,
    { timeout: PATIENCE, polling: 50 },
  );
  return /** @type {Promise<{ at: number }>} */ (found.jsonValue());
}

/** @param {readonly LongTask[]} tasks @param {number} from @param {number} [to] */
function longest(tasks, from, to = Number.POSITIVE_INFINITY) {
  const within = tasks.filter(({ at, ms }) => at + ms > from && at < to);
  return within.reduce((most, { ms }) => Math.max(most, ms), 0);
}

/** @param {readonly number[]} frames @param {number} from @param {number} to */
function gaps(frames, from, to) {
  const within = frames.filter((at) => at >= from && at <= to);
  return within.slice(1).map((at, i) => at - /** @type {number} */ (within[i]));
}

/** What a page holds once nothing more can be freed, in bytes; null where it can't be measured. @param {Page} page @param {Browser} browser */
async function heldBytes(page, browser) {
  const cdp = await page.context().newCDPSession(page);
  let least = await rendererBytes(browser);
  for (let calm = 0; least !== null && calm < CALM_ROUNDS; ) {
    await cdp.send('HeapProfiler.collectGarbage');
    // A renderer collects in its workers, too, when told that memory is short.
    await cdp.send('Memory.simulatePressureNotification', { level: 'critical' });
    await page.waitForTimeout(1000);
    const now = (await rendererBytes(browser)) ?? least;
    calm = now < least * FREED ? 0 : calm + 1;
    least = Math.min(least, now);
  }
  await cdp.detach();
  return least;
}

/** From key to key of a quick hand. */
const KEY_MS = 70;

/**
 * Writes a question in the predicate bar; the time of Enter. Without Enter the page waits for a pause in typing.
 * @param {Page} page
 * @param {string} where
 * @param {'at once' | 'by hand'} how
 */
async function type(page, where, how) {
  await page.locator('[data-predicate]').first().click();
  await page.keyboard.press('ControlOrMeta+A');
  if (how === 'at once') await page.keyboard.insertText(where);
  else await page.keyboard.type(where, { delay: KEY_MS });
  await page.keyboard.press('Enter');
  return (await watchedOf(page)).entered;
}

/**
 * From Enter to the complete plan.
 * @param {Page} page
 * @param {string} where
 * @param {'at once' | 'by hand'} how
 */
async function answerMs(page, where, how) {
  const asked = await type(page, where, how);
  const { at } = await completeAfter(page, asked);
  return at - asked;
}

/**
 * A table dropped with a question: first picture, first plan, then other questions, columns that none has asked for, and
 * the map. Memory is with what the questions on two columns have left.
 * @param {Request & { where: string, newColumn: string, typedColumn: string, restedColumn: string }} request
 */
export function measureTable(request) {
  return withApp(request, request.where, async (page, browser) => {
    const cpuBefore = await cpuMs(browser);
    await dropFolder(page, request.folder);
    const plan = await completeAfter(page, 0);
    const firstPlanCpuMs = (await cpuMs(browser)) - cpuBefore;
    const drawn = await drawnWhole(page, request.files);
    const { dropped, picture } = await watchedOf(page);
    const again = await askAgain(page);
    const newColumnMs = await answerMs(page, request.newColumn, 'at once');
    const held = await heldBytes(page, browser);
    const typedColumnMs = await answerMs(page, request.typedColumn, 'by hand');
    const restedColumnMs = await answerMs(page, request.restedColumn, 'at once');
    const frames = await zoom(page);
    const { longTasks } = await watchedOf(page);
    const loaded = Math.max(plan.at, drawn.at);
    return {
      sentence: plan.text,
      workers: page.workers().length,
      pictureMs: picture - dropped,
      firstPlanMs: plan.at - dropped,
      firstPlanCpuMs,
      mapMs: drawn.at - dropped,
      replanMs: again.map(({ ms }) => ms),
      newColumnMs,
      typedColumnMs,
      restedColumnMs,
      heldBytes: held,
      longestTaskMs: longest(longTasks, dropped, loaded),
      longestTypingTaskMs: longest(longTasks, loaded),
      frames,
    };
  });
}

/**
 * The page's longest task from a drop to the map of all files, in processor time. A page of its own, since tracing it
 * takes time of all threads.
 * @param {Request & { where: string }} request
 */
export function measureTasks(request) {
  return withApp(request, request.where, async (page, browser) => {
    const { events } = await traced(browser, async () => {
      await dropFolder(page, request.folder);
      await completeAfter(page, 0);
      await drawnWhole(page, request.files);
    });
    return { longestTaskCpuMs: longestTaskCpu(events) };
  });
}

/** @param {Page} page */
async function askAgain(page) {
  const runs = [];
  for (const where of AGAIN) {
    const asked = await type(page, where, 'at once');
    const { at, text } = await completeAfter(page, asked);
    runs.push({ where, text, ms: at - asked });
    await page.waitForTimeout(600);
  }
  return runs;
}

/** Zooms into the map and out of it, a step a frame. @param {Page} page */
async function zoom(page) {
  const box = await page.locator('main .map').boundingBox();
  if (box === null) throw new Error('The map is not on the screen.');
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
  const from = await page.evaluate(() => {
    Reflect.get(window, 'icecoreBench').countFrames();
    return performance.now();
  });
  for (let i = 0; i < ZOOM_STEPS; i++) {
    await page.mouse.wheel(0, i < ZOOM_STEPS / 2 ? -40 : 40);
    await page.waitForTimeout(FRAME_MS);
  }
  const to = await page.evaluate(() => performance.now());
  return gaps((await watchedOf(page)).frames, from, to);
}

/**
 * A table dropped with a question, and what the page holds once all is there and a second column was asked for.
 * @param {Request & { where: string, typedColumn: string }} request
 */
export function measureHeld(request) {
  return withApp(request, request.where, async (page, browser) => {
    const before = await cpuMs(browser);
    await dropFolder(page, request.folder);
    const { at } = await completeAfter(page, 0);
    const planCpuMs = (await cpuMs(browser)) - before;
    await drawnWhole(page, request.files);
    const { dropped } = await watchedOf(page);
    await answerMs(page, request.typedColumn, 'by hand');
    const held = await heldBytes(page, browser);
    return { files: request.files, planMs: at - dropped, planCpuMs, heldBytes: held };
  });
}

/** From the drop to a complete plan, nothing else. @param {Request & { where: string }} request */
export function measurePlan(request) {
  return withApp(request, request.where, async (page) => {
    await dropFolder(page, request.folder);
    const { at, text } = await completeAfter(page, 0);
    const { dropped } = await watchedOf(page);
    return { ms: at - dropped, sentence: text };
  });
}

/** From the drop to the map of all files. @param {Request} request */
export function measurePicture(request) {
  return withApp(request, undefined, async (page) => {
    await dropFolder(page, request.folder);
    await page.locator('main h1').first().waitFor();
    await page.waitForFunction(
      () => !Number.isNaN(Reflect.get(window, 'icecoreBench').picture),
      undefined,
      { timeout: PATIENCE, polling: 20 },
    );
    const { dropped, picture, longTasks } = await watchedOf(page);
    return { ms: picture - dropped, longestTaskMs: longest(longTasks, dropped, picture) };
  });
}

/** JavaScript that the page and its workers load before a table is opened, gzipped, each script once. @param {string} url */
export function measureFirstLoad(url) {
  return withPage(async (page) => {
    const { gzipSync } = await import('node:zlib');
    /** @type {Map<string, Promise<Buffer>>} */
    const scripts = new Map();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.endsWith('.js') && !scripts.has(pathname))
        scripts.set(pathname, response.body());
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    // The picture of a sample, which workers read.
    await page.locator('.open-right svg').waitFor();
    const bodies = await Promise.all(scripts.values());
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
  });
}

/**
 * What the page and its workers do from the drop to a complete plan, and then while questions change and the map is
 * zoomed; as text.
 * @param {Request & { where: string }} request `url` of a build with names
 */
export function profilePlan(request) {
  return withApp(request, request.where, async (page, browser) => {
    const first = async () => {
      await dropFolder(page, request.folder);
      await completeAfter(page, 0);
      await drawnWhole(page, request.files);
    };
    const then = async () => {
      await askAgain(page);
      await zoom(page);
    };
    const lines = [];
    for (const [what, act] of /** @type {const} */ ([
      ['From the drop to the plan', first],
      ['Other questions, zooming', then],
    ])) {
      const { events } = await traced(browser, act, true);
      lines.push(`\n${what}\n${summarize(events, PROFILED_TASK_MS)}`);
    }
    return lines.join('\n');
  });
}

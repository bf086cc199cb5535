/**
 * A Chromium of its own for each measurement, and what Linux and Chromium say it used.
 *
 * @import { Browser, CDPSession, Page } from '@playwright/test'
 */
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { systemChromium } from '../../.ci/chromium.mjs';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const VIEWPORT = { width: 1440, height: 900 };

/**
 * Starts a browser with one empty page, hands it over, and closes it whatever happens.
 * @template T
 * @param {(page: Page, browser: Browser) => Promise<T>} use
 */
export async function withPage(use) {
  const executablePath = systemChromium();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ARGS,
  });
  try {
    return await use(
      await browser.newPage({ viewport: VIEWPORT, serviceWorkers: 'block' }),
      browser,
    );
  } finally {
    await browser.close();
  }
}

/** From the moment a folder is held over the page until it is dropped, and how often it moves; a quick hand. */
const HELD_MS = 300;
const MOVE_MS = 50;

/**
 * Drags a real folder over the page's drop zone and drops it.
 * @param {Page} page
 * @param {string} folder absolute
 */
export async function dropFolder(page, folder) {
  const cdp = await page.context().newCDPSession(page);
  const zone = page.locator('.drop-zone');
  await zone.waitFor();
  const box = await zone.boundingBox();
  if (box === null) throw new Error('The drop zone is not on the screen.');
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  let x = box.x + 50;
  const send = (/** @type {'dragEnter' | 'dragOver' | 'drop'} */ type) =>
    cdp.send('Input.dispatchDragEvent', { type, x, y: box.y + 30, data });
  await send('dragEnter');
  for (let held = 0; held < HELD_MS; held += MOVE_MS, x++) {
    await send('dragOver');
    await page.waitForTimeout(MOVE_MS);
  }
  await send('drop');
}

/**
 * Processor time of the whole browser so far, in ms.
 * @param {Browser} browser
 */
export async function cpuMs(browser) {
  const infos = await processes(browser);
  return infos.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1000;
}

/**
 * Memory that the pages' processes hold, in bytes: resident, less what is shared. Linux only; null elsewhere.
 * @param {Browser} browser
 */
export async function rendererBytes(browser) {
  let bytes = 0;
  for (const { type, id } of await processes(browser)) {
    if (type !== 'renderer') continue;
    const proportional = proportionalBytes(id);
    if (proportional === null) return null;
    bytes += proportional;
  }
  return bytes;
}

/** @param {number} pid */
function proportionalBytes(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) * 1024;
  } catch {
    return null; // not Linux
  }
}

/** @param {Browser} browser */
async function processes(browser) {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  return processInfo;
}

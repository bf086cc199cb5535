/** Measures the floor: the same dropped bytes, inflated by the browser's stream in as many workers. */
import { cpuMs, dropFolder, withPage } from './chromium.mjs';

/**
 * @param {{ url: string, folder: string, workers: number }} request `url` of the folder `bench/inflate`
 * @returns {Promise<{ ms: number, cpuMs: number, stored: number, raw: number }>}
 */
export function measureInflate({ url, folder, workers }) {
  return withPage(async (page, browser) => {
    await page.goto(`${url}?workers=${workers}`);
    await page.locator('body[data-ready]').waitFor();
    const before = await cpuMs(browser);
    await dropFolder(page, folder);
    const output = page.locator('output');
    await output.waitFor({ state: 'attached', timeout: 600_000 });
    const result = JSON.parse((await output.textContent()) ?? '');
    if (result.error !== undefined) throw new Error(result.error);
    return { ...result, cpuMs: (await cpuMs(browser)) - before };
  });
}

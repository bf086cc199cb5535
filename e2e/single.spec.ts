/** The page as one file, opened from a disk: no server, no network, a policy of its own. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, Icecore, test as withPage } from './icecore.ts';
import { tableFolder } from './tables.ts';

/** Another browser, which has never seen the app and has no network. */
const test = withPage.extend<{ second: { readonly page: Page; readonly icecore: Icecore } }>({
  second: async ({ browser, watch }, use) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', offline: true });
    const page = await context.newPage();
    watch.allow('file:///');
    await watch.of(page);
    await use({ page, icecore: new Icecore(page) });
    await context.close();
  },
});

const WHERE = "ts >= TIMESTAMP '2026-09-03 10:00:00'";

async function exported(icecore: Icecore, redacted: boolean): Promise<string> {
  const { page } = icecore;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^This link/ });
  if (redacted) {
    for (const kind of ['names', 'paths', 'text values', 'numbers', 'times']) {
      await dialog.getByRole('checkbox', { name: kind }).check();
    }
    await expect(dialog.getByText('Same answer:')).toBeVisible();
  }
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export as a page' }).click();
  const download = await coming;
  const path = test.info().outputPath(download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

for (const redacted of [false, true]) {
  test(`a table exported as a page shows the same from a disk${redacted ? ', redacted' : ''}`, async ({
    icecore,
    second,
    watch,
  }) => {
    await icecore.goto();
    await icecore.drop(tableFolder('clicks'));
    await icecore.opened('clicks');
    await icecore.view('Pruning');
    await icecore.ask(WHERE);
    await expect(icecore.sentence).toHaveText(/^Reads \d+ of 106 files: .+\./);
    const sentence = (await icecore.sentence.textContent()) ?? '';
    const sieve = (await icecore.sieve.textContent()) ?? '';
    const path = await exported(icecore, redacted);

    const requests = watch.requests.length;
    await second.page.goto(pathToFileURL(path).href);
    await second.icecore.opened(redacted ? 't1' : 'clicks');
    await expect(second.icecore.sentence).toHaveText(sentence);
    if (redacted) await expect(second.page.locator('body')).not.toContainText('clicks');
    else expect(await second.icecore.sieve.textContent()).toBe(sieve);
    await second.icecore.view('Files');
    await expect(second.icecore.sentence).toHaveText(/^\d+ files in \d+ manifests/);
    await second.page.reload();
    await expect(second.icecore.sentence).toHaveText(/^\d+ files in \d+ manifests/);
    const asked = watch.requests.slice(requests).filter((url) => !/^(blob|data):/.test(url));
    expect(new Set(asked.map((url) => new URL(url).pathname))).toEqual(new Set([path]));
  });
}

test('the one file opens by itself and takes a table', async ({ second }, info) => {
  const path = info.outputPath('icecore.html');
  copyFileSync(join(process.env['ICECORE_E2E_DIR'] ?? 'dist', 'icecore.html'), path);
  const { page, icecore } = second;
  await page.goto(pathToFileURL(path).href);
  await expect(page.getByText('Drop a table here')).toBeVisible();
  await icecore.drop(tableFolder('clicks'));
  await icecore.opened('clicks');
  for (const title of ['Eras', 'Files', 'Snapshots', 'Schema', 'Evolve', 'Pruning']) {
    await icecore.view(title);
    await expect(icecore.sentence).not.toHaveText(/Loading|could not/);
  }
  await icecore.ask(WHERE);
  await expect(icecore.sentence).toHaveText(/^Reads \d+ of 106 files/);
  // A bundle is made by a worker, too.
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save clicks.icecore.zip' }).click();
  expect((await coming).suggestedFilename()).toBe('clicks.icecore.zip');
});

test('the one file runs nothing but its own script', async ({ second, watch }, info) => {
  watch.expectComplaint(/Content Security Policy|refused by policy/);
  const built = join(process.env['ICECORE_E2E_DIR'] ?? 'dist', 'icecore.html');
  const html = readFileSync(built, 'utf8');
  const path = info.outputPath('changed.html');
  const at = html.lastIndexOf('</body>');
  const added = '<script>globalThis.ran = 1</script><img src="x" onerror="globalThis.ran = 1">';
  writeFileSync(path, html.slice(0, at) + added + html.slice(at));
  await second.page.goto(pathToFileURL(path).href);
  await expect(second.page.getByText('Drop a table here')).toBeVisible();
  expect(await second.page.evaluate(() => 'ran' in globalThis)).toBe(false);
});

test('an exported page that was changed says so', async ({ second }, info) => {
  const built = join(process.env['ICECORE_E2E_DIR'] ?? 'dist', 'icecore.html');
  const html = readFileSync(built, 'utf8');
  const at = html.lastIndexOf('</script>');
  const open = async (content: string) => {
    const path = info.outputPath('changed.html');
    writeFileSync(path, html.slice(0, at) + content + html.slice(at));
    await second.page.goto(pathToFileURL(path).href);
  };
  await open('{"name":"x","link":"#/pruning","zip":"UEsDB');
  await expect(second.icecore.alert).toContainText('The table in this page can’t be read');
  const markup = '\\u003cimg src=x onerror=alert(1)>';
  await open(`{"name":"${markup}","link":"#/${markup}","zip":"AAAA"}`);
  await expect(second.icecore.alert).toContainText('zip');
  expect(await second.page.locator('img').count()).toBe(0);
});

/** The page without its server: after one visit, and across builds. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { serve } from '../.ci/serve.mjs';
import { expect, Icecore, test as withPage } from './icecore.ts';
import { tableFolder } from './tables.ts';

interface Server {
  readonly url: string;
  close(): void;
}

/** A build of our own, which a test may replace by another, and its server, which a test may stop. */
const test = withPage.extend<{ build: string; server: Server }>({
  serviceWorkers: 'allow',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
  build: async ({}, use, info) => {
    const folder = info.outputPath('build');
    mkdirSync(folder, { recursive: true });
    cpSync(process.env['ICECORE_E2E_DIR'] ?? 'dist', folder, { recursive: true });
    await use(folder);
  },
  server: async ({ build, watch }, use) => {
    const server = await serve({ dir: build, port: 0 });
    watch.allow(server.url);
    await use(server);
    server.close();
  },
});

/** Visits, and waits until the page is kept. */
async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated');
}

async function disconnect(context: BrowserContext, server: Server): Promise<void> {
  server.close();
  await context.setOffline(true);
}

function kept(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      addresses.push(...requests.map(({ url }) => url));
    }
    return addresses;
  });
}

test('after one visit all of it works without a network', async ({
  page,
  icecore,
  context,
  server,
  watch,
}) => {
  // The samples are not kept, and the opening page lists them.
  watch.expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/);
  await visit(page, server.url);
  await disconnect(context, server);
  await page.reload();
  await expect(page.getByText('The samples could not be listed.')).toBeVisible();
  await icecore.drop(tableFolder('clicks'));
  await icecore.opened('clicks');
  for (const title of ['Eras', 'Files', 'Snapshots', 'Schema', 'Evolve', 'Pruning']) {
    await icecore.view(title);
    await expect(icecore.sentence).not.toHaveText(/Loading|could not/);
  }
  await icecore.ask("ts >= TIMESTAMP '2026-09-03 10:00:00'");
  await expect(icecore.sentence).toHaveText(/^Reads \d+ of 106 files/);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /^This link/ })).toBeVisible();
});

test('no part of a table is kept', async ({ page, icecore, server }) => {
  await visit(page, server.url);
  await page.reload();
  await page.getByRole('button', { name: /^clicks / }).click();
  await icecore.opened('clicks');
  const addresses = await kept(page);
  expect(addresses.length).toBeGreaterThan(50);
  expect(addresses.filter((url) => /samples|avro|metadata\.json/.test(url))).toEqual([]);
});

test('a new build shows at once, and takes over when no page of the old one is left', async ({
  page,
  context,
  build,
  server,
  watch,
}) => {
  watch.expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/);
  await visit(page, server.url);
  const before = await page.evaluate(() => caches.keys());
  expect(before).toHaveLength(1);
  replaceBuild(build);

  const second = await context.newPage();
  await watch.of(second);
  await second.goto(server.url);
  await expect(second.locator('meta[name=next]')).toHaveCount(1);
  await expect.poll(() => second.evaluate(() => caches.keys())).toHaveLength(2);
  // What the old page has still to load is gone from the server, and kept for it.
  await page.evaluate(() => {
    window.location.hash = '#/evolve?v=1&src=sample:clicks';
  });
  await new Icecore(page).opened('clicks');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).not.toHaveText(/Loading/);

  await page.close();
  await second.close();
  const third = await context.newPage();
  await watch.of(third);
  // The browser takes its time to let go of a page that was closed.
  await expect
    .poll(async () => {
      await third.goto('about:blank');
      await third.goto(server.url);
      return third.evaluate(() => caches.keys());
    })
    .not.toContain(before[0]);
  await disconnect(context, server);
  await third.reload();
  await expect(third.locator('meta[name=next]')).toHaveCount(1);
  await expect(third.getByText('Drop a table here')).toBeVisible();
});

/** Another page, and one of its parts under another name, as a build after a change makes them. */
function replaceBuild(folder: string): void {
  const change = (name: string, from: string | RegExp, to: string) => {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text).toMatch(from);
    writeFileSync(join(folder, name), text.replaceAll(from, to));
  };
  const assets = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
  const evolve = assets.find((name) => name.startsWith('EvolveView')) ?? '';
  const next = evolve.replace(/-[\w-]{8}\.js/, '-NextNext.js');
  for (const name of assets) {
    const path = join(folder, 'assets', name);
    const text = readFileSync(path, 'utf8').replaceAll(evolve, next);
    writeFileSync(join(folder, 'assets', name === evolve ? next : name), text);
  }
  writeFileSync(join(folder, 'assets', evolve), 'This part is gone.');
  change('index.html', '<title>', '<meta name="next" /><title>');
  change('sw.js', evolve, next);
  change('sw.js', /"version":"\w+"/g, '"version":"next"');
}

test('it can be installed', async ({ page, context, server }) => {
  await visit(page, server.url);
  const cdp = await context.newCDPSession(page);
  const { data, errors } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '') as {
    readonly icons: readonly { readonly src: string }[];
  };
  for (const { src } of manifest.icons) {
    expect((await page.request.get(new URL(src, server.url).href)).status()).toBe(200);
  }
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // Without a window there is nothing to install from.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

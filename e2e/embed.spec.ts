/** Icecore in a frame of another page, which talks with it through the client that docs/embed.md hands out. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import type { FrameLocator, Page } from '@playwright/test';
import ts from 'typescript';
import { serve } from '../.ci/serve.mjs';
import type { EmbeddedIcecore, IcecoreCounts } from '../app/embed/client.ts';
import { expect, test as withPage } from './icecore.ts';
import { currentAnswers } from './tables.ts';

interface Said {
  readonly counts: readonly (IcecoreCounts | null)[];
  readonly files: readonly ({ readonly path: string } | null)[];
  readonly refused: readonly string[];
  /** Whatever came, from whomever. */
  readonly raw: readonly unknown[];
}

/** What the page of the embedder keeps for these tests. */
declare const embedder: { said: Said; icecore: EmbeddedIcecore };

const WHERE = "ts >= TIMESTAMP '2026-09-03 10:00:00'";

function script(icecore: string): string {
  const client = readFileSync('app/embed/client.ts', 'utf8');
  const { outputText } = ts.transpileModule(client, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  return `${outputText}
    const said = { counts: [], files: [], refused: [], raw: [] };
    addEventListener('message', (event) => said.raw.push(event.data));
    const icecore = embedIcecore(document.querySelector('iframe'), ${JSON.stringify(icecore)}, {
      onCounts: (counts) => said.counts.push(counts),
      onSelection: (file) => said.files.push(file),
      onRefused: (message) => said.refused.push(message),
    });
    globalThis.embedder = { said, icecore };`;
}

async function serveText(text: () => string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.ico') === true) response.writeHead(204).end();
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(text());
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An embedder's page, and the app on another origin, which may be in frames of it. */
const test = withPage.extend<{ app: string; wiki: string; other: string }>({
  app: async ({ watch }, use) => {
    const dir = process.env['ICECORE_E2E_DIR'] ?? 'dist';
    const server = await serve({ dir, port: 0, frames: 'http://localhost:*' });
    watch.allow(server.url);
    await use(server.url);
    server.close();
  },
  wiki: async ({ watch, app }, use) => {
    const server = await serveText(
      () =>
        `<!doctype html><html lang="en"><title>Wiki</title><main><h1>Wiki</h1><iframe title="Icecore" style="width:1000px;height:600px;border:0"></iframe></main><script type="module">${script(app)}</script>`,
    );
    watch.allow(server.url);
    await use(server.url);
    server.close();
  },
  /** Has the app in a frame whose address names the wiki. */
  other: async ({ watch, app, wiki }, use) => {
    const named = `${app}?embed=${encodeURIComponent(wiki)}#/pruning?v=1&src=sample:clicks&where=${encodeURIComponent(WHERE)}`;
    const server = await serveText(
      () =>
        `<!doctype html><title>Other</title><iframe title="Icecore" style="width:1000px;height:600px" src="${named}"></iframe><script>globalThis.embedder = { said: { raw: [] } }; addEventListener('message', (event) => embedder.said.raw.push(event.data));</script>`,
    );
    watch.allow(server.url);
    await use(server.url);
    server.close();
  },
});

function framed(page: Page): FrameLocator {
  return page.frameLocator('iframe');
}

function said(page: Page): Promise<Said> {
  return page.evaluate(() => embedder.said);
}

test('a page opens a table in its frame, asks, and hears counts and the selected file', async ({
  page,
  wiki,
}) => {
  await page.goto(wiki);
  await expect(framed(page).getByText('No table is open here yet.')).toBeVisible();
  await page.evaluate(() => embedder.icecore.open({ src: 'sample:clicks', view: 'pruning' }));
  await expect(framed(page).getByRole('heading', { level: 1 })).toHaveText(/^Without a predicate/);
  expect((await said(page)).counts).toEqual([null]);

  await page.evaluate((where) => embedder.icecore.setPredicate(where), WHERE);
  const sentence = framed(page).getByRole('heading', { level: 1 });
  await expect(sentence).toHaveText(/^Reads \d+ of 106 files/);
  const [, read] = /^Reads (\d+) of/.exec((await sentence.textContent()) ?? '') ?? [];
  await expect.poll(async () => (await said(page)).counts.at(-1)?.complete).toBe(true);
  const counts = (await said(page)).counts.at(-1);
  expect(counts?.where).toBe(WHERE);
  const files = Object.values(counts?.verdicts ?? {}).map((tally) => tally.files);
  expect(files.reduce((sum, n) => sum + n, 0n)).toBe(106n);
  expect((counts?.verdicts.read.files ?? 0n) + (counts?.verdicts.allMatch.files ?? 0n)).toBe(
    BigInt(read ?? -1),
  );

  const list = framed(page).getByRole('grid', { name: /files?, what is read first/ });
  await list.getByRole('gridcell').first().click();
  const paths = currentAnswers('clicks').files.map(
    (file) => `s3://lake/clicks/${(file as { readonly path: string }).path}`,
  );
  await expect
    .poll(async () => paths.includes((await said(page)).files.at(-1)?.path ?? ''))
    .toBe(true);
  await framed(page).getByRole('complementary', { name: 'Inspector' }).press('Escape');
  await expect.poll(async () => (await said(page)).files.at(-1)).toBeNull();
});

test('a frame shows the view, no chrome, and the way to the whole page', async ({
  page,
  wiki,
  app,
}) => {
  await page.goto(wiki);
  await page.evaluate(() => embedder.icecore.open({ src: 'sample:clicks', view: 'eras' }));
  await expect(framed(page).getByRole('heading', { level: 1 })).toContainText('layouts');
  await expect(framed(page).getByRole('banner')).toHaveCount(0);
  await expect(framed(page).getByRole('navigation')).toHaveCount(0);
  const coming = page.waitForEvent('popup');
  await framed(page).getByRole('link', { name: 'Open in Icecore' }).click();
  const whole = await coming;
  await expect(whole.getByRole('banner').getByText('clicks', { exact: true })).toBeVisible();
  expect(whole.url()).toBe(`${app}#/eras?v=1&src=sample:clicks`);
  expect(await whole.evaluate(() => window.opener)).toBeNull();

  await page.goto(`${app}?embed#/eras?v=1&src=sample:clicks`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('layouts');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

test('messages of the wrong shape do nothing but are answered', async ({ page, wiki }) => {
  await page.goto(wiki);
  await page.evaluate(() => embedder.icecore.open({ src: 'sample:clicks', view: 'pruning' }));
  await expect(framed(page).getByRole('heading', { level: 1 })).toHaveText(/^Without a predicate/);
  const address = await page.frames()[1]?.evaluate(() => window.location.href);
  const sent = await page.evaluate(() => {
    const markup = '<img src=x onerror="globalThis.ran=1">';
    const messages: unknown[] = [
      null,
      'text',
      [],
      new Map([['icecore', 1]]),
      new Uint8Array(1_000_000),
      { icecore: 1 },
      { icecore: 1, type: 'eval', code: 'globalThis.ran=1' },
      { icecore: 1, type: 'open', source: { src: 'javascript:globalThis.ran=1' } },
      { icecore: 1, type: 'open', source: { src: 'local:clicks' } },
      { icecore: 1, type: 'open', source: { src: 'sample:clicks', view: markup } },
      { icecore: 1, type: 'open', source: { src: 'sample:clicks', [markup]: 'x' } },
      { icecore: 1, type: 'predicate', where: 'x'.repeat(2_000_000) },
      { icecore: 1, type: 'predicate', where: { toString: 'x' } },
    ];
    const frame = document.querySelector('iframe');
    for (const message of messages) frame?.contentWindow?.postMessage(message, '*');
    return messages.length;
  });
  await expect.poll(async () => (await said(page)).refused.length).toBe(sent);
  expect(await page.frames()[1]?.evaluate(() => window.location.href)).toBe(address);
  expect(await page.frames()[1]?.evaluate(() => 'ran' in globalThis)).toBe(false);
  // What is asked next is still done.
  await page.evaluate((where) => embedder.icecore.setPredicate(where), WHERE);
  await expect(framed(page).getByRole('heading', { level: 1 })).toHaveText(/^Reads \d+ of 106/);
});

test('a page that the address does not name neither hears nor is heard', async ({
  page,
  other,
  watch,
}) => {
  // The browser says itself that what is meant for the wiki does not go to another page.
  watch.expectComplaint(/Failed to execute 'postMessage'/);
  await page.goto(other);
  const sentence = framed(page).getByRole('heading', { level: 1 });
  await expect(sentence).toHaveText(/^Reads \d+ of 106/);
  await page.evaluate(() => {
    const { contentWindow } = document.querySelector('iframe') ?? {};
    const open = { icecore: 1, type: 'open', source: { src: 'sample:events' } };
    contentWindow?.postMessage(open, '*');
    contentWindow?.postMessage({ icecore: 1, type: 'predicate', where: null }, '*');
    contentWindow?.postMessage({ icecore: 1, type: 'nonsense' }, '*');
  });
  // A click behind the messages: they have been taken by then, or never will be.
  const list = framed(page).getByRole('grid', { name: /files?, what is read first/ });
  await list.getByRole('gridcell').first().click();
  await expect(framed(page).getByRole('complementary', { name: 'Inspector' })).toBeVisible();
  await expect(sentence).toHaveText(/^Reads \d+ of 106/);
  expect(await page.evaluate(() => embedder.said.raw)).toEqual([]);
});

test('a table of another origin is asked for in the frame, too', async ({ page, wiki, watch }) => {
  const lake = await serveText(() => 'nothing');
  watch.allow(lake.url);
  await page.goto(wiki);
  await page.evaluate((src) => embedder.icecore.open({ src }), `${lake.url}/t?sig=s3cr3t`);
  await expect(framed(page).getByRole('heading', { level: 1 })).toHaveText(
    /^This link loads a table from localhost/,
  );
  expect(watch.requests.filter((url) => url.startsWith(lake.url))).toEqual([]);
  expect(await page.frames()[1]?.evaluate(() => window.location.href)).not.toContain('s3cr3t');
  lake.close();
});

test('nobody may have the page in a frame unless its server names them', async ({
  page,
  baseURL,
  watch,
}) => {
  watch.expectComplaint(/frame-ancestors|refused by policy/);
  const server = await serveText(() => `<iframe src="${baseURL}?embed"></iframe>`);
  watch.allow(server.url);
  const refused = page.waitForEvent('console', (message) =>
    message.text().includes('frame-ancestors'),
  );
  await page.goto(server.url);
  await refused;
  await expect(framed(page).getByText('No table is open here yet.')).toHaveCount(0);
  server.close();
});

/** Tables at an address: servers that let the page read, and those that do not, each in words. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type Icecore, test as withPage } from './icecore.ts';
import { type Habits, serveTables, type TableServer } from './servers.ts';
import { copyTable, liveFiles, newestMetadata, tableFolder, writeFiles } from './tables.ts';

const test = withPage.extend<{ serve: (folder: string, habits: Habits) => Promise<TableServer> }>({
  serve: async ({ watch }, use) => {
    const servers: TableServer[] = [];
    await use(async (folder, habits) => {
      const server = await serveTables(folder, habits);
      servers.push(server);
      watch.allow(server.url);
      return server;
    });
    for (const server of servers) server.close();
  },
});

const TABLES = dirname(tableFolder('clicks'));

async function expectOpen(icecore: Icecore, name: string): Promise<void> {
  await icecore.opened(name);
  await expect(icecore.fact('Live')).toContainText(new RegExp(`B, ${liveFiles(name)} files,`));
}

test('the address of a metadata file opens, and the address bar holds it', async ({
  icecore,
  page,
  serve,
  watch,
}) => {
  const server = await serve(TABLES, { cors: true, ranges: true });
  await icecore.goto();
  await icecore.address(`${server.url}/clicks/${newestMetadata('clicks')}`);
  await expectOpen(icecore, 'clicks');
  expect(page.url()).toContain(`src=${server.url}/clicks/metadata/`);
  // What the server was asked is what the watch saw: requests of workers are seen, too.
  const seen = () =>
    watch.requests.filter((url) => url.startsWith(server.url)).map((url) => new URL(url).pathname);
  await expect(async () => {
    expect(seen().toSorted()).toEqual(server.asked.map(({ path }) => path).toSorted());
  }).toPass();
  expect(server.asked.filter(({ path }) => !path.startsWith('/clicks/'))).toEqual([]);
  expect(server.asked.filter(({ path }) => path.startsWith('/clicks/data/'))).toEqual([]);

  await page.reload();
  await expectOpen(icecore, 'clicks');
});

test('the address of a table folder opens by its version hint', async ({
  icecore,
  serve,
  watch,
}, info) => {
  const folder = info.outputPath('hinted');
  copyTable('recycle', `${folder}/recycle`, (path, bytes) =>
    path === newestMetadata('recycle') ? undefined : bytes,
  );
  const newest = join(tableFolder('recycle'), newestMetadata('recycle'));
  const version = Number(/\/0*(\d+)-/.exec(newestMetadata('recycle'))?.[1]);
  writeFiles(`${folder}/recycle/metadata`, {
    'version-hint.text': String(version),
    [`v${version}.metadata.json`]: readFileSync(newest),
  });
  const server = await serve(folder, { cors: true, ranges: true });
  watch.expectComplaint(/404/);
  await icecore.goto();
  await icecore.address(`${server.url}/recycle`);
  await expectOpen(icecore, 'recycle');
  expect(server.asked.map(({ path }) => path)).toContain('/recycle/metadata/version-hint.text');
});

test('the address of a table folder opens by the index its server gives', async ({
  icecore,
  serve,
  watch,
}) => {
  const server = await serve(TABLES, { cors: true, lists: true, ranges: true });
  // There is no version hint to find.
  watch.expectComplaint(/404/);
  await icecore.goto();
  await icecore.address(`${server.url}/events/`);
  await expectOpen(icecore, 'events');
});

test('a server that ignores ranges is read all the same', async ({ icecore, serve }) => {
  const server = await serve(TABLES, { cors: true, ranges: false });
  await icecore.goto();
  await icecore.address(`${server.url}/clicks/${newestMetadata('clicks')}`);
  await expectOpen(icecore, 'clicks');
});

test('a server that is busy at first is asked again', async ({ icecore, serve, watch }) => {
  const server = await serve(TABLES, { cors: true, ranges: true, busy: true });
  watch.expectComplaint(/429/);
  await icecore.goto();
  await icecore.address(`${server.url}/clicks/${newestMetadata('clicks')}`);
  await expectOpen(icecore, 'clicks');
  expect(server.asked.filter(({ status }) => status === 429).length).toBeGreaterThan(1);
});

test('a server without CORS is told from a dead one, with the policy to set', async ({
  context,
  icecore,
  page,
  serve,
  watch,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const server = await serve(TABLES, { cors: false });
  watch.expectComplaint(/CORS policy|Failed to load resource/);
  await icecore.goto();
  await icecore.address(`${server.url}/clicks/${newestMetadata('clicks')}`);
  await expect(icecore.alert).toContainText('The browser was not allowed to read that address.');
  await expect(icecore.alert).toContainText('is there, but it sends no CORS headers');
  await expect(icecore.alert).toContainText('AllowedOrigins');
  await icecore.alert.getByText('nginx').click();
  await expect(icecore.alert).toContainText('Access-Control-Allow-Origin');
  await icecore.alert.getByText('S3', { exact: true }).click();
  await icecore.alert.getByRole('button', { name: 'Copy the policy' }).click();
  await expect(icecore.alert.getByText('Copied')).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied[0].AllowedOrigins).toEqual([new URL(page.url()).origin]);
});

for (const [what, path] of [
  ['a folder', 'clicks'],
  ['a metadata file', 'clicks/metadata/v1.metadata.json'],
] as const) {
  test(`what the page’s policy forbids is said at once: ${what}`, async ({ icecore, watch }) => {
    watch.expectComplaint(/Content Security Policy|refused by policy|Failed to fetch/);
    await icecore.goto();
    await icecore.address(`http://lake.example.org/${path}`);
    await expect(icecore.alert).toContainText('This page may not read that address.');
    await expect(icecore.alert).toContainText('Over http only localhost is read. Use https');
    await icecore.address(`http://127.0.0.1:5002/${path}`);
    await expect(icecore.alert).toContainText('Write http://localhost:5002 instead of');
  });
}

test('a server that is not there is said, and can be tried again', async ({
  icecore,
  page,
  serve,
  watch,
}) => {
  const server = await serve(TABLES, { cors: true });
  server.close();
  watch.expectComplaint(/ERR_CONNECTION_REFUSED/);
  await icecore.goto();
  await icecore.address(`${server.url}/clicks/${newestMetadata('clicks')}`);
  await expect(icecore.alert).toContainText('failed before any byte arrived');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('an address without a file says 404 and what to check', async ({ icecore, serve, watch }) => {
  const server = await serve(TABLES, { cors: true });
  watch.expectComplaint(/404/);
  await icecore.goto();
  await icecore.address(`${server.url}/clicks/metadata/nothing.metadata.json`);
  await expect(icecore.alert).toContainText('The server answers 404 Not Found');
  await expect(icecore.alert).toContainText('There is no such file. Check the address');
});

test('what is no address says so', async ({ icecore }) => {
  await icecore.goto();
  await icecore.address('s3://bucket/table');
  await expect(icecore.alert).toContainText('s3:// can’t be read from here');
  await icecore.address('just words');
  await expect(icecore.alert).toContainText('“just words” is no address');
});

/** Sharing, as two people would: one makes a link or a file, a fresh page opens it with nothing but that. */
import { readFileSync, statSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Download, Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, Icecore, test as withPage } from './icecore.ts';
import { serveTables, type TableServer } from './servers.ts';
import { newestMetadata, tableFolder } from './tables.ts';

const test = withPage.extend<{
  second: { readonly page: Page; readonly icecore: Icecore };
  tables: TableServer;
}>({
  // A context of its own: no storage, no memory of the first.
  second: async ({ browser, baseURL, watch }, use) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await watch.of(page);
    await use({ page, icecore: new Icecore(page) });
    await context.close();
  },
  tables: async ({ watch }, use) => {
    const server = await serveTables(tableFolder('.'), { cors: true, ranges: true });
    watch.allow(server.url);
    await use(server);
    server.close();
  },
});

const WHERE = "ts >= TIMESTAMP '2026-09-03 10:00:00'";

function dialogOf(page: Page): Locator {
  return page.getByRole('dialog', { name: /^This link/ });
}

async function openShare(icecore: Icecore): Promise<Locator> {
  await icecore.page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = dialogOf(icecore.page);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Asks clicks of this machine, dropped as a folder. */
async function askDropped(icecore: Icecore): Promise<string> {
  await icecore.goto();
  await icecore.drop(tableFolder('clicks'));
  await icecore.opened('clicks');
  await icecore.view('Pruning');
  await icecore.ask(WHERE);
  await expect(icecore.sentence).toHaveText(/^Reads \d+ of 106 files: .+\./);
  return (await icecore.sentence.textContent()) ?? '';
}

async function saved(dialog: Locator, page: Page, choice: string): Promise<Download> {
  await dialog.getByRole('radio', { name: new RegExp(`^${choice}`) }).check();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save clicks.icecore.zip' }).click();
  const download = await coming;
  await expect(dialog.getByRole('status')).toHaveText(/^saved, /);
  return download;
}

for (const choice of ['The whole table', 'This snapshot', 'What this predicate needs']) {
  test(`a bundle of ${choice.toLowerCase()} shows the same on another page`, async ({
    icecore,
    page,
    second,
  }, info) => {
    const sentence = await askDropped(icecore);
    const dialog = await openShare(icecore);
    const download = await saved(dialog, page, choice);
    const path = info.outputPath('clicks.icecore.zip');
    await download.saveAs(path);
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');

    await second.icecore.goto();
    await second.icecore.drop(path);
    await second.icecore.opened('clicks');
    await expect(second.icecore.sentence).toHaveText(sentence);
    await expect(second.icecore.predicate).toHaveText(WHERE);
    expect(await second.icecore.sieve.textContent()).toBe(await icecore.sieve.textContent());
  });
}

test('a bundle for a predicate is smaller, and another predicate does not get its verdicts', async ({
  icecore,
  page,
  second,
}, info) => {
  await askDropped(icecore);
  const dialog = await openShare(icecore);
  const all = await saved(dialog, page, 'This snapshot');
  const part = await saved(dialog, page, 'What this predicate needs');
  const path = info.outputPath('clicks.icecore.zip');
  await part.saveAs(path);
  expect(statSync(path).size).toBeLessThan(statSync(await all.path()).size);

  await second.icecore.goto();
  await second.icecore.drop(path);
  await second.icecore.opened('clicks');
  const notice = second.page.getByRole('status').filter({ hasText: 'Only one snapshot' });
  await expect(notice).toHaveText(/in this bundle\. ?10 files that its predicate skips/);
  await second.icecore.ask("ts < TIMESTAMP '2026-09-01 10:00:00'");
  await expect(second.icecore.sentence).toHaveText(/unknown and may be read/);
});

test('a redacted bundle gives the same answer and tells nothing else', async ({
  icecore,
  page,
  second,
}, info) => {
  const sentence = await askDropped(icecore);
  const dialog = await openShare(icecore);
  await dialog.getByRole('radio', { name: /^What this predicate needs/ }).check();
  for (const kind of ['names', 'paths', 'text values', 'numbers', 'times']) {
    await dialog.getByRole('checkbox', { name: kind }).check();
  }
  await expect(dialog.getByText('Same answer:')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /^location/ })).toContainText('r1://p1/t1');
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save t1.icecore.zip' }).click();
  const path = info.outputPath('t1.icecore.zip');
  await (await coming).saveAs(path);

  await second.icecore.goto();
  await second.icecore.drop(path);
  await second.icecore.opened('t1');
  await expect(second.icecore.sentence).toHaveText(sentence);
  await expect(second.page.locator('body')).not.toContainText('clicks');
  await expect(second.page.locator('body')).not.toContainText('country');
});

test('redacted names take paths with them, which the choice and the comparison say', async ({
  icecore,
  page,
}, info) => {
  await askDropped(icecore);
  const dialog = await openShare(icecore);
  const paths = dialog.getByRole('checkbox', { name: 'paths' });
  for (const kind of ['names', 'text values', 'numbers', 'times']) {
    const one = dialog.getByRole('checkbox', { name: kind });
    await one.check();
    await expect(paths).toBeChecked();
    await expect(paths).toBeDisabled();
    await expect(paths).toHaveAccessibleDescription(/since they hold names and values/);
    await one.uncheck();
    await expect(paths).not.toBeChecked();
    await expect(paths).toBeEnabled();
  }
  await dialog.getByRole('checkbox', { name: 'names' }).check();
  await expect(dialog.getByRole('row', { name: /^location/ })).toContainText('r1://p1/t1');
  await expect(dialog.getByRole('row', { name: /^file/ })).toContainText('r1://p1/t1/data/f');
  await expect(dialog.getByText('The bundle holds')).toHaveText(/ snapshot \d{1,2}[ ;,]/);
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save t1.icecore.zip' }).click();
  const path = info.outputPath('t1.icecore.zip');
  await (await coming).saveAs(path);
  const files = Object.values(unzipSync(readFileSync(path)));
  expect(files.some((bytes) => Buffer.from(bytes).includes('clicks'))).toBe(false);
});

test('a link with the table inside shows the same without the table', async ({
  icecore,
  page,
  second,
}) => {
  const sentence = await askDropped(icecore);
  const dialog = await openShare(icecore);
  await dialog.getByRole('radio', { name: 'Link with the table inside' }).check({ force: true });
  await expect(dialog.getByText(/[\d,]+ characters: whole/)).toBeVisible();
  await expect(dialog.getByText('the table itself')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('src=inline:');

  await second.page.goto(link);
  await second.icecore.opened('clicks');
  await expect(second.icecore.sentence).toHaveText(sentence);
  await expect(second.icecore.predicate).toHaveText(WHERE);
});

test('a link with the table inside keeps the verdicts of what it leaves out', async ({
  icecore,
  page,
  second,
}) => {
  await icecore.goto();
  await icecore.drop(tableFolder('events'));
  await icecore.opened('events');
  await icecore.view('Pruning');
  // Manifests of specs 0 and 1 are opened, and all of their files are skipped: they stay behind, and are recorded.
  await icecore.ask(
    "event_ts >= TIMESTAMP '2024-03-28 00:00:00' AND event_ts < TIMESTAMP '2024-04-05 00:00:00' AND zone = 'north'",
  );
  await expect(icecore.sentence).toHaveText(/^Reads 8 of 30 files/);
  const sentence = (await icecore.sentence.textContent()) ?? '';
  const sieve = await icecore.sieve.textContent();
  const dialog = await openShare(icecore);
  await dialog.getByRole('radio', { name: 'Link with the table inside' }).check({ force: true });
  await expect(dialog.getByText(/[\d,]+ characters: whole/)).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy link' }).click();

  await second.page.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await second.icecore.opened('events');
  await expect(second.icecore.sentence).toHaveText(sentence);
  await expect.poll(() => second.icecore.sieve.textContent()).toBe(sieve);
});

test('a redacted link tells nothing of the table, and gives the same answer', async ({
  icecore,
  page,
  second,
}) => {
  const sentence = await askDropped(icecore);
  const dialog = await openShare(icecore);
  for (const kind of ['names', 'paths', 'text values', 'numbers', 'times']) {
    await dialog.getByRole('checkbox', { name: kind }).check();
  }
  await dialog.getByRole('radio', { name: 'Link with the table inside' }).check({ force: true });
  await expect(dialog.getByText('the table itself')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(decodeURIComponent(link)).not.toMatch(/clicks|2026-09-03/);

  await second.page.goto(link);
  await second.icecore.opened('t1');
  await expect(second.icecore.sentence).toHaveText(sentence);

  await second.icecore.view('Overview');
  await expect(second.page.getByText('Only one commit is known')).toBeVisible();
  await second.icecore.view('Eras');
  await expect(second.icecore.sentence).toHaveText(/^Four layouts; /);
  // Manifests of the oldest spec are not in the link, so nothing is known of its partitions and sizes.
  await second.page.setViewportSize({ width: 1440, height: 900 });
  const oldest = second.page.locator('.eras-ledger tbody tr').last();
  for (const column of ['File size', 'Partitions']) {
    const head = second.page.getByRole('columnheader', { name: new RegExp(`^${column}`) });
    const at = await head.evaluate((cell) => (cell as HTMLTableCellElement).cellIndex);
    await expect(oldest.getByRole('cell').nth(at)).toHaveText('–');
  }
});

test('a link to a dropped table asks for it, and tells when it gets another', async ({
  icecore,
  page,
  second,
}) => {
  const sentence = await askDropped(icecore);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await openShare(icecore);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  await second.page.goto(link);
  await expect(second.icecore.sentence).toHaveText(/must be given again/);
  await second.icecore.drop(tableFolder('clicks'));
  await expect(second.icecore.sentence).toHaveText(sentence);
  await expect(second.page.getByText('Not what the link was made of.')).toHaveCount(0);

  await second.page.reload();
  await expect(second.icecore.sentence).toHaveText(/must be given again/);
  await second.icecore.drop(tableFolder('events'));
  await expect(second.page.getByText('This is another table than')).toBeVisible();
});

test('saved predicates, with their names, go with a link and with a bundle', async ({
  icecore,
  page,
  second,
}, info) => {
  await askDropped(icecore);
  const menu = (of: Page) => of.getByRole('button', { name: /^Saved and earlier predicates/ });
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Save this predicate' }).click();
  await icecore.ask("country = 'NO'");
  await menu(page).click();
  await page.getByRole('menuitem', { name: /^Name or remove/ }).click();
  const name = page.getByRole('textbox', { name: `Name of ${WHERE}` });
  await name.pressSequentially('~ last; days');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveText('Saved 1');

  const dialog = await openShare(icecore);
  await expect(dialog.getByRole('row', { name: /^saved predicates/ })).toContainText(
    `1 saved predicate: ~ last; days: ${WHERE}`,
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('radio', { name: 'Link with the table inside' }).check({ force: true });
  await expect(dialog.getByText('the table itself')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const path = info.outputPath('clicks.icecore.zip');
  await (await saved(dialog, page, 'This snapshot')).saveAs(path);

  const take = async () => {
    await expect(second.icecore.predicate).toHaveText("country = 'NO'");
    await menu(second.page).click();
    await second.page.getByRole('menuitem', { name: '~ last; days' }).click();
    await expect(second.icecore.predicate).toHaveText(WHERE);
  };
  await second.page.goto(link);
  await take();
  // In the link are the manifests that one predicate needs.
  await expect(second.icecore.sentence).toHaveText(/unknown and may be read/);
  await second.icecore.goto();
  await second.icecore.drop(path);
  await take();
  await expect(second.icecore.sentence).toHaveText(/^Reads 37 of 106 files/);
});

test('with redaction, only saved predicates that keep the answer are said to go along', async ({
  icecore,
}) => {
  await askDropped(icecore);
  // A number of a bucketed column does not keep its buckets.
  const params = encodeURIComponent("~country = 'NO';~user_id = 17");
  await icecore.page.evaluate((saved) => {
    location.hash = `${location.hash}&saved=${saved}`;
  }, params);
  const dialog = await openShare(icecore);
  await dialog.getByRole('radio', { name: /^This snapshot/ }).check();
  await expect(dialog.getByText('2 saved predicates go with it.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'numbers' }).check();
  await expect(dialog.getByText('1 of 2 saved predicates goes with it.')).toBeVisible();
  await expect(
    dialog.getByText('Left out: 1 saved predicate that does not keep the answer.'),
  ).toBeVisible();
});

test('a link is opened by another Icecore, whichever made it', async ({ icecore, second }) => {
  await second.icecore.goto();
  await second.icecore.address(
    `http://localhost:1/#/pruning?v=1&src=sample:clicks&where=${encodeURIComponent(WHERE)}`,
  );
  await second.icecore.opened('clicks');
  await expect(second.icecore.predicate).toHaveText(WHERE);
  await icecore.goto();
});

test('a cut link with a table inside says so', async ({ icecore }) => {
  await icecore.goto('#/pruning?v=1&src=inline:7Vhdb9s2FP0rgp4');
  await expect(
    icecore.page.getByText(/^The table in the link can’t be read: it is cut/),
  ).toBeVisible();
});

test('a bundle at an address opens', async ({ icecore, page, second, watch }, info) => {
  const sentence = await askDropped(icecore);
  const dialog = await openShare(icecore);
  const download = await saved(dialog, page, 'What this predicate needs');
  await download.saveAs(info.outputPath('web', 'clicks.icecore.zip'));
  const server = await serveTables(info.outputPath('web'), { cors: true, ranges: true });
  watch.allow(server.url);
  await second.icecore.goto();
  await second.icecore.address(`${server.url}/clicks.icecore.zip`);
  await second.icecore.opened('clicks');
  await expect(second.icecore.sentence).toHaveText(sentence);
  expect(server.asked.map(({ path }) => path)).toEqual(['/clicks.icecore.zip']);
  server.close();
});

test('a link to another origin asks once, and then shows the same', async ({
  icecore,
  page,
  second,
  tables,
}) => {
  const address = `${tables.url}/clicks/${newestMetadata('clicks')}`;
  await icecore.goto();
  await icecore.address(address);
  await icecore.opened('clicks');
  await icecore.view('Pruning');
  await icecore.ask(WHERE);
  await expect(icecore.sentence).toHaveText(/^Reads \d+ of 106 files: .+\./);
  const sentence = (await icecore.sentence.textContent()) ?? '';
  const dialog = await openShare(icecore);
  await expect(dialog).toContainText('on this machine alone');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const asked = tables.asked.length;

  await second.page.goto(link);
  await expect(second.icecore.sentence).toHaveText(/^This link loads a table from localhost/);
  expect(tables.asked.length).toBe(asked);
  await second.page.getByRole('button', { name: 'Load it' }).click();
  await expect(second.icecore.sentence).toHaveText(sentence);
  await second.page.reload();
  await expect(second.icecore.sentence).toHaveText(sentence);
});

test('a signed address never enters the address bar, and the receiver gives her own', async ({
  icecore,
  page,
  second,
  tables,
}) => {
  const address = `${tables.url}/clicks/${newestMetadata('clicks')}`;
  await icecore.goto();
  await icecore.address(`${address}?X-Amz-Signature=0123secret4567`);
  await icecore.opened('clicks');
  expect(page.url()).not.toContain('secret');
  expect(
    await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
  ).not.toContain('secret');

  await second.page.goto(page.url());
  await expect(second.icecore.sentence).toHaveText(/read with a key, and links never carry one/);
  await second.page
    .getByLabel('Your own address of the table')
    .fill(`${address}?X-Amz-Signature=mine`);
  await second.page.getByRole('button', { name: 'Load it' }).click();
  await second.icecore.opened('clicks');
  expect(second.page.url()).not.toContain('mine');
});

test('a link with a secret in it is cleaned at once', async ({ icecore, page, tables }) => {
  const address = `${tables.url}/clicks/${newestMetadata('clicks')}?sig=s3cr3t`;
  await icecore.goto(`#/overview?v=1&src=${encodeURIComponent(address)}`);
  await expect(page.getByRole('status').filter({ hasText: 'sig' })).toContainText('taken out');
  expect(page.url()).not.toContain('s3cr3t');
  await page.getByRole('button', { name: 'Load it' }).click();
  await icecore.opened('clicks');
});

test('markup, scripts and path tricks in every part of a link are only text', async ({
  icecore,
  page,
}) => {
  const trick =
    '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>\u202e../../';
  const names = [
    'ref',
    'where',
    'ask',
    'root',
    'meta',
    'snap',
    'file',
    'era',
    'span',
    'sort',
    'cols',
  ];
  const params = names.map((name) => `${name}=${encodeURIComponent(trick)}`).join('&');
  for (const src of [
    'sample:clicks',
    `local:${encodeURIComponent(trick)}`,
    'javascript:alert(1)',
  ]) {
    await page.goto('about:blank');
    await icecore.goto(`#/pruning?v=1&src=${src}&${params}&${encodeURIComponent(trick)}=1`);
    const left = page.getByRole('status').filter({ hasText: 'A part of the link was left out.' });
    await expect(left).toContainText('has no meaning');
    await expect(page.getByRole('main')).toContainText('<img src=x');
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
    expect(await page.locator('main img[src], main script').count()).toBe(0);
  }
});

test('a report has the answer, a row for each era, and the link', async ({ icecore, page }) => {
  await icecore.goto(`#/pruning?v=1&src=sample:clicks&where=${encodeURIComponent(WHERE)}`);
  await expect(icecore.sentence).toHaveText(/^Reads \d+ of 106/);
  const dialog = await openShare(icecore);
  await dialog.getByRole('radio', { name: 'Report' }).check({ force: true });
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as Markdown' }).click();
  const text = readFileSync(await (await coming).path(), 'utf8');
  expect(text).toContain(WHERE);
  expect(text).toMatch(/^# clicks: Reads \d+ of 106 files/);
  expect(text.match(/^\| spec \d+, /gm)).toHaveLength(4);
  expect(text).toContain('#/pruning?v=1&src=sample:clicks');
});

test('a report on paper has all of it, and the picture', async ({ icecore, page }) => {
  await icecore.goto(`#/pruning?v=1&src=sample:clicks&where=${encodeURIComponent(WHERE)}`);
  await expect(icecore.sentence).toHaveText(/^Reads \d+ of 106/);
  await icecore.files().first().click();
  await expect(icecore.inspector.getByText('Evidence')).toBeVisible();
  const dialog = await openShare(icecore);
  await dialog.getByRole('radio', { name: 'Report' }).check({ force: true });
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  const paper = dialog.getByRole('article');
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText(/^clicks: Reads \d+ of 106/);
  await expect(paper.getByRole('heading', { name: 'The file in hand' })).toBeVisible();
  await expect(paper.getByRole('table').first().getByRole('row')).toHaveCount(1 + 4 + 1);
  for (const part of [WHERE, 'By its bounds every row matches', '#/pruning?v=1']) {
    await expect(paper).toContainText(part);
  }
  await expect(dialog.locator('pre.share-report')).toBeHidden();
  await expect(dialog.getByRole('img', { name: 'Map of all files' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(dialog.getByRole('heading', { name: /^This link/ })).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Print' })).toBeHidden();
});

test('back undoes a predicate that was typed and taken, not every key', async ({
  icecore,
  page,
}) => {
  await icecore.goto('#/pruning?v=1&src=sample:clicks');
  await expect(icecore.sentence).toHaveText(/^Without a predicate/);
  await icecore.predicate.click();
  for (const text of ["country = 'NO'", " AND ts >= '2026-09-03'"]) {
    await page.keyboard.type(text, { delay: 5 });
    await expect(page).toHaveURL(new RegExp(`${text.slice(-3, -1)}%27$`));
    await expect(icecore.sentence).toHaveText(/^(Reads|No file)/);
  }
  await page.keyboard.press('Enter');
  await page.goBack();
  await expect(icecore.sentence).toHaveText(/^Without a predicate/);
  await page.goForward();
  await expect(icecore.predicate).toHaveText("country = 'NO' AND ts >= '2026-09-03'");
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe: Share, ${scheme}`, async ({ icecore, page }) => {
    await icecore.goto(`#/pruning?v=1&src=sample:clicks&where=${encodeURIComponent(WHERE)}`);
    await expect(icecore.sentence).toHaveText(/^Reads \d+ of 106/);
    await icecore.theme(scheme);
    const dialog = await openShare(icecore);
    await expect(dialog.getByText('counting…')).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
}

/** A table that needs more memory than is set aside: what is said before it is read, and a part of it. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './icecore.ts';

/** The table clicks needs more, its smallest era less. */
async function setAside(page: Page, bytes: number): Promise<void> {
  await page.addInitScript((text) => {
    if (localStorage.getItem('icecore.memory') === null) {
      localStorage.setItem('icecore.memory', text);
    }
  }, String(bytes));
}

const manifestNames = (requests: readonly string[]) =>
  requests.filter((url) => /-m\d+\.avro$/.test(url));
const manifestsRead = (requests: readonly string[]) => manifestNames(requests).length;

test('a table larger than the budget is not read before somebody chooses one era', async ({
  icecore,
  page,
  watch,
}) => {
  await setAside(page, 20_000);
  await icecore.goto('#/pruning?v=1&src=sample:clicks');
  await expect(icecore.sentence).toHaveText(
    /^Reading this snapshot needs about [\d.]+ KiB of memory, and 19\.5 KiB are set aside\.$/,
  );
  const needs = page.getByRole('table', { name: 'What the snapshot needs' });
  await expect(needs).toContainText('106 as its manifest list counts them');
  await expect(needs).toContainText('4 of data');
  expect(manifestsRead(watch.requests)).toBe(0);
  // A day of the table, by its manifest list.
  await expect(page.getByLabel('Predicate: manifests that it rules out')).toHaveAttribute(
    'placeholder',
    /^an SQL condition, such as ts >= TIMESTAMP '2026-09-0[1-4] 00:00:00'$/,
  );

  await page.getByRole('button', { name: /^Read the era of spec 2, / }).click();
  await expect(page.getByRole('status').first()).toHaveText(
    /^Only the era of spec 2 is loaded: 1 of 4 manifests of data, \d+ of 106 files\. ?All that is said here/,
  );
  await expect(icecore.sentence).toHaveText(
    /^Of the loaded part: without a predicate a query reads all \d+ files/,
  );
  expect(manifestsRead(watch.requests)).toBe(1);
  expect(page.url()).toContain('load=era:2');
  await icecore.predicate.fill("ts < '2020-01-01'");
  await icecore.predicate.press('Enter');
  await expect(icecore.sentence).toHaveText(/^Of the loaded part: no file is read/);

  await icecore.view('Overview');
  await expect(icecore.sentence).toHaveText(
    'Overview tells of the whole table, and a part is loaded.',
  );
  await page.getByRole('main').getByRole('link', { name: 'Files' }).click();
  await expect(icecore.sentence).toHaveText(/^Of the loaded part: /);
  expect(manifestsRead(watch.requests)).toBe(1);

  await page.getByRole('button', { name: 'Choose again' }).click();
  await page.getByRole('link', { name: 'all snapshots' }).click();
  await expect(icecore.sentence).toHaveText(/snapshots in/);
  await expect(page.getByRole('grid', { name: 'Snapshots' })).toBeVisible();
  expect(manifestsRead(watch.requests)).toBe(1);
  await icecore.view('Files');
  await expect(icecore.sentence).toHaveText(/^Reading this snapshot needs/);
  await page.getByRole('button', { name: 'Read all the same' }).click();
  await expect(icecore.sentence).toHaveText(/^106 files in 4 manifests/);
  expect(new Set(manifestNames(watch.requests)).size).toBe(4);
});

test('manifests are judged by a predicate before any is read', async ({ icecore, page, watch }) => {
  await setAside(page, 20_000);
  await icecore.goto("#/pruning?v=1&src=sample:clicks&where=ts+>=+'2026-09-03'");
  await expect(page.getByRole('textbox', { name: /^Predicate: / })).toHaveValue(
    "ts >= '2026-09-03'",
  );
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    /^Read these\d of 4 manifests/,
  );
  const field = page.getByRole('textbox', { name: /^Predicate: / });
  await field.fill("ts < '2020-01-01'");
  await page.getByRole('button', { name: 'Count manifests' }).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('None of 4 manifests');
  await expect(page.getByRole('button', { name: /^Read what may hold/ })).toBeDisabled();
  await field.fill('ts >= ');
  await page.getByRole('button', { name: 'Count manifests' }).click();
  await expect(icecore.alert).toBeVisible();
  await field.fill("ts >= '2026-09-03'");
  await page.getByRole('button', { name: 'Count manifests' }).click();
  expect(manifestsRead(watch.requests)).toBe(0);
  await page.getByRole('button', { name: /^Read what may hold/ }).click();
  await expect(icecore.sentence).toHaveText(/^Of the loaded part: reads \d+ /);
});

test('more memory is set aside by the person, and kept', async ({ icecore, page }) => {
  await setAside(page, 20_000);
  await icecore.goto('#/files?v=1&src=sample:clicks');
  await expect(icecore.sentence).toHaveText(/^Reading this snapshot needs/);
  await page.getByRole('main').getByRole('button', { name: 'Memory for tables: 19.5 KiB' }).click();
  await page.getByRole('menuitem', { name: '512 MiB' }).click();
  await expect(icecore.sentence).toHaveText(/^106 files in 4 manifests/);
  await page.reload();
  await expect(icecore.sentence).toHaveText(/^106 files in 4 manifests/);
  await expect(page.getByRole('button', { name: 'Memory for tables: 512 MiB' })).toBeVisible();
});

for (const [title, link] of [
  ['what may be read of a large table', "#/pruning?v=1&src=sample:clicks&where=ts+>=+'2026-09-03'"],
  ['a part', '#/pruning?v=1&src=sample:clicks&load=era:2'],
] as const) {
  test(`axe: ${title}, light and dark`, async ({ icecore, page }) => {
    await setAside(page, 20_000);
    await icecore.goto(link);
    await expect(icecore.sentence).toHaveText(/^(Reading this snapshot|Of the loaded part)/);
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(/manifests/);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}

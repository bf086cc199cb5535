/** A narrow screen, as of a phone. */
import type { Page } from '@playwright/test';
import { expect, test } from './icecore.ts';

test.use({ viewport: { width: 420, height: 800 } });

const ASKED =
  '#/pruning?v=1&src=sample:clicks_big&where=ts+BETWEEN+%272026-08-31+22:00%27+AND+%272026-09-01+01:59%27';

/** Nothing stands out at the right. */
async function expectNoSideways(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBe(0);
}

test('narrow: views are in a menu, and none is wider than the screen', async ({
  icecore,
  page,
}) => {
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(/^Reads 1,086 of 6,006 files/);
  await expectNoSideways(page);
  const views = [
    ['Overview', /layouts?/],
    ['Eras', /^Two layouts in /],
    ['Files', /files in 6 manifests/],
    ['Snapshots', /snapshots in /],
    ['Schema', /column/],
  ] as const;
  for (const [title, sentence] of views) {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: title }).click();
    await expect(icecore.sentence).toHaveText(sentence);
    await expectNoSideways(page);
  }
});

test('narrow: a layout says how many files it reads, and of them how many fully', async ({
  icecore,
  page,
}) => {
  // stories/clicks_big.md: 43 files an hour, of which two are asked for by hour, the last but for a minute; 1,000 a day.
  await icecore.goto(ASKED);
  await expect(page.locator('.core-strata')).toContainText('50 %, 1,000 read');
  const layouts = page.locator('.sieve-narrow li');
  await expect(layouts.first()).toContainText(/reads [\d.]+ GiB.*86 files, 43\sfully/);
  await expect(layouts.last()).toContainText(/reads 1.82 TiB.*1,000 files$/);
});

test('narrow: a file’s reason comes as a sheet, and goes again', async ({ icecore, page }) => {
  await icecore.goto(ASKED);
  await page.getByRole('tab', { name: 'Files' }).click();
  await icecore.files().first().click();
  await expect(icecore.inspector).toContainText(/Read: /);
  const box = await icecore.inspector.boundingBox();
  expect(box?.width).toBeGreaterThan(400);
  await expectNoSideways(page);
  await page.getByRole('button', { name: 'Close the inspector' }).click();
  await expect(icecore.inspector).toBeHidden();
});

test('narrow: the plan and its picture are taken away by the menu', async ({ icecore, page }) => {
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(/^Reads 1,086 of 6,006 files/);
  for (const [item, name] of [
    ['Report as Markdown', /\.md$/],
    ['Map of all files as SVG', /\.svg$/],
  ] as const) {
    await page.getByRole('button', { name: 'Views' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item, exact: true }).click();
    expect((await coming).suggestedFilename()).toMatch(name);
  }
});

test('narrow: the opening page opens a sample', async ({ icecore, page }) => {
  await icecore.goto();
  await expectNoSideways(page);
  await page.getByRole('button', { name: /^events / }).click();
  await icecore.opened('events');
});

test.describe('at 200 % zoom of a usual screen', () => {
  test.use({ viewport: { width: 720, height: 450 } });

  for (const [title, link, sentence] of [
    ['Overview', '#/overview?v=1&src=sample:clicks_big', /layouts?/],
    ['Eras', '#/eras?v=1&src=sample:clicks_big', /^Two layouts in /],
    ['Pruning', ASKED, /^Reads 1,086 of 6,006 files/],
    ['the steps', `${ASKED}&step=2`, /entries|artition/],
    ['Files', ASKED.replace('pruning', 'files'), /files in 6 manifests/],
    ['Snapshots', '#/snapshots?v=1&src=sample:clicks_big', /snapshots in /],
    ['Schema', '#/schema?v=1&src=sample:clicks_big', /column/],
    ['Evolve', ASKED.replace('pruning', 'evolve'), /layout/],
  ] as const) {
    test(`zoom: nothing of ${title} is cut`, async ({ icecore, page }) => {
      await icecore.goto(link);
      await expect(icecore.sentence).toHaveText(sentence);
      await expectNoSideways(page);
      const cut = await page.evaluate(() =>
        ['.header', '#main', '.footer'].filter((part) => {
          const element = document.querySelector(part);
          return element === null || element.scrollWidth > element.clientWidth;
        }),
      );
      expect(cut).toEqual([]);
    });
  }
});

/** What a finger meets that is not a word in a text: look.md 4 asks 40 px of it. */
const TARGETS = 'button:not(.btn-link, .graph-commit, .graph-fold), [role=tab], .seg label, .logo';
const FINGER = 40;

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true });

  for (const [title, link, sentence] of [
    ['the opening page', '#/', /./],
    ['Overview', '#/overview?v=1&src=sample:clicks_big', /layouts?/],
    ['Pruning', ASKED, /^Reads 1,086 of 6,006 files/],
    ['the steps', `${ASKED}&step=2`, /entries|artition/],
    ['Files', ASKED.replace('pruning', 'files'), /files in 6 manifests/],
    ['Snapshots', '#/snapshots?v=1&src=sample:clicks_big', /snapshots in /],
  ] as const) {
    test(`touch: each target of ${title} is large enough`, async ({ icecore, page }) => {
      await icecore.goto(link);
      await expect(icecore.sentence).toHaveText(sentence);
      const small = await page.evaluate(
        ([targets, finger]) =>
          [...document.querySelectorAll<HTMLElement>(targets)]
            .filter((one) => one.checkVisibility() && !one.matches('.skip-link, .sr-only'))
            .filter((one) => one.getBoundingClientRect().height < finger)
            .map((one) => `${one.textContent ?? ''} ${one.className}`.trim()),
        [TARGETS, FINGER] as const,
      );
      expect(small).toEqual([]);
    });
  }
});

test('narrow: what is compared with is offered to be seen, and the difference tells what came', async ({
  icecore,
  page,
}) => {
  await icecore.goto('#/snapshots?v=1&src=sample:events');
  const offers = page.getByRole('button', { name: /^Compare from snapshot / });
  await expect(offers).toHaveCount(4);
  await expect(offers.first()).toHaveCSS('opacity', '1');
  await page.getByText('Difference', { exact: true }).click();
  await expect(page.locator('.era-diff')).toContainText('+ 6.03 KiB added');
  await expectNoSideways(page);
});

test('narrow: problems stand before the facts of the table', async ({ icecore, page }) => {
  await icecore.goto('#/overview?v=1&src=sample:clicks');
  const heads = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(heads).toHaveText([/^Problems found/, 'The table', 'Look at next']);
});

test('narrow: files are put in another order', async ({ icecore, page }) => {
  await icecore.goto('#/files?v=1&src=sample:clicks');
  const order = page.getByLabel('Order of the files');
  await order.selectOption({ label: 'largest first' });
  await expect(page).toHaveURL(/sort=-bytes/);
  // Eras draws the sizes of its files from 0 to 1.55 KiB.
  await expect(icecore.files().first()).toContainText('1.55 KiB');
  await order.selectOption({ label: 'by partition' });
  await expect(page).not.toHaveURL(/sort=/);
  await expectNoSideways(page);
});

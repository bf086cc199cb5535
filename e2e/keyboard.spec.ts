/** The page without a mouse, in another theme, with little motion, and on a narrow screen. */
import type { Page } from '@playwright/test';
import { expect, test } from './icecore.ts';

const ASKED =
  '#/pruning?v=1&src=sample:clicks_big&where=ts+BETWEEN+%272026-08-31+22:00%27+AND+%272026-09-01+01:59%27';
const ANSWER = /^Reads 1,086 of 6,006 files/;

test('keys go to views, to the predicate, from read to read', async ({ icecore, page }) => {
  await icecore.goto('#/overview?v=1&src=sample:clicks_big');
  await icecore.opened('clicks_big');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(icecore.snapshot('before_change')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await expect(icecore.sentence).toHaveText(/^Two layouts in /);
  await page.keyboard.press('/');
  await expect(icecore.predicate).toBeFocused();
  await page.keyboard.type("ts BETWEEN '2026-08-31 22:00' AND '2026-09-01 01:59'");
  await page.keyboard.press('Enter');
  await expect(icecore.sentence).toHaveText(ANSWER);
  // Keys belong to the text as long as one types.
  await page.keyboard.press('Escape');
  await icecore.list.focus();

  await page.keyboard.press('n');
  await expect(icecore.inspector).toContainText(/Read: /);
  const first = page.url();
  await page.keyboard.press('n');
  await expect(page).not.toHaveURL(first);
  await page.keyboard.press('Shift+N');
  await expect(page).toHaveURL(first);
  await page.keyboard.press('Escape');
  await expect(icecore.inspector).toBeHidden();

  await page.keyboard.press('u');
  await expect(page.getByRole('radio', { name: 'Files' })).toBeChecked();
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/era=0/);
});

test('a slash goes to the predicate of the view in hand, and what is typed over it replaces it', async ({
  icecore,
  page,
}) => {
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(ANSWER);
  await expect(icecore.predicate).toHaveAttribute('contenteditable', 'true');
  await page.keyboard.press('/');
  await expect(icecore.predicate).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('user_idd = 25000000');
  await page.keyboard.press('Enter');
  await expect(icecore.alert).toContainText('user_idd');
  // Over what is underlined and coloured; the watch sees what the policy refuses.
  await page.keyboard.press('Control+a');
  await page.keyboard.type('user_id = 25000000');
  await page.keyboard.press('Enter');
  await expect(icecore.sentence).toHaveText(/^Reads 75 of 6,006 files/);
});

test('Esc leaves the steps, and the question why not, wherever in the view the focus is', async ({
  icecore,
  page,
}) => {
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(ANSWER);
  await page.keyboard.press('s');
  await expect(icecore.sentence).toHaveText(/^The list of manifests is read/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(icecore.sentence).toHaveText(ANSWER);
  await page.keyboard.press('s');
  await page.getByRole('button', { name: 'Next: the partition values' }).focus();
  // What is open takes the first press for itself.
  await page.getByRole('button', { name: 'Saved' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(icecore.sentence).toHaveText(/^The list of manifests is read/);
  await page.keyboard.press('Escape');
  await expect(icecore.sentence).toHaveText(ANSWER);

  await page.getByRole('button', { name: 'Not read?' }).click();
  await page.getByRole('button', { name: 'Leave' }).focus();
  await page.keyboard.press('Escape');
  await expect(icecore.sentence).toHaveText(ANSWER);
});

test('what is typed at once after the key that asks belongs to the question', async ({
  icecore,
  page,
}) => {
  const WORDS = 'user_id = 25000000, tP1u';
  /** All keys in one task: before anything of the question is drawn. */
  const typeAtOnce = (keys: string) =>
    page.evaluate((all) => {
      for (const key of all) {
        const target = document.activeElement ?? document.body;
        const init = { key, bubbles: true, cancelable: true };
        target.dispatchEvent(new KeyboardEvent('keydown', init));
      }
    }, keys);
  const field = page.getByLabel('Why not read?');
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  await icecore.goto(`${ASKED}&step=2`);
  await expect(icecore.sentence).toHaveText(/artition/);
  const before = await theme();
  await typeAtOnce(`w${WORDS}`);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(WORDS);
  // From another view, too, and for the predicate.
  await page.keyboard.press('Escape');
  await icecore.view('Eras');
  await expect(icecore.sentence).toHaveText(/^Two layouts in /);
  await typeAtOnce(`w${WORDS}`);
  await expect(field).toHaveValue(WORDS);
  await icecore.view('Eras');
  await expect(icecore.sentence).toHaveText(/^Two layouts in /);
  await typeAtOnce('/user_id = 7');
  await expect(icecore.predicate).toBeFocused();
  await expect(icecore.predicate).toHaveText(/user_id = 7/);
  expect(await theme()).toBe(before);
  await expect(page.locator('html')).not.toHaveAttribute('data-present');
  await expect(page).not.toHaveURL(/unit=/);
});

test('the question takes what is typed before its view is loaded', async ({ icecore, page }) => {
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(ANSWER);
  await page.route('**/NotReadView-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Not read?' }).click();
  await page.keyboard.type('user_id = 5000000');
  await expect(page.getByLabel('Why not read?')).toHaveValue('user_id = 5000000');
  await expect(icecore.sentence).toHaveText(/row|hold/);
});

/** The editor, and what it is made with, come when they are let. */
async function heldEditor(page: Page): Promise<() => void> {
  let letCome = () => {};
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/\/(editor|language)-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return letCome;
}

test('what is selected in the plain field is selected in the editor that takes its place', async ({
  icecore,
  page,
}) => {
  const letCome = await heldEditor(page);
  await icecore.goto('#/pruning?v=1&src=sample:clicks');
  const plain = page.locator('.predicate-plain');
  await plain.fill("country = 'FR'");
  await plain.press('End');
  await plain.press('ArrowLeft');
  await plain.press('Shift+ArrowLeft');
  await plain.press('Shift+ArrowLeft');
  letCome();
  await expect(icecore.predicate).toHaveAttribute('contenteditable', 'true');
  await expect(icecore.predicate).toBeFocused();
  await page.keyboard.type('DE');
  await expect(icecore.predicate).toHaveText("country = 'DE'");
});

test('the editor waits until a character is composed', async ({ icecore, page }) => {
  const letCome = await heldEditor(page);
  await icecore.goto('#/pruning?v=1&src=sample:clicks');
  const plain = page.locator('.predicate-plain');
  await plain.fill("country = '");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Input.imeSetComposition', { text: 'ka', selectionStart: 2, selectionEnd: 2 });
  const loaded = page.waitForResponse(/editor-.*\.js/);
  letCome();
  await loaded;
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300))),
  );
  await expect(plain).toBeFocused();
  await cdp.send('Input.insertText', { text: 'か' });
  await expect(icecore.predicate).toHaveAttribute('contenteditable', 'true');
  await expect(icecore.predicate).toHaveText("country = 'か");
});

test('arrows walk the list and the map, and Enter explains', async ({ icecore, page }) => {
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(ANSWER);
  await icecore.list.focus();
  const active = icecore.list.locator('[data-active]');
  await expect(active).toHaveText(/^spec 1 Read: [\d,]+ files, /);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(active.getByRole('rowheader')).toHaveText(/^2026-09-01 00 [\d,]+ files, /);
  await expect(icecore.inspector).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(icecore.files().nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(icecore.inspector).toContainText(/Read: /);
  await page.keyboard.press('Escape');

  await expect(icecore.map).toHaveAccessibleName(/^6,006 files /);
  await icecore.map.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await expect(icecore.map).toContainText(/spec 1 · 2026-09-03.*skipped by/);
  await page.keyboard.press('Enter');
  await expect(icecore.inspector).toContainText(/Skipped by/);
});

test('an offered predicate leads on to the map, which names the file that the arrows are at', async ({
  icecore,
  page,
}) => {
  await icecore.goto('#/pruning?v=1&src=sample:clicks_big');
  await expect(icecore.map).toHaveAccessibleName(/^6,006 files /);
  await page.getByRole('search').getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(icecore.sentence).toHaveText(/^Reads /);
  await expect(icecore.map).toBeFocused();
  await page.keyboard.press('End');
  const tip = icecore.map.locator('.tooltip');
  await expect(tip).toHaveText(/^spec \d · 2026-.* rows/);
  await page.keyboard.press('Enter');
  await expect(icecore.inspector).toContainText(/Read|Skipped/);
  await expect(tip).toBeHidden();

  // From nowhere in particular the arrows go on in the list.
  await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('n');
  await expect(icecore.list).toBeFocused();
  await expect(icecore.list.locator('[data-active]')).toHaveAttribute('aria-selected', 'true');
});

test('files are headed by era and partition until a column is asked for', async ({
  icecore,
  page,
}) => {
  await icecore.goto(ASKED);
  const headings = icecore.list.getByRole('rowheader');
  await expect(headings.first()).toHaveText(/^spec 1 Read: /);
  const column = icecore.list.getByRole('columnheader', { name: 'Bytes' });
  const sort = column.getByRole('button');
  await sort.click();
  await expect(column).toHaveAttribute('aria-sort', 'descending');
  await expect(headings).toHaveCount(0);
  await sort.click();
  await expect(column).toHaveAttribute('aria-sort', 'ascending');
  await sort.click();
  await expect(column).not.toHaveAttribute('aria-sort', /./);
  await expect(headings.first()).toHaveText(/^spec 1 Read: /);
  await expect(page).not.toHaveURL(/sort=/);
});

test('the help lists the keys, which can be switched off', async ({ icecore, page }) => {
  await icecore.openSample('clicks');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys and words' });
  await expect(help).toContainText('Write a predicate');
  await help.getByRole('checkbox', { name: /Single keys/ }).uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await page.keyboard.press('Control+k');
  const commands = page.getByRole('dialog', { name: 'Commands' });
  await expect(commands.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('eras!');
  await expect(commands).toContainText('No command has these words in its name.');
  await page.keyboard.press('Backspace');
  await expect(commands.getByRole('option')).toHaveCount(1);
  await expect(page).toHaveURL(/#\/overview/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/eras/);
});

test('light and dark follow the system, or the choice, which is kept', async ({
  icecore,
  page,
}) => {
  await icecore.openSample('clicks');
  await icecore.theme('dark');
  await icecore.theme('light');
  const html = page.locator('html');
  await page.keyboard.press('t');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await icecore.opened('clicks');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Theme: dark. Change it' }).click();
  await expect(page.getByRole('button', { name: 'Theme: as the system. Change it' })).toBeVisible();
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test('the whole opening page can be walked by Tab', async ({ icecore, page }) => {
  await icecore.goto();
  await expect(page.getByRole('button', { name: /^clicks / })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Go to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toBeFocused();
});

test('with reduced motion nothing moves; else the picture’s cut does', async ({
  icecore,
  page,
}) => {
  await icecore.goto();
  const picture = page.getByRole('img', { name: /Live bytes of the sample over time/ });
  await expect(picture).toBeVisible();
  const cut = () =>
    picture
      .locator('text')
      .filter({ hasText: /^2026-/ })
      .last()
      .textContent();
  const still = await cut();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(cut).not.toBe(still);
});

test('P presents: the table keeps its name, and no figure of the Core meets another', async ({
  icecore,
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 800 });
  await icecore.goto('#/pruning?v=1&src=sample:clicks&where=country+=+%27FR%27');
  await expect(icecore.sentence).toHaveText(/^Reads 74 of 106 files/);
  await icecore.sentence.click();
  await page.keyboard.press('P');
  const name = page.locator('.table-name span').first();
  await expect(name).toHaveText('clicks');
  expect((await name.boundingBox())?.width).toBeGreaterThan(40);
  const texts = page.locator('.core-strata text');
  const core = await page.locator('.core').boundingBox();
  const boxes = await texts.evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  for (const [i, a] of boxes.entries()) {
    expect(a.top).toBeGreaterThanOrEqual(core?.y ?? 0);
    for (const b of boxes.slice(i + 1)) {
      const apart =
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 4 || b.bottom <= a.top + 4;
      expect(apart).toBe(true);
    }
  }
});

/** A predicate is typed, and its answer is read: the worked example's figures, and what is said of mistakes. */
import { expect, test } from './icecore.ts';

/** A finding with an exact size on hover: what the sieve holds of an era. */
const exact = (files: number, bytes: number) =>
  new RegExp(`^${files.toLocaleString('en-US')} files\\n${bytes.toLocaleString('en-US')} bytes\\n`);

const ACROSS = "ts BETWEEN '2026-08-31 22:00' AND '2026-09-01 01:59'";
const BEFORE = "ts >= '2026-08-31 22:00' AND ts < '2026-09-01 00:00'";
const AFTER = "ts >= '2026-09-01 00:00' AND ts < '2026-09-01 02:00'";

const GB = 1_000_000_000;

test('the worked example reads 1,086 files: a whole day of the old layout, two hours of the new', async ({
  icecore,
}) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  await expect(icecore.sentence).toHaveText(
    'Without a predicate a query reads all 6,006 files, 10.9 TiB.',
  );
  await icecore.predicate.pressSequentially(ACROSS);
  await expect(icecore.sentence).toHaveText(
    'Reads 1,086 of 6,006 files: 1.97 TiB of 10.9 TiB. In 43 of them every row matches.',
  );
  await expect(icecore.reads(0).getByTitle(exact(1000, 2000 * GB))).toHaveText('1.82 TiB');
  await expect(icecore.reads(1).getByTitle(exact(86, 170 * GB))).toHaveText('158 GiB');
  await expect(icecore.era(0)).toContainText('1,000 files');
  await expect(icecore.era(1)).toContainText('86 files, 43 fully');
  await expect(icecore.page.getByText('Times without a zone are read as UTC.')).toBeVisible();
});

interface Story {
  readonly ref: string;
  readonly where: string;
  readonly sentence: RegExp;
  /** Files and bytes read, by spec. */
  readonly read: readonly (readonly [specId: number, files: number, bytes: number])[];
}

const STORIES: readonly Story[] = [
  {
    ref: 'before_change',
    where: BEFORE,
    sentence: /^Reads 1,000 of 3,000 files: /,
    read: [[0, 1000, 2000 * GB]],
  },
  {
    ref: 'two_in_the_morning',
    where: AFTER,
    sentence: /^Reads 86 of 3,086 files: /,
    read: [[1, 86, 170 * GB]],
  },
  {
    ref: 'two_in_the_morning',
    where: ACROSS,
    sentence: /^Reads 1,086 of 3,086 files: /,
    read: [
      [0, 1000, 2000 * GB],
      [1, 86, 170 * GB],
    ],
  },
  {
    ref: 'rewrite_31_august',
    where: ACROSS,
    sentence: /^Reads 169 of 6,008 files: /,
    read: [[1, 169, 336 * GB]],
  },
];

test('the worked example, at its tags and its branch', async ({ icecore }) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  for (const { ref, where, sentence, read } of STORIES) {
    await test.step(`${ref}: ${where}`, async () => {
      await icecore.at(ref);
      await icecore.ask(where);
      await expect(icecore.sentence).toHaveText(sentence);
      for (const [specId, files, bytes] of read) {
        await expect(icecore.reads(specId).getByTitle(exact(files, bytes))).toBeVisible();
      }
    });
  }
});

test('a mistake is said at its place, and the last answer stays', async ({ icecore }) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  await icecore.ask(AFTER);
  await expect(icecore.sentence).toHaveText(/^Reads 86 of 6,006 files/);

  await test.step('a syntax error', async () => {
    await icecore.predicate.fill('ts >= AND user_id = 3');
    await expect(icecore.page.getByText(/1 error, at 7$/)).toBeVisible();
    await expect(icecore.alert).toContainText('Below: the last predicate that could be read.');
    await expect(icecore.sentence).toHaveText(/^Reads 86 of 6,006 files/);
    await expect(icecore.page.getByText('of the last valid predicate')).toBeVisible();
  });

  await test.step('an unknown column, with the nearest one', async () => {
    await icecore.predicate.fill('user_idd = 25000000');
    await expect(icecore.alert).toContainText('user_idd');
    await expect(icecore.alert).toContainText('user_id');
    await expect(icecore.sentence).toHaveText(/^Reads 86 of 6,006 files/);
    await icecore.alert.getByRole('button', { name: 'Put it in' }).click();
    await expect(icecore.predicate).toHaveText('user_id = 25000000');
    await expect(icecore.sentence).toHaveText(/^Reads 75 of 6,006 files/);
    await expect(icecore.alert).toBeHidden();
  });

  await test.step('a value of a wrong type', async () => {
    await icecore.predicate.fill("user_id = 'not a number'");
    await expect(icecore.page.getByText(/1 error, at 11$/)).toBeVisible();
    await expect(icecore.alert).toContainText('user_id');
    await expect(icecore.sentence).toHaveText(/^Reads 75 of 6,006 files/);
  });

  await test.step('a valid one again', async () => {
    await icecore.ask(ACROSS);
    await expect(icecore.alert).toBeHidden();
    await expect(icecore.sentence).toHaveText(/^Reads 1,086 of 6,006 files/);
  });
});

test('columns are offered while one types', async ({ icecore, page }) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  // The plain field, which stands there first, offers nothing.
  await expect(icecore.predicate).toHaveAttribute('contenteditable', 'true');
  await icecore.predicate.pressSequentially('us');
  const options = page.getByRole('listbox', { name: 'Completions' });
  await expect(options.getByRole('option', { name: /user_id/ })).toBeVisible();
  // Between two letters the list takes no keys.
  await expect(page.locator('.cm-tooltip-autocomplete-disabled')).toHaveCount(0);
  await icecore.predicate.press('ArrowDown');
  await icecore.predicate.press('Enter');
  await icecore.predicate.pressSequentially(' = 25000000');
  await icecore.predicate.press('Enter');
  await expect(icecore.sentence).toHaveText(/^Reads 75 of 6,006 files/);
});

test('Enter takes what the list marks while the condition is not whole', async ({
  icecore,
  page,
}) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  await expect(icecore.predicate).toHaveAttribute('contenteditable', 'true');
  const list = page.getByRole('listbox', { name: 'Completions' });
  const marked = list.getByRole('option', { selected: true });
  await icecore.predicate.pressSequentially('us');
  await expect(marked).toHaveText(/^user_id/);
  await icecore.predicate.press('Enter');
  await expect(icecore.predicate).toHaveText('user_id');
  await icecore.predicate.pressSequentially(' = 25000000 ');
  // What may follow is listed; the condition is whole, and is taken.
  await expect(marked).toHaveText(/^AND/);
  await icecore.predicate.press('Enter');
  await expect(marked).toHaveCount(0);
  await expect(icecore.predicate).toHaveText(/^user_id = 25000000 ?$/);
  await expect(icecore.sentence).toHaveText(/^Reads 75 of 6,006 files/);
});

test('what the opening page tells of a sample is offered, and reads what it tells', async ({
  icecore,
  page,
}) => {
  // 43 files of the hour from midnight are 85,000,000,000 bytes: 79.2 GiB; the day before is 2 TB: 1.82 TiB.
  await icecore.goto();
  await expect(page.getByRole('button', { name: /^clicks_big / })).toContainText(
    '23:00 to 01:00 over that midnight reads a day of the old layout, 1.82 TiB, and 79.2 GiB of the new.',
  );
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  await page.getByRole('search').getByRole('button').first().click();
  await expect(icecore.sentence).toHaveText(/^Reads 1,043 of 6,006 files: 1.90 TiB/);
  const figures = page.locator('.sieve-read');
  await expect(figures).toHaveText(['79.2 GiB', '1.82 TiB']);
});

test('an example of the table’s own values can be tried', async ({ icecore, page }) => {
  await icecore.openSample('clicks');
  await icecore.view('Pruning');
  const examples = page.getByRole('search').getByRole('button');
  await examples.first().click();
  await expect(icecore.sentence).toHaveText(/^(Reads|No file is read)/);
  await expect(icecore.predicate).not.toHaveText('');
  await page.goBack();
  await expect(icecore.sentence).toHaveText(/^Without a predicate/);
});

test('a predicate that rules out everything says why', async ({ icecore }) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  await icecore.ask("ts < '2020-01-01'");
  await expect(icecore.sentence).toHaveText(
    'No file is read. The range of ts ends before its first partition, 2026-08-29.',
  );
});

test('the rules of Java are a click away, and in the address', async ({ icecore, page }) => {
  await icecore.openSample('clicks_big');
  await page.getByRole('button', { name: 'Rules: safe' }).click();
  await page.getByRole('menuitem', { name: /^java/ }).click();
  await expect(page.getByRole('button', { name: 'Rules: java' })).toBeVisible();
  await expect(page).toHaveURL(/profile=java/);
});

test('a list too long for a link is said, and stays; Esc leaves the field', async ({
  icecore,
  page,
}) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  await icecore.ask('user_id = 3');
  await expect(icecore.sentence).toHaveText(/^(Reads|No file)/);
  const answer = await icecore.sentence.textContent();
  const values = Array.from({ length: 7_000 }, (_, i) => 10_000_000 + i).join(', ');
  await icecore.predicate.fill(`user_id IN (${values})`);
  await expect(icecore.alert).toContainText('more than a link can hold');
  await expect(icecore.sentence).toHaveText(answer ?? '');
  // The editor holds in the page what is near its caret.
  await icecore.predicate.press('ControlOrMeta+End');
  await expect(icecore.predicate).toContainText('10006999');
  await icecore.predicate.fill('user_id = 3');
  await expect(icecore.alert).toBeHidden();
  await icecore.predicate.press('Escape');
  await page.keyboard.press('s');
  await expect(page).toHaveURL(/step=1/);
});

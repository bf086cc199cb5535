/** Questions that a person comes with, answered from the first screen on by what is written on the page. */
import { expect, test } from './icecore.ts';

const ACROSS = "ts BETWEEN '2026-08-31 22:00' AND '2026-09-01 01:59'";

test('question: which era is read, and why?', async ({ icecore }) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  await icecore.ask(ACROSS);
  await expect(icecore.sentence).toHaveText(/^Reads 1,086 of 6,006 files/);
  // The old layout: the whole day is read, since nothing finer is known of its files.
  await expect(icecore.era(0)).toContainText('the day is 2026-08-31 to 2026-09-01');
  await expect(icecore.reads(0)).toContainText('1,000 files');
  await expect(icecore.reads(0)).not.toContainText('fully');
  // The new one: two hours.
  await expect(icecore.era(1)).toContainText(/the hour is 2026-08-31 22 to 2026-09-01 01/);
  await expect(icecore.reads(1)).toContainText('86 files, 43 fully');
});

test('question: why is this file kept?', async ({ icecore }) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  await icecore.ask(ACROSS);
  await icecore.view('Files');
  await icecore.page.getByRole('button', { name: /^Era of spec 0, / }).click();
  await icecore.page.getByRole('radio', { name: 'Read 1,000' }).check();
  await icecore.files().first().click();
  const { inspector } = icecore;
  await expect(inspector).toContainText(/Read: rows may match/);
  await expect(inspector).toContainText('2026-08-31');
  await expect(inspector.getByRole('heading', { name: 'Residual' })).toBeVisible();
});

test('question: why was that file skipped?', async ({ icecore }) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  await icecore.ask(`${ACROSS} AND user_id = 25000000`);
  await expect(icecore.sentence).toHaveText(/^Reads 3 of 6,006 files/);
  await icecore.view('Files');
  const verdict = icecore.page.getByRole('group', { name: 'Verdict' });
  await verdict.getByRole('radio', { name: /bounds 1,083$/ }).check();
  await icecore.files().first().click();
  await expect(icecore.inspector).toContainText(/Skipped by bounds/);
  await expect(
    icecore.inspector.getByRole('img', {
      name: /^user_id: file bounds .*; predicate 25,?000,?000/,
    }),
  ).toBeVisible();
  await verdict.getByRole('radio', { name: /^partition / }).check();
  await icecore.files().first().click();
  await expect(icecore.inspector).toContainText(/Skipped by partition/);
  await verdict.getByRole('radio', { name: /^manifest / }).check();
  await icecore.files().first().click();
  await expect(icecore.inspector).toContainText(/Skipped by manifest/);
});

test('question: what did the snapshot before the DDL read?', async ({ icecore, page }) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  await icecore.ask("ts >= '2026-08-31 22:00' AND ts < '2026-09-01'");
  await icecore.view('Snapshots');
  // The graph has the statement between its snapshots.
  await expect(page.getByText('REPLACE PARTITION FIELD ts_day WITH hours(ts)')).toBeVisible();
  await icecore.snapshot('before_change').click();
  await icecore.view('Pruning');
  await expect(icecore.sentence).toHaveText('Reads 1,000 of 3,000 files: 1.82 TiB of 5.46 TiB.');
  await expect(icecore.sieve.getByRole('row')).toHaveCount(2);
  await expect(icecore.era(0)).toContainText('the day is 2026-08-31');
});

test('question: which rule gives this column its value?', async ({ icecore, page }) => {
  await icecore.openSample('migrated');
  await icecore.view('Schema');
  await expect(icecore.sentence).toHaveText(
    '9 of 17 files carry no field ids: they give id, total and ts by name, region and dt by partition value.',
  );
  const column = (id: number) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: `${id}`, exact: true }) });
  // A file that was taken over has no ids: its columns are found by name, or stand in its folder's name.
  await expect(column(2)).toContainText(/total.*amount.*by name.*renamed since/);
  await expect(column(5)).toContainText(/partition\s*'2024-06-0\d', of dt/);
  // One that the table's own writer wrote: by id.
  await page.getByRole('button', { name: /^Show a file of: schema 0/ }).click();
  await expect(column(2)).toContainText('by id');
  await expect(column(5)).toContainText('by id');
  await expect(page).toHaveURL(/file=[0-9a-f]{16}/);
});

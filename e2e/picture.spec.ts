/** What one does with the picture: step through it, ask it the other way round, take it away. */
import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { expect, test } from './icecore.ts';

const ASKED =
  '#/pruning?v=1&src=sample:clicks&where=ts+>=+%272026-09-02+12:00%27+AND+country+=+%27DE%27';
const ANSWER = 'Reads 27 of 106 files: 32.3 KiB of 130 KiB. In 15 of them every row matches.';

test('arrow keys step through a plan, and the link keeps the step', async ({ icecore, page }) => {
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(ANSWER);
  await page.getByRole('button', { name: 'Steps' }).click();
  await expect(icecore.sentence).toHaveText(
    'The list of manifests is read: 1 of 4 is ruled out unopened.',
  );
  await page.keyboard.press('ArrowRight');
  await expect(icecore.sentence).toHaveText(
    'Partition values: 51 of 96 entries cannot match; 45 are left.',
  );
  await page.keyboard.press('ArrowRight');
  await expect(icecore.sentence).toHaveText('Bounds: 18 of 45 entries cannot match; 27 are left.');
  await page.keyboard.press('ArrowRight');
  await expect(icecore.sentence).toHaveText(
    '27 files are opened: in 15 every row matches, in 12 the rows are tested.',
  );
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/step=4/);
  await page.reload();
  await expect(icecore.sentence).toHaveText(/^27 files are opened/);
  await page.keyboard.press('ArrowLeft');
  await expect(icecore.sentence).toHaveText(/^Bounds: /);

  // A row of the step says why it ends or goes on.
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Step 3 of 4.')).toBeVisible();
  await expect(page.getByText(/^[^ ]+-0-[^ ]+ Read: every row matches/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'See all evidence Enter' })).toBeVisible();
  await expect(page).toHaveURL(/file=[0-9a-f]{16}/);
  await page.keyboard.press('Enter');
  await expect(icecore.sentence).toHaveText(ANSWER);
  await expect(icecore.inspector).toContainText('Read: every row matches');
});

test('a predicate that is cleared ends its steps', async ({ icecore, page }) => {
  await icecore.goto(`${ASKED}&step=3`);
  await expect(icecore.sentence).toHaveText(/^Bounds: /);
  await icecore.predicate.fill('');
  await expect(page).not.toHaveURL(/where=|step=/);
  await icecore.predicate.fill('user_id = 103');
  await expect(icecore.sentence).toHaveText(/^Reads 28 of 106 files/);
});

test('why not read: a part of a path leads to where the file stops', async ({ icecore, page }) => {
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(ANSWER);
  await page.getByRole('button', { name: 'Not read?' }).click();
  const field = page.getByLabel('Why not read?');
  await expect(field).toBeFocused();
  // The row that is offered has values of the table, whose rows begin on 2026-08-31 and end on 2026-09-04.
  await expect(field).toHaveAttribute(
    'placeholder',
    /^a part of a path, or a row: ts = 2026-(?:08-31|09-0[1-4]) \d\d:\d\d, user_id = \d+$/,
  );
  await field.fill('00001-23-b9df1c1a-b761-44c1-b205-0490e57aefce-0-00004');
  await expect(icecore.sentence).toHaveText(
    '00001-23…-0-00004 is not read: country is JP; DE comes before JP.',
  );
  const pane = page.getByRole('complementary', { name: 'How far the file came' });
  await expect(pane).toContainText('bounds of country');
  await expect(pane).toContainText('Here it stops.');
  await expect(page.getByText('Closest misses')).toBeVisible();
  await page.reload();
  await expect(icecore.sentence).toHaveText(
    '00001-23…-0-00004 is not read: country is JP; DE comes before JP.',
  );

  await field.fill('no-such-file');
  await expect(icecore.sentence).toHaveText(
    'No live file of this snapshot has “no-such-file” in its path.',
  );
  await field.fill('00001-23-');
  await expect(icecore.sentence).toHaveText(/files have “00001-23-” in their path; \d+ of them/);
  await page.keyboard.press('Escape');
  await expect(icecore.sentence).toHaveText(ANSWER);
});

test('why not read: a row that no file can hold, and one that some may', async ({
  icecore,
  page,
}) => {
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(ANSWER);
  await page.keyboard.press('w');
  const field = page.getByLabel('Why not read?');
  await field.fill('ts = 2026-09-03 10:00, country = XX');
  await expect(icecore.sentence).toHaveText(
    'Your predicate does not ask for this row. No file can hold such a row.',
  );
  await expect(page.getByText('none: skipped 72 by partition, 1 by bounds')).toBeVisible();
  // What the predicate reads is no part of this answer.
  const era = page.getByRole('button', { name: /^Era of spec 1, / });
  await expect(era).not.toHaveAccessibleName(/ read/);
  await expect(era).not.toContainText('18');
  // What is explained is the nearest miss, the first of the list.
  await field.fill('user_id = 900000000');
  await expect(icecore.sentence).toHaveText('No file can hold such a row.');
  const misses = page.getByRole('table', { name: /^Closest misses/ }).getByRole('row');
  await expect(misses.nth(1)).toContainText('before 900000000');
  await expect(misses.nth(1)).toHaveAttribute('data-chosen', '');
  const nearest = await misses.nth(1).textContent();
  const by = /user_id ends ([\d,]+) before 900000000/.exec(nearest ?? '')?.[1] ?? 'no miss';
  await expect(page.locator('.plane')).toContainText(`ends ${by} before 900000000`);
  await field.fill("ts = '2026-09-04 04:05:00', country = FR");
  // Another country is asked for.
  await expect(icecore.sentence).toHaveText(
    'Your predicate does not ask for this row. One of 106 files may hold such a row.',
  );
  const pane = page.getByRole('complementary', { name: 'How far the file came' });
  await expect(pane).toContainText('This file and the row');
  await expect(pane).toContainText('It is opened');
  await field.fill('user_id = 105');
  await expect(icecore.sentence).toHaveText(
    '25 of 106 files may hold such a row; your predicate reads one of them.',
  );
  // What stops it is the predicate, since the row does not; a person knows both of the row.
  await expect(pane).toContainText('This file and your predicate');
  await expect(pane).toContainText(
    "If you know that a row has user_id = 105 and ts >= '2026-09-02",
  );
  await expect(pane).toContainText('Here it stops.');
});

async function taken(page: Page, item: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export pictures and the report' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item, exact: true }).click(),
  ]);
  return download;
}

test('a picture is exported with its title, predicate and legend', async ({ icecore, page }) => {
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(ANSWER);
  const svg = await taken(page, 'What each layout skips and reads as SVG');
  expect(svg.suggestedFilename()).toBe('clicks-pruning-what-each-layout-skips-and-reads.svg');
  const text = readFileSync(await svg.path(), 'utf8');
  expect(text).toContain(`>${ANSWER}</text>`);
  expect(text).toContain("WHERE ts &gt;= '2026-09-02 12:00' AND country = 'DE'");
  expect(text).toContain('spec 3: hour(ts), country, bucket(4, user_id)');
  expect(text).toContain('every row matches');
  // Nothing in it needs the page: no variable, no class.
  expect(text).not.toMatch(/var\(--|class=/);

  // The map tells its verdicts itself, once, and none that it does not draw.
  const map = readFileSync(await (await taken(page, 'Map of all files as SVG')).path(), 'utf8');
  expect(map.match(/every row matches<\/text>/g)).toHaveLength(1);
  expect(map).not.toContain('>unknown<');

  const png = readFileSync(await (await taken(page, 'Map of all files as PNG')).path());
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  // Two device pixels a pixel: the map is as wide as the view.
  expect(png.readUInt32BE(16)).toBeGreaterThan(2000);
});

test('the plan is reported as Markdown', async ({ icecore, page }) => {
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(ANSWER);
  const report = readFileSync(await (await taken(page, 'Report as Markdown')).path(), 'utf8');
  expect(report).toContain(`# clicks: ${ANSWER}`);
  expect(report).toContain('| **all** | 106 | 10 | 51 | 18 | 27 | 15 |');
  expect(report.match(/\.parquet/g)).toHaveLength(27);
});

test('rows of each table are taken as TSV, JSON and CSV', async ({ context, icecore, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const tables = [
    ['files', '#/files?v=1&src=sample:clicks', /^106 files/, 106],
    ['partitions', '#/files?v=1&src=sample:clicks&list=partitions', /^106 partitions/, 106],
    ['manifests', '#/files?v=1&src=sample:clicks&list=manifests', /^The snapshot lists/, 4],
    ['snapshots', '#/snapshots?v=1&src=sample:clicks&list=table', /^Nine snapshots/, 9],
    ['refs', '#/snapshots?v=1&src=sample:clicks_big&list=refs', /^2 branches/, 4],
  ] as const;
  for (const [name, link, sentence, rows] of tables) {
    await icecore.goto(link);
    await expect(icecore.sentence).toHaveText(sentence);
    const choose = async (item: string) => {
      await page.getByRole('button', { name: `Copy or save the listed ${name}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Copy as TSV');
    await expect(page.getByRole('status').filter({ hasText: 'copied' })).toBeVisible();
    const tsv = await page.evaluate(() => navigator.clipboard.readText());
    expect(tsv.split('\n'), name).toHaveLength(rows + 1);
    await choose('Copy as JSON');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\[/);
    const json = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(json), name).toHaveLength(rows);
    const [csv] = await Promise.all([page.waitForEvent('download'), choose('Save as CSV')]);
    expect(csv.suggestedFilename()).toMatch(new RegExp(`${name}\\.csv$`));
    expect(
      readFileSync(await csv.path(), 'utf8')
        .trimEnd()
        .split('\r\n'),
    ).toHaveLength(rows + 1);
  }
});

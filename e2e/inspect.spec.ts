/** Why a file is read or skipped; and that the address bar holds what one sees. */
import { expect, Icecore, test } from './icecore.ts';
import { tableFolder } from './tables.ts';

const ACROSS = "ts BETWEEN '2026-08-31 22:00' AND '2026-09-01 01:59'";
const ASKED = '#/pruning?v=1&src=sample:clicks_big&where=ts+>=+TIMESTAMP+%272026-09-01+00:30:00%27';

async function askAcross(icecore: Icecore): Promise<void> {
  await icecore.openSample('clicks_big');
  await icecore.view('Pruning');
  await icecore.ask(ACROSS);
  await expect(icecore.sentence).toHaveText(/^Reads 1,086 of 6,006 files/);
}

test('a file of the list is explained, and a reload explains it again', async ({
  icecore,
  page,
}) => {
  await askAcross(icecore);
  await icecore.files().first().click();
  const { inspector } = icecore;
  await expect(inspector).toContainText(/Read: /);
  await expect(inspector.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  await expect(
    inspector.getByRole('img', { name: /^ts: file bounds .* predicate 2026-08-31/ }),
  ).toBeVisible();
  await expect(inspector.getByRole('heading', { name: 'Verdict' })).toBeVisible();
  await expect(inspector.getByRole('heading', { name: 'Residual' })).toBeVisible();
  await expect(page).toHaveURL(/file=[0-9a-f]{16}/);
  await expect(icecore.files().first()).toHaveAttribute('aria-selected', 'true');
  const words = await inspector.textContent();

  await page.reload();
  await expect(icecore.sentence).toHaveText(/^Reads 1,086 of 6,006 files/);
  await expect.poll(() => inspector.textContent()).toBe(words);
  await expect(icecore.predicate).toHaveText(ACROSS);

  await page.keyboard.press('Escape');
  await expect(inspector).toBeHidden();
  await expect(page).not.toHaveURL(/file=/);
});

test('bars of bounds keep their scale while the list is scrolled', async ({ icecore, page }) => {
  await icecore.goto();
  await icecore.openSample('clicks');
  await icecore.view('Pruning');
  await icecore.ask('user_id = 103');
  await expect(icecore.sentence).toHaveText(/^Reads 28 of 106 files/);
  const second = icecore.files().nth(1);
  await expect(second).toContainText('100 – 103');
  const bar = () => second.locator('svg').last().innerHTML();
  const drawn = await bar();
  await second.hover();
  await page.mouse.wheel(0, 1600);
  await expect(icecore.page.getByText('100 – 103').first()).toBeHidden();
  await page.mouse.wheel(0, -1600);
  await expect(second).toContainText('100 – 103');
  expect(await bar()).toBe(drawn);
});

test('a file of the map is explained: one that is skipped', async ({ icecore, page }) => {
  await askAcross(icecore);
  // Files arrive manifest by manifest.
  await expect(icecore.map).toHaveAccessibleName(/^6,006 files /);
  const box = await icecore.map.boundingBox();
  if (box === null) throw new Error('the map is not drawn');
  // The upper strip is the newest era, its right end the latest hour, which the predicate does not reach.
  await page.mouse.click(box.x + box.width - 8, box.y + 40);
  await expect(icecore.inspector).toContainText(/Skipped by (manifest|partition)/);
  await expect(icecore.inspector).toContainText('2026-09-03');
  await expect(page).toHaveURL(/file=[0-9a-f]{16}/);
});

test('what is read names the delete files, each once, and a file without any says so', async ({
  icecore,
  page,
}) => {
  await icecore.goto();
  await page.getByLabel('Folder of a table').setInputFiles(tableFolder('logs_mor'));
  await icecore.opened('logs_mor');
  await icecore.view('Pruning');
  await icecore.ask("level = 'ERROR'");
  // By the reference's tasks: of 8 uses two are of one file.
  await expect(icecore.sentence).toHaveText(
    /^Reads 10 of 16 data files: .+ of .+, and 7 delete files, [\d.]+ KiB\./,
  );
  const without = icecore.files().filter({ hasText: /–/ }).first();
  await without.click();
  await expect(icecore.inspector).toContainText(
    'None of the snapshot’s delete files is read with it.',
  );
});

test('a file chosen on the map is seen in the list, and no tooltip stays', async ({
  icecore,
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await icecore.goto(
    '#/pruning?v=1&src=sample:events&where=event_ts+>=+TIMESTAMP+%272024-04-07+05:00:00%27+AND+event_ts+<+TIMESTAMP+%272024-04-07+06:00:00%27',
  );
  await expect(icecore.sentence).toHaveText('Reads 2 of 30 files: 3.81 KiB of 57.4 KiB.');
  const box = await icecore.map.boundingBox();
  if (box === null) throw new Error('the map is not drawn');
  // The lowest strip, of the oldest era: the inspector that opens takes room of the map and of the list.
  await page.mouse.move(box.x + box.width - 60, box.y + box.height - 25);
  await expect(icecore.map.locator('.tooltip')).toContainText('skipped by bounds');
  await page.mouse.down();
  await page.mouse.up();
  await expect(icecore.inspector).toContainText(/^.*Skipped by bounds: event_ts runs /);
  await expect(icecore.inspector.locator('strong').first()).toHaveText('Skipped by bounds:');
  await expect(icecore.inspector).toContainText('That is proof: ');
  await expect(icecore.map.locator('.tooltip')).toBeHidden();
  await expect(icecore.list.locator('[aria-selected=true]')).toBeInViewport({ ratio: 0.95 });
});

test('every era filter, view and unit is a link, and Back and Forward walk the views', async ({
  icecore,
  page,
}) => {
  await askAcross(icecore);
  await icecore.view('Files');
  await expect(icecore.sentence).toHaveText(/; your predicate reads 1,086 of them\.$/);
  await icecore.view('Eras');
  await expect(icecore.sentence).toHaveText(/^Two layouts in /);
  await page.goBack();
  await expect(icecore.sentence).toHaveText(/; your predicate reads 1,086 of them\.$/);
  await page.goBack();
  await expect(icecore.sentence).toHaveText(/^Reads 1,086 of 6,006 files/);
  await expect(icecore.predicate).toHaveText(ACROSS);
  await page.goForward();
  await expect(icecore.sentence).toHaveText(/; your predicate reads 1,086 of them\.$/);
});

test('the link of a view shows the same in another page', async ({
  context,
  icecore,
  page,
  watch,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await askAcross(icecore);
  await icecore.at('rewrite_31_august');
  await expect(icecore.sentence).toHaveText(/^Reads 169 of 6,008 files/);
  // The list is put in order a moment after the sentence.
  const third = icecore.files().nth(2);
  await expect(
    third.getByRole('img', { name: /^(?:rows may match|every row matches)$/ }),
  ).toBeVisible();
  await third.click();
  await expect(icecore.inspector).toContainText(/Read: /);
  await expect(page).toHaveURL(/file=/);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const share = page.getByRole('dialog', { name: /^This link shows/ });
  await share.getByRole('button', { name: 'Copy link' }).click();
  await expect(share.getByText('Copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(page.url());
  await page.keyboard.press('Escape');

  const second = await context.newPage();
  await watch.of(second);
  await second.goto(link);
  const other = new Icecore(second);
  await expect(other.sentence).toHaveText(/^Reads 169 of 6,008 files/);
  await expect(other.predicate).toHaveText(ACROSS);
  await expect(second.getByRole('button', { name: 'Snapshot: rewrite_31_august' })).toBeVisible();
  const words = await icecore.inspector.textContent();
  await expect.poll(() => other.inspector.textContent()).toBe(words);
});

test('damaged parts of a link are named, and the rest shows', async ({ icecore, page }) => {
  await icecore.goto(
    '#/pruning?v=1&src=sample:clicks_big&where=user_id+%3D+25000000&file=nonsense&unit=furlongs&mood=good&snap=%E0%A4',
  );
  await expect(icecore.sentence).toHaveText(/^Reads 75 of 6,006 files/);
  const status = page.getByRole('status').filter({ hasText: 'A part of the link was left out.' });
  await expect(status).toContainText('file: “nonsense” has no meaning');
  await expect(status).toContainText('unit: “furlongs” has no meaning');
  await expect(status).toContainText('mood: it is not known here');
  await expect(status).toContainText('snap: its text is not readable');
});

test('a link of another version is said', async ({ icecore, page }) => {
  await icecore.goto('#/overview?v=9&src=sample:clicks');
  await icecore.opened('clicks');
  await expect(page.getByText(/v: the link has version 9, and this page knows 1/)).toBeVisible();
});

test('a link to a file, a snapshot, a sample or a view that is not there says so', async ({
  icecore,
}) => {
  await icecore.goto(`${ASKED}&file=0123456789abcdef`);
  await expect(icecore.inspector).toContainText(
    'The file of the link is not live in this snapshot.',
  );
  await icecore.goto('#/overview?v=1&src=sample:clicks_big&snap=12');
  await expect(icecore.alert).toContainText('12');
  await icecore.goto('#/overview?v=1&src=sample:nowhere');
  await expect(icecore.alert).toContainText('There is no sample named nowhere');
  await icecore.goto('#/nowhere?v=1&src=sample:clicks');
  await expect(icecore.sentence).toHaveText('There is no view named “nowhere”.');
});

test('choosing a snapshot looks at the table as it was', async ({ icecore, page }) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Snapshots');
  await icecore.snapshot('before_change').click();
  await expect(page).toHaveURL(/snap=\d+/);
  await icecore.view('Overview');
  await expect(icecore.fact('Live')).toHaveText(/, 3,000 files,/);
});

test('the table of snapshots sorts, and chooses, too', async ({ icecore, page }) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Snapshots');
  await page.getByRole('radio', { name: 'Table' }).check();
  const grid = page.getByRole('grid', { name: 'Snapshots' });
  const rows = grid.getByRole('row').filter({ has: page.getByRole('gridcell') });
  await expect(rows).toHaveCount(9);
  await grid.getByRole('button', { name: '+ files' }).click();
  await expect(grid.getByRole('columnheader', { name: '+ files' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(rows.first()).toContainText('1,002');
  await rows.filter({ hasText: 'two_in_the_morning' }).click();
  await icecore.view('Overview');
  await expect(icecore.fact('Live')).toHaveText(/, 3,086 files,/);
});

test('two snapshots are compared: the branch’s rewrite, then what the change of layout divides', async ({
  icecore,
  page,
}) => {
  await icecore.openSample('clicks_big');
  await icecore.view('Snapshots');
  await expect(icecore.sentence).toHaveText('This append: 1,002 files of spec 1 added.');
  await icecore.snapshot('rewrite_31_august').click();
  await expect(icecore.sentence).toHaveText(/^This rewrite: 1,000 files of spec 0/);
  const eras = page.getByRole('region', { name: 'Difference of A and B' }).getByRole('table');
  await expect(eras.getByRole('row', { name: /spec 1/ })).toContainText('1,002 files');
  const words = await icecore.sentence.textContent();
  await page.reload();
  await expect(icecore.sentence).toHaveText(words ?? '');
});

test('an era chosen in the core is a filter everywhere', async ({ icecore, page }) => {
  await askAcross(icecore);
  await page.getByRole('button', { name: /^Era of spec 0, / }).click();
  await expect(icecore.sieve.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/era=0/);
  await icecore.view('Files');
  await expect(icecore.sentence).toHaveText(/^3,000 of 6,006 files, .* reads 1,000 of them\.$/);
  await page.getByRole('button', { name: 'Take away the filter: spec 0' }).click();
  await expect(icecore.sentence).toHaveText(/^6,006 files in 6 manifests/);
});

test('in Files a manifest leads to its files', async ({ icecore, page }) => {
  await askAcross(icecore);
  await icecore.view('Files');
  const manifests = page.getByRole('region', { name: 'Manifests' });
  await manifests.getByRole('button', { name: /3,000/ }).click();
  await expect(page).toHaveURL(/manifest=[0-9a-f]{16}/);
  await expect(icecore.sentence).toHaveText(/3,000 of 6,006 files/);
  await page.getByRole('radio', { name: 'Read 1,000' }).check();
  await expect(icecore.list).toHaveAttribute('aria-rowcount', '1001');
  await icecore.files().first().click();
  await expect(icecore.inspector).toContainText(/Read: /);
});

test('an older snapshot is asked by the names it had, and says which', async ({
  icecore,
  page,
}) => {
  // The third of six snapshots: `zone` was region then, while the one before had ts for event_ts.
  const at = 'v=1&src=sample:events&snap=508023849230040938';
  await icecore.goto(`#/snapshots?${at}&where=event_ts+IS+NOT+NULL`);
  await expect(page.getByText('Your predicate cannot be asked at A: No column')).toHaveText(
    'Your predicate cannot be asked at A: No column is called event_ts. The schema of this snapshot calls it ts.',
  );
  await icecore.goto(`#/pruning?${at}&ask=zone+=+%27west%27`);
  await expect(icecore.sentence).toContainText('This snapshot has no column zone');
  await expect(page.locator('main')).toContainText('The schema of this snapshot calls it region.');
});

test('the choice of columns leaves the names of files whole in their table', async ({
  icecore,
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 800 });
  await icecore.goto('#/files?v=1&src=sample:events&where=event_ts+IS+NOT+NULL');
  await expect(page.locator('.manifests')).toBeVisible();
  await page.getByRole('button', { name: /^Bounds of/ }).click();
  await expect(page.locator('.manifests')).toBeHidden();
  const name = page.getByRole('gridcell').filter({ hasText: '.parquet' }).first();
  // A file's name keeps 19 letters of 7 px at least.
  expect((await name.boundingBox())?.width).toBeGreaterThan(19 * 7);
});

test('a summary’s value stands beside its key, however long that is', async ({ icecore, page }) => {
  // The commits of logs_dv are of MERGE, whose figures have keys of 50 letters.
  await page.setViewportSize({ width: 1366, height: 800 });
  await icecore.goto('#/snapshots?v=1&src=sample:logs_dv&list=table');
  const pane = page.getByRole('complementary', { name: 'The snapshot in hand' });
  const row = pane.getByRole('row').filter({ hasText: 'spark.app.id' });
  const value = await row.getByRole('cell').last().boundingBox();
  const around = await pane.boundingBox();
  if (value === null || around === null) throw new Error('the pane is not drawn');
  expect(value.x + value.width).toBeLessThanOrEqual(around.x + around.width);
  expect(value.width).toBeGreaterThan(100);
});

test('files that differ are sorted, and their names differ in what is seen', async ({
  icecore,
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 800 });
  // Eight files of eight days, 2024-03-28 to 04-04.
  await icecore.goto('#/snapshots?v=1&src=sample:events&snap=508023849230040938');
  await page.getByRole('button', { name: 'List the 8 files' }).click();
  const dialog = page.getByRole('dialog', { name: '8 files that differ' });
  const cells = (at: number) =>
    dialog
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') })
      .nth(at);
  await dialog.getByRole('button', { name: 'Partition' }).click();
  await expect(cells(0)).toContainText('event_day=2024-04-04');
  await dialog.getByRole('button', { name: 'Partition' }).click();
  await expect(cells(0)).toContainText('event_day=2024-03-28');
  await expect(cells(7)).toContainText('event_day=2024-04-04');
  const tail = dialog.locator('.tail-cut > :last-child');
  expect(new Set(await tail.allTextContents()).size).toBeGreaterThan(3);
  await dialog.getByRole('button', { name: 'Copy or save the listed files that differ' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Save as CSV' }).click();
  expect((await coming).suggestedFilename()).toMatch(/\.csv$/);
});

test('the snapshot chosen to compare with stays when another is looked at', async ({
  icecore,
  page,
}) => {
  // Six appends; the newest is compared with its parent, 1404…4508.
  await icecore.goto('#/snapshots?v=1&src=sample:events');
  const pair = page.locator('.pair-line');
  await expect(pair).toContainText('1404…4508');
  await page.getByRole('button', { name: 'Compare from snapshot 5184158954409993806' }).click();
  await expect(pair).toContainText('5184…3806');
  await page.locator('.graph-commit[data-key="1404002519833044508"]').click();
  await expect(pair).toContainText(/5184…3806.*1404…4508/);
  await page.getByRole('button', { name: 'With the commit before B' }).click();
  await expect(pair).toContainText(/5080…0938.*1404…4508/);
  await expect(page.getByRole('button', { name: 'With the commit before B' })).toHaveCount(0);
});

test('a file chosen in Files is the one whose columns Schema shows, by its partition', async ({
  icecore,
  page,
}) => {
  await icecore.openSample('migrated');
  await icecore.view('Files');
  const row = icecore.files().filter({ hasText: 'eu 2024-06-03' });
  await row.click();
  await expect(page).toHaveURL(/file=[0-9a-f]{16}/);
  const chosen = new URL(page.url()).hash.replace(/.*(file=[0-9a-f]{16}).*/, '$1');
  const own = page.locator('.schema-file-name');

  await icecore.view('Schema');
  await expect(own).toContainText('region=eu / dt=2024-06-03');
  expect(page.url()).toContain(chosen);
  await page.getByRole('link', { name: 'Choose among all files' }).click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await icecore.inspector.getByRole('link', { name: 'Schema: how its columns are read' }).click();
  await expect(own).toContainText('region=eu / dt=2024-06-03');
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(row).toHaveAttribute('aria-selected', 'true');
});

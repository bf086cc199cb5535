/** A change of layout is tried on a copy, and what would come of it is read. */
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, type Icecore, test } from './icecore.ts';

const editor = (page: Page) =>
  page.getByRole('textbox', { name: 'Statements that change the layout' });
const reads = (page: Page) =>
  page.getByRole('table', { name: 'What the condition reads, by layout' });
const metadata = (page: Page) => page.getByRole('region', { name: 'Metadata, before and after' });

/** As a person does it: what `fill` puts over coloured text gets an inline style from the browser, which the policy refuses. */
async function retype(page: Page, text: string): Promise<void> {
  // The plain field, which stands there first, takes its selection with it.
  await expect(editor(page)).toHaveAttribute('contenteditable', 'true');
  await editor(page).press('Control+A');
  await editor(page).pressSequentially(text);
}

async function open(icecore: Icecore, sample: string, parts = ''): Promise<void> {
  await icecore.goto(`#/evolve?v=1&src=sample:${sample}${parts}`);
  await icecore.opened(sample);
}

/** The metadata file of the worked example as it was before the change: three days by day. */
const BY_DAY = '&meta=metadata/00004-0bad6647-c508-406b-91f6-50b7975594ef.metadata.json';
const LAST_TWO_HOURS = "ts >= '2026-08-31 22:00' AND ts < '2026-09-01 00:00'";

test('day to hour: 1.82 TiB for two hours now, about a twelfth of it on new days', async ({
  icecore,
}) => {
  const { page } = icecore;
  await open(icecore, 'clicks_big', BY_DAY);
  await expect(icecore.sentence).toHaveText(/^Try a change of layout here/);
  await icecore.predicate.pressSequentially(LAST_TWO_HOURS);
  await page.getByRole('button', { name: 'REPLACE PARTITION FIELD ts_day WITH hours(ts)' }).click();
  await expect(icecore.sentence).toHaveText(
    /^The statement alone changes nothing for this query\. After 7 days it reads 15\d GiB instead of 1\.82 TiB\. Rewriting what it reads takes it from 1\.82 TiB to 15\d GiB\.$/,
  );
  const all = reads(page).getByRole('row', { name: /^All/ });
  await expect(all).toContainText('1,000 files, 1.82 TiB');
  await expect(metadata(page)).toContainText('"default-spec-id": 1');
  await expect(metadata(page)).toContainText('ts_hour = hour(ts)');
  await expect(metadata(page)).toContainText('snapshots, refs, current-snapshot-id: unchanged');
  await expect(metadata(page)).toContainText('Every snapshot reads as before');
  await expect(page.getByText(/^It pays after|It pays after \d+ quer/)).toBeVisible();
});

test('a range of days is rewritten, and what that costs is told; the link keeps it', async ({
  icecore,
}) => {
  const { page } = icecore;
  const asked = `&where=${encodeURIComponent(LAST_TWO_HOURS)}`;
  const ddl = 'ALTER TABLE clicks_big REPLACE PARTITION FIELD ts_day WITH hours(ts)';
  await open(icecore, 'clicks_big', `${BY_DAY}${asked}&ddl=${encodeURIComponent(ddl)}`);
  await page.getByRole('radio', { name: 'a range' }).check();
  // It begins as the last seven days of data, as the knob says: the 31st and the six before.
  const condition = page.getByLabel('Files that may hold rows where');
  await expect(page.getByLabel('Days of ts from')).toHaveValue('2026-08-25');
  await expect(page.getByLabel('to', { exact: true })).toHaveValue('2026-08-31');
  await expect(condition).toHaveValue("ts >= '2026-08-25' AND ts < '2026-09-01'");
  await expect(page.getByText(/3,000 files \(5\.46 TiB\) read/)).toBeVisible();
  await page.getByLabel('Days of ts from').fill('2026-08-30');
  await expect(condition).toHaveValue("ts >= '2026-08-30' AND ts < '2026-09-01'");
  await expect(icecore.sentence).toHaveText(
    /Rewriting the range takes it from 1\.82 TiB to 15\d GiB/,
  );
  const worth = page.getByRole('region', { name: 'Is the rewrite worth it?' });
  await expect(worth).toContainText('2,000 files (3.64 TiB) read');
  await expect(worth).toContainText('It pays after 5 queries like this one.');
  await expect(worth.locator('.evolve-chart')).toContainText('queries like this one');
  await condition.fill('tss > 1');
  await expect(page.getByText(/tss/).last()).toBeVisible();
  await condition.fill("ts < '2026-08-30'");
  await condition.press('Enter');
  await expect(worth).toContainText('for this query it never pays');
  await page.reload();
  await expect(condition).toHaveValue("ts < '2026-08-30'");
  await expect(worth).toContainText('1,000 files (1.82 TiB) read');
});

test('a statement is mended where it is wrong, and said in every dialect', async ({ icecore }) => {
  const { page } = icecore;
  await open(icecore, 'clicks');
  await editor(page).fill('ALTER TABLE clicks ADD PARTITION FIELD truncate(4, ulr)');
  await expect(icecore.alert).toContainText('There is no column ulr.');
  await expect(icecore.alert).toContainText('Did you mean url, a string?');
  await page.getByRole('button', { name: 'Put in url' }).click();
  await expect(page.getByText(/Spec 4 is new and becomes the default/)).toBeVisible();
  await expect(icecore.sentence).toHaveText(/^A commit would write/);
  await page.getByRole('button', { name: 'All 6' }).click();
  const said = page.getByRole('region', { name: 'The same in other words' });
  await expect(said).toContainText(
    "partitioning = ARRAY['hour(ts)', 'country', 'bucket(user_id, 4)', 'truncate(url, 4)']",
  );
  await expect(said).toContainText('.addField(Expressions.truncate("url", 4))');
  await expect(said).toContainText('update.add_field("url", TruncateTransform(4), "url_trunc_4")');
  await page.getByRole('radio', { name: 'Hive 4' }).check();
  await expect(editor(page)).toHaveText(
    'ALTER TABLE clicks SET PARTITION SPEC (hour(ts), country, bucket(4, user_id), truncate(4, url));',
  );
  await page.reload();
  await expect(editor(page)).toContainText('SET PARTITION SPEC');
  await expect(page.getByText(/Spec 4 is new and becomes the default/)).toBeVisible();
});

test('what is wrong takes the place of the answer, in the address too', async ({ icecore }) => {
  const { page } = icecore;
  const add = 'ALTER TABLE clicks ADD PARTITION FIELD';
  await open(icecore, 'clicks', `&ddl=${encodeURIComponent(`${add} url`)}`);
  const writes = page.getByRole('region', { name: 'What commits write' });
  const said = page.getByRole('region', { name: 'The same in other words' });
  await expect(writes).toBeVisible();
  await retype(page, `${add} buck`);
  await expect(icecore.alert).toContainText('There is no column buck.');
  await expect(icecore.alert).toContainText('Write bucket(16, column).');
  await expect(icecore.sentence).toHaveText('The statement can’t be applied yet.');
  await expect(writes).toHaveCount(0);
  await expect(said).toHaveCount(0);
  await expect(page).toHaveURL(/ddl=ALTER\+TABLE\+clicks\+ADD\+PARTITION\+FIELD\+buck$/);
  // By hand one changes the table's own layout, not that of the statement before.
  const hand = page.getByRole('region', { name: 'Layout by hand' });
  await expect(hand.getByRole('button', { name: 'Drop url' })).toHaveCount(0);
  await page.reload();
  await expect(icecore.alert).toContainText('There is no column buck.');
  await expect(writes).toHaveCount(0);
  await retype(page, `${add} bucket(16, url)`);
  await expect(writes).toBeVisible();
  await expect(icecore.alert).toBeHidden();
  await retype(page, ' ;');
  await expect(icecore.alert).toContainText('There is no statement here.');
});

test('a transform is completed with the caret in it, and a mistake mended by a key', async ({
  icecore,
}) => {
  const { page } = icecore;
  await open(icecore, 'clicks');
  await retype(page, 'ALTER TABLE clicks ADD PARTITION FIELD buc');
  await expect(page.getByRole('option', { name: 'bucket(16, )' })).toBeVisible();
  await editor(page).press('Tab');
  // What a bucket can be made of is offered next.
  await expect(page.getByRole('option', { name: 'url string' })).toBeVisible();
  await editor(page).pressSequentially('ulr');
  await expect(editor(page)).toHaveText('ALTER TABLE clicks ADD PARTITION FIELD bucket(16, ulr)');
  await expect(icecore.alert).toContainText('Did you mean url, a string?');
  await editor(page).press('Control+.');
  await expect(editor(page)).toHaveText('ALTER TABLE clicks ADD PARTITION FIELD bucket(16, url)');
  await expect(page.getByText(/Spec 4 is new and becomes the default/)).toBeVisible();
});

test('Enter takes what the list marks, then the statement; Shift Enter begins a line', async ({
  icecore,
}) => {
  const { page } = icecore;
  await open(icecore, 'clicks');
  // The plain field, which stands there first, offers nothing.
  await expect(editor(page)).toHaveAttribute('contenteditable', 'true');
  const list = page.getByRole('listbox', { name: 'Completions' });
  const marked = list.getByRole('option', { selected: true });
  const takes = async (typed: string, mark: string | RegExp) => {
    await editor(page).pressSequentially(typed);
    await expect(marked).toHaveText(mark);
    await editor(page).press('Enter');
  };
  await takes('alt', 'ALTER TABLE ');
  await takes('cl', /^clicks /);
  await takes('d', 'DROP PARTITION FIELD ');
  await takes('c', /^country/);
  const statement = 'ALTER TABLE clicks DROP PARTITION FIELD country';
  await expect(editor(page)).toHaveText(statement);
  await expect(page.getByText(/Spec 4 is new and becomes the default/)).toBeVisible();
  await editor(page).press('Enter');
  await expect(page).toHaveURL(/ddl=.*country$/);
  await expect(editor(page).locator('.cm-line')).toHaveCount(1);
  // A list of what may follow is no reason not to take a whole statement.
  await retype(page, 'ALTER TABLE clicks ADD PARTITION FIELD url ');
  await expect(marked).toHaveText('AS ');
  await editor(page).press('Enter');
  await expect(marked).toHaveCount(0);
  await expect(editor(page).locator('.cm-line')).toHaveCount(1);
  await editor(page).press('Shift+Enter');
  await expect(editor(page).locator('.cm-line')).toHaveCount(2);
});

test('a dialect without words for a change is passed on the way to one that has them', async ({
  icecore,
}) => {
  const { page } = icecore;
  await open(icecore, 'clicks_big');
  const drop = 'ALTER TABLE clicks_big DROP PARTITION FIELD ts_hour';
  await editor(page).fill(drop);
  await expect(page.getByText(/becomes the default/)).toBeVisible();
  // Hive names at least one field.
  await page.getByRole('radio', { name: 'Hive 4' }).check();
  await expect(icecore.alert).toBeVisible();
  await page.getByRole('radio', { name: 'Trino' }).check();
  await expect(editor(page)).toHaveText(
    'ALTER TABLE clicks_big SET PROPERTIES partitioning = ARRAY[];',
  );
  await expect(icecore.alert).toBeHidden();
  await expect(page.getByText(/becomes the default/)).toBeVisible();
});

test('one begins in the words that one has chosen', async ({ icecore }) => {
  const { page } = icecore;
  await open(icecore, 'clicks', '&dialect=trino');
  const first = page.getByRole('button', { name: /^ALTER TABLE clicks SET PROPERTIES/ }).first();
  const text = (await first.textContent()) ?? '';
  await first.click();
  await expect(editor(page)).toHaveText(text);
  await expect(page.getByRole('radio', { name: 'Trino' })).toBeChecked();
  await expect(page.getByText(/becomes the default/)).toBeVisible();
});

test('typed statements are steps: Back and Undo follow them by Enter, not by key', async ({
  icecore,
}) => {
  const { page } = icecore;
  await open(icecore, 'clicks');
  const undo = page.getByRole('button', { name: 'Undo' });
  const first = 'ALTER TABLE clicks ADD PARTITION FIELD url';
  const second = 'ALTER TABLE clicks DROP PARTITION FIELD country';
  const before = await page.evaluate(() => history.length);
  await editor(page).pressSequentially(first);
  await expect(page).toHaveURL(/ddl=.*url$/);
  await editor(page).press('Enter');
  await expect(editor(page)).toHaveText(first);
  await editor(page).press('Control+A');
  await editor(page).pressSequentially(second);
  await editor(page).press('Enter');
  await expect(page).toHaveURL(/ddl=.*country$/);
  expect(await page.evaluate(() => history.length)).toBe(before + 2);
  await page.goBack();
  await expect(editor(page)).toHaveText(first);
  await page.goBack();
  await expect(editor(page)).toHaveText(/^(ALTER TABLE clicks …)?$/);
  await editor(page).pressSequentially(first);
  await editor(page).press('Enter');
  // What is half-typed is a new line at Enter, and Undo goes back to before it.
  await editor(page).press('End');
  await editor(page).pressSequentially(' AS');
  await editor(page).press('Enter');
  await expect(page).toHaveURL(/ddl=.*url\+AS/);
  await undo.click();
  await expect(editor(page)).toHaveText(first);
  await page.getByRole('radio', { name: 'Trino' }).check();
  await expect(editor(page)).toContainText('SET PROPERTIES');
  await undo.click();
  await expect(editor(page)).toHaveText(first);
  await expect(page.getByRole('radio', { name: 'Spark' })).toBeChecked();
});

test('by hand: a field is dropped, another added, and taken back', async ({ icecore }) => {
  const { page } = icecore;
  await open(icecore, 'clicks');
  const hand = page.getByRole('region', { name: 'Layout by hand' });
  await hand.getByRole('button', { name: 'Drop country' }).click();
  await expect(editor(page)).toHaveText('ALTER TABLE clicks DROP PARTITION FIELD country');
  await hand.getByRole('combobox', { name: 'Column' }).selectOption('user_id');
  await hand.getByRole('combobox', { name: 'Transform' }).selectOption('bucket');
  await hand.getByLabel('Number of buckets').fill('16');
  await hand.getByLabel('A value of user_id').fill('34');
  // rules: the hash of 34 is 2017239379, which is 3 of 16.
  const steps = hand.getByLabel('Steps of the transform');
  await expect(steps).toContainText('2017239379');
  await expect(steps).toContainText('partition value3');
  await hand.getByRole('button', { name: 'Add' }).click();
  await expect(editor(page)).toContainText('ADD PARTITION FIELD bucket(16, user_id)');
  await expect(hand.getByRole('listitem').filter({ hasText: 'bucket(16, user_id)' })).toBeVisible();
  await expect(page.getByText(/bucket\(4, user_id\) becomes|becomes bucket/)).toHaveCount(0);
  await hand.getByRole('button', { name: 'Undo' }).click();
  await hand.getByRole('button', { name: 'Undo' }).click();
  await expect(editor(page)).toHaveText(/ALTER TABLE clicks …|^$/);
  await expect(hand.getByRole('button', { name: 'Drop country' })).toBeVisible();
});

test('by hand: what can’t be done says why, and a wrong statement leaves those before it', async ({
  icecore,
}) => {
  const { page } = icecore;
  const add = 'ALTER TABLE clicks ADD PARTITION FIELD';
  await open(icecore, 'clicks', `&ddl=${encodeURIComponent(`${add} url; ${add} days(ts)`)}`);
  await expect(metadata(page)).toContainText('2 more metadata-log entries, one a commit');
  await expect(page.getByRole('region', { name: 'Worth knowing' })).toContainText(
    'Beside hour(ts) a condition on ts skips nothing more by day(ts).',
  );
  const said = page.getByRole('region', { name: 'The same in other words' });
  await expect(said).toContainText('Trino takes one field by time of a column');
  const hand = page.getByRole('region', { name: 'Layout by hand' });
  await hand.getByRole('combobox', { name: 'Column' }).selectOption('country');
  // Nobody asked yet what a bucket makes of a value.
  await expect(hand.getByLabel('Steps of the transform')).toHaveCount(0);
  await hand.getByRole('combobox', { name: 'Transform' }).selectOption('identity');
  await expect(hand.getByLabel('Steps of the transform')).toBeVisible();
  await expect(hand).toContainText('The layout has country already: the field country.');
  await expect(hand.getByRole('button', { name: 'Add' })).toBeDisabled();
  await retype(page, `${add} url;${add} days(ts);${add} nope`);
  await expect(icecore.alert).toContainText('There is no column nope.');
  await expect(hand).toContainText('The layout after the statements before the wrong one');
  await expect(hand.getByRole('button', { name: 'Drop ts_day' })).toBeVisible();
  await hand.getByRole('button', { name: 'Drop country' }).click();
  await expect(editor(page)).toHaveText(
    /days\(ts\);ALTER TABLE clicks DROP PARTITION FIELD country$/,
  );
  await expect(icecore.alert).toBeHidden();
  await retype(page, 'ALTER TABLE visits ADD PARTITION FIELD url');
  await expect(page.getByText('what is said of visits is tried on it')).toBeVisible();
});

test('a change is of the table as it is now, also at an old tag', async ({ icecore }) => {
  const { page } = icecore;
  await open(icecore, 'clicks_big', '&ref=before_change');
  await expect(
    page.getByText('A change applies to clicks_big as it is now, hour(ts)'),
  ).toBeVisible();
  await open(icecore, 'clicks_big');
  await expect(page.getByText('A change applies to')).toHaveCount(0);
});

test('regions of events: a file each, and the distribution is a knob', async ({ icecore }) => {
  const { page } = icecore;
  await open(icecore, 'events', '&ddl=ALTER+TABLE+events+ADD+PARTITION+FIELD+zone');
  const writes = page.getByRole('region', { name: 'What commits write' });
  await expect(writes).toContainText('Mean of 2 commits at hand');
  await expect(writes).toContainText('region_of: of its values only those are known');
  await expect(page.getByRole('region', { name: 'Worth knowing' })).toContainText(
    'A commit of 10.4 KiB would write about 12 files',
  );
  await writes.getByRole('radio', { name: 'none' }).check();
  await expect(writes).toContainText('each task writes a file of every partition it meets');
});

test('a statement about the distribution moves what comes then, not what is now', async ({
  icecore,
}) => {
  const { page } = icecore;
  await open(icecore, 'clicks_big', '&ddl=ALTER+TABLE+clicks_big+WRITE+UNORDERED');
  const writes = page.getByRole('region', { name: 'What commits write' });
  await expect(writes.getByRole('radio', { name: 'none' })).toBeChecked();
  const day = writes.getByRole('row', { name: /^files/ });
  // 2e12 bytes are 14,902 tasks of 128 MiB, each with rows of 24 hours.
  await expect(day).toHaveText('files1,002357,648');
  await expect(writes).toContainText('(as the statement says)');
  await expect(writes).not.toContainText('as chosen here');
  await expect(writes).toContainText(
    'is taken to be written by 8,941 tasks: one for each of the 128 MiB',
  );
  const worth = page.getByRole('region', { name: 'Worth knowing' });
  await expect(worth).toContainText('where it writes 601 of 1.86 GiB');
  await writes.getByRole('radio', { name: 'hash' }).check();
  await expect(day).toHaveText('files1,0021,002');
  await expect(writes).toContainText('(as chosen here)');
  await expect(worth).toContainText('None of the usual drawbacks');
});

test('a question that reads many times the bytes is never beside a word of no drawbacks', async ({
  icecore,
}) => {
  const ddl = 'ALTER TABLE clicks_big REPLACE PARTITION FIELD ts_hour WITH days(ts)';
  const where = "ts >= '2026-08-31 23:00' AND ts < '2026-09-01 01:00'";
  const asked = `&ddl=${encodeURIComponent(ddl)}&where=${encodeURIComponent(where)}`;
  await open(icecore, 'clicks_big', asked);
  const worth = icecore.page.getByRole('region', { name: 'Worth knowing' });
  // An hour of each of two days: 2 partitions of 24 become 2 days of 24 hours, 48 / 2 = 24.
  await expect(worth).toContainText('The condition reads 24 times the bytes under the new layout.');
  await expect(worth).not.toContainText('None of the usual drawbacks');
});

test('several conditions, side by side', async ({ icecore }) => {
  const { page } = icecore;
  await open(icecore, 'events', '&ddl=ALTER+TABLE+events+ADD+PARTITION+FIELD+zone');
  for (const where of ["zone = 'north'", 'event_id < 5']) {
    await icecore.ask(where);
    await expect(reads(page)).toBeVisible();
  }
  const earlier = page.getByRole('region', { name: 'Saved and earlier conditions' });
  const row = earlier.getByRole('row', { name: /zone = 'north'/ });
  await expect(row.getByRole('cell').first()).toHaveText(/^\d+ files, /);
  await expect(row.getByRole('cell').last()).toHaveText(/^\d+ files, /);
});

test('statements and report are saved as they are shown', async ({ icecore }) => {
  const { page } = icecore;
  await open(icecore, 'recycle', '&ddl=ALTER+TABLE+recycle+ADD+PARTITION+FIELD+kind');
  const saved = async (button: string) => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const download = await waiting;
    return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
  };
  expect(await saved('Save DDL')).toEqual([
    'recycle.sql',
    'ALTER TABLE recycle ADD PARTITION FIELD kind\n',
  ]);
  const [name, report] = await saved('Save report');
  expect(name).toBe('recycle.evolve.md');
  expect(report).toContain('## Trino');
});

test('metadata.json is saved with the change in it, and the table stays', async ({ icecore }) => {
  const { page } = icecore;
  await open(icecore, 'recycle', '&ddl=ALTER+TABLE+recycle+ADD+PARTITION+FIELD+kind');
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save metadata.json' }).click();
  const download = await waiting;
  const text = readFileSync(await download.path(), 'utf8');
  const specs = JSON.parse(text)['partition-specs'] as { 'spec-id': number; fields: unknown[] }[];
  expect(JSON.parse(text)['default-spec-id']).toBe(specs.at(-1)?.['spec-id']);
  expect(specs.at(-1)?.fields.at(-1)).toMatchObject({ name: 'kind', transform: 'identity' });
  await icecore.view('Overview');
  await expect(page.getByRole('main')).not.toContainText('kind, ');
});

test('the edges of eras speak the chosen dialect', async ({ icecore }) => {
  const { page } = icecore;
  await icecore.goto('#/eras?v=1&src=sample:clicks');
  await expect(page.getByRole('main')).toContainText(
    'REPLACE PARTITION FIELD ts_day WITH hours(ts)',
  );
  await page.getByRole('radio', { name: 'Trino' }).check();
  await expect(page.getByRole('main')).toContainText("partitioning = ARRAY['hour(ts)']");
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no violation that axe finds, ${colorScheme}`, async ({ icecore, context }) => {
    const { page } = icecore;
    await page.emulateMedia({ colorScheme });
    for (const [ddl, shown] of [
      ['', /^Try a change/],
      [
        'ALTER TABLE clicks REPLACE PARTITION FIELD country WITH bucket(8, country)',
        /changes nothing for this query/,
      ],
      ['ALTER TABLE clicks ADD PARTITION FIELD truncate(4, ulr)', /can’t be applied yet/],
    ] as const) {
      const where = encodeURIComponent("country = 'DE'");
      const link = `&where=${where}&ddl=${encodeURIComponent(ddl)}&rewrite=range&range=${where}`;
      await open(icecore, 'clicks', link);
      await expect(icecore.sentence).toHaveText(shown);
      if (ddl.includes('ulr')) await expect(icecore.alert).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
    expect(context.pages().length).toBe(1);
  });
}

test('where there is nothing to tell, words say so', async ({ icecore }) => {
  const { page } = icecore;
  const asked = (ddl: string, where: string) =>
    `&ddl=${encodeURIComponent(ddl)}&where=${encodeURIComponent(where)}`;
  // No bucket tells of a time, so the rewrite never pays, and there is no chart of when it does.
  const bucket = 'ALTER TABLE sensors REPLACE PARTITION FIELD ts_day WITH bucket(4, sensor)';
  await open(icecore, 'sensors', asked(bucket, "ts > '2025-07-08'"));
  const worth = page.getByRole('region', { name: 'Is the rewrite worth it?' });
  await expect(worth).toContainText('for this query it never pays');
  await expect(worth.locator('.evolve-chart')).toHaveCount(0);
  const shard = 'ALTER TABLE users_bucket ADD PARTITION FIELD bucket(32, id) AS shard';
  await open(icecore, 'users_bucket', asked(shard, 'id = 5'));
  await expect(page.getByText(/^Nothing to rewrite: none of the files/)).toBeVisible();
  const ordered = 'ALTER TABLE clicks WRITE ORDERED BY country, ts DESC';
  await open(icecore, 'clicks', `&ddl=${encodeURIComponent(ordered)}`);
  await expect(icecore.sentence).toHaveText(
    'The layout stays; only how rows are sorted and distributed changes.',
  );
  const said = page.getByRole('region', { name: 'The same in other words' });
  await expect(said).toContainText('Trino’s property sorted_by does');
  await expect(said).not.toContainText('SET PROPERTIES');
  await expect(metadata(page)).toContainText('The sort order and the property');
  await expect(page.getByRole('button', { name: 'Save metadata.json' })).toHaveCount(0);
});

test('each column is as long as what it holds', async ({ icecore }) => {
  const { page } = icecore;
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(icecore, 'orders_v1', '&ddl=ALTER+TABLE+orders_v1+DROP+PARTITION+FIELD+customer');
  await expect(page.getByText(/Format version 1 keeps by_customer as void/)).toBeVisible();
  for (const column of ['.evolve-left', '.evolve-more', '.evolve-right']) {
    const [height, content] = await page
      .locator(column)
      .evaluate(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight]);
    expect([column, content]).toEqual([column, height]);
  }
});

test('narrow: the page does not scroll sideways', async ({ icecore }) => {
  const { page } = icecore;
  await page.setViewportSize({ width: 420, height: 800 });
  await open(
    icecore,
    'events',
    "&ddl=ALTER+TABLE+events+ADD+PARTITION+FIELD+zone&where=zone+=+'north'",
  );
  await expect(icecore.sentence).toHaveText(/changes nothing for this query/);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

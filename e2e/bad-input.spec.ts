/** What people really give: broken, cut, mixed up and hostile files. Each is said in words, and nothing open is lost. */
import { readFileSync, statSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { avroLong, concat, containerHeader } from '../src/testing/avro-damage.ts';
import { expect, type Icecore, test } from './icecore.ts';
import {
  copyTable,
  currentAnswers,
  liveFiles,
  tableFolder,
  writeFiles,
  zipTable,
} from './tables.ts';

const ASKED = '#/pruning?v=1&src=sample:clicks_big&where=user_id+%3D+25000000';
const ANSWER = /^Reads 75 of 6,006 files/;

interface Bad {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly said: string;
}

const BAD: readonly Bad[] = [
  { what: 'an empty folder', files: {}, said: 'holds no file' },
  {
    what: 'metadata that is not JSON',
    files: { 'metadata/v1.metadata.json': '{"format-version": 2,,' },
    said: 'v1.metadata.json',
  },
  {
    what: 'JSON that is no table',
    files: { 'metadata/v1.metadata.json': '{"name": "x"}' },
    said: 'without format-version',
  },
  {
    what: 'a page instead of a file',
    files: { 'metadata/v1.metadata.json': '<!doctype html><title>Sign in</title>' },
    said: 'HTML page',
  },
  {
    what: 'photos',
    files: { 'a.jpg': '', 'b.jpg': '' },
    said: 'holds 2 files, none of them a …metadata.json',
  },
  {
    what: 'a Delta table',
    files: { '_delta_log/00000000000000000000.json': '{}' },
    said: 'is a Delta Lake table',
  },
];

for (const { what, files, said } of BAD) {
  test(`${what}: it is said, and the table in hand stays`, async ({ icecore, page }, info) => {
    await icecore.goto(ASKED);
    await expect(icecore.sentence).toHaveText(ANSWER);
    await icecore.drop(writeFiles(info.outputPath('given'), files));
    const dialog = page.getByRole('dialog', { name: 'That did not open' });
    await expect(dialog).toContainText(said);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(icecore.sentence).toHaveText(ANSWER);
    await expect(icecore.predicate).toHaveText('user_id = 25000000');
  });
}

test('on the opening page what did not open is said in place', async ({ icecore }, info) => {
  await icecore.goto();
  await icecore.drop(
    writeFiles(info.outputPath('given'), { 'metadata/v1.metadata.json': '{"name": "x"}' }),
  );
  await expect(icecore.alert).toContainText('without format-version');
  await icecore.page.getByRole('button', { name: /^clicks / }).click();
  await icecore.opened('clicks');
});

test('half a zip is said as what it is', async ({ icecore }, info) => {
  await icecore.openSample('clicks');
  const path = zipTable('clicks', info.outputPath('half.zip'));
  truncateSync(path, statSync(path).size / 2);
  await icecore.drop(path);
  await expect(icecore.alert).toContainText('half.zip');
  await expect(icecore.alert).not.toContainText('must be given again');
});

test('a missing manifest list: the table opens, its other snapshots are at hand', async ({
  icecore,
  page,
}, info) => {
  const current = `snap-${currentAnswers('clicks').id}-`;
  const folder = copyTable('clicks', info.outputPath('clicks'), (path, bytes) =>
    path.includes(current) ? undefined : bytes,
  );
  await icecore.goto(ASKED);
  await expect(icecore.sentence).toHaveText(ANSWER);
  await icecore.drop(folder);
  await icecore.opened('clicks');
  await expect(icecore.alert).toContainText('The manifest list of snapshot');
  await expect(icecore.alert).toContainText('Give the table’s whole metadata folder.');
  // What the metadata alone tells is there.
  await expect(icecore.fact('Snapshots')).toHaveText(/^9 since /);
  await expect(page.getByText('hour(ts), country, bucket(4, user_id)').first()).toBeVisible();
  await expect(page.getByText('the snapshot could not be read')).toBeVisible();
  await page.goBack();
  await icecore.opened('clicks_big');
  await expect(icecore.sentence).toHaveText(ANSWER);
  await page.goForward();
  await page
    .getByRole('listitem')
    .getByRole('link', { name: / UTC, append, / })
    .first()
    .click();
  await expect(icecore.fact('Live')).toHaveText(/ files?,/);
});

/** The manifest of the corpus's `clicks` that holds the most files, and how many. */
function largestManifest() {
  const { files, manifests } = currentAnswers('clicks');
  const counts = manifests.map(
    (_, at) => files.filter((file) => (file as { manifest: number }).manifest === at).length,
  );
  const lost = Math.max(...counts);
  const name = basename(manifests[counts.indexOf(lost)]?.path ?? '');
  return { name, lost, left: liveFiles('clicks') - lost };
}

async function dropWithManifest(
  icecore: Icecore,
  folder: string,
  damage: (bytes: Uint8Array) => Uint8Array,
): Promise<void> {
  const { name } = largestManifest();
  await icecore.goto();
  await icecore.drop(
    copyTable('clicks', folder, (path, bytes) => (basename(path) === name ? damage(bytes) : bytes)),
  );
  await icecore.opened('clicks');
}

/** Its files are unknown in every count. */
async function expectLost(icecore: Icecore): Promise<void> {
  const { lost, left, name } = largestManifest();
  expect(lost).toBeGreaterThan(1);
  await expect(icecore.sentence).toHaveText(/^At least /);
  await expect(icecore.fact('Live')).toHaveText(new RegExp(`^at least .*, ${left} files?,`));
  await expect(icecore.page.getByRole('listitem').filter({ hasText: name })).toContainText(
    'count as unknown',
  );
  await icecore.view('Pruning');
  await icecore.ask("ts >= '2000-01-01'");
  await expect(icecore.sentence).toHaveText(
    `Reads at least ${left} of ${left + lost} files; ${lost} more are unknown and may be read.`,
  );
  await expect(icecore.page.getByText('unknown', { exact: true }).first()).toBeVisible();
}

test('a truncated manifest: its files are unknown, totals say at least', async ({
  icecore,
  page,
}, info) => {
  await dropWithManifest(icecore, info.outputPath('clicks'), (bytes) =>
    bytes.subarray(0, bytes.length - 20),
  );
  await expectLost(icecore);

  // The manifest that could not be read can be asked about.
  await page.getByRole('button', { name: /^Era of spec 1, / }).click();
  const { lost } = largestManifest();
  await expect(icecore.list).toHaveAccessibleName(new RegExp(`^${lost} files, `));
  await expect(icecore.list.getByRole('rowheader')).toHaveText(
    `spec 1 Unknown: ${lost} files by hour(ts)`,
  );
  await icecore.files().first().click();
  await expect(icecore.inspector).toContainText(/can’t be read at byte [\d,]+/);
  await expect(icecore.inspector).toContainText('What is known from the manifest list');
  await icecore.view('Overview');
  const problem = page.getByRole('listitem').filter({ hasText: 'count as unknown' });
  await problem.getByRole('link', { name: 'Manifest' }).click();
  await expect(icecore.sentence).toHaveText(/^The snapshot lists 4 manifests/);
  await expect(icecore.inspector).toContainText('What is known from the manifest list');
});

test('a manifest cut after the table was opened: which one it is, and the view stays', async ({
  icecore,
  page,
}, info) => {
  const { name, lost, left } = largestManifest();
  const folder = copyTable('clicks', info.outputPath('clicks'));
  await icecore.goto();
  await icecore.drop(folder);
  await icecore.opened('clicks');
  await expect(icecore.fact('Live')).toHaveText(new RegExp(`^.*, ${left + lost} files,`));
  truncateSync(join(folder, 'metadata', name), 0);
  await icecore.view('Pruning');
  await icecore.ask("ts >= '2000-01-01'");
  const answer = `Reads at least ${left} of ${left + lost} files; ${lost} more are unknown and may be read.`;
  await expect(icecore.sentence).toHaveText(answer);
  await page.getByRole('link', { name: 'Which one?' }).click();
  await expect(icecore.inspector).toContainText(`${name} can no longer be read`);
  await page.getByRole('button', { name: /^Era of spec 1, / }).click();
  await expect(icecore.list).toHaveAccessibleName(new RegExp(`^${lost} files, `));
  await icecore.files().first().click();
  await expect(icecore.inspector).toContainText('Drop the folder again.');
  await expect(icecore.sentence).toHaveText(answer);
});

const HOSTILE: readonly (readonly [what: string, bytes: () => Uint8Array])[] = [
  [
    'whose header claims 2 GB',
    () => concat(Buffer.from('Obj\x01'), avroLong(1n), avroLong(2n ** 31n), Buffer.from('x')),
  ],
  [
    'whose schema contains itself',
    () =>
      concat(
        containerHeader({
          'avro.schema': '{"type":"record","name":"r","fields":[{"name":"next","type":"r"}]}',
        }),
        avroLong(1n),
        avroLong(4n),
        Buffer.from('xxxx'),
        new Uint8Array(16),
      ),
  ],
];

for (const [what, bytes] of HOSTILE) {
  test(`a manifest ${what}: only its own files are unknown`, async ({ icecore }, info) => {
    await dropWithManifest(icecore, info.outputPath('clicks'), bytes);
    await expectLost(icecore);
  });
}

test('a manifest of another table is said', async ({ icecore }, info) => {
  const { manifests } = currentAnswers('clicks_big');
  const other = readFileSync(`${tableFolder('clicks_big')}/${manifests[0]?.path}`);
  await dropWithManifest(icecore, info.outputPath('clicks'), () => other);
  const { name } = largestManifest();
  await expect(icecore.page.getByRole('listitem').filter({ hasText: name }).first()).toContainText(
    'found: 1002',
  );
});

/** Tables given on this machine: dropped, picked, zipped, loose; each really by the browser. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, type Icecore, test } from './icecore.ts';
import {
  copyTable,
  currentAnswers,
  liveFiles,
  metadataPaths,
  newestMetadata,
  tableFolder,
  zipTable,
} from './tables.ts';

const TEN = [
  'clicks',
  'events',
  'orders_v1',
  'orders_v2',
  'logs_mor',
  'logs_dv',
  'migrated',
  'recycle',
  'users_bucket',
  'r7_03',
];

async function expectLiveFiles(icecore: Icecore, name: string): Promise<void> {
  const files = liveFiles(name);
  const words = `${files.toLocaleString('en-US')} ${files === 1 ? 'file' : 'files'}`;
  // From the beginning of a part, so that neither 12 files nor at least 2 pass for 2.
  await expect(icecore.fact('Live')).toHaveText(new RegExp(`^[\\d.]+ \\w+, ${words},`));
}

for (const name of TEN) {
  test(`a dropped folder opens: ${name}`, async ({ icecore }) => {
    await icecore.goto();
    await icecore.drop(tableFolder(name));
    await icecore.opened(name);
    await expectLiveFiles(icecore, name);
  });
}

test('a folder dropped beside the box of the opening page opens', async ({ icecore, page }) => {
  await icecore.goto();
  await icecore.dropOn(page.getByRole('heading', { level: 1 }), tableFolder('recycle'));
  await icecore.opened('recycle');
});

test('a folder dropped where a table must be given again opens, and the sign goes', async ({
  icecore,
  page,
}) => {
  await icecore.goto('#/overview?v=1&src=local:recycle');
  await expect(page.getByText('recycle must be given again.')).toBeVisible();
  await icecore.drop(tableFolder('recycle'));
  await icecore.opened('recycle');
  await expectLiveFiles(icecore, 'recycle');
  await expect(page.getByText('Drop a table to open it')).toHaveCount(0);
});

test('a folder of three tables asks which', async ({ icecore, page }, info) => {
  const folder = info.outputPath('three');
  for (const name of ['clicks', 'events', 'recycle']) copyTable(name, `${folder}/${name}`);
  await icecore.goto();
  await icecore.drop(folder);
  await expect(page.getByRole('heading', { name: /Several tables are there/ })).toBeVisible();
  await page.getByRole('button', { name: 'three/events' }).click();
  await icecore.opened('events');
  await expectLiveFiles(icecore, 'events');
});

test('a table dropped on a view opens in its place, and Back returns to the first', async ({
  icecore,
  page,
}) => {
  await icecore.openSample('clicks');
  await icecore.drop(tableFolder('recycle'));
  await icecore.opened('recycle');
  await expectLiveFiles(icecore, 'recycle');
  await page.goBack();
  await icecore.opened('clicks');
  await expectLiveFiles(icecore, 'clicks');
});

test('a table is taken although the view below was left while it was held', async ({
  icecore,
  page,
}) => {
  await icecore.openSample('clicks');
  const drag = await icecore.drag(page.getByRole('main'), tableFolder('recycle'));
  await drag('dragEnter');
  await drag('dragOver');
  await page.evaluate(() => {
    window.location.hash = window.location.hash.replace('/overview', '/schema');
  });
  await expect(page).toHaveTitle(/Schema/);
  await drag('drop');
  await icecore.opened('recycle');
});

test('the sign goes where a drag ends unheard', async ({ icecore, page }) => {
  await icecore.openSample('clicks');
  const drag = await icecore.drag(page.getByRole('main'), tableFolder('recycle'));
  await drag('dragEnter');
  await expect(page.getByText('Drop a table to open it')).toBeVisible();
  await expect(page.getByText('Drop a table to open it')).toHaveCount(0);
});

test('a folder of three tables dropped on a view asks which over it', async ({
  icecore,
  page,
}, info) => {
  const folder = info.outputPath('three');
  for (const name of ['clicks', 'events', 'recycle']) copyTable(name, `${folder}/${name}`);
  await icecore.openSample('clicks');
  await icecore.drop(folder);
  const dialog = page.getByRole('dialog', { name: /Several tables/ });
  await dialog.getByRole('button', { name: /recycle/ }).click();
  await icecore.opened('recycle');
  await expect(dialog).toBeHidden();
});

test('a folder where nothing tells which metadata is current says so, and opens another', async ({
  icecore,
  page,
}, info) => {
  const folder = copyTable('clicks', info.outputPath('clicks'));
  const newest = newestMetadata('clicks');
  const bytes = readFileSync(join(tableFolder('clicks'), newest), 'utf8');
  const twin = { ...(JSON.parse(bytes) as Record<string, unknown>), 'last-updated-ms': 1000 };
  const name = basename(newest).replace('.metadata.json', '-twin.metadata.json');
  writeFileSync(join(folder, 'metadata', name), JSON.stringify(twin));
  await icecore.goto();
  await icecore.drop(folder);
  await icecore.opened('clicks');
  await expect(page.getByText(/^Nothing tells which of 2 metadata files/)).toBeVisible();
  await page.getByLabel('Another metadata file').selectOption({ value: `clicks/metadata/${name}` });
  await expect(icecore.fact('Metadata')).toContainText('-twin.metadata.json');
  await expect(page.getByText(/^Nothing tells which/)).toHaveCount(0);
  await expectLiveFiles(icecore, 'clicks');
});

test('a zip of a table opens', async ({ icecore }, info) => {
  await icecore.goto();
  await icecore.drop(zipTable('users_bucket', info.outputPath('users_bucket.zip')));
  await icecore.opened('users_bucket');
  await expectLiveFiles(icecore, 'users_bucket');
});

test('a metadata file with loose manifests beside it opens', async ({ icecore }) => {
  const current = currentAnswers('recycle');
  const manifests = new Set(current.manifests.map(({ path }) => basename(path)));
  const newest = basename(newestMetadata('recycle'));
  const loose = metadataPaths('recycle').filter((path) => {
    const name = basename(path);
    return name === newest || manifests.has(name) || name.startsWith(`snap-${current.id}-`);
  });
  expect(loose).toHaveLength(manifests.size + 2);
  await icecore.goto();
  await icecore.drop(...loose);
  await icecore.opened('recycle');
  await expectLiveFiles(icecore, 'recycle');
});

test('the folder input, where a browser has no picker, opens', async ({ icecore, page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showDirectoryPicker');
  });
  await icecore.goto();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await (await chooser).setFiles(tableFolder('logs_mor'));
  await icecore.opened('logs_mor');
  await expectLiveFiles(icecore, 'logs_mor');
});

test('files can be chosen one by one', async ({ icecore, page }) => {
  await icecore.goto();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'or files' }).click();
  await (await chooser).setFiles(metadataPaths('clicks'));
  await icecore.opened('clicks');
  await expectLiveFiles(icecore, 'clicks');
});

test('a picked folder can be asked for again after a reload', async ({ icecore, page }) => {
  // The native picker can't be driven; a folder of the browser's own file system is a real handle all the same.
  await page.addInitScript(() => {
    const pick = async () => {
      const root = await navigator.storage.getDirectory();
      const table = await root.getDirectoryHandle('clicks', { create: true });
      const metadata = await table.getDirectoryHandle('metadata', { create: true });
      const index = await (await fetch('samples/index.json')).json();
      const { files } = index.samples.find((sample: { name: string }) => sample.name === 'clicks');
      for (const path of files as string[]) {
        const bytes = await (await fetch(`samples/clicks/${path}`)).arrayBuffer();
        const name = path.replace('metadata/', '');
        const file = await metadata.getFileHandle(name, { create: true });
        const writable = await file.createWritable();
        await writable.write(bytes);
        await writable.close();
      }
      return table;
    };
    Object.assign(window, { showDirectoryPicker: pick });
  });
  await icecore.goto();
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await icecore.opened('clicks');
  await expectLiveFiles(icecore, 'clicks');

  await page.reload();
  await expect(icecore.sentence).toHaveText('clicks must be given again.');
  await expect(icecore.alert).toContainText('the browser reads them only when you say so');
  await page.getByRole('button', { name: 'Read the folder clicks again' }).click();
  await icecore.opened('clicks');
  await expectLiveFiles(icecore, 'clicks');
});

test('a link to dropped files says on another machine that they must be given', async ({
  icecore,
}) => {
  await icecore.goto('#/overview?v=1&src=local:mine');
  await expect(icecore.sentence).toHaveText('mine must be given again.');
  await expect(icecore.alert).toContainText('Its files were never sent anywhere');
});

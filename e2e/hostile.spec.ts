/** Links and files that mean harm: refused with a reason or shown as text, and the page goes on. */
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { openNamed } from '../src/cli/open.ts';
import { BUNDLE_FILE } from '../src/share/bundle.ts';
import { makeBundle } from '../src/share/make-bundle.ts';
import { planBundle } from '../src/table/bundle.ts';
import { snapshotView } from '../src/table/session.ts';
import { hugeZip } from '../src/testing/huge-zip.ts';
import { HERE } from '../src/testing/local-tables.ts';
import { expect, test } from './icecore.ts';
import { tableFolder } from './tables.ts';

const MARKUP = '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>';
const BIDI = '\u202egpj.exe';

async function nothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
  expect(await page.locator('main img, main script, header img, footer img').count()).toBe(0);
}

/** The files of a bundle of users_bucket. */
async function bundleFiles(): Promise<Record<string, Uint8Array>> {
  const { table, api } = await openNamed(tableFolder('users_bucket'));
  const view = await snapshotView(table, api);
  const choice = { contents: 'snapshot', view: '#/files?v=1', made: '' } as const;
  const { request } = await planBundle(table, view, api, choice);
  const zip = await makeBundle(request, HERE);
  return unzipSync(new Uint8Array(await zip.arrayBuffer()));
}

type Json = Record<string, unknown>;

function withManifest(
  files: Record<string, Uint8Array>,
  change: (json: Json) => Json,
): Record<string, Uint8Array> {
  const json = JSON.parse(strFromU8(files[BUNDLE_FILE] ?? new Uint8Array())) as Json;
  return { ...files, [BUNDLE_FILE]: strToU8(JSON.stringify(change(json))) };
}

const REFUSED: readonly (readonly [
  what: string,
  change: (files: Record<string, Uint8Array>) => Record<string, Uint8Array>,
  reason: RegExp,
])[] = [
  [
    'of another version',
    (files) => withManifest(files, (json) => ({ ...json, version: 2 })),
    /another version/,
  ],
  [
    'with a name that leads out of it',
    (files) => ({ ...files, '../../evil.json': strToU8('{}') }),
    /leads out of it/,
  ],
  ['with an absolute name', (files) => ({ ...files, '/etc/passwd': strToU8('x') }), /leads out/],
  [
    'that names a file it has not',
    (files) => withManifest(files, (json) => ({ ...json, metadataFile: '../../etc/passwd' })),
    /metadata file is not in it/,
  ],
  [
    'whose manifest is markup',
    (files) => ({ ...files, [BUNDLE_FILE]: strToU8(MARKUP) }),
    /can’t be read|JSON/,
  ],
];

for (const [what, change, reason] of REFUSED) {
  test(`a bundle ${what} is refused, and the page goes on`, async ({ icecore, page }, info) => {
    const path = info.outputPath('evil.icecore.zip');
    writeFileSync(path, zipSync(change(await bundleFiles())));
    await icecore.goto();
    await icecore.drop(path);
    await expect(icecore.alert).toContainText(reason);
    await nothingRan(page);
    await icecore.drop(tableFolder('users_bucket'));
    await icecore.opened('users_bucket');
  });
}

test('a bundle with markup in each of its texts shows it as text', async ({
  icecore,
  page,
}, info) => {
  const files = withManifest(await bundleFiles(), (json) => ({
    ...json,
    tableName: MARKUP + BIDI,
    why: MARKUP,
    made: MARKUP,
    view: `#/pruning?v=1&where=${encodeURIComponent(`x = '${MARKUP}'`)}&ref=${encodeURIComponent(MARKUP)}&src=https://evil.example/t`,
    redacted: [MARKUP],
    recorded: {
      snapshotId: '1',
      where: MARKUP,
      profile: 'safe',
      caseSensitive: false,
      manifests: [
        {
          path: MARKUP,
          specId: 0,
          verdict: 'skipped',
          reason: MARKUP,
          totals: [],
          live: [1, 1, 1],
          added: [0, 0, 0],
        },
      ],
    },
  }));
  const path = info.outputPath('evil.icecore.zip');
  writeFileSync(path, zipSync(files));
  await icecore.goto();
  await icecore.drop(path);
  await expect(page.getByRole('banner')).toContainText('<img src=x');
  // Its own files, not what its view names.
  await expect(page).toHaveURL(/src=local:/);
  await nothingRan(page);
  await icecore.view('Overview');
  await nothingRan(page);
});

test('a zip of 100,000 entries is listed, and said to be no table', async ({ icecore }, info) => {
  const path = info.outputPath('many.zip');
  writeFileSync(path, hugeZip(100_000));
  await icecore.goto();
  await icecore.drop(path);
  await expect(icecore.alert).toContainText(/No table was found/);
});

test('a link of two megabytes is not read, and that is said', async ({ icecore, page }) => {
  await icecore.goto('#/pruning?v=1&src=sample:clicks');
  await icecore.opened('clicks');
  await page.evaluate(() => {
    window.location.hash = `#/pruning?v=1&src=sample:clicks&where=${'x'.repeat(1_900_000)}`;
  });
  const left = page.getByRole('status').filter({ hasText: 'A part of the link was left out.' });
  await expect(left).toContainText('at most 100000 are read');
  expect(page.url().length).toBeLessThan(200);
});

test('markup, bidi and path tricks in each part of a link are only text', async ({
  icecore,
  page,
}) => {
  const parts = [
    ...['root', 'meta', 'snap', 'ref', 'asof', 'where', 'profile', 'names', 'file', 'manifest'],
    ...['unit', 'era', 'span', 'area', 'show', 'sort', 'cols', 'schema', 'base', 'step', 'ask'],
    ...['list', 'ddl', 'dialect', 'days', 'mode', 'rewrite', 'range', 'table', 'key'],
  ];
  const trick = `${MARKUP}${BIDI}../../`;
  const all = parts.map((name) => `${name}=${encodeURIComponent(trick)}`).join('&');
  // Of those that hold any text, `root`, `meta` and `ref` lead to no table: the views are shown without them, too.
  const shown = parts
    .filter((name) => !['root', 'meta', 'ref'].includes(name))
    .map((name) => `${name}=${encodeURIComponent(trick)}`)
    .join('&');
  for (const params of [all, shown]) {
    for (const view of ['overview', 'eras', 'pruning', 'files', 'snapshots', 'schema', 'evolve']) {
      await page.goto('about:blank');
      await icecore.goto(`#/${view}?v=1&src=sample:clicks&${params}`);
      const left = page.getByRole('status').filter({ hasText: 'A part of the link was left out.' });
      await expect(left).toContainText('has no meaning');
      await expect(icecore.sentence).not.toHaveText(/Loading/);
      await nothingRan(page);
      await expect(page.getByText('This part of Icecore failed.')).toHaveCount(0);
    }
  }
});

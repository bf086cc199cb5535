/** Links and files that mean harm: refused with a reason or shown as text, and the page goes on. */
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { openNamed } from '../src/cli/open.ts';
import { BUNDLE_FILE } from '../src/share/bundle-file.ts';
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
  // An image of the markup has an address; those of the editor, around a mark, have none.
  const made = 'main img[src], main script, header img[src], footer img[src]';
  expect(await page.locator(made).count()).toBe(0);
}

/** As \p{Bidi_Control}, with what else is not seen: none may stand in a text that is shown or read out. */
const UNSEEN = '[\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]';

/** Texts on the page that hold what is not seen, in shadow trees and attributes too, and how often a mark stands. */
function textsOf(page: Page): Promise<{ readonly unseen: string[]; readonly marks: number }> {
  return page.evaluate((pattern) => {
    const texts: string[] = [document.title];
    const walk = (node: Node) => {
      // What is typed stays as it is; the editors mark it.
      if (
        node instanceof Text &&
        !/^(SCRIPT|STYLE|TEXTAREA)$/.test(node.parentElement?.tagName ?? '')
      ) {
        texts.push(node.data);
      }
      if (node instanceof Element) {
        for (const name of ['title', 'aria-label', 'placeholder']) {
          texts.push(node.getAttribute(name) ?? '');
        }
        if (node.shadowRoot !== null) walk(node.shadowRoot);
      }
      for (const child of node.childNodes) walk(child);
    };
    walk(document.documentElement);
    const unseen = texts.filter((text) => new RegExp(pattern).test(text));
    return { unseen, marks: texts.join('').split('⟨U+202E⟩').length - 1 };
  }, UNSEEN);
}

async function nothingUnseen(page: Page, marks: 'marked' | 'none given' = 'marked'): Promise<void> {
  const texts = await textsOf(page);
  expect(texts.unseen).toEqual([]);
  if (marks === 'marked') expect(texts.marks).toBeGreaterThan(0);
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
    tableName: BIDI + MARKUP,
    why: MARKUP,
    made: MARKUP,
    view: `#/pruning?v=1&where=${encodeURIComponent(`x = '${BIDI}${MARKUP}'`)}&ref=${encodeURIComponent(BIDI + MARKUP)}&src=https://evil.example/t`,
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
  await nothingUnseen(page);
  await icecore.view('Overview');
  await nothingRan(page);
  await nothingUnseen(page);
});

/** A table whose names all hold what is not seen. */
function withUnseenNames(files: Record<string, Uint8Array>): Record<string, Uint8Array> {
  const path = Object.keys(files).find((name) => name.endsWith('.metadata.json')) ?? '';
  const json = JSON.parse(strFromU8(files[path] ?? new Uint8Array())) as Json;
  const tag = { ...((json['refs'] as Json)['main'] as Json), type: 'tag' };
  const changed = JSON.stringify({
    ...json,
    location: `s3://lake/${BIDI}`,
    refs: { ...(json['refs'] as Json), [`${BIDI}tag`]: tag },
    properties: { [`${BIDI}key`]: BIDI },
  }).replace(/"name":"/g, `"name":"${BIDI}`);
  return { ...files, [path]: strToU8(changed) };
}

test('names of a table that hold what is not seen are marked in every view', async ({
  icecore,
  page,
}, info) => {
  const path = info.outputPath('unseen.icecore.zip');
  writeFileSync(path, zipSync(withUnseenNames(await bundleFiles())));
  await icecore.goto();
  await icecore.drop(path);
  await expect(page.getByRole('banner')).toContainText('⟨U+202E⟩gpj.exe');
  for (const view of ['Overview', 'Eras', 'Pruning', 'Files', 'Snapshots', 'Schema', 'Evolve']) {
    await icecore.view(view);
    await expect(icecore.sentence).not.toHaveText(/Loading/);
    await nothingUnseen(page);
  }
  await icecore.view('Pruning');
  await icecore.ask(`"${BIDI}id" <> 5`);
  await expect(icecore.sentence).toHaveText(/^Reads /);
  await icecore.files().first().click();
  await expect(icecore.inspector.getByText('Evidence')).toBeVisible();
  await nothingUnseen(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /^This link/ })).toContainText('⟨U+202E⟩');
  await nothingUnseen(page);
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
  const trick = `${BIDI}${MARKUP}../../`;
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
      await nothingUnseen(page);
      await expect(page.getByText('This part of Icecore failed.')).toHaveCount(0);
    }
  }
});

test('what is not seen shows in the editors, and the text stays what it is', async ({
  icecore,
  page,
}) => {
  const where = `country = 'NO${BIDI}'`;
  const ddl = `ALTER TABLE t ADD PARTITION FIELD "a${BIDI}"`;
  await icecore.goto(`#/pruning?v=1&src=sample:clicks&where=${encodeURIComponent(where)}`);
  await expect(icecore.predicate).toHaveText("country = 'NO⟨U+202E⟩gpj.exe'");
  await nothingUnseen(page);
  await icecore.predicate.press('End');
  await page.keyboard.type(' ');
  await expect(page).toHaveURL(/%E2%80%AE/);
  await icecore.goto(`#/evolve?v=1&src=sample:clicks&ddl=${encodeURIComponent(ddl)}`);
  await expect(page.getByLabel('Statements that change the layout')).toContainText('⟨U+202E⟩gpj');
  await nothingUnseen(page);
});

test('the page that asks before another origin is read marks what is not seen', async ({
  icecore,
  page,
}) => {
  const src = encodeURIComponent(`https://lake.example.org/${BIDI}/t`);
  const where = `x = '${BIDI}' \u2066-- and asks nobody else`;
  const saved = `${BIDI}~a = 1`;
  const all = `src=${src}&where=${encodeURIComponent(where)}&saved=${encodeURIComponent(saved)}`;
  await icecore.goto(`#/pruning?v=1&${all}`);
  await expect(icecore.sentence).toHaveText(/^This link loads a table from lake\.example\.org and/);
  await expect(page.getByText('Then it shows')).toHaveText(
    "Then it shows Pruning for x = '⟨U+202E⟩gpj.exe' ⟨U+2066⟩-- and asks nobody else, with 1 saved predicate.",
  );
  await nothingUnseen(page);
  await page.goto('about:blank');
  await icecore.goto(`#/pruning?v=1&key=own&${all}`);
  await expect(icecore.sentence).toHaveText(/read with a key/);
  await nothingUnseen(page);
  await page.goto('about:blank');
  await icecore.goto(`#/pruning?v=1&src=local:${encodeURIComponent(BIDI)}&where=${where}`);
  await expect(icecore.sentence).toHaveText(/must be given again/);
  await nothingUnseen(page);
});

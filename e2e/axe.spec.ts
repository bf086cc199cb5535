/** No view has a violation that axe finds, in light and in dark. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, type Icecore, test } from './icecore.ts';

const ASKED = 'v=1&src=sample:clicks&where=ts+>=+%272026-09-03%27';

interface Scene {
  readonly title: string;
  readonly link: string;
  readonly sentence: RegExp;
  /** Brings the view into the state that is looked at. */
  readonly prepare?: (icecore: Icecore) => Promise<void>;
}

const explain = async (icecore: Icecore) => {
  await icecore.files().first().click();
  await expect(icecore.inspector).toContainText(/Read|Skipped/);
};

const SCENES: readonly Scene[] = [
  { title: 'the opening page', link: '', sentence: /^See how/ },
  {
    title: 'a failed opening',
    link: '#/overview?v=1&src=local:mine',
    sentence: /must be given again/,
  },
  { title: 'Overview', link: '#/overview?v=1&src=sample:clicks', sentence: /layouts/ },
  { title: 'Eras', link: '#/eras?v=1&src=sample:clicks', sentence: /^Four layouts/ },
  {
    title: 'Pruning without a predicate',
    link: '#/pruning?v=1&src=sample:clicks',
    sentence: /^Without a predicate/,
  },
  {
    title: 'Pruning with a predicate and a file',
    link: `#/pruning?${ASKED}`,
    sentence: /^Reads \d+ of 106/,
    prepare: explain,
  },
  {
    title: 'Pruning with a mistake',
    link: `#/pruning?${ASKED}`,
    sentence: /^Reads \d+ of 106/,
    prepare: async (icecore) => {
      await icecore.predicate.fill('tss >= 3');
      await expect(icecore.alert).toBeVisible();
    },
  },
  {
    title: 'the steps of a plan, and a row of them',
    link: `#/pruning?${ASKED}+AND+country+=+%27DE%27&step=3`,
    sentence: /^Bounds: /,
    prepare: async ({ page }) => {
      // Its rows are drawn, with what they hold of country.
      await expect(page.locator('.steps svg text').filter({ hasText: 'DE' }).first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByText(/^\S+ (?:Read: every row|Skipped by bounds)/)).toBeVisible();
    },
  },
  {
    title: 'why a file is not read',
    link: `#/pruning?${ASKED}+AND+country+=+%27DE%27&ask=00001-23-b9df1c1a-b761-44c1-b205-0490e57aefce-0-00004`,
    sentence: /^00001-23…-0-00004 is not read: country is JP/,
  },
  {
    title: 'where a row may be',
    link: `#/pruning?${ASKED}&ask=ts+=+2026-09-03+10:00,+country+=+XX`,
    sentence: /^No file can hold such a row/,
  },
  {
    title: 'a question that cannot be understood',
    link: `#/pruning?${ASKED}&ask=user_id+=+seven`,
    sentence: /cannot be understood/,
  },
  {
    title: 'the table of partitions',
    link: `#/files?${ASKED}&list=partitions`,
    sentence: /^106 partitions/,
  },
  {
    title: 'the table of manifests, and one of them',
    link: `#/files?${ASKED}&list=manifests`,
    sentence: /^The snapshot lists 4 manifests/,
    prepare: async ({ page, inspector }) => {
      await page.getByRole('grid', { name: '4 manifests' }).focus();
      await page.keyboard.press('Enter');
      await expect(inspector).toContainText('What is known from the manifest list');
    },
  },
  {
    title: 'the table of refs',
    link: '#/snapshots?v=1&src=sample:clicks_big&list=refs',
    sentence: /^2 branches, 2 tags/,
  },
  {
    title: 'the menu of pictures',
    link: `#/pruning?${ASKED}`,
    sentence: /^Reads \d+ of 106/,
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Export pictures and the report' }).click();
      await expect(page.getByRole('menuitem', { name: 'Report as Markdown' })).toBeVisible();
    },
  },
  {
    title: 'Files with a file',
    link: `#/files?${ASKED}`,
    sentence: /your predicate reads \d+ of them/,
    prepare: explain,
  },
  {
    title: 'Snapshots, and what differs between two',
    link: '#/snapshots?v=1&src=sample:clicks_big&ref=rewrite_31_august',
    sentence: /^This rewrite: 1,000 files of spec 0/,
  },
  {
    title: 'the table of snapshots',
    link: '#/snapshots?v=1&src=sample:clicks&list=table',
    sentence: /snapshots in/,
  },
  {
    title: 'Schema with a file',
    link: '#/schema?v=1&src=sample:migrated',
    sentence: /carry no field ids/,
  },
  {
    title: 'the keys',
    link: '#/overview?v=1&src=sample:clicks',
    sentence: /layouts/,
    prepare: async (icecore) => {
      await icecore.page.keyboard.press('?');
      await expect(icecore.page.getByRole('dialog', { name: 'Keys and words' })).toBeVisible();
    },
  },
];

async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
  expect.soft(found).toEqual([]);
}

function axeTest({ title, link, sentence, prepare }: Scene): void {
  test(`axe: ${title}, light and dark`, async ({ icecore, page }) => {
    await icecore.goto(link);
    await expect(icecore.sentence).toHaveText(sentence);
    await prepare?.(icecore);
    for (const scheme of ['light', 'dark'] as const) {
      await icecore.theme(scheme);
      await expectNoViolation(page);
    }
  });
}

for (const scene of SCENES) axeTest(scene);

const NARROW: readonly Scene[] = [
  { title: 'Pruning', link: `#/pruning?${ASKED}`, sentence: /^Reads \d+ of 106/ },
  { title: 'Eras', link: '#/eras?v=1&src=sample:clicks', sentence: /^Four layouts/ },
  { title: 'the steps', link: `#/pruning?${ASKED}&step=4`, sentence: /opened/ },
  {
    title: 'where a row may be',
    link: `#/pruning?${ASKED}&ask=ts+=+2026-09-03+10:00,+country+=+XX`,
    sentence: /^No file can hold such a row/,
  },
  { title: 'Files', link: `#/files?${ASKED}`, sentence: /^106 files/ },
  { title: 'Schema', link: '#/schema?v=1&src=sample:migrated', sentence: /carry no field ids/ },
];

test.describe('narrow', () => {
  test.use({ viewport: { width: 420, height: 800 } });
  for (const scene of NARROW) axeTest({ ...scene, title: `${scene.title} on a narrow screen` });
});

/** Two browsers, with nothing in common but a link, show the same text. */
import type { Page } from '@playwright/test';
import { expect, test as withPage } from './icecore.ts';
import { serveTables } from './servers.ts';
import { type State, statesOf } from './states.ts';
import { tableFolder } from './tables.ts';

/** In so many tests, so that two workers share them. */
const PARTS = 4;
const STATES = 100;

/** What stands there until what is asked has come. */
const UNDER_WAY = /(Loading|Reading|Planning|Counting|counting|reading|judged)[^.\n]*…|so far/;

const test = withPage.extend<{ second: Page }>({
  second: async ({ browser, baseURL, watch }, use) => {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await watch.of(page);
    await use(page);
    await context.close();
  },
});

async function goTo(page: Page, { hash }: State): Promise<void> {
  await page.evaluate((next) => {
    window.location.hash = next;
  }, hash);
}

/** A table of another origin is loaded after the person said so, once. */
async function shown(page: Page): Promise<string> {
  const load = page.getByRole('button', { name: 'Load it' });
  if (await load.isVisible()) await load.click();
  const parts = page.locator('main, [aria-label^="Core"], .table-name, .footer');
  return (await parts.allInnerTexts()).join('\n');
}

/** Looks of which none changed anything after which two texts that differ are taken to stay so: some seconds. */
const PATIENCE = 20;

/**
 * Once nothing is under way, and nothing has changed between two looks; where the texts differ, for longer: a part of the
 * page may still be on its way to one of the two.
 */
async function bothSettled(one: Page, other: Page): Promise<readonly [one: string, other: string]> {
  let last: readonly [string, string] = ['', ''];
  let looks = 0;
  await expect
    .poll(
      async () => {
        const now = await Promise.all([shown(one), shown(other)]);
        looks = now[0] === last[0] && now[1] === last[1] ? looks + 1 : 0;
        last = now;
        const isSettled = looks >= (now[0] === now[1] ? 1 : PATIENCE);
        return isSettled && !now.some((text) => UNDER_WAY.test(text)) ? 'settled' : 'under way';
      },
      { intervals: [100, 150, 150, 200] },
    )
    .toBe('settled');
  return last;
}

for (let part = 0; part < PARTS; part++) {
  test(`two browsers show the same text for 100 states over the corpus’ tables, part ${part + 1} of ${PARTS}`, async ({
    page,
    second,
    watch,
  }, info) => {
    // A passing part takes half a minute where nothing else runs.
    test.setTimeout(240_000);
    const tables = await serveTables(tableFolder('.'), { cors: true, ranges: true });
    const folder = info.outputPath('bundles');
    const bundles = await serveTables(folder, { cors: true, ranges: true });
    watch.allow(tables.url);
    watch.allow(bundles.url);
    const at = { tables: tables.url, bundles: bundles.url, folder };
    const states = await statesOf(part + 17, STATES / PARTS, at);
    const texts = new Set<string>();
    await Promise.all([page.goto('/'), second.goto('/')]);
    for (const state of states) {
      await test.step(state.name, async () => {
        await Promise.all([goTo(page, state), goTo(second, state)]);
        const [here, there] = await bothSettled(page, second);
        expect.soft(there, `${state.name}: ${state.hash.slice(0, 500)}`).toBe(here);
        expect.soft(here, state.name).not.toMatch(/This part of Icecore failed/);
        texts.add(here);
      });
    }
    // Were they all alike, their being alike would say nothing.
    expect(texts.size).toBeGreaterThan(states.length / 2);
    tables.close();
    bundles.close();
  });
}

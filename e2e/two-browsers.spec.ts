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
const UNDER_WAY = '(Loading|Reading|Planning|Counting|counting|reading|judged)[^.\\n]*…|so far';

/** In ms, for which nothing may change before a page is taken to have settled. */
const QUIET = 100;
const LONGEST = 20_000;

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

/**
 * What a page shows once it has nothing left to do, nothing is under way and nothing has changed for a while, or once it
 * asks whether to load; with a hash, after it went there.
 */
async function settled(page: Page, hash?: string): Promise<string> {
  const how = { hash, underWay: UNDER_WAY, quiet: QUIET, longest: LONGEST };
  return page.evaluate(async ({ hash, underWay, quiet, longest }) => {
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
    const shown = () =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'main, [aria-label^="Core"], .table-name, .footer',
        ),
      ]
        // biome-ignore lint/performance/useDomNodeTextContent: as a person reads it.
        .map(({ innerText }) => innerText)
        .join('\n');
    if (hash !== undefined && hash !== window.location.hash) {
      const gone = new Promise((resolve) =>
        window.addEventListener('hashchange', resolve, { once: true }),
      );
      window.location.hash = hash;
      await gone;
    }
    const pattern = new RegExp(underWay);
    const begin = performance.now();
    let text = '';
    let since = begin;
    do {
      await wait(quiet / 5);
      await idle();
      const now = shown();
      if (/^Load it$/m.test(now)) return now;
      if (now !== text || pattern.test(now)) since = performance.now();
      text = now;
    } while (performance.now() - since < quiet && performance.now() - begin < longest);
    return text;
  }, how);
}

/** A table of another origin is loaded after the person said so, once. */
async function shown(page: Page, hash?: string): Promise<string> {
  const text = await settled(page, hash);
  if (!/^Load it$/m.test(text)) return text;
  const load = page.getByRole('button', { name: 'Load it' });
  await load.click();
  await load.waitFor({ state: 'detached' });
  return settled(page);
}

/** Looks after which two texts that differ are taken to stay so: some seconds. */
const PATIENCE = 20;

/** Where the texts differ, a part of the page may still be on its way to one of the two. */
async function bothAt(
  one: Page,
  other: Page,
  state: State,
): Promise<readonly [one: string, other: string]> {
  let texts = await Promise.all([shown(one, state.hash), shown(other, state.hash)]);
  for (let look = 0; texts[0] !== texts[1] && look < PATIENCE; look++) {
    texts = await Promise.all([shown(one), shown(other)]);
  }
  return texts;
}

for (let part = 0; part < PARTS; part++) {
  test(`two browsers show the same text for 100 states over the corpus’ tables, part ${part + 1} of ${PARTS}`, async ({
    page,
    second,
    watch,
  }, info) => {
    // A passing part takes a quarter of a minute where nothing else runs.
    test.setTimeout(240_000);
    const tables = await serveTables(tableFolder('.'), { cors: true, ranges: true });
    const folder = info.outputPath('bundles');
    const bundles = await serveTables(folder, { cors: true, ranges: true });
    watch.allow(tables.url);
    watch.allow(bundles.url);
    const at = { tables: tables.url, bundles: bundles.url, folder };
    const states = await statesOf(part + 17, STATES / PARTS, at);
    const texts = new Set<string>();
    // Not the opening page, which reads a table for its picture.
    await Promise.all([page, second].map((one) => one.goto(`/${states[0]?.hash}`)));
    for (const state of states) {
      await test.step(state.name, async () => {
        const [here, there] = await bothAt(page, second, state);
        expect.soft(here, state.name).not.toMatch(new RegExp(UNDER_WAY));
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

/**
 * What every browser test shares: the page as a person sees it, and a watch over what the page does meanwhile. The watch
 * is on in every test: at its end no request may have left the origin, no error may stand in the console, and the policy
 * may have refused nothing, but for what the test named before.
 */
import { test as base, expect, type Locator, type Page } from '@playwright/test';

export class Watch {
  readonly requests: string[] = [];
  private readonly complaints: string[] = [];
  private readonly origins: Set<string>;
  private readonly expected: RegExp[] = [/Service Worker registration blocked by Playwright/];

  constructor(origin: string) {
    this.origins = new Set([origin]);
  }

  /** Requests to this origin are the test's own matter. */
  allow(url: string): void {
    this.origins.add(new URL(url).origin);
  }

  /** The browser itself complains of what the test brings about, such as a refused request. */
  expectComplaint(pattern: RegExp): void {
    this.expected.push(pattern);
  }

  /** Records the page and its workers. */
  async of(page: Page): Promise<void> {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') {
        this.complaints.push(`${message.type()}: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => this.complaints.push(`thrown: ${error.message}`));
    page.on('request', (request) => this.requests.push(request.url()));
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`refused by policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
  }

  check(): void {
    const inside = /^(?:data|blob):/;
    const outside = this.requests.filter(
      (url) => !inside.test(url) && !this.origins.has(new URL(url).origin),
    );
    expect.soft(outside, 'requests that left the origin').toEqual([]);
    const unexpected = this.complaints.filter(
      (text) => !this.expected.some((pattern) => pattern.test(text)),
    );
    expect.soft(unexpected, 'errors in the console').toEqual([]);
  }
}

/** The app in one page. */
export class Icecore {
  readonly page: Page;
  /** The finding that heads the view. */
  readonly sentence: Locator;
  readonly inspector: Locator;
  readonly predicate: Locator;
  readonly map: Locator;
  /** Files of the Pruning and the Files view. */
  readonly list: Locator;
  readonly sieve: Locator;
  readonly alert: Locator;

  constructor(page: Page) {
    this.page = page;
    this.sentence = page.getByRole('main').getByRole('heading', { level: 1 });
    this.inspector = page.getByRole('complementary', { name: 'Inspector' });
    this.predicate = page.getByRole('textbox', { name: 'Predicate: an SQL condition' });
    this.map = page.getByRole('application', { name: /files? by era and partition/ });
    this.list = page.getByRole('grid', { name: /^[\d,]+ files?, / });
    this.sieve = page.getByRole('table', { name: 'What each layout skips and reads' });
    this.alert = page.getByRole('alert');
  }

  /** Opens the app at a link, e.g. `#/eras?v=1&src=sample:clicks`; without one the opening page. */
  async goto(link = ''): Promise<void> {
    await this.page.goto(`/${link}`);
  }

  async openSample(name: string): Promise<void> {
    await this.goto();
    await this.page.getByRole('button', { name: new RegExp(`^${name} `) }).click();
    await this.opened(name);
  }

  /** Waits for the table's name in the header. */
  async opened(name: string): Promise<void> {
    await expect(this.page.getByRole('banner').getByText(name, { exact: true })).toBeVisible();
  }

  async view(title: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: title, exact: true })
      .click();
  }

  /** Drops files or folders of this machine, as a file manager does. */
  async drop(...paths: readonly string[]): Promise<void> {
    const zone = this.page.getByText('Drop a table here');
    await this.dropOn((await zone.isVisible()) ? zone : this.page.getByRole('main'), ...paths);
  }

  async dropOn(target: Locator, ...paths: readonly string[]): Promise<void> {
    const drag = await this.drag(target, ...paths);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await drag(type);
  }

  /** What sends the events of a drag over `target`, one by one. */
  async drag(
    target: Locator,
    ...paths: readonly string[]
  ): Promise<(type: 'dragEnter' | 'dragOver' | 'drop') => Promise<void>> {
    const box = await target.boundingBox();
    if (box === null) throw new Error('nothing to drop on');
    const cdp = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files: [...paths], dragOperationsMask: 1 };
    const [x, y] = [box.x + Math.min(50, box.width / 2), box.y + Math.min(20, box.height / 2)];
    return async (type) => {
      await cdp.send('Input.dispatchDragEvent', { type, x, y, data });
    };
  }

  async address(url: string): Promise<void> {
    await this.page.getByLabel('Address of a metadata file or a table folder').fill(url);
    await this.page.getByRole('button', { name: 'Open', exact: true }).click();
  }

  /** Writes a predicate and takes it, in the editor: a key that the plain field before it gets may go with it. */
  async ask(where: string): Promise<void> {
    await expect(this.predicate).toHaveAttribute('contenteditable', 'true');
    await this.predicate.fill(where);
    await this.predicate.press('Enter');
  }

  /** One fact of the Overview, e.g. `Live`. */
  fact(name: string): Locator {
    return this.page
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name, exact: true }) })
      .getByRole('cell');
  }

  /** Rows of the list of files that are on screen. */
  files(): Locator {
    return this.list.getByRole('row').filter({ has: this.page.getByRole('gridcell') });
  }

  /** An era's row of the sieve. */
  era(specId: number): Locator {
    return this.sieve
      .getByRole('row')
      .filter({ has: this.page.getByTitle(`spec ${specId}`, { exact: true }) });
  }

  /** What is read of an era, after all stages. */
  reads(specId: number): Locator {
    return this.era(specId).getByRole('cell').last();
  }

  /** Takes a reference in the header's menu. */
  async at(ref: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Snapshot: / }).click();
    await this.page.getByRole('menuitem', { name: ref }).click();
  }

  /** A snapshot in the graph of all, by a reference on it. */
  snapshot(ref: string): Locator {
    return this.page
      .getByRole('list', { name: /^Snapshots, newest first/ })
      .getByRole('button', { name: new RegExp(`(branch|tag) ${ref}`) });
  }

  async theme(scheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme });
    // The page hears of it with one of its next frames, and one that has nothing to draw makes none.
    const shown = () =>
      this.page.evaluate(async () => {
        await new Promise(requestAnimationFrame);
        return document.documentElement.dataset['theme'];
      });
    await expect.poll(shown).toBe(scheme);
  }
}

export const test = base.extend<{ watch: Watch; icecore: Icecore }>({
  watch: [
    async ({ baseURL, page }, use) => {
      const watch = new Watch(new URL(baseURL ?? '').origin);
      await watch.of(page);
      await use(watch);
      watch.check();
    },
    { auto: true },
  ],
  icecore: async ({ page }, use) => {
    await use(new Icecore(page));
  },
});

export { expect };

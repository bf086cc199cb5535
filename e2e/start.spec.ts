import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { expect, test } from './icecore.ts';

const FIRST_LOAD_LIMIT = 200_000;

test('the page starts under the strict policy, as header and in the page', async ({ page }) => {
  const response = await page.goto('/');
  await expect(page.getByText('Icecore').first()).toBeVisible();
  await expect(page).toHaveTitle(/Icecore/);

  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  const inPage = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute('content');
  expect(policy).toBe(`${inPage}; frame-ancestors 'none'`);
});

test('what the policy refuses would be seen by these tests', async ({ page, watch }) => {
  watch.expectComplaint(/Content Security Policy|refused by policy|Failed to fetch/);
  await page.goto('/');
  const refused = page.waitForEvent('console', (message) =>
    message.text().startsWith('refused by policy: connect-src'),
  );
  await page.evaluate(() => fetch('http://127.0.0.1:9/').catch(() => undefined));
  await refused;
});

test('before anything is opened, workers included, the scripts are under 200 kB gzipped', async ({
  page,
}) => {
  // By address: each worker asks for the same script, and the immutable cache answers all but the first.
  const scripts = new Map<string, Promise<Buffer>>();
  const count = (response: Response) => {
    const url = response.url();
    if (new URL(url).pathname.endsWith('.js') && !scripts.has(url)) {
      scripts.set(url, response.body());
    }
  };
  page.on('response', count);
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByText('Icecore').first()).toBeVisible();
  // The page goes on; what comes now is no part of the first load, and might not come whole.
  page.off('response', count);

  const sizes = (await Promise.all(scripts.values())).map(
    (body) => gzipSync(body, { level: 9 }).length,
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_LIMIT);
});

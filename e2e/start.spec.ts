import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const FIRST_LOAD_LIMIT = 200_000;

test('the page starts under the strict policy and asks nobody but its own origin', async ({
  page,
  baseURL,
}) => {
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) elsewhere.push(request.url());
  });

  const response = await page.goto('/');
  await expect(page.getByText('Icecore').first()).toBeVisible();
  await expect(page).toHaveTitle(/Icecore/);

  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  const inPage = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute('content');
  expect(policy).toBe(`${inPage}; frame-ancestors 'none'`);
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test('before anything is opened, workers included, the scripts are under 200 kB gzipped', async ({
  page,
}) => {
  // By address: each worker asks for the same script, and the immutable cache answers all but the first.
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js'))
      scripts.set(response.url(), response.body());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByText('Icecore').first()).toBeVisible();

  const sizes = (await Promise.all(scripts.values())).map(
    (body) => gzipSync(body, { level: 9 }).length,
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_LIMIT);
});

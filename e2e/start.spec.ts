import { expect, test } from '@playwright/test';

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

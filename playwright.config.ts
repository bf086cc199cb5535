import { defineConfig } from '@playwright/test';
import { systemChromium } from './.ci/chromium.mjs';

// One port a run, so that two runs on one machine do not meet. Test workers inherit it.
process.env.ICECORE_E2E_PORT ??= String(4300 + (process.pid % 1000));
const baseURL = `http://localhost:${process.env.ICECORE_E2E_PORT}/`;
const executablePath = systemChromium();

export default defineConfig({
  testDir: 'e2e',
  retries: 0,
  workers: 2,
  // Long, for machines that are busy with other things: a passing test waits for nothing.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: true,
  reporter: [['list']],
  use: {
    baseURL,
    browserName: 'chromium',
    // It would load all of the page in every test; offline.spec.ts is about it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // The opening page's picture moves for 12 s; tests of motion ask for it themselves.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node .ci/serve.mjs --port ${process.env.ICECORE_E2E_PORT} --dir ${process.env.ICECORE_E2E_DIR ?? 'dist'}`,
    url: baseURL,
    reuseExistingServer: false,
  },
});

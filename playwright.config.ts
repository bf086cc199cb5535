import { defineConfig } from '@playwright/test';
import { systemChromium } from './.ci/chromium.mjs';

// One port a run, so that two runs on one machine do not meet. Test workers inherit it.
process.env.ICECORE_E2E_PORT ??= String(4300 + (process.pid % 1000));
const baseURL = `http://localhost:${process.env.ICECORE_E2E_PORT}/`;
const executablePath = systemChromium();

export default defineConfig({
  testDir: 'e2e',
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  fullyParallel: true,
  reporter: [['list']],
  use: {
    baseURL,
    browserName: 'chromium',
    trace: 'retain-on-failure',
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
    command: `node .ci/serve.mjs --port ${process.env.ICECORE_E2E_PORT}`,
    url: baseURL,
    reuseExistingServer: false,
  },
});

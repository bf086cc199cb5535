/** Where a Chromium for the browser tests is, and how to get one. */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { npm, run } from './steps.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium of this system: $CHROMIUM, else one on the path. */
export function systemChromium() {
  const named = process.env.CHROMIUM;
  if (named) return named;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...ELSEWHERE].find((path) => existsSync(path));
}

/** Any Chromium the tests could use, Playwright's own last. */
async function anyChromium() {
  const system = systemChromium();
  if (system !== undefined) return existsSync(system) ? system : undefined;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Finds a Chromium or installs one.
 * @param {(text: string) => void} onOutput
 * @returns {Promise<string | null>} what to do when there is none; null when there is one
 */
export async function ensureChromium(onOutput) {
  if ((await anyChromium()) !== undefined) return null;
  if (process.env.CHROMIUM) return `CHROMIUM names ${process.env.CHROMIUM}, which is not there.`;
  if (isDebian() && process.getuid?.() === 0) {
    onOutput('No Chromium found; installing the chromium package …\n');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { onOutput, env });
    await run('apt-get', ['install', '-y', 'chromium'], { onOutput, env });
  } else {
    onOutput('No Chromium found; fetching Playwright’s …\n');
    const [command, args] = npm(['exec', '--no', '--', 'playwright', 'install', 'chromium']);
    await run(command, args, { onOutput });
  }
  if ((await anyChromium()) !== undefined) return null;
  return 'The browser tests need Chromium: install it, or set CHROMIUM to the path of one.';
}

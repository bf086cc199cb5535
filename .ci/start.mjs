/** `npm start`: install what is missing, build what is stale, serve it, print the address. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectSrc } from './csp.mjs';
import { serve } from './serve.mjs';
import { digest, INSTALL, installed, nodeTooOld, npm, ROOT, run } from './steps.mjs';

const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  '.ci/csp.mjs',
  '.ci/single.mjs',
  'app',
  'src',
  'public',
];
const STAMP = join(ROOT, '.cache', 'built');

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

async function install() {
  if (installed()) return;
  console.log('Installing packages as package-lock.json lists them …');
  const code = await run(...npm(INSTALL));
  if (code !== 0) {
    stop('The packages could not be installed: see npm’s message above (is there a network?).');
  }
}

async function build() {
  const now = digest(SOURCES, connectSrc());
  const built = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (built === now && existsSync(join(ROOT, 'dist', 'index.html'))) return;
  console.log('Building …');
  rmSync(STAMP, { force: true });
  const code = await run(...npm(['run', '--silent', 'build']));
  if (code !== 0) stop('The build failed: see the message above.');
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  writeFileSync(STAMP, now);
}

const tooOld = nodeTooOld();
if (tooOld !== null) stop(tooOld);
await install();
await build();
const asked = process.env.PORT;
try {
  const { url } = await serve({
    dir: join(ROOT, 'dist'),
    port: asked === undefined ? undefined : Number(asked),
  });
  console.log(`\nIcecore is at ${url}\nCtrl+C ends it.`);
} catch (error) {
  stop(`No port could be opened: ${error instanceof Error ? error.message : String(error)}`);
}

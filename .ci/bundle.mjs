/** Node 20 runs no TypeScript, so what runs outside tests is bundled into one file when a source has changed. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digest, installed, ROOT } from './steps.mjs';

const BUNDLES = join(ROOT, 'dist-cli');

/**
 * The address of the bundle of `entry`, made now if the sources have changed since the last one.
 * @param {string} name of the bundle
 * @param {string} entry a TypeScript file, from the root
 * @returns {Promise<string>}
 */
export async function bundled(name, entry) {
  const folder = join(BUNDLES, `${name}-${digest(['src', 'package-lock.json'])}`);
  const main = join(folder, 'main.js');
  if (!existsSync(main)) await bundle(name, entry, folder);
  return pathToFileURL(main).href;
}

/** @param {string} name @param {string} entry @param {string} folder where the bundle is to be */
async function bundle(name, entry, folder) {
  if (!installed()) {
    console.error('Packages are missing: run `npm ci` first.');
    process.exit(1);
  }
  const { build } = await import('vite');
  mkdirSync(BUNDLES, { recursive: true });
  // Into a folder of its own, then renamed: two runs at once do not see half a bundle.
  const fresh = mkdtempSync(join(BUNDLES, 'new-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: fresh,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'main.js' } },
    },
  });
  for (const old of readdirSync(BUNDLES)) {
    if (old.startsWith(`${name}-`)) rmSync(join(BUNDLES, old), { recursive: true, force: true });
  }
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true, force: true }); // another run was first
  }
}

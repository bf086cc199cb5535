#!/usr/bin/env node
/**
 * Runs src/cli/main.ts. Node 20 runs no TypeScript, so the command line is bundled into one file when
 * a source has changed, and only loaded otherwise.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digest, installed, ROOT } from '../.ci/steps.mjs';

const BUNDLES = join(ROOT, 'dist-cli');

/** @param {string} folder where the bundle is to be */
async function bundle(folder) {
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
      ssr: 'src/cli/main.ts',
      outDir: fresh,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'main.js' } },
    },
  });
  for (const old of readdirSync(BUNDLES)) {
    if (!old.startsWith('new-')) rmSync(join(BUNDLES, old), { recursive: true, force: true });
  }
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true, force: true }); // another run was first
  }
}

const folder = join(BUNDLES, digest(['src', 'package-lock.json']));
const main = join(folder, 'main.js');
if (!existsSync(main)) await bundle(folder);
await import(pathToFileURL(main).href);

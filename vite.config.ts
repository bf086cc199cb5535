import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { metaPolicy } from './.ci/csp.mjs';
import { singlePage } from './.ci/single.mjs';

/** Static hosts send no header of ours, so the built page carries its policy itself. */
function policyInPage(): Plugin {
  return {
    name: 'icecore-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: metaPolicy() },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** The page as one file, which Share puts bundles in. */
function singleFile(): Plugin {
  return {
    name: 'icecore-single-file',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: SINGLE_FILE, source: await singlePage() });
    },
  };
}

const SINGLE_FILE = 'icecore.html';
const SERVICE_WORKER = 'sw.js';
/** Beside the built files. The samples are tables, and tables are never kept. */
const PUBLIC_FILES = ['favicon.svg', 'favicon.png', 'manifest.webmanifest'];

/** Tells the service worker what the build is made of. */
function offlineFiles(): Plugin {
  return {
    name: 'icecore-offline',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const version = createHash('sha256');
        const files = PUBLIC_FILES.slice();
        for (const name of PUBLIC_FILES) version.update(readFileSync(`public/${name}`));
        for (const [name, file] of Object.entries(bundle)) {
          // The one file is as large as all of the others, and few save a page.
          if ([SERVICE_WORKER, SINGLE_FILE].includes(name) || name.endsWith('.md')) continue;
          version.update(name).update(file.type === 'chunk' ? file.code : file.source);
          if (name !== 'index.html') files.push(name);
        }
        const worker = bundle[SERVICE_WORKER];
        if (worker?.type !== 'chunk') throw new Error('the build has no service worker');
        const build = { version: version.digest('hex').slice(0, 16), files };
        worker.code = `const BUILD = ${JSON.stringify(build)};\n${worker.code}`;
      },
    },
  };
}

export default defineConfig({
  // Relative addresses: a build works under any path of a static host.
  base: './',
  plugins: [react({ jsxImportSource: '#jsx' }), policyInPage(), singleFile(), offlineFiles()],
  worker: { format: 'es' },
  build: {
    // An inlined asset would be a data: URL, which the policy allows for images alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: { index: 'index.html', 'service-worker': 'src/worker/service-worker.ts' },
      output: {
        entryFileNames: ({ name }) =>
          // Its address must stay the same from build to build.
          name === 'service-worker' ? SERVICE_WORKER : 'assets/[name]-[hash].js',
      },
    },
  },
});

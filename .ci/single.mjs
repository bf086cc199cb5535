/**
 * The page as one file, which opens from a disk: scripts, styles and fonts in it, workers from blobs, a policy of its own.
 *
 *     node .ci/single.mjs [--out dist/icecore.html]
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { singlePolicy } from './csp.mjs';
import { ROOT } from './steps.mjs';

/** Where app/share/page.ts puts a bundle; a block of data, which no browser runs. */
const PLACE_OF_BUNDLE = '<script type="application/json" id="icecore-bundle"></script>';

/** Whoever hands on the one file hands on its packages, too. */
const LICENSES = 'licenses.md';

const NEW_WORKER =
  /new Worker\(\s*new URL\('([^']+)', import\.meta\.url\),\s*\{\s*type: 'module',?\s*\},?\s*\)/g;

/** Takes workers into the script that starts them. @returns {import('vite').Plugin} */
function workersInside() {
  return {
    name: 'icecore-workers-inside',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(ROOT) || !/\.tsx?$/.test(id) || !code.includes('new Worker(')) return null;
      /** @type {string[]} */
      const imports = [];
      const changed = code.replace(NEW_WORKER, (_all, path) => {
        const name = `WorkerInside${imports.length}`;
        imports.push(`import ${name} from '${path}?worker&inline';\n`);
        return `new ${name}()`;
      });
      // Another spelling would leave a worker outside.
      if (changed.includes('new Worker(')) this.error(`${id} starts a worker in another way`);
      return imports.join('') + changed;
    },
  };
}

/** @returns {Promise<string>} the page */
export async function singlePage() {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    base: './',
    publicDir: false,
    plugins: [react({ jsxImportSource: '#jsx' }), workersInside()],
    // From a disk Chromium starts no module out of a blob.
    worker: { format: 'iife', rolldownOptions: { output: { codeSplitting: false } } },
    build: {
      write: false,
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      cssCodeSplit: false,
      modulePreload: false,
      license: { fileName: LICENSES },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (built);
  const chunks = output.filter((file) => file.type === 'chunk');
  const [entry] = chunks;
  const styles = output.filter((file) => file.fileName.endsWith('.css'));
  const page = output.find((file) => file.fileName === 'index.html');
  if (entry === undefined || chunks.length > 1) throw new Error(`${chunks.length} scripts`);
  const licenses = output.find((file) => file.fileName === LICENSES);
  const inside = [entry, page, licenses, ...styles];
  const left = output.filter((file) => !inside.includes(file));
  if (left.length > 0) throw new Error(`not inside: ${left.map((file) => file.fileName)}`);
  return assembled(
    text(page),
    // In a script element these would end it, or begin what has no end.
    entry.code.replace(/<(?=\/script|!--|script)/gi, '\\x3c'),
    styles.map(text).join('\n'),
    text(licenses),
  );
}

/** @param {import('vite').Rolldown.OutputAsset | import('vite').Rolldown.OutputChunk | undefined} file */
function text(file) {
  if (file?.type !== 'asset') throw new Error('the build has no page');
  return typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString();
}

/** @param {string} page @param {string} script @param {string} style @param {string} licenses */
function assembled(page, script, style, licenses) {
  const icon = readFileSync(join(ROOT, 'public', 'favicon.svg')).toString('base64');
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${singlePolicy(hash(script), hash(style))}">`,
    `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml;base64,${icon}">`,
    `<style>${style}</style>`,
    `<script type="module">${script}</script>`,
    `<script type="text/plain" id="licenses">${licenses.replaceAll('</', '< /')}</script>`,
  ];
  return page
    .replace(/<script[^>]*><\/script>|<link[^>]*>/g, '')
    .replace('<head>', () => `<head>\n${head.shift()}`)
    .replace('</body>', `${PLACE_OF_BUNDLE}\n</body>`)
    .replace('</head>', () => `${head.join('\n')}\n</head>`);
}

/** @param {string} content */
function hash(content) {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const out = join(ROOT, values.out ?? join('dist', 'icecore.html'));
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, await singlePage());
  console.log(out);
}

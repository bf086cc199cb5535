/**
 * Makes parsers from grammars and WebAssembly from AssemblyScript: `x.grammar` becomes `x.parser.ts` and `x.terms.ts`
 * beside it, `module.as.ts` with what it imports becomes `module.wasm.ts`. They are committed, so that neither the
 * build nor an editor needs a step before it works.
 *
 *     npm run generate              writes them
 *     npm run generate -- --check   fails if they are not what their source makes
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { buildParserFile } from '@lezer/generator';
import { ROOT } from './steps.mjs';

const check = process.argv.includes('--check');

/** @typedef {[path: string, text: string]} Generated */

/** @param {string} path the grammar's @returns {Generated[]} */
function fromGrammar(path) {
  const stem = path.slice(0, -'.grammar'.length);
  const { parser, terms } = buildParserFile(readFileSync(path, 'utf8'), {
    fileName: basename(path),
    typeScript: true,
    warn: (message) => {
      throw new Error(`${relative(ROOT, path)}: ${message}`);
    },
  });
  return [
    [`${stem}.parser.ts`, parser],
    [`${stem}.terms.ts`, terms],
  ];
}

/** Without a runtime: the sources manage their memory themselves. */
const WASM = ['-O3', '--noAssert', '--runtime', 'stub', '--outFile', 'out.wasm'];

/**
 * As text in a module, so that a page, a worker and Node get it alike.
 * @param {string} path the source's
 * @returns {Promise<Generated[]>}
 */
async function fromAssemblyScript(path) {
  const { default: compiler } = await import('assemblyscript/asc');
  let base64 = '';
  const source = relative(ROOT, path).replaceAll('\\', '/');
  const { error, stderr } = await compiler.main([source, '--baseDir', ROOT, ...WASM], {
    writeFile: (_name, bytes) => {
      base64 = Buffer.from(bytes).toString('base64');
    },
  });
  if (error !== null) throw new Error(`${source}: ${error.message}\n${stderr}`);
  const lines = base64.match(/.{1,96}/g) ?? [];
  const text = [
    `/* Made from ${basename(path)} by \`npm run generate\`: the module in base64. */`,
    'export default [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ];
  return [[`${path.slice(0, -'.as.ts'.length)}.wasm.ts`, text.join('\n')]];
}

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .sort()
  .map((path) => join(ROOT, 'src', path));
const made = await Promise.all(
  sources.map(async (path) => {
    if (path.endsWith('.grammar')) return fromGrammar(path);
    return path.endsWith('module.as.ts') ? fromAssemblyScript(path) : undefined;
  }),
);
const generated = made.filter((files) => files !== undefined);
const stale = generated
  .flat()
  .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text);

for (const [path, text] of stale) {
  if (!check) writeFileSync(path, text);
  console.log(`${check ? 'stale' : 'written'}: ${relative(ROOT, path)}`);
}
if (check && stale.length > 0) {
  console.log('Run `npm run generate` and commit the result.');
  process.exitCode = 1;
} else if (stale.length === 0) {
  console.log(`${generated.length} source(s), nothing to do.`);
}

/**
 * Makes parsers from grammars: `x.grammar` becomes `x.parser.ts` and `x.terms.ts` beside it. They are
 * committed, so that neither the build nor an editor needs a step before it works.
 *
 *     npm run generate              writes them
 *     npm run generate -- --check   fails if they are not what the grammar makes
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { buildParserFile } from '@lezer/generator';
import { ROOT } from './steps.mjs';

const check = process.argv.includes('--check');

/** @param {string} path the grammar's @returns {[path: string, text: string][]} */
function generate(path) {
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

const grammars = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.grammar'))
  .map((path) => join(ROOT, 'src', path));
const stale = grammars
  .flatMap(generate)
  .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text);

for (const [path, text] of stale) {
  if (!check) writeFileSync(path, text);
  console.log(`${check ? 'stale' : 'written'}: ${relative(ROOT, path)}`);
}
if (check && stale.length > 0) {
  console.log('Run `npm run generate` and commit the result.');
  process.exitCode = 1;
} else if (stale.length === 0) {
  console.log(`${grammars.length} grammar(s), nothing to do.`);
}

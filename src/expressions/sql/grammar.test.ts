import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildParserFile } from '@lezer/generator';
import { expect, it } from 'vitest';

const folder = dirname(fileURLToPath(import.meta.url));

it('is the parser that the grammar makes', () => {
  const grammar = readFileSync(join(folder, 'where.grammar'), 'utf8');
  const { parser, terms } = buildParserFile(grammar, {
    fileName: 'where.grammar',
    typeScript: true,
    warn: (message) => {
      throw new Error(message);
    },
  });
  const advice = 'run `npm run generate` and commit the result';
  expect(readFileSync(join(folder, 'where.parser.ts'), 'utf8'), advice).toBe(parser);
  expect(readFileSync(join(folder, 'where.terms.ts'), 'utf8'), advice).toBe(terms);
});

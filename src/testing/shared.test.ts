import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { corpusFolder } from './shared.ts';

it('unpacks the corpus, long names and deep folders too', () => {
  const folder = corpusFolder();
  const clicks = JSON.parse(readFileSync(join(folder, 'answers/clicks.json'), 'utf8')) as {
    metadata: string;
  };
  expect(existsSync(join(folder, 'tables/clicks', clicks.metadata))).toBe(true);
});

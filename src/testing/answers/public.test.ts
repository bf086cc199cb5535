/**
 * Tables that others wrote, with the reference's answers about them: both profiles, and the law where rows are at hand. Where the
 * reference refuses a table or throws, ours opens it. Skipped where the folder of those tables is absent.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { IcecoreError } from '../../base/errors.ts';
import { differenceText } from '../../cli/answers/command.ts';
import { compareCase } from '../../cli/answers/compare.ts';
import { openNamed } from '../../cli/open.ts';
import { corpusFolder, fixturesFolder } from '../shared.ts';
import { tell } from '../tell.ts';
import { breaches, type Json } from './law.ts';
import { answerLike, readAnswersText } from './tables.ts';

interface Listed {
  readonly table: string;
  readonly file: string;
  readonly status: string;
}

const folder = join(corpusFolder(), 'public');
const fixtures = fixturesFolder();
const listed = (
  JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as readonly Listed[]
).map((row) => ({ ...row, name: row.table }));
const asked = listed.filter(({ status }) => status === 'ok');
const others = listed.filter(({ status }) => status !== 'ok');

/** Its bounds were invented by its authors: rows and metadata contradict each other. */
const INVENTED = 'moved_positional_delete_path';

let equal = 0;
let opened = 0;
let unsound = 0;
afterAll(() => {
  tell(
    'public tables',
    fixtures === undefined
      ? `0 of ${listed.length}: the folder of others’ tables is absent`
      : `${equal + opened} of ${listed.length}: ${equal} answered as the reference does, ${opened} opened or refused in words that it cannot answer; ${unsound} unsound in safe`,
  );
});

/** A packed file is named with its `.gz`, and lies beside its plain name. */
function answersFile(file: string): string {
  return join(folder, 'answers', file.replace(/\.gz$/, ''));
}

describe.skipIf(fixtures === undefined)('public tables', () => {
  test.each(asked)('$name', async ({ table, file }) => {
    const reference = readAnswersText(answersFile(file));
    const tableFolder = join(fixtures as string, table);
    const differences: string[] = [];
    await answerLike(tableFolder, reference, 'java', (ours, view) => {
      eachCase(ours, view, (own, one) => {
        differences.push(...compareCase(String(one['where']), own, one).map(differenceText));
      });
    });
    const broken: string[] = [];
    await answerLike(tableFolder, reference, 'safe', (ours, view) => {
      eachCase(ours, view, (own, one) => {
        if (table.endsWith(INVENTED)) return;
        for (const { file: at, claim } of breaches(view, own, one)) {
          broken.push(`${String(one['where'])}: file ${at} ${claim}`);
        }
      });
    });
    unsound += broken.length;
    expect(broken.slice(0, 5)).toEqual([]);
    expect(differences.slice(0, 5)).toEqual([]);
    equal++;
  });

  test.each(others)('$name, $status', async ({ table, status }) => {
    const tableFolder = join(fixtures as string, table);
    if (status === 'no metadata') {
      await expect(openNamed(tableFolder)).rejects.toThrow(IcecoreError);
      opened++;
      return;
    }
    const { table: found } = await openNamed(tableFolder);
    expect(found.metadata.schemas.length).toBeGreaterThan(0);
    opened++;
  });
});

function eachCase(ours: Json, view: Json, visit: (own: Json, one: Json) => void): void {
  const own = ours['cases'] as readonly Json[];
  ((view['cases'] ?? []) as readonly Json[]).forEach((one, i) => {
    visit(own[i] as Json, one);
  });
}

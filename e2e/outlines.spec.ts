/** Questions that are answered by what was kept of columns that nobody had asked for. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTable } from '../bench/table/make-table.mjs';
import { parseWhere } from '../src/expressions/where.ts';
import { ALL_MATCH, READ } from '../src/planning/verdict.ts';
import { snapshotView } from '../src/table/session.ts';
import { localApi, openFolder } from '../src/testing/local-tables.ts';
import { indexSchema } from '../src/types/schema.ts';
import { expect, test } from './icecore.ts';

/** Twice as many as are looked through for hints of what columns hold, with all statistics, when somebody writes. */
const FILES = 40_000;
const TABLE = { files: FILES, columns: 20, manifests: 8, codec: 'deflate', seed: 3, name: 'large' };

/** Files that a query reads, by the statistics themselves. */
async function filesRead(folder: string, wheres: readonly string[]): Promise<readonly number[]> {
  const api = localApi();
  const view = await snapshotView(await openFolder(folder, api), api);
  const counts: number[] = [];
  for (const where of wheres) {
    const filter = parseWhere(where, indexSchema(view.schema), { caseSensitive: false }).expression;
    let files = 0n;
    const { context, manifests } = view;
    await api.plan(
      { context, manifests, filter, caseSensitive: false, profile: 'safe' },
      {
        onManifest: ({ totals }) => {
          files += (totals[READ]?.files ?? 0n) + (totals[ALL_MATCH]?.files ?? 0n);
        },
      },
    );
    counts.push(Number(files));
  }
  return counts;
}

const QUESTIONS = [
  // Sixty values, and some more.
  'counter_12 > 330',
  'measure_7 BETWEEN 30 AND 50.5',
  // Nearly as many as there are files: ids of four files begin and end at multiples of 6,000,000, far from this one.
  'id >= 30003000000',
  'clock_11 < 0',
  "region = 'eu' OR amount IS NULL",
];

test('a rest after the first answer is enough for questions about other columns', async ({
  icecore,
  page,
}, testInfo) => {
  await makeTable(TABLE, testInfo.outputDir);
  const folder = join(testInfo.outputDir, TABLE.name);
  const counts = await filesRead(folder, QUESTIONS);
  await icecore.goto();
  await icecore.drop(folder);
  await icecore.view('Pruning');
  await icecore.ask("device = 'dev-0420420'");
  await expect(icecore.sentence).toHaveText(/^Reads [\d,]+ of 40,000 files/);
  // Nothing on the page tells of it; it takes half a second on a machine that does nothing else.
  await page.waitForTimeout(5000);
  const metadata = join(folder, 'metadata');
  for (const file of readdirSync(metadata)) {
    if (/-m\d+\.avro$/.test(file)) rmSync(join(metadata, file));
  }
  for (const [i, where] of QUESTIONS.entries()) {
    await icecore.ask(where);
    const count = counts[i] as number;
    const begin =
      count === 0
        ? 'No file is read'
        : count === FILES
          ? 'Reads all 40,000 files'
          : `Reads ${count.toLocaleString('en')} of 40,000 files`;
    await expect(icecore.sentence).toHaveText(new RegExp(`^${begin}`));
  }
  // Outlines know no prefixes: this must be read, and can't be any more.
  await icecore.ask("token_13 LIKE 'abc%'");
  await expect(icecore.sentence).toHaveText(
    'Reads at least 20,000 of 40,000 files; 20,000 more are unknown and may be read.',
  );
});

/**
 * `npm run oracle -- --seeds N [--from S]`: random tables by the reference, its answers and ours. Needs Java 17, Maven and
 * `../shared/oracle`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseJson } from '../../base/json.ts';
import { differenceText } from '../../cli/answers/command.ts';
import { compareAnswers, type Difference } from '../../cli/answers/compare.ts';
import { breaches, deleteBreaches, type Json } from '../answers/law.ts';
import { type AnsweredTable, answersOf } from '../answers/tables.ts';
import { sharedFolder } from '../shared.ts';

const TABLES_A_SEED = 3;
const OLDER_EVERY = 10;
/** Seeds whose tables are answered by one run of the reference: starting it takes as long as answering a table. */
const BATCH = 5;
const SHOWN = 20;
/** Short runs spend more on the compiler than they gain by it. */
const QUICK_START = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

interface Outcome {
  readonly tables: number;
  readonly cases: number;
  readonly differences: readonly Difference[];
  readonly unsound: readonly string[];
  /** Seeds that the reference could make no tables of. */
  readonly unmade: readonly number[];
}

/** Exit code 1 where profile java differs or profile safe is unsound. The tables of a difference are kept. */
export async function oracleCommand(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { seeds: { type: 'string' }, from: { type: 'string' } },
  });
  const oracle = join(sharedFolder() ?? '', 'oracle', 'oracle');
  if (!existsSync(oracle)) {
    console.error('The reference is not at hand: ../shared/oracle is missing.');
    return 2;
  }
  const count = Number(values.seeds ?? 20);
  const first = Number(values.from ?? 1000);
  let [tables, cases, different, unsound, unmade] = [0, 0, 0, 0, 0];
  for (let seed = first; seed < first + count; seed += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, first + count - seed) }, (_, i) => seed + i);
    const outcome = await runSeeds(oracle, seeds);
    tables += outcome.tables;
    cases += outcome.cases;
    different += outcome.differences.length;
    unsound += outcome.unsound.length;
    unmade += outcome.unmade.length;
    const last = seeds.at(-1);
    console.log(
      `seeds ${seed} to ${last}: ${outcome.tables} tables, ${outcome.cases} cases, ${outcome.differences.length} differences in java, ${outcome.unsound.length} unsound in safe`,
    );
  }
  console.log(
    `${count - unmade} seeds (and ${unmade} that the reference could not make), ${tables} tables, ${cases} cases, ${different} differences in java, ${unsound} unsound in safe`,
  );
  return different + unsound > 0 ? 1 : 0;
}

async function runSeeds(oracle: string, seeds: readonly number[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'icecore-oracle-'));
  const lake = join(folder, 'lake');
  const predicates = join(folder, 'predicates');
  const answers = join(folder, 'answers');
  for (const made of [lake, predicates, answers]) mkdirSync(made);
  const unmade: number[] = [];
  for (const seed of seeds) {
    const size = ['--seed', String(seed), '--count', String(TABLES_A_SEED)];
    try {
      await run(oracle, ['random', '--lake', lake, ...size, '--out-predicates', predicates]);
    } catch (error) {
      // It happens that the reference refuses a table of its own making.
      console.log(`seed ${seed} has no tables: ${refusal(error)}`);
      removeTables([lake, predicates], seed);
      unmade.push(seed);
    }
  }
  if (unmade.length === seeds.length) {
    rmSync(folder, { recursive: true, force: true });
    return { tables: 0, cases: 0, differences: [], unsound: [], unmade };
  }
  const every = ['--older-every', String(OLDER_EVERY)];
  const paths = ['--lake', lake, '--predicates', predicates, '--out', answers];
  await run(oracle, ['answers', ...paths, ...every]);
  const tables = readdirSync(predicates).map((file) => tableOf(folder, file));
  const differences: Difference[] = [];
  const unsound: string[] = [];
  let cases = 0;
  for (const table of tables) {
    const reference = readFileSync(table.answers, 'utf8');
    cases += reference.split('{"where":').length - 1;
    for (const difference of compareAnswers(await answersOf(table, 'java'), reference)) {
      differences.push({ ...difference, place: `${table.name} ${difference.place}` });
    }
    unsound.push(...unsoundOf(table.name, await answersOf(table, 'safe'), reference));
  }
  differences.sort((a, b) => a.size - b.size);
  for (const difference of differences.slice(0, SHOWN)) console.log(differenceText(difference));
  for (const text of unsound.slice(0, SHOWN)) console.log(`unsound: ${text}`);
  if (differences.length + unsound.length > 0) console.log(`kept in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
  return { tables: tables.length, cases, differences, unsound, unmade };
}

function refusal(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /Exception[^\n]*/.exec(text)?.[0] ?? text;
}

function removeTables(folders: readonly string[], seed: number): void {
  for (const folder of folders) {
    for (const file of readdirSync(folder).filter((name) => name.startsWith(`r${seed}_`))) {
      rmSync(join(folder, file), { recursive: true, force: true });
    }
  }
}

function tableOf(folder: string, file: string): AnsweredTable {
  const name = file.replace(/\.json$/, '');
  return {
    name,
    folder: join(folder, 'lake', name),
    predicates: join(folder, 'predicates', file),
    answers: join(folder, 'answers', file),
    olderEvery: OLDER_EVERY,
  };
}

function unsoundOf(name: string, oursText: string, referenceText: string): readonly string[] {
  const viewsOf = (text: string) => (parseJson(text, name) as Json)['snapshots'] as Json[];
  const casesOf = (view: Json | undefined) => (view?.['cases'] ?? []) as Json[];
  const own = viewsOf(oursText);
  return viewsOf(referenceText).flatMap((view, v) =>
    casesOf(view).flatMap((one, c) => {
      const ours = casesOf(own[v])[c];
      if (ours === undefined) return [`${name} snapshots[${v}] has no case ${c}`];
      return [...breaches(view, ours, one), ...deleteBreaches(ours, one)].map(
        ({ file, claim }) =>
          `${name} snapshots[${v}] ${String(one['where'])}: file ${file} ${claim}`,
      );
    }),
  );
}

/** Runs to its end; what it prints is shown only where it fails. */
function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, JAVA_TOOL_OPTIONS: QUICK_START };
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let said = '';
    const hear = (data: Buffer) => {
      said = (said + data.toString()).slice(-4000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args[0]} failed with ${code}:\n${said}`));
    });
  });
}

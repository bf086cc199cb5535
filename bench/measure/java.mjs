/** Measures the reference: Iceberg Java's planFiles on two threads, warm. Only where it is at hand. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../.ci/steps.mjs';

const ORACLE = resolve(ROOT, '../shared/oracle/oracle');
const PREDICATES = resolve(ROOT, '../shared/peers/predicates.json');

/** Plans before it counts as warm. */
const WARMING = 2;
const WARM = 2;

/** Why it can't be measured here, or null. */
export function javaMissing() {
  if (!existsSync(ORACLE) || !existsSync(PREDICATES)) return `${ORACLE} is not there`;
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'there is no java';
  }
}

/**
 * The best of the plans after it is warm.
 * @param {string} folder of the table
 * @param {string} predicate its name in predicates.json
 * @returns {Promise<{ ms: number, cpuMs: number, files: number }>}
 */
export async function measureJava(folder, predicate) {
  const { stdout } = await promisify(execFile)(ORACLE, [
    ...['plan', '--lake', dirname(folder), '--table', basename(folder)],
    ...['--predicates', PREDICATES, '--sequence', predicate],
    ...['--threads', '2', '--runs', String(WARMING + WARM)],
  ]);
  const plans = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ nth }) => nth > WARMING)
    .sort((a, b) => a.wallMs - b.wallMs);
  const [best] = plans;
  return { ms: best.wallMs, cpuMs: best.cpuMs, files: best.files };
}

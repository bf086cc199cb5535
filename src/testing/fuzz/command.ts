/** `npm run fuzz -- --runs N [--seed S]`. */
import { parseArgs } from 'node:util';
import { runFuzz } from './run.ts';

const SHOWN = 10;

export async function fuzzCommand(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: 'string' }, seed: { type: 'string' } },
  });
  const report = await runFuzz(Number(values.runs ?? 200_000), Number(values.seed ?? 1), (done) =>
    console.log(`${done} runs`),
  );
  for (const failure of report.failures.slice(0, SHOWN)) console.log(failure);
  const { runs, opened, refused, slowestMs, failures } = report;
  console.log(
    `fuzz: ${runs} runs, ${opened} opened, ${refused} refused, slowest ${slowestMs.toFixed(0)} ms, ${failures.length} failures`,
  );
  return failures.length > 0 ? 1 : 0;
}

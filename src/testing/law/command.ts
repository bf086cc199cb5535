/** `npm run law -- --cases N [--seed S]`. */
import { parseArgs } from 'node:util';
import { runLaw } from './run.ts';

export async function lawCommand(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { cases: { type: 'string' }, seed: { type: 'string' } },
  });
  const started = performance.now();
  const { cases, failure } = runLaw(Number(values.cases ?? 1_000_000), Number(values.seed ?? 1));
  if (failure !== undefined) console.log(failure);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(`law: ${cases} cases, ${failure === undefined ? 0 : 1} failures, ${seconds} s`);
  return failure === undefined ? 0 : 1;
}

/** 20,000 damaged files, the same every time; `npm run fuzz` goes on with others. */
import { expect, test } from 'vitest';
import { tell } from '../tell.ts';
import { runFuzz } from './run.ts';

const RUNS = 20_000;

test(`${RUNS} damaged files end in a result or an IcecoreError, soon`, async () => {
  const { opened, refused, slowestMs, failures } = await runFuzz(RUNS, 20_261_130);
  tell(
    'fuzz',
    `${RUNS} runs, ${opened} opened, ${refused} refused, slowest ${slowestMs.toFixed(0)} ms, ${failures.length} failures`,
  );
  expect(failures.slice(0, 3)).toEqual([]);
  expect(opened).toBeGreaterThan(RUNS / 20);
  expect(refused).toBeGreaterThan(RUNS / 20);
}, 600_000);

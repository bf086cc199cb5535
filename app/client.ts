/** The pool of workers behind {@link TableApi}; its workers start with the first call that needs them. */
import type { TableApi } from '../src/table/api.ts';
import { type Pool, poolSize, poolTableApi } from '../src/worker/pool.ts';
import { memoryBudget, onBudget } from './budget.ts';

let pool: Pool | undefined;

export function tableApi(): TableApi {
  pool ??= startPool();
  return pool.api;
}

function startPool(): Pool {
  const started = poolTableApi({
    memoryInBytes: memoryBudget(),
    makeWorker: () =>
      new Worker(new URL('../src/worker/table-worker.ts', import.meta.url), { type: 'module' }),
  });
  onBudget(() => {
    // A worker that fails at this fails again at the next call, and is said there.
    started.api.limitMemory({ bytes: memoryBudget() }).catch(() => undefined);
  });
  return started;
}

/** How many read at once. */
export const WORKERS = poolSize();

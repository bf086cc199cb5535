/** The pool of workers behind {@link TableApi}; its workers start with the first call that needs them. */
import type { TableApi } from '../src/table/api.ts';
import { type Pool, poolTableApi } from '../src/worker/pool.ts';

let pool: Pool | undefined;

export function tableApi(): TableApi {
  pool ??= poolTableApi({
    makeWorker: () =>
      new Worker(new URL('../src/worker/table-worker.ts', import.meta.url), { type: 'module' }),
  });
  return pool.api;
}

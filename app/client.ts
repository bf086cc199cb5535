/** The pool of workers behind {@link TableApi}; its workers start with the first call that needs them. */
import type { TableApi } from '../src/table/api.ts';
import { type Pool, poolTableApi } from '../src/worker/pool.ts';

let pool: Pool | undefined;

/** What decoded manifests may take: a quarter of the machine, which browsers tell in steps up to 8 GiB, or not at all. */
function memoryInBytes(): number {
  const { deviceMemory = 4 } = navigator as { deviceMemory?: number };
  return (deviceMemory / 4) * 2 ** 30;
}

export function tableApi(): TableApi {
  pool ??= poolTableApi({
    memoryInBytes: memoryInBytes(),
    makeWorker: () =>
      new Worker(new URL('../src/worker/table-worker.ts', import.meta.url), { type: 'module' }),
  });
  return pool.api;
}

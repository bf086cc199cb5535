/** All of decode.test.ts once more, where WebAssembly is refused. */
import { vi } from 'vitest';

vi.mock('./engine.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./engine.ts')>()),
  borrowEngine: () => undefined,
  inflateRaw: () => undefined,
}));

await import('./decode.test.ts');

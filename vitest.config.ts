import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    // One a core, where Vitest would leave one idle: nothing else runs meanwhile.
    maxWorkers: availableParallelism(),
    // Walks over whole tables take seconds on a busy machine.
    testTimeout: 120_000,
    include: ['src/**/*.test.ts', 'app/**/*.test.ts', '.ci/*.test.mjs', 'bench/**/*.test.ts'],
    reporters: ['default'],
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts', 'app/**/*.test.ts', '.ci/*.test.mjs', 'bench/**/*.test.ts'],
    reporters: ['default'],
  },
});

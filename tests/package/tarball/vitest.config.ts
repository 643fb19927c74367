import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['pack.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The bundlers keep both cores busy by themselves.
    fileParallelism: false,
  },
});

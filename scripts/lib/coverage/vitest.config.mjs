import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { root } from '../run.mjs';

/** The unit tests, long ones too, with counters that outlive each process. */
export default defineConfig({
  test: {
    root,
    dir: 'tests/package/unit',
    setupFiles: [join(import.meta.dirname, 'flush.mjs')],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    retry: 1,
  },
});

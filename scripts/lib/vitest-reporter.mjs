// Writes what a run of Vitest wants to be said at its end to the file that LDP_VITEST_OUTCOME names:
// `{ failed, retried }`, lists of `{ file, what }`.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './run.mjs';

const firstLine = (error) => (error?.message ?? '').trim().split('\n', 1)[0].slice(0, 200);

export default class OutcomeReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const failed = [];
    const retried = [];
    const add = (list, file, what) => list.push({ file: relative(root, file), what });
    for (const module of modules) {
      const file = module.moduleId;
      for (const error of module.errors()) add(failed, file, firstLine(error));
      for (const suite of module.children.allSuites()) {
        for (const error of suite.errors())
          add(failed, file, `${suite.fullName}: ${firstLine(error)}`);
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'failed') add(failed, file, `${test.fullName}: ${firstLine(errors?.[0])}`);
        else if (test.diagnostic()?.retryCount) add(retried, file, test.fullName);
      }
    }
    for (const error of unhandledErrors) {
      add(failed, error.VITEST_TEST_PATH ?? '', `outside a test: ${firstLine(error)}`);
    }
    writeFileSync(process.env.LDP_VITEST_OUTCOME, JSON.stringify({ failed, retried }));
  }
}

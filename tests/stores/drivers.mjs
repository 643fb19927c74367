// node tests/stores/drivers.mjs <driver> runs the published cases on sqliteStore over that driver.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeSqlite, sqliteStore } from 'ldp-bandits/server/sqlite';
import { definitionCases, storeCases } from 'ldp-bandits/server/testing';

const [driver] = process.argv.slice(2);
const tools = createRequire(new URL('tools/package.json', import.meta.url));
const found = (driver === 'better-sqlite3' ? tools : createRequire(import.meta.url))(driver);
const Database = found.DatabaseSync ?? found;
const folder = mkdtempSync(join(tmpdir(), 'ldp-drivers-'));
const handles = [];
const files = new WeakMap();
let count = 0;

function open(file) {
  const handle = new Database(file);
  handles.push(handle);
  const store = sqliteStore(handle);
  files.set(store, file);
  return store;
}

const another = (store) => open(files.get(store));
const under = { create: () => open(join(folder, `${++count}.db`)), reopen: another, another };
const cases = [...storeCases(under), ...definitionCases(under)];
for (const { name, run } of cases) {
  try {
    await run();
  } catch (error) {
    throw new Error(`${driver}: ${name}`, { cause: error });
  }
}
for (const handle of handles) closeSqlite(handle);
rmSync(folder, { recursive: true });
console.log(`${process.version}, ${driver}: ${cases.length} cases passed`);

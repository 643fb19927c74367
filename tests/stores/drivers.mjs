// node tests/stores/drivers.mjs <driver> runs the published cases on sqliteStore over that driver.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeSqlite, sqliteStore } from 'ldp-bandits/server/sqlite';
import { definitionCases, storeCases } from 'ldp-bandits/server/testing';

const [driver] = process.argv.slice(2);
const { DatabaseSync, default: Database } = await import(driver);
const folder = mkdtempSync(join(tmpdir(), 'ldp-drivers-'));
const handles = [];
const files = new WeakMap();
let count = 0;

function open(file) {
  const handle = new (DatabaseSync ?? Database)(file);
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

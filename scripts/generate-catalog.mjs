// Writes everything that repeats src/protocol/catalog.json and src/protocol/schema/: the C++ headers, the
// TypeScript modules, the table of docs/algorithms.md. An algorithm's parameters, and the words of every enumeration
// that both languages know, are stated there only.
//
//   node scripts/generate-catalog.mjs --header <dir>      <dir>/protocol/protocol/catalog.generated.hpp,
//                                                         records.generated.hpp beside it,
//                                                         <dir>/server/server/multi_armed/rules.generated.hpp
//                                                         and <dir>/<folder>/<folder>/schema.generated.hpp
//                                     --typescript <dir>  <dir>/catalog.ts, a table for each family,
//                                                         <dir>/catalog-words.ts, <dir>/defaults.ts,
//                                                         <dir>/worlds.ts
//                                                         and <dir>/simulation-records.ts
//                                     --table <file>      the part between the catalog markers
//                                     --config-schema <file>  the JSON schema of the config of `serve`
//                                     --python <file>     the tables of the Python package, as JSON
//                                     --check             write nothing; fail if any of them is stale
//
// A file is written only if its text changes, so nothing is rebuilt without need.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { algorithmTable } from './lib/catalog/algorithm-table.mjs';
import { configSchema } from './lib/catalog/config-schema.mjs';
import { typescriptDefaults } from './lib/catalog/defaults.mjs';
import { folderHeader, folders, typescriptWorlds } from './lib/catalog/enumerations.mjs';
import { header } from './lib/catalog/header.mjs';
import { pythonTables } from './lib/catalog/python.mjs';
import { families, readCatalog } from './lib/catalog/read.mjs';
import { recordsHeader, typescriptSimulation } from './lib/catalog/records.mjs';
import { rulesHeader } from './lib/catalog/rules.mjs';
import { familyTable } from './lib/catalog/tables.mjs';
import { typescript } from './lib/catalog/typescript.mjs';
import { typescriptWords } from './lib/catalog/words.mjs';

async function main() {
  const { values: options } = parseArgs({
    options: {
      header: { type: 'string' },
      typescript: { type: 'string' },
      table: { type: 'string' },
      'config-schema': { type: 'string' },
      python: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  });
  const algorithms = readCatalog();
  const outputs = [];
  if (options.header) {
    const place = (folder, name) => join(options.header, folder, folder, `${name}.generated.hpp`);
    outputs.push([place('protocol', 'catalog'), header]);
    outputs.push([place('protocol', 'records'), recordsHeader]);
    outputs.push([place('server', 'multi_armed/rules'), rulesHeader]);
    for (const folder of folders) outputs.push([place(folder, 'schema'), folderHeader(folder)]);
  }
  if (options.typescript) {
    outputs.push([join(options.typescript, 'catalog.ts'), typescript]);
    for (const family of families)
      outputs.push([join(options.typescript, `catalog-${family}.ts`), familyTable(family)]);
    outputs.push([join(options.typescript, 'catalog-words.ts'), typescriptWords]);
    outputs.push([join(options.typescript, 'defaults.ts'), typescriptDefaults]);
    outputs.push([join(options.typescript, 'worlds.ts'), typescriptWorlds]);
    outputs.push([join(options.typescript, 'simulation-records.ts'), typescriptSimulation]);
  }
  if (options.table) {
    const before = readFileSync(options.table, 'utf8');
    outputs.push([options.table, () => algorithmTable(before, algorithms)]);
  }
  if (options['config-schema']) outputs.push([options['config-schema'], configSchema]);
  if (options.python) outputs.push([options.python, pythonTables]);
  if (outputs.length === 0) {
    throw new Error(
      'nothing to do: give --header, --typescript, --table, --config-schema or --python',
    );
  }
  let stale = 0;
  for (const [path, generate] of outputs) {
    const next = await generate(algorithms);
    let current = null;
    try {
      current = readFileSync(path, 'utf8');
    } catch {
      // It does not exist yet.
    }
    if (current === next) continue;
    if (options.check) {
      console.error(`${relative(process.cwd(), path)} is stale: run scripts/generate-catalog.mjs`);
      stale += 1;
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, next);
  }
  if (stale > 0) process.exitCode = 1;
}

await main();

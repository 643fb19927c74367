// npm run scale -- [--measure] [--write]
//
// What 1,000, 100,000 and 10,000,000 visitors a minute need: processes, cores, rows, bytes, traffic. Arithmetic from the
// unit costs of docs/scale.json, which `npm run load -- --write` measures; one row is checked by a simulation in virtual
// time, and the command fails if the two disagree. --measure adds what this command measures itself: bytes an id in
// SQLite and PostgreSQL, bytes of a snapshot by family. --write puts the tables into docs/scale.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killAtExit } from './lib/faults/processes.mjs';
import { keep, results } from './lib/load/results.mjs';
import { machine } from './lib/machine.mjs';
import { writeMarked } from './lib/marked.mjs';
import { root } from './lib/run.mjs';
import { tables } from './lib/scale/document.mjs';

const { values } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
killAtExit();
if (values.measure) {
  const [{ storage }, { snapshotSizes }] = await Promise.all([
    import('./lib/scale/storage.mjs'),
    import('./lib/scale/snapshot-sizes.mjs'),
  ]);
  const on = machine();
  keep({ sizes: await snapshotSizes(), storage: { ...(await storage()), on } });
}
const found = results();
const missing = ['capacity', 'snapshot', 'storage', 'sizes'].filter((part) => !(part in found));
if (missing.length) {
  const commands = 'npm run load -- --write, then npm run scale -- --measure --write';
  console.error(`docs/scale.json has no ${missing.join(', ')}: ${commands}`);
  process.exit(1);
}
const { parts, problems } = tables(found);
for (const [name, lines] of Object.entries(parts)) {
  console.log(`\n${lines.join('\n')}`);
  if (values.write) writeMarked(join(root, 'docs/scale.md'), name, lines);
}
for (const problem of problems) console.error(problem);
process.exit(problems.length ? 1 : 0);

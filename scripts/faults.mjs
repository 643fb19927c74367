// npm run faults -- [case…] [--store sqlite|postgres|memory] [--quick] [--write] [--serve 'command']
//
// Does to collectors under load what happens to them in the field, and compares what they counted with the sender's
// own exact sums: nothing that was acknowledged may be lost, nothing counted twice. One line a run; exit code 1 if one
// of them is not exact, or could not be made. --quick: the runs of `npm run check`. --write puts the lines into
// docs/operating.md. --serve, or SERVE in the environment: the command that starts a collector, to which
// `config --port … --store …` is added; without it `ldp-bandits serve`, except that it has no store in memory.
//
// Everything is on this machine's loopback and in a temporary folder. A kill is of processes: a power cut would also
// lose what the disk says it has written and has not; that rests on `synchronous = FULL` and `fsync = on`.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cases } from './lib/faults/cases.mjs';
import { SMALL, serveCommand } from './lib/faults/command.mjs';
import { mountSmallDisk } from './lib/faults/disk.mjs';
import { Postgres } from './lib/faults/postgres.mjs';
import { killAtExit } from './lib/faults/processes.mjs';
import { runCase } from './lib/faults/run-case.mjs';
import { heading, line, writeTable } from './lib/faults/table.mjs';
import { machine } from './lib/machine.mjs';

const STORES = ['sqlite', 'postgres', 'memory'];
/** Of `npm run check`: those that a busy machine finishes soon. */
const QUICK = ['repeat sqlite', 'kill sqlite', 'two sqlite', 'postmaster postgres'];
/** New reports are made at most so long; what has no answer then is sent again until the limit, for starved machines. */
const SENDING_MS = 30_000;
const LIMIT_MS = 120_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    store: { type: 'string' },
    serve: { type: 'string', default: process.env.SERVE },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const { quick, store } = values;
const known = cases(quick);
const names = known.map(({ name }) => name);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length || (store && !STORES.includes(store))) {
  console.error(`cases: ${names.join(', ')}; --store: ${STORES.join(', ')}`);
  process.exit(2);
}
const isQuick = (fault, kind) => !quick || QUICK.includes(`${fault.name} ${kind}`);
const runs = known
  .filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  .flatMap((fault) => fault.stores.map((kind) => [fault, kind]))
  .filter(([fault, kind]) => (store ? kind === store : positionals.length || isQuick(fault, kind)));

killAtExit();
const serve = serveCommand(values.serve);
const rows = [];
const on = machine();
console.log(heading);
for (const [fault, kind] of runs) {
  const row = await once(fault, kind);
  rows.push(row);
  console.log(line(row));
  for (const problem of row.problems) console.log(`  ${problem}`);
}
if (values.write) writeTable(rows, { serve: serve.name, on });
const failed = rows.filter(({ problems }) => problems.length > 0);
if (runs.length === 0 || failed.length > 0) process.exit(1);
process.exit(0);

async function once(fault, kind) {
  const folder = mkdtempSync(join(tmpdir(), 'ldp-faults-'));
  // PostgreSQL runs as another user, below this folder.
  chmodSync(folder, 0o755);
  let postgres = null;
  let unmount = () => {};
  try {
    if (fault.needsMount) unmount = mountSmallDisk(join(folder, 'tiny'));
    if (kind === 'postgres') {
      postgres = new Postgres(join(folder, 'pg'), join(folder, 'postgres.log'));
      await postgres.create();
    }
    const file = join(folder, fault.needsMount ? 'tiny/f.db' : 'f.db');
    return await runCase(fault, {
      folder,
      kind,
      store: { memory: 'memory', sqlite: file, postgres: postgres?.url }[kind],
      serve: kind === 'memory' ? SMALL : serve.command,
      postgres,
      env: fault.env?.(folder),
      sendingMs: fault.sendingMs ?? SENDING_MS,
      limitMs: LIMIT_MS,
      load: load(kind),
    });
  } catch (error) {
    return { name: fault.name, about: fault.about, store: kind, problems: [error.message] };
  } finally {
    await postgres?.remove();
    unmount();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many reports, and how fast: some seconds of load, far below what a collector can take. */
function load(kind) {
  const perSecond = kind === 'postgres' ? 800 : 1500;
  return { perSecond, count: quick ? 3 * perSecond : 20 * perSecond };
}

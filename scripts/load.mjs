// npm run load -- [memory] [sqlite] [postgres] [postgres-2] [durable-object] [--seconds 6] [--write] [--serve 'command']
// npm run load -- --soak 10000000 [--store sqlite] [--write]
//
// How many reports a second a collector takes over each store, beside bare node:http in the same run; how long an
// answer takes at half and at nine tenths of that; CPU time a report. One report a body, 1, 64 and
// 256 keep-alive connections, no pipelining, everything on this machine's loopback and in a temporary folder. --write
// puts the figures into docs/scale.json, from which scripts/scale.mjs makes the tables of docs/scale.md. --soak sends as many reports, while epochs close and their
// ids are forgotten, and compares the memory of the collector over the first tenth with that over the last.
import { parseArgs } from 'node:util';
import { serveCommand } from './lib/faults/command.mjs';
import { killAtExit } from './lib/faults/processes.mjs';
import { measureServer, measureSnapshot } from './lib/load/plan.mjs';
import { keep } from './lib/load/results.mjs';
import { hasWorkerd, SERVERS } from './lib/load/servers.mjs';
import { soak } from './lib/load/soak.mjs';
import { capacityHeading, capacityLine } from './lib/load/table.mjs';
import { machine } from './lib/machine.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '6' },
    serve: { type: 'string', default: process.env.SERVE },
    soak: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
    write: { type: 'boolean', default: false },
  },
});
const names = SERVERS.map(({ name }) => name);
const unknown = [...positionals, values.store].filter((name) => !names.includes(name));
const [seconds, reports] = [Number(values.seconds), Number(values.soak ?? 1)];
if (unknown.length || !(seconds >= 1 && seconds <= 60) || !(reports >= 1 && reports <= 1e9)) {
  console.error(`servers: ${names.join(', ')}; --seconds: 1 to 60; --soak: 1 to 1000000000`);
  process.exit(2);
}
killAtExit();
const { command: serve } = serveCommand(values.serve);
const on = machine();
console.log(on);

if (values.soak) {
  const server = SERVERS.find(({ name }) => name === values.store);
  const result = await soak(server, { serve, reports });
  if (values.write) keep({ soak: { [server.name]: { ...result, on } } });
  process.exit(result.problems.length ? 1 : 0);
}

const wanted = SERVERS.filter(({ name }) => !positionals.length || positionals.includes(name));
const capacity = {};
console.log(capacityHeading);
for (const server of wanted) {
  if (server.kind === 'durable-object' && !hasWorkerd()) {
    console.log(
      'durable-object: not measured, workerd is missing: npm ci --prefix tests/edge/tools',
    );
    continue;
  }
  const row = { ...(await measureServer(server, { serve, seconds })), on };
  capacity[server.name] = row;
  console.log(capacityLine(server.name, row));
}
const snapshot = { ...(await measureSnapshot({ serve, seconds })), on };
console.log(`snapshot: ${JSON.stringify(snapshot)}`);
if (values.write) keep({ capacity, snapshot });
process.exit(0);

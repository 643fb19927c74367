// npm run bench [-- --json] [-- --only name,name]
//
// Prints every number beside what it is compared with, both sides measured in the same run and in turn (measure.mjs). It
// judges nothing: a slow machine is not a bug, so a missed target is said and the exit code stays 0.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureClient } from './cases/client.mjs';
import { measureIngest } from './cases/ingest.mjs';
import { measureLaplace } from './cases/laplace.mjs';
import { measureSimulation } from './cases/simulation.mjs';
import { measureSize } from './cases/size.mjs';
import { formatLine, isMet } from './report.mjs';

const cases = {
  size: measureSize,
  client: measureClient,
  ingest: measureIngest,
  simulation: measureSimulation,
  laplace: measureLaplace,
};

const { values: options } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const names = options.only?.split(',') ?? Object.keys(cases);
const unknown = names.find((name) => !(name in cases));
if (unknown !== undefined) {
  process.stderr.write(`--only takes ${Object.keys(cases).join(', ')}; got "${unknown}"\n`);
  process.exit(2);
}

const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
const say = options.json ? () => {} : (text) => process.stdout.write(`${text}\n`);
say(`Node ${machine.node}, ${machine.cores} x ${machine.cpu}\n`);
const lines = [];
for (const name of names) {
  for (const line of await cases[name]()) {
    lines.push({ case: name, ...line, met: isMet(line) });
    say(formatLine(line));
  }
}
if (options.json) process.stdout.write(`${JSON.stringify({ machine, lines }, null, 2)}\n`);

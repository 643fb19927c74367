// npm run bench [-- --json] [-- --only name,name] [-- --full]
//
// --full plays figures in full where otherwise a part of them is scaled up.
//
// Prints every number beside what it is compared with, both sides measured in the same run and in
// turn (measure.mjs). A missed target is printed, but the exit code stays 0: the machine may be slow.
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { formatLine, isMet } from './report.mjs';

const cases = [
  'client',
  'start',
  'client-linear',
  'client-combinatorial',
  'ingest',
  'collector',
  'simulation',
  'own-policy',
  'figure-1c',
  'linear',
  'generalized-linear',
  'combinatorial',
  'convex',
  'many-arms',
  'laplace',
  'codebook',
  'replay',
];

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
});
const names = options.only?.split(',') ?? cases;
const unknown = names.find((name) => !cases.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`--only takes ${cases.join(', ')}; got "${unknown}"\n`);
  process.exit(2);
}

if (!existsSync(new URL('../../dist/index.js', import.meta.url))) {
  process.stderr.write('The bench measures the built package: run `npm run build` first.\n');
  process.exit(2);
}

const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
const say = options.json ? () => {} : (text) => process.stdout.write(`${text}\n`);
say(`Node ${machine.node}, ${machine.cores} x ${machine.cpu}\n`);
const lines = [];
for (const name of names) {
  const { measure } = await import(`./cases/${name}.mjs`);
  for (const line of await measure({ full: options.full })) {
    lines.push({ case: name, ...line, met: isMet(line) });
    say(formatLine(line));
  }
}
if (options.json) process.stdout.write(`${JSON.stringify({ machine, lines }, null, 2)}\n`);

// npm run ledger [-- --write <release>]
//
// Measures the built package and compares it with the last line of ledger.jsonl, which has one line a
// release: the bytes of every entry and module, gzip, and the ratios of the bench. Fails where a size has
// grown by more than SIZE_TOLERANCE, or a ratio is worse by more than RATIO_TOLERANCE: both sides of a ratio
// are measured in the same run, so a slow machine moves it little. --write adds a line.
import { appendFileSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { root, run } from '../../scripts/lib/run.mjs';
import { reach, STATIC_IMPORTS } from './reach.mjs';

const LEDGER = new URL('ledger.jsonl', import.meta.url);
const SIZE_TOLERANCE = 0.01;
const RATIO_TOLERANCE = 0.5;
/** Of the bench: those whose ratios need no build but that of the check. */
const CASES = ['simulation', 'generalized-linear', 'combinatorial'];

const { values: options } = parseArgs({ options: { write: { type: 'string' } } });

const gzipped = (file) => gzipSync(readFileSync(file), { level: 9 }).length;

/** By name of the export: an entry with all that it imports at once, or a module. */
async function measureBytes() {
  const { exports } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url)));
  const bytes = {};
  for (const name of Object.keys(exports)) {
    const file = new URL(import.meta.resolve(`ldp-bandits${name.slice(1)}`));
    if (file.pathname.endsWith('.json')) continue;
    const files = file.pathname.endsWith('.js') ? await reach(file, STATIC_IMPORTS) : [file];
    bytes[name] = files.reduce((sum, each) => sum + gzipped(each), 0);
  }
  return bytes;
}

/** By case and number of the line in it: the ratio, and whether less is better. */
function measureRatios() {
  const printed = run('node', ['tests/bench/run.mjs', '--json', '--only', CASES.join()], {
    quiet: true,
    cwd: root,
  });
  const ratios = {};
  for (const { case: name, unit, value, target } of JSON.parse(printed).lines) {
    if (unit !== 'ratio' || !target) continue;
    const number = Object.keys(ratios).filter((key) => key.startsWith(name)).length + 1;
    ratios[`${name} ${number}`] = {
      value: Number(value.toFixed(3)),
      better: target.atMost === undefined ? 'more' : 'less',
    };
  }
  return ratios;
}

const show = (value) =>
  Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(2);

/** A line of the table; true if the tolerance is kept. */
function compare(name, now, then, holds) {
  const isKept = then === undefined || holds;
  const beside = then === undefined ? 'new' : `${show(then)} at the last release`;
  console.log(
    `${isKept ? 'ok  ' : 'FAIL'} ${name.padEnd(30)} ${show(now).padStart(9)}   ${beside}`,
  );
  return isKept;
}

const last = JSON.parse(readFileSync(LEDGER, 'utf8').trim().split('\n').at(-1));
const now = { bytes: await measureBytes(), ratios: measureRatios() };
let isKept = true;
console.log(
  `against ${last.release}: sizes + ${100 * SIZE_TOLERANCE} %, ratios ${100 * RATIO_TOLERANCE} %`,
);
for (const [name, bytes] of Object.entries(now.bytes)) {
  const then = last.bytes[name];
  isKept = compare(name, bytes, then, bytes <= then * (1 + SIZE_TOLERANCE)) && isKept;
}
for (const [name, { value, better }] of Object.entries(now.ratios)) {
  const then = last.ratios[name]?.value;
  const loss = better === 'less' ? value / then - 1 : then / value - 1;
  isKept = compare(name, value, then, loss <= RATIO_TOLERANCE) && isKept;
}
if (options.write)
  appendFileSync(LEDGER, `${JSON.stringify({ release: options.write, ...now })}\n`);
else process.exitCode = isKept ? 0 : 1;

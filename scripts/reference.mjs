// npm run reference: recomputes the numbers that tests and docs/spec quote, by programs that share no
// code with the library (tests/reference). Prints what differs; --all prints every value, --full plays longer
// simulations.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './lib/run.mjs';

const PROGRAMS = [
  'privacy',
  'explanation',
  'multi_armed',
  'graded',
  'combinatorial',
  'linear',
  'linear_moments',
  'generalized_linear',
  'convex_and_reductions',
  'drift',
  'off_policy',
  'best_arm',
  'codebook',
  'runs',
  'defaults',
];
const all = process.argv.includes('--all');
const options = process.argv.includes('--full') ? ['--full'] : [];

/** Runs a program; returns whether its values agree. */
function agrees(name) {
  const program = join(root, 'tests/reference', `${name}.py`);
  const { status, stdout, stderr, error } = spawnSync('python3', ['-B', program, ...options], {
    encoding: 'utf8',
  });
  if (error) throw new Error(`python3 cannot be run: ${error.message}`);
  const lines = stdout.trimEnd().split('\n');
  console.log(lines.filter((line) => all || !line.startsWith('ok ')).join('\n'));
  if (stderr) console.error(stderr);
  return status === 0;
}

// checks.py alone checks itself: it must fail on wrong values.
const failed = ['checks', ...PROGRAMS].filter((name) => !agrees(name));
if (failed.length) {
  console.error(`\nreference: values differ in ${failed.join(', ')}`);
  process.exit(1);
}

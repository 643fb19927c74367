// A specification, played as a user plays it: the package writes the plan, the program plays it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const program = process.env.LDP_SIMULATE;
const command = fileURLToPath(new URL('../../../dist/command/ldp-bandits.js', import.meta.url));

/** {status, stdout, stderr} of `ldp-bandits plan`. */
export function planOf(spec) {
  const input = typeof spec === 'string' ? spec : JSON.stringify(spec);
  return spawnSync(process.execPath, [command, 'plan', '-'], { input, encoding: 'utf8' });
}

/** {status, stdout, stderr} of the program, or of the plan that was refused. */
export function simulate(spec, ...args) {
  const plan = planOf(spec);
  if (plan.status !== 0) return plan;
  return spawnSync(program, [...args, '-'], { input: plan.stdout, encoding: 'utf8' });
}

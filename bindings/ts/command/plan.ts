// `ldp-bandits plan`: a spec, checked and completed, as the numbers that the program ldp-simulate reads
// (bindings/native/read_plan.hpp).
import { loadEngine } from '../simulation/engine.js';
import { nativeRun } from '../simulation/native-run.js';
import { ownParts } from '../simulation/own-code.js';
import { withDefaults } from '../simulation/spec.js';
import { Problem } from './problem.js';
import { readPlan } from './simulate-input.js';

const planHelp = `Usage: ldp-bandits plan <spec.json | ->

Writes the plan of a simulation to standard output, for the native program ldp-simulate of a clone:

  npx ldp-bandits plan spec.json | build/native/ldp-simulate -
`;

/** The exit code. @throws {Problem} for what cannot be read, and for a spec outside the limits. */
export async function runPlan(args: readonly string[]): Promise<number> {
  const [what, ...others] = args;
  if (what === '--help' || what === '-h') {
    process.stdout.write(planHelp);
    return 0;
  }
  const { specs } = what && !others.length ? await readPlan(what, false) : { specs: [] };
  const [only] = specs;
  if (only === undefined || specs.length > 1) throw new Problem('plan takes one spec.');
  const [part] = ownParts(only.spec);
  if (part !== undefined) {
    throw new Problem(
      `plan: the spec has an own ${part.kind} ("${part.name}"), which is JavaScript: ldp-simulate cannot play it.`,
    );
  }
  const spec = withDefaults(only.spec);
  const record = (await loadEngine(undefined)).times(spec);
  // JSON has no NaN: null.
  const runs = spec.runs.map(({ label }, run) => ({
    label,
    records: Array.from(nativeRun(spec, run, record)),
  }));
  const { replicates } = spec;
  process.stdout.write(`${JSON.stringify({ version: 1, spec: only.spec, replicates, runs })}\n`);
  return 0;
}

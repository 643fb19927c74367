// node tests/statistical/audit-mutants.mjs [--reduced] [--mechanism <name>]
//
// Holds the audit against clients that were sabotaged, and prints as JSON what became of each. A mutant must
// be refuted by each claim that it breaks, at the level at which the shipped client is judged. Each is a build
// of its own, so the reduced audit takes a third of them, another third for another commit; of one mechanism the first.

import { parseArgs } from 'node:util';
import { run } from '../../scripts/lib/run.mjs';
import { boundClaim } from './audit-claim.mjs';
import { buildMutant } from './build-mutant.mjs';
import { kEveryMutant } from './every-mutant.mjs';
import { sampleClient } from './sample-client.mjs';
import { familySampler } from './sample-family.mjs';
import { describe, sizes } from './sizes.mjs';
import { structuralFaults } from './structure.mjs';

const { values: options } = parseArgs({
  options: { reduced: { type: 'boolean', default: false }, mechanism: { type: 'string' } },
});
const kSizes = sizes(options.reduced);

/** How much of clients is sampled that were built around a module. */
const kReports = {
  client: kSizes.mutant,
  contextual: kSizes.vectorMutant,
  combinatorial: kSizes.slateMutant,
  convex: kSizes.pointMutant,
};

const rows = [];

/** Every third mutant, from one that the commit decides; outside of a clone from the first. */
function third() {
  let commit = '0';
  try {
    commit = run('git', ['rev-parse', 'HEAD'], { quiet: true });
  } catch {
    // Not a clone.
  }
  const from = Number.parseInt(commit.slice(0, 8), 16) % 3;
  return kEveryMutant.filter((_, i) => i % 3 === from);
}

/** The first mutant that breaks a claim of this mechanism, and the claims that it breaks. */
function firstAgainst(mechanism) {
  const against = kEveryMutant.map((mutant) => ({
    ...mutant,
    claims: mutant.claims.filter((claim) => claim.mechanism === mechanism),
  }));
  return against.filter(({ claims }) => claims.length).slice(0, 1);
}

function chosen() {
  if (options.mechanism) return firstAgainst(options.mechanism);
  return options.reduced ? third() : kEveryMutant;
}

for (const mutant of chosen()) {
  const { exports, wasm } = await buildMutant(mutant);
  const { createBandit } = exports;
  const { module } = mutant;
  const sample =
    module === 'client'
      ? (...rest) => sampleClient({ createBandit }, ...rest)
      : familySampler(module, exports, wasm);
  for (const claim of mutant.claims) {
    const { name, fault, detect = 'sampling' } = mutant;
    const row = { name, fault, detect, ...describe(claim) };
    if (detect === 'structure') {
      const faults = await structuralFaults({ createBandit, wasm }, claim);
      rows.push({ ...row, faults, caught: faults.length > 0 });
    } else {
      const bound = await boundClaim(claim, sample, kReports[module], { enough: claim.claimed });
      rows.push({ ...row, ...bound, caught: bound.deciding > claim.claimed });
    }
    process.stderr.write('.');
  }
}
console.log(JSON.stringify(rows));

// node tests/statistical/audit-mutants.mjs [--reduced] [--mechanism <name>]
//
// Holds the audit against clients that were sabotaged, and prints as JSON what became of each. A mutant must
// be refuted by each claim that it breaks, at the level at which the shipped client is judged. Each is a build
// of its own, so the reduced audit takes a third of them, another third for another commit; of one mechanism the first.

import { parseArgs } from 'node:util';
import { run } from '../../scripts/lib/run.mjs';
import { kEveryMutant } from './every-mutant.mjs';
import { judgeMutant } from './judge-mutant.mjs';
import { sizes } from './sizes.mjs';

const { values: options } = parseArgs({
  options: { reduced: { type: 'boolean', default: false }, mechanism: { type: 'string' } },
});
const kSizes = sizes(options.reduced);

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
  for (const claim of mutant.claims) {
    rows.push(await judgeMutant(mutant, claim, kSizes));
    process.stderr.write('.');
  }
}
console.log(JSON.stringify(rows));

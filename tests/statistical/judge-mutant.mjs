// The audit, held against a client that was sabotaged.

import { createHash } from 'node:crypto';
import { boundClaim } from './audit-claim.mjs';
import { buildMutant } from './build-mutant.mjs';
import { sampleClient } from './sample-client.mjs';
import { familySampler } from './sample-family.mjs';
import { describe } from './sizes.mjs';
import { structuralFaults } from './structure.mjs';

/** Which of the sizes says how much is sampled of clients that were built around a module. */
const kReports = {
  client: 'mutant',
  contextual: 'vectorMutant',
  combinatorial: 'slateMutant',
  convex: 'pointMutant',
};

/** @returns {number} reports of a mutant that are judged per input */
export const reportsOf = ({ module }, sizes) => sizes[kReports[module]];

/**
 * Builds the mutant, unless it is there. It is caught by a bound above the claim, at the level at which the shipped
 * client is judged, or by what it takes from the platform's generator.
 *
 * @param {(typeof import('./every-mutant.mjs').kEveryMutant)[number]} mutant
 * @param {import('./claims.mjs').Claim} claim one that it breaks
 * @param {object} sizes of sizes.mjs
 */
export async function judgeMutant(mutant, claim, sizes) {
  const { name, fault, detect = 'sampling', module } = mutant;
  const { exports, wasm } = await buildMutant(mutant);
  const { createBandit } = exports;
  const sha256 = createHash('sha256').update(wasm).digest('hex');
  const row = { name, fault, detect, sabotaged: sha256, ...describe(claim) };
  if (detect === 'structure') {
    const faults = await structuralFaults({ createBandit, wasm }, claim);
    return { ...row, faults, caught: faults.length > 0 };
  }
  const sample =
    module === 'client'
      ? (...rest) => sampleClient({ createBandit }, ...rest)
      : familySampler(module, exports, wasm);
  const options = { enough: claim.claimed };
  const bound = await boundClaim(claim, sample, reportsOf(mutant, sizes), options);
  return { ...row, ...bound, caught: bound.deciding > claim.claimed };
}

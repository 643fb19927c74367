// The contextual module of the package without the page around it, as sample-core.mjs does for the other
// family: its reports are vectors, of which the claim makes one number each.

import { loadShipped } from './shipped.mjs';
import { columnsOf, readVector, rewardFor } from './vector-report.mjs';

/** What a sabotaged module is loaded through, too (build-mutant.mjs). */
export const kContextualEntry = `
  export { default as createModule } from './generated/contextual-glue.mjs';
  export { ContextualCore } from './client/contextual/core.ts';
  export { fillWithRandomness } from './client/randomness.ts';
  export { instantiate } from './internal/instantiate.ts';
  export { linearExperimentFromSpec } from './internal/validate-linear.ts';
  export { generalizedLinearExperimentFromSpec } from './internal/validate-generalized-linear.ts';`;

/**
 * @param {object} parts the exports of kContextualEntry
 * @param {Uint8Array} wasm
 * @returns {(claim: import('./vector-claims.mjs').VectorClaim,
 *   inputOf: (index: number) => import('./vector-claims.mjs').Input, count: number,
 *   project: import('./vector-claims.mjs').Project) => Promise<import('./event-families.mjs').Sample>}
 */
export function contextualSampler(parts, wasm) {
  const { createModule, ContextualCore, fillWithRandomness, instantiate } = parts;
  const loading = instantiate(createModule, wasm, undefined, { fill: fillWithRandomness });
  return async (claim, inputOf, count, project) => {
    const { algorithm, epsilon, delta = 0, pinned = epsilon, snapshot } = claim;
    const experimentFrom = algorithm.type.startsWith('ldp-glm')
      ? parts.generalizedLinearExperimentFromSpec
      : parts.linearExperimentFromSpec;
    const experiment = experimentFrom(algorithm, { epsilon });
    const core = new ContextualCore(await loading, 'audit', experiment, { epsilon: pinned, delta });
    if (snapshot)
      core.use({ v: 1, experiment: 'audit', snapshot: 1, reports: 0, radius: 0, ...snapshot });
    const sample = {
      ...columnsOf(count, true),
      lengths: new Uint32Array(count),
      posts: new Uint32Array(count).fill(1),
    };
    for (let i = 0; i < count; ++i) {
      const input = inputOf(i);
      const drawn = core.choose([input.rows ?? [input.x]], 0);
      const reward = rewardFor(input, drawn.action);
      const body = reward === undefined ? drawn.body : core.report(drawn.sealed, reward);
      readVector(sample, i, claim, body, project);
      sample.lengths[i] = body.length; // ASCII
    }
    core.dispose();
    return sample;
  };
}

let loading;

export async function sampleContextual(...rest) {
  loading ??= loadShipped('contextual', kContextualEntry, 'contextual').then(({ parts, wasm }) =>
    contextualSampler(parts, wasm),
  );
  return (await loading)(...rest);
}

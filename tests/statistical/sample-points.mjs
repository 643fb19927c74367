// The convex module of the package without the page around it, as sample-core.mjs does for the first family.

import { loadShipped } from './shipped.mjs';

/** What a sabotaged module is loaded through, too (build-mutant.mjs). */
export const kPointEntry = `
  export { default as createModule } from './generated/convex-glue.mjs';
  export { ConvexCore } from './client/convex/core.ts';
  export { fillWithRandomness } from './client/randomness.ts';
  export { instantiate } from './internal/instantiate.ts';
  export { convexExperimentFromSpec } from './internal/validate-convex.ts';`;

/**
 * @param {object} parts the exports of kPointEntry
 * @param {Uint8Array} wasm
 * @returns {(claim: import('./point-claims.mjs').PointClaim, inputOf: (index: number) => unknown, count: number) =>
 *   Promise<import('./event-families.mjs').Sample>} the bodies that would be posted, one per decision
 */
export function pointSampler(parts, wasm) {
  const { createModule, ConvexCore, fillWithRandomness, instantiate } = parts;
  const loading = instantiate(createModule, wasm, undefined, { fill: fillWithRandomness });
  return async (claim, inputOf, count) => {
    const { algorithm, epsilon, delta = 0, snapshot } = claim;
    const experiment = parts.convexExperimentFromSpec(algorithm, { epsilon });
    const core = new ConvexCore(await loading, 'audit', experiment, { epsilon, delta });
    core.use({ v: 1, experiment: 'audit', snapshot: 1, reports: 0, ...snapshot });
    const sample = {
      ...claim.columns(count),
      lengths: new Uint32Array(count),
      posts: new Uint32Array(count).fill(1),
    };
    for (let i = 0; i < count; ++i) {
      const drawn = core.choose([], 0);
      const loss = inputOf(i);
      const body = loss === undefined ? drawn.body : core.report(drawn.sealed, core.read(loss));
      claim.read(sample, i, JSON.parse(body));
      sample.lengths[i] = body.length; // ASCII
    }
    core.dispose();
    return sample;
  };
}

let loading;

export async function samplePoints(...rest) {
  loading ??= loadShipped('points', kPointEntry, 'convex').then(({ parts, wasm }) =>
    pointSampler(parts, wasm),
  );
  return (await loading)(...rest);
}

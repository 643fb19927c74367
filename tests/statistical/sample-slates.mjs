// The combinatorial module of the package without the page around it, as sample-core.mjs does for the first
// family.

import { loadShipped } from './shipped.mjs';

/** What a sabotaged module is loaded through, too (build-mutant.mjs). */
export const kSlateEntry = `
  export { default as createModule } from './generated/combinatorial-glue.mjs';
  export { CombinatorialCore } from './client/combinatorial/core.ts';
  export { fillWithRandomness } from './client/randomness.ts';
  export { instantiate } from './internal/instantiate.ts';
  export { combinatorialExperimentFromSpec } from './internal/validate-combinatorial.ts';`;

/**
 * @param {object} parts the exports of kSlateEntry
 * @param {Uint8Array} wasm
 * @returns {(claim: import('./slate-claims.mjs').SlateClaim,
 *   inputOf: (index: number) => readonly number[] | undefined, count: number) =>
 *   Promise<import('./event-families.mjs').Sample>} the bodies that would be posted, one per decision
 */
export function slateSampler(parts, wasm) {
  const { createModule, CombinatorialCore, fillWithRandomness, instantiate } = parts;
  const loading = instantiate(createModule, wasm, undefined, { fill: fillWithRandomness });
  return async (claim, inputOf, count) => {
    const { algorithm, epsilon } = claim;
    const experiment = parts.combinatorialExperimentFromSpec(algorithm, { epsilon });
    const pinned = { epsilon, delta: 0 };
    const core = new CombinatorialCore(await loading, 'audit', experiment, pinned);
    core.use(claim.snapshot);
    const sample = {
      ...claim.columns(count),
      lengths: new Uint32Array(count),
      posts: new Uint32Array(count).fill(1),
    };
    for (let i = 0; i < count; ++i) {
      const drawn = core.choose([], 0);
      const outcomes = inputOf(i);
      const body = outcomes ? core.report(drawn.sealed, Float64Array.from(outcomes)) : drawn.body;
      claim.read(sample, i, JSON.parse(body));
      sample.lengths[i] = body.length; // ASCII
    }
    core.dispose();
    return sample;
  };
}

let loading;

export async function sampleSlates(...rest) {
  loading ??= loadShipped('combinatorial', kSlateEntry, 'combinatorial').then(({ parts, wasm }) =>
    slateSampler(parts, wasm),
  );
  return (await loading)(...rest);
}

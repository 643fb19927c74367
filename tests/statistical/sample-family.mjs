// A module of the package without the page around it, as sample-core.mjs does for the first family: reports are
// vectors, of slates or of points.

import { emptySample, readReport, rewardFor } from './read-report.mjs';
import { loadShipped } from './shipped.mjs';

const entryOf = (module, core, validators) => `
  export { default as createModule } from './generated/${module}-glue.mjs';
  export { ${core} as Core } from './client/${module}/core.ts';
  export { fillWithRandomness } from './client/randomness.ts';
  export { instantiate } from './internal/instantiate.ts';
  ${validators.map((file) => `export * from './internal/validate-${file}.ts';`).join('\n')}`;

/**
 * By module. `entry`: what a sabotaged module is loaded through, too (build-mutant.mjs); `feedback`: what the device
 * is told of an input, undefined where the visitor gives no answer.
 */
export const kFamilies = {
  contextual: {
    entry: entryOf('contextual', 'ContextualCore', ['linear', 'generalized-linear']),
    experiment: (parts, { type }) =>
      type.startsWith('ldp-glm')
        ? parts.generalizedLinearExperimentFromSpec
        : parts.linearExperimentFromSpec,
    snapshot: { radius: 0 },
    context: (input) => [input.rows ?? [input.x]],
    feedback: (input, drawn) => rewardFor(input, drawn.action),
  },
  combinatorial: {
    entry: entryOf('combinatorial', 'CombinatorialCore', ['combinatorial']),
    experiment: (parts) => parts.combinatorialExperimentFromSpec,
    context: () => [],
    feedback: (outcomes) => outcomes && Float64Array.from(outcomes),
  },
  convex: {
    entry: entryOf('convex', 'ConvexCore', ['convex']),
    experiment: (parts) => parts.convexExperimentFromSpec,
    context: () => [],
    feedback: (loss, _drawn, core) => (loss === undefined ? undefined : core.read(loss)),
  },
};

/**
 * @param {keyof typeof kFamilies} family
 * @param {object} parts the exports of its entry
 * @param {Uint8Array} wasm
 * @returns {(claim: object, inputOf: (index: number) => unknown, count: number,
 *   project?: import('./vector-claims.mjs').Project) => Promise<import('./event-families.mjs').Sample>} the bodies
 *   that would be posted, one per decision
 */
export function familySampler(family, parts, wasm) {
  const { experiment, snapshot: defaults, context, feedback } = kFamilies[family];
  const { createModule, Core, fillWithRandomness, instantiate } = parts;
  const loading = instantiate(createModule, wasm, undefined, { fill: fillWithRandomness });
  return async (claim, inputOf, count, project) => {
    const { algorithm, epsilon, delta = 0, pinned = epsilon, snapshot } = claim;
    const asked = experiment(parts, algorithm)(algorithm, { epsilon });
    const core = new Core(await loading, 'audit', asked, { epsilon: pinned, delta });
    const head = { v: 1, experiment: 'audit', snapshot: 1, reports: 0 };
    if (snapshot) core.use({ ...head, ...defaults, ...snapshot });
    const sample = emptySample(claim, count, project);
    for (let i = 0; i < count; ++i) {
      const input = inputOf(i);
      const drawn = core.choose(context(input), 0);
      const answer = feedback(input, drawn, core);
      const body = answer === undefined ? drawn.body : core.report(drawn.sealed, answer);
      readReport(sample, i, claim, body, project);
    }
    core.dispose();
    return sample;
  };
}

const shipped = new Map();

/** The same of the module that is shipped. */
export const sampleFamily =
  (family) =>
  async (...rest) => {
    if (!shipped.has(family)) {
      const loading = loadShipped(family, kFamilies[family].entry, family);
      const sampler = loading.then(({ parts, wasm }) => familySampler(family, parts, wasm));
      shipped.set(family, sampler);
    }
    return (await shipped.get(family))(...rest);
  };

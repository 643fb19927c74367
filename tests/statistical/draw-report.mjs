// One report at a time from a module without the page around it. No Node here: the audit draws with it, and so does
// the check on the site's page /how/, in a browser.

import { rewardFor } from './read-report.mjs';

/**
 * By module. `experiment` makes of an algorithm what the core takes; `feedback` is what the device is told of an
 * input, undefined where the visitor gives no answer; `snapshot` is what all decisions begin with.
 */
const kFamilies = {
  'multi-armed': {
    experiment: (parts, algorithm, level) =>
      parts.experimentFromSpec(parts.completeSpec(algorithm), level),
    begin(core, { algorithm: { arms } }) {
      core.setSnapshot({
        id: 1,
        reports: 0,
        scale: 1,
        mean: new Float64Array(arms),
        width: new Float64Array(arms).fill(Number.POSITIVE_INFINITY),
        tilt: new Float64Array(0),
        weights: new Float64Array(0),
        forced: -1,
        incumbent: -1,
      });
    },
    context: () => [],
    feedback: (input) => input,
  },
  contextual: {
    experiment(parts, algorithm, level) {
      const isGeneralized = algorithm.type.startsWith('ldp-glm');
      return isGeneralized
        ? parts.generalizedLinearExperimentFromSpec(algorithm, level)
        : parts.linearExperimentFromSpec(algorithm, level);
    },
    begin: (core, { snapshot }) => useSnapshot(core, snapshot && { radius: 0, ...snapshot }),
    context: (input) => [input.rows ?? [input.x]],
    feedback: (input, drawn) => rewardFor(input, drawn.action),
  },
  combinatorial: {
    experiment: (parts, algorithm, level) =>
      parts.combinatorialExperimentFromSpec(algorithm, level),
    begin: (core, { snapshot }) => useSnapshot(core, snapshot),
    context: () => [],
    feedback: (outcomes) => outcomes && Float64Array.from(outcomes),
  },
  convex: {
    experiment: (parts, algorithm, level) => parts.convexExperimentFromSpec(algorithm, level),
    begin: (core, { snapshot }) => useSnapshot(core, snapshot),
    context: () => [],
    feedback: (loss, _drawn, core) => (loss === undefined ? undefined : core.read(loss)),
  },
};

function useSnapshot(core, snapshot) {
  if (snapshot) core.use({ v: 1, experiment: 'audit', snapshot: 1, reports: 0, ...snapshot });
}

/**
 * @param {keyof typeof kFamilies} family
 * @param {{Core: Function}} parts the core of the family and what makes its experiments
 * @param {object} module an instance of the family's wasm
 * @param {import('./claims.mjs').Claim} claim
 * @returns {{draw(input: unknown): string, dispose(): void}} `draw` gives the body that would be posted
 */
export function drawerOf(family, parts, module, claim) {
  const { experiment, begin, context, feedback } = kFamilies[family];
  const { algorithm, epsilon, delta = 0, pinned = epsilon } = claim;
  const asked = experiment(parts, algorithm, { epsilon });
  const core = new parts.Core(module, 'audit', asked, { epsilon: pinned, delta });
  begin(core, claim);
  return {
    draw(input) {
      const drawn = core.choose(context(input), 0);
      const answer = feedback(input, drawn, core);
      return answer === undefined ? drawn.body : core.report(drawn.sealed, answer);
    },
    dispose: () => core.dispose(),
  };
}

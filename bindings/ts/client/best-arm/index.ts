// The families of best arms and of the one-point reduction: what a page loads beside the entry, by dynamic
// import. Their device is that of multi-armed bandits, and so is their module, which the entry has.
import {
  bestArmExperimentFromSpec,
  completeBestArmSpec,
  completeReductionSpec,
  isBestArm,
  isReduction,
  reductionExperimentFromSpec,
  reportsOf,
} from '../../internal/validate-best-arm.js';
import type { Family } from '../family.js';
import { loadMultiArmed } from '../multi-armed.js';
import { MultiArmedCore } from '../multi-armed-core.js';
import { BestArmCore } from './core.js';

const typeOf = (spec: unknown) => (spec as { readonly type?: unknown } | undefined)?.type;

export const family: Family = {
  protects: 'feedback',
  hasShares: true,
  complete: (spec) =>
    isReduction(typeOf(spec)) ? completeReductionSpec(spec) : completeBestArmSpec(spec),
  async load(wasm, embedded) {
    const module = await loadMultiArmed(wasm, embedded);
    return (pinned) => {
      const { algorithm, experiment: name } = pinned;
      if (isBestArm(algorithm.type)) {
        return new BestArmCore(module, name, bestArmExperimentFromSpec(algorithm, pinned), pinned);
      }
      const experiment = reductionExperimentFromSpec(algorithm, pinned);
      return new MultiArmedCore(module, name, reportsOf(experiment), pinned);
    };
  },
};

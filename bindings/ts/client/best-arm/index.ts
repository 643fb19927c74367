// The families of best arms and of the one-point reduction: what a page loads beside the entry, by dynamic
// import. Their device is that of multi-armed bandits, and so is their module, with every kind of report.

import { invalidArgument } from '../../internal/checks.js';
import {
  bestArmExperimentFromSpec,
  completeBestArmSpec,
  completeReductionSpec,
  isBestArm,
  isReduction,
  reductionExperimentFromSpec,
  reportsOf,
} from '../../internal/validate-best-arm.js';
import type { Embedded, Family } from '../family.js';
import { loadMultiArmed } from '../multi-armed.js';
import { MultiArmedCore } from '../multi-armed-core.js';
import { BestArmCore } from './core.js';

const typeOf = (spec: unknown) => (spec as { readonly type?: unknown } | undefined)?.type;

type Others = (type: string) => Promise<{ readonly embedded?: Embedded } | undefined>;

/** Of an entry whose module has every kind of report. */
export const family = familyOf();

/** Of an entry whose module has bits alone: `others` find the module of another algorithm that the page has imported. */
export function familyOf(others?: Others): Family {
  return {
    protects: 'feedback',
    hasShares: true,
    complete: (spec) =>
      isReduction(typeOf(spec)) ? completeReductionSpec(spec) : completeBestArmSpec(spec),
    async load(wasm, embedded, { mechanism = 'bit' }) {
      const needsNoise = others && wasm === undefined && mechanism !== 'bit';
      const noise = needsNoise
        ? await others('ldp-gaussian-ucb').catch(() => undefined)
        : { embedded };
      if (!noise?.embedded) {
        const reason = "needs a module with noise: import 'ldp-bandits/noise'";
        throw invalidArgument('algorithm.mechanism', mechanism, reason);
      }
      const module = await loadMultiArmed(wasm, noise.embedded);
      return (pinned) => {
        const { algorithm, experiment: name } = pinned;
        if (isBestArm(algorithm.type)) {
          return new BestArmCore(
            module,
            name,
            bestArmExperimentFromSpec(algorithm, pinned),
            pinned,
          );
        }
        const experiment = reductionExperimentFromSpec(algorithm, pinned);
        return new MultiArmedCore(module, name, reportsOf(experiment), pinned);
      };
    },
  };
}

// The family of slates: what a page loads beside the entry, by dynamic import, for an algorithm that
// plays super arms.
import createGlue from '../../generated/combinatorial-glue.mjs';
import type { DecisionSet } from '../../internal/decision-set.js';
import { setArms } from '../../internal/decision-set.js';
import { type CreateModule, instantiate, requireBinding } from '../../internal/instantiate.js';
import { completeSpec } from '../../internal/validate.js';
import {
  combinatorialExperimentFromSpec,
  completeCombinatorialSpec,
  isCombinatorial,
} from '../../internal/validate-combinatorial.js';
import type { Family } from '../family.js';
import { givenWasm } from '../given-wasm.js';
import { fillWithRandomness } from '../randomness.js';
import { CombinatorialCore, type CombinatorialModule } from './core.js';

/** A function of its own, which instances are remembered by: the glue is that of the other module. */
const createModule: CreateModule<CombinatorialModule> = (options) => createGlue(options);

export const combinatorial: Family = {
  protects: 'feedback',
  complete: (spec) =>
    // What no family knows is refused as the multi-armed one refuses it.
    isCombinatorial((spec as { readonly type?: unknown } | undefined)?.type)
      ? completeCombinatorialSpec(spec)
      : completeSpec(spec),
  arms: ({ set }) => setArms(set as DecisionSet),
  async load(wasm, embedded) {
    const fill = { fill: fillWithRandomness };
    const module = await instantiate(
      createModule,
      givenWasm('combinatorial.wasm', wasm),
      embedded,
      fill,
    );
    requireBinding(module, 'noises');
    return (pinned) => {
      const experiment = combinatorialExperimentFromSpec(pinned.algorithm, pinned);
      return new CombinatorialCore(module, pinned.experiment, experiment, pinned);
    };
  },
};

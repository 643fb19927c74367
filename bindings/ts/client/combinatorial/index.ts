// The family of slates: for an algorithm that plays super arms.
import type { DecisionSet } from '../../internal/decision-set.js';
import { setArms } from '../../internal/decision-set.js';
import { instantiate, requireExport, type Start } from '../../internal/instantiate.js';
import { completeSpec } from '../../internal/validate.js';
import {
  combinatorialExperimentFromSpec,
  completeCombinatorialSpec,
  isCombinatorial,
} from '../../internal/validate-combinatorial.js';
import type { Family } from '../family.js';
import { givenWasm } from '../given-wasm.js';
import { startPageModule } from '../page-module.js';
import { CombinatorialCore, type CombinatorialModule } from './core.js';

/** A function of its own, by which the instance is remembered. */
const start: Start<CombinatorialModule> = (compiled) => startPageModule(compiled);

export const combinatorial: Family = {
  protects: 'feedback',
  complete: (spec) =>
    // What no family knows is refused as the multi-armed one refuses it.
    isCombinatorial((spec as { readonly type?: unknown } | undefined)?.type)
      ? completeCombinatorialSpec(spec)
      : completeSpec(spec),
  arms: ({ set }) => setArms(set as DecisionSet),
  async load(wasm, embedded) {
    const module = await instantiate(start, givenWasm('combinatorial.wasm', wasm), embedded);
    requireExport(module, 'noises');
    return (pinned) => {
      const experiment = combinatorialExperimentFromSpec(pinned.algorithm, pinned);
      return new CombinatorialCore(module, pinned.experiment, experiment, pinned);
    };
  },
};

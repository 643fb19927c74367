// The family of convex sets: what a page loads beside the entry, by dynamic import, for an algorithm
// that plays points.
import createGlue from '../../generated/convex-glue.mjs';
import { type CreateModule, instantiate, requireBinding } from '../../internal/instantiate.js';
import { completeConvexSpec, convexExperimentFromSpec } from '../../internal/validate-convex.js';
import type { Family } from '../family.js';
import { givenWasm } from '../given-wasm.js';
import { fillWithRandomness } from '../randomness.js';
import { ConvexCore, type ConvexModule } from './core.js';

/** A function of its own, which instances are remembered by: the glue is that of the other module. */
const createModule: CreateModule<ConvexModule> = (options) => createGlue(options);

export const convex: Family = {
  protects: 'feedback',
  complete: (spec) => completeConvexSpec(spec),
  async load(wasm, embedded) {
    const fill = { fill: fillWithRandomness };
    const module = await instantiate(createModule, givenWasm('convex.wasm', wasm), embedded, fill);
    requireBinding(module, 'trace');
    return (pinned) => {
      const experiment = convexExperimentFromSpec(pinned.algorithm, pinned);
      return new ConvexCore(module, pinned.experiment, experiment, pinned);
    };
  },
};

// The family of convex sets: for an algorithm that plays points.
import { instantiate, requireExport, type Start } from '../../internal/instantiate.js';
import { completeConvexSpec, convexExperimentFromSpec } from '../../internal/validate-convex.js';
import type { Family } from '../family.js';
import { givenWasm } from '../given-wasm.js';
import { startPageModule } from '../page-module.js';
import { ConvexCore, type ConvexModule } from './core.js';

/** A function of its own, by which the instance is remembered. */
const start: Start<ConvexModule> = (compiled) => startPageModule(compiled);

export const convex: Family = {
  protects: 'feedback',
  complete: (spec) => completeConvexSpec(spec),
  async load(wasm, embedded) {
    const module = await instantiate(start, givenWasm('convex.wasm', wasm), embedded);
    requireExport(module, 'trace');
    return (pinned) => {
      const experiment = convexExperimentFromSpec(pinned.algorithm, pinned);
      return new ConvexCore(module, pinned.experiment, experiment, pinned);
    };
  },
};

/** Makes the wasm learner of an experiment: one for each family. */
import { bestArmLearnerRecord } from '../generated/catalog-best-arm.js';
import { combinatorialLearnerRecord } from '../generated/catalog-combinatorial.js';
import { convexLearnerRecord } from '../generated/catalog-convex.js';
import { linearLearnerRecord } from '../generated/catalog-linear.js';
import { learnerRecord } from '../generated/catalog-multi-armed.js';
import { reductionLearnerRecord } from '../generated/catalog-reduction.js';
import { flattenConvexSet } from '../internal/convex-set.js';
import { flattenDecisionSet } from '../internal/decision-set.js';
import type { CoreError } from '../internal/errors.js';
import { flat } from '../internal/flat.js';
import type {
  AnyExperiment,
  LearnerModule,
  WasmBestArmLearner,
  WasmCombinatorialLearner,
  WasmLearner,
  WasmReductionLearner,
} from './learner-module.js';

export type AnyWasmLearner =
  | WasmLearner
  | WasmBestArmLearner
  | WasmCombinatorialLearner
  | WasmReductionLearner;

/** @returns Or why the core refuses the experiment. */
export function createLearner(
  module: LearnerModule,
  experiment: AnyExperiment,
): WasmLearner | CoreError {
  switch (experiment.family) {
    case 'multi-armed':
      return module.createServerLearner(flat(learnerRecord(experiment)));
    case 'linear':
    case 'generalized-linear':
      return module.createServerLinearLearner(flat(linearLearnerRecord(experiment)));
    case 'best-arm':
      return module.createServerBestArmLearner(flat(bestArmLearnerRecord(experiment)));
    case 'reduction':
      return module.createServerReductionLearner(flat(reductionLearnerRecord(experiment)));
    case 'convex': {
      const set = [flattenConvexSet(experiment.set)];
      return module.createServerConvexLearner(flat(convexLearnerRecord({ ...experiment, set })));
    }
    case 'combinatorial': {
      const set = flattenDecisionSet(experiment.set);
      const record = combinatorialLearnerRecord({ ...experiment, set });
      return module.createServerCombinatorialLearner(flat(record));
    }
  }
}

// What a run has beside the learner of its arms: a world of another kind, or another learner, each as the flat
// records that bindings/simulation_record.hpp reads.
import { bestArmLearnerRecord, bestArmLearnerWithout } from '../generated/catalog-best-arm.js';
import {
  combinatorialCatalog,
  combinatorialLearnerRecord,
  combinatorialLearnerWithout,
} from '../generated/catalog-combinatorial.js';
import { convexLearnerRecord, convexLearnerWithout } from '../generated/catalog-convex.js';
import {
  batch as defaultBatch,
  linearLearnerRecord,
  linearLearnerWithout,
} from '../generated/catalog-linear.js';
import { reductionLearnerRecord } from '../generated/catalog-reduction.js';
import {
  blackBoxOfReductionRecord,
  combinatorialWorldRecord,
  convexWorldRecord,
  generalizedLinearWorldRecord,
  linearWorldRecord,
} from '../generated/simulation-records.js';
import { jointNoiseWords, shuffleNoiseWords } from '../generated/worlds.js';
import { flattenConvexSet } from '../internal/convex-set.js';
import { flattenDecisionSet } from '../internal/decision-set.js';
import type {
  BestArmPolicySpec,
  CombinatorialEnvironment,
  CombinatorialPolicySpec,
  ConvexEnvironment,
  ConvexPolicySpec,
  GeneralizedLinearEnvironment,
  GeneralizedLinearPolicySpec,
  LinearEnvironment,
  LinearPolicySpec,
  ReductionPolicySpec,
  SimulationSpec,
} from './spec-types.js';

type Records = readonly ArrayLike<number>[];

/** Of every learner. */
export interface Learner {
  readonly algorithmIndex: number;
  readonly arms: number;
  /** 0 where there is no privacy. */
  readonly epsilon: number;
}

/** The parameters of all policies of a family, of which each has some. */
export type Parameters<P> = {
  readonly [K in P extends unknown ? keyof P : never]?: P extends { readonly [k in K]?: infer V }
    ? V
    : never;
};

export function linearRun(
  { dimension, arms, contexts, spread = 1 }: LinearEnvironment,
  policy: Parameters<LinearPolicySpec>,
  learner: Learner,
): Records {
  const { noise, batch = defaultBatch.default, ...parameters } = policy;
  return [
    ...linearWorldRecord({
      arms,
      isFixed: contexts === 'fixed',
      spread,
      jointNoise: jointNoiseWords.find((word) => word === noise) ?? 'gaussian',
      shuffleNoise: shuffleNoiseWords.find((word) => word === noise) ?? 'ideal',
      batch,
    }),
    ...linearLearnerRecord({
      ...linearLearnerWithout,
      mechanism: kGaussianOnly.includes(policy.type) ? 'gaussian' : 'ball',
      ...parameters,
      ...learner,
      dimension,
    }),
  ];
}

/** As mechanism_without_choice in protocol/linear_experiment.hpp. */
const kGaussianOnly: readonly unknown[] = [
  'online-ldp-linucb',
  'private-bandits-combiner',
  'ldp-glm-published',
];

export function generalizedLinearRun(
  { dimension, arms, contexts, link, bound, largest = 0 }: GeneralizedLinearEnvironment,
  policy: Parameters<GeneralizedLinearPolicySpec>,
  learner: Learner,
): Records {
  return [
    ...generalizedLinearWorldRecord({ link, arms, isFixed: contexts === 'fixed', bound, largest }),
    ...linearLearnerRecord({
      ...linearLearnerWithout,
      mechanism: kGaussianOnly.includes(policy.type) ? 'gaussian' : 'ball',
      ...policy,
      ...learner,
      dimension,
    }),
  ];
}

export function combinatorialRun(
  { set, means, together = [] }: CombinatorialEnvironment,
  policy: Parameters<CombinatorialPolicySpec>,
  { algorithmIndex, epsilon }: Learner,
  regret: SimulationSpec['regret'],
): Records {
  const { noise = 'batches', ...parameters } = policy;
  return [
    ...combinatorialWorldRecord({
      means,
      together,
      noise,
      regret: regret === 'approximation' ? regret : 'pseudo',
    }),
    ...combinatorialLearnerRecord({
      ...combinatorialLearnerWithout,
      coordinate: coordinateWithoutChoice(policy.type),
      ...parameters,
      algorithmIndex,
      set: flattenDecisionSet(set),
      levels: epsilon > 0 ? [epsilon] : [],
    }),
  ];
}

/** What learners take that leave no choice: all, but for those with a report about one arm. */
function coordinateWithoutChoice(type: unknown): 'least-reported' | 'all' {
  const entry = combinatorialCatalog.find(({ id }) => id === type);
  const reportsOne = entry?.trustModel === 'local' && !kOfSlates.includes(entry.id);
  return reportsOne ? 'least-reported' : 'all';
}

const kOfSlates: readonly string[] = ['cucb-ldp1', 'cucb-ldp-sum'];

/** What a policy does not know of the losses follows from the world: NaN and 0. */
export function convexRun(
  { set, loss, optimum = [], noise = 0 }: ConvexEnvironment,
  policy: Parameters<ConvexPolicySpec>,
  learner: Learner,
): Records {
  return [
    ...convexWorldRecord({ loss, optimum, noise }),
    ...convexLearnerRecord({
      ...convexLearnerWithout,
      lossLow: Number.NaN,
      lossHigh: Number.NaN,
      ...policy,
      ...learner,
      set: [flattenConvexSet(set)],
    }),
  ];
}

/** One level is that of the learner. */
export function bestArmRun(
  policy: Parameters<BestArmPolicySpec>,
  learner: Learner,
  menu: readonly number[],
): Records {
  const levels = menu.length > 1 ? menu : [];
  return bestArmLearnerRecord({ ...bestArmLearnerWithout, ...policy, ...learner, levels });
}

export function reductionRun(policy: Parameters<ReductionPolicySpec>, learner: Learner): Records {
  const { estimator = 'reduced-variance', mechanism = 'bit', delta = 0 } = policy;
  return [
    ...blackBoxOfReductionRecord({ learner: policy.learner ?? 'tsallis-inf', estimator }),
    ...reductionLearnerRecord({ mechanism, delta, ...learner }),
  ];
}

// Experiments of the families of best arms and of the one-point reduction as a spec describes them: apart
// from the multi-armed family, whose reports they share, and whose pages need nothing of this.
import type { CatalogEntry, RewardTransform } from '../generated/catalog.js';
import {
  bestArmCatalog,
  bestArmOffset,
  type lilConstantsWords,
  type scalarMechanismWords,
} from '../generated/catalog-best-arm.js';
import { delta as defaultDelta, multiArmedCatalog } from '../generated/catalog-multi-armed.js';
import { reductionCatalog, reductionOffset } from '../generated/catalog-reduction.js';
import {
  type CompleteSpec,
  catalogEntry,
  completeSpec,
  type Experiment,
  invalidArgument,
  requireRecord,
} from './validate.js';

type BestArmEntry = (typeof bestArmCatalog)[number];
type ReductionEntry = (typeof reductionCatalog)[number];

/** What both have, with every default filled in: a report about one arm, and one level. */
interface ScalarExperiment {
  /** Number of the algorithm in the C++ enumeration. */
  readonly algorithmIndex: number;
  readonly payload: 'bit' | 'noisy' | 'gaussian';
  readonly arms: number;
  /** Of every report; with a menu of levels the largest. */
  readonly epsilon: number;
  readonly mechanism: (typeof scalarMechanismWords)[number];
  /** Of one Gaussian report; 0 for the others. */
  readonly delta: number;
  readonly rewards: RewardTransform;
  readonly neutral: number;
}

/** What the core's `BestArmExperiment` is made of. */
export interface BestArmExperiment extends ScalarExperiment {
  readonly family: 'best-arm';
  readonly algorithm: BestArmEntry['id'];
  readonly errorProbability: number;
  /** 0: no limit. */
  readonly maximumPulls: number;
  /** Of the reports about each arm: what the bounds allow to be forged. */
  readonly forgedShare: number;
  /** Of lil'UCB; 'theory' for the others. */
  readonly constants: (typeof lilConstantsWords)[number];
  /** Of ldp-duel: how far below the best the answer may be. */
  readonly indifference: number;
  /** Of ldp-duel: the arm that others are compared with; -1: none. */
  readonly control: number;
  /** Of ldp-duel: the menu of levels, strictly increasing. For the others `epsilon` alone. */
  readonly levels: readonly number[];
}

/** What the core's `ReductionExperiment` is made of. */
export interface ReductionExperiment extends ScalarExperiment {
  readonly family: 'reduction';
  readonly algorithm: ReductionEntry['id'];
}

/** By mechanism: the multi-armed algorithm whose reports these are, as in protocol/scalar_reports.hpp. */
const CARRIERS = {
  bit: { algorithm: 'weighted-ldp-ucb', payload: 'bit' },
  laplace: { algorithm: 'weighted-ldp-ucb-laplace', payload: 'noisy' },
  gaussian: { algorithm: 'ldp-gaussian-ucb', payload: 'gaussian' },
} as const;

/** True if the catalog has the algorithm in this family. */
export function isBestArm(type: unknown): boolean {
  return bestArmCatalog.some(({ id }) => id === type);
}

/** True if the catalog has the algorithm in this family. */
export function isReduction(type: unknown): boolean {
  return reductionCatalog.some(({ id }) => id === type);
}

/** `completeSpec` of best arms. */
export function completeBestArmSpec(spec: unknown, parameter = 'algorithm'): CompleteSpec {
  const complete = completeScalarSpec(spec, parameter, bestArmCatalog);
  const { type, arms, maximumPulls } = complete as CompleteSpec & Partial<BestArmExperiment>;
  if (arms === 1)
    throw invalidArgument(`${parameter}.arms`, arms, 'must be 2 or more: one arm is the best one');
  const least = leastBudgetOfHalving(arms as number);
  if (type === 'ldp-sequential-halving' && (maximumPulls as number) < least) {
    const reason = `must be at least ${least}, one pull of each arm in each round`;
    throw invalidArgument(`${parameter}.maximumPulls`, maximumPulls, reason);
  }
  if (type === 'ldp-duel') checkDuel(complete, parameter);
  return complete;
}

/** As validate_duel in protocol/best_arm_experiment.cpp. */
function checkDuel(complete: CompleteSpec & Partial<BestArmExperiment>, parameter: string): void {
  const { arms = 0, maximumPulls, indifference = 0, control, levels = [] } = complete;
  const { forgedShare = 0 } = complete;
  if (maximumPulls === undefined && indifference === 0) {
    const reason =
      'must be given, for equal arms are never told apart: 20 times the predicted visitors of the smallest gap that matters; or set indifference to that gap';
    throw invalidArgument(`${parameter}.maximumPulls`, maximumPulls, reason);
  }
  if (indifference > 0 && arms > MOST_INDIFFERENT) {
    const reason = `must be absent with more than ${MOST_INDIFFERENT} arms`;
    throw invalidArgument(`${parameter}.indifference`, indifference, reason);
  }
  if (control !== undefined && control >= arms)
    throw invalidArgument(`${parameter}.control`, control, `must be an arm, 0 to ${arms - 1}`);
  if (levels.length > 1 && forgedShare > 0) {
    const reason = 'must be 0 with more than one level: a forger chooses the level';
    throw invalidArgument(`${parameter}.forgedShare`, forgedShare, reason);
  }
}

/** kMaximumIndifferentArms. */
const MOST_INDIFFERENT = 32;

/** `completeSpec` of the reduction, on a page or for a collector. */
export function completeReductionSpec(spec: unknown, parameter = 'algorithm'): CompleteSpec {
  const given = requireRecord(parameter, spec);
  for (const name of SIMULATION_ONLY) {
    if (given[name] !== undefined) {
      const reason =
        'exists in the simulation only: a collector is given its learner as a function';
      throw invalidArgument(`${parameter}.${name}`, given[name], reason);
    }
  }
  const complete = completeScalarSpec(spec, parameter, reductionCatalog);
  const known = Object.entries(complete).filter(([name]) => !SIMULATION_ONLY.includes(name));
  return Object.fromEntries(known) as unknown as CompleteSpec;
}

const SIMULATION_ONLY = ['learner', 'estimator'];

/** Delta belongs to Gaussian noise: it has its default there, and no place without it. */
function completeScalarSpec(
  spec: unknown,
  parameter: string,
  table: readonly unknown[],
): CompleteSpec {
  const entries = table as readonly CatalogEntry[];
  const complete = completeSpec(spec, parameter, entries);
  const { type, mechanism, delta } = complete as CompleteSpec & Partial<ScalarExperiment>;
  if (mechanism !== 'gaussian') {
    if (delta === undefined) return complete;
    const reason = `belongs to Gaussian noise: it has no place with mechanism "${mechanism}"`;
    throw invalidArgument(`${parameter}.delta`, delta, reason);
  }
  const { parameters } = catalogEntry(parameter, type, entries);
  const inOrder = parameters.map(
    ({ name }) =>
      [name, complete[name] ?? (name === 'delta' ? defaultDelta.default : undefined)] as const,
  );
  return { type, ...Object.fromEntries(inOrder.filter(([, value]) => value !== undefined)) };
}

/** As least_budget_of_halving in protocol/best_arm_experiment.hpp. */
function leastBudgetOfHalving(arms: number): number {
  return arms * Math.ceil(Math.log2(arms));
}

/** Throws `invalid_argument`, naming the parameter with `parameter` as its prefix. */
export function bestArmExperimentFromSpec(
  spec: unknown,
  perReport: { readonly epsilon: number },
  parameter = 'algorithm',
): BestArmExperiment {
  const complete = completeBestArmSpec(spec, parameter) as CompleteSpec &
    Partial<Omit<BestArmExperiment, 'family' | 'algorithm'>>;
  const entry = catalogEntry(parameter, complete.type, bestArmCatalog);
  const levels = complete.levels ?? [perReport.epsilon];
  const dearest = { epsilon: levels.at(-1) as number };
  return {
    family: 'best-arm',
    algorithm: entry.id,
    ...scalarParts(complete, dearest, bestArmOffset + bestArmCatalog.indexOf(entry)),
    errorProbability: complete.errorProbability as number,
    maximumPulls: complete.maximumPulls ?? 0,
    forgedShare: complete.forgedShare ?? 0,
    constants: complete.constants ?? 'theory',
    indifference: complete.indifference ?? 0,
    control: complete.control ?? -1,
    levels,
  };
}

/** Throws `invalid_argument`, naming the parameter with `parameter` as its prefix. */
export function reductionExperimentFromSpec(
  spec: unknown,
  perReport: { readonly epsilon: number },
  parameter = 'algorithm',
): ReductionExperiment {
  const complete = completeReductionSpec(spec, parameter);
  const entry = catalogEntry(parameter, complete.type, reductionCatalog);
  return {
    family: 'reduction',
    algorithm: entry.id,
    ...scalarParts(
      complete as Partial<ScalarExperiment>,
      perReport,
      reductionOffset + reductionCatalog.indexOf(entry),
    ),
  };
}

function scalarParts(
  complete: Partial<Omit<ScalarExperiment, 'algorithmIndex' | 'payload'>>,
  perReport: { readonly epsilon: number },
  algorithmIndex: number,
): ScalarExperiment {
  const { mechanism = 'bit' } = complete;
  return {
    algorithmIndex,
    payload: CARRIERS[mechanism].payload,
    arms: complete.arms as number,
    epsilon: perReport.epsilon,
    mechanism,
    delta: complete.delta ?? 0,
    rewards: complete.rewards ?? { type: 'unit' },
    neutral: complete.neutral ?? 0,
  };
}

/** The multi-armed experiment whose reports are those of this one: what its device is. */
export function reportsOf(experiment: BestArmExperiment | ReductionExperiment): Experiment {
  const { mechanism, arms, epsilon, delta, rewards, neutral } = experiment;
  const levels = 'levels' in experiment ? experiment.levels : [epsilon];
  const { algorithm, payload } = CARRIERS[mechanism];
  return {
    family: 'multi-armed',
    algorithm,
    algorithmIndex: multiArmedCatalog.findIndex(({ id }) => id === algorithm),
    payload,
    arms,
    levels,
    epsilonMin: 0,
    bound: 'La',
    levelAwareFrom: 0,
    delta,
    posterior: 'normal',
    estimator: 'reduced-variance',
    horizon: 0,
    discount: 0,
    rewards,
    neutral,
  };
}

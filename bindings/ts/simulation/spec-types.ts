// A simulation as plain data: visitors, learners, delivery. Worlds: spec-worlds.ts. Ranges are stated here
// and enforced by `readSpec`.
import type {
  BestArmLocalParameters,
  BestArmSimulationParameters,
  CombinatorialLocalParameters,
  CombinatorialSimulationParameters,
  ConvexLocalParameters,
  ConvexSimulationParameters,
  GeneralizedLinearLocalParameters,
  GeneralizedLinearSimulationParameters,
  LinearLocalParameters,
  LinearSimulationParameters,
  MultiArmedLocalParameters,
  MultiArmedSimulationParameters,
  ReductionLocalParameters,
  RewardTransform,
} from '../generated/catalog.js';
import type { OwnParameters } from './own-types.js';
import type { Environment } from './spec-worlds.js';

export type * from './spec-worlds.js';

/**
 * Who takes part: user t draws the public level `levels[i]` with probability `probabilities[i]`,
 * independently of the rewards. Level 0 is a user who sends nothing. The others lie in [2^-10, 128]
 * and increase strictly; 1 to 16 of them.
 */
export interface MenuPopulation {
  readonly levels: readonly number[];
  /** Non-negative, one per level, sum 1 up to 1e-9. */
  readonly probabilities: readonly number[];
}

/**
 * Levels drawn from a normal law, moved to the nearer end where they fall outside [low, high], and
 * rounded down to a multiple of 1/256. A visitor of level 0 sends nothing. 0 <= low < high <= 128.
 */
export interface ClippedGaussianPopulation {
  readonly type: 'clipped-gaussian';
  readonly mean: number;
  readonly deviation: number;
  readonly low: number;
  readonly high: number;
}

export type Population = MenuPopulation | ClippedGaussianPopulation;

export type Serving = 'dense' | 'frozen-log' | 'ticketed' | 'distribution';

/**
 * The way between learner and visitors. In linear, generalized linear, combinatorial and convex worlds, and for learners
 * that look for the best arm or reduce to another learner, only `epoch` has a meaning; in combinatorial
 * worlds for reports alone, not for servers that see every outcome.
 */
export interface DeliverySpec {
  /**
   * Rounds per snapshot, default 1: every decision knows all that has arrived. At most
   * 4,000,000 where the horizon is longer than that: its reports are held in memory.
   */
  readonly epoch?: number;
  /** A report arrives 0 to `delay` rounds late, uniformly. Default 0. */
  readonly delay?: number;
  /** The probability with which a report never arrives. Default 0. */
  readonly lost?: number;
  /**
   * How decisions are made from the learner's state. `dense` (default): every decision takes the
   * largest index. `frozen-log`: the same with the logarithm held at the end of a 1 % epoch, so that
   * a decision costs O(log arms). `ticketed`: decisions whose reports are under way narrow the
   * confidence width of their arm. `distribution`: a snapshot carries the shares of the arms among
   * the next ticketed decisions, and visitors draw from it.
   */
  readonly serving?: Serving;
}

/** One type for each algorithm, with its parameters but those that a run does not have. */
type PolicyOf<Parameters, NotHere extends string> = {
  [K in keyof Parameters]: { readonly type: K } & Partial<Omit<Parameters[K], NotHere>>;
}[keyof Parameters];

/**
 * Every parameter has a default here: `arms` is the number of arms of the environment, `epsilonMin`
 * the smallest positive level of the run (of a menu; continuous levels need one), and the levels
 * come from the run itself.
 */
export type MultiArmedPolicySpec = PolicyOf<
  MultiArmedLocalParameters & MultiArmedSimulationParameters,
  'levels' | 'neutral'
>;

/**
 * Every parameter has a default here: `dimension` is that of the environment, whose features and
 * rewards need no bounds and no transform.
 */
export type LinearPolicySpec = PolicyOf<
  LinearLocalParameters & LinearSimulationParameters,
  'norm' | 'norms' | 'rewards' | 'neutral'
>;

/**
 * Every parameter has a default here: the dimension, the link and its bounds are those of the
 * environment, `horizon` is that of the spec.
 */
export type GeneralizedLinearPolicySpec = PolicyOf<
  GeneralizedLinearLocalParameters & GeneralizedLinearSimulationParameters,
  'norm' | 'norms' | 'neutral'
>;

/**
 * Every parameter has a default here: the decision set is that of the environment, and outcomes need
 * no transform.
 */
export type CombinatorialPolicySpec = PolicyOf<
  CombinatorialLocalParameters & CombinatorialSimulationParameters,
  'set' | 'levels' | 'rewards' | 'neutral'
>;

/**
 * A policy that looks for the best arm of a multi-armed world and stops: then it plays the answer, and
 * no visitor reports. Every parameter has a default here: `arms` is the number of arms of the environment,
 * `maximumPulls` the horizon.
 */
export type BestArmPolicySpec = PolicyOf<
  BestArmLocalParameters & BestArmSimulationParameters,
  'neutral' | 'forgedShare'
>;

/** A learner of bounded losses in a multi-armed world, behind noise. Every parameter has a default here. */
export type ReductionPolicySpec = PolicyOf<ReductionLocalParameters, 'neutral'>;

/**
 * Every parameter has a default here: the set and what is known of the losses are those of the
 * environment; where there is no privacy `horizon` is that of the spec, else it is unknown to the learner.
 */
export type ConvexPolicySpec = PolicyOf<
  ConvexLocalParameters & ConvexSimulationParameters,
  'set' | 'neutral'
>;

/**
 * A learner of one's own in a multi-armed world: `policies[name]` of the module that the run is given (`own`). It learns
 * from what visitors report: the rewards themselves (`raw`, default: a comparator without privacy); a bit, the
 * reward with Laplace noise or with Gaussian noise, drawn by the library as for its own learners at the levels of the run.
 * Of `delivery` only `epoch`, at most 65,536, has a meaning: the learner hears the reports of an epoch at its end.
 */
export type OwnPolicySpec = {
  readonly type: 'own';
  /** 1 to 80 characters. */
  readonly name: string;
  /** That of the module's policy, if it has one: 1 to 80 characters. */
  readonly version?: string;
  readonly reports?: 'raw' | 'bit' | 'laplace' | 'gaussian';
  /** Of Gaussian noise, 1e-12 to 0.1, default 1e-6; levels are then at most 16. */
  readonly delta?: number;
  /** How rewards become numbers in [0, 1] before they are reported. Default: they are. */
  readonly rewards?: RewardTransform;
  readonly parameters?: OwnParameters;
};

/** Discriminated by `type`, with the words of `AlgorithmSpec`; `own` for code of one's own. */
export type PolicySpec =
  | MultiArmedPolicySpec
  | LinearPolicySpec
  | GeneralizedLinearPolicySpec
  | CombinatorialPolicySpec
  | BestArmPolicySpec
  | ReductionPolicySpec
  | ConvexPolicySpec
  | OwnPolicySpec;

/**
 * One curve. A private policy needs `epsilon` (all visitors have that level) or, of a multi-armed
 * algorithm, `population`; `ldp-duel` takes a menu of levels above 0 as its population; a policy without privacy takes
 * neither.
 */
export interface RunSpec {
  /** Unique in the spec, 1 to 80 characters. */
  readonly label: string;
  readonly policy: PolicySpec;
  readonly epsilon?: number;
  readonly population?: Population;
  readonly delivery?: DeliverySpec;
}

/**
 * At which rounds the regret is recorded: `points` times up to the horizon, evenly or evenly in log
 * t (default 200, log); or `times`, strictly increasing. The horizon is always recorded.
 */
export type RecordSpec =
  | { readonly points: number; readonly scale: 'linear' | 'log' }
  | { readonly times: readonly number[] };

/** A whole experiment as data. The same spec gives the same bits on every machine. */
export interface SimulationSpec {
  readonly version: 1;
  /**
   * Any text of 1 to 64 characters. Seeds exist in this module only; the page's client has none.
   * The world is a function of the seed and the replicate: all runs, and all specs of one seed, have the same
   * rewards and the same visitors.
   */
  readonly seed: string;
  /** Rounds of one trial. */
  readonly horizon: number;
  /** Independent trials of every run. */
  readonly replicates: number;
  readonly environment: Environment;
  readonly runs: readonly RunSpec[];
  readonly record?: RecordSpec;
  /**
   * `pseudo` (default): what the played arms lost in expectation. `realized`: what they lost against
   * the best arm's reward of the same round; the same mean, with more noise. In a combinatorial world
   * pseudo-regret is against the super arm that the oracle finds for the true means, and there is no
   * realized one; `approximation` is against alpha beta times the best reward of all, and may be negative. In a convex
   * world there is pseudo-regret only.
   */
  readonly regret?: 'pseudo' | 'realized' | 'approximation';
}

// What a simulation is about, as plain data: the arms or points, and what they pay. Ranges are stated here
// and enforced by `readSpec`.
import type { ConvexSet } from '../internal/convex-set.js';
import type { DecisionSet } from '../internal/decision-set.js';
import type { OwnParameters } from './own-types.js';

/**
 * The law of one arm's rewards, as a function of one uniform number U in [0, 1) a round, the same U
 * for all arms and all runs (common random numbers).
 */
export type RewardLaw =
  /** 1 if U < mean, else 0. */
  | { readonly law: 'bernoulli'; readonly mean: number }
  /** Beta(alpha, 1): U^(1/alpha), mean alpha/(1 + alpha). alpha in [0.001, 1000]. */
  | { readonly law: 'beta'; readonly alpha: number }
  /** low + (high - low) U, with low < high. */
  | { readonly law: 'uniform'; readonly low: number; readonly high: number }
  /** `high` if U < probability (default 0.5), else `low`; low < high. */
  | {
      readonly law: 'two-point';
      readonly low: number;
      readonly high: number;
      readonly probability?: number;
    }
  /** mean + deviation times the normal quantile of U. deviation > 0. */
  | { readonly law: 'gaussian'; readonly mean: number; readonly deviation: number };

/**
 * What becomes of the means at a share of the horizon T, from the first round t with (t - 1)/T >= `at`, in
 * (0, 1). `means`: they are these, one in [0, 1] for each arm; `rotate`: each goes to the next place, arms
 * stand in an order drawn for each replicate; `jump`: the largest is swapped with that of another arm, drawn
 * at random.
 */
export interface ChangeOfMeans {
  readonly at: number;
  readonly means: readonly number[] | 'rotate' | 'jump';
}

/**
 * `means[a]` in [0, 1] is the mean of arm a. With changes or a drift at most 4,096 arms; regret is then against
 * the best arm of the round. A policy that looks for the one best arm can play without them, and with a common drift.
 */
export interface BernoulliEnvironment {
  readonly type: 'bernoulli';
  readonly means: readonly number[];
  /** At most 1,000, `at` increasing. */
  readonly changes?: readonly ChangeOfMeans[];
  /**
   * The mean of arm a of K in round t is what `means` and `changes` say, plus `amplitude`
   * cos(2 pi (`turns` (t - 1)/T + a/K)). It must stay in [0, 1]. `amplitude` in (0, 1], `turns` from 0 to 10^6.
   * `common`, absent or true: plus `amplitude` sin(2 pi `turns` (t - 1)/T) instead, all arms alike.
   */
  readonly drift?: { readonly amplitude: number; readonly turns: number; readonly common?: true };
}

/** Normal rewards with one standard deviation for all arms, default 1. Unbounded. */
export interface GaussianEnvironment {
  readonly type: 'gaussian';
  readonly means: readonly number[];
  readonly deviation?: number;
}

/**
 * Graded rewards: Beta(concentration m, concentration (1 - m)) with the mean m = `means[a]` in (0, 1), drawn
 * from a stream that U seeds. Default concentration 20, a standard deviation of .11 at 1/2; both parameters of
 * each arm must be at least 0.1.
 */
export interface BetaEnvironment {
  readonly type: 'beta';
  readonly means: readonly number[];
  readonly concentration?: number;
}

/** A law of its own for every arm. */
export interface MixedEnvironment {
  readonly type: 'mixed';
  readonly arms: readonly RewardLaw[];
}

/**
 * Not stochastic: in phase n = 1, 2, ... of floor(1.6^n) rounds the rewards have mean 1 (one arm)
 * and 0.9 (the others) in odd phases, 0.1 and 0 in even ones. The best arm is the same throughout,
 * the gap is 0.1 in every phase, and averages over rounds mislead. Bernoulli rewards.
 */
export interface SwitchingEnvironment {
  readonly type: 'switching';
  readonly arms: number;
}

/**
 * A world of one's own: `environments[name]` of the module that the run is given (`own`). Its means and rewards lie in
 * [low, high], default [0, 1]. Runs must be of the multi-armed family and not look for one best arm.
 */
export interface OwnEnvironmentSpec {
  readonly type: 'own';
  /** 1 to 80 characters. */
  readonly name: string;
  /** That of the module's world, if it has one: 1 to 80 characters. */
  readonly version?: string;
  /** 1 to 4,096. */
  readonly arms: number;
  /** Both or neither, low < high, from -10^6 to 10^6. */
  readonly low?: number;
  readonly high?: number;
  readonly parameters?: OwnParameters;
}

/** Rewards of arms that are the same for all visitors. */
export type MultiArmedEnvironment =
  | BernoulliEnvironment
  | GaussianEnvironment
  | BetaEnvironment
  | MixedEnvironment
  | SwitchingEnvironment
  | OwnEnvironmentSpec;

/**
 * Arms are feature vectors x = (spread u, 1)/sqrt 2 of norm at most 1, u uniform on the unit sphere;
 * rewards are 0 or 1 with mean <theta, x>, theta = (v, 1)/sqrt 2, v drawn by the same law once for
 * each replicate. Runs must be of the linear family, or `uniform`. Contexts and rewards are a
 * function of the seed and the replicate: all runs meet the same.
 */
export interface LinearEnvironment {
  readonly type: 'linear';
  /** Of a feature vector, with its constant: 2 to 128. */
  readonly dimension: number;
  /** Offered in every round: 1 to 4,096. */
  readonly arms: number;
  /**
   * `fresh`: new arms in every round. `fixed`: the same throughout, the first of them along the
   * axes.
   */
  readonly contexts: 'fresh' | 'fixed';
  /** In (0, 1], default 1: how far features lie from their centre. */
  readonly spread?: number;
}

/**
 * Arms are unit vectors x, uniform on the sphere; feedback has the mean g(<theta, x>), theta uniform on the
 * sphere of radius `bound`, drawn once for each replicate. identity: g(a) = a, feedback +-`largest`;
 * logistic and probit: 0 or 1; poisson: counts of mean e^a, up to `largest`. Runs must be of the
 * generalized linear family, or `uniform`. Common random numbers as in a linear world.
 */
export interface GeneralizedLinearEnvironment {
  readonly type: 'generalized-linear';
  readonly link: 'identity' | 'logistic' | 'probit' | 'poisson';
  /** 2 to 128. */
  readonly dimension: number;
  /** Offered in every round: 1 to 4,096. */
  readonly arms: number;
  /** `fresh`: new arms in every round. `fixed`: the same throughout a replicate. */
  readonly contexts: 'fresh' | 'fixed';
  /** Norm of theta: 2^-10 to 8, of counts up to 6. */
  readonly bound: number;
  /**
   * Of identity and poisson only. At least `bound` and 1; default: of identity the larger of the two, of
   * poisson what a count hardly ever exceeds.
   */
  readonly largest?: number;
}

/**
 * Decisions are super arms of `set`, any but a custom one. Outcomes of its arms are 0 or 1: with U one
 * uniform number a round for each arm, or for all arms that have the same number in `together`, arm
 * a pays 1 if U < `means[a]`. Runs must be of the combinatorial family, or `uniform`, which plays the
 * best super arm of weights drawn at random: any, but not all with one probability.
 */
export interface CombinatorialEnvironment {
  readonly type: 'combinatorial';
  readonly set: DecisionSet;
  /** One for each arm of the set, in [0, 1]. */
  readonly means: readonly number[];
  /** One for each arm, whole numbers below the number of arms. Default: every arm has its own U. */
  readonly together?: readonly number[];
}

/**
 * The loss of a visitor at the point x of a convex world, with c the optimum, w the noise, n uniform on
 * [-w, w] and u a direction within the set, both drawn in every round:
 *
 * - `absolute`: |x - c| + n
 * - `quadratic`: |x - c|²/2 + n
 * - `absolute-quadratic`: |x - c| + |x - c|²/2 + n
 * - `linear-absolute`: |u · (x - c) - n|
 * - `random-quadratic`: |x - c - e|²/2, where e = r u and r is uniform on [0, w]
 * - `preference`: |x - c|²/2, never reported: visitors compare two points, and prefer the first
 *   with probability 1/(1 + exp(-(loss of the second - loss of the first)/w))
 *
 * The regret of a point is its expected loss less that of c, which is the least there is; of two points
 * it is their mean.
 */
export type ConvexLoss =
  | 'absolute'
  | 'quadratic'
  | 'absolute-quadratic'
  | 'linear-absolute'
  | 'random-quadratic'
  | 'preference';

/**
 * Decisions are points of `set`. Runs must be of the convex family. What they have to know of the losses
 * (range, Lipschitz constant, smoothness, curvature) follows from the world where it is not given. In a
 * world of `preference` only `ldp-two-point` and `two-point` play, with `feedback: 'comparison'`, which
 * is their default there and has no meaning elsewhere.
 */
export interface ConvexEnvironment {
  readonly type: 'convex';
  readonly set: ConvexSet;
  readonly loss: ConvexLoss;
  /**
   * c, a point of the set. Default: half of the inner radius from the middle of the set, in the
   * direction of (1, ..., 1), of a simplex in that of (1, -1, 0, ...).
   */
  readonly optimum?: readonly number[];
  /** w, 0 to 10^6, default 0.2. */
  readonly noise?: number;
}

/** 1 to 4,096 arms; to 1,000,000 where every run that learns is served `frozen-log`. */
export type Environment =
  | MultiArmedEnvironment
  | LinearEnvironment
  | GeneralizedLinearEnvironment
  | CombinatorialEnvironment
  | ConvexEnvironment;

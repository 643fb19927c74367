// What can be known without simulating: which threshold suits the users, and what the theory says
// about the regret.

import { theoryCurveWords } from '../generated/worlds.js';
import { type CoreError, untrapped, unwrap } from '../internal/errors.js';
import { instantiate, type Start, type WasmSource } from '../internal/instantiate.js';
import { toBeRead } from '../internal/read-address.js';
import { unpack } from '../internal/unpack.js';
import {
  invalidArgument,
  requireNumber,
  requireOneOf,
  requireRecord,
  requireWasm,
} from '../internal/validate.js';
import { startNative } from './start-native.js';
import type { Release } from './theory-release.js';
import type { Population } from './types.js';

/** Levels as they were observed, in any order, 0 for users who send nothing. 1 to 1,000,000. */
export interface LevelSample {
  readonly sample: readonly number[] | Float64Array;
}

export interface ThresholdOptions {
  /** The published algorithm that needs a threshold: its `epsilonMin`. */
  readonly algorithm: 'he-ldp-ucb-bernoulli' | 'he-ldp-ucb-laplace';
  /**
   * The users' privacy levels: a table (here of up to 4,096 levels), a clipped normal law, or a
   * sample. Levels are 0 (silent) or in [2^-10, 128].
   */
  readonly population: Population | LevelSample;
  /** Default: the embedded module. */
  readonly wasm?: WasmSource;
}

export interface ThresholdChoice {
  /** The `epsilonMin` to set. */
  readonly best: number;
  /** V of `best`: by what factor the regret will exceed that of UCB1 on raw rewards. */
  readonly factor: number;
  /**
   * The same for `weighted-ldp-ucb`, which has no threshold: 1/E[theta(level)^2] over all users,
   * theta(e) = tanh(e/2). Never larger than the factor of `he-ldp-ucb-bernoulli`.
   */
  readonly weighted: number;
  /** Thresholds that were looked at, increasing, at most 202; `factors[i]` is V of `thresholds[i]`. */
  readonly thresholds: Float64Array;
  readonly factors: Float64Array;
}

/**
 * Chooses the threshold below which a published algorithm discards reports, from the law of the
 * users' levels alone: no arm is played and no report is needed.
 *
 * With p0 the share of the users whose level is at least e, the regret is proportional to
 * V(e) = E[1/theta(level)^2 | level >= e]/p0 (bits) or E[(1 + 4/level)^2 | level >= e]/p0
 * (Laplace), with one constant for both algorithms and all laws. A high threshold wastes users, a
 * low one lets noise in. The candidates are the levels that occur; for a continuous law 200
 * quantiles, refined by golden section.
 *
 * Source: Ren, Zhou, Liu and Shroff 2020, Multi-Armed Bandits with Local Differential Privacy,
 * section 4.2, with the condition `level >= e` that the print leaves out.
 *
 * @throws {LdpError} `invalid_argument` with `details.parameter`; `wasm_not_found`,
 *   `wasm_blocked_by_csp`.
 * @example
 * const population = { levels: [0, 0.2, 1, 2], probabilities: [0.2, 0.3, 0.3, 0.2] };
 * const { best } = await chooseThreshold({ algorithm: 'he-ldp-ucb-bernoulli', population });
 */
export async function chooseThreshold(options: ThresholdOptions): Promise<ThresholdChoice> {
  const { algorithm, population, wasm } = requireRecord('options', options, [
    'algorithm',
    'population',
    'wasm',
  ]);
  const known = ['he-ldp-ucb-bernoulli', 'he-ldp-ucb-laplace'] as const;
  const laplace = requireOneOf('algorithm', algorithm, known) === 'he-ldp-ucb-laplace';
  const law = readLaw(population);
  const native = await loadTheory(requireWasm('wasm', wasm));
  return call(() => native.chooseThreshold(law, laplace));
}

/**
 * Bounds on the regret after T rounds. Numbers are those of Ren et al. 2020.
 *
 * - `lower4`: theorem 4, one level. No policy does better; loose by a factor of 8 or more.
 * - `lowerRR`: Lai and Robbins 1985 on the randomised bits of Bernoulli rewards, one level: no
 *   locally private policy does better. Without a level: on the raw rewards.
 * - `lowerHe`: the same for many levels, if the arm is chosen before the level is known.
 * - `lowerAware`: the same if the level is known first.
 * - `upperL`, `upperB`: theorems 7 and 10, HeLDP-UCB-L and -B with a threshold.
 * - `cor8`, `cor11`: the same at one level, corollaries 8 and 11.
 * - `ucb1`: UCB1 on raw rewards.
 * - `upperWB`: weighted LDP-UCB with the bound L4.
 *
 * What is measured of a learner that has converged is about a quarter of its upper bound.
 */
export type TheoryCurveName = (typeof theoryCurveWords)[number];

export interface TheoryCurveOptions {
  readonly curve: TheoryCurveName;
  /** Means of the arms, each in [0, 1]. 1 to 4,096. */
  readonly means: readonly number[] | Float64Array;
  /** The values of T, each at least 1. 1 to 10,000. */
  readonly rounds: readonly number[] | Float64Array;
  /**
   * All visitors have this level, in [2^-10, 128]: any curve but `ucb1`. `lowerRR` may go without.
   */
  readonly epsilon?: number;
  /** In place of `epsilon`: `lowerHe`, `lowerAware`, `upperL`, `upperB`, `upperWB`. */
  readonly population?: Population | LevelSample;
  /** `upperL` and `upperB` with a population need it; with `epsilon` it is `epsilon`. */
  readonly epsilonMin?: number;
  /** Default: the embedded module. */
  readonly wasm?: WasmSource;
}

/**
 * A theoretical curve of the pseudo-regret at each of `rounds`, to plot beside what was simulated.
 * Bounds hold for every reward law with these means, `lowerRR`, `lowerHe` and `lowerAware` for
 * Bernoulli rewards.
 *
 * @throws {LdpError} `invalid_argument` with `details.parameter`; `wasm_not_found`,
 *   `wasm_blocked_by_csp`.
 */
export async function theoryCurve(options: TheoryCurveOptions): Promise<Float64Array> {
  const fields = requireRecord('options', options, [
    'curve',
    'means',
    'rounds',
    'epsilon',
    'population',
    'epsilonMin',
    'wasm',
  ]);
  const curve = requireOneOf('curve', fields['curve'], theoryCurveWords);
  const means = readNumbers('means', fields['means'], 4_096);
  const rounds = readNumbers('rounds', fields['rounds'], 10_000);
  const { epsilon, population } = fields;
  if (epsilon !== undefined && population !== undefined) {
    throw invalidArgument('population', population, 'must be absent where epsilon is given');
  }
  const level = epsilon === undefined ? undefined : requireNumber('epsilon', epsilon);
  const hasThreshold = curve === 'upperL' || curve === 'upperB';
  const threshold = fields['epsilonMin'] ?? (hasThreshold ? level : undefined);
  const epsilonMin = threshold === undefined ? 0 : requireNumber('epsilonMin', threshold);
  const law =
    level !== undefined
      ? single(level)
      : population === undefined
        ? undefined
        : readLaw(population);
  const native = await loadTheory(requireWasm('wasm', fields['wasm']));
  return call(() =>
    native.theoryCurve(theoryCurveWords.indexOf(curve), means, law, epsilonMin, rounds),
  );
}

export interface NativeMenu {
  readonly levels: Float64Array;
  readonly probabilities: Float64Array;
}

type NativeLaw =
  | NativeMenu
  | { readonly sample: Float64Array }
  | {
      readonly mean: number;
      readonly deviation: number;
      readonly low: number;
      readonly high: number;
    };

/** Numbers are checked here and in the other files of theory; ranges are the core's. */
interface NativeModule {
  chooseThreshold(law: NativeLaw, laplace: boolean): ThresholdChoice | CoreError;
  theoryCurve(
    curve: number,
    means: Float64Array,
    law: NativeLaw | undefined,
    epsilonMin: number,
    rounds: Float64Array,
  ): Float64Array | CoreError;
  slateCurve(
    curve: number,
    instance: Readonly<Record<'arms' | 'largest' | 'smoothness' | 'gap' | 'epsilon', number>>,
    rounds: Float64Array,
  ): Float64Array | CoreError;
  convexCurve(
    record: Float64Array,
    isPrivate: boolean,
    rounds: Float64Array,
  ): Float64Array | CoreError;
  adversarialCurve(
    curve: number,
    arms: number,
    release: Release,
    rounds: Float64Array,
  ): Float64Array | CoreError;
  bestArmSampleCount(
    rule: number,
    release: Release & { readonly population: NativeMenu | undefined },
    means: Float64Array,
    errorProbability: number,
    isHeuristic: boolean,
    epoch: number,
  ):
    | { readonly pulls: Float64Array; readonly total: number; readonly lowerBound: number }
    | CoreError;
}

/** The instance that the simulator uses as well. */
export function loadTheory(wasm: WasmSource | undefined): Promise<NativeModule> {
  return instantiate(startNative as Start<NativeModule>, toBeRead(wasm), async () => {
    const { packedWasm } = await import('../generated/simulation-wasm.js');
    return unpack(packedWasm);
  });
}

export function call<T>(run: () => T | CoreError): T {
  return untrapped(() => unwrap(run()));
}

function single(level: number): NativeLaw {
  return { levels: Float64Array.of(level), probabilities: Float64Array.of(1) };
}

function readLaw(value: unknown): NativeLaw {
  const fields = requireRecord('population', value);
  if ('sample' in fields) {
    const { sample } = requireRecord('population', value, ['sample']);
    return { sample: readNumbers('population.sample', sample, 1_000_000) };
  }
  if (fields['type'] === 'clipped-gaussian') {
    const keys = ['type', 'mean', 'deviation', 'low', 'high'];
    const { mean, deviation, low, high } = requireRecord('population', value, keys);
    return {
      mean: requireNumber('population.mean', mean),
      deviation: requireNumber('population.deviation', deviation),
      low: requireNumber('population.low', low),
      high: requireNumber('population.high', high),
    };
  }
  const { levels, probabilities } = requireRecord('population', value, ['levels', 'probabilities']);
  return {
    levels: readNumbers('population.levels', levels, 4_096),
    probabilities: readNumbers('population.probabilities', probabilities, 4_096),
  };
}

/** A list of 1 to `maximum` finite numbers. */
export function readNumbers(parameter: string, value: unknown, maximum: number): Float64Array {
  if (!(Array.isArray(value) || value instanceof Float64Array)) {
    throw invalidArgument(parameter, value, 'must be a list of numbers');
  }
  if (value.length < 1 || value.length > maximum) {
    throw invalidArgument(parameter, value, `must have 1 to ${maximum} entries`);
  }
  return Float64Array.from(value as ArrayLike<unknown>, (item, i) =>
    requireNumber(`${parameter}[${i}]`, item),
  );
}

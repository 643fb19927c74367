// One run of a spec in the numbers that the module takes.
import { catalog, type RewardTransform } from '../generated/catalog.js';
import {
  boundWords,
  logBound,
  lossEstimatorWords,
  posteriorWords,
  rewardTransformKindWords,
} from '../generated/catalog-multi-armed.js';
import { rewardLawKindWords, servingWords } from '../generated/worlds.js';
import { sha256 } from '../server/digest.js';
import { type NativeArms, nativeArms } from './native-arms.js';
import { type NativeCombinatorial, nativeCombinatorial } from './native-combinatorial.js';
import { type NativeConvex, nativeConvex } from './native-convex.js';
import {
  type NativeGeneralizedLinear,
  nativeGeneralizedLinear,
} from './native-generalized-linear.js';
import { type NativeLinear, nativeLinear } from './native-linear.js';
import { numberOf } from './native-words.js';
import { isOneLevel } from './spec-best-arm.js';
import { deliveryWithDefaults, populationOf } from './spec-population.js';
import type { Environment, PolicySpec, RewardLaw, SimulationSpec } from './spec-types.js';

export interface NativeRun {
  readonly seedLow: number;
  readonly seedHigh: number;
  /** [arms][kind, shape, low, high], flat. */
  readonly laws: Float64Array;
  readonly isSwitching: boolean;
  readonly isRealized: boolean;
  readonly algorithm: number;
  readonly bound: number;
  readonly epsilonMin: number;
  readonly levelAwareFrom: number;
  readonly delta: number;
  readonly posterior: number;
  readonly estimator: number;
  /** Kind, then the numbers of the transform. */
  readonly rewards: readonly number[];
  /** A menu, or empty. */
  readonly levels: readonly number[];
  readonly probabilities: readonly number[];
  /** Mean, deviation, low and high of continuous levels, or empty. */
  readonly normal: readonly number[];
  readonly epoch: number;
  readonly delay: number;
  readonly lost: number;
  readonly serving: number;
  /** A run in a linear world; null: the arms are the same for all visitors. */
  readonly linear: NativeLinear | null;
  /** A run in a generalized linear world. */
  readonly generalizedLinear: NativeGeneralizedLinear | null;
  /** A run in a combinatorial world. */
  readonly combinatorial: NativeCombinatorial | null;
  /** A run in a convex world. */
  readonly convex: NativeConvex | null;
  /** A run that looks for the best arm, or reduces to another learner. */
  readonly arms: NativeArms | null;
  readonly record: Float64Array;
}

/** Of every law the numbers of RewardLaw: kind, shape, low, high. */
const kind = (word: (typeof rewardLawKindWords)[number]) => rewardLawKindWords.indexOf(word);

/** Parameters that only some policies have. */
interface Known {
  readonly type: PolicySpec['type'];
  /** A number where it is that of a parameter's norm. */
  readonly bound?: string | number;
  readonly epsilonMin?: number;
  readonly levelAwareFrom?: number;
  readonly delta?: number;
  readonly posterior?: string;
  readonly estimator?: string;
  readonly rewards?: RewardTransform;
}

/** `spec` has its defaults filled in; `record`: the times at which the regret is kept. */
export function nativeRun(spec: SimulationSpec, index: number, record: Float64Array): NativeRun {
  const run = spec.runs[index];
  if (run === undefined) throw new RangeError('no such run');
  const policy: Known = run.policy;
  const [seedLow, seedHigh] = seedWords(spec.seed);
  const { serving, ...delivery } = deliveryWithDefaults(run.delivery);
  return {
    seedLow,
    seedHigh,
    laws: lawsOf(spec.environment),
    isSwitching: spec.environment.type === 'switching',
    isRealized: spec.regret === 'realized',
    algorithm: catalog.findIndex(({ id }) => id === policy.type),
    bound: numberOf(
      boundWords,
      typeof policy.bound === 'string'
        ? policy.bound
        : logBound.includes(policy.type)
          ? 'Lk'
          : 'La',
    ),
    epsilonMin: policy.epsilonMin ?? 0,
    levelAwareFrom: policy.levelAwareFrom ?? 0,
    delta: policy.delta ?? 0,
    posterior: numberOf(posteriorWords, policy.posterior ?? 'normal'),
    estimator: numberOf(lossEstimatorWords, policy.estimator ?? 'reduced-variance'),
    rewards: transformOf(policy.rewards),
    ...levelsOf(populationOf(run)),
    ...delivery,
    serving: numberOf(servingWords, serving),
    linear:
      spec.environment.type === 'linear'
        ? nativeLinear(spec.environment, run.policy, run.epsilon ?? 0)
        : null,
    generalizedLinear:
      spec.environment.type === 'generalized-linear'
        ? nativeGeneralizedLinear(spec.environment, run.policy, run.epsilon ?? 0)
        : null,
    combinatorial:
      spec.environment.type === 'combinatorial'
        ? nativeCombinatorial(spec.environment, run.policy, run.epsilon ?? 0, spec.regret)
        : null,
    convex:
      spec.environment.type === 'convex'
        ? nativeConvex(spec.environment, run.policy, run.epsilon ?? 0)
        : null,
    arms: isOneLevel(run.policy) ? nativeArms(run.policy, run.epsilon ?? 0) : null,
    record,
  };
}

function levelsOf(population: ReturnType<typeof populationOf>) {
  if ('levels' in population) return { ...population, normal: [] };
  const { mean, deviation, low, high } = population;
  return { levels: [], probabilities: [], normal: [mean, deviation, low, high] };
}

function transformOf(transform: RewardTransform = { type: 'unit' }): readonly number[] {
  const numbers = Object.values(transform).filter((value) => typeof value === 'number');
  return [numberOf(rewardTransformKindWords, transform.type), ...numbers];
}

function lawsOf(environment: Environment): Float64Array {
  switch (environment.type) {
    case 'linear':
    case 'generalized-linear':
    case 'combinatorial':
    case 'convex':
      return new Float64Array();
    case 'bernoulli':
      return Float64Array.from(
        environment.means.flatMap((mean) => [kind('two-point'), mean, 0, 1]),
      );
    case 'gaussian': {
      const { means, deviation = 1 } = environment;
      return Float64Array.from(means.flatMap((mean) => [kind('gaussian'), deviation, mean, mean]));
    }
    case 'mixed':
      return Float64Array.from(environment.arms.flatMap(numbersOf));
    case 'switching': {
      // Environment::switching of the core: the means of the odd phases.
      const means = Array.from({ length: environment.arms }, (_, arm) => (arm === 0 ? 1 : 0.9));
      return Float64Array.from(means.flatMap((mean) => [kind('two-point'), mean, 0, 1]));
    }
  }
}

function numbersOf(law: RewardLaw): readonly number[] {
  switch (law.law) {
    case 'bernoulli':
      return [kind('two-point'), law.mean, 0, 1];
    case 'two-point':
      return [kind('two-point'), law.probability ?? 0.5, law.low, law.high];
    case 'beta':
      return [kind('beta'), law.alpha, 0, 1];
    case 'uniform':
      return [kind('uniform'), 0, law.low, law.high];
    case 'gaussian':
      return [kind('gaussian'), law.deviation, law.mean, law.mean];
  }
}

/** The 64-bit seed of the core: the first eight bytes of SHA-256 of the text, little endian. */
function seedWords(seed: string): readonly [low: number, high: number] {
  const hash = sha256(new TextEncoder().encode(seed));
  const view = new DataView(hash.buffer, hash.byteOffset, 8);
  return [view.getUint32(0, true), view.getUint32(4, true)];
}

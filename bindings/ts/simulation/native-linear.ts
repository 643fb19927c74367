// A run in a linear world in the numbers that the module takes.
import {
  calibrationWords,
  linearMechanismWords,
  onlineLearnerKindWords,
  radiusModeWords,
} from '../generated/catalog-linear.js';
import { jointNoiseWords, shuffleNoiseWords } from '../generated/worlds.js';
import { numberOf } from './native-words.js';
import type { LinearEnvironment, PolicySpec } from './spec-types.js';

/** LinearSpec of the core. */
export interface NativeLinear {
  readonly dimension: number;
  readonly arms: number;
  readonly isFixed: boolean;
  readonly worldSpread: number;
  readonly epsilon: number;
  readonly delta: number;
  readonly mechanism: number;
  readonly calibration: number;
  readonly radius: number;
  /** 0: not told. */
  readonly horizon: number;
  readonly learner: number;
  readonly restarts: boolean;
  readonly spread: number;
  readonly jointNoise: number;
  readonly shuffleNoise: number;
  readonly batch: number;
}

/** Parameters that only some policies have. */
interface Known {
  readonly type: PolicySpec['type'];
  readonly delta?: number;
  readonly mechanism?: string;
  readonly calibration?: string;
  readonly radius?: string;
  readonly horizon?: number;
  readonly learner?: string;
  readonly restarts?: string;
  readonly spread?: number;
  readonly noise?: string;
  readonly batch?: number;
}

/** Of a policy with its defaults. `epsilon`: 0 where there is no privacy. */
export function nativeLinear(
  environment: LinearEnvironment,
  policy: Known,
  epsilon: number,
): NativeLinear {
  const { dimension, arms, contexts, spread = 1 } = environment;
  const isShuffled = policy.type === 'shuffle-linucb';
  return {
    dimension,
    arms,
    isFixed: contexts === 'fixed',
    worldSpread: spread,
    epsilon,
    delta: policy.delta ?? 0,
    mechanism: numberOf(
      linearMechanismWords,
      policy.mechanism ?? mechanismWithoutChoice(policy.type),
    ),
    calibration: numberOf(calibrationWords, policy.calibration ?? 'tight'),
    radius: numberOf(radiusModeWords, policy.radius ?? 'practical'),
    horizon: policy.horizon ?? 0,
    learner: numberOf(onlineLearnerKindWords, policy.learner ?? 'maler'),
    restarts: policy.restarts === 'doubling',
    spread: policy.spread ?? 1,
    jointNoise: numberOf(jointNoiseWords, isShuffled ? 'gaussian' : (policy.noise ?? 'gaussian')),
    shuffleNoise: numberOf(shuffleNoiseWords, isShuffled ? (policy.noise ?? 'ideal') : 'ideal'),
    batch: policy.batch ?? 20,
  };
}

/** As mechanism_without_choice in protocol/linear_experiment.hpp. */
function mechanismWithoutChoice(type: PolicySpec['type']): string {
  return type === 'online-ldp-linucb' || type === 'private-bandits-combiner' ? 'gaussian' : 'ball';
}

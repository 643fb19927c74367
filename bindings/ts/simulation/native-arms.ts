// A run that looks for the best arm, or reduces to another learner, in the numbers that the module
// takes. The orders of the lists below are those of the C++ enumerations.
import { scalarMechanisms } from './native-convex.js';
import type { PolicySpec } from './spec-types.js';

/** OneLevelArmsSpec of the core. */
export interface NativeArms {
  /** 0 where there is no privacy. */
  readonly epsilon: number;
  readonly mechanism: number;
  readonly delta: number;
  readonly errorProbability: number;
  /** 0: as many as it takes. */
  readonly maximumPulls: number;
  readonly constants: number;
  readonly learner: number;
}

const kConstants = ['theory', 'heuristic'];
const kLearners = ['tsallis-inf', 'exp3', 'ucb1', 'kl-ucb', 'thompson'];

/** Parameters that only some policies have. */
interface Known {
  readonly type: PolicySpec['type'];
  readonly mechanism?: string;
  readonly delta?: number;
  readonly errorProbability?: number;
  readonly maximumPulls?: number;
  readonly constants?: string;
  readonly learner?: string;
}

/** Of a policy with its defaults. `epsilon`: 0 where there is no privacy. */
export function nativeArms(policy: Known, epsilon: number): NativeArms {
  return {
    epsilon,
    mechanism: scalarMechanisms.indexOf(policy.mechanism ?? 'bit'),
    delta: policy.delta ?? 0,
    errorProbability: policy.errorProbability ?? 0.05,
    maximumPulls: policy.maximumPulls ?? 0,
    constants: kConstants.indexOf(policy.constants ?? 'theory'),
    learner: kLearners.indexOf(policy.learner ?? 'tsallis-inf'),
  };
}

// A run that looks for the best arm, or reduces to another learner, in the numbers that the module takes.
import {
  errorProbability,
  lilConstantsWords,
  scalarMechanismWords,
} from '../generated/catalog-best-arm.js';
import { blackBoxWords } from '../generated/worlds.js';
import { numberOf } from './native-words.js';
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
    mechanism: numberOf(scalarMechanismWords, policy.mechanism ?? 'bit'),
    delta: policy.delta ?? 0,
    errorProbability: policy.errorProbability ?? errorProbability.default,
    maximumPulls: policy.maximumPulls ?? 0,
    constants: numberOf(lilConstantsWords, policy.constants ?? 'theory'),
    learner: numberOf(blackBoxWords, policy.learner ?? 'tsallis-inf'),
  };
}

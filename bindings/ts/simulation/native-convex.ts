// A run in a convex world in the numbers that the module takes.
import {
  convexFeedbackWords,
  convexLossesWords,
  convexStepsWords,
  distance as defaultDistance,
  scalarMechanismWords,
} from '../generated/catalog-convex.js';
import { convexLossWords } from '../generated/worlds.js';
import { flattenConvexSet } from '../internal/convex-set.js';
import { numberOf } from './native-words.js';
import type { ConvexEnvironment, PolicySpec } from './spec-types.js';

/** ConvexSpec of the core. */
export interface NativeConvex {
  /** See flattenConvexSet. */
  readonly set: readonly number[];
  readonly loss: number;
  /** [dimension] or empty. */
  readonly optimum: readonly number[];
  readonly noise: number;
  /** 0 where there is no privacy. */
  readonly epsilon: number;
  readonly mechanism: number;
  readonly delta: number;
  readonly losses: number;
  /** NaN: that of the world. */
  readonly lossLow: number;
  readonly lossHigh: number;
  /** 0: that of the world. */
  readonly lipschitz: number;
  readonly smoothness: number;
  readonly curvature: number;
  /** 0: not told. */
  readonly horizon: number;
  readonly steps: number;
  readonly feedback: number;
  readonly distance: number;
}

/** Parameters that only some policies have. */
interface Known {
  readonly type: PolicySpec['type'];
  readonly mechanism?: string;
  readonly delta?: number;
  readonly losses?: string;
  readonly lossLow?: number;
  readonly lossHigh?: number;
  readonly lipschitz?: number;
  readonly smoothness?: number;
  readonly curvature?: number;
  readonly horizon?: number;
  readonly steps?: string;
  readonly feedback?: string;
  readonly distance?: number;
}

/** Of a policy with its defaults. `epsilon`: 0 where there is no privacy. */
export function nativeConvex(
  { set, loss, optimum = [], noise = 0 }: ConvexEnvironment,
  policy: Known,
  epsilon: number,
): NativeConvex {
  return {
    set: flattenConvexSet(set),
    loss: numberOf(convexLossWords, loss),
    optimum,
    noise,
    epsilon,
    mechanism: numberOf(scalarMechanismWords, policy.mechanism ?? 'bit'),
    delta: policy.delta ?? 0,
    losses: numberOf(convexLossesWords, policy.losses ?? 'convex'),
    lossLow: policy.lossLow ?? Number.NaN,
    lossHigh: policy.lossHigh ?? Number.NaN,
    lipschitz: policy.lipschitz ?? 0,
    smoothness: policy.smoothness ?? 0,
    curvature: policy.curvature ?? 0,
    horizon: policy.horizon ?? 0,
    steps: numberOf(convexStepsWords, policy.steps ?? 'theory'),
    feedback: numberOf(convexFeedbackWords, policy.feedback ?? 'losses'),
    distance: policy.distance ?? defaultDistance.default,
  };
}

// A run in a generalized linear world in the numbers that the module takes.
import { linearMechanismWords, linkWords, radiusModeWords } from '../generated/catalog-linear.js';
import { WITHOUT_LINK } from '../internal/validate-linear.js';
import { numberOf } from './native-words.js';
import type { GeneralizedLinearEnvironment, PolicySpec } from './spec-types.js';

/** GlmSpec of the core. */
export interface NativeGeneralizedLinear {
  readonly dimension: number;
  readonly arms: number;
  readonly isFixed: boolean;
  readonly worldLink: number;
  readonly worldBound: number;
  /** 0: the link has a bound of its own. */
  readonly worldLargest: number;
  /** 0 where there is no privacy. */
  readonly epsilon: number;
  readonly delta: number;
  readonly mechanism: number;
  readonly radius: number;
  /** 0: not told. */
  readonly horizon: number;
  readonly link: number;
  readonly bound: number;
  readonly largest: number;
  readonly clip: number;
  readonly optimism: number;
  readonly isTuned: boolean;
}

/** Parameters that only some policies have. */
interface Known {
  readonly type: PolicySpec['type'];
  readonly delta?: number;
  readonly mechanism?: string;
  readonly radius?: string;
  readonly horizon?: number;
  readonly link?: string;
  readonly bound?: number | string;
  readonly largest?: number;
  readonly clip?: number;
  readonly optimism?: number;
  readonly tuning?: string;
}

/** Of world and policy with their defaults. */
export function nativeGeneralizedLinear(
  { dimension, arms, contexts, link, bound, largest = 0 }: GeneralizedLinearEnvironment,
  policy: Known,
  epsilon: number,
): NativeGeneralizedLinear {
  const standard = policy.type === 'ldp-glm-published' ? 'gaussian' : 'ball';
  return {
    dimension,
    arms,
    isFixed: contexts === 'fixed',
    worldLink: numberOf(linkWords, link),
    worldBound: bound,
    worldLargest: largest,
    epsilon,
    delta: policy.delta ?? 0,
    mechanism: numberOf(linearMechanismWords, policy.mechanism ?? standard),
    radius: numberOf(radiusModeWords, policy.radius ?? 'practical'),
    horizon: policy.horizon ?? 0,
    link: numberOf(linkWords, policy.link ?? WITHOUT_LINK.link),
    bound: Number(policy.bound ?? WITHOUT_LINK.bound),
    largest: policy.largest ?? WITHOUT_LINK.largest,
    clip: policy.clip ?? WITHOUT_LINK.clip,
    optimism: policy.optimism ?? WITHOUT_LINK.optimism,
    isTuned: policy.tuning === 'tuned',
  };
}

// The release of one number, as the theory of best arms and of reductions takes it.

import { scalarMechanismWords } from '../generated/catalog-convex.js';
import { delta } from '../generated/catalog-multi-armed.js';
import { invalidArgument, requireNumber, requireOneOf } from '../internal/validate.js';

/** What randomises a report. Without `epsilon` nothing does, and the others must be absent too. */
export interface ReleaseOptions {
  /** Of one report, in [2^-10, 128], of a Gaussian one up to 16. */
  readonly epsilon?: number;
  /** Default: one bit. */
  readonly mechanism?: 'bit' | 'laplace' | 'gaussian';
  /** Of one Gaussian report, in [1e-12, 0.1]; default 1e-6. */
  readonly delta?: number;
}

/** As the core takes it; epsilon 0: nothing is randomised. */
export interface Release {
  readonly mechanism: (typeof scalarMechanismWords)[number];
  readonly epsilon: number;
  readonly delta: number;
}

export function readEpsilon(value: unknown, isPrivate: boolean): number | undefined {
  if (!isPrivate && value !== undefined)
    throw invalidArgument('epsilon', value, 'belongs to private learners');
  return isPrivate ? requireNumber('epsilon', value, 2 ** -10, 128) : undefined;
}

export function readRelease(fields: Readonly<Record<string, unknown>>): Release {
  const isPrivate = fields['epsilon'] !== undefined;
  for (const name of ['mechanism', 'delta']) {
    if (!isPrivate && fields[name] !== undefined)
      throw invalidArgument(name, fields[name], 'must be absent where there is no epsilon');
  }
  const mechanism = requireOneOf('mechanism', fields['mechanism'] ?? 'bit', scalarMechanismWords);
  const isGaussian = mechanism === 'gaussian';
  if (!isGaussian && fields['delta'] !== undefined)
    throw invalidArgument('delta', fields['delta'], 'belongs to Gaussian noise');
  return {
    mechanism,
    epsilon: isPrivate ? requireNumber('epsilon', fields['epsilon'], 2 ** -10, 128) : 0,
    delta: isGaussian
      ? requireNumber('delta', fields['delta'] ?? delta.default, delta.minimum, delta.maximum)
      : 0,
  };
}

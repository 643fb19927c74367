// The part of a spec that says what a convex world is: its set, and the losses of its visitors.
import { convexLossWords } from '../generated/worlds.js';
import { convexDimension, requireConvexSet } from '../internal/convex-set.js';
import { asSpec, choice, list, number, record } from './fields.js';
import { limits } from './limits.js';
import type { ConvexEnvironment } from './spec-types.js';

export function readConvexEnvironment(value: unknown): ConvexEnvironment {
  const keys = ['type', 'set', 'loss', 'optimum', 'noise'] as const;
  const fields = record(value, 'environment', keys);
  const set = asSpec(() => requireConvexSet('environment.set', fields.set));
  const dimension = convexDimension(set);
  const read = {
    type: 'convex',
    set,
    loss: choice(fields.loss, 'environment.loss', convexLossWords),
  } as const;
  const { optimum, noise } = fields;
  return {
    ...read,
    ...(optimum !== undefined && {
      optimum: list(optimum, 'environment.optimum', dimension, dimension, (coordinate, path) =>
        number(coordinate, path, -limits.reward, limits.reward),
      ),
    }),
    ...(noise !== undefined && { noise: number(noise, 'environment.noise', 0, limits.reward) }),
  };
}

export function convexEnvironmentWithDefaults(environment: ConvexEnvironment): ConvexEnvironment {
  return { ...environment, noise: environment.noise ?? 0.2 };
}

// The part of a spec that says what the arms pay.
import { convexDimension } from '../internal/convex-set.js';
import { setArms } from '../internal/decision-set.js';
import { choice, integer, invalid, list, number, readEnds, record } from './fields.js';
import { limits } from './limits.js';
import { readBernoulli } from './spec-changes.js';
import { convexEnvironmentWithDefaults, readConvexEnvironment } from './spec-convex-world.js';
import { readCombinatorialEnvironment } from './spec-decision-set.js';
import {
  generalizedLinearEnvironmentWithDefaults,
  readGeneralizedLinearEnvironment,
} from './spec-generalized-linear.js';
import { ownEnvironmentWithDefaults, readOwnEnvironment } from './spec-own.js';
import type { BetaEnvironment, Environment, LinearEnvironment, RewardLaw } from './spec-types.js';

const kTypes = [
  'bernoulli',
  'gaussian',
  'beta',
  'mixed',
  'switching',
  'linear',
  'generalized-linear',
  'combinatorial',
  'convex',
  'own',
] as const;
/** Of a beta environment without one. */
export const kConcentration = 20;
const kLaws = ['bernoulli', 'beta', 'uniform', 'two-point', 'gaussian'] as const;

export function readEnvironment(value: unknown): Environment {
  const given = record(value, 'environment', [
    'type',
    'means',
    'changes',
    'drift',
    'deviation',
    'concentration',
    'arms',
    'dimension',
    'contexts',
    'spread',
    'link',
    'bound',
    'largest',
    'set',
    'together',
    'loss',
    'optimum',
    'noise',
    'name',
    'version',
    'low',
    'high',
    'parameters',
  ]);
  const type = choice(given.type, 'environment.type', kTypes);
  switch (type) {
    case 'bernoulli':
      return readBernoulli(value);
    case 'gaussian': {
      const { means, deviation } = record(value, 'environment', ['type', 'means', 'deviation']);
      const read = { type, means: readMeans(means) };
      return deviation === undefined
        ? read
        : { ...read, deviation: readDeviation(deviation, 'environment.deviation') };
    }
    case 'beta': {
      const { means, concentration } = record(value, 'environment', [
        'type',
        'means',
        'concentration',
      ]);
      return readBeta(means, concentration);
    }
    case 'mixed': {
      const { arms } = record(value, 'environment', ['type', 'arms']);
      return { type, arms: list(arms, 'environment.arms', 1, limits.frozenLogArms, readLaw) };
    }
    case 'switching': {
      const { arms } = record(value, 'environment', ['type', 'arms']);
      return { type, arms: integer(arms, 'environment.arms', 1, limits.frozenLogArms) };
    }
    case 'linear':
      return readLinear(value);
    case 'generalized-linear':
      return readGeneralizedLinearEnvironment(value);
    case 'combinatorial':
      return readCombinatorialEnvironment(value);
    case 'convex':
      return readConvexEnvironment(value);
    case 'own':
      return readOwnEnvironment(value);
  }
}

function readBeta(means: unknown, given: unknown): BetaEnvironment {
  const path = 'environment.concentration';
  const concentration = given === undefined ? kConcentration : number(given, path, 0, 1e6);
  const read = list(means, 'environment.means', 1, limits.frozenLogArms, (mean, place) => {
    const m = number(mean, place, 0, 1);
    if (concentration * Math.min(m, 1 - m) >= 0.1) return m;
    throw invalid(place, 'concentration times mean and times 1 - mean must be at least 0.1');
  });
  const type = 'beta';
  return given === undefined ? { type, means: read } : { type, means: read, concentration };
}

function readLinear(value: unknown): LinearEnvironment {
  const keys = ['type', 'dimension', 'arms', 'contexts', 'spread'] as const;
  const { dimension, arms, contexts, spread } = record(value, 'environment', keys);
  const { minimum, maximum } = limits.dimension;
  const read = {
    type: 'linear',
    dimension: integer(dimension, 'environment.dimension', minimum, maximum),
    arms: integer(arms, 'environment.arms', 1, limits.arms),
    contexts: choice(contexts, 'environment.contexts', ['fresh', 'fixed']),
  } as const;
  if (spread === undefined) return read;
  const { minimum: least, maximum: most } = limits.spread;
  return { ...read, spread: number(spread, 'environment.spread', least, most) };
}

export function environmentWithDefaults(environment: Environment): Environment {
  switch (environment.type) {
    case 'gaussian':
      return { ...environment, deviation: environment.deviation ?? 1 };
    case 'beta':
      return { ...environment, concentration: environment.concentration ?? kConcentration };
    case 'mixed':
      return { ...environment, arms: environment.arms.map(lawWithDefaults) };
    case 'linear':
      return { ...environment, spread: environment.spread ?? 1 };
    case 'generalized-linear':
      return generalizedLinearEnvironmentWithDefaults(environment);
    case 'convex':
      return convexEnvironmentWithDefaults(environment);
    case 'own':
      return ownEnvironmentWithDefaults(environment);
    default:
      return environment;
  }
}

/** 0 where decisions are points. */
export function armsOf(environment: Environment): number {
  switch (environment.type) {
    case 'mixed':
      return environment.arms.length;
    case 'switching':
    case 'linear':
    case 'generalized-linear':
    case 'own':
      return environment.arms;
    case 'combinatorial':
      return setArms(environment.set);
    case 'convex':
      return 0;
    default:
      return environment.means.length;
  }
}

/** Arms whose plays a result tells; 0: it tells none. */
export function recordedArms(environment: Environment): number {
  const arms = environment.type === 'combinatorial' ? armsOf(environment) : 0;
  return arms <= limits.playsArms ? arms : 0;
}

/** Numbers that a learner without levels keeps for this world: sums, or matrices and features. */
export function sizeOf(environment: Environment): number {
  if (environment.type === 'convex') return convexDimension(environment.set) ** 2;
  if (environment.type !== 'linear' && environment.type !== 'generalized-linear')
    return armsOf(environment);
  const { arms, dimension } = environment;
  return dimension * (arms + dimension);
}

/** What a round costs, in arms of a multi-armed world. */
export function costOf(environment: Environment): number {
  switch (environment.type) {
    case 'linear':
    case 'generalized-linear':
      return 10 * sizeOf(environment);
    case 'convex':
      return 20 * sizeOf(environment);
    case 'own':
      // Nothing is known of the code.
      return 20 * armsOf(environment);
    case 'combinatorial':
      // Cascades are sampled, when the oracle has to run.
      return (environment.set.type === 'influence' ? 1000 : 10) * armsOf(environment);
    default:
      return armsOf(environment);
  }
}

/** What the arms can pay lies in [low, high]. */
export function supportOf(environment: Environment): {
  readonly low: number;
  readonly high: number;
} {
  switch (environment.type) {
    case 'gaussian':
      return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    case 'own': {
      const { low = 0, high = 1 } = environment;
      return { low, high };
    }
    case 'mixed': {
      const supports = environment.arms.map(supportOfLaw);
      return {
        low: supports.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY),
        high: supports.reduce((most, { high }) => Math.max(most, high), Number.NEGATIVE_INFINITY),
      };
    }
    default:
      return { low: 0, high: 1 };
  }
}

function readMeans(value: unknown): readonly number[] {
  return list(value, 'environment.means', 1, limits.frozenLogArms, (mean, path) =>
    number(mean, path, -limits.reward, limits.reward),
  );
}

function readDeviation(value: unknown, path: string): number {
  const deviation = number(value, path, 0, limits.reward);
  if (deviation === 0) throw invalid(path, 'must be positive');
  return deviation;
}

function readLaw(value: unknown, path: string): RewardLaw {
  const given = record(value, path, [
    'law',
    'mean',
    'alpha',
    'low',
    'high',
    'probability',
    'deviation',
  ]);
  const law = choice(given.law, `${path}.law`, kLaws);
  switch (law) {
    case 'bernoulli': {
      const { mean } = record(value, path, ['law', 'mean']);
      return { law, mean: number(mean, `${path}.mean`, 0, 1) };
    }
    case 'beta': {
      const { alpha } = record(value, path, ['law', 'alpha']);
      const { minimum, maximum } = limits.alpha;
      return { law, alpha: number(alpha, `${path}.alpha`, minimum, maximum) };
    }
    case 'uniform':
      return { law, ...readEnds(record(value, path, ['law', 'low', 'high']), path) };
    case 'two-point': {
      const fields = record(value, path, ['law', 'low', 'high', 'probability']);
      const read = { law, ...readEnds(fields, path) };
      return fields.probability === undefined
        ? read
        : { ...read, probability: number(fields.probability, `${path}.probability`, 0, 1) };
    }
    case 'gaussian': {
      const { mean, deviation } = record(value, path, ['law', 'mean', 'deviation']);
      return {
        law,
        mean: number(mean, `${path}.mean`, -limits.reward, limits.reward),
        deviation: readDeviation(deviation, `${path}.deviation`),
      };
    }
  }
}

function lawWithDefaults(law: RewardLaw): RewardLaw {
  return law.law === 'two-point' ? { ...law, probability: law.probability ?? 0.5 } : law;
}

function supportOfLaw(law: RewardLaw): { readonly low: number; readonly high: number } {
  switch (law.law) {
    case 'gaussian':
      return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    case 'uniform':
    case 'two-point':
      return law;
    default:
      return { low: 0, high: 1 };
  }
}

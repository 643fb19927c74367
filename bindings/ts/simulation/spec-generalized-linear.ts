// Generalized linear worlds and their runs: feedback with a link, one epsilon for all visitors; delivery
// supports `epoch` only.

import { generalizedLinearCatalog as catalog } from '../generated/catalog-generalized-linear.js';
import { linkWords } from '../generated/catalog-linear.js';
import { delta as standardDelta } from '../generated/catalog-multi-armed.js';
import { defaultParts } from '../internal/validate-generalized-linear.js';
import { defaultMechanism } from '../internal/validate-linear.js';
import { choice, integer, invalid, number, record } from './fields.js';
import { limits } from './limits.js';
import {
  mustBe,
  type RunFields,
  readLevelAndEpoch,
  readPolicyOrUniform,
  type Values,
  withStandards,
} from './spec-family.js';
import type { GeneralizedLinearEnvironment, PolicySpec, RunSpec } from './spec-types.js';

/** Not those of the page: the features of this world are within bounds by themselves. */
const rows = { catalog, notHere: ['norm', 'norms', 'neutral'] };
/** Links whose feedback has no bound by itself. */
const kUnbounded: readonly string[] = ['identity', 'poisson'];

export function readGeneralizedLinearEnvironment(value: unknown): GeneralizedLinearEnvironment {
  const keys = ['type', 'link', 'dimension', 'arms', 'contexts', 'bound', 'largest'] as const;
  const fields = record(value, 'environment', keys);
  const link = choice(fields.link, 'environment.link', linkWords);
  const { minimum, maximum } = limits.dimension;
  const { minimum: least, maximum: most } = limits.parameterBound;
  const highest = link === 'poisson' ? limits.rateBound : most;
  const bound = number(fields.bound, 'environment.bound', least, highest);
  const read = {
    type: 'generalized-linear',
    link,
    dimension: integer(fields.dimension, 'environment.dimension', minimum, maximum),
    arms: integer(fields.arms, 'environment.arms', 1, limits.arms),
    contexts: choice(fields.contexts, 'environment.contexts', ['fresh', 'fixed']),
    bound,
  } as const;
  if (fields.largest === undefined) return read;
  if (!kUnbounded.includes(link)) {
    throw invalid('environment.largest', `must be absent: feedback of the link ${link} is 0 or 1`);
  }
  const smallest = link === 'identity' ? bound : 1;
  return {
    ...read,
    largest: number(fields.largest, 'environment.largest', smallest, limits.reward),
  };
}

export function generalizedLinearEnvironmentWithDefaults(
  environment: GeneralizedLinearEnvironment,
): GeneralizedLinearEnvironment {
  const largest = largestOf(environment);
  return largest === undefined ? environment : { ...environment, largest };
}

/** Of identity the bound, at least 1; of poisson what a count hardly ever exceeds: e^S + 6 e^(S/2). */
function largestOf({ link, bound, largest }: GeneralizedLinearEnvironment): number | undefined {
  if (largest !== undefined || !kUnbounded.includes(link)) return largest;
  if (link === 'identity') return Math.max(1, bound);
  return Math.ceil(Math.exp(bound) + 6 * Math.exp(bound / 2));
}

export function readGeneralizedLinearRun(
  label: string,
  fields: RunFields,
  path: string,
  environment: GeneralizedLinearEnvironment,
  horizon: number,
): RunSpec {
  const at = `${path}.policy`;
  const policy = readPolicyOrUniform(fields.policy, at, rows, environment);
  checkParameters(policy, at, environment);
  if (policy.type === 'ucb-glm') checkMemory(`${at}.type`, environment, horizon);
  const how = { where: 'in a generalized linear world', isGaussian: isGaussian(policy) };
  return { label, policy, ...readLevelAndEpoch(policy, fields, path, rows, how) };
}

/** With every default written out. Takes a policy that was read. */
export function generalizedLinearPolicyWithDefaults(
  policy: PolicySpec,
  environment: GeneralizedLinearEnvironment,
  horizon: number,
): PolicySpec {
  const { arms, dimension, link: worldLink, bound } = environment;
  if (policy.type === 'uniform') return { type: 'uniform', arms };
  const { link = worldLink }: { readonly link?: string } = policy as Values;
  return withStandards(policy, rows, {
    dimension,
    mechanism: defaultMechanism(policy.type, dimension),
    link,
    bound,
    horizon,
    delta: isGaussian(policy) ? standardDelta.default : undefined,
    largest: kUnbounded.includes(link) ? largestOf(environment) : undefined,
    clip: link === 'poisson' ? 1.5 : undefined,
    parts: defaultParts(isGaussian(policy), dimension),
  });
}

function checkParameters(
  policy: PolicySpec,
  path: string,
  environment: GeneralizedLinearEnvironment,
): void {
  const { dimension, link: own, delta, largest, clip, parts, mechanism }: Values = policy;
  mustBe(dimension, `${path}.dimension`, environment.dimension, 'dimension');
  if (delta !== undefined && !isGaussian(policy)) {
    throw invalid(`${path}.delta`, 'must be absent: only Gaussian noise has one');
  }
  if (parts === 'pair') throw invalid(`${path}.parts`, 'must be joint or coin');
  if (parts === 'coin' && isGaussian(policy)) {
    throw invalid(`${path}.parts`, 'must be joint with Gaussian noise');
  }
  if (parts === 'coin' && environment.dimension === 1 && mechanism === 'codebook') {
    throw invalid(`${path}.parts`, 'must be joint: a codebook has vectors of 2 numbers at least');
  }
  const link = String(own ?? environment.link);
  if (clip !== undefined && link !== 'poisson') {
    throw invalid(`${path}.clip`, 'must be absent: it belongs to the link poisson');
  }
  if (kUnbounded.includes(link)) {
    if (largest !== undefined || largestOf(environment) !== undefined) return;
    throw invalid(`${path}.largest`, `must be given: feedback of the link ${link} has no bound`);
  }
  if (largest === undefined) return;
  throw invalid(`${path}.largest`, `must be absent: feedback of the link ${link} is 0 or 1`);
}

/** It remembers every round, in numbers of four bytes. */
function checkMemory(
  path: string,
  { dimension }: GeneralizedLinearEnvironment,
  horizon: number,
): void {
  const most = Math.floor(limits.remembered / (dimension + 1));
  if (horizon <= most) return;
  throw invalid(path, `must not be ucb-glm, which remembers every round, beyond ${most} of them`);
}

/** Whether there is a delta to the noise. */
function isGaussian(policy: PolicySpec): boolean {
  const { mechanism }: { readonly mechanism?: string } = policy as Values;
  return mechanism === 'gaussian' || policy.type === 'ldp-glm-published';
}

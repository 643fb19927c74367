// The runs of a linear world: who learns, with which noise. All visitors share one epsilon; delivery supports
// `epoch` only.

import { linearCatalog as catalog, linearLearnerWithout } from '../generated/catalog-linear.js';
import { delta as standardDelta } from '../generated/catalog-multi-armed.js';
import { defaultMechanism, LEAST_PAIR_EPSILON } from '../internal/validate-linear.js';
import { invalid } from './fields.js';
import {
  mustBe,
  type RunFields,
  readLevelAndEpoch,
  readPolicyOrUniform,
  takes,
  type Values,
  withStandards,
} from './spec-family.js';
import type { LinearEnvironment, PolicySpec, RunSpec } from './spec-types.js';

/** Not those of the page: the features and rewards of a linear world are within bounds by themselves. */
const rows = { catalog, notHere: ['norm', 'norms', 'rewards', 'neutral'] };
/** Of Gaussian reports only. */
const kOfGaussian = ['delta', 'calibration'];

export function readLinearRun(
  label: string,
  fields: RunFields,
  path: string,
  environment: LinearEnvironment,
): RunSpec {
  const policy = readPolicyOrUniform(fields.policy, `${path}.policy`, rows, environment);
  const isGaussian = hasDelta(policy);
  const { parts }: Values = policy;
  if (parts === 'pair' && typeof fields.epsilon === 'number' && fields.epsilon < LEAST_PAIR_EPSILON)
    throw invalid(`${path}.epsilon`, `must be at least ${LEAST_PAIR_EPSILON} with the parts pair`);
  checkParameters(policy, `${path}.policy`, environment, isGaussian);
  const how = { where: 'in a linear world', isGaussian };
  return { label, policy, ...readLevelAndEpoch(policy, fields, path, rows, how) };
}

/** With every default written out. Takes a policy that was read. */
export function linearPolicyWithDefaults(
  policy: PolicySpec,
  { arms, dimension }: LinearEnvironment,
): PolicySpec {
  if (policy.type === 'uniform') return { type: 'uniform', arms };
  const isGaussian = hasDelta(policy);
  const { parts, ...others }: Values & PolicySpec = policy;
  // A run that names the default parts is the one that leaves them.
  return withStandards(parts === 'joint' ? others : policy, rows, {
    dimension,
    mechanism: defaultMechanism(policy.type, dimension),
    delta: isGaussian ? standardDelta.default : undefined,
    calibration: isGaussian ? linearLearnerWithout.calibration : undefined,
  });
}

function checkParameters(
  policy: Values,
  path: string,
  { dimension }: LinearEnvironment,
  isGaussian: boolean,
): void {
  mustBe(policy['dimension'], `${path}.dimension`, dimension, 'dimension');
  checkPair(policy, path);
  const name = kOfGaussian.find((key) => policy[key] !== undefined);
  if (isGaussian || name === undefined) return;
  throw invalid(`${path}.${name}`, 'must be absent: the noise of these reports has none');
}

function checkPair({ parts, mechanism = 'codebook', radius }: Values, path: string): void {
  if (parts === undefined || parts === 'joint') return;
  if (parts !== 'pair') throw invalid(`${path}.parts`, 'must be joint or pair');
  if (mechanism !== 'codebook')
    throw invalid(`${path}.parts`, 'must be joint: pair needs the mechanism codebook');
  if (radius === undefined || radius === 'practical') return;
  throw invalid(`${path}.radius`, 'must be practical with the parts pair');
}

/** Whether there is a delta to the noise. */
function hasDelta(policy: PolicySpec): boolean {
  if (policy.type === 'ldp-linucb') return policy.mechanism === 'gaussian';
  return takes(rows, policy.type, 'delta');
}

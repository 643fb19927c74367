// The runs of a linear world: who learns, with which noise. All visitors share one epsilon; delivery supports
// `epoch` only.

import { linearCatalog as catalog, linearLearnerWithout } from '../generated/catalog-linear.js';
import { delta as standardDelta } from '../generated/catalog-multi-armed.js';
import { choice, invalid, number, record } from './fields.js';
import { limits } from './limits.js';
import { type Parameter, readParameter } from './spec-policy.js';
import { deliveryWithDefaults, readDelivery } from './spec-population.js';
import type { LinearEnvironment, LinearPolicySpec, PolicySpec, RunSpec } from './spec-types.js';

type Values = Readonly<Record<string, unknown>>;

/** Of the page: the features and rewards of a linear world are within bounds by themselves. */
const kOfPages: readonly string[] = ['norm', 'norms', 'rewards', 'neutral'];
/** Of Gaussian reports only. */
const kOfGaussian: readonly string[] = ['delta', 'calibration'];

export function readLinearRun(
  label: string,
  fields: Partial<Record<'policy' | 'epsilon' | 'population' | 'delivery', unknown>>,
  path: string,
  environment: LinearEnvironment,
): RunSpec {
  const policy = readPolicy(fields.policy, `${path}.policy`, environment);
  const epsilon = readEpsilon(policy, fields, path);
  return {
    label,
    policy,
    ...(epsilon !== undefined && { epsilon }),
    ...(fields.delivery !== undefined && {
      delivery: readLinearDelivery(fields.delivery, `${path}.delivery`),
    }),
  };
}

/** With every default written out. Takes a policy that was read. */
export function linearPolicyWithDefaults(
  policy: PolicySpec,
  { arms, dimension }: LinearEnvironment,
): PolicySpec {
  if (policy.type === 'uniform') return { type: 'uniform', arms };
  const given: Values = policy;
  const { calibration } = linearLearnerWithout;
  const standards: Values = { dimension, delta: standardDelta.default, calibration };
  const values = parametersOf(policy.type)
    .filter(({ name }) => isGaussian(policy) || !kOfGaussian.includes(name))
    .map(
      ({ name, default: standard }) =>
        [name, given[name] ?? standard ?? standards[name] ?? undefined] as const,
    );
  const known = values.filter(([, value]) => value !== undefined);
  return { type: policy.type, ...Object.fromEntries(known) } as LinearPolicySpec;
}

function readPolicy(value: unknown, path: string, environment: LinearEnvironment): PolicySpec {
  const { type: given } = record(value, path, ['type', ...Object.keys(Object(value))]);
  if (given === 'uniform') {
    const { arms } = record(value, path, ['type', 'arms']);
    mustBe(arms, `${path}.arms`, environment.arms, 'number of arms');
    return { type: 'uniform', ...(arms !== undefined && { arms: environment.arms }) };
  }
  const ids = catalog.map(({ id }) => id);
  const type = choice(given, `${path}.type`, ids);
  const parameters = parametersOf(type);
  const fields: Values = record(value, path, ['type', ...parameters.map(({ name }) => name)]);
  const read = parameters
    .filter(({ name }) => fields[name] !== undefined)
    .map((parameter) => [
      parameter.name,
      readParameter(fields[parameter.name], `${path}.${parameter.name}`, parameter),
    ]);
  const policy = { type, ...Object.fromEntries(read) } as LinearPolicySpec;
  mustBe(policy.dimension, `${path}.dimension`, environment.dimension, 'dimension');
  if (!isGaussian(policy)) {
    const name = kOfGaussian.find((key) => fields[key] !== undefined);
    if (name !== undefined) {
      throw invalid(`${path}.${name}`, 'must be absent: the noise of these reports has none');
    }
  }
  return policy;
}

function readEpsilon(
  policy: PolicySpec,
  { epsilon, population }: { readonly epsilon?: unknown; readonly population?: unknown },
  path: string,
): number | undefined {
  if (population !== undefined) {
    throw invalid(`${path}.population`, 'must be absent: in a linear world all have one epsilon');
  }
  if (policy.type === 'uniform' || policy.type === 'oful') {
    if (epsilon === undefined) return undefined;
    throw invalid(`${path}.epsilon`, `must be absent: ${policy.type} is not private`);
  }
  const { minimum, maximum } = limits.epsilon;
  const most = isGaussian(policy) ? limits.gaussianEpsilon : maximum;
  return number(epsilon, `${path}.epsilon`, minimum, most);
}

export function readLinearDelivery(value: unknown, path: string, where = 'a linear world') {
  const read = readDelivery(value, path);
  const { delay, lost, serving } = deliveryWithDefaults(read);
  const other = delay > 0 ? 'delay' : lost > 0 ? 'lost' : serving !== 'dense' ? 'serving' : null;
  if (other === null) return read;
  throw invalid(`${path}.${other}`, `must be absent in ${where}`);
}

/** Whether there is a delta to the noise. */
function isGaussian(policy: PolicySpec): boolean {
  if (policy.type === 'ldp-linucb') return policy.mechanism === 'gaussian';
  return parametersOf(policy.type).some(({ name }) => name === 'delta');
}

function parametersOf(type: string): readonly Parameter[] {
  const all: readonly Parameter[] = catalog.find(({ id }) => id === type)?.parameters ?? [];
  return all.filter(({ name }) => !kOfPages.includes(name));
}

export function mustBe(value: unknown, path: string, expected: number, what: string): void {
  if (value === undefined || value === expected) return;
  throw invalid(path, `must be absent or ${expected}, the ${what} of the environment`);
}

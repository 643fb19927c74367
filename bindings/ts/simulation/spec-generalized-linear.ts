// Generalized linear worlds and their runs: feedback with a link, one epsilon for all visitors; delivery
// supports `epoch` only.

import { generalizedLinearCatalog as catalog } from '../generated/catalog-generalized-linear.js';
import { linkWords } from '../generated/catalog-linear.js';
import { delta as standardDelta } from '../generated/catalog-multi-armed.js';
import { choice, integer, invalid, number, record } from './fields.js';
import { limits } from './limits.js';
import { mustBe, readLinearDelivery } from './spec-linear.js';
import { type Parameter, readParameter } from './spec-policy.js';
import type {
  GeneralizedLinearEnvironment,
  GeneralizedLinearPolicySpec,
  PolicySpec,
  RunSpec,
} from './spec-types.js';

type Values = Readonly<Record<string, unknown>>;

/** Of a Gaussian report where none is given. */
/** Of the page: the features of this world are within bounds by themselves. */
const kOfPages: readonly string[] = ['norm', 'norms', 'neutral'];
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
  fields: Partial<Record<'policy' | 'epsilon' | 'population' | 'delivery', unknown>>,
  path: string,
  environment: GeneralizedLinearEnvironment,
  horizon: number,
): RunSpec {
  const policy = readPolicy(fields.policy, `${path}.policy`, environment);
  if (policy.type === 'ucb-glm') checkMemory(`${path}.policy.type`, environment, horizon);
  const epsilon = readEpsilon(policy, fields, path);
  return {
    label,
    policy,
    ...(epsilon !== undefined && { epsilon }),
    ...(fields.delivery !== undefined && {
      delivery: readLinearDelivery(
        fields.delivery,
        `${path}.delivery`,
        'a generalized linear world',
      ),
    }),
  };
}

/** With every default written out. Takes a policy that was read. */
export function generalizedLinearPolicyWithDefaults(
  policy: PolicySpec,
  environment: GeneralizedLinearEnvironment,
  horizon: number,
): PolicySpec {
  const { arms, dimension, link: worldLink, bound } = environment;
  if (policy.type === 'uniform') return { type: 'uniform', arms };
  const given: Values = policy;
  const link = given['link'] ?? worldLink;
  const standards: Values = {
    dimension,
    link,
    bound,
    horizon,
    delta: isGaussian(policy) ? standardDelta.default : undefined,
    largest: kUnbounded.includes(String(link)) ? largestOf(environment) : undefined,
    clip: link === 'poisson' ? 1.5 : undefined,
  };
  const values = parametersOf(policy.type).map(
    ({ name, default: standard }) =>
      [name, given[name] ?? (name in standards ? standards[name] : standard) ?? undefined] as const,
  );
  const known = values.filter(([, value]) => value !== undefined);
  return { type: policy.type, ...Object.fromEntries(known) } as GeneralizedLinearPolicySpec;
}

function readPolicy(
  value: unknown,
  path: string,
  environment: GeneralizedLinearEnvironment,
): PolicySpec {
  const { type: given } = record(value, path, ['type', ...Object.keys(Object(value))]);
  if (given === 'uniform') {
    const { arms } = record(value, path, ['type', 'arms']);
    mustBe(arms, `${path}.arms`, environment.arms, 'number of arms');
    return { type: 'uniform', ...(arms !== undefined && { arms: environment.arms }) };
  }
  const type = choice(
    given,
    `${path}.type`,
    catalog.map(({ id }) => id),
  );
  const parameters = parametersOf(type);
  const fields: Values = record(value, path, ['type', ...parameters.map(({ name }) => name)]);
  const read = parameters
    .filter(({ name }) => fields[name] !== undefined)
    .map((parameter) => [
      parameter.name,
      readParameter(fields[parameter.name], `${path}.${parameter.name}`, parameter),
    ]);
  const policy = { type, ...Object.fromEntries(read) } as GeneralizedLinearPolicySpec;
  mustBe(policy.dimension, `${path}.dimension`, environment.dimension, 'dimension');
  if (fields['delta'] !== undefined && !isGaussian(policy)) {
    throw invalid(`${path}.delta`, 'must be absent: ball noise has none');
  }
  checkLink(fields, path, environment);
  return policy;
}

function checkLink(
  { link: own, largest, clip }: Values,
  path: string,
  environment: GeneralizedLinearEnvironment,
): void {
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

function readEpsilon(
  policy: PolicySpec,
  { epsilon, population }: { readonly epsilon?: unknown; readonly population?: unknown },
  path: string,
): number | undefined {
  if (population !== undefined) {
    throw invalid(
      `${path}.population`,
      'must be absent: in a generalized linear world all have one epsilon',
    );
  }
  const entry = catalog.find(({ id }) => id === policy.type);
  if (entry?.trustModel !== 'local') {
    if (epsilon === undefined) return undefined;
    throw invalid(`${path}.epsilon`, `must be absent: ${policy.type} is not private`);
  }
  const { minimum, maximum } = limits.epsilon;
  const most = isGaussian(policy) ? limits.gaussianEpsilon : maximum;
  return number(epsilon, `${path}.epsilon`, minimum, most);
}

/** Whether there is a delta to the noise. */
function isGaussian(policy: PolicySpec): boolean {
  const { mechanism }: { readonly mechanism?: string } = policy as Values;
  return mechanism === 'gaussian' || policy.type === 'ldp-glm-published';
}

function parametersOf(type: string): readonly Parameter[] {
  const all: readonly Parameter[] = catalog.find(({ id }) => id === type)?.parameters ?? [];
  return all.filter(({ name }) => !kOfPages.includes(name));
}

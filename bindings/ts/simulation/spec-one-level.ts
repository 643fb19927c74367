// Runs in which all visitors share one epsilon and delivery supports `epoch` only: of
// convex worlds, and of learners that look for the best arm or reduce to another learner.

import type { CatalogEntry } from '../generated/catalog.js';
import { delta as standardDelta } from '../generated/catalog-multi-armed.js';
import { choice, invalid, number, record } from './fields.js';
import { limits } from './limits.js';
import { type Parameter, readParameter } from './spec-policy.js';
import { deliveryWithDefaults, readDelivery } from './spec-population.js';
import type { DeliverySpec } from './spec-types.js';

export type RunFields = Partial<Record<'policy' | 'epsilon' | 'population' | 'delivery', unknown>>;
type Values = Readonly<Record<string, unknown>>;

/** What every run of this kind has beside its label, each checked as far as it goes without the others. */
export function readOneLevelRun(
  fields: RunFields,
  path: string,
  read: { readonly catalog: readonly CatalogEntry[]; readonly notHere: readonly string[] },
): { policy: Values & { type: string }; epsilon?: number; delivery?: DeliverySpec } {
  const policy = readPolicy(fields.policy, `${path}.policy`, read);
  const entry = read.catalog.find(({ id }) => id === policy.type);
  const epsilon = readEpsilon(policy, entry?.trustModel === 'local', fields, path);
  return {
    policy,
    ...(epsilon !== undefined && { epsilon }),
    ...(fields.delivery !== undefined && {
      delivery: readEpoch(fields.delivery, `${path}.delivery`, policy.type),
    }),
  };
}

/** With the catalog's defaults and `standards`, which come first. Takes a policy that was read. */
export function oneLevelPolicyWithDefaults(
  policy: { readonly type: string },
  parameters: readonly Parameter[],
  standards: Values,
): Values & { type: string } {
  const given = policy as Values;
  const { mechanism } = given;
  const values = parameters.map(({ name, default: standard }) => {
    const byMechanism =
      name === 'delta' && mechanism === 'gaussian' ? standardDelta.default : undefined;
    const value =
      given[name] ?? (name in standards ? standards[name] : (standard ?? byMechanism ?? undefined));
    return [name, value] as const;
  });
  const known = values.filter(([, value]) => value !== undefined);
  return { type: policy.type, ...Object.fromEntries(known) };
}

export function oneLevelParameters(
  { parameters }: CatalogEntry,
  notHere: readonly string[],
): readonly Parameter[] {
  const all: readonly Parameter[] = parameters;
  return all.filter(({ name }) => !notHere.includes(name));
}

function readPolicy(
  value: unknown,
  path: string,
  {
    catalog,
    notHere,
  }: { readonly catalog: readonly CatalogEntry[]; readonly notHere: readonly string[] },
): Values & { type: string } {
  const { type: given } = record(value, path, ['type', ...Object.keys(Object(value))]);
  const type = choice(
    given,
    `${path}.type`,
    catalog.map(({ id }) => id),
  );
  const entry = catalog.find(({ id }) => id === type);
  const parameters = entry === undefined ? [] : oneLevelParameters(entry, notHere);
  const fields: Values = record(value, path, ['type', ...parameters.map(({ name }) => name)]);
  const read = parameters
    .filter(({ name }) => fields[name] !== undefined)
    .map((parameter) => [
      parameter.name,
      readParameter(fields[parameter.name], `${path}.${parameter.name}`, parameter),
    ]);
  const policy: Values & { type: string } = { type, ...Object.fromEntries(read) };
  if (policy['delta'] !== undefined && policy['mechanism'] !== 'gaussian') {
    throw invalid(`${path}.delta`, 'must be absent: only Gaussian noise has one');
  }
  return policy;
}

function readEpsilon(
  policy: Values & { type: string },
  isPrivate: boolean,
  { epsilon, population }: RunFields,
  path: string,
): number | undefined {
  if (population !== undefined) {
    throw invalid(`${path}.population`, `must be absent: with ${policy.type} all have one epsilon`);
  }
  if (!isPrivate) {
    if (epsilon === undefined) return undefined;
    throw invalid(`${path}.epsilon`, `must be absent: ${policy.type} is not private`);
  }
  const { minimum, maximum } = limits.epsilon;
  const most = policy['mechanism'] === 'gaussian' ? limits.gaussianEpsilon : maximum;
  return number(epsilon, `${path}.epsilon`, minimum, most);
}

function readEpoch(value: unknown, path: string, type: string): DeliverySpec {
  const read = readDelivery(value, path);
  const { delay, lost, serving } = deliveryWithDefaults(read);
  const other = delay > 0 ? 'delay' : lost > 0 ? 'lost' : serving !== 'dense' ? 'serving' : null;
  if (other === null) return read;
  throw invalid(`${path}.${other}`, `must be absent with ${type}`);
}

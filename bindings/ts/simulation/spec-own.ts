// The parts of a spec that name own code: which, what it is told, and what its visitors report.
import { delta as standardDelta } from '../generated/catalog-multi-armed.js';
import { choice, integer, invalid, number, readEnds, record, text } from './fields.js';
import { limits } from './limits.js';
import type { OwnParameter, OwnParameters } from './own-types.js';
import { type RunFields, readTransform } from './spec-family.js';
import { deliveryWithDefaults, menuOf, readDelivery, readPopulation } from './spec-population.js';
import type { OwnEnvironmentSpec, OwnPolicySpec, RunSpec } from './spec-types.js';

export const kOwnReports = ['raw', 'bit', 'laplace', 'gaussian'] as const;
const kDepth = 8;

export function isOwn(policy: unknown): boolean {
  return Object(policy).type === 'own';
}

export function readOwnEnvironment(value: unknown): OwnEnvironmentSpec {
  const path = 'environment';
  const fields = record(value, path, [
    'type',
    'name',
    'version',
    'arms',
    'low',
    'high',
    'parameters',
  ]);
  const { low, high } = fields;
  if ((low === undefined) !== (high === undefined))
    throw invalid(path, 'must have both low and high, or neither');
  return {
    type: 'own',
    ...readName(fields, path),
    arms: integer(fields.arms, `${path}.arms`, 1, limits.arms),
    ...(low !== undefined && readEnds({ low, high }, path)),
    ...readParameters(fields.parameters, `${path}.parameters`),
  };
}

export function ownEnvironmentWithDefaults(environment: OwnEnvironmentSpec): OwnEnvironmentSpec {
  const { type, name, version, arms, low = 0, high = 1, parameters = {} } = environment;
  return { type, name, ...(version !== undefined && { version }), arms, low, high, parameters };
}

export function readOwnRun(label: string, fields: RunFields, path: string): RunSpec {
  const policy = readOwnPolicy(fields.policy, `${path}.policy`);
  const { reports = 'raw' } = policy;
  const visitors = readVisitors(reports, fields, path);
  const run: RunSpec = { label, policy, ...visitors };
  const menu = menuOf(run) ?? [limits.gaussianEpsilon];
  if (reports === 'gaussian' && (menu.at(-1) ?? 0) > limits.gaussianEpsilon)
    throw invalid(path, `must have levels up to ${limits.gaussianEpsilon} for Gaussian noise`);
  if (fields.delivery === undefined) return run;
  const delivery = readDelivery(fields.delivery, `${path}.delivery`);
  const { epoch, delay, lost, serving } = deliveryWithDefaults(delivery);
  const other = delay > 0 ? 'delay' : lost > 0 ? 'lost' : serving !== 'dense' ? 'serving' : null;
  if (other !== null)
    throw invalid(`${path}.delivery.${other}`, 'must be absent for an own policy');
  if (epoch > limits.ownEpochRounds)
    throw invalid(
      `${path}.delivery.epoch`,
      `must be at most ${limits.ownEpochRounds} for an own policy`,
    );
  return { ...run, delivery };
}

export function ownPolicyWithDefaults(policy: OwnPolicySpec): OwnPolicySpec {
  const {
    type,
    name,
    version,
    reports = 'raw',
    rewards = { type: 'unit' },
    parameters = {},
  } = policy;
  const delta = reports === 'gaussian' ? (policy.delta ?? standardDelta.default) : undefined;
  return {
    type,
    name,
    ...(version !== undefined && { version }),
    reports,
    ...(delta !== undefined && { delta }),
    rewards,
    parameters,
  };
}

function readOwnPolicy(value: unknown, path: string): OwnPolicySpec {
  const fields = record(value, path, [
    'type',
    'name',
    'version',
    'reports',
    'delta',
    'rewards',
    'parameters',
  ]);
  const { reports, delta, rewards } = fields;
  const read = reports === undefined ? 'raw' : choice(reports, `${path}.reports`, kOwnReports);
  if (delta !== undefined && read !== 'gaussian')
    throw invalid(`${path}.delta`, 'must be absent: only Gaussian noise has one');
  const { minimum, maximum } = standardDelta;
  return {
    type: 'own',
    ...readName(fields, path),
    ...(reports !== undefined && { reports: read }),
    ...(delta !== undefined && { delta: number(delta, `${path}.delta`, minimum, maximum) }),
    ...(rewards !== undefined && { rewards: readTransform(rewards, `${path}.rewards`) }),
    ...readParameters(fields.parameters, `${path}.parameters`),
  };
}

function readVisitors(
  reports: NonNullable<OwnPolicySpec['reports']>,
  { epsilon, population }: RunFields,
  path: string,
): Pick<RunSpec, 'epsilon' | 'population'> {
  const given = Number(epsilon !== undefined) + Number(population !== undefined);
  if (reports === 'raw') {
    if (given === 0) return {};
    throw invalid(
      path,
      'must have neither epsilon nor population: raw reports are not private; see policy.reports',
    );
  }
  if (given !== 1) throw invalid(path, 'must have either epsilon or population');
  if (population !== undefined)
    return { population: readPopulation(population, `${path}.population`) };
  const { minimum, maximum } = limits.epsilon;
  return { epsilon: number(epsilon, `${path}.epsilon`, minimum, maximum) };
}

function readName(
  { name, version }: { readonly name?: unknown; readonly version?: unknown },
  path: string,
): { readonly name: string; readonly version?: string } {
  return {
    name: text(name, `${path}.name`, limits.labelLength),
    ...(version !== undefined && {
      version: text(version, `${path}.version`, limits.labelLength),
    }),
  };
}

/** A copy with the names in order: equal parameters have equal bits. */
function readParameters(value: unknown, path: string): { readonly parameters?: OwnParameters } {
  if (value === undefined) return {};
  const parameters = readParameter(record(value, path, Object.keys(Object(value))), path, kDepth);
  if (JSON.stringify(parameters).length > limits.encodedLength)
    throw invalid(path, `must have at most ${limits.encodedLength} characters as JSON`);
  return { parameters: parameters as OwnParameters };
}

function readParameter(value: unknown, path: string, depth: number): OwnParameter {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0;
  if (typeof value !== 'object') throw invalid(path, 'must be plain JSON');
  if (depth === 0) throw invalid(path, `must be nested at most ${kDepth} deep`);
  if (Array.isArray(value))
    return value.map((item, index) => readParameter(item, `${path}[${index}]`, depth - 1));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw invalid(path, 'must be plain JSON');
  const names = Object.keys(value).sort();
  const field = (name: string) => (value as Readonly<Record<string, unknown>>)[name];
  return Object.fromEntries(
    names.map((name) => [name, readParameter(field(name), `${path}.${name}`, depth - 1)]),
  );
}

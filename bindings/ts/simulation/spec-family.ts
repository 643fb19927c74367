// What the runs of all families are read by: a policy by its row of the catalog, its defaults, and the level
// and epochs of runs in which all visitors share one epsilon and delivery supports `epoch` only.

import type { CatalogEntry, RewardTransform } from '../generated/catalog.js';
import {
  rewardTransformKindWords,
  delta as standardDelta,
} from '../generated/catalog-multi-armed.js';
import type { Parameter } from '../internal/catalog-parameter.js';
import { choice, integer, invalid, number, readEnds, record } from './fields.js';
import { limits } from './limits.js';
import { deliveryWithDefaults, readDelivery } from './spec-population.js';
import type { PolicySpec, RunSpec } from './spec-types.js';

export type RunFields = Partial<Record<'policy' | 'epsilon' | 'population' | 'delivery', unknown>>;
export type Values = Readonly<Record<string, unknown>>;

/** The part of the catalog that a run may choose from. */
export interface Rows {
  readonly catalog: readonly CatalogEntry[];
  /** Parameters that a run does not have: set by the environment or the run, or of pages only. */
  readonly notHere: readonly string[];
}

export function rowOf({ catalog }: Rows, type: unknown): CatalogEntry | undefined {
  return catalog.find(({ id }) => id === type);
}

function parametersOf(rows: Rows, type: string): readonly Parameter[] {
  const all = rowOf(rows, type)?.parameters ?? [];
  return all.filter(({ name }) => !rows.notHere.includes(name));
}

export function takes(rows: Rows, type: string, name: string): boolean {
  return parametersOf(rows, type).some((parameter) => parameter.name === name);
}

/** What was chosen, before it is known whether the rest of the policy is right. */
export function typeOf(value: unknown, path: string): unknown {
  const known: readonly string[] = ['type', ...Object.keys(Object(value))];
  return record(value, path, known)['type'];
}

/** Parameters, types and ranges come from the catalog: a new algorithm needs nothing here. */
export function readPolicy(value: unknown, path: string, rows: Rows): PolicySpec {
  const ids = rows.catalog.map(({ id }) => id);
  const type = choice(typeOf(value, path), `${path}.type`, ids);
  const parameters = parametersOf(rows, type);
  const fields: Values = record(value, path, ['type', ...parameters.map(({ name }) => name)]);
  const read = parameters
    .filter(({ name }) => fields[name] !== undefined)
    .map((parameter) => [
      parameter.name,
      readParameter(fields[parameter.name], `${path}.${parameter.name}`, parameter),
    ]);
  return { type, ...Object.fromEntries(read) } as PolicySpec;
}

/** As {@link readPolicy}, in a world where uniform play is of no family. */
export function readPolicyOrUniform(
  value: unknown,
  path: string,
  rows: Rows,
  { arms: expected, of = 'environment' }: { readonly arms: number; readonly of?: string },
): PolicySpec {
  if (typeOf(value, path) !== 'uniform') return readPolicy(value, path, rows);
  const { arms } = record(value, path, ['type', 'arms']);
  mustBe(arms, `${path}.arms`, expected, 'number of arms', of);
  return { type: 'uniform', ...(arms !== undefined && { arms: expected }) };
}

export function mustBe(
  value: unknown,
  path: string,
  expected: number,
  what: string,
  of = 'environment',
): void {
  if (value === undefined || value === expected) return;
  throw invalid(path, `must be absent or ${expected}, the ${what} of the ${of}`);
}

/** With the catalog's defaults and `standards`, which come first. Takes a policy that was read. */
export function withStandards(policy: PolicySpec, rows: Rows, standards: Values): PolicySpec {
  const given: Values = policy;
  const known = parametersOf(rows, policy.type)
    .map(({ name, default: standard }) => {
      const value = given[name] ?? (name in standards ? standards[name] : standard);
      return [name, value ?? undefined] as const;
    })
    .filter(([, value]) => value !== undefined);
  return { type: policy.type, ...Object.fromEntries(known) } as PolicySpec;
}

/** `where`: what such runs have in common, for people. */
export function readLevelAndEpoch(
  policy: PolicySpec,
  { epsilon, population, delivery }: RunFields,
  path: string,
  rows: Rows,
  { where, isGaussian }: { readonly where: string; readonly isGaussian: boolean },
): Pick<RunSpec, 'epsilon' | 'delivery'> {
  if (population !== undefined) {
    throw invalid(`${path}.population`, `must be absent: ${where} all have one epsilon`);
  }
  if (!isPrivate(rows, policy) && epsilon !== undefined) {
    throw invalid(`${path}.epsilon`, `must be absent: ${policy.type} is not private`);
  }
  const { minimum, maximum } = limits.epsilon;
  const most = isGaussian ? limits.gaussianEpsilon : maximum;
  return {
    ...(isPrivate(rows, policy) && {
      epsilon: number(epsilon, `${path}.epsilon`, minimum, most),
    }),
    ...(delivery !== undefined && { delivery: readEpoch(delivery, `${path}.delivery`, where) }),
  };
}

/** Whether there are reports, to a server that is trusted or not. */
export function isPrivate(rows: Rows, { type }: PolicySpec): boolean {
  return (rowOf(rows, type)?.trustModel ?? 'none') !== 'none';
}

function readEpoch(value: unknown, path: string, where: string) {
  const read = readDelivery(value, path);
  const { delay, lost, serving } = deliveryWithDefaults(read);
  const other = delay > 0 ? 'delay' : lost > 0 ? 'lost' : serving !== 'dense' ? 'serving' : null;
  if (other === null) return read;
  throw invalid(`${path}.${other}`, `must be absent ${where}`);
}

/** What a run has beside its label where reports are about one number, behind noise that may be chosen. */
export function readScalarRun(fields: RunFields, path: string, rows: Rows): Omit<RunSpec, 'label'> {
  const policy = readPolicy(fields.policy, `${path}.policy`, rows);
  const { mechanism, delta }: Values = policy;
  const isGaussian = mechanism === 'gaussian';
  if (delta !== undefined && !isGaussian) {
    throw invalid(`${path}.policy.delta`, 'must be absent: only Gaussian noise has one');
  }
  const how = { where: `with ${policy.type}`, isGaussian };
  return { policy, ...readLevelAndEpoch(policy, fields, path, rows, how) };
}

/** As {@link withStandards}, for runs of {@link readScalarRun}. */
export function withScalarStandards(policy: PolicySpec, rows: Rows, standards: Values): PolicySpec {
  const { mechanism }: Values = policy;
  const delta = mechanism === 'gaussian' ? standardDelta.default : undefined;
  return withStandards(policy, rows, { delta, ...standards });
}

function readParameter(value: unknown, path: string, parameter: Parameter): unknown {
  switch (parameter.type) {
    case 'choice':
      return choice(value, path, parameter.choices);
    case 'rewardTransform':
      return readTransform(value, path);
    default:
      // A set is the environment's, and in `notHere` of every family that has one.
      return readNumber(value, path, parameter as Extract<Parameter, { minimum: unknown }>);
  }
}

/** Where a simulation goes further than the catalog, whose limits are those of a page. */
const kLimits: Readonly<Record<string, number>> = {
  arms: limits.frozenLogArms,
  epsilonMin: limits.epsilon.maximum,
  levelAwareFrom: limits.epsilon.maximum,
};

function readNumber(
  value: unknown,
  path: string,
  { name, type, minimum, maximum }: Extract<Parameter, { minimum: unknown }>,
) {
  const read = type === 'integer' ? integer : number;
  const most = kLimits[name] ?? maximum ?? limits.reward;
  return read(value, path, minimum ?? -limits.reward, most);
}

export function readTransform(value: unknown, path: string): RewardTransform {
  const given = record(value, path, ['type', 'low', 'high', 'center', 'scale', 'at']);
  const type = choice(given.type, `${path}.type`, rewardTransformKindWords);
  const finite = (field: unknown, name: string) =>
    number(field, `${path}.${name}`, -limits.reward, limits.reward);
  switch (type) {
    case 'unit':
      record(value, path, ['type']);
      return { type };
    case 'clip':
      return { type, ...readEnds(record(value, path, ['type', 'low', 'high']), path) };
    case 'sigmoid': {
      const fields = record(value, path, ['type', 'center', 'scale']);
      const scale = finite(fields.scale, 'scale');
      if (!(scale > 0)) throw invalid(`${path}.scale`, 'must be positive');
      return { type, center: finite(fields.center, 'center'), scale };
    }
    case 'threshold':
      return { type, at: finite(record(value, path, ['type', 'at']).at, 'at') };
  }
}

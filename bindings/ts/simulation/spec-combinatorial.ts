// The runs of a combinatorial world: who learns, from what. All visitors share one epsilon; delivery supports `epoch`
// only.
import { combinatorialCatalog as catalog } from '../generated/catalog-combinatorial.js';
import { setArms } from '../internal/decision-set.js';
import { choice, invalid, number, record } from './fields.js';
import { limits } from './limits.js';
import { type Parameter, readParameter } from './spec-policy.js';
import { deliveryWithDefaults, readDelivery } from './spec-population.js';
import type {
  CombinatorialEnvironment,
  CombinatorialPolicySpec,
  DeliverySpec,
  PolicySpec,
  RunSpec,
} from './spec-types.js';

type Values = Readonly<Record<string, unknown>>;

/** Set by the environment, or of pages only. */
const kNotHere: readonly string[] = ['set', 'levels', 'rewards', 'neutral'];

export function readCombinatorialRun(
  label: string,
  fields: Partial<Record<'policy' | 'epsilon' | 'population' | 'delivery', unknown>>,
  path: string,
  environment: CombinatorialEnvironment,
): RunSpec {
  const policy = readPolicy(fields.policy, `${path}.policy`, environment);
  const epsilon = readEpsilon(policy, fields, path);
  return {
    label,
    policy,
    ...(epsilon !== undefined && { epsilon }),
    ...(fields.delivery !== undefined && {
      delivery: readWay(fields.delivery, `${path}.delivery`, policy),
    }),
  };
}

/** With every default written out. Takes a policy that was read. */
export function combinatorialPolicyWithDefaults(
  policy: PolicySpec,
  { set }: CombinatorialEnvironment,
): PolicySpec {
  if (policy.type === 'uniform') return { type: 'uniform', arms: setArms(set) };
  const given: Values = policy;
  const values = parametersOf(policy.type).map(
    ({ name, default: standard }) => [name, given[name] ?? standard ?? undefined] as const,
  );
  const known = values.filter(([, value]) => value !== undefined);
  return { type: policy.type, ...Object.fromEntries(known) } as CombinatorialPolicySpec;
}

function readPolicy(value: unknown, path: string, { set }: CombinatorialEnvironment): PolicySpec {
  const { type: given } = record(value, path, ['type', ...Object.keys(Object(value))]);
  if (given === 'uniform') {
    const { arms } = record(value, path, ['type', 'arms']);
    if (arms === undefined) return { type: 'uniform' };
    const expected = setArms(set);
    if (arms === expected) return { type: 'uniform', arms: expected };
    throw invalid(`${path}.arms`, `must be absent or ${expected}, the number of arms of the set`);
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
  const policy = { type, ...Object.fromEntries(read) } as CombinatorialPolicySpec;
  checkParameters(policy, path);
  return policy;
}

/** Refuses what goes together with nothing. */
function checkParameters(policy: CombinatorialPolicySpec, path: string): void {
  if (policy.type === 'cucb-ldp2' && policy.width === 'bernstein' && policy.horizon !== undefined) {
    throw invalid(`${path}.horizon`, 'must be absent: only the published width needs it');
  }
  const isLeast = policy.type === 'cucb-dp' && policy.coordinate === 'least-reported';
  if (isLeast && policy.noise === 'published') {
    throw invalid(`${path}.coordinate`, 'must be all: the published form adds every outcome');
  }
}

function readEpsilon(
  policy: PolicySpec,
  { epsilon, population }: { readonly epsilon?: unknown; readonly population?: unknown },
  path: string,
): number | undefined {
  if (population !== undefined) {
    throw invalid(
      `${path}.population`,
      'must be absent: in a combinatorial world all have one epsilon',
    );
  }
  if (trustOf(policy) === 'none') {
    if (epsilon === undefined) return undefined;
    throw invalid(`${path}.epsilon`, `must be absent: ${policy.type} is not private`);
  }
  const { minimum, maximum } = limits.epsilon;
  return number(epsilon, `${path}.epsilon`, minimum, maximum);
}

function readWay(value: unknown, path: string, policy: PolicySpec): DeliverySpec {
  const read = readDelivery(value, path);
  const { epoch, delay, lost, serving } = deliveryWithDefaults(read);
  const other = delay > 0 ? 'delay' : lost > 0 ? 'lost' : serving !== 'dense' ? 'serving' : null;
  if (other !== null) throw invalid(`${path}.${other}`, 'must be absent in a combinatorial world');
  if (epoch > 1 && trustOf(policy) === 'none') {
    throw invalid(`${path}.epoch`, `must be absent: ${policy.type} has no reports to wait for`);
  }
  return read;
}

function trustOf({ type }: PolicySpec): string {
  return catalog.find(({ id }) => id === type)?.trustModel ?? 'none';
}

function parametersOf(type: string): readonly Parameter[] {
  const all: readonly Parameter[] = catalog.find(({ id }) => id === type)?.parameters ?? [];
  return all.filter(({ name }) => !kNotHere.includes(name));
}

// The part of a spec that says who learns, and which combinations of learner, world, visitors and
// delivery have a meaning.

import type { RewardTransform } from '../generated/catalog.js';
import { combinatorialCatalog } from '../generated/catalog-combinatorial.js';
import { convexCatalog } from '../generated/catalog-convex.js';
import { generalizedLinearCatalog } from '../generated/catalog-generalized-linear.js';
import { linearCatalog } from '../generated/catalog-linear.js';
import {
  multiArmedCatalog as catalog,
  rewardTransformKindWords,
} from '../generated/catalog-multi-armed.js';
import { draws, losses, menuOnly } from '../generated/worlds.js';
import { choice, integer, invalid, number, record } from './fields.js';
import { limits } from './limits.js';
import { armsOf, supportOf } from './spec-environment.js';
import { deliveryWithDefaults, menuOf } from './spec-population.js';
import type { MultiArmedEnvironment, MultiArmedPolicySpec, RunSpec } from './spec-types.js';

/** A parameter of a catalog entry, whichever. */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly default?: unknown;
  readonly minimum?: number | null;
  readonly maximum?: number | null;
  readonly choices?: readonly string[];
}

type CatalogEntry = (typeof catalog)[number];
type Values = Readonly<Record<string, unknown>>;

/** The parameters that the rules below ask about. */
interface Known {
  readonly type: string;
  readonly rewards?: RewardTransform;
  readonly epsilonMin?: number;
  readonly levelAwareFrom?: number;
  readonly posterior?: string;
}

export function entryOf(type: string): CatalogEntry {
  const entry = catalog.find(({ id }) => id === type);
  if (entry === undefined) throw invalid('policy.type', 'is not in the catalog');
  return entry;
}

/** Parameters, types and ranges come from the catalog: a new algorithm needs nothing here. */
export function readPolicy(value: unknown, path: string, arms: number): MultiArmedPolicySpec {
  const { type } = record(value, path, ['type', ...Object.keys(Object(value))]);
  const world = worldOf(type);
  if (world !== null) throw invalid(`${path}.type`, `must not be ${type} outside a ${world} world`);
  const ids = catalog.map(({ id }) => id);
  const entry = entryOf(choice(type, `${path}.type`, ids));
  const parameters = parametersOf(entry);
  const fields = record(value, path, ['type', ...parameters.map(({ name }) => name)]);
  const given = parameters.filter(({ name }) => fields[name] !== undefined);
  const read = given.map((parameter) => [
    parameter.name,
    readParameter(fields[parameter.name], `${path}.${parameter.name}`, parameter),
  ]);
  const policy = { type: entry.id, ...Object.fromEntries(read) } as MultiArmedPolicySpec;
  if (policy.arms !== undefined && policy.arms !== arms) {
    throw invalid(
      `${path}.arms`,
      `must be absent or ${arms}, the number of arms of the environment`,
    );
  }
  return policy;
}

export function policyWithDefaults(run: RunSpec, arms: number): MultiArmedPolicySpec {
  const menu = menuOf(run);
  const given = run.policy as Values;
  const standards: Values = {
    arms,
    epsilonMin: menu?.[0],
    posterior: menu?.length === 1 ? 'beta' : 'normal',
  };
  const values = parametersOf(entryOf(run.policy.type)).map(
    ({ name, default: standard }) =>
      [name, given[name] ?? standards[name] ?? standard ?? undefined] as const,
  );
  const known = values.filter(([, value]) => value !== undefined);
  return { type: run.policy.type, ...Object.fromEntries(known) } as MultiArmedPolicySpec;
}

/** Refuses meaningless combinations, and says why. */
export function checkRun(
  run: RunSpec,
  path: string,
  environment: MultiArmedEnvironment,
  horizon: number,
): void {
  const policy: Known = policyWithDefaults(run, armsOf(environment));
  checkRewards(policy, path, environment);
  checkLevels(policy, run, path);
  checkServing(policy, run, path, armsOf(environment));
  checkEpoch(run, path, horizon);
  checkDelay(policy, run, path, armsOf(environment));
}

export function checkRewards(
  policy: Pick<Known, 'rewards'>,
  path: string,
  environment: MultiArmedEnvironment,
): void {
  const { low, high } = supportOf(environment);
  if (policy.rewards?.type === 'unit' && (low < 0 || high > 1)) {
    throw invalid(
      `${path}.policy.rewards`,
      'must map rewards outside [0, 1] into it: clip, sigmoid or threshold',
    );
  }
}

function checkLevels(policy: Known, run: RunSpec, path: string): void {
  const menu = menuOf(run);
  if (menu === null && menuOnly.includes(policy.type)) {
    throw invalid(`${path}.population`, `must be a menu of at most 16 levels for ${policy.type}`);
  }
  if (menu === null && takes(policy.type, 'epsilonMin') && policy.epsilonMin === undefined) {
    throw invalid(`${path}.policy.epsilonMin`, 'must be given where levels are continuous');
  }
  if (policy.posterior === 'beta' && menu?.length !== 1) {
    throw invalid(`${path}.policy.posterior`, 'must be normal for more than one level');
  }
  const highest = menu?.at(-1) ?? 0;
  for (const name of ['epsilonMin', 'levelAwareFrom'] as const) {
    if (menu !== null && (policy[name] ?? 0) > highest) {
      throw invalid(`${path}.policy.${name}`, 'must not be above every level: nothing is learnt');
    }
  }
  if (policy.type === 'ldp-gaussian-ucb' && highest > limits.gaussianEpsilon) {
    throw invalid(path, `must have levels up to ${limits.gaussianEpsilon} for ${policy.type}`);
  }
}

function checkServing(policy: Known, run: RunSpec, path: string, arms: number): void {
  const { serving } = deliveryWithDefaults(run.delivery);
  const at = `${path}.delivery.serving`;
  if (serving !== 'dense') {
    if (policy.type === 'uniform') throw invalid(at, 'must be dense: uniform play has no index');
    if (draws.includes(policy.type)) {
      throw invalid(at, `must be dense: ${policy.type} draws every decision, it has no index`);
    }
  }
  if (serving === 'frozen-log' && policy.levelAwareFrom !== undefined) {
    throw invalid(at, 'must not be frozen-log with levelAwareFrom: the incumbent needs all arms');
  }
  if (arms > limits.arms && serving !== 'frozen-log' && policy.type !== 'uniform') {
    throw invalid(at, `must be frozen-log for more than ${limits.arms} arms`);
  }
}

/** The reports of an epoch are held in memory until the next one. */
function checkEpoch(run: RunSpec, path: string, horizon: number): void {
  const { epoch } = deliveryWithDefaults(run.delivery);
  if (Math.min(epoch, horizon) > limits.epochRounds) {
    throw invalid(
      `${path}.delivery.epoch`,
      `must be at most ${limits.epochRounds} where the horizon is longer`,
    );
  }
}

/** Learners of losses keep the weights of all epochs whose reports may still arrive. */
function checkDelay(policy: Known, run: RunSpec, path: string, arms: number): void {
  const { epoch, delay } = deliveryWithDefaults(run.delivery);
  if (!losses.includes(policy.type)) return;
  if ((Math.floor(delay / epoch) + 2) * arms > limits.openWeights) {
    throw invalid(
      `${path}.delivery.delay`,
      `must be shorter: ${policy.type} keeps at most ${limits.openWeights} weights (arms x epochs under way)`,
    );
  }
}

/** The world that a policy of another family needs; null for those of this one. */
function worldOf(type: unknown): string | null {
  if (linearCatalog.some(({ id }) => id === type)) return 'linear';
  if (generalizedLinearCatalog.some(({ id }) => id === type)) return 'generalized linear';
  if (convexCatalog.some(({ id }) => id === type)) return 'convex';
  return combinatorialCatalog.some(({ id }) => id === type) ? 'combinatorial' : null;
}

function takes(type: string, name: string): boolean {
  return parametersOf(entryOf(type)).some((parameter) => parameter.name === name);
}

/** Without `levels`, which the run sets, and `neutral`: simulated visitors answer every decision. */
function parametersOf(entry: CatalogEntry): readonly Parameter[] {
  const all: readonly Parameter[] = entry.parameters;
  return all.filter(({ name }) => !['levels', 'neutral'].includes(name));
}

export function readParameter(value: unknown, path: string, parameter: Parameter): unknown {
  switch (parameter.type) {
    case 'choice':
      return choice(value, path, parameter.choices ?? []);
    case 'rewardTransform':
      return readTransform(value, path);
    default:
      return readNumber(value, path, parameter);
  }
}

/** The catalog's limits are those of a page; a simulation goes further. */
function readNumber(value: unknown, path: string, parameter: Parameter): number {
  const read = parameter.type === 'integer' ? integer : number;
  const { minimum, maximum } = parameter;
  const most = { arms: limits.frozenLogArms, ...kLevelLimits }[parameter.name] ?? maximum;
  return read(value, path, minimum ?? -limits.reward, most ?? limits.reward);
}

const kLevelLimits: Readonly<Record<string, number>> = {
  epsilonMin: limits.epsilon.maximum,
  levelAwareFrom: limits.epsilon.maximum,
};

function readTransform(value: unknown, path: string): RewardTransform {
  const given = record(value, path, ['type', 'low', 'high', 'center', 'scale', 'at']);
  const type = choice(given.type, `${path}.type`, rewardTransformKindWords);
  const finite = (field: unknown, name: string) =>
    number(field, `${path}.${name}`, -limits.reward, limits.reward);
  switch (type) {
    case 'unit':
      record(value, path, ['type']);
      return { type };
    case 'clip': {
      const fields = record(value, path, ['type', 'low', 'high']);
      const low = finite(fields.low, 'low');
      const high = finite(fields.high, 'high');
      if (!(low < high)) throw invalid(`${path}.high`, 'must be above low');
      return { type, low, high };
    }
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

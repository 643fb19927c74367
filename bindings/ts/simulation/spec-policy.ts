// The part of a spec that says who learns, and which combinations of learner, world, visitors and
// delivery have a meaning.

import type { RewardTransform } from '../generated/catalog.js';
import { combinatorialCatalog } from '../generated/catalog-combinatorial.js';
import { convexCatalog } from '../generated/catalog-convex.js';
import { generalizedLinearCatalog } from '../generated/catalog-generalized-linear.js';
import { linearCatalog } from '../generated/catalog-linear.js';
import { multiArmedCatalog as catalog } from '../generated/catalog-multi-armed.js';
import { draws, losses, menuOnly, oneLevel, ordered } from '../generated/worlds.js';
import { invalid } from './fields.js';
import { limits } from './limits.js';
import { armsOf, supportOf } from './spec-environment.js';
import { mustBe, readPolicy, rowOf, takes, typeOf, withStandards } from './spec-family.js';
import { deliveryWithDefaults, menuOf } from './spec-population.js';
import type {
  MultiArmedEnvironment,
  MultiArmedPolicySpec,
  PolicySpec,
  RunSpec,
} from './spec-types.js';

/** The parameters that the rules below ask about. */
interface Known {
  readonly type: string;
  readonly rewards?: RewardTransform;
  readonly epsilonMin?: number;
  readonly levelAwareFrom?: number;
  readonly posterior?: string;
}

/** Without `levels`, which the run sets, and `neutral`: simulated visitors answer every decision. */
const rows = { catalog, notHere: ['levels', 'neutral'] };

/** Whether the policy has visitors with levels. */
export const isLocal = ({ type }: PolicySpec) => rowOf(rows, type)?.trustModel === 'local';

export function readArmsPolicy(value: unknown, path: string, arms: number): PolicySpec {
  const type = typeOf(value, path);
  const world = worldOf(type);
  if (world !== null) throw invalid(`${path}.type`, `must not be ${type} outside a ${world} world`);
  const policy = readPolicy(value, path, rows) as MultiArmedPolicySpec;
  mustBe(policy.arms, `${path}.arms`, arms, 'number of arms');
  return policy;
}

export function policyWithDefaults(run: RunSpec, arms: number): PolicySpec {
  const menu = menuOf(run);
  return withStandards(run.policy, rows, {
    arms,
    epsilonMin: menu?.[0],
    posterior: menu?.length === 1 ? 'beta' : 'normal',
  });
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
  if (menu?.length !== 1 && oneLevel.includes(policy.type)) {
    throw invalid(`${path}.population`, `must be of one level for ${policy.type}`);
  }
  if (menu === null && takes(rows, policy.type, 'epsilonMin') && policy.epsilonMin === undefined) {
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

/** Learners of losses, and those that watch for changes, keep all epochs whose reports may still arrive. */
function checkDelay(policy: Known, run: RunSpec, path: string, arms: number): void {
  const { epoch, delay } = deliveryWithDefaults(run.delivery);
  if (!losses.includes(policy.type) && !ordered.includes(policy.type)) return;
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

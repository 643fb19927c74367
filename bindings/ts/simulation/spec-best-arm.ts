// Runs of multi-armed worlds that look for the best arm and stop, or reduce to a learner of bounded
// losses. The worlds are those of every multi-armed run.
import { bestArmCatalog } from '../generated/catalog-best-arm.js';
import { reductionCatalog } from '../generated/catalog-reduction.js';
import { invalid } from './fields.js';
import { limits } from './limits.js';
import { armsOf } from './spec-environment.js';
import {
  oneLevelParameters,
  oneLevelPolicyWithDefaults,
  type RunFields,
  readOneLevelRun,
} from './spec-one-level.js';
import { checkRewards } from './spec-policy.js';
import { deliveryWithDefaults } from './spec-population.js';
import type {
  BestArmPolicySpec,
  MultiArmedEnvironment,
  PolicySpec,
  ReductionPolicySpec,
  RunSpec,
} from './spec-types.js';

const catalog = [...bestArmCatalog, ...reductionCatalog];
const kNotHere: readonly string[] = ['neutral', 'forgedShare'];

type OneLevelPolicySpec = BestArmPolicySpec | ReductionPolicySpec;

/** Whether this is a run of those here: the others are read by spec-policy.ts. */
export function isOneLevel(policy: unknown): boolean {
  const { type } = Object(policy) as { readonly type?: unknown };
  return catalog.some(({ id }) => id === type);
}

/** Whether replicates stop with an answer. */
export function stops({ type }: PolicySpec): boolean {
  return bestArmCatalog.some(({ id }) => id === type);
}

export function readArmsRun(
  label: string,
  fields: RunFields,
  path: string,
  environment: MultiArmedEnvironment,
): RunSpec {
  const read = readOneLevelRun(fields, path, { catalog, notHere: kNotHere });
  const policy = read.policy as OneLevelPolicySpec;
  const arms = armsOf(environment);
  if (policy.arms !== undefined && policy.arms !== arms) {
    throw invalid(
      `${path}.policy.arms`,
      `must be absent or ${arms}, the number of arms of the environment`,
    );
  }
  if (arms > limits.arms) {
    throw invalid('environment', `must have at most ${limits.arms} arms for ${policy.type}`);
  }
  checkRewards({ rewards: { type: 'unit' }, ...policy }, path, environment);
  const { epoch } = deliveryWithDefaults(read.delivery);
  if (epoch > limits.epochRounds) {
    throw invalid(`${path}.delivery.epoch`, `must be at most ${limits.epochRounds}`);
  }
  return { label, ...read, policy };
}

/** With every default written out. Takes a policy that was read. */
export function armsPolicyWithDefaults(
  policy: PolicySpec,
  arms: number,
  horizon: number,
): PolicySpec {
  const entry = catalog.find(({ id }) => id === policy.type);
  if (entry === undefined) return policy;
  return oneLevelPolicyWithDefaults(policy, oneLevelParameters(entry, kNotHere), {
    arms,
    maximumPulls: horizon,
  }) as OneLevelPolicySpec;
}

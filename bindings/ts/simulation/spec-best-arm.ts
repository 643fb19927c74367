// Runs of multi-armed worlds that look for the best arm and stop, or reduce to a learner of bounded
// losses. The worlds are those of every multi-armed run.
import { bestArmCatalog } from '../generated/catalog-best-arm.js';
import { reductionCatalog } from '../generated/catalog-reduction.js';
import { invalid } from './fields.js';
import { limits } from './limits.js';
import { changesBest } from './spec-changes.js';
import { armsOf } from './spec-environment.js';
import {
  mustBe,
  type RunFields,
  readScalarRun,
  rowOf,
  withScalarStandards,
} from './spec-family.js';
import { checkRewards } from './spec-policy.js';
import { deliveryWithDefaults, readPopulation } from './spec-population.js';
import type {
  BestArmPolicySpec,
  MultiArmedEnvironment,
  PolicySpec,
  ReductionPolicySpec,
  RunSpec,
} from './spec-types.js';

const rows = {
  catalog: [...bestArmCatalog, ...reductionCatalog],
  notHere: ['neutral', 'forgedShare', 'control', 'levels'],
};

/** Whether this is a run of those here: the others are read by spec-policy.ts. */
export function isArmsRun(policy: unknown): boolean {
  const { type } = Object(policy) as { readonly type?: unknown };
  return rowOf(rows, type) !== undefined;
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
  const read = hasMenu(fields) ? readMenuRun(fields, path) : readScalarRun(fields, path, rows);
  const policy = read.policy as BestArmPolicySpec | ReductionPolicySpec;
  const arms = armsOf(environment);
  mustBe(policy.arms, `${path}.policy.arms`, arms, 'number of arms');
  if (arms > limits.arms) {
    throw invalid('environment', `must have at most ${limits.arms} arms for ${policy.type}`);
  }
  if (environment.type === 'bernoulli' && changesBest(environment) && stops(policy)) {
    throw invalid('environment', `must not change for ${policy.type}: it answers once`);
  }
  if (environment.type === 'own' && stops(policy)) {
    throw invalid(
      'environment',
      `must not be own for ${policy.type}: it answers once, and means may move`,
    );
  }
  checkRewards({ rewards: { type: 'unit' }, ...policy }, path, environment);
  const { epoch } = deliveryWithDefaults(read.delivery);
  if (epoch > limits.epochRounds) {
    throw invalid(`${path}.delivery.epoch`, `must be at most ${limits.epochRounds}`);
  }
  return { label, ...read };
}

/** Of all that are here, the duel alone takes visitors of several levels. */
const hasMenu = ({ policy, population }: RunFields): boolean =>
  population !== undefined && Object(policy).type === 'ldp-duel';

function readMenuRun(fields: RunFields, path: string): Omit<RunSpec, 'label'> {
  const { population: given, ...others } = fields;
  if (fields.epsilon !== undefined)
    throw invalid(`${path}.epsilon`, 'must be absent where there is a population');
  const population = readPopulation(given, `${path}.population`);
  if (!('levels' in population) || population.levels[0] === 0)
    throw invalid(
      `${path}.population`,
      'must be a menu of levels above 0: every round is a report',
    );
  const dearest = population.levels.at(-1);
  const { policy, delivery } = readScalarRun({ ...others, epsilon: dearest }, path, rows);
  return { policy, population, ...(delivery !== undefined && { delivery }) };
}

/** With every default written out. Takes a policy that was read. */
export function armsPolicyWithDefaults(
  policy: PolicySpec,
  arms: number,
  maximumPulls: number,
): PolicySpec {
  return withScalarStandards(policy, rows, { arms, maximumPulls });
}

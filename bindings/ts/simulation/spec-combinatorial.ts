// The runs of a combinatorial world: who learns, from what. All visitors share one epsilon; delivery supports `epoch`
// only.
import { combinatorialCatalog as catalog } from '../generated/catalog-combinatorial.js';
import { setArms } from '../internal/decision-set.js';
import { defaultPosterior } from '../internal/validate-combinatorial.js';
import { invalid } from './fields.js';
import {
  isPrivate,
  type RunFields,
  readLevelAndEpoch,
  readPolicyOrUniform,
  withStandards,
} from './spec-family.js';
import { deliveryWithDefaults } from './spec-population.js';
import type { CombinatorialEnvironment, PolicySpec, RunSpec } from './spec-types.js';

/** Set by the environment, or of pages only. */
const rows = { catalog, notHere: ['set', 'levels', 'rewards', 'neutral'] };

export function readCombinatorialRun(
  label: string,
  fields: RunFields,
  path: string,
  { set }: CombinatorialEnvironment,
): RunSpec {
  const at = `${path}.policy`;
  const policy = readPolicyOrUniform(fields.policy, at, rows, { arms: setArms(set), of: 'set' });
  checkParameters(policy, at);
  const how = { where: 'in a combinatorial world', isGaussian: false };
  const shared = readLevelAndEpoch(policy, fields, path, rows, how);
  if (deliveryWithDefaults(shared.delivery).epoch > 1 && !isPrivate(rows, policy)) {
    throw invalid(
      `${path}.delivery.epoch`,
      `must be absent: ${policy.type} has no reports to wait for`,
    );
  }
  return { label, policy, ...shared };
}

/** With every default written out. Takes a policy that was read. */
export function combinatorialPolicyWithDefaults(
  policy: PolicySpec,
  { set }: CombinatorialEnvironment,
): PolicySpec {
  if (policy.type === 'uniform') return { type: 'uniform', arms: setArms(set) };
  // One level: all visitors share an epsilon. Normal is what the core takes without a word.
  const isBeta = defaultPosterior(policy.type, set, [1]) === 'beta';
  return withStandards(policy, rows, isBeta ? { posterior: 'beta' } : {});
}

/** Refuses what goes together with nothing. */
function checkParameters(policy: PolicySpec, path: string): void {
  if (policy.type === 'cucb-ldp2' && policy.width === 'bernstein' && policy.horizon !== undefined) {
    throw invalid(`${path}.horizon`, 'must be absent: only the published width needs it');
  }
  const isLeast = policy.type === 'cucb-dp' && policy.coordinate === 'least-reported';
  if (isLeast && policy.noise === 'published') {
    throw invalid(`${path}.coordinate`, 'must be all: the published form adds every outcome');
  }
}

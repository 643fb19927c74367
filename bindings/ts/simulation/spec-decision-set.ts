// The part of a spec that says what a combinatorial world is: its decision set and the means of the
// arms.
import { type DecisionSet, requireDecisionSet, setArms } from '../internal/decision-set.js';
import { asSpec, integer, invalid, list, number, record } from './fields.js';
import type { CombinatorialEnvironment } from './spec-types.js';

export function readCombinatorialEnvironment(value: unknown): CombinatorialEnvironment {
  const given = record(value, 'environment', ['type', 'set', 'means', 'together']);
  const set = readSet(given.set);
  const arms = setArms(set);
  const means = list(given.means, 'environment.means', arms, arms, (mean, path) =>
    number(mean, path, 0, 1),
  );
  const read = { type: 'combinatorial', set, means } as const;
  if (given.together === undefined) return read;
  const together = list(given.together, 'environment.together', arms, arms, (group, path) =>
    integer(group, path, 0, arms - 1),
  );
  return { ...read, together };
}

function readSet(value: unknown): DecisionSet {
  const set = asSpec(() => requireDecisionSet('environment.set', value));
  if (set.type !== 'custom') return set;
  throw invalid('environment.set.type', 'must not be custom: its oracle is the collector’s own');
}

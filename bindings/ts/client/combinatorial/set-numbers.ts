// A decision set as the numbers that bindings/decision_set.hpp reads.
import type { FlatDecisionSet } from '../../internal/decision-set.js';

export function setNumbers(set: FlatDecisionSet): readonly ArrayLike<number>[] {
  const { kind, reward, arms, choose, nodes, right, source, target, alpha, beta } = set;
  const lists = [set.group, set.most, set.from, set.to, set.ends, set.members];
  return [
    [kind, reward, arms, choose, nodes, right, source, target, alpha, beta],
    lists.map(({ length }) => length),
    ...lists,
  ];
}

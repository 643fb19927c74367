// The instances of Ren et al. 2020, section 5, with the numbers of ../world.hpp.
const kGroups = [
  { mean: 0.9, count: 1, law: { law: 'bernoulli', mean: 0.9 } },
  { mean: 0.8, count: 5, law: { law: 'beta', alpha: 4 } },
  { mean: 0.7, count: 5, law: { law: 'two-point', low: 0.4, high: 1 } },
  { mean: 0.6, count: 5, law: { law: 'bernoulli', mean: 0.6 } },
  { mean: 0.5, count: 4, law: { law: 'uniform', low: 0, high: 1 } },
];

export const means = kGroups.flatMap(({ mean, count }) => Array(count).fill(mean));
export const bernoulli = { type: 'bernoulli', means };
export const mixed = {
  type: 'mixed',
  arms: kGroups.flatMap(({ law, count }) => Array(count).fill(law)),
};

/** UCB1 and the two published private algorithms, by their names on the command line of ldp_bench. */
export const runs = {
  ucb1: { label: 'UCB1', policy: { type: 'ucb1' } },
  b: { label: 'HeLDP-UCB-B', policy: { type: 'he-ldp-ucb-bernoulli' }, epsilon: 2 },
  l: { label: 'HeLDP-UCB-L', policy: { type: 'he-ldp-ucb-laplace' }, epsilon: 2 },
};

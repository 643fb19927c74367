// What came out, in plain words. Every sentence rests on claims of the figures; the numbers are in
// docs/figures/chen2020.md.

export const findings: readonly string[] = [
  'Confirmed: sharing ε among the K arms of a report costs a factor of K². Where only the worst part counts, twice the K has 3.4 times the regret with LDP1 and 1.8 times with LDP2, which has twice the arms to learn; on the route LDP1 has 4.8 times the regret of LDP2.',
  'One bit in place of a noisy number: LDP2-B has 0.09 to 0.13 times the regret of LDP2 as published, LDP2-T 0.01 to 0.06, in all eight worlds.',
  'For sums, an index for each arm costs K² and one for the whole set costs K: from K = 2 to 16 the regret of LDP2-B grows 54 times, that of LDP2-E 8 times and that of Thompson sampling 9 times. The authors conjecture that K² is the truth; these runs speak against it.',
  'CUCB-DP as printed learns nothing in a million rounds. A radius that fits the noise has 0.05 to 0.17 times its regret, batches that grow in place of the tree 0.11 to 0.15 times that again.',
  'CUCB, the paper’s learner without privacy, is a loose comparator: on sums and routes it loses 5 to 13 times as much as Thompson sampling on raw outcomes, beside which one bit at ε = 1 costs 6 to 17 times (the figure “slates” of the second generation).',
  'Not as expected: Thompson sampling is not below CUCB on influence; and a trusted server that releases all outcomes is not always comparable to one bit from every device, but up to 2.4 times worse.',
];

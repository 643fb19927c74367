// Said by hand below the claims of a figure: where one does not hold, why.
export const remarks = {
  ren2020: {},
  'online-ldp-linear': {
    '1a': [
      'Where the default learner is not below LDP-LinUCB, in either world: a δ of 0.1 is what that lives on. At ε = 0.2 its Gaussian noise has 2.3 times the sensitivity as its standard deviation, and would have 19.0 times with a δ of one in a million; the default learner has no δ. At δ = 0 the table has LDP-LinUCB with ball noise, which is about as good as chance.',
    ],
    '1c': [
      'Where the default learner is not clearly below Online LDP LinUCB, with fixed arms: at ε = 10 there is little noise left to save, a δ of 0.1 halves what is left for the other, and Maler is told the horizon. The default learner goes on exploring uniformly, which never excludes one of a hundred arms that it has seen to be bad.',
    ],
  },
  chen2020: {
    F2: [
      'topk and mst: the independent program, with its own seeds, has 0.065 ± 0.004 and 0.060 for LDP2-T and 8.8 ± 0.35 for LDP1 on mst. The bands came from fewer trials and end a little too early. LDP1 has lost a fifth of what random play loses there, and is far from done: its multiple of LDP2 says more of the horizon than of the algorithm.',
      'pmc: the same program has 0.271 for LDP2-s and 0.0128 for LDP2-T, just outside the bands too. Of the order, and of the 0.15 that one bit may cost at most, nothing changes.',
    ],
    F3: [
      'DP as printed: its radius is above 1 until an arm has some hundred thousand observations, so all indices are 1 and public coins decide what is played. It goes from one super arm to the next when the radius of an arm falls below 1. So its regret is made of long straight pieces of different slopes, which differ from trial to trial, and the second half of the rounds may cost more or less than the first. It learns nothing in a million rounds; in that sense it is linear.',
      'DPi over DPt on topk and mst: the independent program has 0.467 ± 0.015 on topk. The tree about one arm saves a little more than was expected.',
      'DPb against LDP2-B on topk and mst, where gaps are small and one arm of a slate says little of the others: releasing all K outcomes takes noise for all K. DPbi, which releases one, is within a factor of 1.2 of LDP2-B there. A trusted server with DPb is worse than one bit from every device, by a factor of 2.4.',
      'DPb over DPt on match: 0.114 ± 0.001 beside a band that begins at 0.115.',
      'bneck: DPbi and DPb have the same regret there, within a standard error.',
    ],
    F5: [
      'LDP2-T against CUCB: the independent program has 1,460 and 616, so the order that was expected is wrong. Without the refresh every 20 rounds the order is the same (about 1,000 against 1,190 with it and 496 of CUCB, after 4,000 rounds). CUCB sees ten edges in a round, LDP2-T one bit about one of them.',
    ],
    F8: [
      'LDP-R-B from K = 2 to 4 and LDP2-T from 8 to 16: bands that are narrower than what 20 trials tell; the intervals reach well into them.',
      'LDP2-T at K = 16: the independent program has 28, too.',
    ],
  },
  zheng2020: {
    noise: [
      'The exponents of one and two points with strong convexity are below their limits: with little noise part of the regret has nothing to do with it, and the logarithms of the bounds are the same at every ε.',
    ],
    'best-arm-errors': [
      'Sequential halving: with 100 reports for three arms two of them often have the same mean, and the error depends on who then stays. Another small program, 300,000 runs each: 0.076 if the best arm stays, 0.104 if a coin decides, 0.135 if the best arm goes. Here the arms stand in an order that is drawn in each run, so it is 0.104; the program of the band listed the best arm first. Its stated 5 % is not for this rule: it has a budget, and a bound that at this size says nothing.',
    ],
    G1: [
      'Algorithm 3 and T^0.75: its ridge is larger than all that it has seen for the first 1.3e8 rounds at ε = 1, and for 1.3e6 at ε = 10. Up to there it plays nearly at random, and its regret grows like T. The order that is proven is one of rounds that nobody reaches here.',
      'Newton with ball reports at ε = 10: from an ε of about 3.3 a report is the mean of several random directions that share ε, which has less noise than the one direction of the independent program (1.21 against 2.06 for a number of a report), and so about half of the regret. At ε = 5 it is within the band.',
    ],
    'G1-long': [
      'Newton and gradient descent with ball reports: 8 trials, of which one or two with a bad first direction make half of the mean; so the band, from 8 trials of another program, is itself too narrow. The 24 trials of G1 at the same ε agree with that program.',
    ],
    stress: [
      'Optimism and steadiness of Newton: at ε = 1 and 5 the standard errors of the greedy and the optimistic learner are alike (at ε = 2, where 24 trials gave 279 and 175, they are not). Of 24 trials a standard error is known to within a seventh, and a trial in which the greedy one never leaves a wrong arm is rare. For GLOC the difference is plain at both.',
    ],
  },
};

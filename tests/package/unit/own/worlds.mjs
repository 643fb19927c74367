// Worlds of one's own, and a learner of any report.

export const worlds = {
  /** The same as a world of type `bernoulli`. */
  still: { create: ({ parameters }) => ({ means: parameters.means }) },

  /** The same as a world of type `bernoulli` with one change, half-way. */
  swapped: {
    create: ({ horizon, parameters }) => ({
      means(round, means) {
        means.set((round - 1) / horizon < 0.5 ? parameters.means : parameters.later);
      },
    }),
  },

  /** Uniform rewards, as of a mixed world: one uniform number a round for all arms. */
  uniform: {
    create: ({ parameters: { low, high } }) => ({
      means: low.map((end, arm) => (end + high[arm]) / 2),
      rewards(_round, rewards, random) {
        const u = random.uniform();
        for (const [arm, end] of low.entries()) rewards[arm] = end + (high[arm] - end) * u;
      },
    }),
  },

  /** Means that wander, each trial on a path of its own. */
  wandering: {
    version: '2',
    create({ arms, random, parameters: { step } }) {
      const now = Float64Array.from({ length: arms }, () => random.uniform());
      return {
        means(_round, means) {
          for (let arm = 0; arm < arms; arm += 1) {
            now[arm] = Math.min(1, Math.max(0, now[arm] + step * random.normal()));
          }
          means.set(now);
        },
      };
    },
  },
};

/** Plays each arm in turn, then mostly the one of the largest mean of unbiased reports. */
export const followTheMean = {
  create({ arms, random, levels, unbiased }) {
    if (levels.some((level) => !(level > 0))) throw new Error('a level that is not above 0');
    const count = new Float64Array(arms);
    const total = new Float64Array(arms);
    return {
      choose(round) {
        if (round <= arms) return round - 1;
        if (random.uniform() < 0.1) return random.below(arms);
        let best = 0;
        for (let arm = 1; arm < arms; arm += 1) {
          if (total[arm] / count[arm] > total[best] / count[best]) best = arm;
        }
        return best;
      },
      learn(arm, report, level) {
        count[arm] += 1;
        total[arm] += unbiased(report, level);
      },
    };
  },
};

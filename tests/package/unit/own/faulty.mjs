// Own code with one fault each, in trial 1 and round 40.
const isFaulty = (trial, round) => trial === 1 && round === 40;

const rewardOf = (wrong) => ({
  create: ({ arms, trial }) => ({
    means: new Float64Array(arms).fill(0.5),
    rewards(round, rewards) {
      rewards.fill(0.5);
      if (isFaulty(trial, round)) rewards[1] = wrong;
    },
  }),
});

const armOf = (wrong) => ({
  create: ({ trial }) => ({
    choose: (round) => (isFaulty(trial, round) ? wrong : 0),
    learn() {},
  }),
});

export const environments = {
  'reward NaN': rewardOf(Number.NaN),
  'reward 1.5': rewardOf(1.5),
  'mean -0.1': {
    create: ({ trial }) => ({
      means(round, means) {
        means.fill(isFaulty(trial, round) ? -0.1 : 0.5);
      },
    }),
  },
  'a mean left out': {
    create: ({ trial }) => ({
      means(round, means) {
        means[0] = 0.5;
        if (!isFaulty(trial, round)) means[1] = 0.5;
      },
    }),
  },
  'too few means': { create: () => ({ means: [0.5] }) },
  'no means': { create: () => ({}) },
  'world throws': {
    create: ({ trial }) => ({
      means(round, means) {
        if (isFaulty(trial, round)) throw new TypeError('no tide today');
        means.fill(0.5);
      },
    }),
  },
  still: { version: '1', create: ({ arms }) => ({ means: new Float64Array(arms).fill(0.5) }) },
};

export const policies = {
  'arm 2': armOf(2),
  'arm 0.5': armOf(0.5),
  'arm -1': armOf(-1),
  'arm undefined': armOf(undefined),
  'arm as text': armOf('0'),
  'choose throws': {
    create: ({ trial }) => ({
      choose(round) {
        if (isFaulty(trial, round)) throw new Error('no idea');
        return 0;
      },
      learn() {},
    }),
  },
  'learn throws': {
    create: ({ trial }) => {
      let round = 0;
      return {
        choose(now) {
          round = now;
          return 0;
        },
        learn() {
          if (isFaulty(trial, round)) throw 'text';
        },
      };
    },
  },
  'learn is late': {
    create: ({ trial }) => {
      let round = 0;
      return {
        choose(now) {
          round = now;
          return 0;
        },
        learn: () => (isFaulty(trial, round) ? Promise.reject(new Error('late')) : undefined),
      };
    },
  },
  'below 0': {
    create: ({ trial, random }) => ({
      choose: (round) => (isFaulty(trial, round) ? random.below(0) : 0),
      learn() {},
    }),
  },
  'no learn': { create: () => ({ choose: () => 0 }) },
  'create throws': {
    create() {
      throw new Error('out of ideas');
    },
  },
  fine: { create: () => ({ choose: (round) => round % 2, learn() {} }) },
  slow: {
    create: () => ({
      choose() {
        const end = performance.now() + 0.2;
        while (performance.now() < end);
        return 0;
      },
      learn() {},
    }),
  },
};

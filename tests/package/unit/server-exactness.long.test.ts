// Whatever happens between collectors that share a store, what they publish is what one learner makes
// of the accepted reports, bit for bit.
import type { CollectorOptions } from 'ldp-bandits/server';
import { describe, expect } from 'vitest';
import { learnAtOnce, testSchedules } from './server-schedules.js';

const levels = [0.5, 1, 3];
const perReport = { epsilon: 3 };
const EXPERIMENTS = {
  bits: { algorithm: { type: 'weighted-ldp-ucb', arms: 4, levels }, perReport },
  integers: {
    algorithm: { type: 'he-ldp-ucb-laplace', arms: 4, levels, epsilonMin: 1 },
    perReport,
  },
  gaussian: { algorithm: { type: 'ldp-gaussian-ucb', arms: 4, levels }, perReport },
  divergence: { algorithm: { type: 'ldp-kl-ucb', arms: 4, levels }, perReport },
  posterior: {
    algorithm: { type: 'ldp-thompson', arms: 4, levels, levelAwareFrom: 1 },
    perReport,
  },
  distribution: {
    algorithm: { type: 'weighted-ldp-ucb-laplace', arms: 4, levels },
    perReport,
    serve: 'distribution',
  },
} as const satisfies CollectorOptions['experiments'];
const NAMES = Object.keys(EXPERIMENTS) as (keyof typeof EXPERIMENTS)[];
/** Integers that a device of any of these levels can send are at most so large: see report_range.cpp. */
const LARGEST: Readonly<Record<string, number>> = {
  integers: 15_360,
  gaussian: 2 ** 29,
  distribution: 15_360,
};
/** HeLDP-UCB-L makes all devices play its first arm at first. */
const TAKERS = { integers: { algorithm: EXPERIMENTS.distribution.algorithm, perReport } };

describe.each(NAMES)('an experiment of %s', (name) => {
  const largest = LARGEST[name];
  const payload = (value: number) =>
    largest ? `"noisy":${value % (largest + 1)}` : `"bit":${value & 1}`;
  const schedule = {
    experiments: { [name]: EXPERIMENTS[name] },
    name,
    levels: 3,
    isLow: (level: number) => name === 'posterior' && (levels[level] as number) < 1,
    payload,
    ...(name === 'integers' ? { takers: TAKERS } : {}),
  };

  testSchedules(
    'what one learner makes of the accepted reports',
    schedule,
    async ({ published, accepted }) => {
      // A distribution is that of an epoch, and the epochs of the two need not be equally long.
      const { snapshot: _, weights, ...once } = await learnAtOnce(schedule, accepted.reverse());
      expect(published).toMatchObject(once);
      if (name !== 'distribution') expect(published.weights).toEqual(weights);
    },
    15,
  );
});

// Whatever happens between collectors that share a store, what they publish is what one learner makes
// of the accepted reports, bit for bit.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { type CollectorOptions, memoryStore } from 'ldp-bandits/server';
import { indexedDbStore } from 'ldp-bandits/server/service-worker';
import { describe, expect, test } from 'vitest';
import { follow, learnAtOnce, step } from './server-schedules.js';

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
const NOISY: readonly string[] = ['integers', 'gaussian', 'distribution'];

describe.each(NAMES)('an experiment of %s', (name) => {
  const payload = (value: number) =>
    NOISY.includes(name) ? `"noisy":${value}` : `"bit":${value & 1}`;
  const schedule = { experiments: { [name]: EXPERIMENTS[name] }, name, levels: 3, payload };

  test.each([
    ['memoryStore', 40, () => memoryStore()],
    ['indexedDbStore', 15, () => indexedDbStore(crypto.randomUUID())],
  ] as const)(
    'over one %s: any schedule of three collectors publishes what one learner makes of the accepted reports',
    async (_store, numRuns, createStore) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          await using store = createStore();
          const { published, accepted, counted } = await follow(schedule, steps, store);
          expect(counted).toBe(accepted.length);
          // A distribution is that of an epoch, and the epochs of the two need not be equally long.
          const { snapshot: _, weights, ...once } = await learnAtOnce(schedule, accepted.reverse());
          expect(published).toMatchObject(once);
          if (name !== 'distribution') expect(published.weights).toEqual(weights);
        }),
        { numRuns },
      );
    },
    120_000,
  );
});

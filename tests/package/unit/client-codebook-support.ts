// A collector of one experiment with codebook reports, a page on it, and numbers to play with.
import { type AlgorithmSpec, createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/contexts';
import { type Collector, createCollector, memoryStore } from 'ldp-bandits/server';
import { patient } from './client-support.js';
import { atOnce, ORIGIN } from './server-support.js';

type Type = 'ldp-linear-moments' | 'ldp-linucb' | 'ldp-glm-newton';

/** Of the experiment `shop`. */
export const collectorOf = (
  algorithm: AlgorithmSpec<Type>,
  epsilon: number,
  store = memoryStore(),
): Promise<Collector> =>
  createCollector({
    experiments: atOnce({ shop: { algorithm, perReport: { epsilon } } }),
    store,
    maxReportsPerBody: 10_000,
    publishEvery: { ms: 0 },
  });

export const open = <T extends Type>(
  { fetch }: Pick<Collector, 'fetch'>,
  algorithm: AlgorithmSpec<T>,
  epsilon: number,
) =>
  createBandit<T>({
    endpoint: ORIGIN,
    experiment: 'shop',
    algorithm,
    privacy: { epsilon, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    ...patient(),
    maxDelayMs: 0,
    fetch,
  });

/** Numbers in [0, 1), the same for a seed. */
export function uniformOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

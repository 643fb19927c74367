// Experiments of a collector that come, change, begin anew and go, and a store that can be held up.
import {
  type AggregateStore,
  type Collector,
  type CollectorOptions,
  type ExperimentOptions,
  LdpError,
} from 'ldp-bandits/server';
import { AT_ONCE, collectorOver } from './server-support.js';

export const POSTERS: ExperimentOptions = {
  algorithm: { type: 'weighted-ldp-ucb', arms: 3 },
  perReport: { epsilon: 1 },
  timing: AT_ONCE,
};

export const openCollector = (options: Partial<CollectorOptions> = {}) =>
  collectorOver({ experiments: { demo: POSTERS }, publishEvery: { ms: 0 }, ...options });

export async function statusOf(collector: Collector, request: Request): Promise<number> {
  return (await collector.fetch(request)).status;
}

export async function refusalOf(work: Promise<unknown>): Promise<LdpError> {
  const error = await work.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
  if (!LdpError.is(error)) throw new Error(`not refused: ${error}`);
  return error;
}

/** A store whose `nth` call of this method waits, once it is reached, until it is told to go on; `done` when it ends. */
export function held(
  store: AggregateStore,
  method: 'commit' | 'head' | 'publish' | 'read',
  nth = 1,
) {
  let go = () => {};
  let reach = () => {};
  let end = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  let left = 0;
  const holding = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        if (left > 0 && name === method && --left === 0) {
          reach();
          await gate;
          return Promise.resolve(value.apply(target, given)).finally(end);
        }
        return value.apply(target, given);
      };
    },
  });
  const arm = () => {
    left = nth;
  };
  return { store: holding, arm, reached, go, done };
}

/** One experiment of every family. */
export const FAMILIES: Record<string, ExperimentOptions> = {
  exp3: { ...POSTERS, algorithm: { type: 'ldp-exp3', arms: 3 } },
  best: { ...POSTERS, algorithm: { type: 'ldp-kl-lucb', arms: 3 } },
  reduction: {
    ...POSTERS,
    algorithm: { type: 'one-point-reduction', arms: 3 } as never,
    learner: () => [1, 1, 1],
  },
  slates: {
    ...POSTERS,
    algorithm: {
      type: 'cucb-ldp2',
      set: { type: 'top-k', arms: 4, choose: 2, reward: 'sum' },
    } as never,
  },
  linear: { ...POSTERS, algorithm: { type: 'ldp-linucb', dimension: 2 } as never },
  convex: {
    ...POSTERS,
    algorithm: {
      type: 'ldp-one-point',
      set: { type: 'ball', center: [0, 0], radius: 1 },
      lipschitz: 1,
    } as never,
  },
};

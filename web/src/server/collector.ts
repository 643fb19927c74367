/** The demo's collector: seven experiments, kept in IndexedDB, begun where the build's crowd left off. */
import { type Collector, createCollector, memoryStore } from 'ldp-bandits/server';
import { indexedDbStore } from 'ldp-bandits/server/service-worker';
import warmStates from '../../generated/warm-states.json';
import { experiments, PUBLISH_EVERY, RETENTION } from '../shared/experiment.js';

/** @param durable false where there is no IndexedDB: sums then end with the page */
export async function createDemoCollector(durable = true): Promise<Collector> {
  const states: Readonly<Record<string, string>> = warmStates;
  return createCollector({
    experiments: experiments(),
    store: durable ? indexedDbStore() : memoryStore(),
    publishEvery: PUBLISH_EVERY,
    retention: RETENTION,
    initialState: (experiment) => {
      const state = states[experiment];
      return state === undefined ? null : Uint8Array.from(atob(state), (c) => c.charCodeAt(0));
    },
  });
}

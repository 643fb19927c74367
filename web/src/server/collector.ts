/** The demo's collector: the experiments of all pages, kept in IndexedDB, begun where the build's crowds left off. */
import { type Collector, createCollector, memoryStore } from 'ldp-bandits/server';
import { indexedDbStore } from 'ldp-bandits/server/service-worker';
import abStates from '../../generated/ab-states.json';
import personalStates from '../../generated/personal-states.json';
import slateStates from '../../generated/slate-states.json';
import tuneStates from '../../generated/tune-states.json';
import warmStates from '../../generated/warm-states.json';
import { AB } from '../demos/ab/shared/experiment.js';
import { PERSONAL } from '../demos/personal/shared/experiment.js';
import { SLATE } from '../demos/several/shared/experiment.js';
import { TUNE } from '../demos/sliders/shared/experiment.js';
import {
  POSTER,
  PUBLISH_EVERY,
  REPORTS_PER_BODY,
  RETENTION,
  TIMING,
  timed,
} from '../shared/experiment.js';
import { obeyOperator } from './operator.js';

/** @param durable false where there is no IndexedDB: sums then end with the page */
export async function createDemoCollector(durable = true): Promise<Collector> {
  const states: Readonly<Record<string, string>> = {
    ...warmStates,
    ...personalStates,
    ...slateStates,
    ...abStates,
    ...tuneStates,
  };
  const tables = {
    ...POSTER.table(),
    ...PERSONAL.table(),
    ...SLATE.table(),
    ...AB.table(),
    ...TUNE.table(),
  };
  const collector = await createCollector({
    experiments: timed(tables, TIMING),
    store: durable ? indexedDbStore() : memoryStore(),
    publishEvery: PUBLISH_EVERY,
    retention: RETENTION,
    maxReportsPerBody: REPORTS_PER_BODY,
    lookEveryMs: 0, // the page may delete the database at any moment
    initialState: (experiment) => {
      const state = states[experiment];
      return state === undefined ? null : Uint8Array.from(atob(state), (c) => c.charCodeAt(0));
    },
  });
  obeyOperator(collector);
  return collector;
}

/**
 * Runs the crowds of the tuning page through its collector at build time, and keeps what the collector learnt:
 * the page starts with the real path of the point.
 */
import type { Collector } from 'ldp-bandits/server';
import { createBandit, memoryLedger } from 'ldp-bandits/url';
import { thin } from '../src/chart/series.js';
import type { PastItem } from '../src/server/past.js';
import { PUBLISH_EVERY, type Stop } from '../src/shared/experiment.js';
import { choose } from '../src/tune/demo-knows/visit.js';
import {
  TUNE_ALGORITHM,
  TUNE_STOPS,
  tuneExperiments,
  tuneId,
} from '../src/tune/shared/experiment.js';
import type { TuneSnapshot } from '../src/tune/shared/snapshot.js';
import {
  crowdCollector,
  ENDPOINT,
  LONGEST_WINDOW_MS,
  newestSnapshot,
  savedState,
} from './crowd-collector.js';

const VISITORS = 2500;

export async function tuneStart() {
  const collector = await crowdCollector(tuneExperiments());
  const states: Record<string, string> = {};
  const snapshots: Record<string, unknown> = {};
  const paths: Record<string, readonly PastItem[]> = {};
  for (const stop of TUNE_STOPS) {
    const id = tuneId(stop);
    paths[id] = await runCrowd(stop, collector);
    snapshots[id] = await newestSnapshot<TuneSnapshot>(id, collector);
    states[id] = await savedState(id, collector);
  }
  await collector[Symbol.asyncDispose]();
  return { states, start: { snapshots, paths } };
}

/**
 * Every report has randomness of its own, so one client for all visitors draws what as many clients would.
 * Budgets play no part here.
 */
async function runCrowd(stop: Stop, collector: Collector): Promise<readonly PastItem[]> {
  const bandit = await createBandit({
    endpoint: ENDPOINT,
    experiment: tuneId(stop),
    algorithm: TUNE_ALGORITHM,
    privacy: { epsilon: stop, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    fetch: collector.fetch,
    responseWindowMs: LONGEST_WINDOW_MS,
    maxDelayMs: 0,
  });
  const past: PastItem[] = [];
  for (let done = 0; done < VISITORS; done += PUBLISH_EVERY.reports) {
    await bandit.refresh();
    await Promise.all(Array.from({ length: PUBLISH_EVERY.reports }, () => choose(bandit)));
    const { accepted } = await bandit.flush();
    if (accepted !== PUBLISH_EVERY.reports)
      throw new Error(`tune start: ${accepted} of ${PUBLISH_EVERY.reports} reports taken`);
    const { reports, point, answer } = await newestSnapshot<TuneSnapshot>(tuneId(stop), collector);
    past.push([reports, ...[...point, ...answer].map(short)]);
  }
  await bandit[Symbol.asyncDispose]();
  return thin(past, 60);
}

const short = (value: number) => Math.round(value * 1e4) / 1e4;

/**
 * Runs the contextual page's crowd through its collector at build time, and keeps what the collector learnt:
 * the page then shows what ten thousand reports really teach.
 */
import type { Collector } from 'ldp-bandits/server';
import { createBandit, memoryLedger } from 'ldp-bandits/url';
import { type Point, thin } from '../src/chart/series.js';
import { baselines } from '../src/personal/demo-knows/truth.js';
import { choose } from '../src/personal/demo-knows/visit.js';
import {
  PERSONAL_ALGORITHM,
  PERSONAL_STOPS,
  personalExperiments,
  personalId,
} from '../src/personal/shared/experiment.js';
import type { Stop } from '../src/shared/experiment.js';
import {
  crowdCollector,
  ENDPOINT,
  LONGEST_WINDOW_MS,
  newestSnapshot,
  savedState,
} from './crowd-collector.js';

const VISITORS = 10_000;
/** Visitors between two snapshots: a hundredth of those who came, so that early ones teach early. */
const epochOf = (done: number) => Math.max(25, Math.round(done / 100));

export async function personalStart() {
  // Published on each request: the loop says when an epoch ends.
  const collector = await crowdCollector(personalExperiments(), {
    reports: Number.MAX_SAFE_INTEGER,
    ms: 0,
  });
  const states: Record<string, string> = {};
  const snapshots: Record<string, unknown> = {};
  const regret: Record<string, readonly Point[]> = {};
  for (const stop of PERSONAL_STOPS) {
    const id = personalId(stop);
    regret[id] = await runCrowd(stop, collector);
    snapshots[id] = await newestSnapshot(id, collector);
    states[id] = await savedState(id, collector);
  }
  await collector[Symbol.asyncDispose]();
  return { states, start: { snapshots, regret, ...baselines() } };
}

/**
 * Every report has randomness of its own, so one client for ten thousand visitors draws what as many clients
 * would. Budgets play no part here.
 */
async function runCrowd(stop: Stop, collector: Collector): Promise<readonly Point[]> {
  const bandit = await createBandit({
    endpoint: ENDPOINT,
    experiment: personalId(stop),
    algorithm: PERSONAL_ALGORITHM,
    privacy: { epsilon: stop, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    fetch: collector.fetch,
    responseWindowMs: LONGEST_WINDOW_MS,
    maxDelayMs: 0,
  });
  const points: Point[] = [[0, 0]];
  let lost = 0;
  for (let done = 0; done < VISITORS; ) {
    await bandit.refresh();
    const epoch = Math.min(VISITORS - done, epochOf(done));
    const each = await Promise.all(Array.from({ length: epoch }, () => choose(bandit)));
    const { accepted } = await bandit.flush();
    if (accepted !== epoch)
      throw new Error(`personal start: ${accepted} of ${epoch} reports taken`);
    lost += each.reduce((sum, one) => sum + one, 0);
    done += epoch;
    points.push([done, Math.round(lost * 10) / 10]);
  }
  await bandit[Symbol.asyncDispose]();
  return thin(points, 40);
}

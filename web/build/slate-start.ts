/**
 * Runs the crowd of the page with slates through its collector at build time, and keeps what the collector
 * learnt: the page then shows what these bits really teach.
 */
import type { Collector } from 'ldp-bandits/server';
import { createSimulator } from 'ldp-bandits/simulation';
import { createBandit, memoryLedger } from 'ldp-bandits/url';
import { type Point, thin } from '../src/chart/series.js';
import { PUBLISH_EVERY, type Stop } from '../src/shared/experiment.js';
import { TRUTH } from '../src/slate/demo-knows/truth.js';
import { choose } from '../src/slate/demo-knows/visit.js';
import { SLATES } from '../src/slate/shared/cards.js';
import {
  SLATE_ALGORITHM,
  SLATE_STOPS,
  slateExperiments,
  slateId,
} from '../src/slate/shared/experiment.js';
import {
  crowdCollector,
  ENDPOINT,
  LONGEST_WINDOW_MS,
  newestSnapshot,
  savedState,
} from './crowd-collector.js';

const VISITORS = 4000;
const COMPARATOR = { horizon: 50_000, replicates: 40, points: 60 };

export async function slateStart() {
  const collector = await crowdCollector(slateExperiments());
  const states: Record<string, string> = {};
  const snapshots: Record<string, unknown> = {};
  const regret: Record<string, readonly Point[]> = {};
  for (const stop of SLATE_STOPS) {
    const id = slateId(stop);
    regret[id] = await runCrowd(stop, collector);
    snapshots[id] = await newestSnapshot(id, collector);
    states[id] = await savedState(id, collector);
  }
  await collector[Symbol.asyncDispose]();
  return { states, start: { snapshots, regret, nonPrivate: await comparator() } };
}

/**
 * Every report has randomness of its own, so one client for all visitors draws what as many clients would.
 * Budgets play no part here.
 */
async function runCrowd(stop: Stop, collector: Collector): Promise<readonly Point[]> {
  const bandit = await createBandit({
    endpoint: ENDPOINT,
    experiment: slateId(stop),
    algorithm: SLATE_ALGORITHM,
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
    const each = await Promise.all(
      Array.from({ length: PUBLISH_EVERY.reports }, () => choose(bandit)),
    );
    const { accepted } = await bandit.flush();
    if (accepted !== each.length)
      throw new Error(`slate start: ${accepted} of ${each.length} reports taken`);
    lost += each.reduce((sum, one) => sum + one, 0);
    done += each.length;
    points.push([done, Math.round(lost * 10) / 10]);
  }
  await bandit[Symbol.asyncDispose]();
  return thin(points, 40);
}

/** A learner that reads every answer in the clear, on the same truth: the library's own simulator. */
async function comparator(): Promise<readonly Point[]> {
  const simulator = await createSimulator();
  const { curves } = await simulator.run({
    version: 1,
    seed: 'slates',
    horizon: COMPARATOR.horizon,
    replicates: COMPARATOR.replicates,
    environment: { type: 'combinatorial', set: SLATES, means: TRUTH },
    runs: [{ label: 'cucb', policy: { type: 'cucb' } }],
    record: { points: COMPARATOR.points, scale: 'log' },
  }).result;
  await simulator[Symbol.asyncDispose]();
  const curve = curves[0];
  if (!curve) throw new Error('slate start: the simulator gave no curve');
  const points = Array.from(
    curve.t,
    (t, i): Point => [t, Math.round((curve.mean[i] ?? 0) * 10) / 10],
  );
  return [[0, 0], ...points];
}

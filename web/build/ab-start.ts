/**
 * Runs the crowds of the A/B test through its collector at build time, until the tests are nearly decided: so
 * the page starts with real numbers, close to the answer. Then plays many tests in the library's simulator, with
 * privacy and without, to see how long they take.
 */

import { predictedVisitors } from 'ldp-bandits/recommend';
import type { Collector } from 'ldp-bandits/server';
import { createSimulator } from 'ldp-bandits/simulation';
import { createBandit, memoryLedger } from 'ldp-bandits/url';
import type { Count, Counts } from '../src/ab/demo-knows/counts.js';
import { BEST, TRUTH } from '../src/ab/demo-knows/truth.js';
import { choose } from '../src/ab/demo-knows/visit.js';
import {
  AB_ALGORITHM,
  AB_STOPS,
  abExperiments,
  abId,
  ERROR_PROBABILITY,
} from '../src/ab/shared/experiment.js';
import type { TestSnapshot } from '../src/ab/shared/snapshot.js';
import { thin } from '../src/chart/series.js';
import type { PastItem } from '../src/server/past.js';
import { PUBLISH_EVERY, type Stop } from '../src/shared/experiment.js';
import {
  crowdCollector,
  ENDPOINT,
  LONGEST_WINDOW_MS,
  newestSnapshot,
  savedState,
} from './crowd-collector.js';

/** The crowd stops at this error probability or visitor count. */
const ENOUGH = 0.4;
const MOST_VISITORS = 8000;
const TESTS = 40;
/** A simulated test gets this multiple of the predicted visitors. */
const PATIENCE = 3;

export async function abStart() {
  const collector = await crowdCollector(abExperiments());
  const states: Record<string, string> = {};
  const snapshots: Record<string, unknown> = {};
  const errors: Record<string, readonly PastItem[]> = {};
  for (const stop of AB_STOPS) {
    const id = abId(stop);
    errors[id] = await runCrowd(stop, collector);
    snapshots[id] = await newestSnapshot<TestSnapshot>(id, collector);
    states[id] = await savedState(id, collector);
  }
  await collector[Symbol.asyncDispose]();
  return { states, counts: await counts(), start: { snapshots, errors } };
}

/**
 * Every report has randomness of its own, so one client for all visitors draws what as many clients would. Budgets
 * play no part here.
 *
 * @returns the error probability of stopping, by snapshot
 */
async function runCrowd(stop: Stop, collector: Collector): Promise<readonly PastItem[]> {
  const bandit = await createBandit({
    endpoint: ENDPOINT,
    experiment: abId(stop),
    algorithm: AB_ALGORITHM,
    privacy: { epsilon: stop, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    fetch: collector.fetch,
    responseWindowMs: LONGEST_WINDOW_MS,
    maxDelayMs: 0,
  });
  const past: PastItem[] = [];
  for (let done = 0; done < MOST_VISITORS; done += PUBLISH_EVERY.reports) {
    await bandit.refresh();
    await Promise.all(Array.from({ length: PUBLISH_EVERY.reports }, () => choose(bandit)));
    const { accepted } = await bandit.flush();
    if (accepted !== PUBLISH_EVERY.reports)
      throw new Error(`A/B start: ${accepted} of ${PUBLISH_EVERY.reports} reports taken`);
    const { reports, best } = await newestSnapshot<TestSnapshot>(abId(stop), collector);
    past.push([reports, best.error]);
    if (best.error <= ENOUGH) break;
  }
  await bandit[Symbol.asyncDispose]();
  return thin(past, 60);
}

/** Many tests of the same true shares, from the first visitor to the end. */
async function counts(): Promise<Counts> {
  const simulator = await createSimulator();
  const play = async (epsilon: number): Promise<Count> => {
    const { type, errorProbability } = AB_ALGORITHM;
    const expected = predictedVisitors({
      means: TRUTH,
      epsilon,
      errorProbability: ERROR_PROBABILITY,
    });
    const { curves } = await simulator.run({
      version: 1,
      seed: 'headlines',
      horizon: Math.ceil(PATIENCE * expected),
      replicates: TESTS,
      environment: { type: 'bernoulli', means: TRUTH },
      runs: [
        Number.isFinite(epsilon)
          ? { label: 'test', policy: { type, errorProbability }, epsilon }
          : { label: 'test', policy: { type: 'kl-lucb', errorProbability } },
      ],
      record: { points: 2, scale: 'log' },
    }).result;
    const stopped = curves[0]?.stopped;
    if (!stopped) throw new Error('A/B start: the simulator did not say when the tests ended');
    const rounds = Array.from(stopped.rounds);
    const ended = rounds.filter((round) => !Number.isNaN(round));
    return {
      epsilon,
      visitors: Math.round(ended.reduce((sum, round) => sum + round, 0) / ended.length),
      wrong: rounds.filter((round, i) => !Number.isNaN(round) && stopped.answers[i] !== BEST)
        .length,
      open: TESTS - ended.length,
    };
  };
  const privately: Count[] = [];
  for (const stop of AB_STOPS) privately.push(await play(stop));
  const { epsilon: _, ...clear } = await play(Infinity);
  await simulator[Symbol.asyncDispose]();
  return { tests: TESTS, private: privately, clear };
}

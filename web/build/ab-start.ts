/**
 * Runs the crowds of the A/B test through its collector at build time, until the tests are nearly decided: the
 * page begins where it becomes interesting, and nobody typed its numbers. Then plays many tests in the library's
 * simulator, with privacy and without, to see how long they take.
 */

import { predictedVisitors } from 'ldp-bandits/recommend';
import { type Collector, createCollector, memoryStore } from 'ldp-bandits/server';
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
import {
  AT_ONCE,
  COLLECT_PATH,
  PUBLISH_EVERY,
  RETENTION,
  type Stop,
  timed,
} from '../src/shared/experiment.js';

/** The crowd goes home when stopping would be wrong at most this often, or when so many have come. */
const ENOUGH = 0.4;
const MOST_VISITORS = 8000;
const LONGEST_WINDOW_MS = 86_400_000;
const ENDPOINT = `https://site.invalid/${COLLECT_PATH}/`;
const TESTS = 40;
/** A simulated test gets so many times the visitors that it should take. */
const PATIENCE = 3;

export async function abStart() {
  const collector = await createCollector({
    experiments: timed(abExperiments(), AT_ONCE),
    store: memoryStore(),
    basePath: `/${COLLECT_PATH}`,
    publishEvery: PUBLISH_EVERY,
    retention: RETENTION,
  });
  const states: Record<string, string> = {};
  const snapshots: Record<string, unknown> = {};
  const errors: Record<string, readonly PastItem[]> = {};
  for (const stop of AB_STOPS) {
    const id = abId(stop);
    errors[id] = await runCrowd(stop, collector);
    snapshots[id] = await read(id, collector);
    states[id] = Buffer.from(await collector.export(id)).toString('base64');
  }
  await collector[Symbol.asyncDispose]();
  return { states, counts: await counts(), start: { snapshots, errors } };
}

async function read(id: string, collector: Collector): Promise<TestSnapshot> {
  const response = await collector.fetch(new Request(new URL(`${id}/snapshot`, ENDPOINT)));
  return (await response.json()) as TestSnapshot;
}

/**
 * Every report has randomness of its own, so one client for all visitors draws what as many clients would. What
 * a budget does to them is not the question here.
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
    const { reports, best } = await read(abId(stop), collector);
    past.push([reports, best.error]);
    if (best.error <= ENOUGH) break;
  }
  await bandit[Symbol.asyncDispose]();
  return thin(past, 60);
}

/** Many tests of the same truth, from nothing to their end. */
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

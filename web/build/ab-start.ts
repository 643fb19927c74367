/**
 * What the A/B test begins with: its crowd has brought it close to the answer. Then plays many tests in the
 * library's simulator, with privacy and without, to see how long they take.
 */
import { advisedEpoch, predictedVisitors } from 'ldp-bandits/recommend';
import { createSimulator } from 'ldp-bandits/simulation';
import type { Count, Counts } from '../src/demos/ab/demo-knows/counts.js';
import { BEST, TRUTH } from '../src/demos/ab/demo-knows/truth.js';
import { choose } from '../src/demos/ab/demo-knows/visit.js';
import { AB, ERROR_PROBABILITY } from '../src/demos/ab/shared/experiment.js';
import type { TestSnapshot } from '../src/demos/ab/shared/snapshot.js';
import type { PastItem } from '../src/server/past.js';
import { runCrowds } from './crowds.js';

/** The crowd stops at this error probability or visitor count. */
const ENOUGH = 0.3;
const MOST_VISITORS = 8000;
const TESTS = 40;
/** At this privacy level no coin ever turns. */
const CLEAR = 40;
/** A simulated test gets this multiple of the predicted visitors. */
const PATIENCE = 6;

export async function count() {
  const { states, snapshots, past } = await runCrowds({
    levels: AB,
    choose,
    visitors: MOST_VISITORS,
    kept: 60,
    note: ({ reports, best }: TestSnapshot): PastItem => [reports, best.error],
    enough: ({ best }) => best.error <= ENOUGH,
  });
  return { states, counts: await counts(), start: { snapshots, errors: past } };
}

/** Many tests of the same true shares, from the first visitor to the end. */
async function counts(): Promise<Counts> {
  const simulator = await createSimulator();
  const play = async (epsilon: number): Promise<Count> => {
    const { type, errorProbability } = AB.algorithm;
    const terms = { means: TRUTH, epsilon, errorProbability: ERROR_PROBABILITY };
    const expected = predictedVisitors(terms);
    const { curves } = await simulator.run({
      version: 1,
      seed: 'headlines',
      horizon: Math.ceil(PATIENCE * expected),
      replicates: TESTS,
      environment: { type: 'bernoulli', means: TRUTH },
      runs: [
        {
          label: 'test',
          policy: { type, errorProbability },
          epsilon: Math.min(epsilon, CLEAR),
          delivery: { epoch: Math.round(advisedEpoch(terms)) },
        },
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
  for (const stop of AB.stops) privately.push(await play(stop));
  const { epsilon: _, ...clear } = await play(Infinity);
  await simulator[Symbol.asyncDispose]();
  return { tests: TESTS, private: privately, clear };
}

// One decision of one visitor with a context, in Node: choose() among 20 arms of 20 features, then
// reward() until the noisy bytes are queued. The network answers with what a real collector
// published; nothing is sent meanwhile, as on a page.
import { createBandit, memoryLedger } from 'ldp-bandits';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { median } from '../measure.mjs';

const kArms = 20;
const kDimension = 20;
const kDecisions = 2_000;
const kRepetitions = 5;

const kGaussian = { delta: 1e-6 };
const algorithms = {
  ball: { type: 'ldp-linucb', dimension: kDimension },
  moments: { type: 'ldp-linear-moments', dimension: kDimension },
  gram: { type: 'ldp-linucb', dimension: kDimension, mechanism: 'gaussian', ...kGaussian },
  pair: { type: 'online-ldp-linucb', dimension: kDimension, ...kGaussian },
};

export async function measure() {
  const times = {};
  for (const [name, algorithm] of Object.entries(algorithms))
    times[name] = await medianOf(algorithm);
  const { ball, moments, gram, pair } = times;
  return [
    {
      name: 'choose() and reward() with a context, d = 20, K = 20, ldp-linucb (ball), median',
      value: ball.both,
      unit: 'microseconds',
      target: { atMost: 200 },
      comparisons: [
        { label: 'of which choose(), synchronous', value: ball.choose },
        { label: 'ldp-linear-moments, the default', value: moments.both },
        { label: 'ldp-linucb with exact Gaussian noise, 2 x 230 draws', value: gram.both },
        { label: 'online-ldp-linucb, 2 x 21 draws', value: pair.both },
      ],
    },
    {
      name: 'Longest report with a context, d = 20 (ldp-linucb, Gaussian)',
      value: gram.bytes,
      unit: 'bytes',
      target: { atMost: 1000 },
      comparisons: [
        { label: 'ldp-linucb, ball', value: ball.bytes },
        { label: 'ldp-linear-moments, the longer part', value: moments.bytes },
        { label: 'online-ldp-linucb', value: pair.bytes },
      ],
    },
  ];
}

/** Median of the medians of the repetitions, in microseconds. */
async function medianOf(algorithm) {
  const both = [];
  const choose = [];
  let bytes = 0;
  for (let i = 0; i <= kRepetitions; i += 1) {
    const times = await timeDecisions(algorithm);
    bytes = Math.max(bytes, times.bytes);
    if (i === 0) continue; // warm-up
    both.push(median(times.both));
    choose.push(median(times.choose));
  }
  return { both: median(both), choose: median(choose), bytes };
}

async function timeDecisions(algorithm) {
  const delta = algorithm.delta ?? 0;
  const collector = await createCollector({
    experiments: {
      bench: {
        algorithm,
        perReport: { epsilon: 1, delta },
        timing: { responseWindowMs: 3_600_000 },
      },
    },
    store: memoryStore(),
  });
  const leave = new AbortController();
  const bandit = await createBandit({
    endpoint: 'https://bench.invalid',
    experiment: 'bench',
    algorithm,
    privacy: {
      epsilon: 1,
      epsilonTotal: kDecisions,
      ...(delta > 0 ? { delta, deltaTotal: 1 } : {}),
    },
    ledger: memoryLedger(),
    responseWindowMs: 3_600_000,
    fetch: (input, init) => collector.fetch(new Request(input, init)),
    signal: leave.signal,
  });
  // The features of a page: other ones for every visitor, made before the clock starts.
  const contexts = Array.from({ length: 50 }, () =>
    Array.from({ length: kArms }, () =>
      Float64Array.from(
        { length: kDimension },
        () => (Math.random() - 0.5) / Math.sqrt(kDimension),
      ),
    ),
  );
  const both = [];
  const choose = [];
  let bytes = 0;
  for (let i = 0; i < kDecisions; i += 1) {
    const features = contexts[i % contexts.length];
    const start = process.hrtime.bigint();
    const decision = bandit.choose(features);
    const chosen = process.hrtime.bigint();
    const outcome = await decision.reward(i & 1);
    const queued = process.hrtime.bigint();
    if (outcome.status !== 'queued') throw new Error(`the report was ${outcome.status}`);
    bytes = Math.max(bytes, outcome.report.body.length);
    both.push(Number(queued - start) / 1000);
    choose.push(Number(chosen - start) / 1000);
  }
  // Aborted, the client drops its queue instead of sending it.
  leave.abort();
  await bandit[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
  return { both, choose, bytes };
}

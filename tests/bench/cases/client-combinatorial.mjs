// One decision of one visitor who is shown a slate, in Node: choose() one of 10 cards out of 100, then
// reward() with what was done with each until the noisy bytes are queued. The network answers with
// what a real collector published; nothing is sent meanwhile, as on a page.
import { createBandit, memoryLedger } from 'ldp-bandits';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { median } from '../measure.mjs';

const kArms = 100;
const kShown = 10;
const kDecisions = 5_000;
const kRepetitions = 5;

const set = { type: 'top-k', arms: kArms, choose: kShown };

export async function measure() {
  const bit = await medianOf({ type: 'combinatorial-thompson', set });
  const laplace = await medianOf({ type: 'cucb-ldp2', set });
  const all = await medianOf({ type: 'cucb-ldp1', set });
  return [
    {
      name: 'choose() and reward() of a slate, 10 of 100, one randomised bit about one of them, median',
      value: bit.both,
      unit: 'microseconds',
      target: { atMost: 60 },
      comparisons: [
        { label: 'of which choose(), synchronous', value: bit.choose },
        { label: 'the same with exact discrete Laplace (cucb-ldp2)', value: laplace.both },
        { label: 'all ten reported, 2 x 10 Laplace draws (cucb-ldp1)', value: all.both },
      ],
    },
    {
      name: 'Longest report of a slate, 10 of 100, one of them reported',
      value: bit.bytes,
      unit: 'bytes',
      target: { atMost: 101 },
      comparisons: [
        { label: 'with Laplace noise (cucb-ldp2)', value: laplace.bytes },
        { label: 'all ten reported (cucb-ldp1)', value: all.bytes },
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
  const collector = await createCollector({
    experiments: {
      bench: {
        algorithm,
        perReport: { epsilon: 1, delta: 0 },
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
    privacy: { epsilon: 1, epsilonTotal: kDecisions },
    ledger: memoryLedger(),
    responseWindowMs: 3_600_000,
    fetch: (input, init) => collector.fetch(new Request(input, init)),
    signal: leave.signal,
  });
  const outcomes = Array.from({ length: kShown }, (_, i) => i & 1);
  const both = [];
  const choose = [];
  let bytes = 0;
  for (let i = 0; i < kDecisions; i += 1) {
    const start = process.hrtime.bigint();
    const decision = bandit.choose();
    const chosen = process.hrtime.bigint();
    const outcome = await decision.reward(outcomes);
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

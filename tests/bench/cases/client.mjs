// One decision of one visitor, in Node: choose(), which draws the noise of silence and the time of
// sending, and reserves the budget; then reward(), which draws noise of its own and makes the bytes that
// leave. The ledger is in memory, so no disk is measured. The network answers with what a real collector
// published; nothing is sent meanwhile, as on a page.
import { createBandit, memoryLedger } from 'ldp-bandits';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { median } from '../measure.mjs';

const kArms = 20;
const kDecisions = 5_000;
const kRepetitions = 7;

export async function measure() {
  const spec = { type: 'weighted-ldp-ucb', arms: kArms };
  const laplace = { type: 'he-ldp-ucb-laplace', arms: kArms, epsilonMin: 1 };
  const bits = await medianOf(spec);
  const integers = await medianOf(laplace);
  return [
    {
      name: 'choose() and reward() until its promise resolves, one randomised bit, ledger in memory, median',
      value: bits.both,
      unit: 'microseconds',
      target: { atMost: 20 },
      comparisons: [
        { label: 'of which choose(), synchronous', value: bits.choose },
        {
          label: 'the same with exact discrete Laplace (he-ldp-ucb-laplace)',
          value: integers.both,
        },
      ],
    },
  ];
}

/** Median of the medians of the repetitions, in microseconds. */
async function medianOf(algorithm) {
  const both = [];
  const choose = [];
  for (let i = 0; i <= kRepetitions; i += 1) {
    const times = await timeDecisions(algorithm);
    if (i === 0) continue; // warm-up
    both.push(median(times.both));
    choose.push(median(times.choose));
  }
  return { both: median(both), choose: median(choose) };
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
  const both = [];
  const choose = [];
  for (let i = 0; i < kDecisions; i += 1) {
    const start = process.hrtime.bigint();
    const decision = bandit.choose();
    const chosen = process.hrtime.bigint();
    const { status } = await decision.reward(i & 1);
    const queued = process.hrtime.bigint();
    if (status !== 'queued') throw new Error(`the report was ${status}`);
    both.push(Number(queued - start) / 1000);
    choose.push(Number(chosen - start) / 1000);
  }
  // Aborted, the client drops its queue instead of sending it.
  leave.abort();
  await bandit[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
  return { both, choose };
}

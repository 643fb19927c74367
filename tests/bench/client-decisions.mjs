// How long decisions of one visitor take, in Node: choose(), which draws the noise of silence and the time
// of sending, and reserves the budget; then reward(), which draws noise of its own and makes the bytes that
// leave. The ledger is in memory, so no disk is measured. The network answers with what a real collector
// published; nothing is sent meanwhile, as on a page.
import { createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { median } from './measure.mjs';

const kResponseWindowMs = 3_600_000;

/**
 * Medians over the repetitions in microseconds: of the median of both calls, of what nine in ten of them take at most,
 * and of the median of choose() alone; and the bytes of the longest report. `contexts` are what choose() gets in turn, if anything; `feedback(i)` is what
 * reward() gets.
 */
export async function timeClient(algorithm, { decisions, repetitions, contexts = [], feedback }) {
  const both = [];
  const most = [];
  const choose = [];
  let bytes = 0;
  for (let i = 0; i <= repetitions; i += 1) {
    const times = await timeDecisions(algorithm, decisions, contexts, feedback);
    bytes = Math.max(bytes, times.bytes);
    if (i === 0) continue; // warm-up
    both.push(median(times.both));
    most.push(times.both.sort((a, b) => a - b)[Math.floor(0.9 * decisions)]);
    choose.push(median(times.choose));
  }
  return { both: median(both), most: median(most), choose: median(choose), bytes };
}

async function timeDecisions(algorithm, decisions, contexts, feedback) {
  const delta = algorithm.delta ?? 0;
  const collector = await createCollector({
    experiments: {
      bench: {
        algorithm,
        perReport: { epsilon: 1, delta },
        timing: { responseWindowMs: kResponseWindowMs },
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
      epsilonTotal: decisions,
      ...(delta > 0 ? { delta, deltaTotal: 1 } : {}),
    },
    ledger: memoryLedger(),
    responseWindowMs: kResponseWindowMs,
    timeoutMs: 60_000, // an option that is shown early is not always reported
    fetch: (input, init) => collector.fetch(new Request(input, init)),
    signal: leave.signal,
  });
  const both = [];
  const choose = [];
  let bytes = 0;
  for (let i = 0; i < decisions; i += 1) {
    const context = contexts.length ? [contexts[i % contexts.length]] : [];
    const answer = feedback(i);
    const start = process.hrtime.bigint();
    const decision = bandit.choose(...context);
    const chosen = process.hrtime.bigint();
    const outcome = await decision.reward(answer);
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

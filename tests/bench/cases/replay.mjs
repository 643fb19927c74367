// A log of 12,000 rows replayed under ldp-thompson: the module against the path that visitors take, where each row is a
// client of its own with a ledger, and a collector with a store takes its report and publishes.
import { createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/contexts';
import { replay } from 'ldp-bandits/replay';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { inTurn, rate } from '../measure.mjs';

const ROWS = 12_000;
const ARMS = 5;
const RATES = [0.1, 0.12, 0.15, 0.2, 0.3];
const EPSILON = 1;
const REPETITIONS = 3;

/** Low-discrepancy rows: the same in every run. */
const arm = Array.from({ length: ROWS }, (_, row) => Math.floor(ARMS * ((row * 0.754877666) % 1)));
const reward = arm.map((each, row) => ((row * 0.569840291) % 1 < RATES[each] ? 1 : 0));

const algorithm = { type: 'ldp-thompson', arms: ARMS };
const options = { experiment: 'replay', endpoint: 'https://replay.invalid', algorithm };
const timing = { responseWindowMs: 0, maxDelayMs: 0, snapshotAgeMs: 0, slackMs: 0 };

async function throughClients() {
  const collector = await createCollector({
    experiments: { replay: { algorithm, perReport: { epsilon: EPSILON }, timing } },
    store: memoryStore(),
    publishEvery: { reports: 1 },
  });
  for (let row = 0; row < ROWS; row += 1) {
    const leave = new AbortController();
    const bandit = await createBandit({
      ...options,
      privacy: { epsilon: EPSILON, epsilonTotal: EPSILON },
      ledger: memoryLedger(),
      maxDelayMs: 0,
      timeoutMs: 60_000, // an option that is shown early is not always reported
      fetch: (request) => collector.fetch(request),
      signal: leave.signal,
    });
    const decision = bandit.choose();
    if (decision.action === arm[row]) {
      await decision.reward(reward[row]);
      await bandit.flush();
    } else leave.abort(); // sends nothing
    await bandit.dispose();
  }
  await collector.dispose();
}

const throughModule = () =>
  replay({
    log: { arms: ARMS, arm, reward },
    algorithm: { type: 'ldp-thompson' },
    epsilons: [EPSILON],
    seed: 'bench',
  });

export async function measure() {
  await throughModule(); // compiles both modules
  const { module, clients } = await inTurn(
    { module: () => rate(ROWS, throughModule), clients: () => rate(ROWS, throughClients) },
    REPETITIONS,
  );
  return [
    {
      name: `Replay of ${ROWS.toLocaleString('en-US')} rows over the path of clients and a collector`,
      value: module.median / clients.median,
      unit: 'ratio',
      target: { atLeast: 10 },
      comparisons: [
        {
          label: 'ldp-bandits/replay, with its run on raw rewards',
          value: module.median,
          unit: 'rows/s',
        },
        { label: 'clients and a collector', value: clients.median, unit: 'rows/s' },
      ],
    },
  ];
}

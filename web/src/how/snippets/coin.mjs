// One answer through the coin: what the device draws, and all that leaves it.
import { createBandit, explain, memoryLedger } from 'ldp-bandits';
import { createCollector, memoryStore } from 'ldp-bandits/server';

const epsilon = 1;
const answer = 1; // 1: would go, 0: would not

const algorithm = { type: 'ldp-thompson', arms: 1 };
const collector = await createCollector({
  experiments: { coin: { algorithm, perReport: { epsilon } } },
  store: memoryStore(),
});
const bandit = await createBandit({
  endpoint: 'https://collector.example/', // never asked: `fetch` goes to the collector above
  experiment: 'coin',
  algorithm,
  privacy: { epsilon, epsilonTotal: epsilon },
  ledger: memoryLedger(),
  fetch: collector.fetch,
  inspect: true,
});

const outcome = await bandit.choose().reward(answer);
console.log('the coin', outcome.trace.noise);
console.log('leaves the device', new TextDecoder().decode(outcome.report.body));
const { bestGuessInHundred } = explain({ epsilon, delta: 0 });
console.log(`a guess from it is right ${bestGuessInHundred.toFixed(1)} times in 100`);

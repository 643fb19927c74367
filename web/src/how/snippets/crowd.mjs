// A crowd answers through the coin; a collector estimates how many in a hundred would go.
import { createBandit, memoryLedger } from 'ldp-bandits';
import { createCollector, memoryStore } from 'ldp-bandits/server';

const epsilon = 1;
const people = 1000;
const wouldGo = 60; // in a hundred

const algorithm = { type: 'ldp-thompson', arms: 1 };
const collector = await createCollector({
  experiments: { crowd: { algorithm, perReport: { epsilon } } },
  store: memoryStore(),
  publishEvery: { ms: 0 },
});
const bandit = await createBandit({
  endpoint: 'https://collector.example/',
  experiment: 'crowd',
  algorithm,
  // One client stands for all: each report has its own coin. A person would have a total of their own.
  privacy: { epsilon, epsilonTotal: people * epsilon },
  ledger: memoryLedger(),
  fetch: collector.fetch,
});
for (let i = 0; i < people; i++) await bandit.choose().reward(i < (people * wouldGo) / 100 ? 1 : 0);
await bandit.flush();

const response = await collector.fetch(new Request('https://collector.example/crowd/snapshot'));
const { reports, mean } = await response.json();
console.log(`${reports} reports say: ${(100 * mean[0]).toFixed(1)} in 100, and ${wouldGo} would`);

// A month against the ledger. It keeps time itself, so this program turns the clock.
import { createBandit, explain, memoryLedger } from 'ldp-bandits';
import { createCollector, memoryStore } from 'ldp-bandits/server';

const epsilon = 1;
const perDay = 2;
const epsilonTotal = 8;
const renewAfterDays = 7; // null: never
const day = 86_400_000;

const algorithm = { type: 'ldp-thompson', arms: 1 };
const collector = await createCollector({
  experiments: { month: { algorithm, perReport: { epsilon } } },
  store: memoryStore(),
});
let now = Date.UTC(2030, 0, 1, 12);
Date.now = () => now;
const bandit = await createBandit({
  endpoint: 'https://collector.example/',
  experiment: 'month',
  algorithm,
  // The ledger keeps whole hours, so an hour less forgets what was spent at this time of the day.
  privacy: {
    epsilon,
    epsilonTotal,
    windowMs: renewAfterDays ? renewAfterDays * day - 3_600_000 : undefined,
  },
  ledger: memoryLedger(),
  fetch: collector.fetch,
  maxDelayMs: 0,
});

let withheld = 0;
for (let today = 1; today <= 30; today++) {
  for (let i = 0; i < perDay; i++) {
    const { status } = await bandit.choose().reward(1);
    if (status === 'withheld') withheld++;
  }
  await bandit.flush();
  now += day;
}
const { spent, lifetime } = await bandit.budget();
console.log(`counts against the limit: ${spent.epsilon}; lost in all: ${lifetime.epsilon}`);
console.log(`${lifetime.reports} sent, ${withheld} withheld`);
console.log(
  `a guess is right ${explain(lifetime).bestGuessInHundred.toFixed(2)} times in 100, at worst`,
);

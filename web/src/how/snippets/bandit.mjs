// What learning costs: through the coin, with every answer in the clear, and without learning.
import { createSimulator } from 'ldp-bandits/simulation';

const epsilon = 1;
const means = [0.55, 0.4, 0.68, 0.61, 0.3]; // how many of one would go, by poster

const simulator = await createSimulator();
const { curves, digest } = await simulator.run({
  version: 1,
  seed: 'how it works',
  horizon: 10_000,
  replicates: 40,
  environment: { type: 'bernoulli', means },
  runs: [
    { label: 'through the coin', policy: { type: 'ldp-thompson' }, epsilon },
    { label: 'reading every answer', policy: { type: 'thompson' } },
    { label: 'at random, for ever', policy: { type: 'uniform' } },
  ],
  record: { points: 60, scale: 'linear' },
}).result;
for (const { label, t, mean } of curves) {
  console.log(`${label}: ${mean.at(-1).toFixed(0)} of ${t.at(-1)} visitors lost`);
}
console.log(digest);
await simulator[Symbol.asyncDispose]();

// Two groups with public levels: served alike, or experiments for those only who let more be learnt.
import { createSimulator } from 'ldp-bandits/simulation';

const levels = [0.25, 2]; // epsilon of one report
const probabilities = [0.7, 0.3]; // how many choose each
const levelAwareFrom = 1; // who is below it is shown what the server thinks best

const simulator = await createSimulator();
const policy = { type: 'ldp-thompson' };
const population = { levels, probabilities };
const { curves } = await simulator.run({
  version: 1,
  seed: 'how it works',
  horizon: 10_000,
  replicates: 40,
  environment: { type: 'bernoulli', means: [0.55, 0.4, 0.68, 0.61, 0.3] },
  runs: [
    { label: 'served alike', policy, population },
    { label: 'served by level', policy: { ...policy, levelAwareFrom }, population },
  ],
}).result;
for (const { label, t, mean } of curves) {
  console.log(`${label}: ${mean.at(-1).toFixed(0)} of ${t.at(-1)} visitors lost`);
}
await simulator[Symbol.asyncDispose]();

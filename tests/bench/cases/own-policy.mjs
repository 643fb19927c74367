// UCB1 as an own policy in JavaScript against the package's in C++, in the same world: what it costs that the learner
// is outside of the core. Then what the same learner pays for an own world.
import { createSimulator } from 'ldp-bandits/simulation';
import { inTurn, rate } from '../measure.mjs';
import { bernoulli, means, runs } from './worlds.mjs';

const kHorizon = 1_000_000;
const kReplicates = 16;
const kRepetitions = 5;

const ucb1 = {
  create({ arms }) {
    const count = new Float64Array(arms);
    const mean = new Float64Array(arms);
    return {
      choose(round) {
        if (round <= arms) return round - 1;
        const scale = Math.sqrt(2 * Math.log(round));
        let best = 0;
        let largest = Number.NEGATIVE_INFINITY;
        for (let arm = 0; arm < arms; arm += 1) {
          const index = mean[arm] + scale / Math.sqrt(count[arm]);
          if (index > largest) {
            largest = index;
            best = arm;
          }
        }
        return best;
      },
      learn(arm, reward) {
        count[arm] += 1;
        mean[arm] += (reward - mean[arm]) / count[arm];
      },
    };
  },
};
/** Decides nothing: what is left is the way between JavaScript and the core. */
const first = { create: () => ({ choose: () => 0, learn() {} }) };

const own = {
  environments: { same: { create: () => ({ means }) } },
  policies: { ucb1, first },
};

export async function measure() {
  const simulator = await createSimulator();
  const play = async (policy, environment, options) => {
    const spec = { version: 1, seed: 'bench', horizon: kHorizon / kReplicates };
    const run = { label: 'one', policy };
    await simulator.run({ ...spec, replicates: kReplicates, environment, runs: [run] }, options)
      .result;
  };
  const side =
    (...what) =>
    () =>
      rate(kHorizon, () => play(...what));
  const ownWorld = { type: 'own', name: 'same', arms: means.length };
  const sides = await inTurn(
    {
      core: side(runs.ucb1.policy, bernoulli, {}),
      javascript: side({ type: 'own', name: 'ucb1' }, bernoulli, { own }),
      nothing: side({ type: 'own', name: 'first' }, bernoulli, { own }),
      world: side(runs.ucb1.policy, ownWorld, { own }),
    },
    kRepetitions,
  );
  await simulator.dispose();
  const line = (name, side) => ({
    name,
    value: sides[side].median / sides.core.median,
    unit: 'ratio',
    comparisons: [
      { label: 'own code', value: sides[side].median, unit: 'rounds/s' },
      { label: 'UCB1 of the package', value: sides.core.median, unit: 'rounds/s' },
    ],
  });
  return [
    line(
      'UCB1 in JavaScript (own policy, 20 arms, 16 trials) over UCB1 of the package',
      'javascript',
    ),
    line('The same for a policy that always plays the first arm', 'nothing'),
    line('UCB1 of the package in an own world with still means', 'world'),
  ];
}

// What the tests of the simulation share.
import type { SimulationSpec } from 'ldp-bandits/simulation';

export const means = [0.9, 0.8, 0.8, 0.7, 0.5];
export const spec: SimulationSpec = {
  version: 1,
  seed: 'golden',
  horizon: 2000,
  replicates: 5,
  environment: { type: 'bernoulli', means },
  runs: [
    { label: 'ucb1', policy: { type: 'ucb1' } },
    { label: 'uniform', policy: { type: 'uniform' } },
    { label: 'weighted', policy: { type: 'weighted-ldp-ucb' }, epsilon: 1 },
    { label: 'bernoulli', policy: { type: 'he-ldp-ucb-bernoulli' }, epsilon: 1 },
    {
      label: 'laplace',
      policy: { type: 'he-ldp-ucb-laplace', epsilonMin: 0.5 },
      population: { levels: [0, 0.5, 4], probabilities: [0.25, 0.25, 0.5] },
    },
  ],
  record: { points: 20, scale: 'log' },
};
/** Far more work than a test waits for. */
export const endless: SimulationSpec = { ...spec, horizon: 1_000_000_000, replicates: 1 };

/** What the promise rejected with. */
export async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it did not reject',
    (reason: unknown) => reason,
  );
}

// What the tests of the simulation share.
import {
  createSimulator,
  LdpError,
  type SimulationSpec,
  type Simulator,
} from 'ldp-bandits/simulation';
import { afterAll, beforeAll, expect } from 'vitest';

/** One simulator for the tests of a file. */
export function useSimulator(): Pick<Simulator, 'run'> {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await createSimulator();
  });
  afterAll(() => simulator[Symbol.asyncDispose]());
  return { run: (...given) => simulator.run(...given) };
}

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

/** The words with which a spec is refused. */
export async function refusalOf(simulator: Pick<Simulator, 'run'>, spec: object): Promise<string> {
  const error = await reasonOf((async () => simulator.run(spec as SimulationSpec).result)());
  expect(error).toBeInstanceOf(LdpError);
  expect((error as LdpError).code).toBe('spec_invalid');
  return (error as LdpError).message;
}

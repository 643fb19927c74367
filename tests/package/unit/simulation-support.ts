// What the tests of the simulation share.
import {
  createSimulator,
  decodeSpec,
  encodeSpec,
  LdpError,
  readResult,
  type SimulationResult,
  type SimulationSpec,
  type Simulator,
} from 'ldp-bandits/simulation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

/** The last regret of each run. */
export const finals = ({ curves }: SimulationResult) =>
  curves.map(({ mean }) => mean.at(-1) ?? Number.NaN);

/** A change of a spec to one run of this policy. */
export const withRun = (policy: object, more: object = {}) => ({
  runs: [{ label: 'a', policy, ...more }],
});

/** What holds for the runs of every world; `inLink` is the spec as a link brings it back. */
export function describeReproduction(
  title: string,
  simulator: Pick<Simulator, 'run'>,
  spec: SimulationSpec,
  inLink = spec,
): void {
  describe(`${title}: the same spec gives the same bits`, () => {
    test('of every run, whatever other runs there are: each has streams of its own', async () => {
      const { curves } = await simulator.run(spec).result;
      const alone = await Promise.all(
        spec.runs.map((only) => simulator.run({ ...spec, runs: [only] }).result),
      );
      expect(alone.map((result) => result.curves[0])).toEqual(curves);
    });

    test('when it was a link in between, and played again', async () => {
      const linked = await decodeSpec(await encodeSpec(spec));
      expect(linked).toEqual(inLink);
      const { digest } = await simulator.run(spec).result;
      expect((await simulator.run(linked).result).digest).toBe(digest);
    });

    test('with workers', async () => {
      const { digest } = await simulator.run(spec).result;
      await using crew = await createSimulator({ workers: 2 });
      expect((await crew.run(spec).result).digest).toBe(digest);
    });

    test('a result that was kept as JSON comes back as it was', async () => {
      const result = await simulator.run(spec).result;
      const back = readResult(JSON.parse(JSON.stringify(result)));
      expect(back.curves).toEqual(result.curves);
      expect(back.digest).toBe(result.digest);
    });
  });
}

// Generalized linear worlds as the package plays them.
import type { RunSpec, SimulationSpec } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import {
  describeReproduction,
  finals,
  refusalOf,
  useSimulator,
  withRun,
} from './simulation-support.js';

const simulator = useSimulator();

const runs: readonly RunSpec[] = [
  { label: 'uniform', policy: { type: 'uniform' } },
  { label: 'gloc', policy: { type: 'gloc' } },
  { label: 'gloc, theory', policy: { type: 'gloc', radius: 'theory' } },
  { label: 'ucb-glm', policy: { type: 'ucb-glm' } },
  { label: 'newton', policy: { type: 'ldp-glm-newton', mechanism: 'ball' }, epsilon: 2 },
  {
    label: 'gaussian',
    policy: { type: 'ldp-glm-newton', mechanism: 'gaussian', delta: 1e-5, optimism: 0 },
    epsilon: 2,
    delivery: { epoch: 7 },
  },
  {
    label: 'repaired',
    policy: { type: 'ldp-glm-gloc', link: 'probit', mechanism: 'ball' },
    epsilon: 2,
  },
  { label: 'sgd', policy: { type: 'ldp-glm-sgd', bound: 2, mechanism: 'ball' }, epsilon: 2 },
  { label: 'published', policy: { type: 'ldp-glm-published' }, epsilon: 2 },
  { label: 'tuned', policy: { type: 'ldp-glm-published', tuning: 'tuned' }, epsilon: 2 },
];
const spec: SimulationSpec = {
  version: 1,
  seed: 'golden',
  horizon: 600,
  replicates: 3,
  environment: {
    type: 'generalized-linear',
    link: 'logistic',
    dimension: 5,
    arms: 20,
    contexts: 'fresh',
    bound: 1,
  },
  runs,
  record: { points: 5, scale: 'linear' },
};

const refused = (change: object) => refusalOf(simulator, { ...spec, ...change });
const world = (change: object) => ({ environment: { ...spec.environment, ...change } });

describeReproduction('generalized linear worlds', simulator, spec);

describe('a result says what was played', () => {
  test('with every default: link and bounds are those of the world', async () => {
    const { spec: played } = await simulator.run({ ...spec, replicates: 1, horizon: 5 }).result;
    expect(played.environment).toEqual(spec.environment);
    expect(played.runs.map(({ policy }) => policy)).toMatchObject([
      { type: 'uniform', arms: 20 },
      { type: 'gloc', dimension: 5, link: 'logistic', bound: 1, radius: 'practical' },
      { type: 'gloc', radius: 'theory' },
      { type: 'ucb-glm', radius: 'practical' },
      { type: 'ldp-glm-newton', mechanism: 'ball', parts: 'coin', optimism: 1, link: 'logistic' },
      { type: 'ldp-glm-newton', mechanism: 'gaussian', delta: 1e-5, optimism: 0 },
      { type: 'ldp-glm-gloc', link: 'probit' },
      { type: 'ldp-glm-sgd', bound: 2 },
      { type: 'ldp-glm-published', delta: 1e-6, horizon: 5, tuning: 'published' },
      { type: 'ldp-glm-published', tuning: 'tuned' },
    ]);
    const newton = played.runs[4]?.policy;
    for (const name of ['delta', 'largest', 'clip']) expect(newton).not.toHaveProperty(name);
    expect(played.runs[5]?.policy).not.toHaveProperty('parts');
  });

  test.each([
    [{ link: 'identity', bound: 2 }, 2, undefined],
    [{ link: 'identity', bound: 0.5, largest: 3 }, 3, undefined],
    [{ link: 'poisson' }, 13, 1.5],
  ] as const)('%j: feedback has a largest value', async (change, largest, clip) => {
    const { spec: played } = await simulator.run({
      ...spec,
      ...world(change),
      ...withRun({ type: 'ldp-glm-newton' }, { epsilon: 1 }),
      horizon: 20,
    } as unknown as SimulationSpec).result;
    expect(played.environment).toMatchObject({ largest });
    expect(played.runs[0]?.policy).toMatchObject({ largest, ...(clip !== undefined && { clip }) });
  });
});

// Who sees raw feedback learns: tests/native/simulation/generalized_linear_test.cpp.
describe('the curves are those of the specification', () => {
  test('uniform play loses 0.181 a round with d = 5, K = 20, S = 1', async () => {
    const play = { ...spec, runs: runs.slice(0, 1), replicates: 40, horizon: 1000 };
    const { curves } = await simulator.run(play).result;
    // A round's loss has a deviation below 0.11, so 40,000 rounds one of 0.0006; theta is uniform and
    // arms are too, so that every theta is as good as another. Rounded to 0.0005 there.
    expect(Math.abs((curves[0]?.mean.at(-1) ?? 0) / 1000 - 0.181)).toBeLessThan(0.004);
  });

  test('with little noise Newton steps lose less than the published algorithm', async () => {
    const policies = ['ldp-glm-newton', 'ldp-glm-published'] as const;
    const [newton = 0, published = 0] = finals(
      await simulator.run({
        ...spec,
        horizon: 4000,
        runs: policies.map((type) => ({ label: type, policy: { type }, epsilon: 10 })),
      }).result,
    );
    expect(newton * 2).toBeLessThan(published);
  });
});

describe('what has no meaning is refused by the path of the field', () => {
  const newton = { type: 'ldp-glm-newton' };
  test.each([
    ['environment.link', world({ link: 'log' })],
    ['environment.dimension', world({ dimension: 1 })],
    ['environment.arms', world({ arms: 4097 })],
    ['environment.bound', world({ bound: 0 })],
    ['environment.bound', world({ bound: 8.5 })],
    ['environment.bound', world({ link: 'poisson', bound: 7 })],
    ['environment.largest', world({ largest: 1 })],
    ['environment.largest', world({ link: 'identity', bound: 2, largest: 1 })],
    ['environment', world({ spread: 1 })],
    ['runs[0].policy.type', withRun({ type: 'oful' })],
    ['runs[0].policy.dimension', withRun({ type: 'gloc', dimension: 6 })],
    ['runs[0].policy', withRun({ ...newton, norm: 2 }, { epsilon: 1 })],
    ['runs[0].policy.delta', withRun({ ...newton, delta: 0.1 }, { epsilon: 1 })],
    [
      'runs[0].policy.parts',
      withRun({ ...newton, mechanism: 'gaussian', parts: 'coin' }, { epsilon: 1 }),
    ],
    ['runs[0].policy', withRun({ type: 'ldp-glm-sgd', parts: 'coin' }, { epsilon: 1 })],
    ['runs[0].policy.clip', withRun({ ...newton, clip: 1 }, { epsilon: 1 })],
    ['runs[0].policy.largest', withRun({ ...newton, largest: 1 }, { epsilon: 1 })],
    ['runs[0].policy.largest', withRun({ ...newton, link: 'poisson' }, { epsilon: 1 })],
    ['runs[0].policy.optimism', withRun({ ...newton, optimism: 4 }, { epsilon: 1 })],
    ['runs[0].epsilon', withRun(newton)],
    ['runs[0].epsilon', withRun({ type: 'gloc' }, { epsilon: 1 })],
    ['runs[0].epsilon', withRun({ type: 'ldp-glm-published' }, { epsilon: 17 })],
    ['runs[0].population', withRun(newton, { population: { levels: [1], probabilities: [1] } })],
    ['runs[0].delivery.lost', withRun({ type: 'gloc' }, { delivery: { lost: 0.5 } })],
    ['runs[0].policy.type', { horizon: 800_000, ...withRun({ type: 'ucb-glm' }) }],
  ])('%s', async (path, change) => {
    expect(await refused(change)).toMatch(`${path} `);
  });

  test('generalized linear algorithms outside a generalized linear world', async () => {
    const message = await refused({
      environment: { type: 'bernoulli', means: [0.5, 0.6] },
      ...withRun(newton, { epsilon: 1 }),
    });
    expect(message).toMatch('runs[0].policy.type ');
  });
});

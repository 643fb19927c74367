// Worlds, visitors, learners and delivery of a spec: what can be said is played, what has no meaning is
// refused with the path of the field.
import { decodeSpec, encodeSpec, type RunSpec, type SimulationSpec } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import { useSimulator } from './simulation-support.js';

const menu = { levels: [0, 0.5, 2], probabilities: [0.2, 0.3, 0.5] };
const continuous = {
  type: 'clipped-gaussian',
  mean: 1,
  deviation: 1,
  low: 0,
  high: 100,
} as const;
const sigmoid = { type: 'sigmoid', center: 0, scale: 1 } as const;
const means = [0.9, 0.5, 0.3];

const worlds: readonly SimulationSpec['environment'][] = [
  { type: 'bernoulli', means },
  { type: 'gaussian', means },
  { type: 'gaussian', means, deviation: 0.5 },
  {
    type: 'mixed',
    arms: [
      { law: 'beta', alpha: 4 },
      { law: 'uniform', low: 0.4, high: 1 },
      { law: 'two-point', low: 0.1, high: 0.6 },
      { law: 'two-point', low: -2, high: 2, probability: 0.25 },
      { law: 'gaussian', mean: 0.5, deviation: 0.1 },
      { law: 'bernoulli', mean: 0.5 },
    ],
  },
  { type: 'switching', arms: 4 },
];

const runs: readonly RunSpec[] = [
  { label: 'UCB1', policy: { type: 'ucb1' } },
  { label: 'KL-UCB', policy: { type: 'kl-ucb' } },
  { label: 'Thompson', policy: { type: 'thompson' } },
  { label: 'Tsallis', policy: { type: 'tsallis-inf', estimator: 'importance-weighting' } },
  { label: 'EXP3', policy: { type: 'exp3' } },
  { label: 'uniform', policy: { type: 'uniform' } },
  { label: 'WB', policy: { type: 'weighted-ldp-ucb' }, population: continuous },
  {
    label: 'WBA',
    policy: { type: 'weighted-ldp-ucb', levelAwareFrom: 1 },
    population: continuous,
  },
  { label: 'BA', policy: { type: 'he-ldp-ucb-bernoulli', levelAwareFrom: 2 }, population: menu },
  { label: 'L', policy: { type: 'he-ldp-ucb-laplace', epsilonMin: 1 }, population: continuous },
  { label: 'L at 100', policy: { type: 'he-ldp-ucb-laplace' }, epsilon: 100 },
  { label: 'WLX', policy: { type: 'weighted-ldp-ucb-laplace' }, population: menu },
  { label: 'KLG', policy: { type: 'ldp-kl-ucb' }, population: menu },
  { label: 'TSRR', policy: { type: 'ldp-thompson' }, epsilon: 1 },
  { label: 'TSW', policy: { type: 'ldp-thompson' }, population: continuous },
  { label: 'Gaussian', policy: { type: 'ldp-gaussian-ucb', delta: 1e-5 }, epsilon: 2 },
  { label: 'LDP-Tsallis', policy: { type: 'ldp-tsallis-inf' }, population: menu },
  {
    label: 'LDP-EXP3, late',
    policy: { type: 'ldp-exp3' },
    epsilon: 2,
    delivery: { epoch: 10, delay: 5, lost: 0.1 },
  },
  { label: 'frozen', policy: { type: 'ucb1' }, delivery: { serving: 'frozen-log' } },
  {
    label: 'tickets',
    policy: { type: 'weighted-ldp-ucb', levelAwareFrom: 2 },
    population: menu,
    delivery: { serving: 'ticketed', delay: 30 },
  },
  {
    label: 'shares',
    policy: { type: 'ldp-kl-ucb' },
    epsilon: 1,
    delivery: { serving: 'distribution', epoch: 20 },
  },
];

// Comparators of linear worlds take no transform of rewards; none of them is in `runs`.
const withSigmoid = ({ policy, ...run }: RunSpec): RunSpec => ({
  ...run,
  policy:
    policy.type === 'uniform' ? policy : ({ ...policy, rewards: sigmoid } as RunSpec['policy']),
});

const specOf = (environment: SimulationSpec['environment']): SimulationSpec => ({
  version: 1,
  seed: 'worlds',
  horizon: 1500,
  replicates: 3,
  environment,
  runs: environment.type === 'bernoulli' ? runs : runs.map(withSigmoid),
  record: { times: [10, 1000] },
  regret: 'realized',
});

const simulator = useSimulator();

describe.each(worlds.map((world) => [world.type, world] as const))('the world %s', (_, world) => {
  test('goes through a link', async () => {
    expect(await decodeSpec(await encodeSpec(specOf(world)))).toEqual(specOf(world));
  });

  test('is played by every learner, from one seed always the same', async () => {
    const result = await simulator.run(specOf(world)).result;
    expect(result.curves.map(({ label }) => label)).toEqual(runs.map(({ label }) => label));
    for (const { t, mean } of result.curves) {
      expect(Array.from(t)).toEqual([10, 1000, 1500]);
      expect(mean.every(Number.isFinite)).toBe(true);
    }
    expect((await simulator.run(result.spec).result).digest).toBe(result.digest);
  });

  test('is the same world for a run that is played alone', async () => {
    const spec = specOf(world);
    const [, , , , , , weighted] = spec.runs;
    const together = await simulator.run(spec).result;
    const alone = await simulator.run({ ...spec, runs: [weighted as RunSpec] }).result;
    expect(alone.curves[0]?.mean).toEqual(together.curves[6]?.mean);
  });
});

test('a million arms are served with a frozen logarithm, each once in the first million rounds', async () => {
  const { curves } = await simulator.run({
    version: 1,
    seed: 'many',
    horizon: 1_000_000,
    replicates: 1,
    environment: { type: 'switching', arms: 1_000_000 },
    runs: [{ label: 'a', policy: { type: 'ucb1' }, delivery: { serving: 'frozen-log' } }],
    record: { points: 1, scale: 'log' },
  }).result;
  expect(curves[0]?.mean[0]).toBeCloseTo(0.1 * 999_999, 3);
});

describe('what has no meaning is refused with the path of the field', () => {
  const [bernoulli, gaussian] = worlds as [SimulationSpec['environment'], object];
  const world = (environment: object) => ({ ...specOf(bernoulli), environment });
  const arm = (law: object) => world({ type: 'mixed', arms: [law] });
  const run = (changed: object) => ({ ...specOf(bernoulli), runs: [{ label: 'a', ...changed }] });
  const weighted = { policy: { type: 'weighted-ldp-ucb' } };
  const people = (changed: object) =>
    run({ ...weighted, population: { ...continuous, ...changed } });
  const delivered = (delivery: object) => run({ policy: { type: 'ucb1' }, delivery });
  const record = (value: object) => ({ ...specOf(bernoulli), record: value });
  const bad: readonly (readonly [string, string, unknown])[] = [
    ['environment', 'means of a mixed world', world({ type: 'mixed', means })],
    ['environment.means[0]', 'an infinite mean', world({ type: 'gaussian', means: [1e7] })],
    ['environment.deviation', 'no deviation', world({ type: 'gaussian', means, deviation: 0 })],
    ['environment.arms', 'no arms', world({ type: 'mixed', arms: [] })],
    ['environment.arms', 'half an arm', world({ type: 'switching', arms: 1.5 })],
    ['environment.arms[0].law', 'an unknown law', arm({ law: 'cauchy' })],
    ['environment.arms[0]', 'a parameter of another law', arm({ law: 'beta', alpha: 1, mean: 0 })],
    ['environment.arms[0].alpha', 'alpha 0', arm({ law: 'beta', alpha: 0 })],
    ['environment.arms[0].high', 'an empty interval', arm({ law: 'uniform', low: 1, high: 1 })],
    [
      'environment.arms[0].probability',
      'a probability above 1',
      arm({ law: 'two-point', low: 0, high: 1, probability: 1.1 }),
    ],
    ['runs[0].policy.rewards', 'unbounded rewards untransformed', world(gaussian)],
    [
      'runs[0].policy.rewards',
      'rewards above 1 untransformed',
      arm({ law: 'uniform', low: 0, high: 2 }),
    ],
    [
      'runs[0].policy.rewards.scale',
      'a transform of scale 0',
      run({ policy: { type: 'ucb1', rewards: { ...sigmoid, scale: 0 } } }),
    ],
    ['runs[0].population.type', 'unknown levels', people({ type: 'poisson' })],
    ['runs[0].population.deviation', 'one level as a normal law', people({ deviation: 0 })],
    ['runs[0].population.low', 'a negative level', people({ low: -1 })],
    ['runs[0].population.high', 'no room for levels', people({ low: 2, high: 2 })],
    ['runs[0].population.high', 'levels above 128', people({ high: 129 })],
    [
      'runs[0].population',
      'KL-UCB for continuous levels',
      run({ policy: { type: 'ldp-kl-ucb' }, population: continuous }),
    ],
    [
      'runs[0].policy.epsilonMin',
      'no threshold for continuous levels',
      run({ policy: { type: 'he-ldp-ucb-laplace' }, population: continuous }),
    ],
    [
      'runs[0].policy.epsilonMin',
      'a threshold above every level',
      run({ policy: { type: 'he-ldp-ucb-laplace', epsilonMin: 3 }, population: menu }),
    ],
    [
      'runs[0].policy.posterior',
      'a beta posterior for two levels',
      run({ policy: { type: 'ldp-thompson', posterior: 'beta' }, population: menu }),
    ],
    [
      'runs[0]',
      'Gaussian noise at level 17',
      run({ policy: { type: 'ldp-gaussian-ucb' }, epsilon: 17 }),
    ],
    ['runs[0].delivery.epoch', 'an epoch of 0 rounds', delivered({ epoch: 0 })],
    ['runs[0].delivery.delay', 'a negative delay', delivered({ delay: -1 })],
    ['runs[0].delivery.lost', 'more reports lost than sent', delivered({ lost: 1.5 })],
    ['runs[0].delivery.serving', 'an unknown way', delivered({ serving: 'lazy' })],
    [
      'runs[0].delivery.serving',
      'tickets for draws',
      run({ policy: { type: 'exp3' }, delivery: { serving: 'ticketed' } }),
    ],
    [
      'runs[0].delivery.serving',
      'an incumbent among frozen logarithms',
      run({
        policy: { type: 'weighted-ldp-ucb', levelAwareFrom: 1 },
        epsilon: 1,
        delivery: { serving: 'frozen-log' },
      }),
    ],
    [
      'runs[0].delivery.serving',
      'a million arms looked at every round',
      {
        ...world({ type: 'switching', arms: 1e6 }),
        runs: [{ label: 'a', policy: { type: 'ucb1' } }],
      },
    ],
    [
      'runs[0].delivery.delay',
      'weights of a million epochs',
      {
        ...world({ type: 'switching', arms: 1000 }),
        runs: [{ label: 'a', policy: { type: 'exp3' }, delivery: { delay: 1e6 } }],
      },
    ],
    ['record.times', 'times that fall', record({ times: [10, 5] })],
    ['record.times[0]', 'a time after the horizon', record({ times: [1501] })],
    ['record', 'times and points', record({ times: [1], points: 1, scale: 'log' })],
    ['regret', 'an unknown regret', { ...specOf(bernoulli), regret: 'real' }],
  ];
  test('what only the world itself tells names the run as well', async () => {
    const population = { type: 'clipped-gaussian', mean: 20, deviation: 1, low: 0, high: 100 };
    const gaussian = run({ policy: { type: 'ldp-gaussian-ucb' }, population });
    await expect(simulator.run(gaussian as object as SimulationSpec).result).rejects.toMatchObject({
      code: 'spec_invalid',
      message: expect.stringMatching(/^runs\[0\] levels: Gaussian reports/),
    });
  });

  test.each(bad)('%s: %s', async (path, _, spec) => {
    await expect(encodeSpec(spec as SimulationSpec)).rejects.toMatchObject({
      code: 'spec_invalid',
      details: { parameter: path },
    });
  });
});

// Worlds and policies of one's own against the package's, on the same seeds.
import { layoutPlot, optionsFor, seriesOf, toSVG } from 'ldp-bandits/plot';
import { createSimulator, readResult, type SimulationSpec } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import * as own from './own/code.mjs';
import { useSimulator } from './simulation-support.js';

const address = new URL('./own/code.mjs', import.meta.url);
const simulator = useSimulator();

type Run = SimulationSpec['runs'][number];
type World = SimulationSpec['environment'];
const means = [0.6, 0.5, 0.45, 0.4];
const bernoulli: World = { type: 'bernoulli', means };
const graded: World = {
  type: 'mixed',
  arms: [
    { law: 'uniform', low: 0, high: 1 },
    { law: 'beta', alpha: 4 },
    { law: 'two-point', low: 0.25, high: 1 },
  ],
};

function specOf(environment: World, runs: readonly Omit<Run, 'label'>[]): SimulationSpec {
  return {
    version: 1,
    seed: 'own',
    horizon: 3000,
    replicates: 12,
    environment,
    runs: runs.map((run, index) => ({ label: `run ${index}`, ...run })),
  };
}

const curvesOf = async (spec: SimulationSpec) => (await simulator.run(spec, { own }).result).curves;

const ownPolicy = (name: string, more: object = {}): Run['policy'] => ({
  type: 'own',
  name,
  ...more,
});
const followers: readonly Omit<Run, 'label'>[] = [
  { policy: ownPolicy('follow-the-mean') },
  {
    policy: ownPolicy('follow-the-mean', { reports: 'bit' }),
    population: { levels: [0, 1, 4], probabilities: [0.2, 0.4, 0.4] },
  },
  { policy: ownPolicy('follow-the-mean', { reports: 'laplace' }), epsilon: 2 },
  { policy: ownPolicy('follow-the-mean', { reports: 'gaussian' }), epsilon: 2 },
];

describe('a policy written again in JavaScript loses the same in every trial, to the bit', () => {
  const pairs: readonly (readonly [string, Omit<Run, 'label'>, Omit<Run, 'label'>])[] = [
    [
      'UCB1',
      { policy: { type: 'ucb1', bound: 'L4' } },
      { policy: ownPolicy('ucb1', { parameters: { bound: 'L4' } }) },
    ],
    [
      'UCB1 with La',
      { policy: { type: 'ucb1', bound: 'La' } },
      { policy: ownPolicy('ucb1', { parameters: { bound: 'La' } }) },
    ],
    ['Thompson sampling', { policy: { type: 'thompson' } }, { policy: ownPolicy('thompson') }],
    [
      'LDP-Thompson on bits',
      { policy: { type: 'ldp-thompson' }, epsilon: 1 },
      { policy: ownPolicy('ldp-thompson', { reports: 'bit' }), epsilon: 1 },
    ],
    [
      'Thompson sampling that hears the reports of 70 rounds at once',
      { policy: { type: 'thompson' }, delivery: { epoch: 70 } },
      { policy: ownPolicy('thompson'), delivery: { epoch: 70 } },
    ],
    [
      'the same on bits of visitors of whom some are silent',
      {
        policy: { type: 'ldp-thompson' },
        population: { levels: [0, 2], probabilities: [0.3, 0.7] },
        delivery: { epoch: 70 },
      },
      {
        policy: ownPolicy('ldp-thompson', { reports: 'bit' }),
        population: { levels: [0, 2], probabilities: [0.3, 0.7] },
        delivery: { epoch: 70 },
      },
    ],
  ];

  test.each(pairs)('%s', async (_name, builtIn, again) => {
    for (const environment of [bernoulli, graded]) {
      const [expected, got] = await curvesOf(specOf(environment, [builtIn, again]));
      expect(got?.trials).toEqual(expected?.trials);
      expect(got?.mean).toEqual(expected?.mean);
      expect(got?.high).toEqual(expected?.high);
      expect(new Set(got?.trials?.regrets).size).toBeGreaterThan(6); // trials are different
    }
  });
});

describe('a world written again in JavaScript pays the same', () => {
  const runs: readonly Omit<Run, 'label'>[] = [
    { policy: { type: 'ucb1' } },
    { policy: { type: 'thompson' }, delivery: { epoch: 100, delay: 50, lost: 0.1 } },
    { policy: { type: 'ldp-thompson' }, epsilon: 1 },
    { policy: { type: 'ldp-exp3' }, epsilon: 4 },
    ...followers,
  ];
  const swap = [0.1, 0.5, 0.2];
  const worlds: readonly (readonly [string, World, World, Partial<SimulationSpec>])[] = [
    [
      'with one change, to the bit',
      { type: 'bernoulli', means: [0.9, 0.5, 0.2], changes: [{ at: 0.5, means: swap }] },
      {
        type: 'own',
        name: 'swapped',
        arms: 3,
        parameters: { means: [0.9, 0.5, 0.2], later: swap },
      },
      {},
    ],
    [
      'with uniform rewards and realized regret, to the bit',
      {
        type: 'mixed',
        arms: [
          { law: 'uniform', low: 0, high: 1 },
          { law: 'uniform', low: 0.2, high: 0.9 },
        ],
      },
      { type: 'own', name: 'uniform', arms: 2, parameters: { low: [0, 0.2], high: [1, 0.9] } },
      { regret: 'realized' },
    ],
  ];

  test.each(worlds)('%s', async (_name, builtIn, again, more) => {
    const expected = await curvesOf({ ...specOf(builtIn, runs), ...more });
    const got = await curvesOf({ ...specOf(again, runs), ...more });
    expect(got).toEqual(expected);
  });

  test('with still means, to 1e-12: regret is summed round by round, not from the plays', async () => {
    const still: World = { type: 'own', name: 'still', arms: 4, parameters: { means } };
    const expected = await curvesOf(specOf(bernoulli, runs));
    const got = await curvesOf(specOf(still, runs));
    for (const [run, curve] of got.entries()) {
      for (const [trial, regret] of (curve.trials?.regrets ?? []).entries()) {
        const other = expected[run]?.trials?.regrets[trial] ?? Number.NaN;
        expect(Math.abs(regret - other)).toBeLessThanOrEqual(1e-12 * other);
      }
    }
  });
});

describe('the same bits', () => {
  const wandering: World = {
    type: 'own',
    name: 'wandering',
    version: '2',
    arms: 4,
    parameters: { step: 0.01 },
  };
  const spec = specOf(wandering, [{ policy: { type: 'ldp-thompson' }, epsilon: 2 }, ...followers]);

  test('in the calling thread and in workers, which import the module', async () => {
    const here = await simulator.run(spec, { own: address }).result;
    const object = await simulator.run(spec, { own }).result;
    expect(object.digest).toBe(here.digest);
    await using crew = await createSimulator({ workers: 2 });
    expect((await crew.run(spec, { own: address.href }).result).digest).toBe(here.digest);
  });

  test('of each run, whatever other runs there are', async () => {
    const all = await curvesOf(spec);
    for (const [index, run] of spec.runs.entries()) {
      expect(await curvesOf({ ...spec, runs: [run] })).toEqual([all[index]]);
    }
  });

  test('in another seed are others', async () => {
    const [a] = await curvesOf(spec);
    const [b] = await curvesOf({ ...spec, seed: 'another' });
    expect(b?.mean).not.toEqual(a?.mean);
  });
});

describe('a result', () => {
  const spec = specOf(bernoulli, [
    { policy: ownPolicy('follow-the-mean') },
    { policy: { type: 'ucb1' } },
  ]);

  test('says which code outside of the library took part, also when it comes back from JSON', async () => {
    const result = await simulator.run(spec, { own: address }).result;
    expect(result.own).toEqual([{ kind: 'policy', name: 'follow-the-mean' }]);
    const back = readResult(JSON.parse(JSON.stringify(result)));
    expect(back.curves).toEqual(result.curves);
    expect(back.own).toEqual(result.own);
    expect(back.digest).toBe(result.digest);
  });

  test('is drawn like any other', async () => {
    const runs = [{ policy: ownPolicy('follow-the-mean') }, ...followers.slice(1, 2)];
    const result = await simulator.run(specOf(bernoulli, runs), { own: address }).result;
    expect(seriesOf(result).map(({ kind }) => kind)).toEqual(['non-private', 'private']);
    expect(toSVG(layoutPlot(seriesOf(result), optionsFor(result, {})))).toContain('run 1');
  });

  test('has a digest that covers the parameters', async () => {
    const digests = ['L4', 'La'].map(async (bound) => {
      const policy = ownPolicy('follow-the-mean', { parameters: { bound } });
      return (await simulator.run(specOf(bernoulli, [{ policy }]), { own: address }).result).digest;
    });
    expect(await digests[0]).not.toBe(await digests[1]);
  });

  test('without own code says that there was none', async () => {
    const result = await simulator.run(specOf(bernoulli, [{ policy: { type: 'ucb1' } }])).result;
    expect(result.own).toEqual([]);
  });
});

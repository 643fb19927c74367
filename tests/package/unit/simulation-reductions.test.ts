// Convex worlds, best arms and reductions as the package plays them.
import { type Curve, type RunSpec, readResult, type SimulationSpec } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import { describeReproduction, refusalOf, useSimulator, withRun } from './simulation-support.js';

const simulator = useSimulator();

const delta = 1e-5;
const convexRuns: readonly RunSpec[] = [
  { label: 'fkm', policy: { type: 'ldp-one-point', horizon: 2000 }, epsilon: 1 },
  { label: 'fkm, unknown horizon', policy: { type: 'ldp-one-point' }, epsilon: 1 },
  {
    label: 'scfkm',
    policy: { type: 'ldp-one-point', losses: 'strongly-convex', steps: 'practical' },
    epsilon: 1,
  },
  {
    label: 'st',
    policy: { type: 'ldp-one-point', losses: 'smooth', mechanism: 'laplace' },
    epsilon: 1,
  },
  {
    label: 'hl',
    policy: {
      type: 'ldp-one-point',
      losses: 'strongly-convex-smooth',
      mechanism: 'gaussian',
      delta,
    },
    epsilon: 1,
    delivery: { epoch: 16 },
  },
  { label: 'two', policy: { type: 'ldp-two-point', horizon: 2000 }, epsilon: 1 },
  { label: 'two, open', policy: { type: 'two-point' } },
  { label: 'one, open', policy: { type: 'one-point', losses: 'smooth' } },
];
const ball = { type: 'ball', center: [0, 0], radius: 1 } as const;
const convex: SimulationSpec = {
  version: 1,
  seed: 'golden',
  horizon: 2000,
  replicates: 3,
  environment: { type: 'convex', set: ball, loss: 'quadratic' },
  runs: convexRuns,
  record: { times: [500, 2000] },
};
const armRuns: readonly RunSpec[] = [
  { label: 'KL-LUCB', policy: { type: 'ldp-kl-lucb' }, epsilon: 2 },
  {
    label: 'elimination',
    policy: { type: 'ldp-successive-elimination', mechanism: 'laplace' },
    epsilon: 4,
  },
  { label: 'lil', policy: { type: 'lil-ucb', constants: 'heuristic' } },
  { label: 'halving', policy: { type: 'ldp-sequential-halving', maximumPulls: 900 }, epsilon: 2 },
  { label: 'open', policy: { type: 'kl-lucb' }, delivery: { epoch: 10 } },
  { label: 'impatient', policy: { type: 'ldp-kl-lucb', maximumPulls: 50 }, epsilon: 1 },
  { label: 'reduced', policy: { type: 'one-point-reduction' }, epsilon: 2 },
  {
    label: 'Gauss',
    policy: { type: 'one-point-reduction', learner: 'thompson', mechanism: 'gaussian', delta },
    epsilon: 2,
    delivery: { epoch: 5 },
  },
  { label: 'never', policy: { type: 'weighted-ldp-ucb' }, epsilon: 2 },
];
const arms: SimulationSpec = {
  version: 1,
  seed: 'golden',
  horizon: 8000,
  replicates: 5,
  environment: { type: 'bernoulli', means: [0.2, 0.9, 0.3] },
  runs: armRuns,
  record: { times: [4000] },
};

const last = ({ mean }: Curve) => mean.at(-1) ?? Number.NaN;
const refused = (spec: SimulationSpec, change: object) =>
  refusalOf(simulator, { ...spec, ...change });
describeReproduction('convex worlds', simulator, convex);
describeReproduction('best arms and reductions', simulator, arms);

describe('convex worlds', () => {
  test('a result names what the learner was not told: the rest follows from the world', async () => {
    const { spec } = await simulator.run({ ...convex, horizon: 600, record: { times: [600] } })
      .result;
    expect(spec.environment).toEqual({ ...convex.environment, noise: 0.2 });
    const policies = spec.runs.map(({ policy }) => policy);
    expect(policies[1]).toEqual({
      type: 'ldp-one-point',
      losses: 'convex',
      steps: 'theory',
      mechanism: 'bit',
    });
    expect(policies[4]).toMatchObject({ mechanism: 'gaussian', delta });
    expect(policies[6]).toEqual({
      type: 'two-point',
      losses: 'convex',
      horizon: 600,
      feedback: 'losses',
    });
  });

  test('what follows from the world is what one would say oneself', async () => {
    const told = { type: 'ldp-one-point', horizon: 2000, lossLow: -0.2, lossHigh: 1.325 } as const;
    const run = async (policy: object) =>
      (
        await simulator.run({ ...convex, ...withRun(policy, { epsilon: 1 }) } as SimulationSpec)
          .result
      ).curves[0]?.mean;
    expect(await run({ ...told, lipschitz: 1.5 })).toEqual(
      await run({ type: 'ldp-one-point', horizon: 2000 }),
    );
    expect(await run({ ...told, lipschitz: 3 })).not.toEqual(await run(told));
  });

  test('two points cost less than one, privacy more than none', async () => {
    const { curves } = await simulator.run(convex).result;
    const of = (label: string) => last(curves.find((curve) => curve.label === label) as Curve);
    expect(of('two')).toBeLessThan(of('fkm'));
    expect(of('two, open')).toBeLessThan(0.7 * of('two'));
    // A player who stays in the middle loses 1/8 in every round.
    expect(of('two')).toBeLessThan(2000 / 8);
    expect(curves.every(({ plays, stopped }) => plays === undefined && stopped === undefined)).toBe(
      true,
    );
  });

  test('every set, and visitors who only compare', async () => {
    const sets = [
      { type: 'box', low: [0, -1, 2], high: [1, 1, 3] },
      { type: 'simplex', dimension: 4 },
      {
        type: 'polytope',
        normals: [
          [1, 0],
          [0, 1],
          [-1, 0],
          [0, -1],
        ],
        offsets: [1, 1, 0, 0],
        radius: 1,
      },
    ] as const;
    for (const set of sets) {
      const environment = { type: 'convex', set, loss: 'preference' } as const;
      const run = {
        label: 'a',
        policy: { type: 'ldp-two-point', distance: 0.5 },
        epsilon: 4,
      } as const;
      const { curves, spec } = await simulator.run({ ...convex, environment, runs: [run] }).result;
      expect(spec.runs[0]?.policy).toMatchObject({ feedback: 'comparison', distance: 0.5 });
      const [early, late] = curves[0]?.mean ?? [];
      expect((late ?? 0) / 2000).toBeLessThan((early ?? 0) / 500);
    }
  });

  test('the stochastic learner has one dimension', async () => {
    const box = { type: 'box', low: [0], high: [1] } as const;
    const environment = { type: 'convex', set: box, loss: 'absolute', optimum: [0.3] } as const;
    const runs = [
      { label: 'bit', policy: { type: 'ldp-stochastic-convex' }, epsilon: 0.5 },
      { label: 'open', policy: { type: 'stochastic-convex' } },
    ] as const;
    const long = { horizon: 100_000, record: { times: [100_000] } };
    const { curves } = await simulator.run({ ...convex, ...long, environment, runs }).result;
    expect(last(curves[1] as Curve)).toBeLessThan(last(curves[0] as Curve));
    expect(await refused(convex, withRun(runs[0].policy, { epsilon: 1 }))).toMatch(/dimension/);
  });

  test.each([
    [{ loss: 'cubic' }, /loss must be one of absolute/],
    [{ noise: -1 }, /noise must be a number from 0/],
    [{ optimum: [0] }, /optimum must be a list of 2/],
    [{ optimum: [2, 2] }, /optimum must lie in the set/],
    [{ set: { type: 'ball', center: [], radius: 1 } }, /set\.center must be a list/],
    [{ set: { type: 'box', low: [0, 0], high: [1, 0] } }, /set\.high\[1\] must be above/],
    [
      { set: { type: 'polytope', normals: [[1], [-1]], offsets: [-1, -1], radius: 1 } },
      /environment/,
    ],
    [{ set: { type: 'polytope', normals: [[1, 0]], offsets: [1], radius: 1 } }, /environment/],
    [{ arms: 3 }, /unknown key "arms"/],
  ])('refuses the world %j', async (change, message) => {
    const environment = { ...convex.environment, ...change };
    expect(await refused(convex, { environment })).toMatch(message);
  });

  test.each([
    [{ type: 'uniform' }, {}, /policy\.type must be one of ldp-two-point/],
    [{ type: 'ldp-one-point' }, {}, /epsilon must be a number/],
    [{ type: 'one-point' }, { epsilon: 1 }, /epsilon must be absent/],
    [{ type: 'ldp-one-point' }, { epsilon: 1, population: {} }, /population must be absent/],
    [{ type: 'ldp-one-point', delta }, { epsilon: 1 }, /delta must be absent/],
    [{ type: 'ldp-one-point', mechanism: 'gaussian' }, { epsilon: 17 }, /from 0\.0009765625 to 16/],
    [{ type: 'ldp-one-point', set: ball }, { epsilon: 1 }, /unknown key "set"/],
    [{ type: 'ldp-two-point', feedback: 'comparison' }, { epsilon: 1 }, /must be absent or losses/],
    [{ type: 'ldp-two-point', distance: 0.2 }, { epsilon: 1 }, /only comparisons have one/],
    [
      { type: 'ldp-two-point', losses: 'smooth' },
      { epsilon: 1 },
      /must be one of convex, strongly/,
    ],
    [{ type: 'ldp-one-point', lossLow: 1, lossHigh: 0 }, { epsilon: 1 }, /must be above lossLow/],
    [{ type: 'ldp-one-point' }, { epsilon: 1, delivery: { delay: 2 } }, /delay must be absent/],
    [{ type: 'ldp-one-point' }, { epsilon: 1, delivery: { lost: 0.2 } }, /lost must be absent/],
    [{ type: 'ldp-one-point' }, { epsilon: 1, delivery: { serving: 'ticketed' } }, /serving must/],
  ])('refuses the run %j with %j', async (policy, more, message) => {
    expect(await refused(convex, withRun(policy, more))).toMatch(message);
  });

  test('refuses learners of one loss where visitors compare, and what comparisons cannot say', async () => {
    const spec = { ...convex, environment: { ...convex.environment, loss: 'preference' } } as const;
    const of = (policy: object) => refused(spec as SimulationSpec, withRun(policy, { epsilon: 1 }));
    expect(await of({ type: 'ldp-one-point' })).toMatch(/compare two points/);
    expect(await of({ type: 'ldp-two-point', feedback: 'losses' })).toMatch(/or comparison/);
    expect(await of({ type: 'ldp-two-point', lipschitz: 1 })).toMatch(/sizes of losses/);
    expect(await of({ type: 'ldp-two-point', losses: 'strongly-convex' })).toMatch(
      /must be convex/,
    );
  });

  test('refuses a realized regret, and other worlds refuse its learners', async () => {
    expect(await refused(convex, { regret: 'realized' })).toMatch(/must be pseudo/);
    expect(await refused(arms, withRun({ type: 'two-point' }))).toMatch(/outside a convex world/);
    const linear = { type: 'linear', dimension: 3, arms: 4, contexts: 'fresh' };
    const environment = { environment: linear, ...withRun({ type: 'kl-lucb' }) };
    expect(await refused(arms, environment)).toMatch(/must be one of ldp-linear-moments/);
  });
});

describe('best arms', () => {
  test('say when they stopped and with what', async () => {
    const { curves } = await simulator.run(arms).result;
    for (const { label, stopped, replicates, t } of curves) {
      if (['reduced', 'Gauss', 'never'].includes(label)) {
        expect(stopped).toBeUndefined();
        continue;
      }
      expect(stopped?.rounds).toHaveLength(replicates);
      expect(Array.from(stopped?.answers ?? [])).toEqual(new Array(replicates).fill(1));
      expect(stopped?.wrong).toBe(0);
      const never = label === 'impatient';
      for (const round of stopped?.rounds ?? []) {
        expect(Number.isNaN(round)).toBe(never);
        if (!never) expect(round).toBeLessThanOrEqual(label === 'halving' ? 900 : (t.at(-1) ?? 0));
      }
    }
    const open = curves.find(({ label }) => label === 'open')?.stopped?.rounds ?? [];
    for (const round of open) expect(round % 10).toBe(0);
  });

  test('a result names every default: the most pulls are the horizon', async () => {
    const { spec } = await simulator.run(arms).result;
    expect(spec.runs[0]?.policy).toEqual({
      type: 'ldp-kl-lucb',
      arms: 3,
      errorProbability: 0.05,
      maximumPulls: 8000,
      mechanism: 'bit',
      rewards: { type: 'unit' },
    });
    expect(spec.runs[6]?.policy).toMatchObject({
      type: 'one-point-reduction',
      learner: 'tsallis-inf',
      estimator: 'reduced-variance',
      mechanism: 'bit',
    });
  });

  test('a result whose answers were changed is refused', async () => {
    const result = await simulator.run({ ...arms, runs: armRuns.slice(0, 1) }).result;
    const tampered = (change: (curve: Record<string, Record<string, unknown>>) => void) => {
      const plain = JSON.parse(JSON.stringify(result));
      change(plain.curves[0]);
      return () => readResult(plain);
    };
    const put = (name: string, value: unknown) =>
      tampered(({ stopped }) => {
        if (stopped !== undefined) stopped[name] = value;
      });
    expect(put('answers', [0, 1, 1, 1, 1])).toThrow(/digest/);
    expect(put('rounds', [null, 100, 100, 100, 100])).toThrow(/digest/);
    expect(put('notBest', 1)).toThrow(/digest/);
    expect(put('wrong', 1)).toThrow(/stopped.wrong must be 0/);
    expect(put('answers', [3, 1, 1, 1, 1])).toThrow(/answers\[0\]/);
    expect(put('rounds', [8001, 1, 1, 1, 1])).toThrow(/rounds\[0\]/);
    expect(put('rounds', [1])).toThrow(/list of 5/);
    expect(put('wrong', 6)).toThrow(/wrong/);
  });

  test('rewards outside [0, 1] pass a transform first', async () => {
    const environment = { type: 'gaussian', means: [0, 2, 0.5], deviation: 0.5 } as const;
    const policy = { type: 'ldp-kl-lucb', rewards: { type: 'threshold', at: 1 } } as const;
    const runs = [{ label: 'a', policy, epsilon: 3 }];
    const { curves } = await simulator.run({ ...arms, environment, runs }).result;
    expect(curves[0]?.stopped?.wrong).toBe(0);
    expect(await refused(arms, { environment, ...withRun({ type: 'kl-lucb' }) })).toMatch(
      /rewards/,
    );
  });

  test.each([
    [{ type: 'ldp-kl-lucb', errorProbability: 0.6 }, { epsilon: 1 }, /from 1e-9 to 0\.5/],
    [{ type: 'ldp-kl-lucb', maximumPulls: 0 }, { epsilon: 1 }, /maximumPulls must be a whole/],
    [{ type: 'ldp-kl-lucb', constants: 'theory' }, { epsilon: 1 }, /unknown key "constants"/],
    [{ type: 'ldp-kl-lucb', arms: 4 }, { epsilon: 1 }, /must be absent or 3/],
    [{ type: 'ldp-kl-lucb' }, {}, /epsilon must be a number/],
    [{ type: 'kl-lucb' }, { epsilon: 1 }, /not private/],
    [{ type: 'ldp-kl-lucb' }, { population: { levels: [1], probabilities: [1] } }, /population/],
    [{ type: 'ldp-kl-lucb' }, { epsilon: 1, delivery: { delay: 1 } }, /delay must be absent/],
    [{ type: 'one-point-reduction', learner: 'exp4' }, { epsilon: 1 }, /learner must be one of/],
    [
      { type: 'one-point-reduction' },
      { epsilon: 1, delivery: { lost: 0.1 } },
      /lost must be absent/,
    ],
    [{ type: 'one-point-reduction' }, { epsilon: 1, delivery: { epoch: 5_000_000 } }, /at most/],
  ])('refuses the run %j with %j', async (policy, more, message) => {
    expect(await refused(arms, withRun(policy, more))).toMatch(message);
  });
});

test.each([
  ['at several levels', {}, { population: { levels: [0.5, 2], probabilities: [0.5, 0.5] } }],
  ['that drift together', { drift: { amplitude: 0.1, turns: 3, common: true } }, { epsilon: 2 }],
] as const)('a duel finds the best of arms %s', async (_what, world, visitors) => {
  const environment = { type: 'bernoulli', means: [0.2, 0.9, 0.3], ...world } as const;
  const run = { label: 'duel', policy: { type: 'ldp-duel' }, ...visitors } as const;
  const { curves, spec } = await simulator.run({ ...arms, environment, runs: [run] }).result;
  expect(spec.environment).toEqual(environment);
  expect(curves[0]?.stopped?.wrong).toBe(0);
  expect(Array.from(curves[0]?.stopped?.answers ?? [])).toEqual([1, 1, 1, 1, 1]);
  expect(Math.max(...(curves[0]?.stopped?.rounds ?? [Number.NaN]))).toBeLessThan(4000);
});

// Learners that decide at random, and noise with a sampler of its own: the mean regret of the simulation
// beside that of a second implementation with other random numbers.
//
// Both means are of independent trials. Equal laws differ by more than five standard errors with
// probability below 1e-6 a case; seeds are fixed, so a case that passes once always passes.
import { catalog, type SimulationSpec } from 'ldp-bandits/simulation';
import { describe, expect, it } from 'vitest';
import { type PlainWorld, plainTrial, uniforms } from './recomputation/plain-draws.js';
import { useSimulator } from './simulation-support.js';

const means = [0.9, 0.6, 0.5, 0.2];
const one = [3];
const many = [0, 0.5, 2, 8];
const nobody: readonly number[] = [];

const cases: readonly (readonly [
  name: string,
  levels: readonly number[],
  setting: PlainWorld['setting'],
])[] = [
  ['Thompson sampling on raw rewards', nobody, { type: 'thompson' }],
  ['Thompson sampling, one level', one, { type: 'ldp-thompson', posterior: 'beta', bound: 'La' }],
  ['Thompson sampling, a menu', many, { type: 'ldp-thompson', posterior: 'normal', bound: 'La' }],
  [
    'Thompson sampling, level-aware',
    many,
    { type: 'ldp-thompson', posterior: 'normal', bound: 'La', levelAwareFrom: 2 },
  ],
  ['Gaussian reports, one level', one, { type: 'ldp-gaussian-ucb', bound: 'La', delta: 1e-3 }],
  ['Gaussian reports, a menu', many, { type: 'ldp-gaussian-ucb', bound: 'L4', delta: 1e-3 }],
  ['Tsallis-INF on raw rewards', nobody, { type: 'tsallis-inf', estimator: 'reduced-variance' }],
  ['Tsallis-INF, one level', one, { type: 'ldp-tsallis-inf', estimator: 'reduced-variance' }],
  [
    'Tsallis-INF, a menu, importance weighting',
    many,
    { type: 'ldp-tsallis-inf', estimator: 'importance-weighting' },
  ],
  ['EXP3 on raw rewards', nobody, { type: 'exp3' }],
  ['EXP3, one level', one, { type: 'ldp-exp3' }],
  ['EXP3, a menu', many, { type: 'ldp-exp3' }],
  ['IMED, one level', one, { type: 'ldp-imed', bound: 'La' }],
  ['IMED, a menu', many, { type: 'ldp-imed', bound: 'La' }],
  ['graded Thompson sampling, one level', one, { type: 'ldp-thompson-graded', bound: 'La' }],
  ['graded Thompson sampling, a menu', many, { type: 'ldp-thompson-graded', bound: 'La' }],
  ['graded IMED, one level', one, { type: 'ldp-imed-graded', bound: 'La' }],
  ['graded IMED, a menu', many, { type: 'ldp-imed-graded', bound: 'La' }],
];

const horizon = 500;
const trials = 150;
const replicates = 3000;

function specOf(levels: readonly number[], setting: PlainWorld['setting']): SimulationSpec {
  const { bound, ...rest } = setting;
  const policy = setting.type === 'ldp-gaussian-ucb' ? setting : rest;
  const probabilities = levels.map(() => 1 / levels.length);
  const run = {
    label: 'one',
    policy: policy as SimulationSpec['runs'][number]['policy'],
    ...(levels.length > 1 ? { population: { levels, probabilities } } : {}),
    ...(levels.length === 1 ? { epsilon: levels[0] as number } : {}),
  };
  return {
    version: 1,
    seed: 'recomputation',
    horizon,
    replicates,
    environment: { type: 'bernoulli', means },
    runs: [run],
    record: { times: [horizon] },
  };
}

const simulator = useSimulator();

describe('a second implementation loses as much on average', () => {
  it.each(cases)(
    '%s',
    async (_name, levels, setting) => {
      const { curves } = await simulator.run(specOf(levels, setting)).result;
      const [measured, high] = [curves[0]?.mean[0] as number, curves[0]?.high[0] as number];
      const uniform = uniforms(20_200_707);
      const world = { means, horizon, levels, setting };
      const regrets = Array.from({ length: trials }, () => plainTrial(world, uniform));
      const mean = regrets.reduce((sum, regret) => sum + regret, 0) / trials;
      const squares = regrets.reduce((sum, regret) => sum + (regret - mean) ** 2, 0);
      const error = Math.hypot(
        Math.sqrt(squares / (trials - 1) / trials),
        (high - measured) / 1.96,
      );
      expect(error / mean, 'precise enough to tell').toBeLessThan(0.05);
      expect(Math.abs(measured - mean) / error, `${measured} against ${mean}`).toBeLessThan(5);
    },
    60_000,
  );
});

it('leaves to exact recomputation those that decide by an index or by the order of epochs', () => {
  const here = new Set<string>(cases.map(([, , { type }]) => type));
  const others = catalog
    .filter(({ id, family }) => family === 'multi-armed' && !here.has(id))
    .map(({ id }) => id);
  expect(others.filter((id) => !/ucb/.test(id))).toEqual(['ldp-thompson-drift', 'uniform']);
});

// Short runs of the simulation, played again by a second implementation in the same world: the same
// words, so the same rewards, levels and noise, and in the end the same regret of every replicate.
//
// Where a learner draws by a method of its own (Thompson sampling, the adversarial learners, Gaussian
// noise), see recomputation-draws.long.test.ts.
import type { SimulationSpec } from 'ldp-bandits/simulation';
import { describe, expect, it } from 'vitest';
import { type PlainGame, plainRegret } from './recomputation/plain-game.js';
import { type PlainLaw, PlainWords, philox } from './recomputation/plain-world.js';
import { useSimulator } from './simulation-support.js';

const bernoulli: readonly PlainLaw[] = [0.9, 0.6, 0.5, 0.2].map((mean) => ({
  law: 'bernoulli',
  mean,
}));
const mixed: readonly PlainLaw[] = [
  { law: 'beta', alpha: 4 },
  { law: 'two-point', low: 0.25, high: 1 },
  { law: 'uniform', low: 0, high: 1 },
  { law: 'bernoulli', mean: 0.3 },
];
const one = { levels: [2], probabilities: [1] };
const many = { levels: [0, 0.5, 2, 8], probabilities: [0.1, 0.3, 0.3, 0.3] };
const nobody = { levels: [], probabilities: [] };

interface Case {
  readonly name: string;
  readonly setting: PlainGame['setting'];
  readonly users: Pick<PlainGame, 'levels' | 'probabilities'>;
  readonly laws?: readonly PlainLaw[];
}

const cases: readonly Case[] = [
  { name: 'UCB1', setting: { type: 'ucb1', bound: 'L4' }, users: nobody },
  { name: 'UCB1 with La', setting: { type: 'ucb1', bound: 'La' }, users: nobody, laws: mixed },
  { name: 'KL-UCB on raw rewards', setting: { type: 'kl-ucb' }, users: nobody },
  {
    name: 'HeLDP-UCB-B, one level',
    setting: { type: 'he-ldp-ucb-bernoulli', bound: 'L4', epsilonMin: 2 },
    users: one,
  },
  {
    name: 'HeLDP-UCB-B, many levels',
    setting: { type: 'he-ldp-ucb-bernoulli', bound: 'La', epsilonMin: 1 },
    users: many,
    laws: mixed,
  },
  {
    name: 'HeLDP-UCB-B, level-aware',
    setting: { type: 'he-ldp-ucb-bernoulli', bound: 'La', epsilonMin: 1, levelAwareFrom: 1 },
    users: many,
  },
  {
    name: 'HeLDP-UCB-L, one level',
    setting: { type: 'he-ldp-ucb-laplace', bound: 'L4', epsilonMin: 2 },
    users: one,
  },
  {
    name: 'HeLDP-UCB-L, many levels',
    setting: { type: 'he-ldp-ucb-laplace', bound: 'La', epsilonMin: 1 },
    users: many,
    laws: mixed,
  },
  {
    name: 'weighted, one level',
    setting: { type: 'weighted-ldp-ucb', bound: 'L4' },
    users: one,
    laws: mixed,
  },
  {
    name: 'weighted, many levels',
    setting: { type: 'weighted-ldp-ucb', bound: 'La' },
    users: many,
  },
  {
    name: 'weighted, level-aware',
    setting: { type: 'weighted-ldp-ucb', bound: 'La', levelAwareFrom: 2 },
    users: many,
  },
  {
    name: 'weighted Laplace, one level',
    setting: { type: 'weighted-ldp-ucb-laplace', bound: 'L4' },
    users: one,
  },
  {
    name: 'weighted Laplace, many levels',
    setting: { type: 'weighted-ldp-ucb-laplace', bound: 'La' },
    users: many,
    laws: mixed,
  },
  { name: 'KL-UCB on bits, one level', setting: { type: 'ldp-kl-ucb' }, users: one },
  {
    name: 'KL-UCB on bits, many levels',
    setting: { type: 'ldp-kl-ucb' },
    users: many,
    laws: mixed,
  },
];

const horizon = 1000;
const replicates = 3;
const seed = 'recomputation';

function specOf({ setting, users, laws = bernoulli }: Case): SimulationSpec {
  const { levels, probabilities } = users;
  const run = {
    label: 'one',
    policy: setting as SimulationSpec['runs'][number]['policy'],
    ...(levels.length > 1 ? { population: { levels, probabilities } } : {}),
    ...(levels.length === 1 ? { epsilon: levels[0] as number } : {}),
  };
  return {
    version: 1,
    seed,
    horizon,
    replicates,
    environment: { type: 'mixed', arms: laws },
    runs: [run],
    record: { times: [horizon] },
  };
}

const simulator = useSimulator();

describe('the words', () => {
  it('are those of the published vectors of Philox4x32-10', () => {
    const ones = 0xffffffffn;
    const hex = (words: readonly bigint[]) => words.map((word) => word.toString(16));
    expect(hex(philox([0n, 0n, 0n, 0n], [0n, 0n]))).toEqual([
      '6627e8d5',
      'e169c58d',
      'bc57ac4c',
      '9b00dbd8',
    ]);
    expect(hex(philox([ones, ones, ones, ones], [ones, ones]))).toEqual([
      '408f276d',
      '41c83b0e',
      'a20bc7c6',
      '6d5451fd',
    ]);
  });

  it('differ by seed, replicate and purpose', () => {
    const first = (...of: ConstructorParameters<typeof PlainWords>) => new PlainWords(...of).next();
    const words = [
      first('a', 0, 'noise'),
      first('b', 0, 'noise'),
      first('a', 1, 'noise'),
      first('a', 0, 'levels'),
    ];
    expect(new Set(words).size).toBe(4);
  });
});

describe('a second implementation loses exactly as much', () => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const { curves } = await simulator.run(specOf(one)).result;
    const { setting, users, laws = bernoulli } = one;
    const game = { seed, horizon, laws, ...users, setting };
    const regrets = Array.from({ length: replicates }, (_, r) => plainRegret(game, r));
    const mean = regrets.reduce((sum, regret) => sum + regret, 0) / replicates;
    const spread =
      regrets.reduce((sum, regret) => sum + (regret - mean) ** 2, 0) / (replicates - 1);
    const half = 4.302652729696142 * Math.sqrt(spread / replicates);
    expect(curves[0]?.mean[0]).toBeCloseTo(mean, 8);
    expect(curves[0]?.high[0]).toBeCloseTo(mean + half, 6); // the spread too: every replicate counts
    expect(mean).toBeGreaterThan(0);
  });
});

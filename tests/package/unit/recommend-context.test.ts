// What it takes to learn from features: the lines of clicks and of numbers are what simulations take at every epsilon,
// and below `price.least` a learner loses nearly as much as play at random.
import { recommend, type Situation } from 'ldp-bandits/recommend';
import { createSimulator, type SimulationSpec } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import { isWithin, simulated } from './recommend-support.js';

type Environment = SimulationSpec['environment'];
type Policy = SimulationSpec['runs'][number]['policy'];

const clickWorld = (dimension: number): Environment => ({
  type: 'generalized-linear',
  link: 'logistic',
  bound: 2,
  dimension,
  arms: 5,
  contexts: 'fresh',
});
const valueWorld = (dimension: number): Environment => ({
  type: 'linear',
  dimension,
  arms: 5,
  contexts: 'fresh',
});
const asked = (see: 'click' | 'value', features: number, epsilon: number): Situation => ({
  choose: 'by-context',
  see,
  features,
  epsilon,
  visitors: 1e9,
});

describe('the price by context is within a factor of 3', () => {
  /** Features, about what the best of five options has over an average one, epsilon. */
  test.each([
    [3, 0.28, 1],
    [3, 0.28, 2],
    [3, 0.28, 4],
    [3, 0.28, 8],
    [5, 0.23, 2],
    [5, 0.23, 8],
  ])(
    'of what Newton steps took by clicks: %d features, gap %d, epsilon %d',
    async (features, about, epsilon) => {
      const situation = asked('click', features, epsilon);
      const { price, algorithm } = recommend({ ...situation, gap: about });
      const type = 'ldp-glm-newton';
      expect(algorithm.type).toBe(type);
      const horizon = 3 * price.visitors;
      const { visitors, gap } = await simulated(clickWorld(features), { type }, epsilon, horizon);
      isWithin(3, recommend({ ...situation, gap }).price.visitors, visitors);
    },
  );

  test.each([
    [3, 0.4, 1],
    [3, 0.4, 2],
    [3, 0.4, 4],
    [5, 0.29, 4],
    [3, 0.4, 8],
    [5, 0.29, 8],
  ])(
    'of what linear moments took: %d features, gap %d, epsilon %d',
    async (features, about, epsilon) => {
      const situation = asked('value', features, epsilon);
      const { price, algorithm } = recommend({ ...situation, gap: about });
      const horizon = 3 * price.visitors;
      const policy = { type: 'ldp-linear-moments' } as const;
      expect(algorithm.type).toBe(policy.type);
      const { visitors, gap } = await simulated(valueWorld(features), policy, epsilon, horizon);
      isWithin(3, recommend({ ...situation, gap }).price.visitors, visitors);
    },
  );

  test('of what GLOC took on raw clicks', async () => {
    const { visitors, gap } = await simulated(clickWorld(3), { type: 'gloc' }, undefined, 5_000);
    const { price } = recommend({ ...asked('click', 3, 2), gap });
    isWithin(3, price.withoutPrivacy, visitors);
  });
});

// docs/spec/defaults.md, section 3: 0.58 to 0.86 for 12 and 20 features at epsilon 1 to 8.
test.each([
  ['click', 2],
  ['click', 8],
  ['value', 2],
  ['value', 8],
] as const)(
  'with as many visitors as price.least the last quarter loses 0.5 to 0.95 of what uniform play loses: %s, epsilon %d',
  async (see, epsilon) => {
    const features = 12;
    const { price, algorithm } = recommend(asked(see, features, epsilon));
    const horizon = 4 * Math.ceil(price.least / 4);
    const policy = { type: algorithm.type } as Policy;
    await using simulator = await createSimulator({ workers: 1 });
    const { curves } = await simulator.run({
      version: 1,
      seed: 'little',
      horizon,
      replicates: 40,
      environment: see === 'click' ? clickWorld(features) : valueWorld(features),
      runs: [
        { label: 'learner', policy, epsilon },
        { label: 'random', policy: { type: 'uniform' } },
      ],
      record: { points: 4, scale: 'linear' },
    }).result;
    const [learner, random] = curves.map(
      ({ mean }) => (mean.at(-1) as number) - (mean.at(-2) as number),
    );
    const share = (learner as number) / (random as number);
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.95);
  },
);

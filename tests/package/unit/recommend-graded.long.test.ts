// The price of graded values, section 6 of docs/spec/graded.md, beside simulations of worlds that were chosen when its form and
// its constant stood. All seeds are fixed: nothing here fails by chance.
import { priceOf, recommend } from 'ldp-bandits/recommend';
import type { SimulationSpec } from 'ldp-bandits/simulation';
import { afterAll, expect, test } from 'vitest';
import { isWithin, simulated } from './recommend-support.js';

interface World {
  readonly name: string;
  readonly environment: SimulationSpec['environment'];
  readonly options: number;
  readonly gap: number;
  /** Standard deviation of the values of an ordinary option. */
  readonly spread: number;
}

/** Beta laws of the concentration a + b = c: the variance is mean (1 - mean)/(c + 1). */
const beta = (options: number, mean: number, gap: number, concentration: number): World => ({
  name: `beta, ${concentration}, around ${mean}`,
  environment: {
    type: 'beta',
    means: Array.from({ length: options }, (_, i) => (i === 0 ? mean + gap : mean)),
    concentration,
  },
  options,
  gap,
  spread: Math.sqrt((mean * (1 - mean)) / (concentration + 1)),
});

const even: World = {
  name: 'uniform, 0.5 wide',
  environment: {
    type: 'mixed',
    arms: [0.3, 0.15, 0.15].map((low) => ({ law: 'uniform', low, high: low + 0.5 })),
  },
  options: 3,
  gap: 0.15,
  spread: 0.5 / Math.sqrt(12),
};

const twoGrades: World = {
  name: 'grades 0.3 and 0.9',
  environment: {
    type: 'mixed',
    arms: [0.6, 0.35, 0.35, 0.35].map((probability) => ({
      law: 'two-point',
      probability,
      low: 0.3,
      high: 0.9,
    })),
  },
  options: 4,
  gap: 0.15,
  spread: 0.6 * Math.sqrt(0.35 * 0.65),
};

const table: string[] = [];
afterAll(() => console.info(table.join('\n')));

const row = (name: string, predicted: number, measured: number) =>
  table.push(
    `${name}: predicted ${predicted}, simulated ${measured}, ${(measured / predicted).toFixed(2)}`,
  );

const priceIn = ({ options, gap, spread }: World, epsilon: number) =>
  priceOf({ choose: 'one', see: 'value', visitors: 1e6, options, gap, spread, epsilon });

test.each([
  { world: beta(2, 0.4, 0.15, 8), epsilon: 1.5, type: 'ldp-thompson-graded' },
  { world: beta(3, 0.5, 0.1, 10), epsilon: 2, type: 'ldp-imed-graded' },
  { world: beta(4, 0.2, 0.15, 12), epsilon: 1, type: 'ldp-thompson-graded' },
  { world: beta(5, 0.6, 0.1, 20), epsilon: 3, type: 'ldp-thompson-graded' },
  { world: beta(6, 0.35, 0.2, 5), epsilon: 2, type: 'ldp-imed-graded' },
  { world: beta(8, 0.3, 0.15, 15), epsilon: 3, type: 'ldp-thompson-graded' },
  { world: even, epsilon: 2, type: 'ldp-imed-graded' },
  { world: twoGrades, epsilon: 2.5, type: 'ldp-thompson-graded' },
  { world: beta(12, 0.5, 0.15, 6), epsilon: 5, type: 'ldp-imed-graded' },
] as const)(
  'of $world.name, $world.options options, at epsilon $epsilon it is what $type took, within a factor of 2',
  async ({ world, epsilon, type }) => {
    const { environment, options, gap } = world;
    const price = priceIn(world, epsilon);
    const random = (gap * (options - 1)) / options;
    const { visitors } = await simulated(
      environment,
      { type },
      epsilon,
      3 * price.visitors,
      random,
    );
    row(`${world.name}, ${options} options, epsilon ${epsilon}, ${type}`, price.visitors, visitors);
    isWithin(2, price.visitors, visitors);
    expect(price.visitors).toBeGreaterThanOrEqual(price.withoutPrivacy);
    expect(visitors).toBeGreaterThan(price.withoutPrivacy / 2);
  },
);

test('of two options that are nearly alike, far from the middle, it is half of what the learner took', async () => {
  const world = beta(2, 0.7, 0.05, 40);
  const price = priceIn(world, 4);
  const policy = { type: 'ldp-thompson-graded' } as const;
  const { visitors } = await simulated(world.environment, policy, 4, 3 * price.visitors, 0.025);
  row(`${world.name}, 2 options, epsilon 4`, price.visitors, visitors);
  isWithin(2.2, price.visitors, visitors);
});

test('without privacy it is what the learner of grades took on values with hardly any noise', async () => {
  for (const world of [beta(4, 0.3, 0.1, 20), beta(3, 0.45, 0.2, 5)]) {
    const { environment, options, gap } = world;
    const { withoutPrivacy } = priceIn(world, 1);
    const random = (gap * (options - 1)) / options;
    const policy = { type: 'ldp-thompson-graded' } as const;
    const { visitors } = await simulated(environment, policy, 32, 3 * withoutPrivacy, random);
    row(`${world.name}, ${options} options, without privacy`, withoutPrivacy, visitors);
    isWithin(2, withoutPrivacy, visitors);
  }
});

test('values at the two ends are clicks: a bit is recommended, at its price', () => {
  const asked = { choose: 'one', visitors: 1e6, epsilon: 2, gap: 0.1 } as const;
  const ends = recommend({ ...asked, see: 'value', spread: 0.5 });
  const clicks = recommend({ ...asked, see: 'click' });
  expect(ends.algorithm.type).toBe('ldp-thompson');
  expect(ends.price.visitors).toBe(clicks.price.visitors);
});

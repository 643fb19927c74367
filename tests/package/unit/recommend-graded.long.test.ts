// The price of graded values, section 6 of docs/spec/graded.md, beside simulations of worlds that its constant was not fitted
// to. All seeds are fixed: nothing here fails by chance.
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
  name: 'uniform, 0.7 wide',
  environment: {
    type: 'mixed',
    arms: [0.2, 0.1, 0.1, 0.1].map((low) => ({ law: 'uniform', low, high: low + 0.7 })),
  },
  options: 4,
  gap: 0.1,
  spread: 0.7 / Math.sqrt(12),
};

const twoGrades: World = {
  name: 'grades 0.25 and 0.75',
  environment: {
    type: 'mixed',
    arms: [0.7, 0.4, 0.4].map((probability) => ({
      law: 'two-point',
      probability,
      low: 0.25,
      high: 0.75,
    })),
  },
  options: 3,
  gap: 0.15,
  spread: 0.5 * Math.sqrt(0.4 * 0.6),
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
  { world: beta(2, 0.6, 0.1, 12), epsilon: 1, type: 'ldp-thompson-graded' },
  { world: beta(3, 0.3, 0.2, 4), epsilon: 1.25, type: 'ldp-thompson-graded' },
  { world: beta(4, 0.55, 0.15, 6), epsilon: 2, type: 'ldp-imed-graded' },
  { world: beta(5, 0.25, 0.2, 15), epsilon: 1, type: 'ldp-thompson-graded' },
  { world: even, epsilon: 3, type: 'ldp-thompson-graded' },
  { world: beta(7, 0.4, 0.2, 10), epsilon: 2.5, type: 'ldp-imed-graded' },
  { world: beta(3, 0.65, 0.05, 25), epsilon: 5, type: 'ldp-thompson-graded' },
  { world: beta(6, 0.2, 0.1, 30), epsilon: 4, type: 'ldp-imed-graded' },
  { world: twoGrades, epsilon: 2, type: 'ldp-thompson-graded' },
  { world: beta(10, 0.45, 0.1, 2), epsilon: 6, type: 'ldp-thompson-graded' },
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

// Which algorithm is recommended: the rules of docs/spec/defaults.md, section 3, one by one.
import { type Recommendation, recommend, type Situation } from 'ldp-bandits/recommend';
import { catalog } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';

const one = { choose: 'one', see: 'click', visitors: 1e7, epsilon: 1 } as const;
const byContext = { choose: 'by-context', see: 'click', visitors: 1e9, epsilon: 1 } as const;

const typeFor = (situation: Situation): string => recommend(situation).algorithm.type;
const namesIn = ({ algorithm, alternatives }: Recommendation): readonly string[] => [
  algorithm.type,
  ...alternatives.map(({ type }) => type),
];
const whenOf = (situation: Situation, type: string): string | undefined =>
  recommend(situation).alternatives.find((other) => other.type === type)?.when;

/** The default of a family of the catalog. */
const defaultOf = (wanted: string) =>
  catalog.find((entry) => entry.family === wanted && entry.default)?.id;

describe('what is recommended is the default of its family', () => {
  test.each<[string, Situation]>([
    ['multi-armed', one],
    ['generalized-linear', byContext],
    ['linear', { ...byContext, see: 'value', range: [0, 1] }],
    ['convex', { choose: 'number', see: 'comparison', visitors: 1e9, epsilon: 1 }],
  ])('%s', (family, situation) => {
    expect(typeFor(situation)).toBe(defaultOf(family));
  });
});

describe('options that are the same for everybody', () => {
  test('are learnt without features: clicks by ldp-thompson, values by ldp-thompson-graded', () => {
    expect(typeFor(one)).toBe('ldp-thompson');
    expect(recommend({ ...byContext, fixed: true, options: 30 }).algorithm).toEqual({
      type: 'ldp-thompson',
      arms: 30,
    });
    const values = { ...byContext, see: 'value', range: [0, 5], fixed: true } as const;
    expect(recommend(values).algorithm).toMatchObject({
      type: 'ldp-thompson-graded',
      rewards: { type: 'clip', low: 0, high: 5 },
    });
  });

  test('cost what one of some options costs', () => {
    const { price } = recommend({ ...byContext, fixed: true, options: 8 });
    expect(price).toEqual(recommend({ ...one, visitors: 1e9, options: 8 }).price);
  });

  test('are learnt by their features where there are more than thirty', () => {
    expect(typeFor({ ...byContext, fixed: true, options: 31 })).toBe('ldp-glm-newton');
    expect(typeFor({ ...byContext, see: 'value', fixed: true, options: 31 })).toBe(
      'ldp-linear-moments',
    );
  });

  test('are the first thing that a page by context is asked about', () => {
    expect(whenOf(byContext, 'ldp-thompson')).toMatch(/the same few options, thirty at most/);
  });
});

test('no situation is told to take ldp-linucb, nor, below epsilon 10, that it may', () => {
  for (const choose of ['one', 'by-context'] as const)
    for (const see of ['click', 'value'] as const)
      for (const features of [2, 5, 20, 128])
        for (const epsilon of see === 'click' ? [0.1, 1, 8, 32] : [0.1, 1, 9.9])
          for (const fixed of [false, choose === 'by-context'])
            for (const visitors of [100, 1e12]) {
              const found = recommend({ choose, see, features, epsilon, fixed, visitors });
              expect(namesIn(found)).not.toContain('ldp-linucb');
            }
});

test('thirty fixed options or fewer are never sent to ldp-linucb, nor told that they may go there', () => {
  for (const see of ['click', 'value'] as const)
    for (const options of [2, 30])
      for (const epsilon of [0.1, 1, 10, 32]) {
        const situation = { ...byContext, see, fixed: true, options, epsilon } as const;
        expect(namesIn(recommend(situation))).not.toContain('ldp-linucb');
      }
});

test('more than thirty fixed options are not sent to ldp-linucb', () => {
  for (const see of ['click', 'value'] as const)
    for (const options of [31, 4096])
      for (const epsilon of [0.1, 1, 10, 32])
        expect(typeFor({ ...byContext, see, fixed: true, options, epsilon })).not.toBe(
          'ldp-linucb',
        );
});

describe('clicks by context', () => {
  test.each([0.5, 1, 2, 5, 10])(
    'are learnt by Newton steps on a logistic curve at epsilon %d, of fresh options and of fixed ones',
    (epsilon) => {
      for (const fixed of [false, true]) {
        const { algorithm } = recommend({ ...byContext, epsilon, fixed, options: 100 });
        expect(algorithm).toEqual({ type: 'ldp-glm-newton', dimension: 5, link: 'logistic' });
      }
    },
  );

  test('are learnt by SGD from twenty features on, of fresh options, below epsilon 5, and there only', () => {
    const wide = { ...byContext, features: 20, options: 100 } as const;
    expect(recommend(wide).algorithm).toEqual({
      type: 'ldp-glm-sgd',
      dimension: 20,
      link: 'logistic',
    });
    expect(typeFor({ ...wide, features: 19 })).toBe('ldp-glm-newton');
    expect(typeFor({ ...wide, fixed: true })).toBe('ldp-glm-newton');
    expect(typeFor({ ...wide, epsilon: 5 })).toBe('ldp-glm-newton');
    expect(whenOf(wide, 'ldp-glm-newton')).toMatch(/options repeat/);
    expect(whenOf(byContext, 'ldp-glm-sgd')).toMatch(/twenty features or more/);
  });
});

test('numbers by context are learnt by moments; Newton steps are for a level that is known', () => {
  const values = { ...byContext, see: 'value', range: [0, 5] } as const;
  expect(recommend(values).algorithm).toMatchObject({ type: 'ldp-linear-moments', dimension: 5 });
  expect(typeFor({ ...values, features: 20, epsilon: 2 })).toBe('ldp-linear-moments');
  expect(whenOf(values, 'ldp-glm-newton')).toMatch(/level .* is known.* link identity/);
});

test('numbers by context may be learnt from pairs from epsilon 10 on, where features differ much', () => {
  const values = { ...byContext, see: 'value', range: [0, 5], epsilon: 10 } as const;
  expect(typeFor(values)).toBe('ldp-linear-moments');
  expect(whenOf(values, 'ldp-linucb')).toMatch(/differ by nearly all .* parts: 'pair'/);
  expect(whenOf({ ...values, epsilon: 9.9 }, 'ldp-linucb')).toBeUndefined();
  expect(whenOf({ ...values, see: 'click' }, 'ldp-linucb')).toBeUndefined();
});

describe('below d^3 (2/pi)/s^2 visitors', () => {
  const least = (features: number, epsilon: number, see: 'click' | 'value' = 'click') =>
    recommend({ ...byContext, see, features, epsilon }).price.least;

  // All recomputed by tests/reference/defaults.py.
  test('no learner of features has learnt more than a little: 32,239 of twenty features at epsilon 1', () => {
    expect(least(20, 1)).toBe(32_239); // 32,238.64
    expect(least(5, 1)).toBe(504); // 503.73
    expect(least(4, 2)).toBe(66); // 65.87
    expect(least(4, 2, 'value')).toBe(66);
    expect(least(20, 8)).toBe(677); // 676.92, of random directions 8,011
    expect([2 ** -10, 0.2, 1, 4, 8, 11.5].map((epsilon) => least(128, epsilon))).toEqual([
      8_796_093_085_221, 209_778_195, 8_451_166, 581_192, 177_450, 102_103,
    ]);
    expect(recommend(one).price.least).toBe(1);
    expect(recommend({ ...byContext, fixed: true }).price.least).toBe(1);
  });

  test('a mean of codewords is no longer than 1, and 4,096 of them say no more above epsilon 11.5', () => {
    expect([8, 11.5, 32].map((epsilon) => least(5, epsilon))).toEqual([14, 14, 14]); // 125 (2/pi)/6 = 13.26
    expect([11.5, 12, 32].map((epsilon) => least(20, epsilon))).toEqual([390, 390, 390]);
  });

  test.each(['click', 'value'] as const)(
    'too few visitors are the first thing said, and the algorithm is called no good: %s',
    (see) => {
      const asked = { ...byContext, see, range: [0, 1], features: 20 } as const;
      const few = recommend({ ...asked, visitors: 32_238 });
      expect(few.warnings[0]).toMatch(
        /^Too few visitors: no private learner of this learns more than a little below about 32,000 at/,
      );
      expect(few.why).toEqual([
        expect.stringMatching(/learns more than a little from fewer than about 32,000 visitors/),
      ]);
      expect(few.price.enough).toBe(false);
      expect(few.alternatives[0]).toMatchObject({
        type: 'ldp-thompson',
        when: expect.stringMatching(/needs no features/),
      });
      const more = recommend({ ...asked, visitors: 32_239 });
      expect(more.warnings[0]).toMatch(/^Too few visitors: about [\d,]+ are needed/);
      expect(more.why.length).toBeGreaterThan(1);
    },
  );

  test('a warning of too few visitors comes before all others, whatever is chosen', () => {
    const few = { visitors: 50, epsilon: 8, see: 'value' } as const;
    for (const choose of ['one', 'set', 'by-context', 'number'] as const) {
      const { warnings } = recommend({ ...few, choose });
      expect(warnings[0]).toMatch(/^Too few visitors/);
      expect(warnings.at(-1)).toMatch(/gives nearly everything away/);
    }
  });
});

test('of one option, other indices are named for what they alone do', () => {
  expect(whenOf(one, 'weighted-ldp-ucb')).toMatch(/menu.*levelAwareFrom/);
  expect(whenOf(one, 'ldp-imed')).toMatch(/follow from its counts/);
  expect(whenOf(one, 'ldp-kl-ucb')).toMatch(/one option for everybody/);
});

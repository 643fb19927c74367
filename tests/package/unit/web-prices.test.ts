/** The one table of prices, and what a report gives away: each against a value worked out apart from the code. */
import { explain } from 'ldp-bandits';
import { recommend } from 'ldp-bandits/recommend';
import { describe, expect, test } from 'vitest';
import { prices } from '../../../web/src/shared/prices.js';
import { guessRate } from '../../../web/src/shared/rates.js';

/**
 * How many more visitors a collector needs, to be as sure as if it had seen the raw answers.
 *
 * A report is a bit y with P(y = 1) = 1/2 + (m − 1/2) θ, θ = tanh(ε/2), for a page where a share m says
 * yes. Its debiased estimate has variance (1/θ² − (2m − 1)²)/4; a raw answer has m (1 − m). The ratio
 * of the two is the factor (Ren et al. 2020, section 4.2, with the exact Bernoulli variance).
 *
 * @param oddsFactor e^ε, as `explain()` gives it; above 1
 * @param rate share of visitors who say yes, inside (0, 1)
 */
function visitorsFactor(oddsFactor: number, rate: number): number {
  const theta = (oddsFactor - 1) / (oddsFactor + 1);
  return 1 + (1 / (theta * theta) - 1) / (4 * rate * (1 - rate));
}

describe('the price of a click', () => {
  // 1/tanh(1/2)² = 4.68269; at a rate m it is 1 + (1/θ² − 1)/(4 m (1 − m)): 47.97 at 2 %.
  test('at ε = 1 is 4.7 times the visitors at 50% and 48 times at 2%', () => {
    const { clickAtHalf, clickAtTwoPercent } = prices(1);
    expect(clickAtHalf.factor).toBeCloseTo(4.68, 1);
    expect(clickAtTwoPercent.factor).toBeCloseTo(48, 0);
  });

  test.each([0.125, 0.25, 0.5, 1, 2, 4, 8])(
    'at ε = %d is that of the variance of one bit, within 1%',
    (epsilon) => {
      const { oddsFactor } = explain({ epsilon, delta: 0 });
      const { clickAtHalf, clickAtTwoPercent } = prices(epsilon);
      expect(clickAtHalf.factor / visitorsFactor(oddsFactor, 0.5)).toBeCloseTo(1, 2);
      expect(clickAtTwoPercent.factor / visitorsFactor(oddsFactor, 0.02)).toBeCloseTo(1, 2);
    },
  );
});

describe('the other prices', () => {
  test('are those that the advisor gives', () => {
    const { set, contexts } = prices(2);
    const asked = { see: 'click', visitors: 9, epsilon: 2 } as const;
    const { price } = recommend({ ...asked, choose: 'set', options: 20, shown: 4 });
    expect(set).toEqual({
      visitors: price.visitors,
      withoutPrivacy: price.withoutPrivacy,
      factor: price.factor,
    });
    expect(contexts.factor).toBe(
      recommend({ ...asked, choose: 'by-context', features: 6 }).price.factor,
    );
  });

  test('a set costs 6.8 to 10 times the visitors at ε = 1', () => {
    expect(prices(1).set.factor).toBeGreaterThan(6.8);
    expect(prices(1).set.factor).toBeLessThan(10);
  });

  test('sliders cost 1/tanh(ε/2)² times the visitors', () => {
    expect(prices(1).sliders.factor).toBeCloseTo(4.68, 2);
  });

  test('every price falls as ε grows, and is never below 1', () => {
    const levels = [0.125, 0.25, 0.5, 1, 2, 4, 8].map(prices);
    for (const [i, level] of levels.entries())
      for (const [name, { factor }] of Object.entries(level)) {
        expect(factor, name).toBeGreaterThanOrEqual(1);
        const next = levels[i + 1]?.[name as keyof typeof level].factor ?? 1;
        expect(next, name).toBeLessThanOrEqual(factor);
      }
  });
});

describe('the best guess from several reports of one bit', () => {
  // Sums of binomials at p = 0.7310586, by hand: of 2, p² + p (1 − p) = p; of 3, p³ + 3 p² (1 − p).
  test.each([
    [1, 0.7310586],
    [2, 0.7310586],
    [3, 0.821916],
    [8, 0.91063],
  ])('after %d reports at ε = 1 is right at a rate of %d', (reports, rate) => {
    expect(guessRate(reports, 1)).toBeCloseTo(rate, 4);
  });

  test('is right at most as often as the bound says, and less from two reports on', () => {
    for (const reports of [2, 3, 8, 20]) {
      const { bestGuessInHundred } = explain({ epsilon: reports, delta: 0 });
      expect(100 * guessRate(reports, 1)).toBeLessThan(bestGuessInHundred);
    }
  });

  test('is the rate that drawn reports show', () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    const draws = 20_000;
    let right = 0;
    for (let i = 0; i < draws; ++i) {
      let lead = 0;
      for (let k = 0; k < 8; ++k) lead += random() < 0.7310586 ? 1 : -1;
      right += lead > 0 || (lead === 0 && random() < 0.5) ? 1 : 0;
    }
    expect(right / draws).toBeCloseTo(guessRate(8, 1), 2);
  });
});

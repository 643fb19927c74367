/**
 * The price of privacy in visitors, for one ε: what every page quotes. The library predicts all of it
 * (`ldp-bandits/recommend`); docs/spec/best-arm.md, section 8, has the formula of the tests, and
 * tests/package/unit/recommend.test.ts and recommend-context.test.ts simulate the others again.
 */
import { predictedVisitors, priceOf, type Situation } from 'ldp-bandits/recommend';

export interface VisitorPrice {
  /** Predicted visitors, one report each. */
  readonly visitors: number;
  /** The same if the server saw what visitors do. */
  readonly withoutPrivacy: number;
  /** The first by the second. */
  readonly factor: number;
}

export interface Prices {
  /** A test of two options, 52.5% against 47.5% of visitors click, 5% error. */
  readonly clickAtHalf: VisitorPrice;
  /** The same with rare clicks: 2.1% against 1.9%. */
  readonly clickAtTwoPercent: VisitorPrice;
  /** The best 4 of 20 options, each clicked by 55% where the others are by 45%. */
  readonly set: VisitorPrice;
  /** Clicks by context: 6 features, the best option 10 points above an average one. */
  readonly contexts: VisitorPrice;
  /** Two sliders by comparison: 60% prefer the best setting to the middle one. */
  readonly sliders: VisitorPrice;
}

/** A test of two options whose click rates lie 5% of `rate` above and below it, in (0, 0.95). */
export function testPrice(epsilon: number, rate: number): VisitorPrice {
  const at = (level: number) =>
    predictedVisitors({
      means: [1.05 * rate, 0.95 * rate],
      epsilon: level,
      errorProbability: 0.05,
    });
  const [visitors, withoutPrivacy] = [at(epsilon), at(Number.POSITIVE_INFINITY)];
  return { visitors, withoutPrivacy, factor: visitors / withoutPrivacy };
}

/** @param epsilon of one report, in [2^-10, 32] */
export function prices(epsilon: number): Prices {
  const of = (situation: Omit<Situation, 'visitors' | 'epsilon'>): VisitorPrice => {
    const { visitors, withoutPrivacy, factor } = priceOf({ ...situation, visitors: 1, epsilon });
    return { visitors, withoutPrivacy, factor };
  };
  return {
    clickAtHalf: testPrice(epsilon, 0.5),
    clickAtTwoPercent: testPrice(epsilon, 0.02),
    set: of({ choose: 'set', see: 'click', options: 20, shown: 4, gap: 0.1 }),
    contexts: of({ choose: 'by-context', see: 'click', features: 6, gap: 0.1 }),
    sliders: of({ choose: 'number', see: 'comparison', numbers: 2, gap: 0.2 }),
  };
}

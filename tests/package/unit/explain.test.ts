// What a loss means, in numbers and sentences. tests/reference/explanation.py computes the rows with 180 digits.
import * as main from 'ldp-bandits';
import { explain } from 'ldp-bandits/explain';
import { describe, expect, test } from 'vitest';

/** epsilon, delta, prior: odds, guess, low and high as texts. */
const ROWS = [
  '0 0 0.5: 1 50% 50 50',
  '0 0.2 0.3: 1 60% 30 30',
  '0.001 0 0.5: 1.01 50.1% 49.9 50.1',
  '0.125 0 0.5: 1.14 53.2% 46.8 53.2',
  '0.25 0 0.5: 1.29 56.3% 43.7 56.3',
  '0.5 0 0.02: 1.65 62.3% 1.2 3.3',
  '1 0 0.5: 2.72 73.2% 26.8 73.2',
  '1 0 0.02: 2.72 73.2% 0.74 5.3',
  '1 0 0.001: 2.72 73.2% 0.036 0.28',
  '1 0 0.0001: 2.72 73.2% 0.0036 0.028',
  '1 0 0.98: 2.72 73.2% 94.7 99.3',
  '1 0.00001 0.02: 2.72 73.2% 0.74 5.3',
  '1 0.1 0.5: 2.72 75.8% 26.8 73.2',
  '2 0 0.02: 7.39 88.1% 0.27 13.2',
  '2 1e-7 0.35: 7.39 88.1% 6.7 80',
  '3 0 0.5: 20.09 95.3% 4.7 95.3',
  '4 0 0.1: 54.6 98.3% 0.2 85.9',
  '0.6931471805599453 0 0.5: 2 66.7% 33.3 66.7',
  '1.0986122886681096 0 0.25: 3 75% 10 50',
  '0.3333333333333333 0 0.02: 1.4 58.3% 1.4 2.8',
  '4.605170185988091 0 0.5: 100 99.1% 0.99 99.1',
  '4.605170185988092 0 0.5: 101 99.1% 0.99 99.1',
  '5 0 0.98: 149 99.4% 24.8 99.99',
  '6.9 0 0.5: 993 99.9% 0.1 99.9',
  '6.91 0 0.5: 1,003 99.91% 0.099 99.91',
  '8 0 0.02: 2,981 99.97% 0.00068 98.4',
  '8 0.00008 0.02: 2,981 99.97% 0.00068 98.4',
  '12 0 0.000001: 162,755 99.9994% 0.00000000061 14',
  '16 0 0.5: 8,886,111 100% 0.000011 100',
  '20 0 0.5: 485,165,196 100% 0.0000002 100',
  '33.3 0 1e-9: 289,738,526,663,661 100% 0 99.9997',
  '34.5 0 0.5: 961,965,785,544,777 100% 0 100',
];

test.each(ROWS)('%s', (row) => {
  const [given = '', quoted] = row.split(': ');
  const [epsilon = 0, delta = 0, prior] = given.split(' ').map(Number);
  expect(Object.values(explain({ epsilon, delta }, prior).texts).join(' ')).toBe(quoted);
});

describe('sentences', () => {
  test('one report without delta', () => {
    expect(explain({ epsilon: 1, delta: 0 }, 0.02).sentences).toEqual({
      odds: 'A report changes anyone’s odds of guessing your answer by at most 2.72 times.',
      guess:
        'Someone who gave your answer even odds is right at most 73.2% of the time after seeing it.',
      belief:
        'Someone who thinks 2 of 100 click thinks at most 5.3 of 100 after it, and at least 0.74.',
    });
  });

  test('eight reports, of whom 35.5 of 100 say yes', () => {
    const about = { reports: 8, act: 'say yes' };
    expect(explain({ epsilon: 8, delta: 0 }, 0.355, about).sentences).toEqual({
      odds: '8 reports change anyone’s odds of guessing what you answered by at most 2,981 times.',
      guess:
        'Someone who gave what you answered even odds is right at most 99.97% of the time after seeing them.',
      belief:
        'Someone who thinks 35.5 of 100 say yes thinks at most 99.94 of 100 after them, and at least 0.018.',
    });
  });

  test('with delta no bound on the odds stands alone', () => {
    const { odds, belief } = explain({ epsilon: 1, delta: 1e-7 }, 0.02).sentences;
    expect(odds).toBe(
      'A report tells at most as much as one that gives your answer away with a probability of 0.0000001 and otherwise changes anyone’s odds between that and anything else by at most 2.72 times.',
    );
    expect(belief).toMatch(/at least 0\.74, unless your answer is given away\.$/);
  });

  test('where no guess is left to chance they do not speak of a bound', () => {
    const { odds, guess } = explain({ epsilon: 40, delta: 0 }).sentences;
    expect(odds).toContain('at most e^40 times');
    expect(guess).toBe('Someone who gave your answer even odds may know it after seeing it.');
    expect(explain({ epsilon: 1, delta: 0 }, 1).sentences.belief).toBe(
      'Someone who was sure is as sure after it.',
    );
  });
});

/** Deterministic: a linear congruential generator. */
function* uniforms(seed: number) {
  for (let state = seed; ; ) {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

const percentOf = (text: string) => Number(text.replace(/[%,]/g, ''));

test('texts are bounds of the numbers, and tight', () => {
  const next = uniforms(30);
  const draw = () => next.next().value as number;
  for (let i = 0; i < 2_000; i++) {
    const epsilon = 2 ** (14 * draw() - 10);
    const delta = draw() < 0.5 ? 0 : 10 ** (-9 * draw() - 1);
    const prior = 10 ** (-4 * draw());
    const { oddsFactor, bestGuessInHundred, posterior, texts } = explain({ epsilon, delta }, prior);
    const [low, high] = posterior.map((part) => 100 * part) as [number, number];
    const bounds = [
      [percentOf(texts.odds), oddsFactor],
      [percentOf(texts.guess), bestGuessInHundred],
      [percentOf(texts.high), high],
    ] as const;
    for (const [text, exact] of bounds) expect(text).toBeGreaterThanOrEqual(exact * (1 - 1e-13));
    expect(percentOf(texts.low)).toBeLessThanOrEqual(low * (1 + 1e-13));
    // One unit of the last digit, which for a rare thing is the second.
    expect(percentOf(texts.odds) - oddsFactor).toBeLessThan(oddsFactor > 100 ? 1 : 0.01);
    expect(percentOf(texts.guess) - bestGuessInHundred).toBeLessThan(0.1 + 1e-9);
    expect(percentOf(texts.high) - high).toBeLessThan(Math.min(0.1, high / 9 + 1e-11) + 1e-9);
    expect(low - percentOf(texts.low)).toBeLessThan(Math.min(0.1, low / 10 + 1e-11) + 1e-9);
    expect(texts.guess).toMatch(/^\d+(\.\d{1,4})?%$/);
  }
});

describe('numbers', () => {
  test.each([
    // e^eps, 100 e^eps/(1 + e^eps), 1/(1 + e^eps), rounded from 30 digits
    [0, 1, 50, 0.5],
    [0.5, 1.6487212707, 62.24593312019, 0.377540668798],
    [1, Math.E, 73.105857863, 0.26894142137],
    [2, 7.389056098931, 88.07970779779, 0.119202922022],
    [8, 2980.957987041728, 99.96646498695, 0.00033535013],
  ])('epsilon %d', (epsilon, odds, guess, low) => {
    const explained = explain({ epsilon, delta: 0 });
    expect(explained.oddsFactor).toBeCloseTo(odds, 10);
    expect(explained.bestGuessInHundred).toBeCloseTo(guess, 10);
    expect(explained.posterior[0]).toBeCloseTo(low, 11);
    expect(explained.posterior[1]).toBeCloseTo(1 - low, 11);
  });

  test('another prior moves by the odds factor at most', () => {
    const [low, high] = explain({ epsilon: 1, delta: 0 }, 0.1).posterior;
    expect(low / (1 - low)).toBeCloseTo(0.1 / 0.9 / Math.E, 12);
    expect(high / (1 - high)).toBeCloseTo((0.1 / 0.9) * Math.E, 12);
    expect(explain({ epsilon: 5, delta: 0 }, 0).posterior).toEqual([0, 0]);
    expect(explain({ epsilon: 5, delta: 0 }, 1).posterior).toEqual([1, 1]);
  });

  test('delta helps the guesser: (e^eps + delta)/(e^eps + 1)', () => {
    const { bestGuessInHundred } = explain({ epsilon: 1, delta: 0.1 });
    expect(bestGuessInHundred).toBeCloseTo((100 * (Math.E + 0.1)) / (Math.E + 1), 10);
  });

  test.each([800, 1e6, Number.MAX_VALUE])('nothing overflows into nonsense at %d', (epsilon) => {
    expect(explain({ epsilon, delta: 0 }, 0.3)).toMatchObject({
      oddsFactor: Number.POSITIVE_INFINITY,
      bestGuessInHundred: 100,
      posterior: [0, 1],
      texts: { odds: `e^${epsilon}`, guess: '100%', low: '0', high: '100' },
    });
  });
});

test('the client has the same function', () => {
  const spend = { epsilon: 0.7, delta: 1e-6 };
  expect(main.explain(spend, 0.1)).toEqual(explain(spend, 0.1));
});

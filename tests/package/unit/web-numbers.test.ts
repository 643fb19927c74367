/** What the page says in numbers: each against a value that was worked out apart from the code. */
import { explain } from 'ldp-bandits';
import { describe, expect, test } from 'vitest';
import { stopAtMost } from '../../../web/src/shared/experiment.js';
import { epsilonText, inHundred, timesText } from '../../../web/src/shared/format.js';
import { beliefs, type PublicSnapshot } from '../../../web/src/shared/snapshot.js';

describe('one report, in words', () => {
  test.each([
    [0.25, '56'],
    [0.5, '62'],
    [1, '73'],
    [2, '88'],
    [4, '98'],
    [8, '99.97'],
  ])('at ε = %d the best guess is right %s times in 100', (epsilon, text) => {
    expect(inHundred(explain({ epsilon, delta: 0 }).bestGuessInHundred)).toBe(text);
  });

  test('three reports at ε = 1 allow up to 95 in 100', () => {
    expect(inHundred(explain({ epsilon: 3, delta: 0 }).bestGuessInHundred)).toBe('95');
  });

  test('what is rare is not called never, what is common is not called always', () => {
    expect(inHundred(0.034)).toBe('0.03');
    expect(inHundred(99.999999)).toBe('more than 99.9999');
    expect(inHundred(0)).toBe('0');
    expect(inHundred(100)).toBe('100');
  });

  test('a factor close to one does not read as no price at all', () => {
    expect(timesText(1.0014)).toBe('1.001×');
    expect(timesText(1290.4)).toBe('1,290×');
  });
});

describe('the privacy level', () => {
  test('is rounded down to a stop, so that no report costs more than was asked for', () => {
    expect(stopAtMost(3.3)).toBe(2);
    expect(stopAtMost(1)).toBe(1);
    expect(stopAtMost(0.1)).toBe(0.125);
  });

  test('reads as a fraction where people would write one', () => {
    expect([0.125, 0.5, 1, 3.3].map(epsilonText)).toEqual(['⅛', '½', '1', '3.3']);
  });
});

const SNAPSHOT: PublicSnapshot = {
  v: 1,
  experiment: 'posters-1',
  snapshot: 3,
  reports: 200,
  mean: [0.5, 0.7, null],
  width: [0.1, 0.05, null],
  weights: [0.25, 0.5, 0.25],
};

describe('reading the public snapshot', () => {
  test('an interval is the width times √ln 40, by Hoeffding at 95 %', () => {
    // W = 1/(2 c²) = 50 answers: 2 exp(−2 b² 50) = 0.05 has the root b = 0.19206.
    expect(beliefs(SNAPSHOT)[0]?.halfWidth).toBeCloseTo(0.19206, 5);
  });

  test('a poster is shown to the share that the snapshot gives it', () => {
    expect(beliefs(SNAPSHOT).map(({ share }) => share)).toEqual([0.25, 0.5, 0.25]);
  });
});

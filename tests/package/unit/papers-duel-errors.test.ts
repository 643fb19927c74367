// The bound that the table of error counts prints.
import { expect, test } from 'vitest';
import { clopperPearson } from '../../../bindings/ts/papers/second-generation/errors.js';

// Of no failure in n trials (1 - p)^n = 1 - confidence; of n - 1 in n, p^n = confidence. And from
// tables: the two-sided 95 % interval of 10 in 100 is 0.0490 to 0.1762.
test.each([
  [0, 100, 0.99, 1 - 0.01 ** (1 / 100)],
  [9, 10, 0.99, 0.99 ** (1 / 10)],
  [10, 100, 0.975, 0.17622],
  [10, 10, 0.99, 1],
])('%d of %d with confidence %d is at most %d', (count, runs, confidence, bound) => {
  expect(clopperPearson(count, runs, confidence)).toBeCloseTo(bound, 4);
});

test('of thousands of runs it is that of the normal law, nearly', () => {
  const [p, runs] = [0.3, 10_000];
  const normal = p + 2.3263 * Math.sqrt((p * (1 - p)) / runs);
  expect(clopperPearson(p * runs, runs, 0.99)).toBeCloseTo(normal, 3);
});

/** Which option a page of the site lays open, by the public snapshot alone. */
import { describe, expect, test } from 'vitest';
import { drawn, likeliest } from '../../../web/src/shared/snapshot.js';

const mean = [0.5, null, 0.4, 0.6];
const running = { mean, weights: [0.25, 0, 0.25, 0.5] };
/** Middles of a thousand equal parts of [0, 1): each share is met to 1 in 1,000. */
const middles = Array.from({ length: 1000 }, (_, i) => (i + 0.5) / 1000);

/** How many of the middles give each option. */
function countsOf(snapshot: Parameters<typeof drawn>[0]): number[] {
  const options = middles.map((random) => drawn(snapshot, random));
  return mean.map((_, option) => options.filter((one) => one === option).length);
}

describe('an option is drawn', () => {
  test('with the weights of the snapshot, so that they are the shares', () => {
    expect(countsOf(running)).toEqual([250, 0, 250, 500]);
  });

  test('evenly where there are no weights yet', () => {
    expect(countsOf({ mean, weights: null })).toEqual([250, 250, 250, 250]);
  });

  test('and is there where rounding leaves the weights short of 1', () => {
    expect(drawn({ mean, weights: [0.3, 0.3, 0.3, 0] }, 0.95)).toBe(0);
  });
});

test('the likeliest option has the largest weight', () => {
  expect(likeliest(running)).toBe(3);
});

test('once a test has ended everyone sees its answer, whatever the weights', () => {
  const ended = { ...running, ended: true, best: { answer: 2 } };
  expect(countsOf(ended)).toEqual([0, 0, 1000, 0]);
  expect(likeliest(ended)).toBe(2);
  expect(likeliest({ ...ended, ended: false })).toBe(3);
});

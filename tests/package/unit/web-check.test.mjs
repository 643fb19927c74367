// The statistics of the check on /how/, on seeded draws whose true loss is known: the outcome is the same on every run.
import { describe, expect, test } from 'vitest';
import { claimOf, planOf } from '../../../web/src/how/check/claims.js';
import { CsvWriter } from '../../../web/src/how/check/csv.js';
import { histogramOf } from '../../../web/src/how/check/histogram.js';
import { FALSE_ALARM, MECHANISMS } from '../../../web/src/how/check/menu.js';
import { judge } from '../../../web/src/how/check/run.js';
import { atLeast } from '../../../web/src/how/game/luck.js';
import { lossInterval } from '../../statistical/clopper-pearson.mjs';
import { uniforms, wireOf } from '../../statistical/uniforms.mjs';

const kIds = Object.keys(MECHANISMS);

/** What a client with this epsilon sends, a bit for each decision; silence counts as 0. */
function bitsOf(epsilon, inputOf, count, uniform) {
  const truth = 1 / (1 + Math.exp(-epsilon));
  const values = Int32Array.from({ length: count }, (_, i) => {
    const input = inputOf(i) ?? 0;
    return uniform() < truth ? input : 1 - input;
  });
  return { values, ...wireOf(count, 76) };
}

/** One check of a simulated client, on a tenth of the draws. */
function simulated(epsilon, seed) {
  const claim = claimOf('bit');
  const plan = planOf(claim).map((planned) => ({ ...planned, draws: planned.draws / 10 }));
  const uniform = uniforms(seed);
  const samples = plan.map(({ inputs, draws }) =>
    inputs.map((inputOf) => bitsOf(epsilon, inputOf, draws, uniform)),
  );
  return judge(claim, plan, samples);
}

/** P(Binomial(trials, p) >= hits), summed from its terms. */
function tail(hits, trials, p) {
  let sum = 0;
  let term = (1 - p) ** trials;
  for (let k = 0; k <= trials; ++k) {
    if (k >= hits) sum += term;
    term *= (((trials - k) / (k + 1)) * p) / (1 - p);
  }
  return sum;
}

describe('the check', () => {
  test('passes a client that keeps its promise exactly, in each of 100 runs', () => {
    for (let seed = 1; seed <= 100; ++seed) expect(simulated(1, seed).passed, `${seed}`).toBe(true);
  });

  test('fails a client with twice the epsilon, in each of 20 runs, by a report of the two answers', () => {
    for (let seed = 1; seed <= 20; ++seed) {
      const { passed, event, low } = simulated(2, seed);
      expect(passed).toBe(false);
      expect(event.comparison).toBe('0 against 1');
      expect(low).toBeGreaterThan(1.5);
    }
  });

  test('shares its false alarm by all bounds that it computes', () => {
    // Six families of single reports in two comparisons, two of pairs, each in both directions.
    expect(simulated(1, 1).bounds).toBe(2 * (6 + 6 + 2));
    expect(FALSE_ALARM).toBe(1e-4);
  });

  test('shows an interval whose ends are wrong with the stated probability', () => {
    const counted = { hits: [60, 25], trials: [100, 90] };
    const alpha = 0.01;
    const { low, middle, high } = lossInterval('epsilon', counted, alpha);
    expect(middle).toBeCloseTo(Math.log(0.6 / (25 / 90)), 12);
    const least = lossInterval('epsilon', { hits: [60, 90], trials: [100, 90] }, alpha).low;
    // An event that is certain under the second input: only the first input's bound is left.
    expect(tail(60, 100, Math.exp(least))).toBeCloseTo(alpha / 2, 6);
    expect(low).toBeLessThan(middle);
    expect(high).toBeGreaterThan(middle);
    const swapped = { hits: [25, 60], trials: [90, 100] };
    expect(lossInterval('epsilon', swapped, alpha).low).toBeCloseTo(-high, 12);
  });

  test('shows what two normal distributions half a deviation apart are apart', () => {
    // Phi(0.25) and Phi(-0.25) of a million.
    const counted = { hits: [598_706, 401_294], trials: [1e6, 1e6] };
    const { low, middle, high } = lossInterval('mu', counted, 1e-4);
    expect(middle).toBeCloseTo(0.5, 5);
    expect(low).toBeGreaterThan(0.48);
    expect(high).toBeLessThan(0.52);
  });

  test.each(kIds)('of %s compares the two answers, silence, and reports in a row', (id) => {
    const plan = planOf(claimOf(id));
    expect(plan[0].draws).toBe(100_000);
    expect(plan.some(({ label }) => label.startsWith('no answer'))).toBe(true);
    expect(plan.some(({ families }) => families.every(({ width }) => width === 2))).toBe(true);
    expect(MECHANISMS[id].sabotages.length).toBeGreaterThanOrEqual(4);
  });
});

describe('what is shown', () => {
  test('of few values: each, counted', () => {
    const { at, counts } = histogramOf([Int32Array.of(0, 1, 1), Int32Array.of(1, 0, 0)]);
    expect(at).toEqual([0, 1]);
    expect(counts).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test('of many values: 48 bins of one width, all but the tails counted', () => {
    const sample = Int32Array.from({ length: 10_000 }, (_, i) => i);
    const { at, counts } = histogramOf([sample, sample]);
    expect(at).toHaveLength(48);
    expect(counts[0].reduce((sum, count) => sum + count)).toBeGreaterThan(9_900);
    expect(Math.max(...counts[0]) - Math.min(...counts[0])).toBeLessThanOrEqual(1);
  });

  test('a report as a row, a list in one cell', async () => {
    const csv = new CsvWriter();
    csv.add(0, 1, 80, { v: 1, noisy: [3, -4] });
    csv.add(1, 0, 79, { v: 1, noisy: [5, 6] });
    expect(await csv.toBlob().text()).toBe(
      'comparison,answer,bytes,v,noisy\r\n0,1,80,1,3 -4\r\n1,0,79,1,5 6\r\n',
    );
  });
});

test('luck: a fair coin is right 15 times of 20 or more in 2.07% of games', () => {
  expect(atLeast(15, 20, 0.5)).toBeCloseTo(0.0207, 4);
  expect(atLeast(0, 20, 0.731)).toBeCloseTo(1, 12);
});

// The threshold chooser and the theory curves through the public entry; their numbers are tested in
// tests/native/simulation/theory.
import { chooseThreshold, theoryCurve } from 'ldp-bandits/simulation';
import { describe, expect, it } from 'vitest';

const uniform = { levels: [0, 0.2, 1, 2, 100], probabilities: [0.2, 0.2, 0.2, 0.2, 0.2] };
const gaussian = { type: 'clipped-gaussian', mean: 1, deviation: 1, low: 0, high: 100 } as const;
const bits = 'he-ldp-ucb-bernoulli';
const means = [0.9, 0.8, 0.5];

describe('chooseThreshold', () => {
  it('finds the thresholds of the paper for both laws of the levels', async () => {
    const b = await chooseThreshold({ algorithm: bits, population: uniform });
    expect(b.best).toBe(2);
    expect(b.factor).toBeCloseTo(3.4051, 4);
    expect(b.weighted).toBeCloseTo(2.7724, 4);
    expect(Array.from(b.thresholds)).toEqual([0.2, 1, 2, 100]);
    expect(b.factors[0]).toBeCloseTo(33.773, 3);

    const l = await chooseThreshold({ algorithm: 'he-ldp-ucb-laplace', population: uniform });
    expect(l.best).toBe(100);
    expect(l.factor).toBeCloseTo(5.408, 3);

    const continuous = await chooseThreshold({ algorithm: bits, population: gaussian });
    expect(continuous.best).toBeCloseTo(1, 1);
    expect(continuous.weighted).toBeCloseTo(3.6584, 4);
    expect(continuous.factor).toBeLessThanOrEqual(Math.min(...continuous.factors));
  });

  it('takes a sample of levels, as a list or as a Float64Array, in any order', async () => {
    const sample = [100, 0, 2, 0.2, 1];
    const table = await chooseThreshold({ algorithm: bits, population: uniform });
    for (const given of [sample, Float64Array.from(sample)]) {
      const choice = await chooseThreshold({ algorithm: bits, population: { sample: given } });
      expect(choice.best).toBe(table.best);
      expect(choice.factor).toBeCloseTo(table.factor, 12);
    }
  });

  it('gives arrays that a later call does not change', async () => {
    const { thresholds } = await chooseThreshold({ algorithm: bits, population: uniform });
    await chooseThreshold({ algorithm: bits, population: gaussian });
    expect(Array.from(thresholds)).toEqual([0.2, 1, 2, 100]);
  });
});

describe('theoryCurve', () => {
  const curve = async (options: Parameters<typeof theoryCurve>[0]) =>
    Array.from(await theoryCurve(options));
  const rounds = [1, 1e3, 1e6];
  const log = rounds.map(Math.log);
  /** Sum of 1/gap, and of the gaps. */
  const h = 1 / 0.1 + 1 / 0.4;
  const gaps = 0.1 + 0.4;

  it('has the closed forms of the corollaries', async () => {
    const close = (values: readonly number[], expected: readonly number[]) =>
      values.forEach((value, i) => {
        expect(value / (expected[i] as number)).toBeCloseTo(1, 9);
      });
    const third = Math.PI ** 2 / 3;
    const beta = Math.tanh(1) ** -2;
    close(
      await curve({ curve: 'ucb1', means, rounds }),
      log.map((t) => 8 * t * h + (1 + third) * gaps),
    );
    close(
      await curve({ curve: 'cor8', means, rounds, epsilon: 2 }),
      log.map((t) => 8 * 9 * t * h + (3 + 2 * third) * gaps),
    );
    close(
      await curve({ curve: 'cor11', means, rounds, epsilon: 2 }),
      log.map((t) => 8 * beta * t * h + (2 + third) * gaps),
    );
  });

  it('has as threshold the one level that everybody has', async () => {
    const options = { means, rounds, epsilon: 2 };
    expect(await curve({ ...options, curve: 'upperB' })).toEqual(
      await curve({ ...options, curve: 'upperB', epsilonMin: 2 }),
    );
  });

  it('is ordered: lower bounds below upper bounds, for a table, a sample and a continuous law', async () => {
    for (const population of [uniform, gaussian, { sample: [0.5, 1, 1, 3] }]) {
      const options = { means, rounds: [1e3, 1e6], population };
      const aware = await curve({ ...options, curve: 'lowerAware' });
      const lower = await curve({ ...options, curve: 'lowerHe' });
      const weighted = await curve({ ...options, curve: 'upperWB' });
      const b = await curve({ ...options, curve: 'upperB', epsilonMin: 1 });
      const l = await curve({ ...options, curve: 'upperL', epsilonMin: 1 });
      for (const i of [0, 1]) {
        const at = (values: readonly number[]) => values[i] as number;
        expect(at(aware)).toBeLessThanOrEqual(at(lower));
        expect(at(lower)).toBeLessThan(at(weighted));
        expect(at(weighted)).toBeLessThan(at(l));
        expect(at(b)).toBeLessThan(at(l));
      }
    }
  });

  it('costs no privacy without a level: Lai and Robbins on raw rewards', async () => {
    const kl = (p: number, q: number) =>
      p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q));
    const [, value] = await curve({ curve: 'lowerRR', means, rounds });
    const expected = Math.log(1e3) * (0.1 / kl(0.8, 0.9) + 0.4 / kl(0.5, 0.9));
    expect(value).toBeCloseTo(expected, 9);
  });
});

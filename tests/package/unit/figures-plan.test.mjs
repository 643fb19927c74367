// Runs that several figures share are recorded at the times of all of them; each figure gets its own.
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../scripts/lib/figures/plan.mjs';

const recorded = {
  t: [1, 2, 10, 100],
  mean: [1, 2, 3, 4],
  low: [0, 1, 2, 3],
  high: [2, 3, 4, 5],
  replicates: 7,
  // Two arms: shares since the record time before.
  plays: [1, 0, 0, 1, 0.5, 0.25, 0.9, 0.1],
};

const specAt = (times) => ({
  seed: 's',
  horizon: 100,
  replicates: 7,
  environment: { type: 'bernoulli', means: [0.5] },
  runs: [{ label: 'a', policy: { type: 'uniform' } }],
  record: { times },
});

const curveAt = (times, curve = recorded) =>
  assemble([{ name: 'one', spec: specAt(times) }], () => curve).one.curves[0];

describe('a curve at some of its record times', () => {
  it('has the values of these, and the shares of all rounds in between', () => {
    const { t, mean, plays, label } = curveAt([2, 100]);
    expect(label).toBe('a');
    expect([...t]).toEqual([2, 100]);
    expect([...mean]).toEqual([2, 4]);
    // Rounds 1 and 2; then 8 rounds and 90 rounds.
    const [first, second] = [(0.5 * 8 + 0.9 * 90) / 98, (0.25 * 8 + 0.1 * 90) / 98];
    expect([...plays.subarray(0, 2)]).toEqual([0.5, 0.5]);
    expect(plays[2]).toBeCloseTo(first, 12);
    expect(plays[3]).toBeCloseTo(second, 12);
  });

  it('has no shares where none were recorded, and refuses times that were not', () => {
    const { plays: _, ...silent } = recorded;
    expect(curveAt([10], silent)).not.toHaveProperty('plays');
    expect(() => curveAt([50])).toThrow(RangeError);
  });

  it('keeps when replicates stopped, and knows those that never did from a file too', () => {
    const stopped = { rounds: [12, null], answers: [0, 1], wrong: 1 };
    const { rounds, answers, wrong } = curveAt([100], { ...recorded, stopped }).stopped;
    expect([...rounds]).toEqual([12, Number.NaN]);
    expect([[...answers], wrong]).toEqual([[0, 1], 1]);
    expect(curveAt([100])).not.toHaveProperty('stopped');
  });
});

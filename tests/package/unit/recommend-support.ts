// A situation of every kind that has another algorithm, or another way to choose and answer; and how many visitors
// a learner takes in a simulation.
import type { Situation } from 'ldp-bandits/recommend';
import { createSimulator, type SimulationSpec } from 'ldp-bandits/simulation';
import { expect } from 'vitest';

export const situations: readonly (readonly [string, Situation])[] = [
  ['one by clicks', { choose: 'one', see: 'click', visitors: 1e5, epsilon: 1 }],
  ['one by values', { choose: 'one', see: 'value', range: [0, 50], visitors: 1e5, epsilon: 1 }],
  ['one by unbounded values', { choose: 'one', see: 'value', visitors: 1e5, epsilon: 1 }],
  [
    'an answer',
    { choose: 'one', see: 'click', goal: 'decide', options: 3, visitors: 1e5, epsilon: 2 },
  ],
  [
    'tastes that change',
    { choose: 'one', see: 'click', changing: true, visitors: 1e6, epsilon: 1 },
  ],
  ['a slate', { choose: 'set', see: 'click', options: 6, shown: 3, visitors: 1e5, epsilon: 1 }],
  [
    'clicks by context',
    { choose: 'by-context', see: 'click', features: 4, visitors: 1e6, epsilon: 1 },
  ],
  [
    'clicks by many features',
    { choose: 'by-context', see: 'click', features: 20, visitors: 1e9, epsilon: 2 },
  ],
  [
    'values by context',
    {
      choose: 'by-context',
      see: 'value',
      range: [0, 5],
      features: 4,
      visitors: 1e6,
      epsilon: 1,
    },
  ],
  [
    'options that are the same for everybody',
    { choose: 'by-context', see: 'click', fixed: true, options: 8, visitors: 1e6, epsilon: 1 },
  ],
  ['two sliders by comparison', { choose: 'number', see: 'comparison', visitors: 1e5, epsilon: 1 }],
  [
    'three numbers by value',
    { choose: 'number', numbers: 3, see: 'value', range: [0, 2], visitors: 1e9, epsilon: 1 },
  ],
  ['a price', { choose: 'number', numbers: 1, see: 'click', visitors: 1e7, epsilon: 1 }],
];

/**
 * The first recorded round after which the average visitor loses a fifth of `gap`; without one, of what a
 * choice at random loses, which it finds out.
 */
export async function simulated(
  environment: SimulationSpec['environment'],
  policy: SimulationSpec['runs'][number]['policy'],
  epsilon: number | undefined,
  horizon: number,
  known?: number,
): Promise<{ visitors: number; gap: number }> {
  await using simulator = await createSimulator({ workers: 1 });
  const { curves } = await simulator.run({
    version: 1,
    seed: 'price',
    horizon,
    replicates: 12,
    environment,
    runs: [
      { label: 'learner', policy, ...(epsilon !== undefined && { epsilon }) },
      ...(known === undefined ? [{ label: 'random', policy: { type: 'uniform' } } as const] : []),
    ],
    record: { points: 200, scale: 'log' },
  }).result;
  const [learner, random] = curves as [(typeof curves)[0], (typeof curves)[0]];
  const gap = known ?? (random.mean.at(-1) as number) / horizon;
  let above = -1;
  learner.t.forEach((t, i) => {
    if ((learner.mean[i] as number) / t > gap / 5) above = i;
  });
  expect(above, 'the horizon is long enough').toBeLessThan(learner.t.length - 1);
  return { visitors: learner.t[above + 1] as number, gap };
}

export const isWithin = (factor: number, predicted: number, measured: number) => {
  expect(predicted / measured).toBeLessThan(factor);
  expect(measured / predicted).toBeLessThan(factor);
};

// Which learner and which posterior slates have where the spec does not say: one rule, of the catalog, for the advisor,
// the pages and the simulation.
import { recommend } from 'ldp-bandits/recommend';
import { defaultBySet } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import { combinatorialExperimentFromSpec } from '../../../bindings/ts/internal/validate-combinatorial.js';

const topK = { type: 'top-k', arms: 4, choose: 2 } as const;
const path = { type: 'path', nodes: 2, edges: [[0, 1]], source: 0, target: 1 } as const;
const list = { type: 'list', arms: 2, superArms: [[0], [1]] } as const;
const thompson = { type: 'combinatorial-thompson' } as const;

const posteriorOf = (algorithm: object) =>
  combinatorialExperimentFromSpec(algorithm, { epsilon: 1 }).posterior;

describe('the default of slates', () => {
  test('is the KL index where every swap of an arm is a slate; the advisor says the same', () => {
    expect(defaultBySet).toEqual({
      'top-k': 'cucb-ldp-kl',
      partition: 'cucb-ldp-kl',
      'spanning-tree': 'cucb-ldp-kl',
    });
    const situation = { choose: 'set', options: 6, shown: 3, see: 'click' } as const;
    const { algorithm } = recommend({ ...situation, epsilon: 1, gap: 0.1, visitors: 1000 });
    expect(algorithm.type).toBe(defaultBySet['top-k']);
  });

  test('is the beta posterior on paths, matchings and lists with one level, and normal elsewhere', () => {
    expect(posteriorOf({ ...thompson, set: path })).toBe('beta');
    expect(posteriorOf({ ...thompson, set: list })).toBe('beta');
    expect(posteriorOf({ ...thompson, set: path, levels: [1, 2] })).toBe('normal');
    expect(posteriorOf({ ...thompson, set: topK })).toBe('normal');
    expect(posteriorOf({ ...thompson, set: path, posterior: 'normal' })).toBe('normal');
    expect(posteriorOf({ type: 'cucb-ldp-bit', set: path })).toBe('normal');
  });
});

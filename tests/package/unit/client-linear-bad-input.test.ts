// Features that are none. The page learns the place, without the value. The collector gets one report
// all the same: one that is missing would tell that a visitor's features are unusual.
import type { Decision, LdpError } from 'ldp-bandits';
import { describe, expect, test } from 'vitest';
import { FEATURES, LINEAR, linearCollector, openLinear } from './client-linear-support.js';
import { badArgument } from './refusals.js';

/** So odd that it would be found in a message. */
const SECRET = 0.123456789;
const row = [SECRET, 0.2, 0.3];
const block = (rows: unknown, columns: unknown, data: unknown) => ({ rows, columns, data });

const BAD: readonly (readonly [string, readonly unknown[]])[] = [
  ['context', []],
  ['context', [FEATURES, FEATURES]],
  ['features', [undefined]],
  ['features', [null]],
  ['features', [SECRET]],
  ['features', ['0.1,0.2,0.3']],
  ['features', [{}]],
  ['features', [new Float64Array(3)]],
  ['features', [new Float32Array(3)]],
  ['features', [[]]],
  ['features', [Array.from({ length: 4097 }, () => row)]],
  ['features[1]', [[row, undefined]]],
  ['features[1]', [[row, SECRET]]],
  ['features[0]', [['abc', row]]],
  ['features[0]', [[new Float32Array(3)]]],
  ['features[0]', [[{ 0: 1, 1: 2, 2: 3, length: 3 }]]],
  ['features[2]', [[row, row, [SECRET, 0.2]]]],
  ['features[1]', [[row, [...row, SECRET]]]],
  ['features[1][2]', [[row, [SECRET, 0.2, Number.NaN]]]],
  ['features[1][0]', [[row, [Number.POSITIVE_INFINITY, 0.2, SECRET]]]],
  ['features[0][1]', [[[SECRET, Number.NEGATIVE_INFINITY, 0]]]],
  ['features[0][0]', [[['0.5', 0.2, SECRET]]]],
  ['features[0][2]', [[[SECRET, 0.1, null]]]],
  ['features[0][1]', [[[SECRET, undefined, 0.1]]]],
  ['features[0][1]', [[[SECRET, 1n, 0.1]]]],
  ['features[0][1]', [[[SECRET, true, 0.1]]]],
  ['features[1][1]', [block(2, 3, Float64Array.of(0, 0, 0, 0, Number.NaN, SECRET))]],
  ['features.rows', [block(0, 3, new Float64Array(0))]],
  ['features.rows', [block(1.5, 3, new Float64Array(3))]],
  ['features.rows', [block('1', 3, new Float64Array(3))]],
  ['features.rows', [block(4097, 3, new Float64Array(4097 * 3))]],
  ['features.columns', [block(1, 4, new Float64Array(4))]],
  ['features.data', [block(2, 3, new Float64Array(5))]],
  ['features', [block(1, 3, [SECRET, 0, 0])]],
];

describe.each(Object.keys(LINEAR) as (keyof typeof LINEAR)[])('%s', (name) => {
  test.each(BAD)(
    '%s still gives one report, about no features: case %#',
    async (parameter, context) => {
      const collector = linearCollector(name);
      const bandit = await openLinear(collector, name);
      const choose = bandit.choose.bind(bandit) as (...context: readonly unknown[]) => Decision;
      const decision = choose(...context);
      const error = decision.problem as LdpError;
      expect(error).toMatchObject(badArgument(parameter));
      expect(error.message + JSON.stringify(error.details)).not.toContain('0.123');
      expect(error.details).not.toHaveProperty('value');
      const [given] = context as readonly { readonly length?: number; readonly rows?: number }[];
      const rows = Number(given?.rows ?? given?.length ?? 1) || 1;
      expect(decision.action).toBeLessThan(Math.max(1, Math.min(rows, 4096)));
      expect((await bandit.budget()).reports).toBe(1);
      expect(await bandit.flush()).toMatchObject({ accepted: 1, pending: 0 });
      expect(collector.bodies).toHaveLength(1);
      // One bad row changes nothing: the next decision is like any other.
      expect(bandit.choose(FEATURES).action).toBe(1);
    },
  );
});

test('a report about features that are none is as long as any other', async () => {
  const collector = linearCollector('ball');
  const bandit = await openLinear(collector, 'ball');
  bandit.choose(FEATURES);
  bandit.choose([[Number.NaN, 0, 0]]);
  await bandit.flush();
  const [usual, odd] = collector.bodies as [string, string];
  expect(odd.length).toBe(usual.length);
});

test('the arm of a decision without features is uniform', async () => {
  const bandit = await openLinear(linearCollector('ball'), 'ball', {
    privacy: { epsilon: 1, epsilonTotal: 10_000 },
  });
  const counts = [0, 0, 0, 0];
  const bad = [0, 1, 2, 3].map(() => [Number.NaN, 0, 0]);
  for (let i = 0; i < 2_000; i++) counts[bandit.choose(bad).action]! += 1;
  // Chi-square with 3 degrees of freedom: P(> 35) < 2e-7.
  expect(counts.reduce((sum, n) => sum + (n - 500) ** 2 / 500, 0)).toBeLessThan(35);
});

test('rows over the norm are told where the experiment refuses them, by their row', async () => {
  const collector = linearCollector('ball', { norms: 'reject' });
  const bandit = await openLinear(collector, 'ball', {
    algorithm: { ...LINEAR.ball, norms: 'reject' },
  });
  const { problem } = bandit.choose([row, [0.9, 0.9, SECRET]]);
  expect(problem).toMatchObject(badArgument('features[1]'));
  expect(problem?.message).not.toContain('0.123');
  expect((await bandit.budget()).reports).toBe(1);
  // Of norm 1 but for rounding.
  expect(bandit.choose([[Math.SQRT1_2, Math.SQRT1_2, 0]])).toMatchObject({ rescaled: 0 });
});

test('a multi-armed choice takes no context', async () => {
  const { open, ScriptedCollector } = await import('./client-support.js');
  const bandit = await open(new ScriptedCollector());
  const choose = bandit.choose as (...context: readonly unknown[]) => unknown;
  expect(() => choose.call(bandit, FEATURES)).toThrow('options: must be an object');
});

test('getters that change their mind do not get a NaN into a report', async () => {
  const collector = linearCollector();
  const bandit = await openLinear(collector);
  let reads = 0;
  const fickle = [0.1, 0.2, 0.3];
  Object.defineProperty(fickle, 1, { get: () => (reads++ === 0 ? 0.2 : Number.NaN) });
  const decision = bandit.choose([fickle, row]);
  expect([0, 1]).toContain(decision.action);
  expect(reads).toBe(1);
});

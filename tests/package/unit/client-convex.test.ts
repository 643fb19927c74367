// Points of a convex set: what is played, what leaves, what it costs.
import { memoryLedger } from 'ldp-bandits';
import { describe, expect, test } from 'vitest';
import {
  BOX,
  CENTRES,
  feedbackOf,
  isInSet,
  isPair,
  isTwo,
  NAMES,
  openPoints,
  payloadOf,
  pointCollector,
  pointSnapshot,
  pointsOf,
  RADIUS,
} from './client-convex-support.js';
import { failure, problem, queued, traced, withheld } from './client-support.js';
import { badArgument, mismatch } from './refusals.js';

const FLIP = 1 / (1 + Math.E);

/** Of a bit: whether the coin falls below what the statement makes of it. */
const bitOf = (value: number, coin: number) =>
  coin < FLIP + (1 - 2 * FLIP) * (0.5 + value / 2) ? 1 : 0;

describe.each(NAMES)('%s', (name) => {
  test('plays points of the set around the snapshot, two of them on opposite sides', async () => {
    const bandit = await openPoints(pointCollector(name), name);
    expect(bandit.manifest.protects).toBe('feedback');
    const seen = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const { action, reported, policy, rescaled } = bandit.choose();
      expect({ policy, rescaled }).toEqual({ policy: 'snapshot', rescaled: 0 });
      const points = pointsOf(action);
      expect(points).toHaveLength(isTwo(name) ? 2 : 1);
      for (const point of points) {
        expect(point).toBeInstanceOf(Float64Array);
        expect(isInSet(name, point)).toBe(true);
      }
      seen.add(`${points}`);
      if (name === 'line') {
        expect([12.5, 15, 17.5][reported]).toBe(points[0]?.[0]);
        continue;
      }
      expect(reported).toBe(-1);
      const [first, second] = points as [Float64Array, Float64Array?];
      const centre = CENTRES[name];
      second?.forEach((x, k) => {
        expect((x + (first[k] as number)) / 2).toBeCloseTo(centre[k] as number, 14);
      });
      const distance = Math.hypot(...first.map((x, k) => x - (centre[k] as number)));
      if (name === 'smooth' || name === 'curved') continue;
      expect(distance).toBeLessThanOrEqual(RADIUS * (1 + 1e-12));
      expect(distance).toBeGreaterThan(RADIUS * (1 - 2e-4));
    }
    // Three points, or hardly a direction twice. A circle has about 10^5 directions in steps of 2^-14: 60
    // draws repeat 0.02 of them on average, and four or more in one run of 10^8.
    if (name === 'line') expect(seen.size).toBe(3);
    else expect(seen.size).toBeGreaterThan(56);
  });

  test('reports what was said, and its trace explains the numbers', async () => {
    const bandit = await openPoints(pointCollector(name), name, { inspect: true });
    for (let i = 0; i < 20; i++) {
      const decision = bandit.choose();
      const given = feedbackOf(name, i / 20, 0.3);
      const outcome = traced(await decision.reward(given));
      const input = outcome.trace.input as { feedback: unknown; value: number; clamped: boolean };
      const loss = i / 20;
      const value = isPair(name)
        ? (loss - 0.3) / (2 * RADIUS * 2)
        : name === 'comparison'
          ? -loss
          : name === 'one'
            ? (loss - 1) / 2
            : 2 * loss - 1;
      expect(input.feedback).toEqual(given);
      expect(input.value).toBeCloseTo(Math.min(1, Math.max(-1, value)), 8);
      expect(input.clamped).toBe(Math.abs(value) > 1 + 1e-9);
      const fields = Object.fromEntries(outcome.report.fields.map((f) => [f.name, f.value]));
      expect(fields).toMatchObject({ v: 1, snapshot: 12 });
      const noise = outcome.trace.noise as number;
      if (payloadOf(name) === 'bit') expect(fields['bit']).toBe(bitOf(input.value, noise));
      else if (name !== 'gaussian') {
        // The statement is rounded to the grid of 1024 at random.
        const rounded = fields['noisy'] as number;
        expect(Math.abs(rounded - 512 * (1 + input.value + noise))).toBeLessThanOrEqual(1);
      }
    }
  });

  test('what is randomised says so, and nothing else is', async () => {
    const bandit = await openPoints(pointCollector(name), name);
    const outcome = queued(await bandit.choose().reward(feedbackOf(name, 1, 0)));
    const randomized = outcome.report.fields.filter((f) => f.visibility === 'randomized');
    expect(randomized.map((f) => f.name)).toEqual([payloadOf(name)]);
    const where = name === 'line' ? ['arm', 'level'] : ['coin'];
    expect(outcome.report.fields.map((f) => f.name)).toEqual([
      ...['v', 'id', 'snapshot', ...where, payloadOf(name)],
    ]);
    expect(outcome.spent).toEqual({ epsilon: 1, delta: name === 'gaussian' ? 1e-6 : 0 });
  });

  test('one decision is one report: silence, an answer, a second answer, disposal', async () => {
    const collector = pointCollector(name);
    const bandit = await openPoints(collector, name);
    const answered = bandit.choose();
    await answered.reward(feedbackOf(name, 1));
    expect(await answered.reward(feedbackOf(name, 0))).toEqual(withheld('already_reported'));
    bandit.choose();
    bandit.choose()[Symbol.dispose]();
    expect(await bandit.flush()).toMatchObject({ accepted: 3, pending: 0 });
    expect(new Set(collector.bodies.map((body) => JSON.parse(body).id)).size).toBe(3);
  });

  test('without a snapshot: points around the middle, nothing spent, nothing sent', async () => {
    const collector = pointCollector(name);
    collector.snapshot = problem(503, 'unavailable');
    const bandit = await openPoints(collector, name);
    const decisions = Array.from({ length: 30 }, () => bandit.choose());
    for (const { policy, action } of decisions) {
      expect(policy).toBe('offline-uniform');
      for (const point of pointsOf(action)) expect(isInSet(name, point)).toBe(true);
    }
    expect(new Set(decisions.map(({ action }) => `${action}`)).size).toBeGreaterThan(2);
    const [first] = decisions as [(typeof decisions)[0]];
    expect(await first.reward(feedbackOf(name, 1))).toEqual(withheld('shown_early'));
    expect((await bandit.budget()).reports).toBe(0);
    await bandit.flush();
    expect(collector.bodies).toEqual([]);
  });
});

test('a budget pays for reports about points as for any others', async () => {
  const bandit = await openPoints(pointCollector(), 'pair', {
    ledger: memoryLedger(),
    privacy: { epsilon: 1, epsilonTotal: 2 },
  });
  const outcomes = [];
  for (let i = 0; i < 3; i++) outcomes.push((await bandit.choose().reward([1, 0])).status);
  expect(outcomes).toEqual(['queued', 'queued', 'withheld']);
  for await (const entry of (await bandit.budget()).entries())
    expect(entry).toMatchObject({ mechanism: 'ldp-two-point', epsilon: 1, delta: 0 });
});

test('losses over the bound are clamped, and the page that inspects can count them', async () => {
  const bandit = await openPoints(pointCollector('one'), 'one', { inspect: true });
  const clamped = [];
  for (const loss of [-1.1, -1, 0, 3, 3.1, 1e308]) {
    const outcome = traced(await bandit.choose().reward(loss));
    const { value, clamped: is } = outcome.trace.input as { value: number; clamped: boolean };
    expect(Math.abs(value)).toBeLessThanOrEqual(1);
    clamped.push(is);
  }
  expect(clamped).toEqual([true, false, false, false, true, true]);
});

test('a snapshot may show the surface that was learnt, and devices do nothing with it', async () => {
  const collector = pointCollector();
  collector.snapshot = pointSnapshot('pair', {
    surface: { slope: [0.5, -1], curvature: [2, 0, 1] },
  });
  expect((await openPoints(collector)).snapshot.id).toBe(12);
});

describe('the pin', () => {
  test.each([
    ['algorithm.set', { set: { ...BOX, high: [1, 2] } }],
    ['algorithm.lipschitz', { lipschitz: 1 }],
    ['algorithm.mechanism', { mechanism: 'laplace' }],
    ['algorithm.neutral', { neutral: 1 }],
    ['algorithm.horizon', { horizon: 1000 }],
  ])('%s of the collector must be what the page pinned', async (field, change) => {
    expect(await failure(openPoints(pointCollector('pair', change)))).toMatchObject(
      mismatch(field),
    );
  });

  test('points have no names', async () => {
    const collector = pointCollector();
    collector.manifest = { ...(collector.manifest as object), labels: ['a', 'b'] };
    expect(await failure(openPoints(collector))).toMatchObject(mismatch('labels'));
  });

  test('Gaussian reports need a delta that the page states', async () => {
    const privacy = { epsilon: 1, epsilonTotal: 5 };
    const collector = pointCollector('gaussian');
    expect(await failure(openPoints(collector, 'gaussian', { privacy }))).toMatchObject(
      badArgument('privacy.delta'),
    );
  });
});

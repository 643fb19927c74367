import { describe, expect, test, vi } from 'vitest';
import {
  distance,
  IDEAL,
  missOf,
  prefersLeft,
  tasteOf,
} from '../../../web/src/demos/sliders/demo-knows/truth.js';
import { honestBit } from '../../../web/src/demos/sliders/device/words.js';
import { REACH, TUNE } from '../../../web/src/demos/sliders/shared/experiment.js';
import {
  MIDDLE,
  type Point,
  settingText,
  sizeOf,
  spacingOf,
  toPoint,
} from '../../../web/src/demos/sliders/shared/settings.js';
import {
  LEVELS,
  learntLoss,
  levelsOf,
  type TuneSnapshot,
} from '../../../web/src/demos/sliders/shared/snapshot.js';
import { AT_ONCE, timed } from '../../../web/src/shared/experiment.js';
import { queued } from './client-support.js';
import { openVisit } from './web-support.js';

// For a machine with much else to do.
vi.setConfig({ testTimeout: 30_000 });

describe('the settings', () => {
  test('reach from small and close to large and wide', () => {
    expect([sizeOf([0, 0]), spacingOf([0, 0])]).toEqual([36, 2]);
    expect([sizeOf([1, 1]), spacingOf([1, 1])]).toEqual([132, 44]);
    expect(settingText(MIDDLE)).toBe('cards 84 px wide, 23 px apart');
  });

  test('of the crowd have an ideal that pairs can lie around, inside of the sliders', () => {
    for (const value of IDEAL) {
      expect(value - REACH).toBeGreaterThanOrEqual(0);
      expect(value + REACH).toBeLessThanOrEqual(1);
    }
    expect(missOf(IDEAL)).toBe(0);
    expect(missOf(MIDDLE)).toBeCloseTo(20, 12);
  });
});

describe('the crowd', () => {
  test('prefers what is nearer to its taste, and is even between equals', () => {
    expect(prefersLeft(IDEAL, [0.6, 0.3], [0.8, 0.3])).toBeCloseTo(0.5, 12);
    expect(prefersLeft(IDEAL, [0.7, 0.3], [0.3, 0.3])).toBeGreaterThan(0.8);
    const [left, right]: Point[] = [
      [0.5, 0.5],
      [0.9, 0.2],
    ];
    expect(prefersLeft(IDEAL, left as Point, right as Point)).toBeCloseTo(
      1 - prefersLeft(IDEAL, right as Point, left as Point),
      12,
    );
  });

  test('has tastes around the ideal', () => {
    expect(tasteOf([0.5, 0.5])).toEqual(IDEAL);
    const [size, spacing] = tasteOf([0, 1]);
    expect(size).toBeCloseTo(0.5, 12);
    expect(spacing).toBeCloseTo(0.5, 12);
  });
});

describe('the surface', () => {
  const snapshot = (surface: NonNullable<TuneSnapshot['surface']> | null): TuneSnapshot => ({
    v: 1,
    experiment: 'layout-1',
    snapshot: 1,
    reports: 25,
    point: [0.5, 0.5],
    radius: REACH,
    answer: [0.25, 0.5],
    surface,
  });

  test('is a quadratic around the answer', () => {
    const loss = learntLoss(snapshot({ slope: [1, -2], curvature: [4, 1, 6] }));
    // g·z + zᵀCz/2 at z = (0.5, −0.25): 0.5 + 0.5 + (4/4 − 2·0.125 + 6/16)/2.
    expect(loss?.([0.75, 0.25])).toBeCloseTo(1 + (1 - 0.25 + 0.375) / 2, 12);
    expect(loss?.([0.25, 0.5])).toBe(0);
  });

  test('is drawn in levels from the lowest field, and not at all while nothing is known', () => {
    const levels = levelsOf(([x]) => (x - 1 / 32) ** 2, 16);
    // Sixteen middles from 1/32 to 31/32, eight levels between them; the highest is the last level’s end.
    expect(levels.slice(0, 16)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]);
    expect(Math.max(...levels)).toBe(LEVELS - 1);
    expect(learntLoss(snapshot({ slope: [], curvature: [] }))).toBeNull();
    expect(learntLoss(snapshot(null))).toBeNull();
    expect(levelsOf(() => 3, 2)).toEqual([0, 0, 0, 0]);
  });
});

describe('a client and a collector', () => {
  test('compare two settings opposite each other around the public point, and the bit leans to the side that was preferred', async () => {
    const { bandit, read } = await open();
    const { point, radius } = await read();
    expect(radius).toBeCloseTo(REACH, 9);
    // ε = 8: the bit is honest 99.97 times in 100, so 3 of 60 lie once in 300,000 runs.
    let lies = 0;
    for (let i = 0; i < 60; i++) {
      const decision = bandit.choose();
      const [left, right] = [toPoint(decision.action[0]), toPoint(decision.action[1])];
      expect(distance(left, right)).toBeCloseTo(2 * REACH, 3);
      expect((left[0] + right[0]) / 2).toBeCloseTo(point[0] ?? 0, 9);
      expect((left[1] + right[1]) / 2).toBeCloseTo(point[1] ?? 0, 9);
      const preference = i % 2 === 0 ? 1 : -1;
      const outcome = queued(await decision.reward(preference));
      const body = JSON.parse(new TextDecoder().decode(outcome.report.body));
      expect(Object.keys(body)).toEqual(['v', 'id', 'snapshot', 'coin', 'bit']);
      if (body.bit !== honestBit(preference)) lies++;
    }
    expect(lies).toBeLessThan(3);
  });

  test('walk towards what is preferred, and the answer follows', async () => {
    const { bandit, read } = await open();
    for (let batch = 0; batch < 14; batch++) {
      await bandit.refresh();
      for (let i = 0; i < 25; i++) {
        const decision = bandit.choose();
        const [left, right] = [toPoint(decision.action[0]), toPoint(decision.action[1])];
        await decision.reward(distance(left, IDEAL) < distance(right, IDEAL) ? 1 : -1);
      }
      await bandit.flush();
    }
    const { point, answer, reports } = await read();
    expect(reports).toBe(350);
    // Without noise to speak of the walk is all but determined; a false alarm takes lies in most batches.
    expect(missOf(toPoint(point))).toBeLessThan(missOf(MIDDLE) / 2);
    expect(missOf(toPoint(answer))).toBeLessThan(missOf(MIDDLE));
  });
});

function open() {
  const experiments = timed(TUNE.table(), AT_ONCE);
  return openVisit<TuneSnapshot, 'ldp-two-point'>(experiments, TUNE.id(8), TUNE.algorithm, 8);
}

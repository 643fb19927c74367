// Tsallis-INF and EXP3 learn from a report beside the weights that its arm was drawn from. So what is
// published is a function of the accepted reports and of the snapshots that they name. It is computed
// here anew, from what crossed the wall alone.
import type { AlgorithmSpec } from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import { badArgument } from './refusals.js';
import { type Sent, testSchedules } from './server-schedules.js';
import { drawArm } from './server-shown-arms.js';
import {
  collectorOver,
  post,
  report,
  reportId,
  type SnapshotBody,
  snapshotOf,
} from './server-support.js';

const ARMS = 4;
const UNIT = 2 ** 24;

/** Half away from zero, exactly. */
function units(loss: number, weight: number): bigint {
  const value = (UNIT * loss) / Math.max(weight, 2 ** -38);
  const size = Math.abs(value);
  const rounded = BigInt(Math.floor(size)) + (size - Math.floor(size) >= 0.5 ? 1n : 0n);
  return value < 0 ? -rounded : rounded;
}

interface Rule {
  /** b_i of an arm of this weight at round t. */
  readonly baseline: (weight: number, t: number) => number;
  readonly weights: (losses: readonly number[], t: number) => number[];
}

const tsallis = (reduced: boolean): Rule => {
  const rate = (t: number) => (reduced ? 4 : 2) / Math.sqrt(t);
  return {
    baseline: (weight, t) => (reduced && weight >= rate(t) * rate(t) ? 0.5 : 0),
    weights: (losses, t) => {
      const eta = rate(t);
      const highest = Math.min(...losses) - 2 / eta;
      let x = highest;
      for (let i = 0; i < 50; i++) {
        const roots = losses.map((loss) => 1 / (eta * (loss - x)));
        const all = roots.map((root) => 4 * root * root);
        const sum = all.reduce((a, b) => a + b, 0);
        if (Math.abs(sum - 1) < 1e-9) return all.map((weight) => weight / sum);
        const slope = roots.reduce((a, root, k) => a + 2 * eta * root * (all[k] as number), 0);
        x = Math.min(x - (sum - 1) / slope, highest);
      }
      throw new Error('Newton did not come to its end');
    },
  };
};

const exp3: Rule = {
  baseline: () => 0,
  weights: (losses, t) => {
    const eta = Math.sqrt(Math.log(ARMS) / (ARMS * t));
    const all = losses.map((loss) => Math.exp(-eta * (loss - Math.min(...losses))));
    const sum = all.reduce((a, b) => a + b, 0);
    return all.map((weight) => weight / sum);
  },
};

/** The weights after these reports, which name these snapshots. */
function expectedWeights(
  rule: Rule,
  levels: readonly number[],
  snapshots: ReadonlyMap<number, SnapshotBody>,
  reports: readonly Sent[],
): number[] {
  const uniform = Array.from({ length: ARMS }, () => 1 / ARMS);
  const losses = Array.from({ length: ARMS }, () => 0n);
  for (const { snapshot, arm, level, payload } of reports) {
    const named = snapshots.get(snapshot);
    const weights = named?.weights ?? uniform;
    const t = (named?.reports ?? 0) + 1;
    // Of one range for all levels: that of the smallest.
    const half =
      0.5 * (Math.tanh((levels[0] as number) / 2) / Math.tanh((levels[level] as number) / 2));
    const loss = payload === '"bit":1' ? 0.5 - half : 0.5 + half;
    for (let i = 0; i < ARMS; i++) {
      const weight = weights[i] as number;
      const baseline = rule.baseline(weight, t);
      losses[i] = (losses[i] as bigint) + units(baseline, 1);
      if (i === arm) losses[i] = (losses[i] as bigint) + units(loss - baseline, weight);
    }
  }
  const [smallest = 0n] = [...losses].sort((a, b) => Number(a - b));
  return rule.weights(
    losses.map((loss) => Number(loss - smallest) / UNIT),
    reports.length + 1,
  );
}

const CASES: readonly (readonly [string, AlgorithmSpec, readonly number[], Rule])[] = [
  ['Tsallis-INF', { type: 'ldp-tsallis-inf', arms: ARMS }, [1], tsallis(true)],
  [
    'Tsallis-INF by importance weighting',
    { type: 'ldp-tsallis-inf', arms: ARMS, estimator: 'importance-weighting' },
    [1],
    tsallis(false),
  ],
  [
    'Tsallis-INF over a menu',
    { type: 'ldp-tsallis-inf', arms: ARMS, levels: [0.5, 1, 3] },
    [0.5, 1, 3],
    tsallis(true),
  ],
  ['EXP3', { type: 'ldp-exp3', arms: ARMS }, [1], exp3],
];

describe.each(CASES)('%s', (_name, algorithm, levels, rule) => {
  const experiments = { demo: { algorithm, perReport: { epsilon: levels.at(-1) as number } } };
  const payload = (value: number) => `"bit":${value & 1}`;
  const schedule = { experiments, name: 'demo', levels: levels.length, payload };
  // Bit for bit, but for the library functions that the two sides do not share.
  const isExact = levels.length === 1 && rule !== exp3;

  testSchedules(
    'what the reports say, and nothing else',
    schedule,
    ({ published, accepted, snapshots }) => {
      expect(published.reports).toBe(accepted.length);
      const expected = expectedWeights(rule, levels, snapshots, accepted);
      if (isExact) {
        expect(published.weights).toEqual(expected);
      } else {
        for (const [arm, weight] of expected.entries()) {
          expect(published.weights?.[arm]).toBeCloseTo(weight, 7);
        }
      }
    },
  );
});

describe('a sequential experiment', () => {
  const experiments = {
    demo: { algorithm: { type: 'ldp-tsallis-inf', arms: 3 }, perReport: { epsilon: 1 } },
  } as const;

  test('begins with equal weights, and shows means and widths beside them', async () => {
    await using collector = await collectorOver({ experiments, publishEvery: { reports: 1 } });
    const first = await snapshotOf(collector);
    expect(first.weights?.map((weight) => weight.toFixed(12))).toEqual(
      Array(3).fill('0.333333333333'),
    );
    await collector.fetch(post(report({ arm: 1, bit: 0 })));
    const { weights = [], mean, width } = await snapshotOf(collector);
    expect(weights[1]).toBeLessThan(weights[0] as number);
    expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
    expect(mean[1]).toBeCloseTo((1 - 1 / Math.tanh(0.5)) / 2, 9);
    expect(width[0]).toBeNull();
  });

  test('moves house without losing a bit', async () => {
    const learn = async (move: boolean) => {
      let collector = await collectorOver({ experiments, publishEvery: { reports: 4 } });
      for (let i = 0; i < 30; i++) {
        if (move && i === 16) {
          const state = await collector.export('demo');
          await collector[Symbol.asyncDispose]();
          collector = await collectorOver({
            experiments,
            publishEvery: { reports: 4 },
            initialState: () => state,
          });
        }
        const { id } = await collector.snapshot('demo');
        const sent = report({ snapshot: id, arm: i % 3, bit: i % 2 });
        expect((await collector.fetch(post(sent))).status).toBe(202);
      }
      const { snapshot: _, ...learnt } = await snapshotOf(collector);
      await collector[Symbol.asyncDispose]();
      return learnt;
    };
    expect(await learn(true)).toEqual(await learn(false));
  });

  test('keeps at most 64 snapshots open', async () => {
    await using _allowed = await collectorOver({ experiments, retention: 64 });
    await expect(collectorOver({ experiments, retention: 65 })).rejects.toMatchObject(
      badArgument('retention'),
    );
  });

  test('takes late reports to the oldest of 64 snapshots', async () => {
    await using collector = await collectorOver({
      experiments,
      publishEvery: { reports: 1 },
      retention: 64,
    });
    const bodies: string[] = [];
    for (let i = 0; i < 150; i++) {
      const shown = await snapshotOf(collector);
      const body = (bit: number) =>
        report({ snapshot: shown.snapshot, arm: drawArm(shown, i), bit });
      expect((await collector.fetch(post(body(i % 2)))).status).toBe(202);
      bodies[shown.snapshot] = body(1);
    }
    const { snapshot } = await snapshotOf(collector);
    expect(snapshot).toBe(151);
    const late = bodies[151 - 63] as string;
    expect((await collector.fetch(post(late))).status).toBe(202);
    const later = JSON.stringify({ ...JSON.parse(late), id: reportId(1 << 20) });
    expect((await collector.fetch(post(later))).status).toBe(409);
    expect((await snapshotOf(collector)).reports).toBe(151);
  });
});

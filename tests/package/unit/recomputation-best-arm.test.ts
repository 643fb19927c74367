// The rules for best arms once more, from their papers and from nothing of the core: bounds by bisection,
// sums by hand. The collector must publish the same from the same reports.
import { expect, it } from 'vitest';
import { bisect, divergence, numbers } from './recomputation/plain-numbers.js';
import {
  type BestSnapshotBody,
  collectorOver,
  post,
  report,
  snapshotOf,
} from './server-support.js';

const ARMS = 4;
const ERROR = 0.05;
const EPSILON = 2;
const BUDGET = 4000;
const PER_EPOCH = 160;
const EPOCHS = 25;
const MEANS = [0.35, 0.8, 0.5, 0.3];
const THETA = Math.tanh(EPSILON / 2);

interface Arm {
  readonly pulls: number;
  readonly mean: number;
}

interface Step {
  readonly pull: readonly number[];
  readonly left: readonly number[];
  readonly answer: number;
  readonly stops: boolean;
}

/** The largest q from `mean` on with n kl(mean, q) <= x. */
const upper = ({ pulls, mean }: Arm, x: number) =>
  pulls === 0 ? Infinity : bisect((q) => pulls * divergence(mean, q) - x, mean, 1);

const lower = ({ pulls, mean }: Arm, x: number) =>
  pulls === 0 ? -Infinity : 1 - upper({ pulls, mean: 1 - mean }, x);

const threshold = (pulls: number, error = ERROR) =>
  Math.log((10.584448464950803 * ARMS * Math.max(pulls, 1) ** 1.1) / error);

const best = (arms: readonly Arm[], among: readonly number[]) =>
  among.reduce(
    (leader, arm) =>
      (arms[arm] as Arm).pulls > 0 &&
      (leader < 0 || (arms[arm] as Arm).mean > (arms[leader] as Arm).mean)
        ? arm
        : leader,
    -1,
  );

const ALL = Array.from({ length: ARMS }, (_, arm) => arm);
const upperOf = (arm: Arm) => upper(arm, threshold(arm.pulls));
const lowerOf = (arm: Arm) => lower(arm, threshold(arm.pulls));

const RULES: Readonly<Record<string, (arms: readonly Arm[], left: readonly number[]) => Step>> = {
  'ldp-kl-lucb': (arms) => {
    const answer = best(arms, ALL);
    const unseen = ALL.filter((arm) => (arms[arm] as Arm).pulls === 0);
    if (unseen.length > 0) return { pull: unseen, left: ALL, answer, stops: false };
    const least = lowerOf(arms[answer] as Arm);
    const rivals = ALL.filter((arm) => arm !== answer);
    const [rival] = rivals.sort((a, b) => upperOf(arms[b] as Arm) - upperOf(arms[a] as Arm));
    return {
      pull: [answer, rival as number].sort(),
      left: ALL.filter((arm) => arm === answer || upperOf(arms[arm] as Arm) > least),
      answer,
      stops: least >= upperOf(arms[rival as number] as Arm),
    };
  },
  'ldp-successive-elimination': (arms, left) => {
    const most = Math.max(...left.map((arm) => lowerOf(arms[arm] as Arm)));
    const rest = left.filter((arm) => !(upperOf(arms[arm] as Arm) < most));
    return { pull: rest, left: rest, answer: best(arms, rest), stops: rest.length === 1 };
  },
  'ldp-lil-ucb': (arms) => {
    const unseen = ALL.filter((arm) => (arms[arm] as Arm).pulls === 0);
    if (unseen.length > 0)
      return { pull: unseen, left: ALL, answer: best(arms, ALL), stops: false };
    // The authors' constants: a = 0, beta = 1/2, lambda = 1 + 10/K, nu = error/5, ln(n + 2).
    const index = ({ pulls, mean }: Arm) =>
      mean + 1.5 * Math.sqrt((0.5 * Math.log(Math.log(pulls + 2) / (ERROR / 5))) / pulls);
    const [first] = [...ALL].sort((a, b) => index(arms[b] as Arm) - index(arms[a] as Arm));
    const own = (arms[first as number] as Arm).pulls;
    const others = arms.reduce((sum, { pulls }) => sum + pulls, 0) - own;
    const stops = own >= 1 + (1 + 10 / ARMS) * others;
    return {
      pull: [first as number],
      left: ALL,
      answer: best(arms, ALL),
      stops,
    };
  },
  'ldp-sequential-halving': (arms, left) => {
    // Four arms: rounds of 4 and 2.
    let rest = left;
    for (const [size, quota] of [
      [4, BUDGET / 8],
      [2, BUDGET / 8 + BUDGET / 4],
    ] as const) {
      if (rest.length !== size) continue;
      const short = rest.filter((arm) => (arms[arm] as Arm).pulls < quota);
      if (short.length > 0) {
        const used = arms.reduce((sum, { pulls }) => sum + pulls, 0);
        return { pull: short, left: rest, answer: best(arms, rest), stops: used >= BUDGET };
      }
      rest = [...rest]
        .sort((a, b) => (arms[b] as Arm).mean - (arms[a] as Arm).mean)
        .slice(0, size / 2)
        .sort();
    }
    return { pull: rest, left: rest, answer: best(arms, rest), stops: true };
  },
};

const PARAMETERS: Readonly<Record<string, object>> = {
  'ldp-lil-ucb': { constants: 'heuristic' },
  'ldp-sequential-halving': { maximumPulls: BUDGET },
};

it.each(Object.keys(RULES))('a second implementation of %s publishes the same', async (type) => {
  const algorithm = { type, arms: ARMS, ...PARAMETERS[type] } as never;
  await using collector = await collectorOver({
    experiments: { demo: { algorithm, perReport: { epsilon: EPSILON } } },
    publishEvery: { ms: 0 },
  });
  const random = numbers(type.length);
  const sums = ALL.map(() => ({ pulls: 0, ones: 0 }));
  let published = await snapshotOf<BestSnapshotBody>(collector);
  let epochs = 0;
  for (; epochs < EPOCHS && published.keep === undefined; epochs++) {
    const bodies = Array.from({ length: PER_EPOCH }, () => {
      // The weights are equal among those that are positive.
      const drawn = ALL.filter((i) => (published.weights[i] as number) > 0);
      const arm = drawn[Math.floor(random() * drawn.length)] as number;
      const mean = 0.5 + ((MEANS[arm] as number) - 0.5) * THETA;
      const bit = random() < mean ? 1 : 0;
      const row = sums[arm] as { pulls: number; ones: number };
      row.pulls += 1;
      row.ones += bit;
      return report({ snapshot: published.snapshot, arm, bit });
    });
    const response = await collector.fetch(post(`[${bodies.join()}]`));
    expect(response.status, await response.text()).toBe(202);
    published = await snapshotOf<BestSnapshotBody>(collector);

    const arms = sums.map(({ pulls, ones }) => ({ pulls, mean: pulls > 0 ? ones / pulls : 0 }));
    // A collector drops no arm for good: every epoch begins with all of them.
    const step = (RULES[type] as (typeof RULES)[string])(arms, ALL);
    const leader = arms[step.answer] as Arm;
    const isParted = arms.every((arm, i) => i === step.answer || lowerOf(leader) >= upperOf(arm));
    expect(published.best.certified).toBe(isParted);
    const isStopped = step.stops || isParted;
    expect(published.best.answer).toBe(step.answer);
    expect(published.best.left).toEqual(step.left);
    expect(published.ended).toBeUndefined();
    expect(published.keep).toBe(isStopped ? 0.1 : undefined);
    const drawn = isStopped ? ALL : step.pull;
    expect(published.weights).toEqual(
      ALL.map((arm) => (drawn.includes(arm) ? 1 / drawn.length : 0)),
    );
    const reward = (bound: number) => Math.min(1, Math.max(0, 0.5 + (bound - 0.5) / THETA));
    for (const arm of ALL) {
      const row = arms[arm] as Arm;
      expect(published.best.upper[arm]).toBeCloseTo(reward(upperOf(row)), 9);
      expect(published.best.lower[arm]).toBeCloseTo(reward(lowerOf(row)), 9);
    }
    // The smallest error at which the bounds part the answer: there they touch.
    const { error } = published.best;
    if (type === 'ldp-kl-lucb' && error < 1) {
      const at = (arm: Arm) => threshold(arm.pulls, error);
      const rivals = arms.filter((_, arm) => arm !== step.answer);
      const answer = arms[step.answer] as Arm;
      expect(lower(answer, at(answer))).toBeCloseTo(
        Math.max(...rivals.map((arm) => upper(arm, at(arm)))),
        8,
      );
    }
  }
  expect(published).toMatchObject({ keep: 0.1, best: { answer: 1 } });
  expect(epochs).toBeGreaterThan(2);
});

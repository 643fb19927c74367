// What an observer of the wire sees: lengths and times, which owe nothing to context, choice or
// reward.
import { expect, test } from 'vitest';
import {
  LINEAR,
  LINEAR_SNAPSHOT,
  type LinearName,
  linearCollector,
  openLinear,
} from './client-linear-support.js';

const NAMES = Object.keys(LINEAR) as LinearName[];

/** Contexts that could not differ more, with what is answered to them. */
const VISITORS = [
  { features: [[0, 0, 0]], reward: 0 },
  { features: [[1, 0, 0]], reward: 1 },
  { features: [[-1e300, 1e300, 0]], reward: -1e300 },
  { features: [[1e-300, 5e-324, 0]], reward: 0.5 },
  { features: Array.from({ length: 50 }, (_, i) => [i / 50, -i, 0.1]), reward: undefined },
];

test.each(NAMES)('%s: all reports of a part have one length', async (name) => {
  const collector = linearCollector(name);
  collector.snapshot = { ...LINEAR_SNAPSHOT, exploration: 0.5 };
  const bandit = await openLinear(collector, name);
  for (let i = 0; i < 40; i++) {
    for (const { features, reward } of VISITORS) {
      const decision = bandit.choose(features);
      if (reward !== undefined) await decision.reward(reward);
    }
  }
  await bandit.flush();
  expect(collector.bodies).toHaveLength(200);
  const lengths = new Map<unknown, Set<number>>();
  for (const body of collector.bodies) {
    const { part } = JSON.parse(body) as { part?: string };
    lengths.set(part, (lengths.get(part) ?? new Set()).add(body.length));
  }
  expect(lengths.size).toBe(name === 'moments' ? 2 : 1);
  for (const seen of lengths.values()) expect(seen.size).toBe(1);
});

test.each(NAMES)(
  '%s: bodies hold what the layout says, and at most 1,000 bytes at d = 20',
  async (name) => {
    const collector = linearCollector(name, { dimension: 20 });
    collector.snapshot = { ...LINEAR_SNAPSHOT, theta: new Array(20).fill(0) };
    const algorithm = { ...LINEAR[name], dimension: 20 };
    const bandit = await openLinear(collector, name, { algorithm });
    await bandit.choose([new Float64Array(20).fill(0.1)]).reward(1);
    await bandit.flush();
    const [body] = collector.bodies as [string];
    expect(body.length).toBeLessThanOrEqual(1000);
  },
);

test('which part a device sends owes nothing to its context', async () => {
  const collector = linearCollector('moments');
  collector.snapshot = { ...LINEAR_SNAPSHOT, exploration: 0.5 };
  const bandit = await openLinear(collector, 'moments');
  const shares = [];
  for (const features of [
    [[1, 0, 0]],
    [
      [-1, 0.1, 0],
      [0, 0, 0.5],
    ],
  ]) {
    const before = collector.bodies.length;
    for (let i = 0; i < 500; i++) bandit.choose(features);
    await bandit.flush();
    const parts = collector.bodies.slice(before).map((body) => JSON.parse(body).part);
    shares.push(parts.filter((part) => part === 'moment').length / parts.length);
  }
  // 7 standard deviations of a difference of two shares of 500: a false alarm of 3e-12.
  expect(Math.abs((shares[0] as number) - (shares[1] as number))).toBeLessThan(7 * 0.0317);
});

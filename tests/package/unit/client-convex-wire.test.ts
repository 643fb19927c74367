// What an observer of the wire sees of a convex experiment: the coin of a direction, drawn before
// the feedback, the length of a report and its time do not depend on the feedback.
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  feedbackOf,
  NAMES,
  openPoints,
  payloadOf,
  pointCollector,
  pointsOf,
} from './client-convex-support.js';
import { queued, replayed } from './client-support.js';

const MODULE = readFileSync(new URL('../../../dist/convex.wasm', import.meta.url));

/** What visitors say, and silence. */
const REACTIONS = [-1e300, -1, 0, 0.25, 1, 1e300, undefined] as const;

afterEach(() => {
  vi.restoreAllMocks();
});

const withoutPayload = (body: string) => body.replace(/,"(bit|noisy)":.*/, '');

describe.each(NAMES)('%s', (name) => {
  test('the same coins with other reactions: the same report but for its payload', async () => {
    const lives: string[][] = [];
    for (let shift = 0; shift < REACTIONS.length; shift++) {
      replayed(7);
      const collector = pointCollector(name);
      // An instance of its own, whose pool of randomness is empty.
      const bandit = await openPoints(collector, name, { wasm: MODULE.slice() });
      const said: string[] = [];
      for (let i = 0; i < 15; i++) {
        const decision = bandit.choose();
        said.push(`${pointsOf(decision.action)} ${decision.reported}`);
        const reaction = REACTIONS[(i + shift) % REACTIONS.length];
        if (reaction !== undefined) await decision.reward(feedbackOf(name, reaction, 0));
      }
      await bandit.flush();
      lives.push([...said, ...collector.bodies.map(withoutPayload).sort()]);
      vi.restoreAllMocks();
    }
    expect(lives[0]).toHaveLength(30);
    for (const life of lives) expect(life).toEqual(lives[0]);
  });

  test('a body has these fields, and of bits all have one length', async () => {
    const collector = pointCollector(name);
    const bandit = await openPoints(collector, name);
    for (const reaction of REACTIONS) {
      const decision = bandit.choose();
      if (reaction !== undefined) await decision.reward(feedbackOf(name, reaction));
    }
    await bandit.flush();
    expect(collector.bodies).toHaveLength(REACTIONS.length);
    const where = name === 'line' ? ['arm', 'level'] : ['coin'];
    for (const body of collector.bodies) {
      const fields = JSON.parse(body);
      expect(Object.keys(fields)).toEqual(['v', 'id', 'snapshot', ...where, payloadOf(name)]);
      if (name !== 'line') expect(fields.coin).toMatch(/^[A-Za-z0-9_-]{10}[AEIMQUYcgkosw048]$/);
    }
    const lengths = new Set(collector.bodies.map((body) => body.length));
    if (payloadOf(name) === 'bit') expect(lengths.size).toBe(1);
  });
});

/** The finaliser of SplitMix64 and the words, normals and directions of protocol/public_direction.hpp. */
const mask = (x: bigint) => BigInt.asUintN(64, x);
const STEP = 0x9e3779b97f4a7c15n;
function mix(word: bigint): bigint {
  const a = mask((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n);
  const b = mask((a ^ (a >> 27n)) * 0x94d049bb133111ebn);
  return b ^ (b >> 31n);
}
function uniform(seed: bigint, a: number, b: number): number {
  const first = mask(mix(mask(seed + STEP)) + STEP * BigInt(a + 1));
  return Number(mix(mask(mix(first) + STEP * BigInt(b + 1))) >> 11n) * 2 ** -53;
}
function normal(seed: bigint, index: number): number {
  for (let attempt = 0; ; attempt += 2) {
    const x = 2 * uniform(seed, index, attempt) - 1;
    const y = 2 * uniform(seed, index, attempt + 1) - 1;
    const square = x * x + y * y;
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
  }
}
function direction(coin: string, size: number): number[] {
  const bytes = Uint8Array.from(atob(coin.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  );
  const word = new DataView(bytes.buffer).getBigUint64(0, true);
  const normals = Array.from({ length: size }, (_, i) => normal(word, i));
  const length = Math.hypot(...normals);
  return normals.map((x) => Math.trunc((x / length) * 2 ** 14) / 2 ** 14);
}

test('the coin of a report gives the direction that the device took', async () => {
  const collector = pointCollector('pair');
  const bandit = await openPoints(collector, 'pair');
  const played = new Map<string, readonly Float64Array[]>();
  for (let i = 0; i < 50; i++) {
    const decision = bandit.choose();
    const outcome = queued(await decision.reward([1, 0]));
    played.set(outcome.report.id, pointsOf(decision.action));
  }
  await bandit.flush();
  for (const body of collector.bodies) {
    const { id, coin } = JSON.parse(body);
    const [first, second] = played.get(id) as [Float64Array, Float64Array];
    direction(coin, 2).forEach((u, i) => {
      expect(((first[i] as number) - (second[i] as number)) / 0.25).toBeCloseTo(u, 12);
    });
  }
});

test('directions are fresh: no coin twice, and their mean is nowhere', async () => {
  const collector = pointCollector('gaussian');
  const bandit = await openPoints(collector, 'gaussian');
  const coins = new Set<string>();
  const sum = [0, 0, 0];
  const count = 1000;
  for (let i = 0; i < count; i++) {
    const decision = bandit.choose();
    const [point] = pointsOf(decision.action) as [Float64Array];
    for (const k of [0, 1, 2]) sum[k] = (sum[k] as number) + (point[k] as number);
  }
  await bandit.flush();
  for (const body of collector.bodies) coins.add(JSON.parse(body).coin);
  expect(coins.size).toBe(count);
  // A coordinate of u has variance 1/3; six standard errors each: a false alarm of 6e-9.
  [1, 2.5, 3].forEach((x, k) => {
    const mean = (sum[k] as number) / count;
    expect(Math.abs(mean - x)).toBeLessThan(6 * 0.125 * Math.sqrt(1 / 3 / count));
  });
});

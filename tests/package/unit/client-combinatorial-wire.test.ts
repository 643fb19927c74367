// What an observer of the wire sees of a slate: which arm is named, how long a report is and when it
// leaves owe nothing to what the visitor did with the slate.
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  NAMES,
  namesArm,
  openSlates,
  SHOWN,
  slateCollector,
} from './client-combinatorial-support.js';
import { queued, replayed } from './client-support.js';

const MODULE = readFileSync(new URL('../../../dist/combinatorial.wasm', import.meta.url));

/** Every pattern of reactions to three cards, and silence. */
const REACTIONS: readonly (readonly number[] | undefined)[] = [
  ...Array.from({ length: 8 }, (_, pattern) => [pattern & 1, (pattern >> 1) & 1, pattern >> 2]),
  [-1e300, 0.5, 1e300],
  undefined,
];

afterEach(() => {
  vi.restoreAllMocks();
});

const withoutPayload = (body: string) => body.replace(/,"(bit|noisy)":.*/, '');

describe.each(NAMES)('%s', (name) => {
  test('the same coins with other reactions: the same report but for its payload', async () => {
    const lives: string[][] = [];
    for (let shift = 0; shift < REACTIONS.length; shift++) {
      replayed(7);
      const collector = slateCollector(name);
      // An instance of its own, whose pool of randomness is empty.
      const bandit = await openSlates(collector, name, { wasm: MODULE.slice() });
      const said: string[] = [];
      for (let i = 0; i < 30; i++) {
        const decision = bandit.choose();
        said.push(`${decision.action} ${decision.reported}`);
        const reaction = REACTIONS[(i + shift) % REACTIONS.length];
        if (reaction) await decision.reward(reaction);
      }
      await bandit.flush();
      lives.push([...said, ...collector.bodies.map(withoutPayload).sort()]);
      vi.restoreAllMocks();
    }
    expect(lives[0]).toHaveLength(60);
    for (const life of lives) expect(life).toEqual(lives[0]);
  });

  test('what was promised is what is reported, whatever the visitor does', async () => {
    const collector = slateCollector(name);
    const bandit = await openSlates(collector, name);
    const promised = new Map<string, { action: number[]; reported: number }>();
    for (let i = 0; i < 10 * REACTIONS.length; i++) {
      const decision = bandit.choose();
      const reaction = REACTIONS[i % REACTIONS.length] ?? [0, 1, 0];
      const outcome = queued(await decision.reward(reaction));
      const { action, reported } = decision;
      promised.set(outcome.report.id, { action: [...action], reported });
    }
    await bandit.flush();
    for (const body of collector.bodies) {
      const { id, arm, arms } = JSON.parse(body);
      const { action, reported } = promised.get(id) as { action: number[]; reported: number };
      if (namesArm(name)) expect(arm).toBe(reported);
      if (name === 'ldp1') expect(arms).toEqual(action);
    }
  });

  test('nothing in a body says which cards were touched', async () => {
    const collector = slateCollector(name);
    const bandit = await openSlates(collector, name);
    for (const reaction of REACTIONS) {
      const decision = bandit.choose();
      if (reaction) await decision.reward(reaction);
    }
    await bandit.flush();
    expect(collector.bodies).toHaveLength(REACTIONS.length);
    for (const body of collector.bodies) {
      const keys = Object.keys(JSON.parse(body));
      const payload = name === 'ldp1' || name === 'ldp2' ? 'noisy' : 'bit';
      expect(keys).toEqual([
        'v',
        'id',
        'snapshot',
        name === 'ldp1' ? 'arms' : 'arm',
        'level',
        payload,
      ]);
    }
    if (name !== 'ldp1' && name !== 'ldp2') {
      // Bits: all bodies have one length.
      expect(new Set(collector.bodies.map((body) => body.length)).size).toBe(1);
    }
  });

  test('a packet leaves when it was due at the choice, answered or not', async () => {
    const bandit = await openSlates(slateCollector(name), name, {
      maxDelayMs: 60_000,
      responseWindowMs: 5_000,
    });
    const events = bandit.events()[Symbol.asyncIterator]();
    const decision = bandit.choose();
    const first = (await events.next()).value;
    await decision.reward([1, 1, 1]);
    const second = (await events.next()).value;
    expect([first.answered, second.answered]).toEqual([false, true]);
    expect(second.releaseAt).toBe(first.releaseAt);
    expect(second.report.id).toBe(first.report.id);
  });
});

test('noise of one coordinate is that of the whole epsilon, of three that of a third', async () => {
  const deviations = { ldp2: 1, ldp1: 3 };
  for (const [name, scale] of Object.entries(deviations) as ['ldp1' | 'ldp2', number][]) {
    const bandit = await openSlates(slateCollector(name), name);
    let count = 0;
    let sum = 0;
    for (let i = 0; i < 1500; i++) {
      const outcome = queued(await bandit.choose().reward([0, 0, 0]));
      const noisy = outcome.report.fields.at(-1)?.value as number | number[];
      for (const one of [noisy].flat()) {
        sum += (one / 1024) ** 2;
        count += 1;
      }
    }
    // Laplace of scale s: mean square 2 s^2 with standard deviation s^2 sqrt(20/n). Seven of them: a
    // false alarm of 3e-12.
    expect(Math.abs(sum / count - 2 * scale ** 2)).toBeLessThan(
      7 * scale ** 2 * Math.sqrt(20 / count),
    );
  }
});

test('where a coin of the device names the arm, each arm of a slate is named alike', async () => {
  const bandit = await openSlates(slateCollector('uniform'), 'uniform');
  const counts = new Map<number, number>();
  for (let i = 0; i < 3000; i++) {
    const decision = bandit.choose();
    counts.set(decision.reported, (counts.get(decision.reported) ?? 0) + 1);
    // A visitor who reacts to one card only: it is named no more often for that.
    await decision.reward([1, 0, 0]);
  }
  // Chi-square of six alike, five degrees of freedom: above 40 with probability 1.5e-7.
  const chi = [...counts.values()].reduce((total, n) => total + (n - 500) ** 2 / 500, 0);
  expect(counts.size).toBe(SHOWN.flat().length);
  expect(chi).toBeLessThan(40);
});

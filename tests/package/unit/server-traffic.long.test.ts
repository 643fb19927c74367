// Epochs close by time: what honest visitors send in time is taken, however many they are and whatever
// an attacker sends meanwhile. In virtual time; the seconds played are named.
import {
  type Collector,
  type CollectorOptions,
  createCollector,
  memoryStore,
} from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import { shownArms } from './server-shown-arms.js';
import { AT_ONCE, EXPERIMENTS, post, report, reportId } from './server-support.js';
import { play, VirtualClock } from './server-traffic-support.js';

/** With default settings, but for the clock. */
const collectorWith = (clock: VirtualClock, options: Partial<CollectorOptions> = {}) =>
  createCollector({ experiments: EXPERIMENTS, store: memoryStore(), now: clock.now, ...options });

const SLOW = { timeout: 120_000 };

describe('with default settings, at least 99.9 % of honest reports are taken', SLOW, () => {
  test.for([
    [20, 800],
    [100, 240],
  ] as const)('at %i visitors a second, for %i seconds', async ([visitorsPerSecond, seconds]) => {
    const clock = new VirtualClock();
    await using collector = await collectorWith(clock);
    const { sent, accepted, snapshot } = await play({
      clock,
      visitorsPerSecond,
      seconds,
      collectorAt: () => collector,
    });
    expect(sent).toBe(visitorsPerSecond * seconds);
    expect(accepted / sent).toBeGreaterThanOrEqual(0.999);
    // One every 11.4 s: the learner is not held back by more.
    expect(snapshot).toBeGreaterThan(seconds / 12);
  });

  // Reports of a tenth of a second share a body, to be quick: epochs and stores see the same.
  test.for([
    [400, 300],
    [2000, 200],
  ] as const)('at %i visitors a second, for %i seconds', async ([visitorsPerSecond, seconds]) => {
    const clock = new VirtualClock();
    await using collector = await collectorWith(clock, { maxReportsPerBody: 10_000 });
    const { sent, accepted } = await play({
      clock,
      visitorsPerSecond,
      seconds,
      collectorAt: () => collector,
      together: true,
    });
    expect(sent).toBe(visitorsPerSecond * seconds);
    expect(accepted / sent).toBeGreaterThanOrEqual(0.999);
  });

  test('where epochs closed by count, most of 400 visitors a second would be refused', async () => {
    const clock = new VirtualClock();
    const experiments = { demo: { ...EXPERIMENTS.demo, timing: AT_ONCE } };
    await using collector = await collectorWith(clock, { experiments });
    const { sent, accepted } = await play({
      clock,
      visitorsPerSecond: 400,
      seconds: 60,
      collectorAt: () => collector,
    });
    expect(accepted / sent).toBeLessThan(0.5);
  });
});

describe('no honest report is refused', SLOW, () => {
  test('while an attacker sends 1,000 forged reports', async () => {
    const clock = new VirtualClock();
    await using collector = await collectorWith(clock);
    let forged = 0;
    const { sent, accepted } = await play({
      clock,
      visitorsPerSecond: 20,
      seconds: 180,
      collectorAt: () => collector,
      // 20 bodies a step, 200 a second, from the 60th second on.
      meanwhile: async (step, snapshot) => {
        if (step < 600 || step >= 650) return;
        const arm = shownArms(snapshot).at(-1) as number;
        const bodies = Array.from({ length: 20 }, (_, i) =>
          report({ id: reportId(2 ** 31 + step * 20 + i), snapshot: snapshot.snapshot, arm }),
        );
        const answers = await Promise.all(bodies.map((body) => collector.fetch(post(body))));
        forged += answers.filter(({ status }) => status === 202).length;
      },
    });
    // They are well formed and about an arm that is shown, so nothing tells them from honest ones.
    expect(forged).toBe(1000);
    expect(accepted).toBe(sent);
  });

  test('when the collector is restarted in the middle, again and again', async () => {
    const clock = new VirtualClock();
    const store = memoryStore();
    let running = await collectorWith(clock, { store });
    const { sent, accepted } = await play({
      clock,
      visitorsPerSecond: 20,
      seconds: 200,
      collectorAt: async (step) => {
        if (step % 170 === 169) {
          await running[Symbol.asyncDispose]();
          running = await collectorWith(clock, { store });
        }
        return running;
      },
    });
    await running[Symbol.asyncDispose]();
    expect(accepted).toBe(sent);
  });

  test('when two collectors share a store, one of them 20 s behind', async () => {
    const clock = new VirtualClock();
    const store = memoryStore();
    await using one = await collectorWith(clock, { store });
    await using two = await collectorWith(clock, { store, now: () => clock.time - 20_000 });
    const collectors: readonly Collector[] = [one, two];
    const { sent, accepted } = await play({
      clock,
      visitorsPerSecond: 20,
      seconds: 200,
      collectorAt: (step) => collectors[step % 2] as Collector,
      skewMs: 20_000,
    });
    expect(accepted).toBe(sent);
  });

  test('when the clock is set back by an hour, and forward again', async () => {
    const clock = new VirtualClock();
    let shift = 0;
    await using collector = await collectorWith(clock, { now: () => clock.time + shift });
    const { sent, accepted, snapshot } = await play({
      clock,
      visitorsPerSecond: 20,
      seconds: 200,
      collectorAt: (step) => {
        shift = step >= 500 && step < 1200 ? -3_600_000 : 0;
        return collector;
      },
      // Time stands still since the last snapshot when the clock is set back, and jumps when it is set forward.
      skewMs: 12_000,
    });
    expect(accepted).toBe(sent);
    // Snapshots go on meanwhile: without those of 70 s there would be ten.
    expect(snapshot).toBeGreaterThan(15);
  });
});

// A page that is open for minutes between its choices has an old snapshot. It may report as long as
// the collector waits for reports to that one.
import { expect, test } from 'vitest';
import { CLEAR, collector, offer, usePages, visit } from './client-page-support.js';
import { elapse, timingOf, until } from './client-support.js';

usePages();

function publish(snapshot: number): void {
  collector.snapshot = { ...(collector.snapshot as object), snapshot };
}

test('it reports while snapshots go on, and looks for the newest one for the next choice', async () => {
  const bandit = await visit(CLEAR);
  for (let snapshot = 13; snapshot < 18; snapshot++) {
    await elapse(300_000);
    publish(snapshot);
    expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
    await until(() => bandit.snapshot.id === snapshot);
    expect(bandit.snapshot.id).toBe(snapshot);
    await elapse(120_000);
    // The page also looks for a snapshot when a report has left, and digests it in real time.
    await bandit.refresh();
  }
  expect(collector.counted.map(({ snapshot }) => snapshot)).toEqual([12, 13, 14, 15, 16]);
  expect(collector.counted.every(({ bit }) => bit === 1)).toBe(true);
});

/** The epoch of a snapshot is open for 160 s. */
const SHORT = { responseWindowMs: 10_000, maxDelayMs: 60_000 };
const closeEarly = () => offer({ timing: timingOf(SHORT.responseWindowMs, SHORT.maxDelayMs) });

test('a choice by a snapshot that is older than the life of its epoch is withheld', async () => {
  closeEarly();
  const bandit = await visit({ ...CLEAR, ...SHORT });
  await elapse(300_000);
  publish(13);
  const outcome = await bandit.choose().reward(1);
  expect(outcome).toEqual({ status: 'withheld', reason: 'stale_snapshot' });
  expect((await bandit.budget()).reports).toBe(0);
  expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
  await elapse(120_000);
  expect(collector.counted.map(({ snapshot }) => snapshot)).toEqual([13]);
});

test('a choice by an old snapshot that is still the newest is reported', async () => {
  closeEarly();
  const bandit = await visit({ ...CLEAR, ...SHORT });
  await elapse(300_000);
  expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
});

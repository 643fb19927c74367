// A page that shows its visitors what leaves is told the bytes of silence too, once they are fixed: they
// have noise of their own, so they are not those of choose().
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { elapse, open, parse, record, ScriptedCollector, settle } from './client-support.js';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

test('the last packet that is told of a silent decision is the one that leaves', async () => {
  const collector = new ScriptedCollector();
  const privacy = { epsilon: 1, epsilonTotal: 40 };
  const bandit = await open(collector, { privacy, responseWindowMs: 1_000, maxDelayMs: 0 });
  const events = record(bandit);
  for (let i = 0; i < 40; i++) bandit.choose();
  await elapse(5_000);
  await settle();
  const queued = events.flatMap((event) => (event.type === 'queued' ? [event] : []));
  expect(queued).toHaveLength(80);
  expect(queued.every(({ answered }) => !answered)).toBe(true);
  const told = new Map(queued.map(({ report }) => [report.id, parse(report.body)]));
  expect(collector.counted).toHaveLength(40);
  for (const report of collector.counted) expect(told.get(report.id)).toEqual(report);
  for (const { report, releaseAt } of queued) {
    const same = queued.filter((other) => other.report.id === report.id);
    expect(new Set(same.map((other) => other.releaseAt))).toEqual(new Set([releaseAt]));
  }
  await bandit.dispose();
});

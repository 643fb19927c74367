// What flush() sends, and what it leaves to its time.
import { indexedDbLedger, memoryLedger } from 'ldp-bandits';
import { expect, test } from 'vitest';
import { bits, CLEAR, collector, LATE, usePages, visit, waitAWeek } from './client-page-support.js';
import { accepted, elapse, parse, settle } from './client-support.js';

usePages();

test.each([
  ['memory', memoryLedger],
  ['IndexedDB', indexedDbLedger],
])(
  'flush() sends nothing that is chosen after it was called, with the ledger in %s',
  async (_, ledger) => {
    const bandit = await visit({ ...CLEAR, ledger: ledger() });
    const flushing = bandit.flush();
    const decision = bandit.choose();
    await flushing;
    expect(collector.bodies).toEqual([]);
    expect(await decision.reward(1)).toMatchObject({ status: 'queued' });
    await elapse(120_000);
    expect(bits()).toEqual([1]);
  },
);

test('flush() sends nothing that is chosen while it waits for an earlier one', async () => {
  const bandit = await visit(CLEAR);
  bandit.choose();
  await bandit.budget();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  collector.answers.push(() => answered.then(() => accepted()));
  const first = bandit.flush();
  await settle();
  const second = bandit.flush();
  await settle();
  const decision = bandit.choose();
  await settle();
  answer();
  expect(await first).toMatchObject({ accepted: 1 });
  expect(await second).toEqual({ accepted: 0, duplicate: 0, rejected: 0, pending: 1 });
  expect(bits()).toEqual([0]);
  expect(await decision.reward(1)).toMatchObject({ status: 'queued' });
  await elapse(120_000);
  expect(bits()).toEqual([0, 1]);
});

test('flush() sends what was chosen just before it, although its spend is not on the disk', async () => {
  const bandit = await visit(CLEAR);
  void bandit.choose().reward(1);
  expect(await bandit.flush()).toEqual({ accepted: 1, duplicate: 0, rejected: 0, pending: 0 });
  expect(bits()).toEqual([1]);
});

test('a 202 of a log before the collector, which knows no duplicates, ends a report', async () => {
  const bandit = await visit(CLEAR);
  void bandit.choose().reward(1);
  collector.answers.push(Response.json({ logged: 1 }, { status: 202 }));
  expect(await bandit.flush()).toEqual({ accepted: 1, duplicate: 0, rejected: 0, pending: 0 });
  expect(await bandit.flush()).toEqual({ accepted: 0, duplicate: 0, rejected: 0, pending: 0 });
  expect(bits()).toEqual([1]);
});

test('flush() leaves a decision with a key to its time, and its answer still counts', async () => {
  waitAWeek();
  const bandit = await visit(LATE);
  bandit.choose({ key: 'plans' });
  bandit.choose();
  await bandit.budget();
  expect(await bandit.flush()).toEqual({ accepted: 1, duplicate: 0, rejected: 0, pending: 1 });
  const sent = collector.bodies.map((body) => parse(body).id);
  const decision = await bandit.recall('plans');
  const outcome = await decision?.reward(1);
  if (outcome?.status !== 'queued')
    throw new Error(`the answer does not count: ${outcome?.reason}`);
  expect(sent).not.toContain(outcome.report.id);
  expect(outcome.report.fields.at(-1)).toMatchObject({ name: 'bit', value: 1 });
  await elapse(60_000);
  expect(collector.bodies).toHaveLength(1);
});

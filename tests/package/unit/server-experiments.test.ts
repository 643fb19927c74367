// What outlives the changes of experiments: assigners, taps, pages; and changes at the end of a collector.
import { createBandit, memoryLedger } from 'ldp-bandits';
import { memoryStore } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import { held, openCollector, POSTERS, refusalOf, statusOf } from './server-experiments-support.js';
import { ORIGIN, post, report, snapshotOf } from './server-support.js';

test('an assigner goes on through changes and a reset, and ends with its algorithm', async () => {
  await using collector = await openCollector();
  using assigner = collector.assigner('demo');
  const decide = async () => {
    const { ticket, arm, snapshot } = await assigner.assign();
    const status = await statusOf(collector, post(report({ arm, snapshot })));
    if (status === 202) assigner.redeem(ticket);
    return status;
  };
  expect(await decide()).toBe(202);
  await collector.define('demo', { ...POSTERS, labels: ['a', 'b', 'c'] });
  for (let i = 0; i < 4; i++) expect(await decide()).toBe(202);
  await collector.reset('demo');
  for (let i = 0; i < 4; i++) expect(await decide()).toBe(202);
  expect((await collector.snapshot('demo')).reports).toBe(4);
  await collector.reset('demo', { ...POSTERS, algorithm: { type: 'ldp-imed', arms: 2 } });
  expect((await refusalOf(assigner.assign())).details['parameter']).toBe('experiment');
  await collector.remove('demo');
  expect((await refusalOf(assigner.assign())).details['parameter']).toBe('experiment');
});

test('the tap goes on through every change', async () => {
  await using collector = await openCollector();
  const end = new AbortController();
  const tap = collector.tap({ signal: end.signal })[Symbol.asyncIterator]();
  const seen: string[] = [];
  const take = async () => {
    const { value } = await tap.next();
    seen.push(`${value?.experiment} ${value?.status}`);
  };
  await collector.fetch(post(report()));
  await take();
  await collector.define('other', POSTERS);
  await collector.fetch(post(report(), 'other'));
  await take();
  await collector.reset('demo');
  await collector.fetch(post(report()));
  await take();
  await collector.remove('demo');
  await collector.fetch(post(report(), 'other'));
  await take();
  expect(seen).toEqual(['demo 202', 'other 202', 'demo 409', 'other 202']);
  end.abort();
});

test('a page takes a smaller number too, and drops what it holds for the old ones', async () => {
  // The operator deletes the rows by hand: nothing knows the old number any more.
  let store = memoryStore();
  const emptied = new Proxy(store, {
    get: (_, name) => {
      const value = Reflect.get(store, name) as unknown;
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
  await using collector = await openCollector({ store: emptied });
  for (let i = 0; i < 3; i++) {
    const { snapshot } = await snapshotOf(collector);
    await collector.fetch(post(report({ snapshot, arm: i })));
  }
  await using bandit = await createBandit({
    endpoint: ORIGIN,
    experiment: 'demo',
    algorithm: { type: 'weighted-ldp-ucb', arms: 3 },
    privacy: { epsilon: 1, epsilonTotal: 100 },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    maxDelayMs: 0,
    fetch: collector.fetch,
  });
  expect(bandit.snapshot.id).toBe(4);
  store = memoryStore();
  expect((await bandit.refresh()).id).toBe(1);
  await bandit.choose().reward(1);
  await bandit.flush();
  expect((await collector.snapshot('demo')).reports).toBe(1);
  const held = bandit.choose();
  await collector.reset('demo');
  await held.reward(1);
  await bandit.flush();
  expect((await collector.snapshot('demo')).reports).toBe(0);
  await bandit.refresh();
  await bandit.choose().reward(1);
  await bandit.flush();
  expect((await collector.snapshot('demo')).reports).toBe(1);
});

test('a collector that is disposed changes nothing more, and finishes the change that runs', async () => {
  const { store, arm, reached, go } = held(memoryStore(), 'head');
  const collector = await openCollector({ store });
  arm();
  const running = collector.define('new', POSTERS);
  await reached;
  const queued = collector.define('newer', POSTERS);
  const disposed = collector.dispose();
  const refused = refusalOf(queued);
  go();
  await disposed;
  expect((await running).experiment).toBe('new');
  expect((await refused).code).toBe('disposed');
  for (const work of [
    collector.define('demo', POSTERS),
    collector.remove('demo'),
    collector.reset('demo'),
    collector.archive('demo'),
  ]) {
    expect((await refusalOf(work)).code).toBe('disposed');
  }
});

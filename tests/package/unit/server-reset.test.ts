// Experiments that begin anew while a collector runs.
import { type Collector, type ExperimentOptions, memoryStore } from 'ldp-bandits/server';
import { describe, expect, it } from 'vitest';
import {
  FAMILIES,
  held,
  openCollector,
  POSTERS,
  refusalOf,
  statusOf,
} from './server-experiments-support.js';
import { post, report, reportId, snapshotOf } from './server-support.js';

describe('reset', () => {
  const learnt = async (collector: Collector, epochs = 3) => {
    for (let i = 0; i < epochs; i++) {
      const { snapshot } = await snapshotOf(collector);
      expect(await statusOf(collector, post(report({ snapshot, arm: i })))).toBe(202);
    }
    return snapshotOf(collector);
  };

  it('forgets what was learnt, and the numbers go on', async () => {
    await using collector = await openCollector();
    const { snapshot, reports } = await learnt(collector);
    expect([snapshot, reports]).toEqual([4, 3]);
    const info = await collector.reset('demo');
    expect(info).toMatchObject({ id: 5, reports: 0, forgeries: null });
    const fresh = await snapshotOf(collector);
    expect(fresh).toMatchObject({ snapshot: 5, mean: [null, null, null] });
    // What devices still hold to any of the numbers before is refused, and their pages drop it.
    for (const old of [1, 4])
      expect(await statusOf(collector, post(report({ snapshot: old })))).toBe(409);
    expect(await statusOf(collector, post(report({ snapshot: 5 })))).toBe(202);
    expect(await snapshotOf(collector)).toMatchObject({ snapshot: 6, reports: 1 });
  });

  it('takes a report id again: the ids of before are forgotten', async () => {
    await using collector = await openCollector();
    const id = reportId(9_000_001);
    await collector.fetch(post(report({ id })));
    const { id: snapshot } = await collector.reset('demo');
    const response = await collector.fetch(post(report({ id, snapshot })));
    expect(await response.json()).toEqual({ accepted: 1, duplicate: 0 });
  });

  it('is noticed by another collector over the store', async () => {
    const store = memoryStore();
    await using one = await openCollector({ store });
    await using two = await openCollector({ store });
    const { snapshot } = await learnt(two);
    await snapshotOf(one);
    const { id } = await one.reset('demo');
    expect(await statusOf(two, post(report({ snapshot })))).toBe(409);
    expect(await two.snapshot('demo')).toMatchObject({ id, reports: 0 });
    expect(await statusOf(two, post(report({ snapshot: id })))).toBe(202);
    expect((await one.snapshot('demo')).reports).toBe(1);
    expect(id).toBeGreaterThan(snapshot);
  });

  it('goes on from what another collector publishes meanwhile', async () => {
    const kept = memoryStore();
    const { store, arm, reached, go } = held(kept, 'publish');
    await using one = await openCollector({ store });
    await using two = await openCollector({ store: kept });
    const { snapshot } = await learnt(one);
    arm();
    const reset = one.reset('demo');
    await reached;
    await two.fetch(post(report({ snapshot })));
    expect((await two.snapshot('demo')).id).toBe(snapshot + 1);
    go();
    expect((await reset).id).toBe(snapshot + 2);
    expect(await two.snapshot('demo')).toMatchObject({ id: snapshot + 2, reports: 0 });
  });

  it('leaves what was learnt where the store fails, and its numbers go on where the store answers late', async () => {
    const { store, arm, reached, go } = held(memoryStore(), 'publish');
    await using collector = await openCollector({ store, storeDeadlineMs: 50, onError: () => {} });
    const { snapshot } = await learnt(collector);
    arm();
    expect((await refusalOf(collector.reset('demo'))).code).toBe('transport');
    await reached;
    expect(await collector.snapshot('demo')).toMatchObject({ id: snapshot, reports: 3 });
    go();
    const late = { id: snapshot + 1, reports: 0 };
    await expect.poll(() => collector.snapshot('demo')).toMatchObject(late);
    expect((await collector.reset('demo')).id).toBe(snapshot + 2);
  });

  it('refuses the reports that are under way meanwhile, or counts them before: none counts after', async () => {
    const { store, arm, reached, go } = held(memoryStore(), 'commit');
    await using collector = await openCollector({ store });
    arm();
    const sent = collector.fetch(post(report()));
    await reached;
    await collector.reset('demo');
    go();
    expect((await sent).status).toBe(409);
    expect((await collector.snapshot('demo')).reports).toBe(0);
  });

  it('can begin with another algorithm, where the old one goes on if that fails', async () => {
    await using collector = await openCollector();
    const { snapshot } = await learnt(collector);
    const wrong = { ...POSTERS, algorithm: { type: 'ldp-imed', arms: 0 } } as never;
    expect((await refusalOf(collector.reset('demo', wrong))).code).toBe('invalid_argument');
    expect((await collector.snapshot('demo')).reports).toBe(3);
    const algorithm = { type: 'ldp-exp3', arms: 2 } as const;
    expect((await collector.reset('demo', { ...POSTERS, algorithm })).id).toBe(snapshot + 1);
    expect(collector.manifest('demo').algorithm).toMatchObject(algorithm);
    const fresh = await snapshotOf(collector);
    expect(fresh.weights).toEqual([0.5, 0.5]);
    expect(await statusOf(collector, post(report({ snapshot: fresh.snapshot, arm: 1 })))).toBe(202);
    expect((await snapshotOf(collector)).reports).toBe(1);
  });

  it.each(Object.keys(FAMILIES))('numbers go on for every family: %s', async (name) => {
    const options = FAMILIES[name] as ExperimentOptions;
    await using collector = await openCollector({ experiments: { demo: options } });
    const first = await snapshotOf<object>(collector);
    expect((await collector.reset('demo')).id).toBe(2);
    expect((await collector.reset('demo')).id).toBe(3);
    const again = await snapshotOf<object>(collector);
    expect(Object.keys(again)).toEqual(Object.keys(first));
    expect(again).toMatchObject({ snapshot: 3, reports: 0 });
    // What is in the store opens.
    await collector.remove('demo');
    await collector.define('demo', options);
    expect(await snapshotOf<object>(collector)).toEqual(again);
    const state = await collector.export('demo');
    await using moved = await openCollector({
      experiments: { demo: options },
      initialState: () => state,
    });
    expect(await snapshotOf<object>(moved)).toEqual({ ...again, snapshot: 4 });
  });
});

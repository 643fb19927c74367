// Experiments that a collector exports and gives up.
import { toNodeHandler } from 'ldp-bandits/node';
import { type ExperimentOptions, memoryStore } from 'ldp-bandits/server';
import { describe, expect, it } from 'vitest';
import {
  FAMILIES,
  held,
  openCollector,
  refusalOf,
  statusOf,
} from './server-experiments-support.js';
import { drawArm } from './server-shown-arms.js';
import { get, ORIGIN, post, report, snapshotOf } from './server-support.js';

describe('archive', () => {
  it('hands out what was learnt, and stops serving', async () => {
    const store = memoryStore();
    await using collector = await openCollector({ store });
    await collector.fetch(post(report()));
    const { reports, id } = await collector.snapshot('demo');
    const state = await collector.archive('demo');
    expect(collector.experiments()).toEqual([]);
    expect(await statusOf(collector, post(report({ snapshot: id })))).toBe(404);
    await using other = await openCollector({ initialState: () => state });
    expect((await other.snapshot('demo')).reports).toBe(reports);
    expect(await store.read({ experiment: 'demo', snapshot: id })).toBeNull();
    expect(await collector.archive('demo')).toEqual(state);
    expect((await refusalOf(collector.archive('other'))).details['parameter']).toBe('experiment');
  });

  it.each(Object.keys(FAMILIES))(
    'the numbers go on under its name, for every family: %s',
    async (name) => {
      const experiments = { demo: FAMILIES[name] as ExperimentOptions };
      const store = memoryStore();
      await using collector = await openCollector({ store, experiments });
      const first = await snapshotOf<object>(collector);
      await collector.archive('demo');
      const { snapshot: last = 0 } = (await store.head('demo')) ?? {};
      expect(last).toBe(3);
      // Another process knows the number only from the store, and leaves the archive as it is.
      const failures: string[] = [];
      const onError = ({ message }: Error) => failures.push(message);
      await using fresh = await openCollector({ store, experiments, onError });
      expect(fresh.experiments()).toEqual([]);
      expect(failures).toEqual([expect.stringContaining('demo was archived')]);
      await fresh.define('demo', experiments.demo);
      const shown = await snapshotOf<object>(fresh);
      expect(shown).toMatchObject({ snapshot: last + 1, reports: 0 });
      expect(Object.keys(shown)).toEqual(Object.keys(first));
      expect((await fresh.reset('demo')).id).toBe(last + 2);
      const state = await fresh.archive('demo');
      const initialState = () => state;
      await using again = await openCollector({ store, experiments, initialState });
      expect(await again.snapshot('demo')).toMatchObject({ id: last + 5, reports: 0 });
    },
  );

  it('goes on where it was imported into the store that it came from', async () => {
    const store = memoryStore();
    await using collector = await openCollector({ store });
    await collector.fetch(post(report()));
    const { id } = await collector.snapshot('demo');
    const before = await collector.results('demo');
    const state = await collector.archive('demo');
    await using imported = await openCollector({ store, initialState: () => state });
    const shown = await snapshotOf(imported);
    expect(shown.snapshot).toBe(id + 3);
    expect((await imported.results('demo')).options).toEqual(before.options);
    for (const old of [id, id + 1, id + 2]) {
      expect(await statusOf(imported, post(report({ snapshot: old })))).toBe(409);
    }
    const next = report({ snapshot: shown.snapshot, arm: drawArm(shown, 0) });
    expect(await statusOf(imported, post(next))).toBe(202);
    expect((await imported.snapshot('demo')).reports).toBe(2);
  });

  it('is not undone by a collector that resets without having looked', async () => {
    const store = memoryStore();
    await using one = await openCollector({ store });
    await using two = await openCollector({ store, lookEveryMs: 60_000, onError: () => {} });
    await two.snapshot('demo');
    const state = await one.archive('demo');
    expect((await refusalOf(two.reset('demo'))).details['problem']).toBe('unknown_experiment');
    expect(two.experiments()).toEqual([]);
    expect(await two.archive('demo')).toEqual(state);
  });

  it('keeps that it has ended, with its answer', async () => {
    await using collector = await openCollector();
    await collector.fetch(post(report()));
    await collector.end('demo', { answer: 2 });
    const state = await collector.archive('demo');
    await using other = await openCollector({ initialState: () => state });
    expect(await snapshotOf<object>(other)).toMatchObject({ ended: true, weights: [0, 0, 1] });
  });

  it('is noticed by another collector over the store, which stops serving it', async () => {
    const store = memoryStore();
    await using one = await openCollector({ store });
    await using two = await openCollector({ store, onError: () => {} });
    await two.fetch(post(report()));
    const shown = await snapshotOf(two);
    const next = () => post(report({ snapshot: shown.snapshot, arm: drawArm(shown, 0) }));
    const state = await one.archive('demo');
    // What it acknowledged is in the copy; what comes later is refused.
    expect(await statusOf(two, next())).toBe(409);
    expect(await statusOf(two, get('/demo/snapshot'))).toBe(404);
    expect(two.experiments()).toEqual([]);
    expect(await statusOf(two, next())).toBe(404);
    expect(await two.archive('demo')).toEqual(state);
    await using copy = await openCollector({ initialState: () => state });
    expect((await copy.snapshot('demo')).reports).toBe(1);
  });

  // The first publication closes the epochs, the second one ends the experiment.
  it.each([1, 2])(
    'loses nothing where the store takes publication %i after its deadline',
    async (late) => {
      const { store, arm, reached, go } = held(memoryStore(), 'publish', late);
      await using collector = await openCollector({
        store,
        storeDeadlineMs: 50,
        onError: () => {},
      });
      await collector.fetch(post(report()));
      await collector.snapshot('demo');
      arm();
      expect((await refusalOf(collector.archive('demo'))).code).toBe('transport');
      await reached;
      expect(await statusOf(collector, get('/demo/snapshot'))).toBe(200);
      const before = (await store.head('demo'))?.snapshot;
      go();
      await expect.poll(async () => (await store.head('demo'))?.snapshot).not.toBe(before);
      const state = await collector.archive('demo');
      expect(collector.experiments()).toEqual([]);
      await using other = await openCollector({ initialState: () => state });
      expect((await other.snapshot('demo')).reports).toBe(1);
    },
  );

  it.each([1, 2])(
    'loses no report that it acknowledges before the store takes publication %i late',
    async (late) => {
      const { store, arm, reached, go, done } = held(memoryStore(), 'publish', late);
      await using collector = await openCollector({
        store,
        storeDeadlineMs: 50,
        onError: () => {},
      });
      arm();
      expect((await refusalOf(collector.archive('demo'))).code).toBe('transport');
      await reached;
      const { id: snapshot } = await collector.snapshot('demo');
      expect(await statusOf(collector, post(report({ snapshot })))).toBe(202);
      go();
      await done;
      expect(await statusOf(collector, get('/demo/snapshot'))).toBe(200);
      const state = await collector.archive('demo');
      await using other = await openCollector({ initialState: () => state });
      expect((await other.snapshot('demo')).reports).toBe(1);
    },
  );

  it.each([1, 2])('loses nothing where its process dies before publication %i', async (dies) => {
    const kept = memoryStore();
    const { store, arm, reached } = held(kept, 'publish', dies);
    const dying = await openCollector({ store });
    await dying.fetch(post(report()));
    await dying.snapshot('demo');
    arm();
    void dying.archive('demo').catch(() => {});
    await reached;
    await using next = await openCollector({ store: kept });
    expect((await next.snapshot('demo')).reports).toBe(1);
    const state = await next.archive('demo');
    await using other = await openCollector({ initialState: () => state });
    expect((await other.snapshot('demo')).reports).toBe(1);
  });

  it('has every report that was acknowledged', async () => {
    const { store, arm, reached, go } = held(memoryStore(), 'commit');
    await using collector = await openCollector({ store });
    arm();
    const sent = collector.fetch(post(report()));
    await reached;
    const archived = collector.archive('demo');
    go();
    expect((await sent).status).toBe(202);
    const state = await archived;
    await using other = await openCollector({ initialState: () => state });
    expect((await other.snapshot('demo')).reports).toBe(1);
  });

  it('has every report that was acknowledged over a socket', async () => {
    const { store, arm, reached, go } = held(memoryStore(), 'commit');
    await using collector = await openCollector({ store, maxReportsPerBody: 1 });
    const written: number[] = [];
    const body = new TextEncoder().encode(report());
    const listeners = new Map<string, (chunk: Uint8Array) => void>();
    const headers = { 'content-type': 'application/json', 'content-length': `${body.length}` };
    const on = (event: string, listener: (chunk: Uint8Array) => void) =>
      listeners.set(event, listener);
    arm();
    toNodeHandler(collector)(
      { method: 'POST', url: '/demo/reports', headers, on },
      { writeHead: (status: number) => written.push(status), end: () => {} },
    );
    listeners.get('data')?.(body);
    listeners.get('end')?.(body);
    await reached;
    const archived = collector.archive('demo');
    await new Promise((resolve) => setTimeout(resolve, 50));
    go();
    const state = await archived;
    expect(written).toEqual([202]);
    await using other = await openCollector({ initialState: () => state });
    expect((await other.snapshot('demo')).reports).toBe(1);
  });

  it('does not wait for a body that arrives slowly', async () => {
    await using collector = await openCollector();
    let finish = () => {};
    const slow = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(report().slice(0, 9)));
        finish = () => controller.close();
      },
    });
    const url = `${ORIGIN}/demo/reports`;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: slow };
    const sent = collector.fetch(new Request(url, { ...init, duplex: 'half' } as RequestInit));
    await collector.archive('demo');
    finish();
    expect((await sent).status).toBe(404);
  });

  it('has the epochs that another collector folds while it is made', async () => {
    const store = memoryStore();
    const { store: slow, arm, reached, go } = held(store, 'read');
    await using collector = await openCollector({ store: slow });
    await using other = await openCollector({ store });
    for (let i = 0; i < 3; i++) {
      const shown = await snapshotOf(collector);
      const arm = drawArm(shown, i);
      await collector.fetch(post(report({ snapshot: shown.snapshot, arm })));
    }
    await collector.snapshot('demo');
    arm();
    const exported = collector.export('demo');
    await reached;
    for (let i = 0; i < 70; i++) {
      const shown = await snapshotOf(other);
      await other.fetch(post(report({ snapshot: shown.snapshot, arm: drawArm(shown, i) })));
      await other.snapshot('demo');
    }
    go();
    const state = await exported;
    await using copy = await openCollector({ initialState: () => state });
    expect((await copy.snapshot('demo')).reports).toBe(73);
  });

  it('serves on where the store fails', async () => {
    const kept = memoryStore();
    let fails = false;
    const store = new Proxy(kept, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        if (name !== 'publish' || !fails) return value.bind(target);
        return () => Promise.reject(new Error('no disk'));
      },
    });
    await using collector = await openCollector({ store, onError: () => {} });
    await collector.fetch(post(report()));
    await collector.snapshot('demo');
    fails = true;
    expect((await refusalOf(collector.archive('demo'))).code).toBe('transport');
    expect((await collector.snapshot('demo')).reports).toBe(1);
    fails = false;
    expect((await collector.archive('demo')).length).toBeGreaterThan(0);
  });
});

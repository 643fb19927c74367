// Experiments that a collector exports and gives up.
import { toNodeHandler } from 'ldp-bandits/node';
import { memoryStore } from 'ldp-bandits/server';
import { describe, expect, it } from 'vitest';
import { held, openCollector, POSTERS, refusalOf } from './server-experiments-support.js';
import { drawArm } from './server-shown-arms.js';
import { ORIGIN, post, report, snapshotOf } from './server-support.js';

describe('archive', () => {
  it('hands out what was learnt, forgets it in the store, and stops serving', async () => {
    const store = memoryStore();
    await using collector = await openCollector({ store });
    await collector.fetch(post(report()));
    const before = await collector.snapshot('demo');
    const state = await collector.archive('demo');
    expect(collector.experiments()).toEqual([]);
    expect(await store.head('demo')).toBeNull();
    await using other = await openCollector({ initialState: () => state });
    expect(await other.snapshot('demo')).toEqual(before);
    // The name is free again, and the numbers go on: pages may hold reports to the old ones.
    await collector.define('demo', POSTERS);
    expect(await collector.snapshot('demo')).toMatchObject({ id: before.id + 1, reports: 0 });
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
    let fails = true;
    const store = new Proxy(kept, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        if (name !== 'forget' || !fails) return value.bind(target);
        return () => Promise.reject(new Error('no disk'));
      },
    });
    await using collector = await openCollector({ store, onError: () => {} });
    await collector.fetch(post(report()));
    expect((await refusalOf(collector.archive('demo'))).code).toBe('transport');
    expect((await collector.snapshot('demo')).reports).toBe(1);
    fails = false;
    expect((await collector.archive('demo')).length).toBeGreaterThan(0);
  });
});

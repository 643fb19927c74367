// Experiments that come, change, begin anew and go while a collector runs.
import { createBandit, memoryLedger } from 'ldp-bandits';
import { toNodeHandler } from 'ldp-bandits/node';
import {
  type AggregateStore,
  type Collector,
  type CollectorOptions,
  type ExperimentOptions,
  LdpError,
  memoryStore,
} from 'ldp-bandits/server';
import { describe, expect, it, test } from 'vitest';
import { drawArm } from './server-shown-arms.js';
import {
  AT_ONCE,
  collectorOver,
  get,
  ORIGIN,
  post,
  report,
  reportId,
  snapshotOf,
} from './server-support.js';

const POSTERS: ExperimentOptions = {
  algorithm: { type: 'weighted-ldp-ucb', arms: 3 },
  perReport: { epsilon: 1 },
  timing: AT_ONCE,
};

const openCollector = (options: Partial<CollectorOptions> = {}) =>
  collectorOver({ experiments: { demo: POSTERS }, publishEvery: { ms: 0 }, ...options });

async function statusOf(collector: Collector, request: Request): Promise<number> {
  return (await collector.fetch(request)).status;
}

async function refusalOf(work: Promise<unknown>): Promise<LdpError> {
  const error = await work.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
  if (!LdpError.is(error)) throw new Error(`not refused: ${error}`);
  return error;
}

/** A store whose next call of this method waits, once it is reached, until it is told to go on. */
function held(store: AggregateStore, method: 'commit' | 'forget' | 'head' | 'publish' | 'read') {
  let go = () => {};
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  let armed = false;
  const holding = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        if (armed && name === method) {
          armed = false;
          reach();
          await gate;
        }
        return value.apply(target, given);
      };
    },
  });
  const arm = () => {
    armed = true;
  };
  return { store: holding, arm, reached, go };
}

describe('define', () => {
  it('adds an experiment to a collector that has none', async () => {
    await using collector = await openCollector({ experiments: {} });
    expect(collector.experiments()).toEqual([]);
    expect(await statusOf(collector, post(report()))).toBe(404);
    expect(await statusOf(collector, get('/healthz'))).toBe(200);
    const manifest = await collector.define('demo', POSTERS);
    expect(manifest).toEqual(collector.manifest('demo'));
    expect(collector.experiments()).toEqual(['demo']);
    expect(await statusOf(collector, post(report()))).toBe(202);
    expect((await collector.snapshot('demo')).reports).toBe(1);
  });

  it('changes labels, times and what is served, and keeps what was learnt', async () => {
    await using collector = await openCollector();
    await collector.fetch(post(report()));
    const before = await collector.snapshot('demo');
    const labels = ['city', 'sea', 'forest'];
    const timing = { ...AT_ONCE, responseWindowMs: 5000 };
    const manifest = await collector.define('demo', {
      ...POSTERS,
      labels,
      timing,
      serve: 'distribution',
    });
    expect(manifest.labels).toEqual(labels);
    expect(manifest.timing.responseWindowMs).toBe(5000);
    const response = await collector.fetch(get('/demo'));
    expect(await response.json()).toEqual(manifest);
    expect(await collector.snapshot('demo')).toEqual(before);
  });

  it('changes an oracle and the share that goes on reporting', async () => {
    const set = { type: 'custom', arms: 3, most: 1, fallback: [0] } as const;
    const slates = (arm: number): ExperimentOptions => ({
      algorithm: { type: 'cucb-ldp-bit', set } as never,
      perReport: { epsilon: 1 },
      timing: AT_ONCE,
      oracle: () => [arm],
    });
    const best = (keepReporting: number): ExperimentOptions => ({
      algorithm: { type: 'ldp-kl-lucb', arms: 2 },
      perReport: { epsilon: 1 },
      timing: AT_ONCE,
      keepReporting,
    });
    await using collector = await openCollector({
      experiments: { slates: slates(0), best: best(0.5) },
      publishEvery: { reports: 2 },
    });
    await collector.define('slates', slates(2));
    await collector.define('best', best(0.25));
    interface Shown {
      readonly snapshot: number;
      readonly keep?: number;
      readonly slates: readonly { readonly arms: readonly number[] }[];
    }
    const first = await snapshotOf<Shown>(collector, 'slates');
    expect(first.slates[0]?.arms).toEqual([0]);
    const bodies = [0, 1].flatMap((arm) =>
      Array.from({ length: 1000 }, () => report({ arm, bit: arm })),
    );
    await collector.fetch(post(`[${bodies.join()}]`, 'best'));
    expect((await snapshotOf<Shown>(collector, 'best')).keep).toBe(0.25);
    const about = Array.from({ length: 2 }, () => report({ arm: 0, snapshot: first.snapshot }));
    expect(await statusOf(collector, post(`[${about.join()}]`, 'slates'))).toBe(202);
    expect((await snapshotOf<Shown>(collector, 'slates')).slates[0]?.arms).toEqual([2]);
  });

  it.each([
    ['algorithm.arms', 3, 4, { algorithm: { type: 'weighted-ldp-ucb', arms: 4 } }],
    [
      'algorithm.type',
      '"weighted-ldp-ucb"',
      '"ldp-imed"',
      { algorithm: { type: 'ldp-imed', arms: 3 } },
    ],
    ['perReport.epsilon', 1, 2, { perReport: { epsilon: 2 } }],
  ])('refuses another %s with both values and the way out', async (parameter, was, is, changed) => {
    await using collector = await openCollector();
    const before = collector.manifest('demo');
    const options = { ...POSTERS, ...changed } as ExperimentOptions;
    const error = await refusalOf(collector.define('demo', options));
    expect(error.code).toBe('invalid_argument');
    expect(error.details['parameter']).toBe(`experiments.demo.${parameter}`);
    expect(error.message).toContain(`is ${was} in the experiment that is served and ${is} here`);
    expect(error.message).toMatch(/new name, or begin anew with reset/);
    expect(collector.manifest('demo')).toBe(before);
    expect(await statusOf(collector, post(report()))).toBe(202);
  });

  it('leaves the old one serving where the store or the options fail', async () => {
    const kept = memoryStore();
    let fails = false;
    const store = new Proxy(kept, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        if (name !== 'head' || !fails) return value.bind(target);
        return () => Promise.reject(new Error('no disk'));
      },
    });
    await using collector = await openCollector({ store, onError: () => {} });
    const labels = ['a', 'b', 'c'];
    fails = true;
    expect((await refusalOf(collector.define('demo', { ...POSTERS, labels }))).code).toBe(
      'transport',
    );
    expect((await refusalOf(collector.define('new', POSTERS))).code).toBe('transport');
    fails = false;
    const wrong = await refusalOf(collector.define('demo', { ...POSTERS, labels: ['a'] }));
    expect(wrong.details['parameter']).toBe('experiments.demo.labels');
    expect(collector.manifest('demo').labels).toBeUndefined();
    expect(collector.experiments()).toEqual(['demo']);
    expect(await statusOf(collector, post(report()))).toBe(202);
  });

  it('takes place one after the other, and the last one stays', async () => {
    await using collector = await openCollector({ experiments: {} });
    const named = (label: string) => ({ ...POSTERS, labels: [label, 'b', 'c'] });
    const sent: Promise<Response>[] = [];
    const defined = ['x', 'y', 'z'].map((label) => {
      sent.push(collector.fetch(post(report())));
      return collector.define('demo', named(label));
    });
    const manifests = await Promise.all(defined);
    expect(manifests.map(({ labels }) => labels?.[0])).toEqual(['x', 'y', 'z']);
    expect(collector.manifest('demo').labels?.[0]).toBe('z');
    for (const { status } of await Promise.all(sent)) expect([202, 404]).toContain(status);
  });

  it('waits for reports under way, which count', async () => {
    const { store, arm, reached, go } = held(memoryStore(), 'commit');
    await using collector = await openCollector({ store });
    arm();
    const sent = collector.fetch(post(report()));
    await reached;
    const defined = collector.define('demo', { ...POSTERS, labels: ['a', 'b', 'c'] });
    go();
    expect((await sent).status).toBe(202);
    await defined;
    expect((await collector.snapshot('demo')).reports).toBe(1);
  });

  it.each(['healthz', '.hidden', '', 'a b'])('refuses the name "%s"', async (name) => {
    await using collector = await openCollector();
    const error = await refusalOf(collector.define(name, POSTERS));
    expect([error.code, error.details['parameter']]).toEqual(['invalid_argument', 'experiment']);
  });

  it('asks for fewer open epochs where the algorithm cannot keep that many', async () => {
    await using collector = await openCollector({ retention: 128 });
    const algorithm = { type: 'ldp-exp3', arms: 2 } as const;
    const error = await refusalOf(collector.define('new', { ...POSTERS, algorithm }));
    expect(error.details['parameter']).toBe('retention');
  });
});

describe('remove', () => {
  it('stops serving, and what was learnt stays', async () => {
    await using collector = await openCollector();
    await collector.fetch(post(report()));
    const before = await collector.snapshot('demo');
    await collector.remove('demo');
    expect(collector.experiments()).toEqual([]);
    for (const request of [post(report()), get('/demo'), get('/demo/snapshot')]) {
      expect(await statusOf(collector, request)).toBe(404);
    }
    expect(() => collector.manifest('demo')).toThrow(/experiment/);
    expect((await refusalOf(collector.remove('demo'))).details['parameter']).toBe('experiment');
    await collector.define('demo', POSTERS);
    expect(await collector.snapshot('demo')).toEqual(before);
  });

  it('does not take back what another algorithm of this name has learnt', async () => {
    await using collector = await openCollector();
    await collector.fetch(post(report()));
    await collector.snapshot('demo');
    await collector.remove('demo');
    const other: ExperimentOptions = { ...POSTERS, algorithm: { type: 'ldp-imed', arms: 2 } };
    expect((await refusalOf(collector.define('demo', other))).code).toBe('store_conflict');
    expect(collector.experiments()).toEqual([]);
    expect((await collector.reset('demo', other)).reports).toBe(0);
    expect(collector.manifest('demo').algorithm).toMatchObject({ type: 'ldp-imed' });
  });

  it('answers what is under way before it resolves', async () => {
    const { store, arm, reached, go } = held(memoryStore(), 'commit');
    await using collector = await openCollector({ store });
    arm();
    const sent = collector.fetch(post(report()));
    await reached;
    let isRemoved = false;
    const removed = collector.remove('demo').then(() => {
      isRemoved = true;
    });
    await expect.poll(() => collector.experiments()).toEqual([]);
    expect(await statusOf(collector, post(report()))).toBe(404);
    expect(isRemoved).toBe(false);
    go();
    expect((await sent).status).toBe(202);
    await removed;
    await collector.define('demo', POSTERS);
    expect((await collector.snapshot('demo')).reports).toBe(1);
  });
});

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

  it('wins over a collector that finds the emptied store first', async () => {
    const kept = memoryStore();
    const { store, arm, reached, go } = held(kept, 'publish');
    await using one = await openCollector({ store });
    await using two = await openCollector({ store: kept });
    const { snapshot } = await learnt(one);
    arm();
    const reset = one.reset('demo');
    await reached;
    await two.snapshot('demo'); // begins at 1
    go();
    const { id } = await reset;
    expect(id).toBe(snapshot + 1);
    expect((await two.snapshot('demo')).id).toBe(id);
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

  const FAMILIES: Record<string, ExperimentOptions> = {
    exp3: { ...POSTERS, algorithm: { type: 'ldp-exp3', arms: 3 } },
    best: { ...POSTERS, algorithm: { type: 'ldp-kl-lucb', arms: 3 } },
    reduction: {
      ...POSTERS,
      algorithm: { type: 'one-point-reduction', arms: 3 } as never,
      learner: () => [1, 1, 1],
    },
    slates: {
      ...POSTERS,
      algorithm: {
        type: 'cucb-ldp2',
        set: { type: 'top-k', arms: 4, choose: 2, reward: 'sum' },
      } as never,
    },
    linear: { ...POSTERS, algorithm: { type: 'ldp-linucb', dimension: 2 } as never },
    convex: {
      ...POSTERS,
      algorithm: {
        type: 'ldp-one-point',
        set: { type: 'ball', center: [0, 0], radius: 1 },
        lipschitz: 1,
      } as never,
    },
  };

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
    expect(await other.snapshot('demo')).toMatchObject({ id: before.id + 1, reports: 1 });
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
  const store = memoryStore();
  await using collector = await openCollector({ store });
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
    maxDelayMs: 0,
    fetch: collector.fetch,
  });
  expect(bandit.snapshot.id).toBe(4);
  // The operator deletes the rows by hand: nothing knows the old number any more.
  await store.forget('demo');
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

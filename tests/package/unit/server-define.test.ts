// Experiments that come and change while a collector runs, and those that it serves no more.
import { type ExperimentOptions, memoryStore } from 'ldp-bandits/server';
import { describe, expect, it } from 'vitest';
import { held, openCollector, POSTERS, refusalOf, statusOf } from './server-experiments-support.js';
import { AT_ONCE, get, post, report, snapshotOf } from './server-support.js';

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
    const timing = { ...AT_ONCE, responseWindowMs: 5000, snapshotAgeMs: 1000 };
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

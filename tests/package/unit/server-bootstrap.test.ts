// What a server puts into its pages: the collector's public answers, the same for everybody.
import { readFileSync } from 'node:fs';
import { createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import { fetchBootstrap, jsonForHtml, pick } from 'ldp-bandits/bootstrap';
import { type CollectorOptions, memoryStore, sharedCollector } from 'ldp-bandits/server';
import { createEdgeCollector } from 'ldp-bandits/server/workerd';
import { describe, expect, test, vi } from 'vitest';
import { failure } from './client-support.js';
import { badArgument } from './refusals.js';
import { collectorOver, get, ORIGIN, post, report } from './server-support.js';

const EXPERIMENTS = {
  demo: {
    algorithm: { type: 'ldp-thompson', arms: 3 },
    perReport: { epsilon: 1 },
    labels: ['</script>', 'b', 'c'],
  },
  cards: { algorithm: { type: 'ldp-duel', arms: 2, maximumPulls: 500 }, perReport: { epsilon: 1 } },
} as const satisfies CollectorOptions['experiments'];

const NOW = 1_700_000_000_999;
const open = (options: Partial<CollectorOptions> = {}) =>
  collectorOver({ experiments: EXPERIMENTS, now: () => NOW, ...options });

describe('collector.bootstrap', () => {
  test('holds what the collector answers, byte for byte, for everybody alike', async () => {
    await using collector = await open();
    const bootstrap = await collector.bootstrap(['demo', 'cards']);
    expect(bootstrap).toMatchObject({ v: 1, at: 1_700_000_000_000 });
    for (const name of ['demo', 'cards'] as const) {
      const [manifest, snapshot] = await Promise.all(
        [`/${name}`, `/${name}/snapshot`].map(async (path) =>
          (await collector.fetch(get(path))).text(),
        ),
      );
      expect(JSON.stringify(bootstrap.experiments[name].manifest)).toBe(manifest);
      expect(JSON.stringify(bootstrap.experiments[name].snapshot)).toBe(snapshot);
    }
    expect(JSON.stringify(await collector.bootstrap(['demo', 'cards']))).toBe(
      JSON.stringify(bootstrap),
    );
  });

  test('holds the experiments that were asked for, and their newest snapshots', async () => {
    await using collector = await open({ publishEvery: { reports: 1 } });
    const before = await collector.bootstrap(['demo']);
    expect(Object.keys(before.experiments)).toEqual(['demo']);
    await collector.fetch(post(report({ arm: 0 })));
    const { experiments } = await collector.bootstrap(['demo']);
    expect(experiments.demo.snapshot).toMatchObject({ snapshot: 2, reports: 1 });
  });

  test('names the unknown experiment and those that there are', async () => {
    await using collector = await open();
    const error = await failure(collector.bootstrap(['demo', 'crads']));
    expect(error).toMatchObject(badArgument('experiment', { value: 'crads' }));
    expect((error as Error).message).toContain('demo, cards');
  });

  test('is there for shared collectors', async () => {
    const shared = sharedCollector(open, 'bootstrap-test');
    const { experiments } = await (await shared()).bootstrap(['demo']);
    expect(pick(experiments.demo).snapshot).toBe(1);
    await (await shared()).dispose();
  });

  test('gives a page its first choice without a request, and the report is counted', async () => {
    await using collector = await open({ now: () => Date.now() });
    const bootstrap = JSON.parse(JSON.stringify(await collector.bootstrap(['demo'])));
    const fetch = vi.fn(collector.fetch);
    await using bandit = await createBandit({
      ...{
        endpoint: ORIGIN,
        experiment: 'demo',
        algorithm: EXPERIMENTS.demo.algorithm,
        fetch,
        bootstrap,
      },
      ...{ privacy: { epsilon: 1, epsilonTotal: 8 }, ledger: memoryLedger() },
    });
    const { snapshot } = await collector
      .snapshot('demo')
      .then(({ digest }) => ({ snapshot: digest }));
    expect(bandit.snapshot.digest).toBe(snapshot);
    await bandit.adopt(pick(bootstrap.experiments.demo)).reward(1);
    expect(fetch).not.toHaveBeenCalled();
    expect(await bandit.flush()).toMatchObject({ accepted: 1 });
    expect((await collector.results('demo')).reports).toBe(1);
  });

  test('and an assigner make a decision of the page that redeems no ticket', async () => {
    await using collector = await open({ now: () => Date.now() });
    const bootstrap = await collector.bootstrap(['demo']);
    using assigner = collector.assigner('demo', { timeoutMs: 60_000 });
    const assigned = await assigner.assign();
    await using bandit = await createBandit({
      ...{ endpoint: ORIGIN, experiment: 'demo', algorithm: EXPERIMENTS.demo.algorithm, bootstrap },
      ...{
        privacy: { epsilon: 1, epsilonTotal: 8 },
        ledger: memoryLedger(),
        fetch: collector.fetch,
      },
    });
    const decision = bandit.adopt(assigned);
    expect(decision.action).toBe(assigned.arm);
    await decision.reward(1);
    expect(await bandit.flush()).toMatchObject({ accepted: 1 });
    expect(assigner.open).toBe(1);
  });
});

describe('fetchBootstrap', () => {
  test.each([
    ['a collector, in one request', false, ['?snapshot']],
    ['one of an older version, in two', true, ['?snapshot', '/snapshot']],
  ])('gives the same from the address of %s', async (_, isOlder, asked) => {
    await using collector = await open({ basePath: '/c' });
    const seen: string[] = [];
    const fetch = (request: Request) => {
      seen.push(request.url);
      return collector.fetch(isOlder ? new Request(request.url.replace(/\?.*/, '')) : request);
    };
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { at, experiments } = await fetchBootstrap(`${ORIGIN}/c/`, ['demo', 'cards'], { fetch });
    expect(experiments).toEqual((await collector.bootstrap(['demo', 'cards'])).experiments);
    expect(at % 1000).toBe(0);
    expect(at).toBeGreaterThanOrEqual(before);
    const all = ['/cards', '/demo'].flatMap((name) => asked.map((path) => `${name}${path}`));
    expect(seen.sort()).toEqual(all.map((path) => `${ORIGIN}/c${path}`).sort());
  });

  test('asks a collector at the edge', async () => {
    const file = new URL('../../../dist/learner.wasm', import.meta.url);
    const wasm = new WebAssembly.Module(readFileSync(file));
    const edge = createEdgeCollector(() => ({
      wasm,
      store: memoryStore(),
      experiments: EXPERIMENTS,
    }));
    const { experiments } = await fetchBootstrap(ORIGIN, ['demo'], {
      fetch: (request) => edge.fetch(request, {}),
    });
    expect(pick(experiments.demo).snapshot).toBe(1);
  });

  test.each([
    ['a refusal', () => new Response('no', { status: 404 }), { status: 404 }],
    ['HTML', () => new Response('<html>'), {}],
    ['JSON without fields', () => new Response('null'), {}],
    ['no answer', () => Promise.reject(new TypeError('down')), {}],
  ] as [string, () => Response | Promise<Response>, object][])(
    'names the address after %s',
    async (_, answer, more) => {
      const error = await failure(
        fetchBootstrap(ORIGIN, ['demo'], { fetch: async () => answer() }),
      );
      expect(error).toMatchObject({ code: 'transport', retryable: true, details: more });
      expect((error as Error).message).toContain(`${ORIGIN}/demo`);
    },
  );

  test('asks nothing of an address that is not absolute: the same on every try', async () => {
    const fetch = vi.fn();
    const error = await failure(fetchBootstrap('/collector', ['demo'], { fetch }));
    expect(error).toMatchObject(badArgument('endpoint', { value: '/collector' }));
    expect(error).toMatchObject({ retryable: false });
    expect(fetch).not.toHaveBeenCalled();
  });

  test('ends with the reason of its signal', async () => {
    const signal = AbortSignal.abort(new Error('left'));
    const fetch = (request: Request) => Promise.reject(request.signal.reason);
    expect(await failure(fetchBootstrap(ORIGIN, ['demo'], { fetch, signal }))).toEqual(
      new Error('left'),
    );
  });
});

test('jsonForHtml cannot end its script, and means the same', async () => {
  await using collector = await open();
  const bootstrap = await collector.bootstrap(['demo']);
  const value = { ...bootstrap, more: '<!--<script>\u2028\u2029' };
  const text = jsonForHtml(value);
  expect(JSON.stringify(value)).toContain('</script>');
  expect(text).not.toMatch(/[<\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual(value);
});

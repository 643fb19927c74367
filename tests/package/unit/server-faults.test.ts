// What happens when the store is slow, hangs or fails, and when there is too much of something.
import { setTimeout as pause } from 'node:timers/promises';
import {
  type AggregateStore,
  type CollectorOptions,
  type LdpError,
  memoryStore,
} from 'ldp-bandits/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { collectorOver, get, post, report, reportId, snapshotOf } from './server-support.js';

type Method = 'commit' | 'read' | 'head' | 'latest' | 'publish';

/** Over a memory store; `before` may keep a call waiting, or throw. */
function watched(before: (method: Method) => unknown, store = memoryStore()): AggregateStore {
  const after =
    <A extends unknown[], T>(method: Method, call: (...args: A) => Promise<T>) =>
    async (...args: A) => {
      await before(method);
      return call(...args);
    };
  return {
    // Without the signal: a store that cannot stop what it has begun.
    commit: after('commit', (epoch, batch, options) =>
      store.commit(epoch, batch, options?.maxIds === undefined ? {} : { maxIds: options.maxIds }),
    ),
    read: after('read', (epoch) => store.read(epoch)),
    head: after('head', (experiment) => store.head(experiment)),
    latest: after('latest', (experiment) => store.latest(experiment)),
    publish: after('publish', (...args) => store.publish(...args)),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** Calls of one method hang until they are let go. */
function hanging(method: Method) {
  const held: (() => void)[] = [];
  const state = { on: false };
  const store = watched((called) => {
    if (!state.on || called !== method) return undefined;
    return new Promise<void>((resolve) => held.push(resolve));
  });
  return { store, state, release: () => held.splice(0).forEach((go) => void go()) };
}

const told: { error: LdpError; operation: string; experiment: string | undefined }[] = [];
const onError: CollectorOptions['onError'] = (error, { operation, experiment }) => {
  told.push({ error, operation, experiment });
};
afterEach(() => {
  told.splice(0);
  vi.restoreAllMocks();
});
const problemOf = async (response: Response) => ({
  status: response.status,
  ...(await response.json()),
});

test('a collector is not disposed of before the reports that it took are in the store', async () => {
  const { store, state, release } = hanging('commit');
  const collector = await collectorOver({ store });
  state.on = true;
  const answer = collector.fetch(post(report()));
  await pause(20);
  let isOver = false;
  const disposal = collector[Symbol.asyncDispose]().then(() => {
    isOver = true;
  });
  await pause(20);
  expect(isOver).toBe(false);
  release();
  await disposal;
  expect((await answer).status).toBe(202);
});

describe('a store that does not answer', () => {
  test('to a commit: 503 after the deadline; the retry of a report that got in late counts once', async () => {
    const { store, state, release } = hanging('commit');
    await using collector = await collectorOver({
      store,
      onError,
      storeDeadlineMs: 20,
      publishEvery: { ms: 0 },
    });
    state.on = true;
    const body = report();
    const refused = await problemOf(await collector.fetch(post(body)));
    expect(refused).toMatchObject({ status: 503, code: 'store_unavailable' });
    expect(told).toMatchObject([
      { operation: 'commit', experiment: 'demo', error: { code: 'transport' } },
    ]);
    state.on = false;
    release();
    const retried = await collector.fetch(post(body));
    expect(await retried.json()).toEqual({ accepted: 0, duplicate: 1 });
    expect((await snapshotOf(collector)).reports).toBe(1);
  });

  test.for(['head', 'read', 'publish'] as const)(
    'to %s: 503 after the deadline, and publishing goes on afterwards',
    async (method) => {
      const { store, state, release } = hanging(method);
      await using collector = await collectorOver({
        store,
        onError,
        storeDeadlineMs: 20,
        publishEvery: { ms: 0 },
      });
      await collector.fetch(post(report()));
      state.on = true;
      const refused = await problemOf(await collector.fetch(get('/demo/snapshot')));
      expect(refused).toMatchObject({ status: 503, code: 'store_unavailable' });
      expect(told[0]).toMatchObject({ operation: method, experiment: 'demo' });
      state.on = false;
      expect((await snapshotOf(collector)).reports).toBe(1);
      // What finishes now is too late, and changes nothing.
      const before = await store.latest('demo');
      release();
      await collector.fetch(get('/healthz'));
      expect(await store.latest('demo')).toEqual(before);
    },
  );

  test('to latest: 503 while another collector has published, then its snapshot', async () => {
    const { store, state } = hanging('latest');
    await using one = await collectorOver({
      store,
      onError,
      storeDeadlineMs: 20,
      publishEvery: { ms: 0 },
    });
    await using two = await collectorOver({ store, publishEvery: { ms: 0 } });
    await two.fetch(post(report()));
    await snapshotOf(two);
    state.on = true;
    const refused = await problemOf(await one.fetch(get('/demo/snapshot')));
    expect(refused).toMatchObject({ status: 503, code: 'store_unavailable' });
    state.on = false;
    expect((await snapshotOf(one)).reports).toBe(1);
  });

  test('does not hold a disposal back for longer than the deadline', async () => {
    const { store, state } = hanging('commit');
    const collector = await collectorOver({ store, onError, storeDeadlineMs: 20 });
    state.on = true;
    const underway = collector.fetch(post(report()));
    await collector[Symbol.asyncDispose]();
    expect((await underway).status).toBe(503);
  });
});

describe('too much', { timeout: 60_000 }, () => {
  test('of waiting reports is refused as busy, to come again after 1 to 5 s', async () => {
    let held: (() => void) | undefined;
    const store = watched((method) =>
      method === 'commit' && held === undefined
        ? new Promise<void>((go) => (held = go))
        : undefined,
    );
    await using collector = await collectorOver({
      store,
      onError,
      storeDeadlineMs: 600_000,
      publishEvery: { ms: 0 },
    });
    // At most 500 are being stored, and 4,096 wait.
    const answers = Array.from({ length: 5000 }, () => collector.fetch(post(report())));
    const refused: Response[] = [];
    for (const answer of answers) {
      void answer.then((response) => {
        if (response.status !== 202) refused.push(response);
      });
    }
    const most = 4096 + 500;
    await vi.waitFor(() => {
      expect(refused.length).toBeGreaterThanOrEqual(5000 - most);
      expect(held).toBeDefined();
    }, 30_000);
    const after = refused.map(({ status, headers }) => [
      status,
      Number(headers.get('retry-after')),
    ]);
    for (const [status, seconds = 0] of after) {
      expect(status).toBe(503);
      expect([1, 2, 3, 4, 5]).toContain(seconds);
    }
    // All alike with probability 5^-403.
    expect(new Set(after.map(([, seconds]) => seconds)).size).toBeGreaterThan(1);
    expect(await refused[0]?.json()).toMatchObject({ code: 'busy' });
    held?.();
    const taken = (await Promise.all(answers)).filter(({ status }) => status === 202);
    expect(taken.length + refused.length).toBe(5000);
    expect((await snapshotOf(collector)).reports).toBe(taken.length);
    expect((await collector.fetch(post(report()))).status).toBe(202);
  });

  test('of ids in an epoch is refused; a retry of a report that is in needs no room', async () => {
    await using collector = await collectorOver({
      maxIdsPerEpoch: 3,
      publishEvery: { reports: 4 },
      onError,
    });
    const bodies = [1, 2, 3].map((n) => report({ id: reportId(n) }));
    for (const body of bodies) expect((await collector.fetch(post(body))).status).toBe(202);
    const refused = await collector.fetch(post(report()));
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'epoch_full' });
    const again = await collector.fetch(post(bodies[0] as string));
    expect(await again.json()).toEqual({ accepted: 0, duplicate: 1 });
    expect(told).toMatchObject([{ error: { details: { problem: 'epoch_full', count: 1 } } }]);
  });

  test('of reports in a body is refused: one is the default', async () => {
    await using collector = await collectorOver({ maxReportsPerBody: 1 });
    expect((await collector.fetch(post(report()))).status).toBe(202);
    expect((await collector.fetch(post(`[${report()}]`))).status).toBe(202);
    const two = await problemOf(await collector.fetch(post(`[${report()},${report()}]`)));
    expect(two).toMatchObject({ status: 413, code: 'body_too_large' });

    await using pair = await collectorOver({ maxReportsPerBody: 2 });
    const three = [report({ snapshot: 1 }), report({ snapshot: 1 }), report({ snapshot: 1 })];
    expect((await pair.fetch(post(`[${three.slice(0, 2).join(',')}]`))).status).toBe(202);
    expect((await pair.fetch(post(`[${three.join(',')}]`))).status).toBe(413);
  });

  test('of bytes is refused by its header before a byte is read', async () => {
    await using collector = await collectorOver({ maxReportsPerBody: 1 });
    let read = 0;
    const body = new ReadableStream({ pull: () => void read++ }, { highWaterMark: 0 });
    const headers = { 'content-type': 'application/json', 'content-length': '500' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const refused = await collector.fetch(new Request(post('').url, init));
    expect(refused.status).toBe(413);
    expect(read).toBe(0);
  });
});

describe('a body that was read before', () => {
  test.for([
    ['used', async (request: Request): Promise<unknown> => request.text()],
    ['locked', async (request: Request): Promise<unknown> => request.body?.getReader()],
  ] as const)('is named, not refused for good: %s', async ([, consume]) => {
    await using collector = await collectorOver({ onError });
    const request = post(report());
    await consume(request);
    const problem = await problemOf(await collector.fetch(request));
    expect(problem).toMatchObject({ status: 500, code: 'body_consumed' });
  });
});

describe('the operator hears', () => {
  test('why the store failed, with its own error as cause, once for each failure', async () => {
    const cause = new Error('disk full');
    let failing = false;
    const store = watched((method) => {
      if (failing && method === 'commit') throw cause;
    });
    await using collector = await collectorOver({ store, onError });
    failing = true;
    for (let i = 0; i < 2; i++) await collector.fetch(post(report()));
    expect(told.map(({ error, operation }) => [error.code, error.cause, operation])).toEqual([
      ['transport', cause, 'commit'],
      ['transport', cause, 'commit'],
    ]);
  });

  test('of a publication that fails in the background', async () => {
    const cause = new Error('read only');
    let armed = false;
    const store = watched((method) => {
      if (method === 'publish' && armed) throw cause;
    });
    await using collector = await collectorOver({ store, onError, publishEvery: { reports: 1 } });
    armed = true;
    expect((await collector.fetch(post(report()))).status).toBe(202);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(told[0]).toMatchObject({ operation: 'publish', error: { code: 'transport', cause } });
  });

  test('of refused bodies by code: of the 1st, 10th and 100th, with nothing of them', async () => {
    await using collector = await collectorOver({ onError });
    const secret = 'c0ffee';
    for (let i = 0; i < 120; i++) await collector.fetch(post(`{"${secret}":${i}}`));
    await collector.fetch(post(report({ snapshot: 9 })));
    const details = told.map(({ error }) => [error.details['problem'], error.details['count']]);
    expect(details).toEqual([
      ['report_rejected', 1],
      ['report_rejected', 10],
      ['report_rejected', 100],
      ['stale_snapshot', 1],
    ]);
    const all = JSON.stringify(told.map(({ error }) => [error.message, error.details]));
    expect(all).not.toContain(secret);
  });

  test('without a function of its own by one warning per code', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await using collector = await collectorOver();
    for (let i = 0; i < 20; i++) await collector.fetch(post('{}'));
    await collector.fetch(post(report({ snapshot: 9 })));
    expect(warn.mock.calls.map(([line]) => String(line).split(' ').slice(0, 3).join(' '))).toEqual([
      'ldp-bandits collector: report_rejected',
      'ldp-bandits collector: stale_snapshot',
    ]);
  });

  test('and a function that throws, or rejects, does not change the answer', async () => {
    for (const broken of [
      (): void => {
        throw new Error('broken');
      },
      (): void => Promise.reject(new Error('broken')) as unknown as undefined,
    ]) {
      await using collector = await collectorOver({ onError: broken });
      expect((await collector.fetch(post('{}'))).status).toBe(400);
    }
  });
});

test('a request for a snapshot reads the state only after it has changed', async () => {
  const calls: Method[] = [];
  const store = watched((method) => void calls.push(method));
  await using collector = await collectorOver({ store, publishEvery: { reports: 2 } });
  const first = await collector.fetch(get('/demo/snapshot'));
  const etag = first.headers.get('etag') ?? '';
  calls.splice(0);
  await collector.fetch(get('/demo/snapshot'));
  const same = await collector.fetch(get('/demo/snapshot', { 'if-none-match': etag }));
  expect(same.status).toBe(304);
  await collector.fetch(get('/healthz'));
  expect(calls).toEqual(['head', 'head', 'head']);

  await using other = await collectorOver({ store, publishEvery: { ms: 0 } });
  await other.fetch(post(report()));
  await snapshotOf(other);
  calls.splice(0);
  expect((await snapshotOf(collector)).snapshot).toBe(2);
  expect((await snapshotOf(collector)).snapshot).toBe(2);
  expect(calls.filter((method) => method === 'latest')).toHaveLength(1);
});

import { type AggregateStore, memoryStore, type Publication } from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import {
  collectorOver,
  get,
  ORIGIN,
  post,
  report,
  reportId,
  type SnapshotBody,
  snapshotOf,
} from './server-support.js';

const SECRET = 'c0ffee';
const good = () => report({ arm: 1, snapshot: 2 });
const utf8 = (text: string) => new TextEncoder().encode(text);
const cut = (length: number) => utf8(good()).subarray(0, length);
const flip = (at: number) => {
  const bytes = utf8(good());
  bytes[at] = 0xff;
  return bytes;
};
const request = (method: string, path: string, init: RequestInit = {}) =>
  new Request(`${ORIGIN}${path}`, { method, ...init });

interface Refusal {
  readonly what: string;
  readonly request: () => Request;
  readonly status: number;
  readonly code: string;
  readonly endless?: true;
}

/** The fields of a report one by one: bad-input-reports.test.ts. */
const refusals: readonly Refusal[] = [
  ...(
    [
      ['no body', ''],
      ['one byte', '{'],
      ['text', SECRET],
      ['null', 'null'],
      ['a number', '1'],
      ['an empty object', '{}'],
      ['an empty array', '[]'],
      ['an array of arrays', `[[${good()}]]`],
      ['an array that is not closed', `[${good()}`],
      ['an array with a comma at the end', `[${good()},]`],
      ['two objects', good() + good()],
      ['a space at the end', `${good()} `],
      ['spaces inside', good().replaceAll(',', ', ')],
      ['a byte order mark', `\ufeff${good()}`],
      [
        'another order of keys',
        `{"id":"${reportId(1)}","v":1,"snapshot":1,"arm":0,"level":0,"bit":1}`,
      ],
      ['a bad arm of a stale snapshot', report({ arm: 3, snapshot: 1 })],
      ['a key too many', good().replace('}', `,"user":"${SECRET}"}`)],
      ['a key twice', good().replace('"arm":1', '"arm":1,"arm":1')],
      ['deep nesting', '['.repeat(50_000)],
      ['a long string', `"${'x'.repeat(100_000)}"`],
      ['half a report', cut(50)],
      ['a report without its end', cut(utf8(good()).length - 1)],
      ['a byte that is not UTF-8', flip(20)],
      ['zeros', new Uint8Array(200)],
      [
        'another library’s report',
        '{"taskId":"AAAA","reportMetadata":{"time":1},"publicShare":""}',
      ],
      ['10,001 reports', `[${Array.from({ length: 10_001 }, good).join()}]`],
      ['one bad report among good ones', `[${good()},${good()},${report({ arm: 3 })}]`],
    ] as const
  ).map(([what, body]) => ({
    what,
    request: () => post(body),
    status: 400,
    code: 'report_rejected',
  })),
  ...[
    ['no content type', ''],
    ['text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['a type that only begins well', 'application/jsonp'],
    ['octets', 'application/octet-stream'],
  ].map(([what, type]) => ({
    what: `content type: ${what}`,
    request: () => post(utf8(good()), 'demo', { 'content-type': type as string }),
    status: 415,
    code: 'unsupported_media_type',
  })),
  {
    what: 'a snapshot from before the ring',
    request: () => post(report({ snapshot: 1 })),
    status: 409,
    code: 'stale_snapshot',
  },
  {
    what: 'a snapshot of the future',
    request: () => post(report({ snapshot: 4_000_000_000 })),
    status: 409,
    code: 'stale_snapshot',
  },
  {
    what: 'a stale snapshot among good ones',
    request: () => post(`[${good()},${report({ snapshot: 1 })}]`),
    status: 409,
    code: 'stale_snapshot',
  },
  {
    what: 'a body that is too large and says so',
    request: () => post('x'.repeat(2 ** 20 + 1), 'demo', { 'content-length': String(2 ** 20 + 1) }),
    status: 413,
    code: 'body_too_large',
  },
  {
    what: 'a body that is too large and lies',
    request: () => post('x'.repeat(2 ** 20 + 1), 'demo', { 'content-length': '10' }),
    status: 413,
    code: 'body_too_large',
  },
  {
    what: 'a stream that never ends',
    request: () =>
      new Request(`${ORIGIN}/demo/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new ReadableStream({
          pull(controller) {
            controller.enqueue(new Uint8Array(65_536));
          },
        }),
        duplex: 'half',
      } as RequestInit),
    status: 413,
    code: 'body_too_large',
    endless: true,
  },
  ...[
    ['reports of an unknown experiment', () => post(good(), 'nothing')],
    ['snapshot of an unknown experiment', () => get('/nothing/snapshot')],
    ['manifest of an unknown experiment', () => get('/nothing')],
    ['a name that does not decode', () => get('/%')],
    ['an experiment called __proto__', () => get('/__proto__')],
    ['an experiment called constructor', () => get('/constructor/snapshot')],
  ].map(([what, make]) => ({
    what: what as string,
    request: make as () => Request,
    status: 404,
    code: 'unknown_experiment',
  })),
  ...['/', '/demo/', '/reports', '/demo//snapshot', '/a/b/c//reports'].map((path) => ({
    what: `path ${path}`,
    request: () => get(path),
    status: 404,
    code: 'not_found',
  })),
  ...(
    [
      ['GET', '/demo/reports', 'POST'],
      ['PUT', '/demo/reports', 'POST'],
      ['DELETE', '/demo/reports', 'POST'],
      ['POST', '/demo/snapshot', 'GET, HEAD'],
      ['POST', '/demo', 'GET, HEAD'],
      ['OPTIONS', '/demo/reports', 'POST'],
      ['POST', '/healthz', 'GET, HEAD'],
    ] as const
  ).map(([method, path]) => ({
    what: `${method} ${path}`,
    request: () => request(method, path),
    status: 405,
    code: 'method_not_allowed',
  })),
];

/** Everything that a store holds, for comparison. */
async function contents(store: AggregateStore) {
  const latest = await store.latest('demo');
  const epochs = await Promise.all(
    [0, 1, 2, 3].map((snapshot) => store.read({ experiment: 'demo', snapshot })),
  );
  return { latest, epochs };
}

describe('a request that is refused', async () => {
  const store = memoryStore();
  const collector = await collectorOver({ store, publishEvery: { ms: 0 }, retention: 1 });
  // Snapshot 2 is the only open one.
  await collector.fetch(post(report()));
  await snapshotOf(collector);

  test.for(refusals.map((row) => [row.what, row] as const))('%s', async ([, row]) => {
    const before = await contents(store);
    const asked = row.request();
    const path = new URL(asked.url).pathname;
    const sent = asked.method === 'POST' && !row.endless ? await asked.clone().text() : '';
    const response = await collector.fetch(asked);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const text = await response.text();
    const problem = JSON.parse(text);
    expect([response.status, problem.status, problem.code]).toEqual([
      row.status,
      row.status,
      row.code,
    ]);
    expect(await contents(store)).toEqual(before);
    // Nothing of the request comes back: not its body, not an id, not the name in its path.
    expect(text).not.toContain(SECRET);
    if (sent.length > 20) expect(text).not.toContain(sent.slice(5, 25));
    for (const name of path.split('/'))
      if (name.length > 6 && !['reports', 'snapshot'].includes(name))
        expect(text).not.toContain(name);
    if (row.status === 405) expect(response.headers.get('allow')).toBeTruthy();
  });

  test('leaves a collector that still works', async () => {
    expect((await collector.fetch(post(good()))).status).toBe(202);
    expect((await snapshotOf(collector)).reports).toBe(2);
    await collector[Symbol.asyncDispose]();
  });
});

describe('a stored state that cannot be used', () => {
  /** A store whose collector has published snapshot 2, with the state spoilt. */
  async function spoilt(spoil: (state: Uint8Array) => Uint8Array): Promise<AggregateStore> {
    const store = memoryStore();
    const collector = await collectorOver({ store, publishEvery: { reports: 1 } });
    await collector.fetch(post(report()));
    await snapshotOf(collector);
    await collector[Symbol.asyncDispose]();
    const broken = memoryStore();
    const latest = (await store.latest('demo')) as Publication;
    await broken.publish('demo', null, { ...latest, state: spoil(latest.state) });
    return broken;
  }

  const flipped = (at: number) => (state: Uint8Array) => {
    const copy = state.slice();
    copy[(at + copy.length) % copy.length] = (copy.at(at) ?? 0) ^ 1;
    return copy;
  };
  test.for([
    ['empty', () => new Uint8Array(0)],
    ['foreign', () => utf8('SQLite format 3\0'.repeat(20))],
    ['truncated', (state: Uint8Array) => state.subarray(0, -1)],
    ['longer', (state: Uint8Array) => Uint8Array.of(...state, 0)],
    ['another version', flipped(4)],
    ['another length', flipped(8)],
    ['one bit of the learner', flipped(40)],
    ['one bit of the snapshot', flipped(-60)],
    ['one bit of the checksum', flipped(-1)],
  ] as const)('%s: creation fails, nothing is overwritten', async ([, spoil]) => {
    const store = await spoilt(spoil);
    const before = await contents(store);
    await expect(collectorOver({ store })).rejects.toMatchObject({
      code: 'store_conflict',
      details: { parameter: 'state' },
    });
    expect(await contents(store)).toEqual(before);
  });

  test('of another experiment: creation fails, nothing is overwritten', async () => {
    const store = await spoilt((state) => state);
    const before = await contents(store);
    const algorithm = { type: 'weighted-ldp-ucb', arms: 4 } as const;
    const experiments = { demo: { algorithm, perReport: { epsilon: 1 } } };
    await expect(collectorOver({ store, experiments })).rejects.toMatchObject({
      code: 'store_conflict',
    });
    expect(await contents(store)).toEqual(before);
  });

  test('in the sums of an epoch: no snapshot is made of sums that no reports give', async () => {
    const store = memoryStore();
    await using collector = await collectorOver({ store, publishEvery: { ms: 0 } });
    await store.commit({ experiment: 'demo', snapshot: 1 }, [
      {
        id: 'forged',
        delta: {
          schema: 'multi-armed/1 bit arms=3 levels=1',
          size: 6,
          indices: Uint32Array.of(0, 1),
          values: BigInt64Array.of(1n, 2n),
        },
      },
    ]);
    await collector.fetch(post(report()));
    const before = await contents(store);
    const response = await collector.fetch(get('/demo/snapshot'));
    expect([response.status, (await response.json()).code]).toEqual([500, 'store_conflict']);
    expect(await contents(store)).toEqual(before);
  });

  test('while running: snapshots fail with a problem, reports are still taken', async () => {
    const store = memoryStore();
    let broken = false;
    const failing: AggregateStore = {
      commit: (...args) => store.commit(...args),
      read: (epoch) => store.read(epoch),
      publish: (...args) => store.publish(...args),
      head: async (experiment) => {
        const head = await store.head(experiment);
        return head && broken ? { ...head, revision: 'another' } : head;
      },
      latest: async (experiment) => {
        const latest = await store.latest(experiment);
        return latest && broken
          ? { ...latest, revision: 'another', state: latest.state.subarray(1) }
          : latest;
      },
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    };
    await using collector = await collectorOver({ store: failing, publishEvery: { ms: 0 } });
    broken = true;
    const before = await store.latest('demo');
    const response = await collector.fetch(get('/demo/snapshot'));
    expect([response.status, (await response.json()).code]).toEqual([500, 'store_conflict']);
    expect((await collector.fetch(get('/healthz'))).status).toBe(500);
    expect((await collector.fetch(post(report()))).status).toBe(202);
    expect(await store.latest('demo')).toEqual(before);
    broken = false;
    expect((await snapshotOf(collector)).reports).toBe(1);
  });

  test('a store that fails is a retryable 503, and nothing was accepted', async () => {
    const store = memoryStore();
    const failing = Object.assign(Object.create(store) as AggregateStore, {
      head: store.head.bind(store),
      latest: store.latest.bind(store),
      read: store.read.bind(store),
      publish: store.publish.bind(store),
      commit: async () => {
        throw new Error(`disk full while writing ${SECRET}`);
      },
    });
    await using collector = await collectorOver({ store: failing, publishEvery: { ms: 0 } });
    const response = await collector.fetch(post(report()));
    const text = await response.text();
    expect([response.status, JSON.parse(text).code]).toEqual([503, 'store_unavailable']);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(text).not.toContain(SECRET);
    expect(await snapshotOf(collector)).toMatchObject({
      reports: 0,
    } satisfies Partial<SnapshotBody>);
  });
});

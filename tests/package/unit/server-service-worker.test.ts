// The browser half of hosting, against stubs of the browser's objects: every trap that a Service
// Worker lays, one by one. Real browsers run the same code in tests/browser.
import { type Arrival, type Collector, memoryStore } from 'ldp-bandits/server';
import {
  type Connection,
  type ConnectOptions,
  connectCollector,
  installCollector,
} from 'ldp-bandits/server/service-worker';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { badArgument } from './refusals.js';
import { collectorOver, report, snapshotOf } from './server-support.js';

const SITE = 'https://site.example/sub/';
const ENDPOINT = `${SITE}collector/`;

type Listener = (event: never) => void;

/** A ServiceWorkerGlobalScope with a switchboard in place of a browser. */
class FakeWorker {
  readonly listeners = new Map<string, Listener>();
  readonly clients = { claim: vi.fn(async () => {}) };
  readonly skipWaiting = vi.fn(async () => {});
  readonly registration: { readonly scope: string };

  constructor(scope = SITE) {
    this.registration = { scope };
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }

  dispatch(type: string, event: object): Promise<unknown> {
    let work: Promise<unknown> = Promise.resolve();
    const waitUntil = (promise: Promise<unknown>) => {
      work = promise;
    };
    this.listeners.get(type)?.({ waitUntil, ...event } as never);
    return work;
  }

  /** What the browser would do with a request of a page: null means that it asks the network. */
  async fetch(request: Request): Promise<Response | null> {
    let answer: Promise<Response> | null = null;
    const respondWith = (response: Promise<Response>) => {
      answer = response;
    };
    this.listeners.get('fetch')?.({ request, respondWith, waitUntil: () => {} } as never);
    return answer;
  }
}

const postTo = (path: string, body = report()) =>
  new Request(new URL(path, SITE), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
const getFrom = (path: string) => new Request(new URL(path, SITE));

describe('installCollector', () => {
  test('takes over at once, and claims pages when it starts and when one asks', async () => {
    const worker = new FakeWorker();
    installCollector(worker, collectorOver());
    await worker.dispatch('install', {});
    expect(worker.skipWaiting).toHaveBeenCalledTimes(1);
    await worker.dispatch('activate', {});
    expect(worker.clients.claim).toHaveBeenCalledTimes(1);
    await worker.dispatch('message', { data: 'something else' });
    expect(worker.clients.claim).toHaveBeenCalledTimes(1);
    await worker.dispatch('message', { data: 'claim' });
    expect(worker.clients.claim).toHaveBeenCalledTimes(2);
  });

  test('answers below its path only, relative to its scope, and leaves everything else alone', async () => {
    const worker = new FakeWorker();
    installCollector(worker, collectorOver());
    expect((await worker.fetch(getFrom('collector/demo')))?.status).toBe(200);
    expect((await worker.fetch(postTo('collector/demo/reports')))?.status).toBe(202);
    expect((await worker.fetch(getFrom('collector/none/of/this')))?.status).toBe(404);
    for (const url of [
      SITE,
      `${SITE}index.html`,
      `${SITE}collector`,
      `${SITE}collectors/demo`,
      'https://site.example/collector/demo',
      'https://elsewhere.example/sub/collector/demo',
    ]) {
      expect(await worker.fetch(new Request(url))).toBeNull();
    }
  });

  test('serves whatever path the collector itself was made for', async () => {
    const worker = new FakeWorker();
    installCollector(worker, collectorOver({ basePath: '/elsewhere' }), { basePath: 'api/v1' });
    expect((await worker.fetch(getFrom('api/v1/demo')))?.status).toBe(200);
  });

  test('makes the collector when it is first asked, once, and again after a failure', async () => {
    const worker = new FakeWorker();
    let attempts = 0;
    installCollector(worker, async () => {
      attempts++;
      if (attempts === 1) throw new Error('the disk is full');
      return collectorOver();
    });
    await worker.fetch(getFrom('index.html'));
    expect(attempts).toBe(0);
    const failed = (await worker.fetch(getFrom('collector/healthz'))) as Response;
    expect([failed.status, (await failed.json()).code]).toEqual([503, 'unavailable']);
    await Promise.all([1, 2, 3].map(() => worker.fetch(getFrom('collector/healthz'))));
    expect((await worker.fetch(getFrom('collector/healthz')))?.status).toBe(200);
    expect(attempts).toBe(2);
  });

  test('refuses a scope that is none, and a path outside it', () => {
    const invalid = expect.objectContaining({ code: 'invalid_argument' });
    for (const scope of [undefined, null, {}, globalThis]) {
      expect(() => installCollector(scope, collectorOver())).toThrow(invalid);
    }
    for (const basePath of ['', '/', '/absolute', '..', '../up', 'a/../../b', 'https://x/', 7]) {
      const options = { basePath: basePath as string };
      expect(() => installCollector(new FakeWorker(), collectorOver(), options)).toThrow(invalid);
    }
  });
});

/** A browser with one page at `SITE`, whose Service Worker is a FakeWorker. */
class FakeBrowser {
  readonly worker: FakeWorker;
  readonly requests: string[] = [];
  controlled = false;
  /** DevTools' "Bypass for network". */
  bypass = false;
  register: () => Promise<unknown>;
  readonly #changes: (() => void)[] = [];

  constructor(collector: Promise<Collector> | (() => Promise<Collector>)) {
    this.worker = new FakeWorker();
    installCollector(this.worker, collector);
    this.worker.clients.claim.mockImplementation(async () => {
      this.controlled = true;
      for (const change of this.#changes.splice(0)) change();
    });
    const active = {
      postMessage: (data: unknown) => void this.worker.dispatch('message', { data }),
    };
    this.register = async () => ({ active });
    const browser = this;
    vi.stubGlobal('navigator', {
      serviceWorker: {
        register: () => browser.register(),
        ready: Promise.resolve(),
        get controller() {
          return browser.controlled ? active : null;
        },
        addEventListener: (_type: string, listener: () => void) => browser.#changes.push(listener),
      },
    });
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      const answered = this.controlled && !this.bypass ? await this.worker.fetch(request) : null;
      if (answered) return answered;
      this.requests.push(request.url);
      return new Response('<!doctype html>', {
        status: 404,
        headers: { 'content-type': 'text/html' },
      });
    });
  }
}

const connect = (options: Partial<ConnectOptions> = {}) =>
  connectCollector({
    script: 'sw.js',
    fallback: () => collectorOver(),
    timeoutMs: 200,
    ...options,
  });

async function works(connection: Connection): Promise<void> {
  const response = await connection.fetch(new URL('demo/reports', connection.endpoint), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: report(),
  });
  expect([response.status, await response.json()]).toEqual([202, { accepted: 1, duplicate: 0 }]);
}

describe('connectCollector', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { baseURI: SITE, location: new URL(SITE) });
    vi.stubGlobal('isSecureContext', true);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('uses the Service Worker when it controls the page', async () => {
    const browser = new FakeBrowser(collectorOver());
    browser.controlled = true;
    await using connection = await connect();
    expect(connection).toMatchObject({ via: 'service-worker', endpoint: new URL(ENDPOINT) });
    expect(connection.why).toBeUndefined();
    await works(connection);
    expect(browser.requests).toEqual([]);
  });

  test('asks to be claimed after a hard reload', async () => {
    const browser = new FakeBrowser(collectorOver());
    await using connection = await connect();
    expect(browser.worker.clients.claim).toHaveBeenCalledTimes(1);
    expect(connection.via).toBe('service-worker');
    await works(connection);
  });

  test('shows what arrived at the Service Worker, from any page', async () => {
    const browser = new FakeBrowser(collectorOver());
    await using connection = await connect();
    const tap = connection.tap()[Symbol.asyncIterator]();
    const body = report();
    await browser.worker.fetch(postTo('collector/demo/reports', body));
    const arrival = (await tap.next()).value as Arrival;
    expect(new TextDecoder().decode(arrival.body)).toBe(body);
    expect(arrival).toMatchObject({ experiment: 'demo', accepted: true, status: 202 });
  });

  const unavailable: readonly [trap: string, why: RegExp, set: (browser: FakeBrowser) => void][] = [
    [
      'the browser has no Service Worker',
      /no Service Worker/,
      () => vi.stubGlobal('navigator', {}),
    ],
    [
      'the page is insecure',
      /insecure connection/,
      () => {
        vi.stubGlobal('navigator', {});
        vi.stubGlobal('isSecureContext', false);
      },
    ],
    [
      'registration fails',
      /did not start \(SecurityError\)/,
      (browser) => {
        browser.register = () => Promise.reject(new DOMException('no', 'SecurityError'));
      },
    ],
    [
      'registration hangs',
      /not ready within 200 ms/,
      (browser) => {
        browser.register = () => new Promise(() => {});
      },
    ],
    [
      'the worker never takes control',
      /not ready within 200 ms/,
      (browser) => {
        browser.worker.clients.claim.mockImplementation(async () => {});
      },
    ],
    [
      'requests bypass the worker',
      /bypass/,
      (browser) => {
        browser.bypass = true;
      },
    ],
    [
      'requests fail',
      /do not reach/,
      () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))),
    ],
    [
      'the page is outside the scope',
      /outside the scope/,
      () =>
        vi.stubGlobal('document', { baseURI: SITE, location: new URL('https://site.example/') }),
    ],
  ];
  test.for(unavailable)('falls back and says why: %s', async ([, why, set]) => {
    const browser = new FakeBrowser(collectorOver());
    set(browser);
    const collector = await collectorOver({ publishEvery: { reports: 1 } });
    await using connection = await connect({ fallback: async () => collector });
    expect(connection.via).toBe('in-page');
    expect(connection.why).toMatch(why);
    const tap = connection.tap()[Symbol.asyncIterator]();
    await works(connection);
    expect((await tap.next()).value).toMatchObject({ experiment: 'demo', accepted: true });
    expect((await snapshotOf(collector)).reports).toBe(1);
  });

  test('falls back and says why: the collector in the worker does not start', async () => {
    new FakeBrowser(async () => collectorOver({ store: { ...memoryStore() } as never }));
    await using connection = await connect();
    expect(connection.via).toBe('in-page');
    expect(connection.why).toMatch(/invalid_argument: store.commit/);
  });

  test('leaves other requests of the page to the network', async () => {
    const browser = new FakeBrowser(collectorOver());
    browser.bypass = true;
    await using connection = await connect();
    await connection.fetch('https://elsewhere.example/collector/demo');
    expect(browser.requests.at(-1)).toBe('https://elsewhere.example/collector/demo');
  });

  test('rejects with the reason of an abort, before and meanwhile', async () => {
    const reason = new Error('enough');
    const browser = new FakeBrowser(collectorOver());
    await expect(connect({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    browser.register = () => new Promise(() => {});
    const controller = new AbortController();
    const connecting = connect({ signal: controller.signal });
    controller.abort(reason);
    await expect(connecting).rejects.toBe(reason);
  });

  test('abort and disposal end the connection', async () => {
    new FakeBrowser(collectorOver());
    const controller = new AbortController();
    const connection = await connect({ signal: controller.signal });
    const next = connection.tap()[Symbol.asyncIterator]().next();
    controller.abort();
    expect((await next).done).toBe(true);
  });

  test('refuses bad options', async () => {
    new FakeBrowser(collectorOver());
    for (const [parameter, options] of [
      ['fallback', { fallback: undefined }],
      ['timeoutMs', { timeoutMs: 0 }],
      ['timeoutMs', { timeoutMs: '5' }],
      ['basePath', { basePath: '../up' }],
      ['signal', { signal: 1 }],
      ['script', { script: undefined }],
      ['type', { type: 'shared' }],
    ] as const) {
      await expect(connect(options as never)).rejects.toMatchObject(badArgument(parameter));
    }
  });
});

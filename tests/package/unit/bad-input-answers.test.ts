// What a client makes of a collector that asks for other terms, lies, or cannot be understood, and of a page
// that lacks what it needs.
import { LdpError, memoryLedger, type Report } from 'ldp-bandits';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentAt, lying, open, openPage, type Page, stateOf } from './bad-input/client.js';
import { errorOf } from './bad-input/table.js';

let page: Page;
beforeAll(async () => {
  page = await openPage();
});

describe('a manifest that differs from the page’s terms', () => {
  const terms: readonly [string, (manifest: Record<string, unknown>) => unknown][] = [
    ['perReport.epsilon', (m) => ({ ...m, perReport: { epsilon: 2, delta: 0 } })],
    ['perReport.epsilon', (m) => ({ ...m, perReport: { epsilon: 0.5, delta: 0 } })],
    ['perReport.epsilon', (m) => ({ ...m, perReport: { epsilon: '1', delta: 0 } })],
    ['perReport.delta', (m) => ({ ...m, perReport: { epsilon: 1, delta: 1e-9 } })],
    ['perReport', (m) => ({ ...m, perReport: null })],
    ['algorithm.type', (m) => ({ ...m, algorithm: { type: 'ucb1', arms: 3 } })],
    ['algorithm.arms', (m) => ({ ...m, algorithm: { type: 'weighted-ldp-ucb', arms: 4 } })],
    [
      'algorithm.levels',
      (m) => ({ ...m, algorithm: { ...(m['algorithm'] as object), levels: [1, 8] } }),
    ],
    [
      'algorithm.neutral',
      (m) => ({ ...m, algorithm: { ...(m['algorithm'] as object), neutral: 1 } }),
    ],
    ['protects', (m) => ({ ...m, protects: 'context-and-feedback' })],
    ['protocol', (m) => ({ ...m, protocol: 2 })],
    ['experiment', (m) => ({ ...m, experiment: 'other' })],
    ['digest', (m) => ({ ...m, digest: 'sha256-short' })],
    ['labels', (m) => ({ ...m, labels: ['one'] })],
    ['manifest', () => null],
    ['manifest', () => []],
  ];

  it.each(terms)('%s', async (field, change) => {
    const manifest = await documentAt(page, '/bits');
    const body = JSON.stringify(change(manifest));
    const before = await stateOf(page);
    const error = await errorOf(() => open(page, { fetch: lying(page, '/bits', body) }));
    expect(LdpError.is(error, 'manifest_mismatch')).toBe(true);
    expect((error as LdpError).details['field']).toBe(field);
    expect({ ...((await stateOf(page)) as object), requests: 0 }).toEqual({
      ...(before as object),
      requests: 0,
    });
  });
});

describe('a snapshot that cannot be right', () => {
  const wrong: readonly [string, object][] = [
    ['v', { v: 2 }],
    ['experiment', { experiment: 'other' }],
    ['snapshot', { snapshot: -1 }],
    ['snapshot', { snapshot: 2 ** 32 }],
    ['snapshot', { snapshot: '0' }],
    ['reports', { reports: 0.5 }],
    ['scale', { scale: -1 }],
    ['scale', { scale: null }],
    ['mean', { mean: [0.5] }],
    ['mean', { mean: 'x' }],
    ['mean[1]', { mean: [0.5, '1', null] }],
    ['mean[0]', { mean: [0.5, null, null] }],
    ['width[0]', { mean: [0.5, null, null], width: [-1, null, null] }],
    ['width', { width: [] }],
    ['forced', { forced: 3 }],
    ['forced', { forced: 0.5 }],
    ['epsilon', { epsilon: 8 }],
  ];

  it.each(wrong)('%s: the one in use stays', async (field, change) => {
    let lie = false;
    const honest = page.options.fetch as (request: Request) => Promise<Response>;
    const snapshot = { ...(await documentAt(page, '/bits/snapshot')), ...change };
    const liar = lying(page, '/bits/snapshot', JSON.stringify(snapshot));
    const told = await open(page, {
      fetch: (request: Request) => (lie ? liar(request) : honest(request)),
    });
    const before = told.snapshot;
    lie = true;
    const error = await errorOf(() => told.refresh());
    expect(LdpError.is(error, 'manifest_mismatch')).toBe(true);
    expect((error as LdpError).details['field']).toBe(`snapshot.${field}`);
    expect(told.snapshot).toEqual(before);
    await told[Symbol.asyncDispose]();
  });
});

describe('a collector that cannot be understood', () => {
  const kAnswers: readonly [string, BodyInit, ResponseInit][] = [
    ['404', 'Not Found', { status: 404 }],
    ['500', '', { status: 500 }],
    ['HTML', '<!doctype html><title>x</title>', {}],
    ['half a document', '{"protocol":1', {}],
    ['bytes that are no UTF-8', new Uint8Array([0xff, 0xfe]), {}],
    ['a megabyte', `"${'x'.repeat(2 ** 20)}"`, {}],
  ];

  it.each(kAnswers)('%s for a manifest: transport', async (_given, body, init) => {
    const error = await errorOf(() => open(page, { fetch: lying(page, '/bits', body, init) }));
    expect(LdpError.is(error, 'transport')).toBe(true);
  });

  it('no answer at all: transport, retryable, with its cause', async () => {
    const cause = new TypeError('Failed to fetch');
    const error = await errorOf(() => open(page, { fetch: () => Promise.reject(cause) }));
    expect(LdpError.is(error, 'transport')).toBe(true);
    expect([(error as LdpError).retryable, (error as LdpError).cause]).toEqual([true, cause]);
  });

  it('a refused report is never sent again, a failed one is, with the same bytes', async () => {
    const bodies: string[] = [];
    const answers = [
      new Response(null, { status: 503 }),
      Response.json({ accepted: 1, duplicate: 0 }, { status: 202 }),
    ];
    const honest = page.options.fetch as (request: Request) => Promise<Response>;
    const sender = await open(page, {
      ledger: memoryLedger(),
      fetch: async (request: Request) => {
        if (request.method !== 'POST') return honest(request);
        bodies.push(await request.text());
        return answers.shift() ?? new Response(null, { status: 500 });
      },
    });
    const outcome = (await sender.choose().reward(1)) as { report: Report };
    expect(await sender.flush()).toMatchObject({ accepted: 0, pending: 1 });
    await expect.poll(async () => (await sender.flush()).pending, { timeout: 5000 }).toBe(0);
    expect(bodies).toEqual(Array(2).fill(new TextDecoder().decode(outcome.report.body)));
    await sender[Symbol.asyncDispose]();
  });
});

describe('a page without what the client needs', () => {
  const withCrypto = async (getRandomValues: unknown, run: () => Promise<unknown>) => {
    Object.defineProperty(crypto, 'getRandomValues', {
      value: getRandomValues,
      configurable: true,
    });
    try {
      return await run();
    } finally {
      Reflect.deleteProperty(crypto, 'getRandomValues');
    }
  };

  it.each([
    ['no generator', undefined],
    [
      'one that refuses',
      () => {
        throw new Error('QuotaExceededError');
      },
    ],
    ['one that repeats itself', (view: Uint8Array) => view.fill(7)],
  ])('%s: insecure_randomness, nothing sent, nothing spent', async (_given, generator) => {
    const before = await stateOf(page);
    const error = await withCrypto(generator, () => errorOf(() => open(page)));
    expect(LdpError.is(error, 'insecure_randomness')).toBe(true);
    expect(await stateOf(page)).toEqual(before);
  });

  it.each([
    ['foreign bytes', new TextEncoder().encode('<!doctype html>')],
    ['nothing', new Uint8Array(0)],
    ['a module cut off', new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0])],
    ['another module', new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])],
    ['a file that is not there', new URL('file:///nowhere/ldp-bandits.wasm')],
  ])('%s for wasm: wasm_not_found', async (_given, wasm) => {
    const error = await errorOf(() => open(page, { wasm }));
    expect(LdpError.is(error, 'wasm_not_found')).toBe(true);
  });
});

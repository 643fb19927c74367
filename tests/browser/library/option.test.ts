// A page always has an option, whatever its collector does when it opens: at a first visit within `timeoutMs`, at a later one
// from the kept snapshot without any answer. Reports flow when the collector is back.
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Harbour, openHarbour } from '../page-life/collector.js';
import { kDist } from '../page-life/paths.js';
import { kAllProfiles, type Page, type Profile, waitFor } from '../support/browsers.js';
import { type StaticServer, serve } from '../support/static-server.js';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const kPages = join(import.meta.dirname, '../foreign/pages');
const kPolicy = "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' http://127.0.0.1:*";
const kTimeoutMs = 400;
/** Of a page that must wait for nothing: a page that waits for this is seen to. */
const kLongTimeoutMs = 20_000;
/** Of a busy machine: a request alone may take 30 s. What was measured is printed. */
const kMarginMs = 5_000;

declare global {
  interface Window {
    /** Of pages/option.js, once the page has an option. */
    shown?: {
      readonly ms: number;
      readonly arm: number;
      readonly policy: string;
      readonly errors: readonly unknown[];
      spent(): Promise<number>;
      answer(): void;
      send(): Promise<number>;
    };
  }
}

type Front = Awaited<ReturnType<typeof openFront>>;

/** The address of a collector that a test can make fail. */
async function openFront(answer: RequestListener) {
  const held = new Set<() => void>();
  let isHeld = false;
  let fault: RequestListener | undefined;
  const server = createServer((request, response) => {
    const run = () => (fault ?? answer)(request, response);
    if (isHeld) held.add(run);
    else run();
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** From now on. */
    fail: (by: RequestListener) => {
      fault = by;
    },
    /** Gives no answer yet. */
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const run of held) run();
      held.clear();
    },
    /** Answers well again. What still hangs breaks off. */
    mend: async () => {
      fault = undefined;
      if (!server.listening) await listen(port);
      else server.closeAllConnections();
    },
    close,
  };
}

/** To pages of every origin, so that they see what it is. */
const give = (response: ServerResponse, status: number, headers: object, body = '') =>
  response.writeHead(status, { 'access-control-allow-origin': '*', ...headers }).end(body);

interface Fault {
  /** In place of the collector. */
  readonly fail?: RequestListener;
  /** Words in the address of the page. */
  readonly query?: Readonly<Record<string, string>>;
  readonly isDown?: true;
}
const k503: RequestListener = (_, response) => give(response, 503, {});
const kFaults: Readonly<Record<string, Fault>> = {
  'answers 503': { fail: k503 },
  'answers with a page of HTML': {
    fail: (_, response) =>
      give(response, 200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title>'),
  },
  redirects: { fail: (_, response) => give(response, 302, { location: 'https://login.example/' }) },
  hangs: { fail: () => {} },
  'is blocked by the policy of the page': { query: { connect: "'self'" } },
  'refuses connections': { isDown: true },
};

describe.each(kAllProfiles)('%s', (name, launch) => {
  let site: StaticServer;
  let harbour: Harbour;
  let profile: Profile;
  const fronts: Front[] = [];

  beforeAll(async () => {
    site = await serve({ '/dist/': kDist, '/': kPages }, kPolicy);
    harbour = await openHarbour({ origins: [site.origin], dist: kDist, epsilon: 1 });
    profile = await launch();
  });
  afterAll(async () => {
    await profile?.close();
    await Promise.all(fronts.map((front) => front.close()));
    await harbour.close();
    await site.close();
  });

  /** An address of its own: of this collector no visitor has been here before. */
  async function front(): Promise<Front> {
    const opened = await openFront(harbour.listener);
    fronts.push(opened);
    return opened;
  }

  /** Opens the page, and resolves once it has an option. */
  async function visit(
    { endpoint }: Front,
    query: Readonly<Record<string, string>> = {},
  ): Promise<Page> {
    const page = await profile.newPage();
    const words = { endpoint, timeout: `${kTimeoutMs}`, window: '60000', ...query };
    await page.goto(`${site.origin}/option.html?${new URLSearchParams(words)}`);
    await waitFor(page, () => window.shown, null, 'the option');
    return page;
  }

  /** A visit while all is well, so that the next one is no first visit. */
  async function visitBefore(at: Front): Promise<void> {
    const page = await visit(at);
    expect(await policyOf(page)).toBe('snapshot');
    await page.close();
  }

  const policyOf = (page: Page) => page.evaluate(() => window.shown?.policy, null);
  const spentIn = async (page: Page) =>
    (await page.evaluate(() => window.shown?.spent(), null)) as number;
  const answer = (page: Page) => page.evaluate(() => window.shown?.answer(), null);
  const msOf = async (page: Page, what: string) => {
    const ms = (await page.evaluate(() => window.shown?.ms, null)) as number;
    console.log(`${name}: an option ${ms.toFixed(0)} ms after createBandit was called; ${what}`);
    return ms;
  };
  const oneMoreThan = (count: number) =>
    harbour.until(() => harbour.ids().length > count, 'the report', 25_000);

  describe.each(Object.entries(kFaults))('a collector that %s', (what, fault) => {
    async function begin(at: Front): Promise<void> {
      if (fault.fail) at.fail(fault.fail);
      if (fault.isDown) await at.close();
    }

    /** The visitor answers, and the collector is back while the page lives. */
    async function comeBack(at: Front, page: Page): Promise<void> {
      // The policy of a page is for ever.
      if (!fault.query) {
        const before = await spentIn(page);
        await answer(page);
        await at.mend();
        expect(await page.evaluate(() => window.shown?.send(), null)).toBe(1);
        expect(await spentIn(page)).toBe(before + 1);
      }
      await page.close();
    }

    it('leaves a first visitor with an option in time, drawn alike, and gets the answer later', async () => {
      const at = await front();
      await begin(at);
      const page = await visit(at, fault.query);
      expect(await msOf(page, `it ${what}, first visit`)).toBeLessThan(kTimeoutMs + kMarginMs);
      expect(await policyOf(page)).toBe('offline-uniform');
      await comeBack(at, page);
    });

    it('leaves a returning visitor with an option before it has answered anything', async () => {
      const at = await front();
      await visitBefore(at);
      await begin(at);
      at.hold();
      const page = await visit(at, { ...fault.query, timeout: `${kLongTimeoutMs}` });
      expect(await msOf(page, `it ${what}, later visit`)).toBeLessThan(kLongTimeoutMs / 2);
      expect(await policyOf(page)).toBe('kept-snapshot');
      at.release();
      await comeBack(at, page);
    });
  });

  it('asks again by itself, so that reports flow without a reload', async () => {
    const at = await front();
    at.fail(k503);
    const page = await visit(at, { window: '300' });
    await answer(page);
    const before = harbour.ids().length;
    await at.mend();
    await oneMoreThan(before);
    await page.close();
  });

  it.each([
    ['the worker is heard of', { worker: '1', window: '1500' }],
    ['the next visit is heard of', { window: '300' }],
  ])('by %s a page that is left early', async (_, query) => {
    const at = await front();
    at.fail(k503);
    const page = await visit(at, query);
    const isReady = async () =>
      (await navigator.serviceWorker.getRegistrations()).some(({ active }) => active);
    if ('worker' in query) await waitFor(page, isReady, null, 'the worker');
    const before = harbour.ids().length;
    await answer(page);
    await page.goto(`${site.origin}/old-libraries.js`); // no page with a bandit is open
    await at.mend();
    if (!('worker' in query)) await visit(at);
    await oneMoreThan(before);
    await page.close();
  });
});

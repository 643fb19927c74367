// Pages that Chromium prerenders by speculation rules: one that is never opened spends and reports nothing, and one that is
// opened after its response window would have ended counts the click.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize, sep } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Harbour,
  kAlgorithm,
  kEpsilon,
  kExperiment,
  openHarbour,
} from '../page-life/collector.js';
import { kDist } from '../page-life/paths.js';
import { type Started, setUpsOf, start } from '../page-life/set-ups.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const kWindowMs = 1_000;
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How a page comes to its decision; each gives something with `reward`. */
const kWays: Readonly<Record<string, string>> = {
  'choose()': 'return (await open()).choose();',
  'choose() with a key': "return (await open()).choose({ key: 'tea' });",
  'a sticky choose()': "return (await open({ sticky: 'profile' })).choose();",
  'adopt()': 'const bandit = await open(); return bandit.adopt(bandit.pick());',
  'a component that is on the screen':
    "const placement = await place(); placement.observe(document.querySelector('h1')); return placement;",
  'a component that says that it is seen':
    'const placement = await place(); placement.expose(); return placement;',
};

const page = (endpoint: string, way: string) => `<!doctype html><title>t</title><h1>x</h1>
<script type="module">
import { createBandit } from '/dist/index.js';
import { shareBandits } from '/dist/components/index.js';
const note = (text) => fetch('/note', { method: 'POST', body: text });
const terms = { endpoint: '${endpoint}', privacy: { epsilon: ${kEpsilon}, epsilonTotal: 160 },
  responseWindowMs: ${kWindowMs}, maxDelayMs: 0, timeoutMs: 30_000, onError: ({ message }) => note(message) };
const algorithm = ${JSON.stringify(kAlgorithm)};
const open = (more) => createBandit({ experiment: '${kExperiment}', algorithm, ...terms, ...more });
const place = async () => {
  const placement = shareBandits(terms).placement('${kExperiment}', algorithm, { fallback: 0 });
  await new Promise((resolve) => placement.subscribe(() => placement.getSnapshot().status === 'ready' && resolve()));
  return placement;
};
const answer = async (decision) => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { status, reason = '' } = await decision.reward(1);
  await note(status + reason);
};
try {
  const decision = await (async () => { ${way} })();
  await note(document.prerendering ? 'chosen unseen' : 'chosen seen');
  document.addEventListener('prerenderingchange', () => answer(decision));
} catch (error) {
  await note(String(error));
}
</script>`;

const rules = `<!doctype html><title>t</title><script type="speculationrules">
{"prerender":[{"urls":["/target"],"eagerness":"immediate"}]}</script>`;

/** What the disk of this origin says was spent. Read without the library. */
const spent = `new Promise((resolve) => {
  const opening = indexedDB.open('ldp-bandits');
  opening.onsuccess = () => {
    const database = opening.result;
    if (!database.objectStoreNames.contains('ledger')) return resolve([0, 0]);
    const transaction = database.transaction(['ledger', 'outbox']);
    const counts = ['ledger', 'outbox'].map((name) => transaction.objectStore(name).count());
    transaction.oncomplete = () => resolve(counts.map(({ result }) => result));
  };
})`;

describe('a page that Chromium prerenders', () => {
  let started: Started;
  let harbour: Harbour;
  let site: Awaited<ReturnType<typeof openSite>>;

  beforeAll(async () => {
    started = await start(setUpsOf('chromium')[0] as never);
    return () => started.close();
  });
  beforeEach(async () => {
    // A port of its own, thus a ledger of its own, for each test.
    site = await openSite();
    harbour = await openHarbour({ origins: [site.origin], dist: kDist });
  });

  async function visit(way: string) {
    site.target = page(harbour.endpoint, way);
    const tab = await started.browser.newPage();
    await tab.goto(`${site.origin}/`);
    await site.noted('chosen unseen');
    await after(3 * kWindowMs);
    return tab;
  }

  describe.each(Object.entries(kWays))('and that decides by %s', (_, way) => {
    it('spends and reports nothing while nobody opens it', async () => {
      const tab = await visit(way);
      await after(2_500);
      expect(await tab.evaluate(spent)).toEqual([0, 0]);
      expect(harbour.arrived).toEqual([]);
      expect(site.notes).toEqual(['chosen unseen']);
      await tab.close();
      await Promise.all([harbour.close(), site.close()]);
    });

    it('counts the click of a visitor who opens it late', async () => {
      const tab = await visit(way);
      expect(harbour.arrived).toEqual([]);
      await tab.evaluate("location.href = '/target'").catch(() => {});
      await harbour.until(() => harbour.ids().length === 1, 'the report', 20_000);
      expect(harbour.arrived.map(({ bit }) => bit)).toEqual([1]);
      expect(site.notes).toEqual(['chosen unseen', 'queued']);
      await tab.close();
      await Promise.all([harbour.close(), site.close()]);
    });
  });
});

async function openSite() {
  const notes: string[] = [];
  const state = { target: '' };
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/';
      if (path === '/note') {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        notes.push(Buffer.concat(chunks).toString());
        response.writeHead(204).end();
      } else if (path.startsWith('/dist/')) {
        const name = normalize(join(kDist, path.slice('/dist/'.length)));
        if (!name.startsWith(kDist + sep)) throw new Error(path);
        const type = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
        response.writeHead(200, { 'content-type': type }).end(await readFile(name));
      } else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(path === '/target' ? state.target : rules);
    })().catch(() => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    notes,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async noted(text: string) {
      for (let turn = 0; turn < 300 && !notes.includes(text); turn++) await after(50);
      expect(notes).toEqual([text]);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
}

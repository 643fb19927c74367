// @vitest-environment jsdom
// Components over the client itself, on a disk and before a scripted collector.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { indexedDbLedger } from 'ldp-bandits';
import { type BanditsSetup, shareBandits } from 'ldp-bandits/components';
import { showOverlay } from 'ldp-bandits/overlay';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LINEAR, linearCollector } from './client-linear-support.js';
import {
  ALGORITHM,
  ENDPOINT,
  MANIFEST,
  ScriptedCollector,
  SNAPSHOT,
  settle,
} from './client-support.js';
import { newPage, show } from './components-support.js';

const PATIENCE = { timeout: 20_000 };
let collector: ScriptedCollector;
let setup: BanditsSetup;
beforeEach(() => {
  newPage();
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  collector = new ScriptedCollector();
  setup = {
    endpoint: ENDPOINT,
    privacy: { epsilon: 1, epsilonTotal: 8 },
    fetch: collector.fetch,
    onError: () => {},
  };
});
afterEach(() => vi.unstubAllGlobals());

const place = (options: object = {}, more: Partial<BanditsSetup> = {}) =>
  shareBandits({ ...setup, ...more }).placement('posters', ALGORITHM, { fallback: 0, ...options });

async function mounted(...given: Parameters<typeof place>) {
  const placement = place(...given);
  const element = document.body.appendChild(document.createElement('h1'));
  placement.observe(element);
  placement.subscribe(() => {});
  await vi.waitFor(() => expect(placement.getSnapshot().status).not.toBe('loading'), PATIENCE);
  return { placement, element };
}

/** How many reports a ledger has paid. */
async function spent(name: string): Promise<number> {
  let entries = 0;
  for await (const _ of indexedDbLedger(name).entries()) entries++;
  return entries;
}

test('the option is the arm of the snapshot, and the answer leaves as one report about it', async () => {
  const { placement, element } = await mounted();
  expect(placement.getSnapshot()).toEqual({ action: 1, status: 'ready' });
  show(element);
  expect(await placement.reward(1)).toMatchObject({ status: 'queued', spent: { epsilon: 1 } });
  expect(await placement.reward(1)).toMatchObject({ reason: 'already_reported' });
});

test('what was never seen costs nothing; what was seen costs one transaction of the ledger', async () => {
  const spend = vi.fn(async () => true);
  const ledger = { reserve: spend, entries: async function* () {} };
  const { element } = await mounted({}, { ledger });
  await settle();
  expect(spend).not.toHaveBeenCalled();
  show(element);
  show(element);
  await vi.waitFor(() => expect(spend).toHaveBeenCalled(), PATIENCE);
  await settle();
  expect(spend).toHaveBeenCalledTimes(1);
});

test('a page that the back button brings back keeps its decision, which takes no answer', async () => {
  const { placement, element } = await mounted();
  show(element);
  await settle();
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  show(element, 0);
  show(element);
  expect(placement.getSnapshot()).toEqual({ action: 1, status: 'exposed' });
  expect(await placement.reward(1)).toEqual({ status: 'withheld', reason: 'too_late' });
  expect(await spent('ldp-bandits-development-0')).toBe(1);
});

test('a context that throws gives a report all the same', async () => {
  const linear = linearCollector();
  const error = new Error('no history');
  const cards = shareBandits({ ...setup, fetch: linear.fetch }).placement('posters', LINEAR.ball, {
    fallback: 0,
    context: () => {
      throw error;
    },
  });
  cards.subscribe(() => {});
  await vi.waitFor(() => expect(cards.getSnapshot().status).toBe('ready'), PATIENCE);
  cards.expose();
  expect(await cards.reward(1)).toMatchObject({ status: 'queued' });
});

test('a bootstrap is used without a request', async () => {
  const entry = { manifest: MANIFEST, snapshot: SNAPSHOT };
  const bootstrap = { v: 1, at: Date.now(), experiments: { posters: entry } } as const;
  const { placement } = await mounted({}, { bootstrap });
  expect(placement.getSnapshot()).toEqual({ action: 1, status: 'ready' });
  expect(collector.requests).toEqual([]);
});

test.each([
  ['with the bootstrap that it comes from', true, { status: 'queued' }],
  ['alone', false, { status: 'withheld', reason: 'stale_snapshot' }],
])('a choice of the server %s, after the next snapshot', async (_, isGiven, outcome) => {
  collector.snapshot = { ...SNAPSHOT, snapshot: 13 };
  const entry = { manifest: MANIFEST, snapshot: SNAPSHOT };
  const bootstrap = { v: 1, at: Date.now(), experiments: { posters: entry } } as const;
  const choices = { posters: { action: 2, snapshot: 12 } };
  const { placement, element } = await mounted({}, { choices, ...(isGiven && { bootstrap }) });
  show(element);
  expect(await placement.reward(1)).toMatchObject(outcome);
});

test('without a collector an option is shown all the same, and stays', async () => {
  collector.down = new TypeError('Failed to fetch');
  const { placement, element } = await mounted({ fallback: 2 });
  const { action } = placement.getSnapshot();
  expect(placement.getSnapshot()).toEqual({ action, status: 'ready' });
  collector.down = undefined;
  show(element);
  expect(placement.getSnapshot()).toMatchObject({ action, status: 'exposed' });
});

test('a sticky option takes its answer on a later page', async () => {
  show((await mounted({ sticky: 'profile' })).element);
  newPage();
  const { placement, element } = await mounted({ sticky: 'profile' });
  expect(placement.getSnapshot()).toEqual({ action: 1, status: 'ready' });
  show(element);
  await vi.waitFor(() => expect(placement.getSnapshot().status).toBe('kept'), PATIENCE);
  expect(await placement.reward(1)).toMatchObject({ status: 'queued' });
  expect(await spent('ldp-bandits-development-0')).toBe(1);
});

describe('a development build', () => {
  test('spends from a ledger of its own', async () => {
    const { placement, element } = await mounted();
    show(element);
    await placement.reward(1);
    expect(await spent('ldp-bandits-development-0')).toBe(1);
    expect(await spent('ldp-bandits')).toBe(0);
  });

  test.each([
    'production',
    undefined, // as with a script that only puts a `process.env` into the page
  ])(
    'is one whose bundler says so: the ledger is that of the site where it says %s',
    async (says) => {
      vi.stubEnv('NODE_ENV', says);
      const { placement, element } = await mounted();
      show(element);
      await placement.reward(1);
      expect(await spent('ldp-bandits')).toBe(1);
      vi.unstubAllEnvs();
    },
  );
});

describe('the overlay', () => {
  const text = () =>
    [...document.body.children].map((one) => one.shadowRoot?.textContent ?? '').join('');
  const cells = () => {
    const root = [...document.body.children].find((one) => one.shadowRoot)?.shadowRoot;
    return [...(root?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
  };
  beforeEach(() => {
    class Sheet {
      replaceSync() {}
    }
    vi.stubGlobal('CSSStyleSheet', Sheet);
  });

  test('shows places, budget and packets as they are, and spends nothing', async () => {
    const { element } = await mounted({ key: 'top' });
    const close = showOverlay();
    await vi.waitFor(() => expect(text()).toContain('epsilon 0 of 8'), PATIENCE);
    expect(cells()).toEqual([
      ['posters', 'top', '1', 'ready'],
      ['posters', 'epsilon 0 of 8, 0 reports'],
    ]);
    show(element);
    await vi.waitFor(() => expect(text()).toContain('epsilon 1 of 8, 1 reports'), PATIENCE);
    expect(cells()).toContainEqual(['posters', 'top', '1', 'exposed']);
    expect(cells()).toContainEqual(['posters', 'queued', expect.stringMatching(/^[\w-]{22}$/)]);
    close();
    expect(text()).toBe('');
  });

  test('a second call replaces the panel', () => {
    showOverlay();
    const close = showOverlay();
    expect([...document.body.children].filter((one) => one.shadowRoot)).toHaveLength(1);
    close();
  });
});

// @vitest-environment jsdom
// `ldp-bandits/svelte`: its stores, as Svelte calls them. Svelte 4 and 5 themselves run in
// tests/package/tarball/components-browser.test.ts.
import { setBandits, useBandit } from 'ldp-bandits/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { CountingBandit, newPage, SPEC, show, turn, watchers } from './components-support.js';

const context = new Map<unknown, unknown>();
vi.mock('svelte', () => ({
  getContext: (key: unknown) => context.get(key),
  setContext: (key: unknown, value: unknown) => {
    context.set(key, value);
    return value;
  },
}));

let counts: CountingBandit;
beforeEach(() => {
  newPage();
  context.clear();
  counts = new CountingBandit();
});

const use = () => useBandit('headlines', SPEC, { fallback: 0 });

test('a store shows the option, and spends once when its element is seen', async () => {
  setBandits(counts.setup);
  const headline = use();
  const states: unknown[] = [];
  const leave = headline.subscribe((state) => states.push(state));
  const element = document.createElement('h1');
  const action = headline.seen(element);
  await turn();
  expect(states).toEqual([
    { action: 0, status: 'loading' },
    { action: 2, status: 'ready' },
  ]);
  show(element);
  headline.exposed();
  expect(states.at(-1)).toEqual({ action: 2, status: 'exposed' });
  expect(counts.spent).toBe(1);
  expect(await headline.reward(1)).toEqual({ status: 'queued' });
  action.destroy();
  leave();
  expect(watchers()).toBe(0);
});

test('a store that is left before its element is seen spends nothing, and says nothing more', async () => {
  setBandits(counts.setup);
  const { subscribe, seen } = use();
  const run = vi.fn();
  const element = document.createElement('h1');
  const { destroy } = seen(element);
  subscribe(run)();
  destroy();
  await turn();
  show(element);
  expect(run.mock.calls).toEqual([[{ action: 0, status: 'loading' }]]);
  expect(counts.spent).toBe(0);
});

test('a forced option comes after what the server has rendered', async () => {
  newPage('/?ldp-headlines=1');
  setBandits({ ...counts.setup, choices: { headlines: { action: 0, snapshot: 7 } } });
  const run = vi.fn();
  use().subscribe(run);
  await turn();
  expect(run.mock.calls).toEqual([
    [{ action: 0, status: 'ready' }],
    [{ action: 1, status: 'forced' }],
  ]);
});

test('a server opens nothing', async () => {
  const { document: page } = globalThis;
  vi.stubGlobal('document', undefined);
  setBandits(counts.setup);
  use().subscribe(() => {});
  await turn();
  vi.stubGlobal('document', page);
  expect(counts.opened).toEqual([]);
});

test('without setBandits the error names it', () => {
  expect(use).toThrow(/setBandits/);
});

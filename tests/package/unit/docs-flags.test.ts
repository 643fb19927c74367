// @vitest-environment jsdom
// What docs/guides/feature-flags.md shows runs as it stands, in the tools that it names and before the collector
// of the config that `init` writes.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { indexedDbLedger } from 'ldp-bandits';
import type { Collector } from 'ldp-bandits/server';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newPage } from './components-support.js';
import { blocks, collectorFor, moduleOf, removeModules, run } from './docs-support.js';

const LABELS = ['Fresh', 'Fast', 'Fair'];
const guide = blocks.filter(({ name }) => name.startsWith('docs/guides/feature-flags.md'));
const codeWith = (part: string) => {
  const found = guide.filter(({ code }) => code.includes(part));
  expect(found).toHaveLength(1);
  return found[0]?.code ?? '';
};

let collector: Collector;
const shown: string[] = [];
let click: (() => unknown) | undefined;
beforeEach(async () => {
  newPage();
  shown.length = 0;
  collector = await collectorFor('docs/guides/feature-flags.md', 'headlines');
  const globals = {
    indexedDB: new IDBFactory(),
    fetch: (request: Request) => collector.fetch(request),
    collector,
    show: (what: string) => shown.push(what),
    onClick: (run: () => unknown) => {
      click = run;
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
});
afterEach(() => {
  vi.unstubAllGlobals();
  return collector.dispose();
});
afterAll(removeModules);

/** Reports that the ledger of this browser has paid for. */
const spent = async () => {
  let reports = 0;
  for await (const _ of indexedDbLedger('ldp-bandits-development-0').entries()) reports++;
  return reports;
};

test('the provider shows an option, and its first evaluation pays for one report', async () => {
  const { client } = await run(codeWith('banditProvider('), 'client');
  expect(shown).toEqual([expect.toBeOneOf(LABELS)]);
  await vi.waitFor(async () => expect(await spent()).toBe(1), 10_000);
  click?.();
  expect(client.getStringValue('headlines', '')).toBe(shown[0]);
  expect(await spent()).toBe(1);
});

test('the plugin shows an option once it is known, and pays for one report', async () => {
  const { growthbook } = await run(codeWith('banditPlugin('), 'growthbook');
  await vi.waitFor(() => expect(shown).not.toEqual([]), 10_000);
  expect(shown[0]).toBeOneOf(LABELS);
  await vi.waitFor(async () => expect(await spent()).toBe(1), 10_000);
  await click?.();
  expect(growthbook.getFeatureValue('headlines', '')).toBe(shown[0]);
  expect(await spent()).toBe(1);
  growthbook.destroy();
});

test('the flag of a server is one of the options', async () => {
  const own = moduleOf('export const collector = globalThis.collector;');
  const code = codeWith('banditAdapter(').replace("'./collector.js'", `'${own}'`);
  const { headline } = await import(moduleOf(code));
  const { action } = await headline(new Request('https://shop.example/'));
  expect(action).toBeOneOf([0, 1, 2]);
});

test('every block of the guide is run by a test of this file', () => {
  expect(guide).toHaveLength(3);
});

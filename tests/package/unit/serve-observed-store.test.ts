// When a process says that its store takes reports.
import { expect, test } from 'vitest';
import { LdpError } from '../../../bindings/ts/internal/errors.js';
import { observedStore, StoreObserver } from '../../../bindings/ts/serve/observed-store.js';
import type { DefinitionStore } from '../../../bindings/ts/server/store.js';

function setup() {
  const failing: { writes: Error | null } = { writes: null };
  const write =
    <T>(value: T) =>
    async () => {
      if (failing.writes !== null) throw failing.writes;
      return value;
    };
  const store = {
    commit: write({ accepted: 1, duplicate: 0, duplicates: [] }),
    publish: write(false),
    define: write(true),
    head: async () => null,
    definitions: async () => new Map([['demo', '{}']]),
  } as unknown as DefinitionStore;
  const observer = new StoreObserver();
  const observed = observedStore(store, observer);
  const epoch = { experiment: 'demo', snapshot: 0 };
  const writes = {
    commit: () => observed.commit(epoch, []).catch(() => {}),
    publish: () => observed.publish('demo', null, {} as never).catch(() => {}),
  };
  return { observer, observed, failing, writes };
}

const FULL = new Error('database or disk is full');

test('a store that is only read is well', async () => {
  const { observer, observed } = setup();
  expect(observer.isWell).toBe(false);
  await observed.head('demo');
  expect([observer.isWell, observer.takesWrites]).toEqual([true, true]);
});

for (const name of ['commit', 'publish'] as const) {
  test(`a ${name} that fails counts, also while reads succeed, until one succeeds`, async () => {
    const { observer, observed, failing, writes } = setup();
    failing.writes = FULL;
    await writes[name]();
    await observed.head('demo');
    await observed.definitions();
    expect([observer.isWell, observer.takesWrites]).toEqual([true, false]);
    failing.writes = null;
    await writes[name]();
    expect(observer.takesWrites).toBe(true);
  });
}

test('a store that takes writes again is found out by the look at definitions, without a report', async () => {
  const { observer, observed, failing, writes } = setup();
  failing.writes = FULL;
  await writes.commit();
  failing.writes = null;
  expect(observer.takesWrites).toBe(false);
  await observed.definitions();
  expect(observer.takesWrites).toBe(true);
});

test('a report that the store refuses says nothing about the store', async () => {
  const { observer, failing, writes } = setup();
  for (const code of ['store_conflict', 'invalid_argument'] as const) {
    failing.writes = new LdpError(code, 'No.');
    await writes.commit();
    expect(observer.takesWrites).toBe(true);
  }
});

// One collector for modules that are imported more than once.
import type { Collector } from 'ldp-bandits/server';
import { sharedCollector } from 'ldp-bandits/server';
import { expect, test } from 'vitest';
import { collectorOver } from './server-support.js';

test('a module that is imported again gets the collector of the first import', async () => {
  let created = 0;
  const imported = () =>
    sharedCollector(() => {
      created++;
      return collectorOver();
    }, 'imported again');
  const first = imported();
  expect(created).toBe(0);
  const [one, other, again] = await Promise.all([first(), first(), imported()()]);
  expect([other === one, again === one, created]).toEqual([true, true, 1]);
  await one.dispose();
});

test('a collector that could not be created is created at the next request', async () => {
  let tries = 0;
  const shared = sharedCollector(async () => {
    tries++;
    if (tries === 1) throw new Error('the store is down');
    return collectorOver();
  }, 'fails once');
  await expect(shared()).rejects.toThrow('the store is down');
  const collector = await shared();
  expect([tries, await shared()]).toEqual([2, collector]);
  await collector.dispose();
});

test('collectors of different names live side by side', async () => {
  const [a, b] = ['a', 'b'].map((name) => sharedCollector(() => collectorOver(), name));
  const collectors = [await a!(), await b!()] as const;
  expect(collectors[0]).not.toBe(collectors[1]);
  await Promise.all(collectors.map((collector) => collector.dispose()));
});

test.each([
  ['create', undefined, undefined],
  ['create', Promise.resolve(), undefined],
  ['name', async () => {}, ''],
  ['name', async () => {}, 7],
])('a bad %s is refused', (parameter, create, name) => {
  expect(() =>
    sharedCollector(create as unknown as () => Promise<Collector>, name as string),
  ).toThrow(new RegExp(`^${parameter}: `));
});

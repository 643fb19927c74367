// Every public function of `ldp-bandits/server/service-worker`, called wrongly.
import * as entry from 'ldp-bandits/server/service-worker';
import {
  connectCollector,
  indexedDbStore,
  installCollector,
} from 'ldp-bandits/server/service-worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BadCall,
  calledNames,
  expectRefusal,
  exportedNames,
  kInfinities,
  kNoNumbers,
  kNoObjects,
  rows,
} from './bad-input/table.js';

// connectCollector is for pages: it asks the document where it is.
beforeAll(() => {
  Object.assign(globalThis, { document: { baseURI: 'https://page.example/' } });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'document');
});

/** Listeners that a refused call must not have left behind. */
const listeners: string[] = [];
const scope = { registration: { scope: 'https://page.example/app/' } };
const worker = {
  ...scope,
  addEventListener: (type: string) => listeners.push(type),
  skipWaiting: () => {},
  clients: {},
};
const page = (name: string, values: readonly (readonly [string, unknown])[]) =>
  rows('connectCollector', name, values, (value) =>
    connectCollector({ script: '/app/sw.js', fallback: () => Promise.reject(), [name]: value }),
  );

const kWorker: BadCall[] = [
  ...rows('installCollector', 'scope', [...kNoObjects, ['half of one', scope]], (value) =>
    installCollector(value, () => Promise.reject()),
  ),
  ...rows('installCollector', 'collector', kNoObjects, (value) => installCollector(worker, value)),
  ...rows('installCollector', 'options', kNoObjects.slice(1), (value) =>
    installCollector(worker, () => Promise.reject(), value),
  ),
  ...rows(
    'installCollector',
    'basePath',
    [
      ['1', 1],
      ['empty', ''],
      ['a way up', '../up'],
      ['absolute', '/collector'],
    ],
    (basePath) => installCollector(worker, () => Promise.reject(), { basePath }),
  ),
  ...rows('connectCollector', 'options', kNoObjects, (options) => connectCollector(options)),
  ...page('script', [...kNoObjects.filter(([given]) => given !== 'a string'), ['empty', '']]),
  ...page('fallback', [...kNoObjects, ['a promise', Promise.resolve()]]),
  ...page('timeoutMs', [...kNoNumbers, ...kInfinities, ['0', 0], ['-1', -1], ['1.5', 1.5]]),
  ...page('type', [
    ['unknown', 'shared'],
    ['null', null],
  ]),
  ...page('basePath', [
    ['1', 1],
    ['a way up', '../up'],
  ]),
  ...page('signal', [['an empty object', {}]]),
  ...rows(
    'indexedDbStore',
    'name',
    [
      ['1', 1],
      ['null', null],
      ['empty', ''],
    ],
    (name) => indexedDbStore(name),
  ),
];

describe('the Service Worker entry', () => {
  it.each(kWorker.map((row) => [`${row.call}: ${row.given}`, row] as const))(
    '%s',
    async (_title, row) => {
      await expectRefusal(row, async () => [...listeners]);
    },
  );

  it('has no function without a row', () => {
    expect(calledNames(kWorker)).toEqual(exportedNames(entry));
  });
});

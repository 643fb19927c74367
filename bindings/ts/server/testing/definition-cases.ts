/** What a caller may expect of `definitions` and `define`. */
import type { DefinitionStore } from '../store.js';
import { equal } from './expect.js';
import type { StoreCase, StoreUnderTest } from './index.js';
import { publication } from './samples.js';

const all = async (store: DefinitionStore) => Object.fromEntries(await store.definitions());

export function definitionCases({
  create,
  reopen,
  another,
}: StoreUnderTest<DefinitionStore>): StoreCase[] {
  const cases: StoreCase[] = [
    {
      name: 'defines nothing at first',
      async run() {
        await using store = await create();
        equal(await all(store), {}, 'definitions');
      },
    },
    {
      name: 'adds, changes and removes a definition by compare-and-swap',
      async run() {
        await using store = await create();
        const text = '{"label":"caf\u00e9 \u{1f600} \' \\" \\\\"}';
        equal(await store.define('demo', 'one', text), false, 'a change of none');
        equal(await store.define('demo', null, text), true, 'an addition');
        equal(await store.define('demo', null, 'two'), false, 'a second addition');
        equal(await all(store), { demo: text }, 'definitions');
        equal(await store.define('demo', text, 'two'), true, 'a change');
        equal(await store.define('demo', text, 'three'), false, 'a change of what was');
        equal(await store.define('demo', text, null), false, 'a removal of what was');
        equal(await store.define('other', null, 'two'), true, 'another');
        equal(await all(store), { demo: 'two', other: 'two' }, 'definitions');
        equal(await store.define('demo', 'two', null), true, 'a removal');
        equal(await store.define('demo', null, null), true, 'none in place of none');
        equal(await store.define('other', null, null), false, 'none where there is one');
        equal(await all(store), { other: 'two' }, 'definitions');
      },
    },
    {
      name: 'lets one of many define an experiment',
      async run() {
        await using store = await create();
        await using second = another ? await another(store) : null;
        const texts = Array.from({ length: 8 }, (_, i) => `by ${i}`);
        const won = await Promise.all(
          texts.map((text, i) => ((i % 2 && second) || store).define('demo', null, text)),
        );
        equal(won.filter(Boolean).length, 1, 'number of winners');
        equal(await all(store), { demo: texts[won.indexOf(true)] }, 'definitions');
      },
    },
    {
      name: 'keeps a definition when the experiment begins anew, and what was learnt when it is not defined',
      async run() {
        await using store = await create();
        await store.publish('demo', null, publication(1));
        await store.define('demo', null, 'one');
        const next = publication(9, 9, 9);
        await store.publish('demo', 1, next);
        equal(await all(store), { demo: 'one' }, 'definitions');
        await store.define('demo', 'one', null);
        equal(await store.latest('demo'), next, 'latest');
      },
    },
  ];
  if (reopen) {
    cases.push({
      name: 'keeps definitions when its process dies',
      async run() {
        const store = await create();
        await store.define('demo', null, 'one');
        await using again = await reopen(store);
        equal(await all(again), { demo: 'one' }, 'definitions');
      },
    });
  }
  return cases;
}

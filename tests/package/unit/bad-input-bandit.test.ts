// Every method of a bandit and of a decision, called wrongly, too late, or against a collector that lies.
import type { Bandit, Decision } from 'ldp-bandits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, openPage, type Page, stateOf } from './bad-input/client.js';
import { type BadCall, calledNames, expectRefusal, kNoObjects, rows } from './bad-input/table.js';

type Opened = Bandit<'weighted-ldp-ucb'>;

let page: Page;
let bandit: Opened;
let disposed: Opened;
/** Chosen from `disposed` before it was. */
let orphan: Decision;
beforeAll(async () => {
  page = await openPage();
  bandit = await open(page);
  disposed = await open(page);
  orphan = disposed.choose();
  await disposed[Symbol.asyncDispose]();
});
afterAll(() => bandit[Symbol.asyncDispose]());

const kNoSignals = [
  ['null', null],
  ['1', 1],
  ['an empty object', {}],
] as const;
const kNoOptions = kNoObjects.slice(1);

const kNoArms = [
  ['-1', -1],
  ['as many as there are', 1000],
  ['0.5', 0.5],
  ['a text', '0'],
  ['NaN', Number.NaN],
] as unknown as readonly (readonly [string, number])[];
const kNoSnapshots = [
  ['undefined', undefined],
  ['-1', -1],
  ['2^32', 2 ** 32],
  ['a text', '1'],
] as unknown as readonly (readonly [string, number])[];

const kCalls: BadCall[] = [
  ...rows('Bandit.choose', 'options', [['a context', [1, 2]]], (context) =>
    (bandit.choose as (context: unknown) => unknown)(context),
  ),
  ...rows('Bandit.adopt', 'chosen', kNoObjects, (chosen) => bandit.adopt(chosen as never)),
  ...rows('Bandit.adopt', 'chosen.action', kNoArms, (action) =>
    bandit.adopt({ action, snapshot: 1 }),
  ),
  ...rows('Bandit.adopt', 'chosen.action', kNoArms, (arm) => bandit.adopt({ arm, snapshot: 1 })),
  ...rows('Bandit.adopt', 'chosen.snapshot', kNoSnapshots, (snapshot) =>
    bandit.adopt({ action: 0, snapshot }),
  ),
  ...rows('Bandit.adopt', 'options.key', [['an empty text', '']], (key) =>
    bandit.adopt({ action: 0, snapshot: 1, key }),
  ),
  ...rows('Bandit.flush', 'options', kNoOptions, (options) => bandit.flush(options)),
  ...rows('Bandit.flush', 'options.bogus', [['1', 1]], (bogus) =>
    bandit.flush({ bogus } as object),
  ),
  ...rows('Bandit.flush', 'options.signal', kNoSignals, (signal) => bandit.flush({ signal })),
  ...rows('Bandit.flush', 'options.keepalive', [['true', true]], (keepalive) =>
    bandit.flush({ keepalive } as object),
  ),
  ...rows('Bandit.recall', 'key', [['an empty text', '']], (key) => bandit.recall(key)),
  ...rows('Bandit.refresh', 'options', kNoOptions, (options) => bandit.refresh(options)),
  ...rows('Bandit.refresh', 'options.signal', kNoSignals, (signal) => bandit.refresh({ signal })),
  ...rows('Bandit.events', 'options', kNoOptions, (options) => bandit.events(options)),
  ...rows('Bandit.events', 'options.signal', kNoSignals, (signal) => bandit.events({ signal })),
  ...(
    [
      ['Bandit.choose', () => disposed.choose()],
      ['Bandit.pick', () => disposed.pick()],
      ['Bandit.adopt', () => disposed.adopt({ action: 0, snapshot: 1 })],
      ['Bandit.budget', () => disposed.budget()],
      ['Bandit.flush', () => disposed.flush()],
      ['Bandit.refresh', () => disposed.refresh()],
      ['Bandit.recall', () => disposed.recall('a')],
    ] as const
  ).map(([call, run]): BadCall => ({ call, given: 'after disposal', code: 'disposed', run })),
];

describe('a call that is refused', () => {
  it.each(kCalls.map((row) => [`${row.call}: ${row.given}`, row] as const))(
    '%s',
    async (_title, row) => {
      await expectRefusal(row, () => stateOf(page));
    },
  );

  it('covers every method of a bandit', () => {
    // A reader of events that comes too late finds the end, and disposing twice is no error.
    const methods: Record<keyof Omit<Bandit, 'manifest' | 'snapshot' | 'dispose' | symbol>, true> =
      {
        choose: true,
        pick: true,
        adopt: true,
        budget: true,
        flush: true,
        refresh: true,
        recall: true,
        events: true,
      };
    expect(calledNames(kCalls, 'Bandit')).toEqual(Object.keys(methods).sort());
  });

  it('disposal twice, and events after it, are no errors', async () => {
    await disposed[Symbol.asyncDispose]();
    for await (const event of disposed.events()) expect.unreachable(JSON.stringify(event));
    orphan[Symbol.dispose]();
  });
});

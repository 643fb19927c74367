// Every method of a bandit and of a decision, called wrongly, too late, or against a collector that lies.
import { type Bandit, type Decision, LdpError, memoryLedger } from 'ldp-bandits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { open, openPage, type Page, stateOf } from './bad-input/client.js';
import {
  type BadCall,
  calledNames,
  expectRefusal,
  kInfinities,
  kNoNumbers,
  kNoObjects,
  rows,
} from './bad-input/table.js';
import { refusedFeedback } from './client-support.js';

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

const kCalls: BadCall[] = [
  ...rows('Bandit.choose', 'options', [['a context', [1, 2]]], (context) =>
    (bandit.choose as (context: unknown) => unknown)(context),
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

describe('feedback', () => {
  const kNoFeedback = [...kNoNumbers, ...kInfinities, ['undefined', undefined]] as const;

  it('that is no finite number is refused without its value, and the decision stays open', async () => {
    const decision = bandit.choose();
    const [waiting] = [await stateOf(page), await bandit.budget()];
    for (const [given, feedback] of kNoFeedback) {
      const error = await refusedFeedback(bandit, () => decision.reward(feedback as number));
      expect(error, given).toBeInstanceOf(LdpError);
      expect([error.code, error.details['parameter']]).toEqual(['invalid_argument', 'feedback']);
      expect(error.details, given).not.toHaveProperty('value');
    }
    expect(await stateOf(page)).toEqual(waiting);
    const outcome = await decision.reward(1);
    expect(outcome.status).toBe('queued');
  });

  it.each([
    ['-0', -0, 0],
    ['far below', -Number.MAX_VALUE, 0],
    ['2^53 + 1', 2 ** 53 + 1, 1],
  ])(
    '%s is clamped silently: others must not be able to tell',
    async (_given, feedback, reward) => {
      const outcome = await bandit.choose().reward(feedback);
      const usual = await bandit.choose().reward(reward);
      const shape = (result: typeof outcome) =>
        result.status === 'queued' ? result.report.fields.map(({ name }) => name) : result;
      expect(shape(outcome)).toEqual(shape(usual));
    },
  );

  it('is taken once', async () => {
    const decision = bandit.choose();
    const first = await decision.reward(1);
    const before = await stateOf(page);
    for (const call of [() => decision.reward(1), () => decision.reward(0)]) {
      expect(await call()).toEqual({ status: 'withheld', reason: 'already_reported' });
    }
    decision[Symbol.dispose]();
    expect(await stateOf(page)).toEqual(before);
    expect(first.status).toBe('queued');
  });

  it('comes too late once the neutral packet has left or the decision is disposed', async () => {
    const sent = bandit.choose();
    await bandit.flush();
    const dropped = bandit.choose();
    dropped[Symbol.dispose]();
    await bandit.budget();
    const before = await stateOf(page);
    expect(await sent.reward(1)).toEqual({ status: 'withheld', reason: 'too_late' });
    expect(await dropped.reward(1)).toEqual({ status: 'withheld', reason: 'disposed' });
    expect(await stateOf(page)).toEqual(before);
  });

  it('comes too late while the packet is under way: whether it arrived or not, the retry is the same', async () => {
    const bodies: string[] = [];
    let drop = (_reason: Error) => {};
    const honest = page.options.fetch as (request: Request) => Promise<Response>;
    const sender = await open(page, {
      ledger: memoryLedger(),
      fetch: async (request: Request) => {
        if (request.method !== 'POST') return honest(request);
        bodies.push(await request.text());
        if (bodies.length > 1) return Response.json({ accepted: 1, duplicate: 0 }, { status: 202 });
        return new Promise<Response>((_resolve, reject) => {
          drop = reject;
        });
      },
    });
    const decision = sender.choose();
    const flushed = sender.flush();
    await expect.poll(() => bodies.length).toBe(1);
    expect(await decision.reward(1)).toEqual({ status: 'withheld', reason: 'too_late' });
    drop(new TypeError('the connection broke'));
    expect(await flushed).toMatchObject({ accepted: 0, pending: 1 });
    await expect.poll(async () => (await sender.flush()).pending, { timeout: 5000 }).toBe(0);
    expect(bodies[1]).toBe(bodies[0]);
    await sender[Symbol.asyncDispose]();
  });
});

// One decision, exactly one report: whatever the page does with the decision, and wherever it
// crashes.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type BudgetLedger, indexedDbLedger, LdpError } from 'ldp-bandits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { kInfinities, kNoNumbers } from './bad-input/table.js';
import {
  counts,
  elapse,
  open,
  openScripted,
  parse,
  queued,
  record,
  ScriptedCollector,
  settle,
  until,
  withheld,
} from './client-support.js';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_700_000_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a decision', () => {
  test('that is answered sends the answered bytes, once', async () => {
    const collector = new ScriptedCollector();
    const bandit = await open(collector);
    const outcome = queued(await bandit.choose().reward(1));
    await elapse(60_000);
    expect(collector.bodies).toEqual([new TextDecoder().decode(outcome.report.body)]);
  });

  test('that is never answered sends one report', async () => {
    const collector = new ScriptedCollector();
    const bandit = await open(collector);
    const { action } = bandit.choose();
    await elapse(60_000);
    expect(collector.counted).toHaveLength(1);
    expect(collector.bodies).toHaveLength(1);
    expect(collector.counted[0]?.arm).toBe(action);
  });

  test('that is disposed sends one report', async () => {
    const collector = new ScriptedCollector();
    const bandit = await open(collector);
    const decision = bandit.choose();
    decision[Symbol.dispose]();
    expect(await decision.reward(1)).toEqual(withheld('disposed'));
    await elapse(60_000);
    expect(collector.bodies).toHaveLength(1);
  });

  test('takes one answer: a second is already_reported, and changes nothing', async () => {
    const collector = new ScriptedCollector();
    const bandit = await open(collector);
    const decision = bandit.choose();
    const outcome = await decision.reward(0);
    for (const again of [1, 0])
      expect(await decision.reward(again)).toEqual(withheld('already_reported'));
    decision[Symbol.dispose]();
    expect((await bandit.budget()).reports).toBe(1);
    await elapse(60_000);
    if (outcome.status !== 'queued') throw new Error('withheld');
    expect(collector.bodies).toEqual([new TextDecoder().decode(outcome.report.body)]);
  });

  test('takes no answer after its response window, although its packet is still here', async () => {
    const collector = new ScriptedCollector();
    const bandit = await open(collector, { responseWindowMs: 5_000, maxDelayMs: 86_400_000 });
    const decision = bandit.choose();
    await elapse(5_001);
    expect(collector.bodies).toHaveLength(0);
    expect(await decision.reward(1)).toEqual(withheld('too_late'));
  });

  test('takes no answer once a flush has closed it', async () => {
    const collector = new ScriptedCollector();
    const bandit = await open(collector);
    const decision = bandit.choose();
    expect(await bandit.flush()).toMatchObject({ accepted: 1, pending: 0 });
    expect(await decision.reward(1)).toEqual(withheld('too_late'));
    expect(collector.bodies).toHaveLength(1);
  });

  test('takes no answer while its packet is under way: whether it arrived or not, the retry is the same', async () => {
    const { collector, bandit } = await openScripted();
    let drop = (_reason: Error) => {};
    collector.answers.push(
      () =>
        new Promise((_, reject) => {
          drop = reject;
        }),
    );
    const decision = bandit.choose();
    const flushed = bandit.flush();
    await until(() => collector.bodies.length > 0);
    expect(await decision.reward(1)).toEqual(withheld('too_late'));
    drop(new TypeError('the connection broke'));
    expect(await flushed).toEqual(counts({ pending: 1 }));
    expect(await bandit.flush()).toEqual(counts({ accepted: 1 }));
    expect(collector.bodies).toHaveLength(2);
    expect(collector.bodies[1]).toBe(collector.bodies[0]);
  });

  test('stays open after an answer that is no number, and the error does not carry the value', async () => {
    const errors: LdpError[] = [];
    const { collector, bandit } = await openScripted({
      privacy: { epsilon: 1, epsilonTotal: 20 },
      onError: (error) => errors.push(error),
    });
    const wrong = [...kNoNumbers, ...kInfinities, ['undefined', undefined]] as const;
    for (const [given, feedback] of wrong) {
      const decision = bandit.choose();
      const spent = (await bandit.budget()).reports;
      expect(await decision.reward(feedback as number), given).toEqual(
        withheld('invalid_feedback'),
      );
      const error = errors.pop();
      if (!LdpError.is(error, 'invalid_argument')) throw error;
      expect(Object.keys(error.details).sort()).toEqual(['parameter', 'reason']);
      expect(error.details['parameter']).toBe('feedback');
      expect((await bandit.budget()).reports).toBe(spent);
      expect(collector.bodies).toEqual([]);
      expect(await decision.reward(1)).toMatchObject({ status: 'queued' });
    }
    await bandit.flush();
    expect(collector.counted).toHaveLength(wrong.length);
  });

  test.each([1e300, -1e300, -Number.MAX_VALUE, 2 ** 53 + 1, -0])(
    'clamps %d silently: others must not be able to tell',
    async (feedback) => {
      const { bandit } = await openScripted();
      const namesOf = async (reward: number) =>
        queued(await bandit.choose().reward(reward)).report.fields.map(({ name }) => name);
      expect(await namesOf(feedback)).toEqual(await namesOf(1));
    },
  );
});

test('the packet for silence and the one that replaces it, seen together, show no answer', async () => {
  // Storage engines keep what was overwritten, so a found device may hold both. With one coin for
  // the two, "silence 0, answer 1" would be certain to come from an answer of 1.
  const collector = new ScriptedCollector();
  const privacy = { epsilon: 1, epsilonTotal: 10_000 };
  for (const answer of [0, 1]) {
    const bandit = await open(collector, { privacy });
    const pairs = new Map<string, number[]>();
    const source = bandit.events()[Symbol.asyncIterator]();
    for (let i = 0; i < 400; i++) {
      await bandit.choose().reward(answer);
      for (let n = 0; n < 2; n++) {
        const { value } = await source.next();
        if (value?.type !== 'queued') throw new Error('no packet was queued');
        const { id, bit } = parse(value.report.body);
        pairs.set(id, [...(pairs.get(id) ?? []), bit]);
      }
    }
    const impossible = answer === 1 ? '1,0' : '0,1';
    const seen = new Set([...pairs.values()].map(String));
    // Each of the four pairs has probability at least 0.072: P(one is missing) < 4e-13.
    expect(seen.size, `with ${impossible} among them`).toBe(4);
  }
});

test('an answer and a flush at the same moment let one of the two leave, never both', async () => {
  for (let round = 0; round < 20; round++) {
    const collector = new ScriptedCollector();
    const bandit = await open(collector, { ledger: indexedDbLedger(`race-${round}`) });
    const decision = bandit.choose();
    await bandit.budget();
    const [flushed, answered] = await Promise.allSettled(
      round % 2 ? [bandit.flush(), decision.reward(1)] : [decision.reward(1), bandit.flush()],
    );
    expect(flushed.status === 'fulfilled' || answered.status === 'fulfilled').toBe(true);
    await elapse(60_000);
    expect(collector.bodies).toHaveLength(1);
  }
});

test('the time of sending is drawn at choose: answered early, late or not at all, it is the same', async () => {
  const collector = new ScriptedCollector();
  const bandit = await open(collector, { responseWindowMs: 5_000, maxDelayMs: 20_000 });
  const events = record(bandit);
  const decisions = Array.from({ length: 6 }, () => bandit.choose());
  await decisions[0]?.reward(1);
  await decisions[1]?.reward(0);
  await elapse(4_900);
  await decisions[2]?.reward(1);
  decisions[3]?.[Symbol.dispose]();
  await elapse(100_000);
  const queued = events.filter((event) => event.type === 'queued');
  const planned = new Map(queued.map(({ report, releaseAt }) => [report.id, releaseAt]));
  for (const { report, releaseAt } of queued) expect(planned.get(report.id)).toBe(releaseAt);
  expect(collector.bodies).toHaveLength(6);
  collector.bodies.forEach((body, i) => {
    const late = (collector.times[i] as number) - (planned.get(parse(body).id) as number);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThanOrEqual(1_000);
  });
});

test('delays fill 0..maxDelayMs evenly and owe nothing to the feedback', async () => {
  const collector = new ScriptedCollector();
  const bandit = await open(collector, {
    responseWindowMs: 1,
    maxDelayMs: 9,
    privacy: { epsilon: 1, epsilonTotal: 10_000 },
  });
  const events = record(bandit);
  const start = Date.now();
  for (let i = 0; i < 4_000; i++) bandit.choose();
  await settle();
  const counts = new Array<number>(10).fill(0);
  for (const event of events) {
    if (event.type === 'queued') counts[event.releaseAt - start - 2_001]!++;
  }
  // The reader keeps 1,000 events: 10 cells of 100 expected. P(chi-square with 9 degrees of freedom
  // > 44) < 2e-6.
  const total = counts.reduce((a, b) => a + b, 0);
  expect(total).toBeGreaterThan(900);
  const chiSquare = counts.reduce((sum, n) => sum + (n - total / 10) ** 2 / (total / 10), 0);
  expect(chiSquare).toBeLessThan(44);
});

/**
 * A ledger whose page dies at step `at`: before the step happens, or after it happened and before
 * its result is known.
 */
function dying(ledger: BudgetLedger, step: (run: () => unknown) => unknown): BudgetLedger {
  return new Proxy(ledger, {
    get(target, key) {
      const member = Reflect.get(target, key) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => step(() => member.apply(target, args));
    },
  });
}

const never = new Promise<never>(() => {});

describe.each(['before', 'after'] as const)('a page that dies %s step', (when) => {
  test.each(Array.from({ length: 12 }, (_, i) => i))('%i of its work', async (at) => {
    const collector = new ScriptedCollector();
    let steps = 0;
    let dead = false;
    const step = (run: () => unknown): unknown => {
      if (dead) return never;
      if (steps++ !== at) return run();
      dead = true;
      if (when === 'after') void run();
      return never;
    };
    const page = open(collector, {
      ledger: dying(indexedDbLedger(), step),
      fetch: (request) =>
        (request.method === 'POST'
          ? step(() => collector.fetch(request))
          : collector.fetch(request)) as Promise<Response>,
    });
    let finished = false;
    void page.then(async (bandit) => {
      const decision = bandit.choose();
      await decision.reward(1);
      await bandit.flush();
      bandit.choose(); // and one without an answer
      await bandit.flush();
      finished = true;
    });
    while (!dead && !finished) await settle();
    await settle();

    const ledger = indexedDbLedger();
    const nextVisit = await open(collector, { ledger });
    await elapse(200_000);
    const { reports } = await nextVisit.budget();
    expect(collector.counted, 'one report for every unit spent').toHaveLength(reports);
    const distinct = new Set(collector.bodies);
    expect(distinct.size, 'a retry sends the same bytes').toBe(collector.counted.length);
    expect((await nextVisit.flush()).pending).toBe(0);
  });
});

// A taken packet never vanishes: whatever fails at whichever await of the sender, each packet reaches the collector,
// is refused with an error, or waits in the outbox, and leaves once the faults are over.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outbox, Packet } from '../../../bindings/ts/client/journal.js';
import { MemoryJournal } from '../../../bindings/ts/client/memory-journal.js';
import { type Route, Sender, type SenderEvents } from '../../../bindings/ts/client/sender.js';
import { LdpError } from '../../../bindings/ts/internal/errors.js';

const START = 1_700_000_000_000;
const HOUR = 3_600_000;
/** Packets of the longest run: more than one batch. */
const MOST_PACKETS = 130;

/** What goes wrong at one await; `undefined`: nothing. `before` and `after`: the call has, or has not, done its work. */
type Fault = 'throws' | 'before' | 'after' | 'slow' | 'refused' | 'down' | undefined;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    now: START,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** `work`, with the next fault of the list. */
async function failing<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  if (fault === 'before') throw new TypeError('before');
  if (fault === 'slow') await sleep(1_500);
  const result = await work();
  if (fault === 'after') throw new TypeError('after');
  return result;
}

class World {
  readonly journal = new MemoryJournal();
  /** Bodies by id, as they arrived. */
  readonly arrived = new Map<string, Set<string>>();
  readonly refused = new Set<string>();
  readonly errors: LdpError[] = [];
  readonly sender: Sender;
  readonly #faults: Fault[];
  mayReport = true;

  constructor(faults: readonly Fault[]) {
    this.#faults = [...faults];
    const { journal } = this;
    const outbox = new Proxy(journal, {
      get: (target, name: keyof Outbox) => {
        const method = target[name] as (...given: unknown[]) => unknown;
        if (!['take', 'settle', 'backlog'].includes(name)) return method?.bind?.(target) ?? method;
        return (...given: unknown[]) => {
          const fault = this.#next();
          if (fault === 'throws') throw new TypeError('at once');
          return failing(fault, async () => method.apply(target, given));
        };
      },
    });
    const route: Route = {
      address: undefined,
      lateMs: () => 0,
      post: (packet) => {
        const fault = this.#next();
        if (fault === 'throws') throw new TypeError('at once');
        if (fault === 'refused')
          return Promise.reject(new LdpError('report_rejected', 'No.', { details: {} }));
        if (fault === 'down')
          return Promise.reject(new LdpError('transport', 'Down.', { retryable: true }));
        return failing(fault, async () => {
          const bodies = this.arrived.get(packet.id) ?? new Set();
          this.arrived.set(packet.id, bodies.add(packet.body));
          return { accepted: 1, duplicate: 0 };
        });
      },
    };
    const events: SenderEvents = {
      told: new Map(),
      maySend: () => this.mayReport,
      sent: () => this.#maybeThrow(),
      refused: ({ id }) => {
        this.refused.add(id);
        this.#maybeThrow();
      },
      failed: (error) => {
        this.errors.push(error);
        this.#maybeThrow();
      },
      delivered: () => this.#maybeThrow(),
    };
    this.sender = new Sender(outbox, route, 'page', events);
  }

  #next(): Fault {
    return this.#faults.shift();
  }

  #maybeThrow(): void {
    if (this.#faults[0] === 'throws') throw new Error('a listener of the page');
  }

  async waiting(): Promise<readonly Packet[]> {
    const far = { at: Number.MAX_SAFE_INTEGER / 2, lateMs: 0 };
    const { packets, expired } = await this.journal.take(undefined, far, new Map());
    for (const packet of [...packets, ...expired]) await this.journal.put(packet);
    return [...packets, ...expired];
  }
}

const packetsOf = (count: number, expiring: number): Packet[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `id ${i}`,
    target: 'https://collector.example/bandits/posters',
    owner: 'page',
    body: `body ${i}`,
    state: 'queued',
    dueAt: START + 10 * (i % 7),
    expiresAt: START + (i < expiring ? 5 : HOUR),
    attempts: 0,
  }));

const FAULTS = ['throws', 'before', 'after', 'slow', 'refused', 'down'] as const;
const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.constantFrom(...FAULTS) },
);
const step = fc.constantFrom('time', 'flush', 'hasty flush', 'no leave', 'leave', 'long time');

test('a taken packet never vanishes, whatever fails at any await of the sender', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const scenario = {
    faults: fc.array(fault, { maxLength: 60 }),
    steps: fc.array(step, { minLength: 1, maxLength: 8 }),
    count: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(MOST_PACKETS)),
    expiring: fc.integer({ min: 0, max: 2 }),
  };
  await fc.assert(
    fc.asyncProperty(fc.record(scenario), async ({ faults, steps, count, expiring }) => {
      vi.setSystemTime(START);
      const world = new World(faults);
      const packets = packetsOf(count, expiring);
      for (const packet of packets) await world.journal.put(packet);
      world.sender.watch(START + 100);
      const told = (error: unknown) => LdpError.is(error) && world.errors.push(error);
      for (const name of steps) {
        if (name === 'no leave') world.mayReport = false;
        if (name === 'leave') world.mayReport = true;
        if (name === 'flush') void world.sender.flush(undefined).catch(told);
        if (name === 'hasty flush') {
          const stop = new AbortController();
          void world.sender.flush(stop.signal).catch(told);
          setTimeout(() => stop.abort(), 700);
        }
        await vi.advanceTimersByTimeAsync(name === 'long time' ? 200_000 : 2_000);
        const kept = new Set((await world.waiting()).map(({ id }) => id));
        for (const { id } of packets) {
          const isKnown = kept.has(id) || world.arrived.has(id) || world.refused.has(id);
          // What was removed and not named: the page knows that something failed.
          if (!isKnown) expect(world.errors.length, `${id} is gone`).toBeGreaterThan(0);
        }
      }
      world.mayReport = true;
      // The longest pause is five minutes, and those of page and packet may follow one another.
      await vi.advanceTimersByTimeAsync(900_000);
      expect(await world.waiting()).toEqual([]);
      for (const { id, body } of packets.slice(expiring))
        if (!world.refused.has(id)) expect([...(world.arrived.get(id) ?? [])]).toEqual([body]);
      world.sender.stop();
    }),
    { seed: 30, numRuns: 300 },
  );
}, 60_000);

test('packets that a broken loop leaves are put back, and an error says so', async () => {
  const world = new World([]);
  for (const packet of packetsOf(3, 0)) await world.journal.put(packet);
  // As Prototype.js does to Array.from: the loop over the packets takes none of them.
  const values = vi
    .spyOn(Array.prototype, 'values')
    .mockImplementation(() => [][Symbol.iterator]());
  await world.sender.flush(undefined).catch((error) => world.errors.push(error as LdpError));
  await vi.advanceTimersByTimeAsync(200);
  await world.sender.flush(undefined).catch((error) => world.errors.push(error as LdpError));
  values.mockRestore();
  expect(world.errors.map(({ details }) => details['cause'])).toContain('not_sent');
  await vi.advanceTimersByTimeAsync(120_000);
  expect([...world.arrived.keys()].sort()).toEqual(['id 0', 'id 1', 'id 2']);
  world.sender.stop();
});

test('only an error of the outbox is called an error of storage', async () => {
  const world = new World([undefined, 'before']); // the first post fails
  for (const packet of packetsOf(1, 0)) await world.journal.put(packet);
  await vi.advanceTimersByTimeAsync(100);
  await world.sender.flush(undefined);
  expect(world.errors.map(({ code }) => code)).toEqual(['transport']);
  const broken = new World(['before']); // the outbox gives nothing
  await expect(broken.sender.flush(undefined)).rejects.toMatchObject({ code: 'store_conflict' });
  for (const { sender } of [world, broken]) sender.stop();
});

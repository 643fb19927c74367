// What a reader of the disk can tell of an answer, and what of it survives a disk that fails.
import type { LdpError } from 'ldp-bandits';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  bitsAfterNextVisit,
  CLEAR,
  disk,
  finalBodies,
  NOISY,
  newDisk,
  offerNoise,
  page,
  stopTimers,
  stored,
  usePages,
  visit,
} from './client-page-support.js';
import { elapse, parse, settle, until } from './client-support.js';

usePages();

describe('the disk of an answered and of a silent visit', () => {
  /**
   * Two independent bits of probability 0.269 differ with probability 0.393: 196.6 of 500, with
   * standard deviation 10.9. P(beyond 6 of them) < 2e-9.
   */
  const expectIndependent = (differing: number) =>
    expect(Math.abs(differing - 196.6)).toBeLessThan(66);

  /** What stands there, but for the noisy bytes and the random ids. */
  const shape = (rows: readonly Record<string, unknown>[]) =>
    rows.map((row) =>
      Object.entries(Object(row))
        .filter(([key]) => key !== 'owner') // of random length
        .map(([key, value]) => [key, typeof value, String(value).length]),
    );

  beforeEach(offerNoise);

  test.each(['hidden', 'left', 'closed'])('has the same shape when the page is %s', async (end) => {
    const shapes: unknown[] = [];
    for (const isAnswered of [true, false]) {
      newDisk();
      const bandit = await visit({ privacy: { epsilon: 1, epsilonTotal: 8 }, maxDelayMs: 0 });
      const decision = bandit.choose();
      await bandit.budget();
      if (isAnswered) await decision.reward(1);
      await settle();
      if (end === 'hidden') page.hide();
      if (end === 'left') page.leave();
      if (end === 'closed') await vi.advanceTimersByTimeAsync(10_500);
      await settle();
      const files = [await disk('ldp-bandits'), await disk('ldp-bandits-finals')];
      expect(files[1]).toHaveLength(1);
      shapes.push(files.map(shape));
    }
    expect(shapes[0]).toEqual(shapes[1]);
  });

  test('two noisy bodies differ as often for silence as for an answer of the same value', async () => {
    const counts = { silent: 0, answered: 0 };
    for (const kind of ['silent', 'answered'] as const) {
      newDisk();
      const bandit = await visit(NOISY);
      for (let i = 0; i < 500; i++) {
        const decision = bandit.choose();
        if (kind === 'answered') void decision.reward(0);
      }
      await bandit.budget();
      page.leave();
      await settle();
      const packets = (await disk('ldp-bandits')).filter((row) => row['body']);
      const finals = await finalBodies();
      for (const { id, body } of packets) {
        if (parse(finals.get(id) as string).bit !== parse(body as string).bit) counts[kind]++;
      }
    }
    for (const count of Object.values(counts)) expectIndependent(count);
  });

  const differing = (a: ReadonlyMap<unknown, string>, b: ReadonlyMap<unknown, string>) =>
    [...b].filter(([id, body]) => parse(a.get(id) as string).bit !== parse(body).bit).length;

  describe.each(['click', 'hide'] as const)('after a write at a %s', (write) => {
    // Equal bytes must not show an answer, and different ones no silence.
    test.each(['silent', 'answered'])('the bytes of %s visits stay as they are', async (kind) => {
      const bandit = await visit(NOISY);
      const decisions = Array.from({ length: 500 }, () => bandit.choose());
      await bandit.budget();
      for (const decision of kind === 'answered' ? decisions : []) void decision.reward(0);
      page[write]();
      await settle();
      const before = await finalBodies();
      expect(before.size).toBe(500);
      page.leave();
      await settle();
      expect(await finalBodies()).toEqual(before);
    });

    test('an answer has other noise than what was written', async () => {
      const bandit = await visit(NOISY);
      const decisions = Array.from({ length: 500 }, () => bandit.choose());
      await bandit.budget();
      page[write]();
      await settle();
      const before = await finalBodies();
      for (const decision of decisions) void decision.reward(0);
      page.leave();
      await settle();
      const left = await finalBodies();
      expect(left.size).toBe(500);
      expectIndependent(differing(before, left));
    });
  });
});

describe('a disk that fails', () => {
  test('is told of about once a minute, not with every try', async () => {
    const errors: LdpError[] = [];
    const onError = (error: LdpError) => void errors.push(error);
    const bandit = await visit({ ...CLEAR, onError });
    bandit.choose();
    await bandit.budget();
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('It is broken.', 'UnknownError');
    });
    await elapse(600_000);
    await until(() => errors.length > 0);
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(['store_conflict']));
    expect(errors.length).toBeLessThanOrEqual(12);
  });

  test.each(['refuses to write', 'fails while it writes'])(
    'keeps the copy in localStorage when it %s, until it has the final bytes',
    async (way) => {
      const copies = () => [...stored.keys()].filter((key) => key.includes('final')).length;
      const bandit = await visit(CLEAR);
      const decision = bandit.choose();
      await bandit.budget();
      void decision.reward(1);
      const real = IDBDatabase.prototype.transaction;
      const failing = vi.spyOn(IDBDatabase.prototype, 'transaction');
      failing.mockImplementation(function (this: IDBDatabase, names, mode, options) {
        const isWrite = names === 'finals' && mode === 'readwrite';
        if (isWrite && way === 'refuses to write')
          throw new DOMException('It is closing.', 'InvalidStateError');
        const transaction = real.call(this, names, mode, options);
        if (isWrite) transaction.commit = () => transaction.abort();
        return transaction;
      });
      page.leave();
      await settle();
      await visit(CLEAR);
      await settle();
      stopTimers();
      expect(copies()).toBe(1);
      failing.mockRestore();
      expect(await bitsAfterNextVisit()).toEqual([1]);
      expect(copies()).toBe(0);
    },
  );
});

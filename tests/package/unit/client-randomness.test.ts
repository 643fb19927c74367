// All randomness is crypto.getRandomValues: nothing works without it, nothing else is used, no byte
// is used twice.
import { webcrypto } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { memoryLedger } from 'ldp-bandits';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failure, open, parse, ScriptedCollector } from './client-support.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The same generator, counting. */
function spyOnRandomness() {
  const spy = { bytes: 0, longest: 0 };
  vi.stubGlobal('crypto', {
    subtle: webcrypto.subtle,
    getRandomValues(view: Uint8Array) {
      spy.bytes += view.byteLength;
      spy.longest = Math.max(spy.longest, view.byteLength);
      return webcrypto.getRandomValues(view);
    },
  });
  return spy;
}

describe.each<[string, unknown]>([
  ['missing', undefined],
  ['without getRandomValues', {}],
  [
    'throwing',
    {
      getRandomValues() {
        throw new DOMException('no entropy', 'OperationError');
      },
    },
  ],
  ['repeating itself', { getRandomValues: (view: Uint8Array) => view.fill(7) }],
])('with crypto %s', (_, crypto) => {
  test('no bandit is created: insecure_randomness, nothing is sent or spent', async () => {
    vi.stubGlobal('crypto', crypto);
    const collector = new ScriptedCollector();
    const ledger = memoryLedger();
    const error = await failure(open(collector, { ledger }));
    expect(error).toMatchObject({ code: 'insecure_randomness' });
    expect(collector.requests).toHaveLength(0);
    for await (const entry of ledger.entries()) expect.unreachable(entry.reportId);
  });

  test('a bandit that exists stops choosing before a word of randomness is missing', async () => {
    const collector = new ScriptedCollector();
    const bandit = await open(collector, { privacy: { epsilon: 1, epsilonTotal: 100_000 } });
    vi.stubGlobal('crypto', crypto);
    let decisions = 0;
    let error: unknown;
    // The pool of 16 KiB may still hold good bytes; four words a decision.
    while (decisions < 3_000 && error === undefined) {
      try {
        bandit.choose();
        decisions++;
      } catch (thrown) {
        error = thrown;
      }
    }
    expect(error).toMatchObject({ code: 'insecure_randomness' });
    expect(decisions).toBeLessThanOrEqual(16_384 / 8 / 4);
    expect((await bandit.budget()).reports).toBe(decisions);
    vi.unstubAllGlobals();
    expect(() => bandit.choose()).toThrow(expect.objectContaining({ code: 'insecure_randomness' }));
    const next = await open(collector);
    expect(await next.choose().reward(1)).toMatchObject({ status: 'queued' });
  });
});

test('a generator that repeats a whole fill after the start is found before a byte is used twice', async () => {
  const collector = new ScriptedCollector();
  const bandit = await open(collector, { privacy: { epsilon: 1, epsilonTotal: 100_000 } });
  const recorded = webcrypto.getRandomValues(new Uint8Array(16_384));
  const repeating = {
    subtle: webcrypto.subtle,
    // Small draws, such as those of the test at the start, are as good as ever.
    getRandomValues(view: Uint8Array) {
      if (view.length < recorded.length) return webcrypto.getRandomValues(view);
      view.set(recorded);
      return view;
    },
  };
  vi.stubGlobal('crypto', repeating);
  let decisions = 0;
  const all = () => {
    for (; decisions < 4_000; decisions++) bandit.choose();
  };
  expect(all).toThrow(expect.objectContaining({ code: 'insecure_randomness' }));
  // What was left of a good fill, and the recorded one once.
  expect(decisions).toBeGreaterThan(300);
  expect(decisions).toBeLessThanOrEqual(2 * (16_384 / 8 / 5));
  // A new bandit of the page gets the same fill, which has been used.
  const next = await open(collector);
  expect(() => next.choose()).toThrow(expect.objectContaining({ code: 'insecure_randomness' }));
  vi.unstubAllGlobals();
  expect(await (await open(collector)).choose().reward(1)).toMatchObject({ status: 'queued' });
});

test('Math.random is never called', async () => {
  vi.spyOn(Math, 'random').mockImplementation(() => {
    throw new Error('Math.random was called');
  });
  const collector = new ScriptedCollector();
  const bandit = await open(collector);
  await bandit.choose().reward(1);
  bandit.choose();
  await bandit.flush();
  await bandit[Symbol.asyncDispose]();
  expect(collector.bodies).toHaveLength(2);
});

test('every 64-bit word is paid with eight bytes, asked for at most 65,536 at a time', async () => {
  const spy = spyOnRandomness();
  const collector = new ScriptedCollector();
  const bandit = await open(collector, { privacy: { epsilon: 1, epsilonTotal: 100_000 } });
  const decisions = 10_000;
  spy.bytes = 0;
  for (let i = 0; i < decisions; i++) bandit.choose();
  // One word for the coin of an answer and one for that of silence, two for the id, one for the
  // delay; there is no tie to break. One pool may be left over.
  expect(spy.bytes).toBeGreaterThan(decisions * 5 * 8 - 16_384);
  expect(spy.bytes).toBeLessThan(decisions * 5 * 8 * 1.01 + 2 * 16_384);
  expect(spy.longest).toBeLessThanOrEqual(65_536);
});

test('nothing is drawn before the first decision but the test of the generator', async () => {
  const spy = spyOnRandomness();
  await open(new ScriptedCollector());
  expect(spy.bytes).toBe(2 * 32 + 16); // two blocks that must differ, and the name of this bandit
});

test('ids are 128 random bits: no two alike, every bit about half the time', async () => {
  const bandit = await open(new ScriptedCollector(), {
    privacy: { epsilon: 1, epsilonTotal: 100_000 },
  });
  const outcomes = await Promise.all(
    Array.from({ length: 2_000 }, () => bandit.choose().reward(1)),
  );
  const ids = outcomes.flatMap((outcome) =>
    outcome.status === 'queued' ? [outcome.report.id] : [],
  );
  expect(new Set(ids).size).toBe(2_000);
  for (let bit = 0; bit < 128; bit++) {
    const ones = ids.filter((id) => {
      const bytes = Buffer.from(id, 'base64url');
      return ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1;
    }).length;
    expect(Math.abs(ones - 1_000)).toBeLessThan(6 * Math.sqrt(500)); // 2e-9 per bit
  }
});

test('ties are broken by the same generator: unknown arms are all tried', async () => {
  const collector = new ScriptedCollector();
  const nothing = [null, null, null];
  collector.snapshot = { ...(collector.snapshot as object), mean: nothing, width: nothing };
  const bandit = await open(collector, { privacy: { epsilon: 1, epsilonTotal: 1_000 } });
  const outcomes = await Promise.all(Array.from({ length: 300 }, () => bandit.choose().reward(1)));
  const arms = outcomes.flatMap((outcome) =>
    outcome.status === 'queued' ? [parse(outcome.report.body).arm] : [],
  );
  for (const arm of [0, 1, 2]) {
    const count = arms.filter((a) => a === arm).length;
    expect(Math.abs(count - 100)).toBeLessThan(60); // 7 standard deviations
  }
});

test('the source of the client knows no seed, no Math.random and no Date in place of randomness', () => {
  const folder = new URL('../../../bindings/ts/client/', import.meta.url);
  const names = ['bits', 'client', 'contextual', 'combinatorial', 'convex'];
  const modules = names.map((name) => `${name}.cpp`);
  const shared = ['arm_device', 'device', 'page', 'record', 'sealed'].map((name) => `${name}.hpp`);
  const bindings = [...modules, ...shared].map((file) => `../../${file}`);
  const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .concat(bindings)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
    .replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '');
  expect(text).not.toMatch(/Math\s*\.\s*random|\bseed|mt19937|\brand\(|philox|splitmix/i);
});

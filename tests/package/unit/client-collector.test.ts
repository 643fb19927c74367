// The client against the real collector of this package, and the wasm under it over a long life.
import { readFile } from 'node:fs/promises';
import { createBandit, memoryLedger } from 'ldp-bandits';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { open, ScriptedCollector } from './client-support.js';
import { atOnce } from './server-support.js';

const ORIGIN = 'https://collector.example';

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each([
  { type: 'weighted-ldp-ucb', arms: 3 },
  { type: 'weighted-ldp-ucb', arms: 1 },
  { type: 'weighted-ldp-ucb', arms: 4096, levels: [0.5, 2] },
  { type: 'he-ldp-ucb-bernoulli', arms: 3, epsilonMin: 1, bound: 'La' },
  {
    type: 'he-ldp-ucb-laplace',
    arms: 3,
    epsilonMin: 1,
    rewards: { type: 'clip', low: -1, high: 1 },
  },
  {
    type: 'weighted-ldp-ucb',
    arms: 3,
    rewards: { type: 'sigmoid', center: 5, scale: 2 },
    neutral: 5,
  },
  { type: 'weighted-ldp-ucb', arms: 3, rewards: { type: 'threshold', at: 0.5 } },
  { type: 'weighted-ldp-ucb', arms: 3, levels: [0.5, 2], levelAwareFrom: 1 },
  { type: 'weighted-ldp-ucb-laplace', arms: 3 },
  { type: 'ldp-kl-ucb', arms: 3 },
  { type: 'ldp-kl-ucb', arms: 3, levels: [0.5, 2] },
  { type: 'ldp-thompson', arms: 3 },
  { type: 'ldp-thompson', arms: 3, levels: [0.5, 2] },
  { type: 'ldp-gaussian-ucb', arms: 3 },
  { type: 'ldp-gaussian-ucb', arms: 3, levels: [0.5, 2], delta: 1e-9 },
  { type: 'ldp-tsallis-inf', arms: 3 },
  { type: 'ldp-exp3', arms: 3 },
  { type: 'ldp-imed', arms: 3, levels: [0.5, 2] },
  { type: 'ldp-thompson-graded', arms: 3, levels: [0.5, 2] },
  { type: 'ldp-imed-graded', arms: 3 },
  { type: 'ldp-thompson-drift', arms: 3 },
  { type: 'ldp-thompson-drift', arms: 3, discount: 1000 },
] as const)('$type with $arms arms', (algorithm) => {
  const epsilon = 'levels' in algorithm ? 2 : 1;
  const delta = algorithm.type === 'ldp-gaussian-ucb' ? 1e-6 : 0;

  test('manifest, snapshot and reports are understood on both sides', async () => {
    const collector = await createCollector({
      experiments: atOnce({ demo: { algorithm, perReport: { epsilon } } }),
      store: memoryStore(),
      publishEvery: { reports: 1 },
    });
    const bandit = await createBandit({
      endpoint: ORIGIN,
      experiment: 'demo',
      algorithm,
      privacy: { epsilon, delta, epsilonTotal: 100 },
      ledger: memoryLedger(),
      fetch: collector.fetch,
    });
    for (let i = 0; i < 20; i++) {
      const decision = bandit.choose();
      expect(decision.policy).toBe('snapshot');
      expect(await decision.reward(i / 10 - 1)).toMatchObject({ status: 'queued' });
      expect(await bandit.flush()).toEqual({ accepted: 1, duplicate: 0, rejected: 0, pending: 0 });
      await bandit.refresh();
    }
    expect(bandit.snapshot.reports).toBe(20);
    await bandit[Symbol.asyncDispose]();
    await collector[Symbol.asyncDispose]();
  });
});

test('clients learn from each other through noise alone: the best of three arms wins', async () => {
  const algorithm = { type: 'weighted-ldp-ucb', arms: 3 } as const;
  const collector = await createCollector({
    experiments: atOnce({ demo: { algorithm, perReport: { epsilon: 4, delta: 0 } } }),
    store: memoryStore(),
    publishEvery: { reports: 20 },
  });
  const bandit = await createBandit({
    endpoint: ORIGIN,
    experiment: 'demo',
    algorithm,
    privacy: { epsilon: 4, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    fetch: collector.fetch,
  });
  const pulls = [0, 0, 0];
  for (let i = 0; i < 1_000; i++) {
    const decision = bandit.choose();
    if (i >= 500) pulls[decision.action]!++;
    await decision.reward(decision.action === 2 ? 1 : 0);
    if (i % 20 === 19) {
      await bandit.flush();
      await bandit.refresh();
    }
  }
  expect(pulls[2]).toBeGreaterThan(400);
});

/** The module of arms, which may grow to `pages` of 64 KiB, and the memory of its instance once it has one. */
async function ownModule(pages = 32_768) {
  const file = new URL('../../../dist/ldp-bandits.wasm', import.meta.url);
  const bytes = Uint8Array.from(await readFile(file));
  // The section of memories: one, with a least and a most; 32,768 pages in three bytes of LEB128.
  const most = [0x80, 0x80, 0x02];
  const at = bytes.findIndex((_, i) => most.every((byte, k) => bytes[i + k] === byte));
  bytes.set([(pages & 127) | 128, ((pages >> 7) & 127) | 128, pages >> 14], at);
  const wasm = await WebAssembly.compile(bytes);
  const { instantiate } = WebAssembly;
  const own: { readonly wasm: WebAssembly.Module; memory?: WebAssembly.Memory } = { wasm };
  vi.spyOn(WebAssembly, 'instantiate').mockImplementation((async (
    module: WebAssembly.Module,
    imports: WebAssembly.Imports,
  ) => {
    const instance = await instantiate(module, imports);
    if (module === wasm) own.memory = instance.exports['memory'] as WebAssembly.Memory;
    return instance;
  }) as never);
  return own;
}

const sizeOf = ({ memory }: { readonly memory?: WebAssembly.Memory }) =>
  (memory as WebAssembly.Memory).buffer.byteLength;

describe('the wasm module', () => {
  test('is compiled once for all clients; the next client costs about a millisecond', async () => {
    const compile = vi.spyOn(WebAssembly, 'compile');
    const collector = new ScriptedCollector();
    await open(collector);
    const compiled = compile.mock.calls.length;
    const start = performance.now();
    for (let i = 0; i < 200; i++) await open(collector);
    expect((performance.now() - start) / 200).toBeLessThan(20);
    expect(compile.mock.calls.length).toBe(compiled);
  });

  test('needs no more memory after a hundred thousand decisions of a thousand clients', {
    timeout: 30_000,
  }, async () => {
    const collector = new ScriptedCollector();
    const own = await ownModule();
    await open(collector, { wasm: own.wasm });
    const before = sizeOf(own);
    for (let i = 0; i < 1_000; i++) {
      await using bandit = await open(collector, { wasm: own.wasm, mayReport: () => false });
      for (let k = 0; k < 100; k++) bandit.choose()[Symbol.dispose]();
    }
    expect(sizeOf(own)).toBe(before);
  });

  test('grows for many arms without losing what is in it', async () => {
    const collector = new ScriptedCollector();
    const own = await ownModule();
    const { wasm } = own;
    const small = await open(collector, { wasm });
    const before = sizeOf(own);
    const arms = 4096;
    const algorithm = { type: 'weighted-ldp-ucb', arms } as const;
    collector.manifest = { ...(collector.manifest as object), algorithm, labels: undefined };
    const list = Array.from({ length: arms }, (_, arm) => (arm === 4000 ? 2 : 0.5));
    collector.snapshot = { ...(collector.snapshot as object), mean: list, width: list };
    const large = await Promise.all(
      Array.from({ length: 200 }, () => open(collector, { wasm, algorithm })),
    );
    expect(sizeOf(own)).toBeGreaterThan(before);
    for (const bandit of large) expect(bandit.choose().action).toBe(4000);
    expect(small.choose().action).toBe(1);
    expect(await small.choose().reward(1)).toMatchObject({ status: 'queued' });
  });
});

test('an instance that runs out of memory is `aborted`, and the next bandit gets a new one', async () => {
  const collector = new ScriptedCollector();
  const arms = 4096;
  const algorithm = { type: 'weighted-ldp-ucb', arms } as const;
  const list = new Array<number>(arms).fill(0.5);
  const large = new ScriptedCollector();
  large.manifest = { ...(large.manifest as object), algorithm, labels: undefined };
  large.snapshot = { ...(large.snapshot as object), mean: list, width: list };
  const own = await ownModule(128);
  const { wasm } = own;
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const kept = [];
  let error: unknown;
  while (error === undefined && kept.length < 1_000) {
    try {
      kept.push(await open(large, { wasm, algorithm }));
    } catch (thrown) {
      error = thrown;
    }
  }
  expect(error).toMatchObject({ code: 'aborted' });
  warn.mockRestore();
  const dead = own.memory;
  const bandit = await open(collector, { wasm });
  expect(own.memory).not.toBe(dead);
  expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
});

test('thousands of refused answers leave the module as it was', async () => {
  const bandit = await open(new ScriptedCollector());
  const decision = bandit.choose();
  for (let i = 0; i < 20_000; i++) await decision.reward(Number.NaN).catch(() => {});
  expect(await decision.reward(1)).toMatchObject({ status: 'queued' });
});

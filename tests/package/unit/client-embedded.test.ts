// The module inside the default entries: packed, and unpacked once with what the platform has.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FEATURES, linearCollector, openLinear } from './client-linear-support.js';
import { ALGORITHM, failure, open, ScriptedCollector } from './client-support.js';

afterEach(() => vi.unstubAllGlobals());

const wasmOf = (name: 'ldp-bandits' | 'contextual' | 'learner') =>
  readFileSync(fileURLToPath(import.meta.resolve(`ldp-bandits/${name}.wasm`)));

const collector = () =>
  createCollector({
    experiments: { posters: { algorithm: ALGORITHM, perReport: { epsilon: 1 } } },
    store: memoryStore(),
  });

describe('without DecompressionStream', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a bandit', () => open(new ScriptedCollector())],
    ['a bandit with contexts', () => openLinear(linearCollector())],
    ['a collector', collector],
  ])('%s says what to do, and starts once it is there', async (_, start) => {
    vi.stubGlobal('DecompressionStream', undefined);
    const error = await failure(start());
    expect(error).toMatchObject({
      name: 'LdpError',
      code: 'wasm_not_found',
      details: { reason: 'no DecompressionStream' },
    });
    expect(String(error)).toContain('`wasm`');
    vi.unstubAllGlobals();
    await expect(start()).resolves.toBeDefined();
  });

  test('a module that the page gives needs no unpacking', async () => {
    vi.stubGlobal('DecompressionStream', undefined);
    const bandit = await open(new ScriptedCollector(), { wasm: wasmOf('ldp-bandits') });
    expect(bandit.snapshot.id).toBe(12);
    const wasm = wasmOf('contextual');
    const contextual = await openLinear(linearCollector(), 'ball', { wasm });
    expect(contextual.choose(FEATURES).action).toBe(1);
  });
});

test('the module of the other family is refused, by what it is', async () => {
  const wrong = [
    () => open(new ScriptedCollector(), { wasm: wasmOf('contextual') }),
    () => openLinear(linearCollector(), 'ball', { wasm: wasmOf('ldp-bandits') }),
    () => open(new ScriptedCollector(), { wasm: wasmOf('learner') }),
    () => openLinear(linearCollector(), 'ball', { wasm: wasmOf('learner') }),
  ];
  for (const start of wrong)
    expect(await failure(start())).toMatchObject({ code: 'wasm_not_found' });
});

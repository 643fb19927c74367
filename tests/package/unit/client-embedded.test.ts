// The module inside the default entries: packed, and unpacked once with what the platform has.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ALGORITHM, failure, open, ScriptedCollector } from './client-support.js';

afterEach(() => vi.unstubAllGlobals());

const collector = () =>
  createCollector({
    experiments: { posters: { algorithm: ALGORITHM, perReport: { epsilon: 1 } } },
    store: memoryStore(),
  });

describe('without DecompressionStream', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a bandit', () => open(new ScriptedCollector())],
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
    const file = fileURLToPath(import.meta.resolve('ldp-bandits/ldp-bandits.wasm'));
    const bandit = await open(new ScriptedCollector(), { wasm: readFileSync(file) });
    expect(bandit.snapshot.id).toBe(12);
  });
});

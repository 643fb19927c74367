// A golden report of a codebook. In a file of its own: the module of a page draws its randomness ahead, so what other
// tests have drawn would count.
import { createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/contexts';
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { expect, test, vi } from 'vitest';
import { atOnce, ORIGIN } from './server-support.js';

// tests/browser/library/library.test.ts asks the same of Chromium and Firefox.
test('fixed randomness and a fixed context give one report, bit for bit, on every engine', async () => {
  const algorithm = { type: 'ldp-linear-moments', dimension: 3 } as const;
  await using collector = await createCollector({
    experiments: atOnce({ shop: { algorithm, perReport: { epsilon: 1 } } }),
    store: memoryStore(),
  });
  await using bandit = await createBandit({
    endpoint: ORIGIN,
    experiment: 'shop',
    algorithm,
    privacy: { epsilon: 1, epsilonTotal: 1 },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    maxDelayMs: 0,
    fetch: collector.fetch,
  });
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    let state = 7;
    const bytes = array as unknown as Uint8Array;
    for (let i = 0; i < bytes.length; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      bytes[i] = state >>> 24;
    }
    return array;
  });
  const features = [
    [0.6, 0.8, 0],
    [0, -0.6, 0.8],
    [0.48, 0.6, -0.64],
  ];
  const outcome = await bandit.choose(features).reward(1);
  const body = outcome.status === 'queued' ? outcome.report.body : undefined;
  expect(new TextDecoder().decode(body)).toBe(
    '{"v":1,"id":"Efv5iHOMmsfHa3naXHsXvw","snapshot":1,"part":"moment","data":"7AA"}',
  );
});

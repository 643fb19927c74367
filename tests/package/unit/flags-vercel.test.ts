// `ldp-bandits/vercel-flags` in Vercel's Flags SDK, over a collector, up to a decision in the client.
import { flag } from 'flags/next';
import { createBandit, memoryLedger } from 'ldp-bandits';
import { banditAdapter, type Picked } from 'ldp-bandits/vercel-flags';
import { expect, test } from 'vitest';
import { collectorOver, ORIGIN } from './server-support.js';

const EXPERIMENTS = {
  headlines: { algorithm: { type: 'ldp-thompson', arms: 3 }, perReport: { epsilon: 1 } },
} as const;

const request = () => new Request('https://shop.example/');

test('a flag is the choice of its experiment, which the client adopts for one report', async () => {
  await using collector = await collectorOver({ experiments: EXPERIMENTS });
  const headline = flag<Picked>({
    key: 'headlines',
    adapter: banditAdapter(() => collector.bootstrap(['headlines'])),
  });
  const choice = await headline(request());
  expect([0, 1, 2]).toContain(choice.action);
  expect(choice.snapshot).toBe(1);
  await using bandit = await createBandit({
    endpoint: ORIGIN,
    experiment: 'headlines',
    algorithm: EXPERIMENTS.headlines.algorithm,
    privacy: { epsilon: 1, epsilonTotal: 8 },
    ledger: memoryLedger(),
    fetch: collector.fetch,
  });
  using decision = bandit.adopt(choice);
  expect(decision.action).toBe(choice.action);
  expect(await decision.reward(1)).toMatchObject({ status: 'queued' });
});

test('it is one draw for a request, and all arms over many', async () => {
  await using collector = await collectorOver({ experiments: EXPERIMENTS });
  const headline = flag<Picked>({
    key: 'headlines',
    adapter: banditAdapter(() => collector.bootstrap(['headlines'])),
  });
  const drawn = new Set<number>();
  // One arm of three is missing after 100 draws with a probability of 3 (2/3)^100 < 1e-16.
  for (let visit = 0; visit < 100; visit++) {
    const one = request();
    const first = await headline(one);
    expect(await headline(one)).toEqual(first);
    drawn.add(first.action);
  }
  expect(drawn.size).toBe(3);
});

test('a flag without an experiment has its default, or says why there is none', async () => {
  await using collector = await collectorOver({ experiments: EXPERIMENTS });
  const adapter = banditAdapter(() => collector.bootstrap(['headlines']));
  const otherwise: Picked = { action: 0, snapshot: 0 };
  const kept = flag<Picked>({ key: 'other', adapter, defaultValue: otherwise });
  expect(await kept(request())).toEqual(otherwise);
  await expect(flag<Picked>({ key: 'other', adapter })(request())).rejects.toThrow(
    /key: must be an experiment of the bootstrap/,
  );
});

// Reports with Gaussian noise: a weaker promise, so the page must have made it itself.
import { type BudgetLedger, createBandit, memoryLedger } from 'ldp-bandits';
import { describe, expect, test } from 'vitest';
import {
  ENDPOINT,
  failure,
  MANIFEST,
  open,
  ScriptedCollector,
  traced,
  withheld,
} from './client-support.js';
import { badArgument } from './refusals.js';

const GAUSSIAN = { type: 'ldp-gaussian-ucb', arms: 3, delta: 1e-6 } as const;
const TERMS = { epsilon: 1, delta: 1e-6, epsilonTotal: 8 } as const;

function collectorOf(algorithm: object = GAUSSIAN, delta = 1e-6): ScriptedCollector {
  const collector = new ScriptedCollector();
  collector.manifest = { ...MANIFEST, algorithm, perReport: { epsilon: 1, delta } };
  return collector;
}

const openGaussian = (
  collector = collectorOf(),
  privacy: object = TERMS,
  ledger: BudgetLedger = memoryLedger(),
) =>
  createBandit({
    endpoint: ENDPOINT,
    experiment: 'posters',
    algorithm: GAUSSIAN,
    privacy: privacy as typeof TERMS,
    ledger,
    fetch: collector.fetch,
    inspect: true,
  });

test('a report is the reward on a grid of 2^-24 plus the noise that was drawn for it', async () => {
  const bandit = await openGaussian();
  expect(bandit.manifest.perReport).toEqual({ epsilon: 1, delta: 1e-6 });
  for (const feedback of [0, 0.5, 1]) {
    const outcome = traced(await bandit.choose().reward(feedback));
    expect(outcome.spent).toEqual({ epsilon: 1, delta: 1e-6 });
    const last = outcome.report.fields.at(-1);
    expect(last).toMatchObject({ name: 'noisy', visibility: 'randomized' });
    expect((last?.value as number) / 2 ** 24).toBe(feedback + (outcome.trace.noise as number));
  }
});

test('what a report costs is what its integers cost: epsilon, delta and mu^2/2', async () => {
  const bandit = await openGaussian();
  bandit.choose();
  const entries = [];
  for await (const entry of (await bandit.budget()).entries()) entries.push(entry);
  // kappa(1, 1e-6) = 4.2246788893: the analytic calibration of Balle and Wang 2018.
  const rho = 1 / 4.2246788893 ** 2 / 2;
  expect(entries).toMatchObject([{ epsilon: 1, delta: 1e-6 }]);
  expect(entries[0]?.rho).toBeCloseTo(rho, 8);
});

describe('the budget of delta', () => {
  const queued = async (bandit: Awaited<ReturnType<typeof openGaussian>>, reports: number) => {
    let count = 0;
    for (let i = 0; i < reports; i++)
      if ((await bandit.choose().reward(1)).status === 'queued') count++;
    return count;
  };

  test('is by default that of as many reports as the epsilons allow', async () => {
    const bandit = await openGaussian(collectorOf(), { ...TERMS, epsilonTotal: 3 });
    expect(await queued(bandit, 5)).toBe(3);
    expect(await bandit.budget()).toMatchObject({
      spent: { epsilon: 3, delta: 3e-6 },
      limit: { epsilon: 3, delta: 3e-6 },
    });
  });

  test('stops reports by itself', async () => {
    const bandit = await openGaussian(collectorOf(), { ...TERMS, deltaTotal: 2.5e-6 });
    expect(await queued(bandit, 5)).toBe(2);
    expect(await bandit.choose().reward(1)).toEqual(withheld('budget_exhausted'));
  });

  test('is shared by all experiments of a ledger, and no matter for pure reports', async () => {
    const ledger = memoryLedger();
    const first = await openGaussian(collectorOf(), { ...TERMS, deltaTotal: 2e-6 }, ledger);
    expect(await queued(first, 2)).toBe(2);
    const second = await openGaussian(collectorOf(), { ...TERMS, deltaTotal: 2e-6 }, ledger);
    expect(await queued(second, 1)).toBe(0);
    const pure = await open(new ScriptedCollector(), { ledger });
    expect(await pure.choose().reward(1)).toMatchObject({ status: 'queued' });
    expect((await pure.budget()).spent).toEqual({ epsilon: 3, delta: 2e-6 });
  });
});

describe('the pin', () => {
  test.each<[string, object, number]>([
    ['of the algorithm', { ...GAUSSIAN, delta: 1e-5 }, 1e-5],
    ['of the algorithm alone', { ...GAUSSIAN, delta: 1e-5 }, 1e-6],
    ['of one report', GAUSSIAN, 1e-5],
    ['that is missing', GAUSSIAN, 0],
  ])('a manifest with another delta %s is a manifest_mismatch', async (_, algorithm, delta) => {
    const collector = collectorOf(algorithm, delta);
    expect(await failure(openGaussian(collector))).toMatchObject({ code: 'manifest_mismatch' });
    expect(collector.bodies).toHaveLength(0);
  });

  test('a page that allows more than the algorithm spends pays what is spent', async () => {
    const bandit = await openGaussian(collectorOf(), { ...TERMS, delta: 1e-4 });
    expect(await bandit.choose().reward(1)).toMatchObject({ spent: { delta: 1e-6 } });
  });

  test('a page that has stated no delta is told to, and nothing leaves it', async () => {
    const collector = collectorOf();
    const error = await failure(openGaussian(collector, { epsilon: 1, epsilonTotal: 8 }));
    expect(error).toMatchObject(badArgument('privacy.delta'));
    expect(collector.requests).toHaveLength(0);
  });

  test('levels that no Gaussian can keep are refused', async () => {
    const collector = collectorOf();
    collector.manifest = {
      ...MANIFEST,
      algorithm: GAUSSIAN,
      perReport: { epsilon: 20, delta: 1e-6 },
    };
    const error = await failure(
      openGaussian(collector, { ...TERMS, epsilon: 20, epsilonTotal: 20 }),
    );
    expect(error).toMatchObject(badArgument('levels'));
  });
});

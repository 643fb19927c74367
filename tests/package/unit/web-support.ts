// A page of the site before the real collector: one experiment, one visitor.
import { type AlgorithmSpec, type BanditOptions, createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import { createCollector, type ExperimentOptions, memoryStore } from 'ldp-bandits/server';
import { onTestFinished } from 'vitest';
import { patient } from './client-support.js';

const ENDPOINT = 'https://site.invalid/collector/';

/** Both are gone when the test is. `read` is what the page shows of the newest snapshot. */
export async function openVisit<Snapshot, Type extends AlgorithmSpec['type']>(
  experiments: Record<string, ExperimentOptions>,
  experiment: string,
  algorithm: BanditOptions<Type>['algorithm'],
  epsilon: number,
) {
  const collector = await createCollector({
    experiments,
    store: memoryStore(),
    basePath: '/collector',
    // Published on each request.
    publishEvery: { reports: Number.MAX_SAFE_INTEGER, ms: 0 },
  });
  const bandit = await createBandit<Type>({
    endpoint: ENDPOINT,
    experiment,
    algorithm,
    privacy: { epsilon, epsilonTotal: 1e6 },
    ledger: memoryLedger(),
    ...patient(),
    fetch: collector.fetch,
    responseWindowMs: 86_400_000,
    maxDelayMs: 0,
  });
  onTestFinished(async () => {
    await bandit[Symbol.asyncDispose]();
    await collector[Symbol.asyncDispose]();
  });
  const read = async () => {
    const response = await collector.fetch(new Request(`${ENDPOINT}${experiment}/snapshot`));
    return (await response.json()) as Snapshot;
  };
  return { collector, bandit, read };
}

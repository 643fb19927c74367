// What the tables of the client share: a collector to talk to, and a description of everything that a
// call could have changed on either side.
import {
  type Bandit,
  type BanditOptions,
  type BudgetLedger,
  createBandit,
  memoryLedger,
} from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import { type Collector, createCollector, memoryStore } from 'ldp-bandits/server';
import { contents, type Fixture, kExperiments, kNever, kOrigin } from './server.js';

export type Options = BanditOptions<'weighted-ldp-ucb'>;

export interface Page {
  readonly options: Options;
  readonly server: Fixture;
  readonly ledger: BudgetLedger;
  /** Requests that left the page, as `METHOD path`. */
  readonly requests: string[];
  /** Calls of crypto.getRandomValues since `watchRandomness`. */
  draws: number;
}

export async function openPage(): Promise<Page> {
  const store = memoryStore();
  const experiments = kExperiments;
  const collector: Collector = await createCollector({ experiments, store, publishEvery: kNever });
  const ledger = memoryLedger();
  const requests: string[] = [];
  return {
    options: {
      endpoint: kOrigin,
      experiment: 'bits',
      algorithm: kExperiments.bits.algorithm,
      privacy: { epsilon: 1, epsilonTotal: 100 },
      ledger,
      maxDelayMs: 0,
      fetch: async (request: Request) => {
        requests.push(`${request.method} ${new URL(request.url).pathname}`);
        return collector.fetch(request);
      },
    },
    server: { store, collector },
    ledger,
    requests,
    draws: 0,
  };
}

/** Counts the draws until the returned function is called. */
export function watchRandomness(page: Page): () => void {
  const original = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (view) => {
    page.draws++;
    return original(view);
  };
  return () => {
    Reflect.deleteProperty(crypto, 'getRandomValues');
  };
}

export const open = (page: Page, changes: object = {}): Promise<Bandit<'weighted-ldp-ucb'>> =>
  createBandit({ ...page.options, ...changes } as Options);

/** Ledger, collector, requests and draws. */
export async function stateOf(page: Page): Promise<unknown> {
  const entries = [];
  for await (const entry of page.ledger.entries()) entries.push(entry);
  const { requests, draws } = page;
  return { entries, requests: [...requests], draws, server: await contents(page.server) };
}

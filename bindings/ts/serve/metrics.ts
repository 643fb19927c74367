/** Prometheus metrics through `prom-client`, if it is installed. Never by option, address or anything else of a visitor. */
import type { ServerResponse } from 'node:http';
import { Problem } from '../command/problem.js';
import type { Log } from './log.js';
import type { StoreObserver } from './observed-store.js';
import type { Traffic } from './traffic.js';

/** What is used of `prom-client`. */
interface PromClient {
  readonly Registry: new () => PromRegistry;
  readonly Counter: new (options: object) => { inc(labels: object, value?: number): void };
  readonly Gauge: new (
    options: object,
  ) => {
    set(labels: object, value: number): void;
    remove(labels: object): void;
  };
  readonly Histogram: new (options: object) => { observe(value: number): void };
  collectDefaultMetrics(options: object): void;
}

interface PromRegistry {
  readonly contentType: string;
  metrics(): Promise<string>;
}

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

const PREFIX = 'ldp_bandits_';
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** @throws {Problem} where `prom-client` is not installed. */
export async function createMetrics(observer: StoreObserver, traffic: Traffic): Promise<Metrics> {
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = await load();
  const registry = new Registry();
  const registers = [registry];
  const describe = (name: string, help: string, labelNames: readonly string[] = []) => ({
    ...{ name: `${PREFIX}${name}`, help, labelNames, registers },
  });
  collectDefaultMetrics({ register: registry }); // memory, processor, event loop lag

  const reports = new Counter(
    describe('reports_total', 'Reports that reached the store.', ['experiment', 'result']),
  );
  const failures = new Counter(
    describe('store_errors_total', 'Calls to the store that failed.', ['operation']),
  );
  const seconds = new Histogram({
    ...describe('commit_seconds', 'How long the store took for a group of reports.'),
    buckets: SECONDS,
  });
  const size = new Histogram({
    ...describe('group_size', 'How many reports were committed together.'),
    buckets: SIZES,
  });
  const open = new Gauge(describe('epochs_open', 'Snapshots that take reports.', ['experiment']));
  const publishedAt = new Map<string, number>();
  observer.add({
    committed: (experiment, { accepted, duplicate }, took) => {
      reports.inc({ experiment, result: 'accepted' }, accepted);
      reports.inc({ experiment, result: 'duplicate' }, duplicate);
      seconds.observe(took);
      size.observe(accepted + duplicate);
    },
    published: (experiment, head) => {
      publishedAt.set(experiment, performance.now());
      open.set({ experiment }, head.snapshot - head.open + 1);
    },
    archived: (experiment) => {
      publishedAt.delete(experiment);
      open.remove({ experiment });
    },
    failed: (operation) => failures.inc({ operation }),
  });

  new Gauge({
    ...describe('snapshot_age_seconds', 'Time since this process saw a newer snapshot.', [
      'experiment',
    ]),
    collect(this: { set(labels: object, value: number): void }) {
      for (const [experiment, at] of publishedAt) {
        this.set({ experiment }, (performance.now() - at) / 1000);
      }
    },
  });
  new Gauge({
    ...describe('requests_open', 'Requests under way.'),
    collect(this: { set(labels: object, value: number): void }) {
      this.set({}, traffic.open);
    },
  });
  const refused = new Counter(
    describe('refused_total', 'Requests that were refused, by HTTP status.', [
      'experiment',
      'status',
    ]),
  );
  traffic.onRefusal((experiment, status) => refused.inc({ experiment, status }));
  return { contentType: registry.contentType, text: () => registry.metrics() };
}

/** Answers 500 where a metric cannot be read. */
export async function answerMetrics(
  metrics: Metrics,
  response: Pick<ServerResponse, 'writeHead' | 'end'>,
  log: Log,
): Promise<void> {
  try {
    const text = await metrics.text();
    response.writeHead(200, { 'content-type': metrics.contentType });
    response.end(text);
  } catch (error) {
    log('error', 'metrics_failed', { message: (error as Error).message });
    response.writeHead(500);
    response.end();
  }
}

async function load(): Promise<PromClient> {
  try {
    const module: { readonly default: PromClient } = await import('prom-client' as string);
    return module.default;
  } catch {
    throw new Problem('--metrics needs the package prom-client: npm install prom-client');
  }
}

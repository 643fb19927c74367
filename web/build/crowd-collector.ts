/** The collector that crowds at build time report to: the one of the demo, in memory, without waiting. */
import {
  type Collector,
  createCollector,
  type ExperimentOptions,
  memoryStore,
} from 'ldp-bandits/server';
import {
  AT_ONCE,
  COLLECT_PATH,
  PUBLISH_EVERY,
  RETENTION,
  timed,
} from '../src/shared/experiment.js';

/** Never resolved: the bandits of a crowd hand their requests to the collector. */
export const ENDPOINT = `https://site.invalid/${COLLECT_PATH}/`;
export const LONGEST_WINDOW_MS = 86_400_000;

export function crowdCollector(
  experiments: Readonly<Record<string, ExperimentOptions>>,
  publishEvery: { readonly reports: number; readonly ms: number } = PUBLISH_EVERY,
): Promise<Collector> {
  return createCollector({
    experiments: timed(experiments, AT_ONCE),
    store: memoryStore(),
    basePath: `/${COLLECT_PATH}`,
    publishEvery,
    retention: RETENTION,
  });
}

/** What every page would be given now. `Snapshot` says what the experiment publishes. */
export async function newestSnapshot<Snapshot>(
  id: string,
  collector: Collector,
): Promise<Snapshot> {
  const response = await collector.fetch(new Request(new URL(`${id}/snapshot`, ENDPOINT)));
  return (await response.json()) as Snapshot;
}

/** What the Service Worker's store begins with. */
export async function savedState(id: string, collector: Collector): Promise<string> {
  return Buffer.from(await collector.export(id)).toString('base64');
}

/**
 * Runs the demo's crowd through the demo's collector at build time, and keeps what the collector learnt.
 * So the page has real numbers before its first visitor.
 */
import { createCollector, memoryStore } from 'ldp-bandits/server';
import { createSimulator } from 'ldp-bandits/simulation';
import { type Point, thin } from '../src/chart/series.js';
import { BatchTransport } from '../src/demo-knows/batch-transport.js';
import { regretOf, TRUTH } from '../src/demo-knows/truth.js';
import { visit } from '../src/demo-knows/visit.js';
import {
  AT_ONCE,
  COLLECT_PATH,
  experimentId,
  experiments,
  PUBLISH_EVERY,
  REPORTS_PER_BODY,
  RETENTION,
  STOPS,
  type Stop,
  timed,
} from '../src/shared/experiment.js';

const VISITORS = 1200;
/** One batch a snapshot, as fast as the live crowd at its fastest. */
const BATCH = PUBLISH_EVERY.reports;
const COMPARATOR = { horizon: 50_000, replicates: 40, points: 60 };

export async function warmStart() {
  const endpoint = new URL(`https://site.invalid/${COLLECT_PATH}/`);
  const collector = await createCollector({
    experiments: timed(experiments(), AT_ONCE),
    store: memoryStore(),
    basePath: `/${COLLECT_PATH}`,
    publishEvery: PUBLISH_EVERY,
    retention: RETENTION,
    maxReportsPerBody: REPORTS_PER_BODY,
  });
  const states: Record<string, string> = {};
  const snapshots: Record<string, unknown> = {};
  const regret: Record<string, readonly Point[]> = {};
  for (const stop of STOPS) {
    const id = experimentId(stop);
    regret[id] = await runCrowd(endpoint, stop, collector.fetch);
    states[id] = Buffer.from(await collector.export(id)).toString('base64');
    const response = await collector.fetch(new Request(new URL(`${id}/snapshot`, endpoint)));
    snapshots[id] = await response.json();
  }
  await collector[Symbol.asyncDispose]();
  return { states, start: { snapshots, regret, nonPrivate: await comparator() } };
}

async function runCrowd(
  endpoint: URL,
  stop: Stop,
  fetch: (request: Request) => Promise<Response>,
): Promise<readonly Point[]> {
  const points: Point[] = [[0, 0]];
  const transport = new BatchTransport(fetch, Infinity);
  let lost = 0;
  let visitors = 0;
  while (visitors < VISITORS) {
    transport.forgetReads();
    const shown = await visit({ endpoint, stop, visitors: BATCH, transport });
    if (shown.length === 0)
      throw new Error(`warm start: no report of ${experimentId(stop)} was taken`);
    lost += shown.reduce((sum, arm) => sum + regretOf(arm), 0);
    visitors += shown.length;
    points.push([visitors, Math.round(lost * 10) / 10]);
  }
  return thin(points, 40);
}

/** A learner that reads every answer in the clear, on the same truth: the library's own simulator. */
async function comparator(): Promise<readonly Point[]> {
  const simulator = await createSimulator();
  const { curves } = await simulator.run({
    version: 1,
    seed: 'posters',
    horizon: COMPARATOR.horizon,
    replicates: COMPARATOR.replicates,
    environment: { type: 'bernoulli', means: TRUTH },
    runs: [{ label: 'ucb1', policy: { type: 'ucb1', bound: 'La' } }],
    record: { points: COMPARATOR.points, scale: 'log' },
  }).result;
  await simulator[Symbol.asyncDispose]();
  const curve = curves[0];
  if (!curve) throw new Error('warm start: the simulator gave no curve');
  const points = Array.from(
    curve.t,
    (t, i): Point => [t, Math.round((curve.mean[i] ?? 0) * 10) / 10],
  );
  return [[0, 0], ...points];
}

// Arbitrary schedules of three collectors over one store: reports to old and new snapshots, sent
// again, in a hurry; collectors killed and started anew.
import fc from 'fast-check';
import type { AggregateStore, Collector, CollectorOptions } from 'ldp-bandits/server';
import { expect } from 'vitest';
import { collectorOver, post, type SnapshotBody, snapshotOf } from './server-support.js';

export interface Sent {
  readonly id: string;
  readonly arm: number;
  readonly level: number;
  /** As it is in the report: `"bit":1`. */
  readonly payload: string;
  readonly snapshot: number;
}

const multiArmed = ({ id, snapshot, arm, level, payload }: Sent) =>
  `{"v":1,"id":"${id}","snapshot":${snapshot},"arm":${arm},"level":${level},${payload}}`;

export const step = fc.record({
  collector: fc.nat(2),
  /** How far the named snapshot lags behind the newest one. */
  lag: fc.nat(5),
  reports: fc.array(fc.record({ arm: fc.nat(3), level: fc.nat(2), value: fc.integer() }), {
    maxLength: 4,
  }),
  /** Position among the reports sent so far, to send again. */
  replay: fc.option(fc.nat(1000)),
  /** Ask for the snapshot: publishes. */
  look: fc.boolean(),
  /** Do not wait for the answer before the next step. */
  hurry: fc.boolean(),
  /** Kill this collector and start another in its place. */
  restart: fc.boolean(),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export interface Schedule {
  readonly experiments: CollectorOptions['experiments'];
  /** The one that gets the reports: 4 arms. */
  readonly name: string;
  readonly levels: number;
  readonly payload: (value: number) => string;
  /** The body of a report, where it is not the multi-armed one. */
  readonly bytes?: (sent: Sent) => string;
}

/** What the collectors publish in the end, and the reports that they accepted. */
export async function follow(
  { experiments, name, levels, payload, bytes = multiArmed }: Schedule,
  steps: readonly Step[],
  store: AggregateStore,
) {
  const start = () =>
    collectorOver({ experiments, store, publishEvery: { reports: 3, ms: 0 }, retention: 3 });
  const collectors = [await start(), await start(), await start()];
  const sent: Sent[] = [];
  const accepted = new Map<string, Sent>();
  let counted = 0;
  let serial = 0;

  const send = async (collector: Collector, batch: readonly Sent[]) => {
    if (batch.length === 0) return;
    const response = await collector.fetch(post(`[${batch.map(bytes).join()}]`, name));
    expect([202, 409]).toContain(response.status);
    if (response.status !== 202) return;
    const result = (await response.json()) as { accepted: number; duplicate: number };
    expect(result.accepted + result.duplicate).toBe(batch.length);
    counted += result.accepted;
    for (const one of batch) accepted.set(one.id, one);
  };

  const underway: Promise<void>[] = [];
  for (const { collector: which, lag, reports, replay, look, hurry, restart } of steps) {
    const collector = collectors[which] as Collector;
    const newest = (await store.latest(name))?.snapshot ?? 0;
    const batch = reports.map(({ arm, level, value }) => ({
      id: Buffer.from(String(++serial).padStart(16, '.')).toString('base64url'),
      arm,
      level: level % levels,
      payload: payload(value),
      snapshot: Math.max(0, newest - lag),
    }));
    sent.push(...batch);
    const again = sent[replay ?? -1];
    const work = send(collector, again === undefined ? batch : [...batch, again]);
    underway.push(work);
    if (!hurry) await work;
    if (look) await snapshotOf(collector, name);
    if (restart) collectors[which] = await start();
  }
  await Promise.all(underway);

  const last = collectors[0] as Collector;
  const published = await snapshotOf(last, name);
  await Promise.all(collectors.map((collector) => collector[Symbol.asyncDispose]()));
  return { published, accepted: [...accepted.values()], counted };
}

/** What a single collector publishes of these reports, all sent at once. */
export async function learnAtOnce(
  { experiments, name, bytes = multiArmed }: Schedule,
  reports: readonly Sent[],
): Promise<SnapshotBody> {
  await using collector = await collectorOver({ experiments, publishEvery: { ms: 0 } });
  if (reports.length > 0) {
    const body = `[${reports.map((one) => bytes({ ...one, snapshot: 1 })).join()}]`;
    expect((await collector.fetch(post(body, name))).status).toBe(202);
  }
  return snapshotOf(collector, name);
}

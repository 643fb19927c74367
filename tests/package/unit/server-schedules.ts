// Arbitrary schedules of three collectors over one store: reports to old and new snapshots, sent
// again, in a hurry; collectors killed and started anew. Every report is one that an honest device
// can send: about an arm that the snapshot that it names shows.
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import {
  type AggregateStore,
  type BatchItem,
  type Collector,
  type CollectorOptions,
  memoryStore,
} from 'ldp-bandits/server';
import { indexedDbStore } from 'ldp-bandits/server/service-worker';
import { expect, test } from 'vitest';
import { drawArm } from './server-shown-arms.js';
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

const step = fc.record({
  collector: fc.nat(2),
  /** How far the named snapshot lags behind the newest one. */
  lag: fc.nat(5),
  /** `arm`: which of the arms that the snapshot shows. */
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
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export interface Schedule {
  readonly experiments: CollectorOptions['experiments'];
  /** The one that gets the reports: 4 arms. */
  readonly name: string;
  readonly levels: number;
  /** Whether devices of this level play the incumbent. Absent: none do. */
  readonly isLow?: (level: number) => boolean;
  readonly payload: (value: number) => string;
  /** The body of a report, where it is not the multi-armed one. */
  readonly bytes?: (sent: Sent) => string;
  /** Takes the same reports, and shows every arm in its first snapshot. Absent: `experiments` do. */
  readonly takers?: CollectorOptions['experiments'];
}

/** The snapshot in what a collector stores: see state.ts. */
function snapshotIn(state: Uint8Array): SnapshotBody {
  const view = new DataView(state.buffer, state.byteOffset);
  // Twenty bytes of header, the learner, the snapshot, and more.
  const start = 20 + view.getUint32(8, true);
  const json = state.slice(start, start + view.getUint32(12, true));
  return JSON.parse(new TextDecoder().decode(json));
}

/** Remembers every snapshot that was published through it. */
export function recording(store: AggregateStore) {
  const snapshots = new Map<number, SnapshotBody>();
  const recorded: AggregateStore = {
    commit: (...args) => store.commit(...args),
    read: (epoch) => store.read(epoch),
    head: (experiment) => store.head(experiment),
    latest: async (experiment) => {
      const latest = await store.latest(experiment);
      if (latest !== null) snapshots.set(latest.snapshot, snapshotIn(latest.state));
      return latest;
    },
    publish: async (experiment, expected, next) => {
      const published = await store.publish(experiment, expected, next);
      if (published) snapshots.set(next.snapshot, snapshotIn(next.state));
      return published;
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
  return { store: recorded, snapshots };
}

/** What the collectors publish in the end, and the reports that they accepted. */
async function follow(
  { experiments, name, levels, isLow = () => false, payload, bytes = multiArmed }: Schedule,
  steps: readonly Step[],
  under: AggregateStore,
) {
  const { store, snapshots } = recording(under);
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
    const newest = (await store.latest(name))?.snapshot ?? 1;
    const snapshot = Math.max(1, newest - lag);
    const shown = snapshots.get(snapshot) as SnapshotBody;
    const batch = reports.map(({ arm, level, value }) => ({
      id: Buffer.from(String(++serial).padStart(16, '.')).toString('base64url'),
      // A vector says nothing about an arm.
      arm: bytes === multiArmed ? drawArm(shown, arm, isLow(level % levels)) : arm,
      level: level % levels,
      payload: payload(value),
      snapshot,
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
  return { published, accepted: [...accepted.values()], counted, snapshots };
}

/** What a single collector publishes of these reports, all sent at once. */
export async function learnAtOnce(
  { experiments, name, bytes = multiArmed, takers = experiments }: Schedule,
  reports: readonly Sent[],
): Promise<SnapshotBody> {
  const store = memoryStore();
  const taken = memoryStore();
  const items: BatchItem[] = [];
  const taking: AggregateStore = {
    commit: (epoch, batch, options) => {
      items.push(...batch);
      return taken.commit(epoch, batch, options);
    },
    read: (epoch) => taken.read(epoch),
    head: (experiment) => taken.head(experiment),
    latest: (experiment) => taken.latest(experiment),
    publish: (...args) => taken.publish(...args),
    [Symbol.asyncDispose]: () => taken[Symbol.asyncDispose](),
  };
  await using taker = await collectorOver({ experiments: takers, store: taking });
  await using collector = await collectorOver({ experiments, store, publishEvery: { ms: 0 } });
  if (reports.length > 0) {
    const body = `[${reports.map((one) => bytes({ ...one, snapshot: 1 })).join()}]`;
    expect((await taker.fetch(post(body, name))).status).toBe(202);
    await store.commit({ experiment: name, snapshot: 1 }, items);
  }
  return snapshotOf(collector, name);
}

/** Holds what follows from any schedule of three collectors over one store, of either kind, to `check`. */
export function testSchedules(
  publishes: string,
  schedule: Schedule,
  check: (followed: Awaited<ReturnType<typeof follow>>) => Promise<void> | void,
  indexedDbRuns = 10,
): void {
  test.each([
    ['memoryStore', 40, () => memoryStore()],
    ['indexedDbStore', indexedDbRuns, () => indexedDbStore(crypto.randomUUID())],
  ] as const)(
    `over one %s: any schedule of three collectors publishes ${publishes}`,
    async (_store, numRuns, createStore) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          await using store = createStore();
          const followed = await follow(schedule, steps, store);
          expect(followed.counted).toBe(followed.accepted.length);
          await check(followed);
        }),
        { numRuns },
      );
    },
    120_000,
  );
}

// What the tables of the server share: a collector with three reports in it, and a description of
// everything that a call could have changed.
import {
  type AggregateStore,
  type Collector,
  createCollector,
  type ExperimentOptions,
  memoryStore,
} from 'ldp-bandits/server';
import { atOnce } from '../server-support.js';

export const kArms = 3;
export const kOrigin = 'https://collector.example';

export const kExperiments = {
  bits: { algorithm: { type: 'weighted-ldp-ucb', arms: kArms }, perReport: { epsilon: 1 } },
  noisy: {
    algorithm: { type: 'he-ldp-ucb-laplace', arms: kArms, epsilonMin: 0.5, levels: [0.5, 1] },
    perReport: { epsilon: 1 },
  },
  gaussian: { algorithm: { type: 'ldp-gaussian-ucb', arms: kArms }, perReport: { epsilon: 1 } },
  drawn: { algorithm: { type: 'ldp-tsallis-inf', arms: kArms }, perReport: { epsilon: 1 } },
} as const satisfies Record<string, ExperimentOptions>;

/** Snapshots are published only when a test asks for one. */
export const kNever = { reports: Number.MAX_SAFE_INTEGER } as const;

export interface Fixture {
  readonly store: AggregateStore;
  readonly collector: Collector;
}

/** Snapshots 0..20 of `bits` exist, the ring holds the last 16, and three reports wait in it. */
export async function openFixture(): Promise<Fixture> {
  const store = memoryStore();
  const collector = await createCollector({
    experiments: atOnce(kExperiments),
    store,
    publishEvery: { reports: 1 },
  });
  for (let snapshot = 0; snapshot < 20; ++snapshot) {
    const { id } = await collector.snapshot('bits');
    await post(collector, 'bits', report({ id: reportId(`advance ${snapshot}`), snapshot: id }));
    await collector.snapshot('bits');
  }
  await collector[Symbol.asyncDispose]();

  const open = { experiments: atOnce(kExperiments), store, publishEvery: kNever };
  const fixture = { store, collector: await createCollector(open) };
  const { id: snapshot } = await fixture.collector.snapshot('bits');
  for (const arm of [0, 1, 1]) {
    await post(fixture.collector, 'bits', report({ snapshot, arm }));
  }
  await post(fixture.collector, 'noisy', report({ noisy: -700 }));
  return fixture;
}

let made = 0;

/** 22 characters of base64url, 16 bytes; a new one at each call without a name. */
export function reportId(name = `report ${made++}`): string {
  return Buffer.from(name.padEnd(16, '.').slice(0, 16)).toString('base64url');
}

export interface Fields {
  readonly id?: string;
  readonly snapshot?: number;
  readonly arm?: number;
  readonly level?: number;
  readonly bit?: number;
  readonly noisy?: number;
}

/** The one spelling of a report. */
export function report({
  id = reportId(),
  snapshot = 0,
  arm = 0,
  level = 0,
  bit = 1,
  noisy,
}: Fields) {
  const payload = noisy === undefined ? `"bit":${bit}` : `"noisy":${noisy}`;
  return `{"v":1,"id":"${id}","snapshot":${snapshot},"arm":${arm},"level":${level},${payload}}`;
}

export function post(
  collector: Collector,
  experiment: string,
  body: BodyInit,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Response> {
  const url = `${kOrigin}/${experiment}/reports`;
  return collector.fetch(new Request(url, { method: 'POST', body, headers }));
}

/** Everything the server remembers: published states, the sums of every epoch, what is served. */
export async function contents({ store, collector }: Fixture): Promise<unknown> {
  const state: Record<string, unknown> = {};
  for (const experiment of Object.keys(kExperiments)) {
    const latest = await store.latest(experiment);
    const epochs = [];
    for (let snapshot = 0; snapshot <= (latest?.snapshot ?? 0) + 1; ++snapshot) {
      epochs.push(await store.read({ experiment, snapshot }));
    }
    const served = await collector.fetch(new Request(`${kOrigin}/${experiment}/snapshot`));
    state[experiment] = { latest, epochs, served: served.ok ? await served.text() : served.status };
  }
  return state;
}

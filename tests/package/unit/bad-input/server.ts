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

/** The newest snapshot of `bits`: every arm has as many reports, all ones, so it shows every arm. */
export const kNewest = 22;

/**
 * Snapshots 0..22 of `bits` exist, the ring holds the last 16, and three reports wait in it. A body may be a
 * list.
 */
export async function openFixture(): Promise<Fixture> {
  const store = memoryStore();
  const options = {
    experiments: atOnce(kExperiments),
    store,
    retention: 16,
    maxReportsPerBody: 10_000,
  };
  const collector = await createCollector({ ...options, publishEvery: { reports: 1 } });
  for (let snapshot = 1; snapshot < kNewest; ++snapshot) {
    // Of arms with ones only, the one with the fewest reports has the largest index: they take turns.
    const arm = (snapshot - 1) % kArms;
    const sent = report({ id: reportId(`advance ${snapshot}`), snapshot, arm });
    await accept(collector, 'bits', sent);
    await collector.snapshot('bits');
  }
  await collector[Symbol.asyncDispose]();

  const fixture = {
    store,
    collector: await createCollector({ ...options, publishEvery: kNever }),
  };
  for (const arm of [0, 1, 1]) {
    await accept(fixture.collector, 'bits', report({ snapshot: kNewest, arm }));
  }
  await accept(fixture.collector, 'noisy', report({ snapshot: 1, noisy: -700 }));
  return fixture;
}

async function accept(collector: Collector, experiment: string, body: string): Promise<void> {
  const answer = await post(collector, experiment, body);
  if (answer.status !== 202) throw new Error(`The fixture is refused: ${await answer.text()}`);
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

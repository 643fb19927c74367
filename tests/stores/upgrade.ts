// state-0.1.0.json is what the store of a collector of release 0.1.0 held: state version 1, one experiment of each
// family. It was recorded from commit 08243fa, the last one that wrote version 1, with its wasm modules built by
// `node scripts/build-wasm.mjs` there and its client and server bundled by esbuild. In Node, its pages (`createBandit`)
// sent 47 reports an experiment through its collector (`retention: 3`, `publishEvery: { reports: 6 }`) to its
// `memoryStore`, and then made two whose bodies were kept back: `late`. `state` is the publication's, `epochs` what
// `store.read` gave for every epoch that was not folded; the ids are those of the reports that it had taken. The
// generalized linear one names `parts` since: it was joint, which is no longer the default.
import { readFileSync } from 'node:fs';
import {
  type AggregateStore,
  type AlgorithmSpec,
  createCollector,
  type Publication,
} from 'ldp-bandits/server';
import { expect } from 'vitest';

interface SavedEpoch {
  readonly snapshot: number;
  readonly schema: string;
  readonly reports: number;
  /** Of int64, little endian, in base64. */
  readonly sums: string;
  readonly ids: readonly string[];
}

interface Saved extends Pick<Publication, 'snapshot' | 'open' | 'folded'> {
  readonly algorithm: AlgorithmSpec;
  readonly epsilon: number;
  /** All that were acknowledged. */
  readonly reports: number;
  /** In base64. */
  readonly state: string;
  readonly epochs: readonly SavedEpoch[];
  /** Bodies of reports that were under way, to two epochs that are open. */
  readonly late: readonly string[];
}

const file = new URL('state-0.1.0.json', import.meta.url);
const saved: Readonly<Record<string, Saved>> = JSON.parse(readFileSync(file, 'utf8'));
const ORIGIN = 'https://collector.example';
const HOUR_MS = 3_600_000;

/** The families of which there is an experiment of release 0.1.0. */
export const FAMILIES_OF_010 = Object.keys(saved);

/** What an experiment of 0.1.0 meant that named no mechanism: today's default is another one. */
const MECHANISMS_OF_010: Readonly<Record<string, object>> = {
  linear: { mechanism: 'ball' },
  'generalized-linear': { mechanism: 'ball' },
};

const bytesOf = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));

/** Adds the sums of an epoch: all by its first report. */
async function fillEpoch(store: AggregateStore, experiment: string, epoch: SavedEpoch) {
  const { schema, ids } = epoch;
  const sums = new BigInt64Array(bytesOf(epoch.sums).buffer);
  const none = { indices: new Uint32Array(), values: new BigInt64Array() };
  const all = { indices: Uint32Array.from(sums.keys()), values: sums };
  const batch = ids.map((id, i) => {
    return { id, delta: { schema, size: sums.length, ...(i === 0 ? all : none) } };
  });
  await store.commit({ experiment, snapshot: epoch.snapshot }, batch);
  const read = await store.read({ experiment, snapshot: epoch.snapshot });
  expect(read).toEqual({ schema, reports: BigInt(epoch.reports), sums });
}

/** Leaves in `store` what that of release 0.1.0 held. */
async function fill(store: AggregateStore, experiment: string, from: Saved): Promise<void> {
  const { snapshot, open, folded } = from;
  const state = bytesOf(from.state);
  expect([...state.subarray(0, 5)]).toEqual([...Buffer.from('LDPC'), 1]);
  const before = { snapshot: snapshot - 1, open: folded, folded, revision: 'before', state };
  await store.publish(experiment, null, before);
  for (const epoch of from.epochs.filter((epoch) => epoch.snapshot < snapshot))
    await fillEpoch(store, experiment, epoch);
  const newest = { snapshot, open, folded, revision: '', state };
  expect(await store.publish(experiment, snapshot - 1, newest)).toBe(true);
  for (const epoch of from.epochs.filter((epoch) => epoch.snapshot === snapshot))
    await fillEpoch(store, experiment, epoch);
}

/**
 * Opens what release 0.1.0 stored for an experiment of this family: its results have every report, reports that were
 * under way are counted once, and what is published then opens again.
 */
export async function opensStateOf010(store: AggregateStore, family: string): Promise<void> {
  const from = saved[family] as Saved;
  await fill(store, family, from);
  const { epsilon, reports, snapshot, late } = from;
  let now = Date.now();
  const optionsOf = (algorithm: AlgorithmSpec) => ({
    experiments: { [family]: { algorithm, perReport: { epsilon } } },
    store,
    now: () => now,
  });
  const mechanism = MECHANISMS_OF_010[family];
  if (mechanism)
    await expect(createCollector(optionsOf(from.algorithm))).rejects.toMatchObject({
      code: 'store_conflict',
      details: { reason: expect.stringContaining('mechanism ball, once the default: name it') },
    });
  const options = optionsOf({ ...from.algorithm, ...mechanism } as AlgorithmSpec);
  const total = reports + late.length;
  {
    await using collector = await createCollector(options);
    const send = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      const address = `${ORIGIN}/${family}/reports`;
      const answer = await collector.fetch(new Request(address, { method: 'POST', headers, body }));
      return { status: answer.status, ...(await answer.json()) };
    };
    expect(await collector.results(family)).toMatchObject({ reports, snapshot });
    for (const body of late)
      expect(await send(body)).toEqual({ status: 202, accepted: 1, duplicate: 0 });
    for (const body of late)
      expect(await send(body)).toEqual({ status: 202, accepted: 0, duplicate: 1 });
    now += HOUR_MS;
    const results = await collector.results(family);
    expect(results.reports).toBe(total);
    expect(results.snapshot).toBe(snapshot + 1);
    const arms = results.options ?? [];
    if (arms.length > 0) expect(arms.reduce((sum, option) => sum + option.reports, 0)).toBe(total);
    expect((await collector.snapshot(family)).reports).toBe(total);
  }
  await using again = await createCollector(options);
  expect((await again.results(family)).reports).toBe(total);
}

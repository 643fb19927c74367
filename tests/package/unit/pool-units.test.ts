// In which pieces the workers get a simulation, seen from what is posted to them.
import { Worker } from 'node:worker_threads';
import { createSimulator } from 'ldp-bandits/simulation';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { workerFile } from './pool-support.js';
import { spec } from './simulation-support.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Unit {
  readonly run: number;
  readonly first: number;
  readonly replicates: number;
}
const kReplicates = 90;
const runs = spec.runs.length;
/** In the order in which they were given out. */
const units: Unit[] = [];
let specsPosted = 0;

function listenedWorker(): Worker {
  const worker = new Worker(workerFile);
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (message: { readonly type: string; readonly unit: Unit }) => {
    if (message.type === 'play') units.push(message.unit);
    if (message.type === 'open') specsPosted += 1;
    post(message);
  };
  return worker;
}

beforeAll(async () => {
  await using simulator = await createSimulator({ workers: 2, spawn: listenedWorker });
  await simulator.run({ ...spec, horizon: 20_000, replicates: kReplicates }).result;
});

describe('the pieces of a simulation', () => {
  test('are every replicate of every run, once', () => {
    for (let run = 0; run < runs; run += 1) {
      const own = units.filter((unit) => unit.run === run);
      const played = own.flatMap(({ first, replicates }) =>
        Array.from({ length: replicates }, (_, i) => first + i),
      );
      expect(played.sort((a, b) => a - b)).toEqual(
        Array.from({ length: kReplicates }, (_, i) => i),
      );
    }
  });

  test('begin with one replicate of each run, which tells how fast it is', () => {
    const firsts = units.slice(0, runs);
    expect(firsts.map(({ run }) => run).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(firsts.every(({ replicates }) => replicates === 1)).toBe(true);
  });

  test('have at most 16 replicates', () => {
    expect(Math.max(...units.map(({ replicates }) => replicates))).toBeLessThanOrEqual(16);
    expect(Math.max(...units.map(({ replicates }) => replicates))).toBeGreaterThan(1);
  });

  test('are single replicates where reports travel, which each of them holds in memory', async () => {
    const before = units.length;
    await using simulator = await createSimulator({ workers: 1, spawn: listenedWorker });
    const delivery = { epoch: 10 };
    const both = [
      { label: 'at once', policy: { type: 'ucb1' } },
      { label: 'later', policy: { type: 'ucb1' }, delivery },
    ] as const;
    await simulator.run({ ...spec, runs: both, replicates: 20 }).result;
    const most = (wanted: number) =>
      Math.max(
        ...units
          .slice(before)
          .filter(({ run }) => run === wanted)
          .map(({ replicates }) => replicates),
      );
    expect(most(0)).toBeGreaterThan(1);
    expect(most(1)).toBe(1);
    units.length = before;
    specsPosted -= 1;
  });

  test('take the runs forward together, so that curves on the way compare like with like', () => {
    const taken = Array<number>(runs).fill(0);
    for (const { run, replicates } of units) {
      // It was among those that were furthest behind.
      expect(taken[run]).toBe(Math.min(...taken));
      taken[run] = (taken[run] ?? 0) + replicates;
    }
  });

  test('shrink towards the end, so that no worker is left alone with a long one', () => {
    const last = units.slice(-3).map(({ replicates }) => replicates);
    expect(Math.max(...last)).toBeLessThanOrEqual(8);
  });

  test('come with the spec once for each worker, not with every piece', () => {
    expect(units.length).toBeGreaterThan(2 * runs);
    expect(specsPosted).toBe(2);
  });
});

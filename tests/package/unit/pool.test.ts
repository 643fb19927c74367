// Workers change how long a simulation takes and nothing else.
import fc from 'fast-check';
import { createSimulator, type SimulationEvent, type Simulator } from 'ldp-bandits/simulation';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pause, quickest, scriptFolder, watchedWorkers } from './pool-support.js';
import { endless, reasonOf, spec } from './simulation-support.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const scripts = scriptFolder();
const simulators: Simulator[] = [];
beforeAll(async () => {
  for (const workers of [0, 1, 2, 3]) simulators.push(await createSimulator({ workers }));
});
afterAll(() =>
  Promise.all(simulators.map((simulator) => simulator[Symbol.asyncDispose]())).then(() => {}),
);
const [, , two] = [0, 1, 2, 3].map((index) => () => simulators[index] as Simulator);
const pool = two as () => Simulator;

describe('the number of workers changes no bit', () => {
  test('of the golden spec', async () => {
    const digests = await Promise.all(
      simulators.map(async (simulator) => (await simulator.run(spec).result).digest),
    );
    expect(new Set(digests).size).toBe(1);
  });

  test('of any spec, whatever the numbers of replicates and rounds', async () => {
    const specs = fc.record({
      seed: fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' }),
      horizon: fc.integer({ min: 1, max: 400 }),
      replicates: fc.integer({ min: 1, max: 70 }),
      runs: fc.subarray([...spec.runs], { minLength: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(specs, async (change) => {
        const digests = await Promise.all(
          simulators.map(async (one) => (await one.run({ ...spec, ...change }).result).digest),
        );
        expect(new Set(digests).size).toBe(1);
      }),
      { numRuns: 25, seed: 20201 },
    );
  });

  test("with 'auto' there are as many as the machine runs at once", async () => {
    await using simulator = await createSimulator({ workers: 'auto' });
    expect(simulator.workers).toBeGreaterThanOrEqual(1);
    expect((await simulator.run(spec).result).digest).toBe((await pool().run(spec).result).digest);
  });
});

describe('workers are started', () => {
  test('when there is work for them: one at first, never more than there are trials', async () => {
    const { workers, spawn } = watchedWorkers();
    await using simulator = await createSimulator({ workers: 3, spawn });
    expect(simulator.workers).toBe(3);
    expect(workers.length).toBe(1);
    const runs = spec.runs.slice(0, 1);
    await simulator.run({ ...spec, runs, replicates: 1 }).result;
    expect(workers.length).toBe(1);
    await simulator.run({ ...spec, runs, replicates: 2 }).result;
    expect(workers.length).toBe(2);
    await simulator.run(spec).result;
    expect(workers.length).toBe(3);
    await simulator.run(spec).result;
    expect(workers.length).toBe(3);
  });

  test('and ended with the simulator', async () => {
    const { workers, spawn } = watchedWorkers();
    const simulator = await createSimulator({ workers: 2, spawn });
    await simulator.run(spec).result;
    const exits = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    await simulator[Symbol.asyncDispose]();
    expect((await Promise.all(exits)).length).toBe(2);
  });
});

describe('progress', () => {
  test('counts the rounds of all workers and ends with all trials', async () => {
    const events: SimulationEvent[] = [];
    for await (const event of pool().run({ ...spec, horizon: 100_000 })) events.push(event);
    const progress = events.filter((event) => event.type === 'progress');
    let last = 0;
    for (const { done, total, finished, trials } of progress) {
      expect(done).toBeGreaterThanOrEqual(last);
      expect(done).toBeLessThanOrEqual(total);
      // Trials that are done have played all their rounds.
      expect(finished * 100_000).toBeLessThanOrEqual(done);
      expect(trials).toBe(25);
      last = done;
    }
    expect(progress.at(-1)).toEqual({
      type: 'progress',
      done: 2_500_000,
      total: 2_500_000,
      finished: 25,
      trials: 25,
      etaMs: 0,
    });
  });

  test('never goes back while what a worker recorded is on its way', async () => {
    const late = scripts.spoilt(
      'late',
      `const units = new Map();
       port.on('message', ({ type, id, unit }) => type === 'play' && units.set(id, unit));
       const post = port.postMessage.bind(port);
       port.postMessage = (message, transfer) => {
         const { type, id } = message;
         if (type === 'playing') return; // what follows says more
         if (type !== 'played') return post(message, transfer);
         const all = 20_000 * units.get(id).replicates;
         for (const rounds of [all - 1, all]) post({ type: 'playing', id, rounds, regrets: null });
         setTimeout(post, 20, message, transfer);
       };`,
    );
    const { spawn } = watchedWorkers(() => late);
    await using simulator = await createSimulator({ workers: 2, spawn });
    let last = 0;
    for await (const event of simulator.run({ ...spec, horizon: 20_000 })) {
      if (event.type !== 'progress') continue;
      expect(event.done).toBeGreaterThanOrEqual(last);
      last = event.done;
    }
    expect(last).toBe(25 * 20_000);
  });

  test('shows curves before the first trial is done, and says how many trials are behind each', async () => {
    const run = pool().run({ ...endless, replicates: 3 });
    for await (const event of run) {
      if (event.type !== 'curves' || event.result.curves.every(({ t }) => t.length === 0)) continue;
      expect(event.result.partial).toBe(true);
      for (const { replicates, t } of event.result.curves) {
        expect(replicates).toBe(t.length === 0 ? 0 : 1);
        expect(t.at(-1) ?? 0).toBeLessThan(endless.horizon);
      }
      break;
    }
    expect(await reasonOf(run.result)).toMatchObject({ name: 'AbortError' });
  });

  test('is coalesced for a slow reader, who still gets the end', async () => {
    const run = pool().run({ ...spec, horizon: 50_000 });
    const seen: SimulationEvent[] = [];
    for await (const event of run) {
      seen.push(event);
      await pause(150);
    }
    const result = await run.result;
    const last = (type: string) => seen.filter((event) => event.type === type).at(-1);
    expect(last('curves')).toEqual({ type: 'curves', result });
    expect(last('progress')).toMatchObject({ done: 1_250_000, finished: 25, etaMs: 0 });
    expect(seen.length).toBeLessThan(40);
  });
});

describe('runs side by side', () => {
  test('a short run is done while a long one is going, and neither changes the other', async () => {
    const alone = (await pool().run(spec).result).digest;
    const long = pool().run({ ...spec, horizon: 400_000 });
    await pause(30);
    let longIsDone = false;
    long.result.then(() => {
      longIsDone = true;
    });
    expect((await pool().run(spec).result).digest).toBe(alone);
    expect(longIsDone).toBe(false);
    expect((await long.result).partial).toBe(false);
  });

  test('share the workers evenly: of two equal runs neither is far ahead', async () => {
    const runs = [pool().run(endless), pool().run({ ...endless, seed: 'another' })];
    const done = [0, 0];
    const stop = new AbortController();
    const reading = runs.map(async (run, index) => {
      for await (const event of run) {
        if (event.type === 'progress') done[index] = event.done;
        if (stop.signal.aborted) break;
      }
    });
    await pause(800);
    stop.abort();
    await Promise.all(reading);
    const [more, fewer] = [Math.max(...done), Math.min(...done)];
    expect(fewer).toBeGreaterThan(more / 4);
  });
});

describe('a run on workers stops within 50 ms', () => {
  test('on abort, and its workers are free for the next', async () => {
    const took = await quickest(5, async () => {
      const stop = new AbortController();
      const run = pool().run(endless, { signal: stop.signal });
      await pause(150);
      const reason = new Error('changed my mind');
      const start = performance.now();
      stop.abort(reason);
      expect(await reasonOf(run.result)).toBe(reason);
      const end = performance.now();
      expect(run.latest?.partial).toBe(true);
      return end - start;
    });
    expect(took).toBeLessThan(50);
    expect((await pool().run(spec).result).partial).toBe(false);
  });

  test('on dispose of the simulator in the middle of two runs', async () => {
    const took = await quickest(3, async () => {
      const simulator = await createSimulator({ workers: 2 });
      const runs = [simulator.run(endless), simulator.run(endless)];
      await pause(150);
      const start = performance.now();
      await simulator[Symbol.asyncDispose]();
      const end = performance.now();
      for (const { result } of runs) {
        expect(await reasonOf(result)).toMatchObject({ name: 'LdpError', code: 'disposed' });
      }
      expect(() => simulator.run(spec)).toThrow(expect.objectContaining({ code: 'disposed' }));
      return end - start;
    });
    expect(took).toBeLessThan(50);
  });

  test('on abort before it starts, while its workers are still starting', async () => {
    const reason = new Error('never');
    const aborted = { signal: AbortSignal.abort(reason) };
    expect(await reasonOf(pool().run(spec, aborted).result)).toBe(reason);
    expect(await reasonOf(createSimulator({ workers: 2, ...aborted }))).toBe(reason);

    const { spawn } = watchedWorkers();
    await using simulator = await createSimulator({ workers: 3, spawn });
    const stop = new AbortController();
    const run = simulator.run(endless, { signal: stop.signal });
    await pause(1);
    stop.abort(reason);
    expect(await reasonOf(run.result)).toBe(reason);
    expect((await simulator.run(spec).result).partial).toBe(false);
  });
});

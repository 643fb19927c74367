import {
  createSimulator,
  LdpError,
  type SimulationEvent,
  type SimulationResult,
  type SimulationSpec,
  type Simulator,
} from 'ldp-bandits/simulation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const means = [0.9, 0.8, 0.8, 0.7, 0.5];
const spec: SimulationSpec = {
  version: 1,
  seed: 'golden',
  horizon: 2000,
  replicates: 5,
  environment: { type: 'bernoulli', means },
  runs: [
    { label: 'ucb1', policy: { type: 'ucb1' } },
    { label: 'uniform', policy: { type: 'uniform' } },
    { label: 'weighted', policy: { type: 'weighted-ldp-ucb' }, epsilon: 1 },
    { label: 'bernoulli', policy: { type: 'he-ldp-ucb-bernoulli' }, epsilon: 1 },
    {
      label: 'laplace',
      policy: { type: 'he-ldp-ucb-laplace', epsilonMin: 0.5 },
      population: { levels: [0, 0.5, 4], probabilities: [0.25, 0.25, 0.5] },
    },
  ],
  record: { points: 20, scale: 'log' },
};
/** Minutes of work: never finished by a test. */
const endless: SimulationSpec = { ...spec, horizon: 1_000_000_000, replicates: 1 };

let simulator: Simulator;
beforeAll(async () => {
  simulator = await createSimulator();
});
afterAll(() => simulator[Symbol.asyncDispose]());

const curveOf = (result: SimulationResult, label: string) => {
  const curve = result.curves.find((candidate) => candidate.label === label);
  if (curve === undefined) throw new Error(`no curve ${label}`);
  return curve;
};

async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it did not reject',
    (reason: unknown) => reason,
  );
}

describe('the same spec gives the same bits', () => {
  test('on every machine and in every release: a golden digest', async () => {
    const { digest } = await simulator.run(spec).result;
    // A change here changes every published figure: say so in the changelog.
    expect(digest).toBe('sha256-24zkhwa8E0GNV00geGJI/T5mAzno67cC08Z4/3gugHw=');
  });

  test('whatever runs beside it', async () => {
    const [alone] = [await simulator.run(spec).result];
    const together = await Promise.all([1, 2, 3].map(() => simulator.run(spec).result));
    for (const { digest } of together) expect(digest).toBe(alone?.digest);
  });

  test('for each replicate, however many are played in step with it', async () => {
    // 40 replicates are played in three batches; the first 5 must be those of the run above.
    const runs = spec.runs.slice(0, 1);
    const one = await simulator.run({ ...spec, runs, replicates: 1 }).result;
    const forty = await simulator.run({ ...spec, runs, replicates: 40 }).result;
    const first = await simulator.run({ ...spec, runs, replicates: 39 }).result;
    // mean over 40 = (39 mean over 39 + the 40th) / 40, and the 40th alone lies in the range of regrets.
    const last = (curve: SimulationResult) => curve.curves[0]?.mean.at(-1) ?? Number.NaN;
    const fortieth = 40 * last(forty) - 39 * last(first);
    expect(fortieth).toBeGreaterThan(0);
    expect(fortieth).toBeLessThan(2000 * 0.4);
    expect(last(one)).toBeGreaterThan(0);
  });

  test('and another seed gives others', async () => {
    const other = await simulator.run({ ...spec, seed: 'other' }).result;
    const golden = await simulator.run(spec).result;
    expect(other.digest).not.toBe(golden.digest);
  });
});

describe('the curves are those of the theory', () => {
  test('uniform play loses the mean gap in every round', async () => {
    const { curves } = await simulator.run({ ...spec, runs: spec.runs.slice(1, 2), replicates: 200 }).result;
    const [uniform] = curves;
    const gap = means.reduce((sum, mean) => sum + (0.9 - mean), 0) / means.length;
    uniform?.t.forEach((t, i) => {
      // Standard deviation of one round's loss is at most 0.14; 200 replicates; six standard errors.
      expect(Math.abs((uniform.mean[i] ?? 0) - gap * t)).toBeLessThan(6 * 0.14 * Math.sqrt(t / 200) + 1e-9);
    });
  });

  test('with next to no noise HeLDP-UCB-B loses what UCB1 loses', async () => {
    const policies = [
      { label: 'ucb1', policy: { type: 'ucb1' } },
      { label: 'private', policy: { type: 'he-ldp-ucb-bernoulli' }, epsilon: 32 },
    ] as const;
    const result = await simulator.run({ ...spec, runs: policies, replicates: 100 }).result;
    // At epsilon = 32 a bit is flipped once in 10^14: the same worlds and the same rewards give the same choices.
    expect(curveOf(result, 'private').mean).toEqual(curveOf(result, 'ucb1').mean);
  });

  test('more privacy costs more regret, and the published algorithm more than the weighted one', async () => {
    const runs = [0.5, 1, 8].map((epsilon) => ({
      label: String(epsilon),
      policy: { type: 'weighted-ldp-ucb' } as const,
      epsilon,
    }));
    const published = { label: 'published', policy: { type: 'he-ldp-ucb-bernoulli' }, epsilon: 1 } as const;
    const result = await simulator.run({ ...spec, horizon: 20_000, replicates: 50, runs: [...runs, published] }).result;
    const [half, one, eight, paper] = result.curves.map(({ mean }) => mean.at(-1) ?? Number.NaN);
    expect(half).toBeGreaterThan(one as number);
    expect(one).toBeGreaterThan(eight as number);
    expect(paper).toBeGreaterThan(one as number);
  });
});

describe('a result', () => {
  let result: SimulationResult;
  beforeAll(async () => {
    result = await simulator.run(spec).result;
  });

  test('carries the spec with every default written out, and running that gives the same', async () => {
    expect(result.spec.runs[2]?.policy).toEqual({ type: 'weighted-ldp-ucb', arms: 5, bound: 'La' });
    expect(result.spec.runs[3]?.policy).toEqual({ type: 'he-ldp-ucb-bernoulli', arms: 5, bound: 'L4', epsilonMin: 1 });
    expect((await simulator.run(result.spec).result).digest).toBe(result.digest);
  });

  test('records at increasing times that end at the horizon, inside its band', () => {
    expect(result.partial).toBe(false);
    for (const { t, mean, low, high, replicates } of result.curves) {
      expect(replicates).toBe(5);
      expect(t.at(-1)).toBe(2000);
      t.forEach((time, i) => {
        if (i > 0) expect(time).toBeGreaterThan(t[i - 1] as number);
        expect(low[i]).toBeLessThanOrEqual(mean[i] as number);
        expect(high[i]).toBeGreaterThanOrEqual(mean[i] as number);
      });
    }
  });

  test('becomes CSV with one row per point, labels quoted as RFC 4180 wants', async () => {
    const label = '=a "b", c';
    const { curves, toCSV } = await simulator.run({ ...spec, runs: [{ label, policy: { type: 'ucb1' } }] }).result;
    const lines = toCSV().split('\r\n');
    expect(lines[0]).toBe('label,t,mean,low,high,replicates');
    expect(lines.length).toBe(2 + (curves[0]?.t.length ?? 0));
    expect(lines[1]?.startsWith(`"'=a ""b"", c",1,`)).toBe(true);
  });

  test('becomes JSON of plain numbers', () => {
    const plain = JSON.parse(JSON.stringify(result));
    expect(plain).toMatchObject({ version: 1, digest: result.digest, partial: false });
    expect(plain.curves[0].mean).toEqual(Array.from(curveOf(result, 'ucb1').mean));
  });
});

describe('progress', () => {
  test('counts up to the total and ends with the complete curves', async () => {
    const events: SimulationEvent[] = [];
    const run = simulator.run(spec);
    for await (const event of run) events.push(event);
    const progress = events.filter((event) => event.type === 'progress');
    expect(progress.at(-1)).toEqual({ type: 'progress', done: 50_000, total: 50_000, etaMs: 0 });
    progress.reduce((last, { done }) => {
      expect(done).toBeGreaterThanOrEqual(last);
      return done;
    }, 0);
    const curves = events.filter((event) => event.type === 'curves');
    expect(curves.at(-1)?.result).toBe(await run.result);
  });

  test('is coalesced: a reader that was away finds one event of each kind', async () => {
    const run = simulator.run({ ...spec, horizon: 200_000 });
    const events = run[Symbol.asyncIterator]();
    await run.result;
    const seen: string[] = [];
    for (let next = await events.next(); !next.done; next = await events.next()) seen.push(next.value.type);
    expect(seen.sort()).toEqual(['curves', 'progress']);
  });

  test('lets the event loop turn: no slice of work holds it for 50 ms', async () => {
    const run = simulator.run(endless);
    let longest = 0;
    let last = performance.now();
    for (const until = last + 600; last < until; ) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    await run[Symbol.asyncDispose]();
    // A slice aims at 12 ms; the rest is room for a busy machine.
    expect(longest).toBeLessThan(50);
  });
});

describe('a run stops within 50 ms', () => {
  test('on abort; the result and the loop reject with the reason of the signal', async () => {
    const controller = new AbortController();
    const run = simulator.run(endless, { signal: controller.signal });
    const loop = (async () => {
      for await (const event of run) void event;
    })();
    await new Promise((resolve) => setTimeout(resolve, 150));
    const reason = new Error('changed my mind');
    const start = performance.now();
    controller.abort(reason);
    expect(await reasonOf(run.result)).toBe(reason);
    expect(performance.now() - start).toBeLessThan(50);
    expect(await reasonOf(loop)).toBe(reason);
  });

  test('on break; what was known stays, marked partial', async () => {
    const run = simulator.run(endless);
    let start = 0;
    for await (const event of run) {
      if (event.type !== 'curves') continue;
      expect(event.result.partial).toBe(true);
      start = performance.now();
      break;
    }
    expect(await reasonOf(run.result)).toMatchObject({ name: 'AbortError' });
    expect(performance.now() - start).toBeLessThan(50);
    expect(run.latest?.partial).toBe(true);
    const [first] = run.latest?.curves ?? [];
    expect(first?.t.length).toBeGreaterThan(0);
    expect(first?.t.at(-1)).toBeLessThan(endless.horizon);
  });

  test('on dispose of the run, and of the simulator with all its runs', async () => {
    const run = simulator.run(endless);
    await run[Symbol.asyncDispose]();
    expect(await reasonOf(run.result)).toMatchObject({ name: 'AbortError' });

    const other = await createSimulator();
    const runs = [other.run(endless), other.run(endless)];
    const start = performance.now();
    await other[Symbol.asyncDispose]();
    expect(performance.now() - start).toBeLessThan(100);
    for (const { result } of runs) expect(LdpError.is(await reasonOf(result), 'disposed')).toBe(true);
    expect(() => other.run(spec)).toThrow(expect.objectContaining({ code: 'disposed' }));
  });

  test('before it starts, if the signal was aborted already', async () => {
    const reason = new Error('never');
    expect(await reasonOf(simulator.run(spec, { signal: AbortSignal.abort(reason) }).result)).toBe(reason);
    expect(await reasonOf(createSimulator({ signal: AbortSignal.abort(reason) }))).toBe(reason);
  });
});

describe('bad arguments', () => {
  test('a spec outside the limits is refused before anything runs', () => {
    const bad = { ...spec, horizon: -1 };
    expect(() => simulator.run(bad)).toThrow(
      expect.objectContaining({ code: 'spec_invalid', details: expect.objectContaining({ parameter: 'horizon' }) }),
    );
  });

  test.each([
    ['options', null],
    ['workers', { workers: 2 }],
    ['workers', { workers: '1' }],
    ['signal', { signal: {} }],
  ])('%s: %j', async (parameter, options) => {
    const reason = await reasonOf(createSimulator(options as never));
    expect(reason).toMatchObject({ name: 'LdpError', code: 'invalid_argument', details: { parameter } });
  });

  test('a signal that is none, given to run', () => {
    expect(() => simulator.run(spec, { signal: 'stop' as never })).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  });

  test('bytes that are no wasm', async () => {
    const reason = await reasonOf(createSimulator({ wasm: new Uint8Array(8) }));
    expect(reason).toMatchObject({ code: 'wasm_not_found' });
  });
});

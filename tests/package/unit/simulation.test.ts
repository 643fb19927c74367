import { readResult, type SimulationResult } from 'ldp-bandits/simulation';
import { beforeAll, describe, expect, test } from 'vitest';
import { means, spec, useSimulator } from './simulation-support.js';

const simulator = useSimulator();

const curveOf = (result: SimulationResult, label: string) => {
  const curve = result.curves.find((candidate) => candidate.label === label);
  if (curve === undefined) throw new Error(`no curve ${label}`);
  return curve;
};

describe('the same spec gives the same bits', () => {
  test('on every machine and in every release: a golden digest', async () => {
    const { digest } = await simulator.run(spec).result;
    // A change here changes every published figure: say so in the changelog.
    expect(digest).toBe('sha256-UwaYeVLd7nbde/ICTfyOlpJqcWmwODJNuiXwwfuv/48=');
  });

  test('whatever runs beside it', async () => {
    const [alone] = [await simulator.run(spec).result];
    const together = await Promise.all([1, 2, 3].map(() => simulator.run(spec).result));
    for (const { digest } of together) expect(digest).toBe(alone?.digest);
  });

  test('for each replicate, however many are played in step with it', async () => {
    // 40 replicates are played in three batches of 16, 16 and 8.
    const runs = spec.runs.slice(0, 1);
    const forty = await simulator.run({ ...spec, runs, replicates: 40 }).result;
    const first = await simulator.run({ ...spec, runs, replicates: 39 }).result;
    // mean over 40 = (39 mean over 39 + the 40th) / 40, and the 40th alone lies in the range of
    // regrets.
    const last = (curve: SimulationResult) => curve.curves[0]?.mean.at(-1) ?? Number.NaN;
    const fortieth = 40 * last(forty) - 39 * last(first);
    expect(fortieth).toBeGreaterThan(0);
    expect(fortieth).toBeLessThan(2000 * 0.4);
  });

  test('and another seed gives others', async () => {
    const other = await simulator.run({ ...spec, seed: 'other' }).result;
    const golden = await simulator.run(spec).result;
    expect(other.digest).not.toBe(golden.digest);
  });
});

describe('the curves are those of the theory', () => {
  test('uniform play loses the mean gap in every round', async () => {
    const { curves } = await simulator.run({
      ...spec,
      runs: spec.runs.slice(1, 2),
      replicates: 200,
    }).result;
    const [uniform] = curves;
    const gap = means.reduce((sum, mean) => sum + (0.9 - mean), 0) / means.length;
    uniform?.t.forEach((t, i) => {
      // Standard deviation of one round's loss is at most 0.14; 200 replicates; six standard
      // errors.
      expect(Math.abs((uniform.mean[i] ?? 0) - gap * t)).toBeLessThan(
        6 * 0.14 * Math.sqrt(t / 200) + 1e-9,
      );
    });
  });

  test('with next to no noise HeLDP-UCB-B loses what UCB1 loses', async () => {
    const policies = [
      { label: 'ucb1', policy: { type: 'ucb1' } },
      { label: 'private', policy: { type: 'he-ldp-ucb-bernoulli' }, epsilon: 128 },
    ] as const;
    const result = await simulator.run({ ...spec, runs: policies, replicates: 100 }).result;
    // At epsilon = 128 no bit is ever flipped: the same worlds and the same rewards give the same
    // choices.
    expect(curveOf(result, 'private').mean).toEqual(curveOf(result, 'ucb1').mean);
  });

  test('more privacy costs more regret, and the published algorithm more than the weighted one', async () => {
    const runs = [0.5, 1, 8].map((epsilon) => ({
      label: String(epsilon),
      policy: { type: 'weighted-ldp-ucb' } as const,
      epsilon,
    }));
    const published = {
      label: 'published',
      policy: { type: 'he-ldp-ucb-bernoulli' },
      epsilon: 1,
    } as const;
    const result = await simulator.run({
      ...spec,
      horizon: 20_000,
      replicates: 50,
      runs: [...runs, published],
    }).result;
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
    expect(result.spec.runs[2]?.policy).toEqual({
      type: 'weighted-ldp-ucb',
      arms: 5,
      bound: 'La',
      rewards: { type: 'unit' },
    });
    expect(result.spec.runs[3]?.policy).toEqual({
      type: 'he-ldp-ucb-bernoulli',
      arms: 5,
      bound: 'L4',
      epsilonMin: 1,
      rewards: { type: 'unit' },
    });
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
    const one = await simulator.run({
      ...spec,
      runs: [{ label, policy: { type: 'ucb1' } }],
    }).result;
    const lines = one.toCSV().split('\r\n');
    expect(lines[0]).toBe('label,t,mean,low,high,replicates,partial');
    expect(lines.length).toBe(2 + (one.curves[0]?.t.length ?? 0));
    expect(lines[1]?.startsWith(`"'=a ""b"", c",1,`)).toBe(true);
    expect(lines[1]?.endsWith(',5,false')).toBe(true);
  });

  test('becomes JSON of plain numbers, from which the same result comes back', () => {
    const plain = JSON.parse(JSON.stringify(result));
    expect(plain).toMatchObject({ version: 1, digest: result.digest, partial: false });
    expect(plain.curves[0].mean).toEqual(Array.from(curveOf(result, 'ucb1').mean));
    const again = readResult(plain);
    expect(again.curves).toEqual(result.curves);
    expect(again.spec).toEqual(result.spec);
    expect(again.toCSV()).toBe(result.toCSV());
  });

  test('does not come back whole from JSON that lacks trials or rounds', async () => {
    const whole = await simulator.run({ ...spec, replicates: 1 }).result;
    const run = simulator.run({ ...spec, horizon: 1_000_000, replicates: 1 });
    for await (const event of run) {
      if (event.type === 'curves' && event.result.curves.some(({ t }) => t.length > 0)) break;
    }
    const part = JSON.parse(JSON.stringify(run.latest));
    expect(readResult(part).partial).toBe(true);
    expect(readResult(part).toCSV()).toMatch(/,true\r\n$/);
    expect(() => readResult({ ...part, partial: false })).toThrow('partial must be true');
    expect(readResult(JSON.parse(JSON.stringify(whole))).partial).toBe(false);
  });
});

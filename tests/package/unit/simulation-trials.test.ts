// The trials behind a curve, one by one.
import { readResult, type SimulationSpec, type Stopped } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';
import { endless, spec, useSimulator } from './simulation-support.js';

const simulator = useSimulator();

test('their mean is the last of the curve', async () => {
  const { curves } = await simulator.run(spec).result;
  for (const { trials, mean, replicates } of curves) {
    expect(Array.from(trials?.numbers ?? [])).toEqual([0, 1, 2, 3, 4]);
    const sum = (trials?.regrets ?? new Float64Array(0)).reduce((a, b) => a + b, 0);
    expect(sum / replicates).toBe(mean.at(-1));
  }
});

test('a table has one row for each', async () => {
  const result = await simulator.run(spec).result;
  const [header, ...rows] = result.toTrialsCSV().trimEnd().split('\r\n');
  expect(header).toBe('label,trial,t,regret');
  expect(rows).toHaveLength(5 * spec.runs.length);
  expect(rows[6]).toBe(`uniform,1,2000,${result.curves[1]?.trials?.regrets[1]}`);
});

test('of runs that look for the best arm it says when they stopped, and their answer', async () => {
  const policy = { type: 'ldp-duel', indifference: 0.1 } as const;
  const runs = [{ label: 'duel', policy, epsilon: 4 }];
  const short = { ...spec, horizon: 20_000, runs } as const;
  const result = await simulator.run(short).result;
  const [header, first] = result.toTrialsCSV().split('\r\n');
  expect(header).toBe('label,trial,t,regret,stopped,answer');
  const { stopped, trials } = result.curves[0] ?? {};
  const round = stopped?.rounds[0] ?? Number.NaN;
  expect(first).toBe(
    `duel,0,20000,${trials?.regrets[0]},${Number.isNaN(round) ? '' : round},${stopped?.answers[0]}`,
  );
});

describe('answers that the indifference allows are not wrong', () => {
  const policy = { type: 'ldp-duel', indifference: 0.1, errorProbability: 0.5 } as const;
  const duel = { label: 'duel', policy, epsilon: 0.5, delivery: { epoch: 50 } } as const;
  const short = { ...spec, horizon: 20_000, replicates: 200, record: { times: [20_000] } } as const;

  /** How many of those that stopped answered each arm. */
  const counted = ({ rounds, answers }: Stopped) => {
    const counts = [0, 0, 0];
    answers.forEach((answer, i) => {
      if (!Number.isNaN(rounds[i])) counts[answer] = (counts[answer] ?? 0) + 1;
    });
    return counts;
  };

  async function stoppedIn(world: SimulationSpec['environment'], runs: SimulationSpec['runs']) {
    const result = await simulator.run({ ...short, environment: world, runs }).result;
    const { stopped } = result.curves[0] ?? {};
    if (stopped === undefined) throw new RangeError('the run does not stop');
    return { stopped, result };
  }

  test('an arm 0.05 below the best one is within 0.1, one 0.11 below is not', async () => {
    const world = { type: 'bernoulli', means: [0.55, 0.5, 0.44] } as const;
    const { stopped } = await stoppedIn(world, [duel]);
    const [best, allowed, wrong] = counted(stopped);
    for (const count of [best, allowed, wrong]) expect(count).toBeGreaterThan(0);
    expect(stopped.wrong).toBe(wrong);
    expect(stopped.notBest).toBe((allowed ?? 0) + (wrong ?? 0));
  });

  test('of values on another scale, an indifference of 0.1 is a tenth of the scale', async () => {
    const arms = [9, 8, 6.8].map((high) => ({ law: 'uniform', low: 2, high }) as const); // means 5.5, 5 and 4.4
    const rewards = { type: 'clip', low: 0, high: 10 } as const;
    const mapped = { ...duel, policy: { ...policy, rewards } };
    const { stopped } = await stoppedIn({ type: 'mixed', arms }, [mapped]);
    const [, allowed, wrong] = counted(stopped);
    expect(allowed).toBeGreaterThan(0);
    expect(stopped.wrong).toBe(wrong);
    expect(stopped.notBest).toBe((allowed ?? 0) + (wrong ?? 0));
  });

  test('a gap that is the indifference but for rounding is within it', async () => {
    const world = { type: 'bernoulli', means: [0.8, 0.7, 0.7] } as const; // 0.8 - 0.7 > 0.1 for doubles
    const { stopped } = await stoppedIn(world, [duel]);
    expect(stopped.notBest).toBeGreaterThan(0);
    expect(stopped.wrong).toBe(0);
  });

  test('a result that was kept has both; an older one has its digest, and the count of today', async () => {
    const world = { type: 'bernoulli', means: [0.55, 0.5, 0.44] } as const;
    const { result, stopped } = await stoppedIn(world, [duel]);
    const kept = () => JSON.parse(JSON.stringify(result));
    expect(readResult(kept()).curves[0]?.stopped).toEqual(stopped);
    const older = kept();
    older.curves[0].stopped.wrong = older.curves[0].stopped.notBest;
    delete older.curves[0].stopped.notBest;
    expect(readResult(older).digest).toBe(result.digest);
    expect(readResult(older).curves[0]?.stopped).toEqual(stopped);
    const other = kept();
    other.curves[0].stopped.wrong += 1;
    expect(() => readResult(other)).toThrow(`curves[0].stopped.wrong must be ${stopped.wrong}`);
  });
});

test('while none has reached the horizon there are none', async () => {
  const run = simulator.run(endless);
  for await (const event of run) {
    if (event.type !== 'curves') continue;
    expect(event.result.curves[0]?.trials).toBeUndefined();
    expect(event.result.toTrialsCSV()).toBe('label,trial,t,regret\r\n');
    break;
  }
});

test('a result that was kept has them; one with others is refused, and so is one with a wrong number', async () => {
  const result = await simulator.run(spec).result;
  const kept = () => JSON.parse(JSON.stringify(result));
  expect(readResult(kept()).curves[0]?.trials).toEqual(result.curves[0]?.trials);
  const without = kept();
  for (const curve of without.curves) delete curve.trials;
  expect(readResult(without).digest).toBe(result.digest);
  const other = kept();
  other.curves[0].trials.regrets[0] += 1;
  expect(() => readResult(other)).toThrow('curves[0].trials.regrets must have the last mean');
  const twice = kept();
  twice.curves[0].trials.numbers[1] = 0;
  expect(() => readResult(twice)).toThrow('curves[0].trials.numbers must increase strictly');
});

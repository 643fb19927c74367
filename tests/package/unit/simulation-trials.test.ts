// The trials behind a curve, one by one.
import { readResult } from 'ldp-bandits/simulation';
import { expect, test } from 'vitest';
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

// A log that does not say with which probability it showed an arm (docs/spec/off-policy.md, section 3.6).
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { readLog } from 'ldp-bandits/logs';
import { replay } from 'ldp-bandits/replay';
import { evaluate } from 'ldp-bandits/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { mulberry32 } from './recomputation/plain-numbers.js';
import { command, complaint, logFolder } from './replay-support.js';

const folder = logFolder();
const said = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [command, ...args])).stdout;

/** `first`: the share of arm a, which earns .5; arm b earns .1. */
function csv(first: number, rows: number, seed: number): string {
  const uniform = mulberry32(seed);
  const lines = Array.from({ length: rows }, () => {
    const isA = uniform() < first;
    return `${isA ? 'a' : 'b'},${uniform() < (isA ? 0.5 : 0.1) ? 1 : 0}`;
  });
  return ['arm,reward', ...lines].join('\n');
}

describe('of 5,000 rows with the arms 90 to 10', () => {
  let path = '';
  beforeAll(async () => {
    path = await folder.write('skewed.csv', csv(0.9, 5000, 1));
  });
  const warning = /no propensities, and arms have \d+\.\d % to (89|90|91)\.\d % of the rows/;

  test('readLog warns, and names the remedy', async () => {
    const log = await readLog(path);
    expect(log.warnings).toEqual([log.propensityDoubt]);
    expect(log.propensityDoubt).toMatch(warning);
    expect(log.propensityDoubt).toMatch(
      /the option "propensities", or .* with the option "fitPropensities"$/,
    );
  });

  test('evaluate warns', async () => {
    expect(await said('evaluate', path, '--target', 'uniform')).toMatch(
      /Warning: the log has no propensities.*--propensities, or .* with --fit-propensities\./,
    );
  });

  test('evaluate gives no interval of IPS and SNIPS from a program either, and says why', async () => {
    const log = await readLog(path);
    const { intervals, warnings, snips } = evaluate({ log, target: [0.5, 0.5] });
    // The truth is .3.
    expect(snips).toBeGreaterThan(0.4);
    const why = log.propensityDoubt;
    for (const name of ['ips', 'snips'] as const)
      expect(intervals[name]).toEqual({ low: Number.NaN, high: Number.NaN, why });
    expect(warnings[0]).toBe(why);
    expect(intervals.dm.low).toBeLessThan(0.3);
    expect(intervals.dm.high).toBeGreaterThan(0.3);
  });

  test('replay compares nothing, in text, in JSON and from a program', async () => {
    const args = ['replay', '--data', path, '--epsilon', '2', '--seed', 'x'];
    const text = await said(...args);
    expect(text).toMatch(/^No comparison: the log has no propensities/m);
    expect(text).not.toMatch(/against uniform play/);
    const { notCompared, policies } = JSON.parse(await said(...args, '--json'));
    expect(notCompared).toMatch(warning);
    for (const { againstUniform, againstNonPrivate } of policies)
      expect([againstUniform, againstNonPrivate]).toEqual([null, null]);
    const { arm, reward, arms } = await readLog(path);
    const algorithm = { type: 'ldp-thompson' };
    const log = { arms, arm, reward };
    const found = await replay({ log, algorithm, epsilons: [2], seed: 'x' });
    expect(found.notCompared).toMatch(warning);
  });

  test('the truth is within the intervals once it is stated how the log was made', async () => {
    const log = await readLog(path, { propensities: { a: 0.9, b: 0.1 } });
    expect(log.warnings).toEqual([]);
    const { intervals, warnings } = evaluate({ log, target: [0.5, 0.5] });
    expect(warnings).toEqual([]);
    for (const name of ['ips', 'snips', 'dr'] as const) {
      expect(intervals[name].low).toBeLessThan(0.3);
      expect(intervals[name].high).toBeGreaterThan(0.3);
    }
    const text = await said('evaluate', path, '--target', 'uniform', '--propensities', 'a=.9,b=.1');
    expect(text).toContain('taken as made by a=.9,b=.1');
    expect(text).not.toContain('Warning');
    const args = ['replay', '--data', path, '--epsilon', '2', '--propensities', 'a=.9,b=.1'];
    expect(await said(...args)).toMatch(/against uniform play/);
  });

  test('uniform may be stated, too: then nothing is doubted', async () => {
    expect((await readLog(path, { propensities: 'uniform' })).warnings).toEqual([]);
  });

  test.each([
    [['--propensities', 'a=1'], /shows the arm "b", to which --propensities gives no share/],
    [
      ['--propensities', 'a=0.5,c=0.5'],
      /shows the arm "b", to which --propensities gives no share/,
    ],
    [['--propensities', 'a=0.5'], /--propensities: the shares have the sum 0\.5/],
  ])('%j is refused', async (args, complained) => {
    expect(await complaint('evaluate', path, '--target', 'uniform', ...args)).toMatch(complained);
  });

  test('shares that are none are refused by readLog', async () => {
    for (const propensities of [{ a: 2 }, { a: 0.5 }, 'equal', [0.5, 0.5]])
      await expect(readLog(path, { propensities: propensities as never })).rejects.toMatchObject({
        code: 'invalid_argument',
      });
    expect(await readFile(path, 'utf8')).toContain('arm,reward');
  });
});

test('within a stratum arms are counted by themselves', async () => {
  // Half of all rows each, and none of it in either stratum.
  const lines = Array.from({ length: 400 }, (_, i) =>
    i % 2 === 0 ? `top,${i % 20 === 0 ? 'a' : 'b'},0` : `foot,${i % 20 === 1 ? 'b' : 'a'},0`,
  );
  const path = await folder.write('strata.csv', ['position,arm,reward', ...lines].join('\n'));
  expect((await readLog(path)).propensityDoubt).toMatch(/2 degrees of freedom/);
  expect((await readLog(path, { stratum: 'none' })).propensityDoubt).toBeNull();
});

test('where each stratum has few rows all are counted together', async () => {
  const lines = Array.from({ length: 500 }, (_, i) => `${i},${i % 10 === 0 ? 'b' : 'a'},0`);
  const path = await folder.write('ranks.csv', ['position,arm,reward', ...lines].join('\n'));
  expect((await readLog(path)).propensityDoubt).toMatch(
    /10\.0 % to 90\.0 % .* 1 degrees of freedom/,
  );
});

test('propensities that are stated beside a column of them are refused', async () => {
  const text = ['arm,reward,pscore', 'a,1,0.5', 'b,0,0.5'].join('\n');
  const path = await folder.write('both.csv', text);
  await expect(
    readLog(path, { propensity: 'pscore', propensities: { a: 0.9, b: 0.1 } }),
  ).rejects.toThrow(
    /has the propensities of its rows in the column "pscore", and the option "propensities" states others/,
  );
});

/*
 * The chance that a log of equally likely arms is doubted is .001: of 300 logs, 4 and more have a chance of 3e-4, and
 * there are three cases.
 */
test.each([
  [2, 100],
  [3, 300],
  [34, 100],
])(
  'of 300 logs of %i equally likely arms and %i rows at most 3 are doubted',
  async (arms, rows) => {
    let doubted = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const uniform = mulberry32(seed);
      const arm = Array.from({ length: rows }, () => Math.floor(uniform() * arms));
      const lines = arm.map((shown) => `${shown},0`);
      const log = await readLog(streamOf(['arm,reward', ...lines].join('\n')));
      if (log.propensityDoubt !== null) doubted += 1;
    }
    expect(doubted).toBeLessThanOrEqual(3);
  },
);

async function* streamOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

// The command `ldp-bandits replay` on logs whose truth is known, and on a real one.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ReplayResult } from 'ldp-bandits/replay';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  command,
  logFolder,
  menLog,
  policyOf,
  replay,
  thompsonLog,
  told,
  uniformLog,
} from './replay-support.js';

const folder = logFolder();
const COLUMNS = ['--arm-column', 'shown', '--reward-column', 'liked'];

describe('on a uniform log whose truth is known', () => {
  let result: ReplayResult;
  beforeAll(async () => {
    const path = await folder.write('uniform.csv', uniformLog(900));
    result = await replay('--data', path, ...COLUMNS, '--epsilon', '0.01,8', '--passes', '2');
  }, 60_000);

  test('uniform play earns exactly the mean of the log', () => {
    const uniform = policyOf(result, 'uniform');
    expect(uniform.mean).toBe(0.5);
    // sqrt(m (1 - m)/n)
    expect(uniform.standardError).toBeCloseTo(0.5 / Math.sqrt(900), 12);
  });

  test('Thompson sampling on raw rewards finds the best arm', () => {
    const open = policyOf(result, 'non-private');
    expect(open.mean).toBeGreaterThan(0.8);
    expect(open.againstUniform).toMatchObject({ withinNoise: false });
  });

  test('the private learner finds it too when the noise is small, through as many reports as it had visitors', () => {
    const weak = policyOf(result, 'private', 8);
    expect(weak.mean).toBeGreaterThan(0.8);
    expect(weak.sent?.reports).toBe(weak.matched);
    // One visitor, one report, at most 101 bytes of it.
    expect(weak.sent?.bytes).toBeLessThanOrEqual(101 * weak.matched);
  });

  // Its noise is fresh in each run. Of 3,000 simulated runs of 600 visitors none earned 0.86 at 0.01, and none less
  // than 0.95 at 8: a false alarm has a chance of less than 1e-3 (exact binomial bound, 95 %).
  test('at epsilon = 0.01 it cannot learn from so few: it stays far from what it earns at 8', () => {
    expect(policyOf(result, 'private', 0.01).mean).toBeLessThan(0.9);
    expect(policyOf(result, 'private', 8).mean).toBeGreaterThan(0.9);
  });

  test('a second pass gives more rounds but not more data', () => {
    for (const policy of result.policies) {
      expect(policy.effectiveSamples).toBeLessThanOrEqual(result.rows);
      expect(policy.effectiveSamples).toBeLessThanOrEqual(policy.matched);
    }
  });
});

test('a log that is not uniform is reweighted by its propensities', async () => {
  // "good" was shown to one row in ten, "bad" to eight: the log earned 0.15, uniform play would
  // have earned 0.5.
  const rows = Array.from({ length: 1000 }, (_, row) => {
    const place = row % 10;
    if (place < 8) return 'bad,0,0.8';
    if (place === 8) return `mixed,${Math.floor(row / 10) % 2},0.1`;
    return 'good,1,0.1';
  });
  const path = await folder.write(
    'skewed.csv.gz',
    gzipSync(['arm,reward,propensity', ...rows].join('\n')),
  );
  const result = await replay('--data', path, '--epsilon', '8');
  expect(result.estimator).toContain('inverse-propensity');
  const uniform = policyOf(result, 'uniform');
  expect(uniform.mean).toBeCloseTo(0.5, 12);
  // (sum w)^2 / sum w^2 with 800 weights 1.25 and 200 weights 10.
  expect(uniform.effectiveSamples).toBeCloseTo(3000 ** 2 / (800 * 1.5625 + 200 * 100), 8);
}, 30_000);

test('the interval is that of Clopper and Pearson, which does not collapse when clicks are few', async () => {
  const rows = Array.from({ length: 600 }, (_, row) => `${row % 34},${row < 6 ? 1 : 0}`);
  const path = await folder.write('clicks.csv', ['item_id,click', ...rows].join('\n'));
  const bernoulli = ['--epsilon', '1', '--algorithm', 'he-ldp-ucb-bernoulli'];
  const { policies } = await replay('--data', path, ...bernoulli);
  // 6 of 600, from binomial sums in 60-digit arithmetic.
  expect(policies[0]?.low).toBeCloseTo(0.0036784164456522533, 14);
  expect(policies[0]?.high).toBeCloseTo(0.021637955709401677, 14);
}, 30_000);

test('for a person it prints a table, standard errors, and whether a difference is within noise', async () => {
  const path = await folder.write('small.csv', uniformLog(60));
  const stdout = await told('--data', path, ...COLUMNS, '--epsilon', '1');
  expect(stdout).toContain('std. error');
  expect(stdout).toContain('Estimator: replay (Li et al. 2011)');
  expect(stdout).toContain('ldp-thompson, \u03b5 = 1');
  expect(stdout).toMatch(/within noise/);
}, 30_000);

test('the same seed prints the same, with workers too, and writes a table and a plot', async () => {
  const path = await folder.write('seeded.csv', uniformLog(300));
  const args = [
    '--data',
    path,
    ...COLUMNS,
    '--epsilon',
    '1',
    '--seed',
    'mine',
    '--replicates',
    '2',
  ];
  const [csv, svg] = [join(folder.path(), 'out.csv'), join(folder.path(), 'out.svg')];
  const alone = await told(...args);
  expect(alone).toContain('Seed: mine.');
  expect(await told(...args, '--workers', '2', '--csv', csv, '--svg', svg)).toBe(alone);
  expect(readFileSync(csv, 'utf8')).toMatch(/^label,kind,epsilon,replicate,t,/);
  expect(readFileSync(svg, 'utf8')).toMatch(/^<svg /);
  expect(await told('--data', path, ...COLUMNS, '--epsilon', '1')).not.toBe(
    await told('--data', path, ...COLUMNS, '--epsilon', '1'),
  );
}, 30_000);

test('Ctrl-C prints what is known so far, says that it is partial, and exits as an interrupted program does', async () => {
  const path = await folder.write('long.csv', uniformLog(9000));
  const args = ['replay', '--data', path, ...COLUMNS, '--passes', '1000'];
  const child = spawn(process.execPath, [command, ...args]);
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  setTimeout(() => child.kill('SIGINT'), 2500);
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code).toBe(130);
  expect(stdout).toContain('partial');
}, 20_000);

describe('on the Open Bandit log', () => {
  const present = existsSync(menLog) && existsSync(thompsonLog);
  if (!present)
    console.warn(`Left out: the replay of the Open Bandit log, which is not at ${menLog}.`);

  test.runIf(present)(
    '10,000 rows and 46 clicks go through, and no difference is more than noise',
    async () => {
      const result = await replay('--data', menLog, '--epsilon', '1');
      expect(result).toMatchObject({
        rows: 10_000,
        arms: 34,
        reward: 46,
        estimator: 'replay',
        partial: false,
      });
      const run = policyOf(result, 'private', 1);
      // A choice agrees with a uniform log of 34 arms once in 34 rows: 294 times, standard
      // deviation 17.
      expect(Math.abs(run.matched - 10_000 / 34)).toBeLessThan(6 * 17);
      expect(run.sent?.reports).toBe(run.matched);
    },
    60_000,
  );

  test.runIf(present)(
    'the log of Thompson sampling, reweighted, agrees with the uniform log on uniform play',
    async () => {
      const [uniform, thompson] = await Promise.all(
        [menLog, thompsonLog].map((path) =>
          replay('--data', path, '--epsilon', '8', '--rows', '10000', '--passes', '1'),
        ),
      );
      const a = policyOf(uniform as ReplayResult, 'uniform');
      const b = policyOf(thompson as ReplayResult, 'uniform');
      expect(Math.abs(a.mean - b.mean)).toBeLessThan(
        4 * Math.hypot(a.standardError, b.standardError),
      );
    },
    120_000,
  );
});

// The command `ldp-bandits replay`, run as a user runs it, on logs whose truth is known.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const command = fileURLToPath(new URL('../../../dist/command/ldp-bandits.js', import.meta.url));
const sharedData = process.env['LDP_SHARED_DATA'] ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const menLog = join(sharedData, 'open-bandit-men/random-men.csv.gz');
const thompsonLog = join(sharedData, 'open-bandit-men/bts-men.csv.gz');

interface Policy {
  readonly label: string;
  readonly kind: 'uniform' | 'non-private' | 'private';
  readonly epsilon: number | null;
  readonly matched: number;
  readonly effectiveSamples: number;
  readonly reward: number;
  readonly mean: number;
  readonly standardError: number;
  readonly low: number;
  readonly high: number;
  readonly sent: { readonly reports: number; readonly bytes: number } | null;
  readonly againstUniform: { readonly difference: number; readonly withinNoise: boolean } | null;
}
interface Result {
  readonly rows: number;
  readonly arms: number;
  readonly reward: number;
  readonly estimator: string;
  readonly partial: boolean;
  readonly policies: readonly Policy[];
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ldp-bandits-replay-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function replay(...args: string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'replay', '--json', ...args]);
  return JSON.parse(stdout);
}

async function complaint(...args: string[]): Promise<string> {
  const failure: unknown = await promisify(execFile)(process.execPath, [command, ...args]).then(
    () => ({ code: 0, stderr: '' }),
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 2 });
  const { stderr } = failure as { readonly stderr: string };
  expect(stderr).toMatch(/^ldp-bandits: [^\n]+\n$/);
  return stderr;
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Arm "good" always pays, "bad" never, "mixed" every other time; each row of the cycle is equally likely. */
function uniformLog(rows: number): string {
  const arms = ['bad', 'mixed', 'good'];
  const lines = Array.from({ length: rows }, (_, row) => {
    const arm = arms[row % 3];
    const reward = arm === 'good' ? 1 : arm === 'mixed' ? Math.floor(row / 3) % 2 : 0;
    return `${arm},${reward}`;
  });
  return ['shown,liked', ...lines].join('\n');
}

function policyOf(result: Result, kind: Policy['kind'], epsilon: number | null = null): Policy {
  const found = result.policies.find((policy) => policy.kind === kind && policy.epsilon === epsilon);
  if (found === undefined) throw new Error(`no ${kind} policy`);
  return found;
}

describe('on a uniform log whose truth is known', () => {
  let result: Result;
  beforeAll(async () => {
    const path = await file('uniform.csv', uniformLog(900));
    const columns = ['--arm-column', 'shown', '--reward-column', 'liked'];
    result = await replay('--data', path, ...columns, '--epsilon', '0.01,8', '--passes', '2');
  }, 60_000);

  test('uniform play earns exactly the mean of the log', () => {
    const uniform = policyOf(result, 'uniform');
    expect(uniform.mean).toBe(0.5);
    // sqrt(m (1 - m)/n)
    expect(uniform.standardError).toBeCloseTo(0.5 / Math.sqrt(900), 12);
  });

  test('UCB1 on raw rewards finds the best arm', () => {
    const ucb1 = policyOf(result, 'non-private');
    expect(ucb1.mean).toBeGreaterThan(0.8);
    expect(ucb1.againstUniform).toMatchObject({ withinNoise: false });
  });

  test('the private learner finds it too when the noise is small, through as many reports as it had visitors', () => {
    const weak = policyOf(result, 'private', 8);
    expect(weak.mean).toBeGreaterThan(0.8);
    expect(weak.sent?.reports).toBe(weak.matched);
    // One visitor, one report, at most 101 bytes of it.
    expect(weak.sent?.bytes).toBeLessThanOrEqual(101 * weak.matched);
  });

  test('at epsilon = 0.01 it cannot learn from so few: it stays far from what it earns at 8', () => {
    const strong = policyOf(result, 'private', 0.01);
    expect(strong.mean).toBeLessThan(0.75);
  });

  test('a second pass gives more rounds but not more data', () => {
    for (const policy of result.policies) {
      expect(policy.effectiveSamples).toBeLessThanOrEqual(result.rows);
      expect(policy.effectiveSamples).toBeLessThanOrEqual(policy.matched);
    }
  });
});

test('a log that is not uniform is reweighted by its propensities', async () => {
  // "good" was shown to one row in ten, "bad" to eight: the log earned 0.15, uniform play would have earned 0.5.
  const rows = Array.from({ length: 1000 }, (_, row) => {
    const place = row % 10;
    if (place < 8) return 'bad,0,0.8';
    if (place === 8) return `mixed,${Math.floor(row / 10) % 2},0.1`;
    return 'good,1,0.1';
  });
  const path = await file('skewed.csv.gz', gzipSync(['arm,reward,propensity', ...rows].join('\n')));
  const result = await replay('--data', path, '--epsilon', '8');
  expect(result.estimator).toContain('inverse-propensity');
  const uniform = policyOf(result, 'uniform');
  expect(uniform.mean).toBeCloseTo(0.5, 12);
  // (sum w)^2 / sum w^2 with 800 weights 1.25 and 200 weights 10.
  expect(uniform.effectiveSamples).toBeCloseTo(3000 ** 2 / (800 * 1.5625 + 200 * 100), 8);
}, 30_000);

test('the interval is that of Wilson, whose score does not collapse when clicks are few', async () => {
  const rows = Array.from({ length: 600 }, (_, row) => `${row % 34},${row < 6 ? 1 : 0}`);
  const path = await file('clicks.csv', ['item_id,click', ...rows].join('\n'));
  const { policies } = await replay('--data', path, '--epsilon', '1', '--algorithm', 'he-ldp-ucb-bernoulli');
  // 6 of 600, from the formula in 40-digit arithmetic.
  expect(policies[0]?.low).toBeCloseTo(0.004590922177703892, 14);
  expect(policies[0]?.high).toBeCloseTo(0.02164354481572281, 14);
}, 30_000);

test('for a person it prints a table, standard errors, and whether a difference is within noise', async () => {
  const path = await file('small.csv', uniformLog(60));
  const { stdout } = await promisify(execFile)(process.execPath, [
    command,
    ...['replay', '--data', path, '--arm-column', 'shown', '--reward-column', 'liked', '--epsilon', '1'],
  ]);
  expect(stdout).toContain('std. error');
  expect(stdout).toContain('Estimator: replay (Li et al. 2011)');
  expect(stdout).toContain('weighted-ldp-ucb, \u03b5 = 1');
  expect(stdout).toMatch(/within noise/);
}, 30_000);

test('Ctrl-C prints what is known so far, says that it is partial, and exits as an interrupted program does', async () => {
  const path = await file('long.csv', uniformLog(9000));
  const columns = ['--arm-column', 'shown', '--reward-column', 'liked'];
  const child = spawn(process.execPath, [command, 'replay', '--data', path, ...columns, '--passes', '1000']);
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  setTimeout(() => child.kill('SIGINT'), 2500);
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(code).toBe(130);
  expect(stdout).toContain('partial');
}, 20_000);

describe('what is wrong is said in one line, with what to do', { timeout: 30_000 }, () => {
  test('no command, an unknown one, an unknown option', async () => {
    expect(await complaint('reply')).toContain('replay');
    expect(await complaint('replay', '--epsilom', '1')).toContain('--help');
    expect(await complaint('replay')).toContain('--data');
  });

  test('a file that is not there, a folder, a broken gzip file', async () => {
    expect(await complaint('replay', '--data', join(folder, 'none.csv'))).toContain('no file');
    expect(await complaint('replay', '--data', folder)).toContain('folder');
    const broken = await file('broken.csv.gz', gzipSync(uniformLog(500)).subarray(0, 100));
    const columns = ['--arm-column', 'shown', '--reward-column', 'liked'];
    expect(await complaint('replay', '--data', broken, ...columns)).toContain('gzip');
  });

  test('a column that is not there, with those that are', async () => {
    const path = await file('columns.csv', uniformLog(10));
    expect(await complaint('replay', '--data', path)).toMatch(/"item_id".*--arm-column.*"shown", "liked"/);
    expect(await complaint('replay', '--data', path, '--arm-column', 'shown', '--reward-column', 'like')).toMatch(
      /"like".*"liked"/,
    );
  });

  test('no rows, or a cell that is not a number in its range, with the row', async () => {
    expect(await complaint('replay', '--data', await file('empty.csv', ''))).toContain('no rows');
    expect(await complaint('replay', '--data', await file('head.csv', 'arm,reward\n'))).toContain('no rows');
    for (const cell of ['x', '', '2', '-1', 'NaN', 'Infinity']) {
      const path = await file('cell.csv', `arm,reward\na,1\na,${cell}\n`);
      expect(await complaint('replay', '--data', path)).toMatch(/row 2: column "reward".*0 to 1/);
    }
    const path = await file('propensity.csv', 'arm,reward,propensity\na,1,0\n');
    expect(await complaint('replay', '--data', path)).toMatch(/row 1: column "propensity"/);
  });

  test.each([
    ['--epsilon', '0'],
    ['--epsilon', '1,x'],
    ['--epsilon', '33'],
    ['--epsilon', ''],
    ['--passes', '0'],
    ['--passes', '1.5'],
    ['--rows', 'all'],
    ['--algorithm', 'ucb1'],
  ])('%s %s', async (flag, value) => {
    const path = await file('flags.csv', uniformLog(10));
    expect(await complaint('replay', '--data', path, flag, value)).toContain(flag);
  });
});

test('--help and --version', async () => {
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [command, ...args]);
  expect((await run('--help')).stdout).toContain('replay');
  expect((await run('replay', '--help')).stdout).toContain('--propensity-column');
  expect((await run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+/);
}, 30_000);

describe('on the Open Bandit log', () => {
  const present = existsSync(menLog) && existsSync(thompsonLog);
  if (!present) console.warn(`Left out: the replay of the Open Bandit log, which is not at ${menLog}.`);

  test.runIf(present)('10,000 rows and 46 clicks go through, and no difference is more than noise', async () => {
    const result = await replay('--data', menLog, '--epsilon', '1');
    expect(result).toMatchObject({ rows: 10_000, arms: 34, reward: 46, estimator: 'replay', partial: false });
    const run = policyOf(result, 'private', 1);
    // A choice agrees with a uniform log of 34 arms once in 34 rows: 294 times, standard deviation 17.
    expect(Math.abs(run.matched - 10_000 / 34)).toBeLessThan(6 * 17);
    expect(run.sent?.reports).toBe(run.matched);
  }, 60_000);

  test.runIf(present)('the log of Thompson sampling, reweighted, agrees with the uniform log on uniform play', async () => {
    const [uniform, thompson] = await Promise.all(
      [menLog, thompsonLog].map((path) => replay('--data', path, '--epsilon', '8', '--rows', '10000', '--passes', '1')),
    );
    const a = policyOf(uniform as Result, 'uniform');
    const b = policyOf(thompson as Result, 'uniform');
    expect(Math.abs(a.mean - b.mean)).toBeLessThan(4 * Math.hypot(a.standardError, b.standardError));
  }, 120_000);
});

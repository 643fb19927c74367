import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { command, complaint, logFolder, uniformLog } from './replay-support.js';

const folder = logFolder();

describe('what is wrong is said in one line, with what to do', { timeout: 30_000 }, () => {
  test('no command, an unknown one, an unknown option', async () => {
    expect(await complaint('reply')).toContain('Did you mean "replay"?');
    expect(await complaint('replay', '--epsilom', '1')).toContain('--help');
    expect(await complaint('replay')).toContain('--data');
  });

  test('a file that is not there, a folder, a broken gzip file', async () => {
    expect(await complaint('replay', '--data', join(folder.path(), 'none.csv'))).toContain(
      'no file',
    );
    expect(await complaint('replay', '--data', folder.path())).toContain('folder');
    const broken = await folder.write('broken.csv.gz', gzipSync(uniformLog(500)).subarray(0, 40));
    const columns = ['--arm-column', 'shown', '--reward-column', 'liked'];
    expect(await complaint('replay', '--data', broken, ...columns)).toContain('gzip');
  });

  test('a column that is not there, with those that are', async () => {
    const path = await folder.write('columns.csv', uniformLog(10));
    expect(await complaint('replay', '--data', path)).toMatch(
      /"item_id".*--arm-column.*"shown", "liked"/,
    );
    expect(
      await complaint('replay', '--data', path, '--arm-column', 'shown', '--reward-column', 'like'),
    ).toMatch(/"like".*"liked"/);
  });

  test('no rows, or a cell that is not a number in its range, with the row', async () => {
    expect(await complaint('replay', '--data', await folder.write('empty.csv', ''))).toContain(
      'no rows',
    );
    expect(
      await complaint('replay', '--data', await folder.write('head.csv', 'arm,reward\n')),
    ).toContain('no rows');
    for (const cell of ['x', '', '2', '-1', 'NaN', 'Infinity']) {
      const path = await folder.write('cell.csv', `arm,reward\na,1\na,${cell}\n`);
      expect(await complaint('replay', '--data', path)).toMatch(/row 2: column "reward".*0 to 1/);
    }
    const path = await folder.write('propensity.csv', 'arm,reward,propensity\na,1,0\n');
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
    ['--title', 'without a plot'],
    ['--size', '100x100'],
    ['--algorithm', 'ucb1'],
  ])('%s %s', async (flag, value) => {
    const path = await folder.write('flags.csv', uniformLog(10));
    expect(await complaint('replay', '--data', path, flag, value)).toContain(flag);
  });
});

describe('a name that is nearly right is told', { timeout: 30_000 }, () => {
  const log = () => folder.write('near.csv', 'arm,reward,user_age\nred,1,3\nblue,0,4\n');
  test.each([
    [['replay', '--algorithm', 'ldp-tompson', '--data'], 'ldp-thompson'],
    [['replay', '--reward-column', 'Rewards', '--data'], 'reward'],
    [['replay', '--features', 'usr_age', '--data'], 'user_age'],
    [['evaluate', '--target', 'always=bleu'], 'blue'],
    [['evaluate', '--target', 'uniform', '--stratum-column', 'user-age'], 'user_age'],
  ])('%j', async (args, meant) => {
    expect(await complaint(...args, await log())).toContain(`Did you mean "${meant}"?`);
  });

  test('and a header in other capitals; a name of which nothing is the same is not', async () => {
    const capitals = await folder.write('capitals.csv', 'Arm,Reward\na,1\n');
    expect(await complaint('replay', '--data', capitals)).toContain('Did you mean "Arm"?');
    const args = ['evaluate', await folder.write('short.csv', 'arm,reward\na,1\nb,0\n')];
    expect(await complaint(...args, '--target', 'always=z')).not.toContain('Did you mean');
  });
});

test('--help and --version', async () => {
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [command, ...args]);
  expect((await run('--help')).stdout).toContain('replay');
  expect((await run('replay', '--help')).stdout).toContain('--propensity-column');
  expect((await run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+/);
}, 30_000);

// A log from a pipe is read once, by both commands, with all that they need beside arms and rewards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { command, logFolder } from './replay-support.js';

const folder = logFolder();

async function piped(input: string | Uint8Array, ...args: string[]) {
  const child = spawn(process.execPath, [command, ...args]);
  child.stdin.on('error', () => {}); // a command that refuses does not read on
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { stdout, stderr, code };
}

const LOG = `arm,reward,position,user\n${Array.from({ length: 60 }, (_, i) => `${'abc'[i % 3]},${i % 2},${i % 2},${i % 7}`).join('\n')}`;
const REPLAY = ['replay', '--epsilon', '8', '--seed', 'a', '--json'];

describe.each([
  ['evaluate with strata', ['evaluate', '--target', 'uniform', '--json'], []],
  ['replay', REPLAY, ['--data']],
  ['replay with features', [...REPLAY, '--features', 'user'], ['--data']],
  ['replay of slates', [...REPLAY, '--slates'], ['--data']],
])('%s', (_name, args, flag) => {
  test.each([
    ['plain', LOG],
    ['gzip', gzipSync(LOG)],
  ])('%s: standard input gives what the file gives', async (_form, bytes) => {
    const path = await folder.write('log.csv', bytes);
    const file = await piped('', ...args, ...flag, path);
    const pipe = await piped(bytes, ...args, ...flag, '-');
    expect(pipe).toMatchObject({ code: 0, stderr: '' });
    const rest = ({ stdout }: typeof pipe) => ({ ...JSON.parse(stdout), data: '', reading: {} });
    expect(rest(pipe)).toEqual(rest(file));
    expect(JSON.parse(pipe.stdout).reading).toMatchObject({ rows: 60, source: 'standard input' });
  });
});

test('standard input is one log, not two', async () => {
  const { code, stderr } = await piped(LOG, 'evaluate', '-', '--target', '-');
  expect(stderr).toContain('standard input was read already');
  expect(code).toBe(2);
});

test('a command that refuses a row ends while the pipe is open', async () => {
  const child = spawn(process.execPath, [command, 'evaluate', '-', '--target', 'uniform']);
  child.stdin.write(`arm,reward\na,1\nb,x\n${'a,1\n'.repeat(100)}`);
  const [[code], stderr] = await Promise.all([once(child, 'close'), text(child.stderr)]);
  expect(stderr).toContain('standard input, row 2: column "reward"');
  expect(code).toBe(2);
});

test('slates count rows as the file does, empty ones too', async () => {
  const slates = 'arm,reward,impression\na,1,x\n\nb,0,x\na,0,x\n';
  const { stderr } = await piped(slates, ...REPLAY, '--slates', '--data', '-');
  expect(stderr).toContain('standard input, row 4: its impression has that place or item');
});

test('what is read beside the log is counted aloud, too', async () => {
  const described = await folder.write('arms.csv', 'arm,size\na,1\n\nb,2\nc,3\n');
  const args = ['--features', 'user', '--arm-features', described, '--data', '-'];
  const { stdout: replayed } = await piped(LOG, ...REPLAY.slice(0, -1), ...args);
  expect(replayed).toContain(`Read 3 rows of ${described} (comma, UTF-8); skipped 1 empty: row 2.`);
  const other = await folder.write('other.csv', `${LOG}\n\na,1,0,3\n`);
  const { stdout } = await piped(LOG, 'evaluate', '-', '--target', other);
  expect(stdout).toContain(`Read 61 rows of ${other} (comma, UTF-8); skipped 1 empty: row 61.`);
});

test.each([
  ['evaluate', ['evaluate', '--target', 'uniform']],
  ['replay', ['replay', '--epsilon', '8', '--seed', 'a', '--data']],
])(
  '%s says how declared rewards are scaled, and gives what the scaled log gives',
  async (_name, args) => {
    const stars = LOG.replaceAll(/^([abc]),1/gm, '$1,5').replaceAll(/^([abc]),0/gm, '$1,1');
    const found = await piped(stars, ...args, '-', '--reward-range', '1,5');
    const says = 'Rewards from 1 to 5 are taken as 0 to 1: below, x stands for 1 + 4 x.\n';
    expect(found.stdout).toContain(says);
    const scaled = await piped(LOG, ...args, '-');
    expect(found.stdout.replace(says, '')).toBe(scaled.stdout);
    const wrong = await piped(LOG, ...args, '-', '--reward-range', '5,1');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('as in 1,5') });
  },
);

test('an arm that is described twice is refused, for one of the rows would be lost', async () => {
  const described = await folder.write('arms.csv', 'arm,size\na,1\nb,2\nc,3\n\na,4\n');
  const args = ['--features', 'user', '--arm-features', described, '--data', '-'];
  const { stderr, code } = await piped(LOG, ...REPLAY, ...args);
  expect(stderr).toContain('describes the arm "a" in rows 1 and 5');
  expect(code).toBe(2);
});

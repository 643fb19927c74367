// The command `ldp-bandits simulate`, run as a user runs it.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSimulator, readResult, type SimulationSpec } from 'ldp-bandits/simulation';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { command, complaint } from './replay-support.js';
import { endless, spec } from './simulation-support.js';

// Every test starts processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ldp-bandits-simulate-'));
  await writeFile(path('spec.json'), JSON.stringify(spec));
  await writeFile(path('endless.json'), JSON.stringify({ ...endless, replicates: 2 }));
});
afterAll(() => rm(folder, { recursive: true }));
const path = (name: string) => join(folder, name);

const simulate = (...args: string[]) =>
  promisify(execFile)(process.execPath, [command, 'simulate', ...args]);

describe('a spec', () => {
  test('becomes a table on standard output and files, the same as from the library', async () => {
    const { stdout, stderr } = await simulate(
      path('spec.json'),
      ...['csv', 'json', 'svg', 'png'].flatMap((format) => [`--${format}`, path(`out.${format}`)]),
    );
    expect(stderr.split('\n').every((line) => /^$|spec\.json: \d+ %/.test(line))).toBe(true);
    await using simulator = await createSimulator();
    const result = await simulator.run(spec).result;
    expect(stdout).toContain(`digest ${result.digest}`);
    expect(stdout).toMatch(/^weighted +[\d,.]+ +[\d,.]+ to [\d,.]+ +2,000 +5$/m);
    expect(await readFile(path('out.csv'), 'utf8')).toBe(result.toCSV());
    const json = JSON.parse(await readFile(path('out.json'), 'utf8'));
    expect(readResult(json).digest).toBe(result.digest);
    expect(await readFile(path('out.svg'), 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    const png = await readFile(path('out.png'));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    // 720 x 420 at two pixels per unit.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1440, 840]);
  });

  test('with own code needs --own, says that there was some, and gives one row a trial', async () => {
    const environment = { type: 'own', name: 'wandering', version: '2', arms: 3 };
    const given = {
      ...{ version: 1, seed: 's', horizon: 500, replicates: 3 },
      environment: { ...environment, parameters: { step: 0.01 } },
      runs: [{ label: 'mine', policy: { type: 'own', name: 'thompson' } }],
    };
    await writeFile(path('own.json'), JSON.stringify(given));
    const module = join(import.meta.dirname, 'own/code.mjs');
    const file = path('trials.csv');
    const { stdout } = await simulate(path('own.json'), '--own', module, '--trials', file);
    expect(stdout).toContain(
      'with code outside of ldp-bandits: environment wandering 2, policy thompson',
    );
    const rows = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
    expect(rows).toHaveLength(4);
    expect(rows[3]).toMatch(/^mine,2,500,\d/);

    expect(await complaint('simulate', path('own.json'))).toContain(
      'The spec names the own environment "wandering": --own says where it is.',
    );
    expect(await complaint('simulate', path('spec.json'), '--own', module)).toContain(
      '--own is for specs that name own code',
    );
    expect(await complaint('plan', path('own.json'))).toContain('ldp-simulate cannot play it');
  });

  test('that looks for the best arm says who stopped when', async () => {
    const runs = [
      { label: 'quick', policy: { type: 'kl-lucb' } },
      { label: 'cut short', policy: { type: 'ldp-kl-lucb', maximumPulls: 5 }, epsilon: 1 },
    ];
    const environment = { type: 'bernoulli', means: [0.1, 0.9] };
    const bestArm = { version: 1, seed: 's', horizon: 3000, replicates: 4, environment, runs };
    await writeFile(path('best-arm.json'), JSON.stringify(bestArm));
    const { stdout } = await simulate(path('best-arm.json'));
    expect(stdout).toMatch(
      /^quick: 4 of 4 trials stopped, after \d+ rounds on average, 0 with a wrong answer$/m,
    );
    expect(stdout).toMatch(/^cut short: no trial stopped$/m);
  });

  test('comes from standard input as well, and --quiet says nothing', async () => {
    const child = spawn(process.execPath, [command, 'simulate', '-', '--quiet', '--workers', '0']);
    child.stdin.end(JSON.stringify(spec));
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
    });
    child.stderr.on('data', (text) => {
      said += text;
    });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    expect(said).toBe('');
  });

  test('gives the same digest with any number of workers', async () => {
    const digests = await Promise.all(
      ['0', '1', '3'].map(async (workers) => {
        const { stdout } = await simulate(path('spec.json'), '--workers', workers);
        return /digest (\S+)/.exec(stdout)?.[1];
      }),
    );
    expect(new Set(digests).size).toBe(1);
    expect(digests[0]).toMatch(/^sha256-/);
  });

  test('plays a result again by its spec, to the same digest', async () => {
    const first = await simulate(path('spec.json'), '--json', path('first.json'));
    const again = await simulate(path('first.json'));
    const digestOf = ({ stdout }: { readonly stdout: string }) => /digest (\S+)/.exec(stdout)?.[1];
    expect(digestOf(again)).toMatch(/^sha256-/);
    expect(digestOf(again)).toBe(digestOf(first));
  });
});

describe('Ctrl-C', () => {
  test('stops at once; what is known is written, marked as partial, with exit code 130', async () => {
    const file = path('partial.json');
    const child = spawn(process.execPath, [
      command,
      'simulate',
      path('endless.json'),
      '--json',
      file,
    ]);
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
    });
    // A line of progress, where there is no terminal.
    const line = await new Promise((resolve) => child.stderr.once('data', resolve));
    expect(String(line)).toMatch(/endless\.json: \d+ %, \d of 10 trials/);
    const start = performance.now();
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(130);
    expect(performance.now() - start).toBeLessThan(2000);
    expect(said).toContain('Stopped: what is above is partial.');
    expect(said).toMatch(/\d+ of 2, partial/);
    const result = readResult(JSON.parse(await readFile(file, 'utf8')));
    expect(result.partial).toBe(true);
    expect(result.curves[0]?.t.at(-1)).toBeLessThan(endless.horizon);
  });
});

test('a label that would write to the terminal is only read', async () => {
  const label = 'a\u001b[2Jb';
  const runs = [{ label, policy: { type: 'ucb1' } }];
  await writeFile(path('loud.json'), JSON.stringify({ ...spec, runs }));
  const { stdout } = await simulate(path('loud.json'));
  expect(stdout).not.toContain('\u001b');
  expect(stdout).toContain('a [2Jb');
});

describe('a figure of the paper', () => {
  test('is found by its name; the paper alone lists what there is', async () => {
    const { stdout } = await simulate('ren2020');
    expect(stdout).toContain('ren2020/1a');
    expect(stdout).toContain('ren2020/2 ');
    expect(await complaint('simulate', 'ren2020/9')).toContain('ren2020/1h');
    expect(await complaint('simulate', 'ren2021/1c')).toContain(
      'Papers with figures are: ren2020, online-ldp-linear, chen2020, zheng2020.',
    );
  });

  test('with switches names them, and refuses what they do not have', async () => {
    const { stdout } = await simulate('online-ldp-linear');
    expect(stdout).toMatch(
      /--choose radius=\[practical\]\|theory\|published +of 1a, 1b, 1c, levels/,
    );
    expect((await simulate('ren2020')).stdout).not.toContain('--choose');
    const wrong = (...chosen: string[]) => {
      const flags = chosen.flatMap((one) => ['--choose', one]);
      return complaint('simulate', 'online-ldp-linear/1c', '--quick', ...flags);
    };
    expect(await wrong('radius=wide')).toContain('radius has no option wide');
    expect(await wrong('colour=red')).toContain('no choice colour');
    expect(await wrong('radius')).toContain('--choose takes <switch>=<option>');
    expect(await wrong('radius=theory', 'radius=practical')).toContain('has radius twice');
    expect(await complaint('simulate', path('spec.json'), '--choose', 'a=b')).toContain(
      '--choose is for figures with switches',
    );
  });
});

describe('what is wrong is said in one line, by name, with exit code 2', () => {
  const bad = (change: object) => ({ ...spec, ...change }) as SimulationSpec;
  test.each([
    ['horizon', bad({ horizon: -1 })],
    ['runs[0].policy.type', bad({ runs: [{ label: 'a', policy: { type: 'magic' } }] })],
    ['environment.means[1]', bad({ environment: { type: 'bernoulli', means: [0.5, 2] } })],
    ['spec', bad({ horizon: 1_000_000_000, replicates: 10_000 })],
  ])('the field %s', async (field, value) => {
    await writeFile(path('bad.json'), JSON.stringify(value));
    expect(await complaint('simulate', path('bad.json'))).toContain(`bad.json: ${field} `);
  });

  test('a file that is not there, or is no JSON', async () => {
    expect(await complaint('simulate', path('nowhere.json'))).toContain('no such file');
    await writeFile(path('no.json'), '{"version": 1,');
    expect(await complaint('simulate', path('no.json'))).toContain('no.json is not JSON');
  });

  test.each([
    [['simulate'], 'takes one spec'],
    [['simulate', 'a', 'b'], 'takes one spec'],
    [['simulate', 'a', '--workers', 'two'], '--workers'],
    [['simulate', 'a', '--workers', '-1'], '--workers'],
    [['simulate', 'a', '--theme', 'blue'], '--theme'],
    [['simulate', 'a', '--png', 'a.png', '--theme', 'auto'], '--theme'],
    [['simulate', 'a', '--csv', ''], '--csv'],
    [['simulate', 'a', '--bogus'], '--bogus'],
  ])('%j', async (args, said) => {
    expect(await complaint(...args)).toContain(said);
  });

  test('--quick for a spec, and a folder that cannot be written to, before anything is played', async () => {
    expect(await complaint('simulate', path('endless.json'), '--quick')).toContain('--quick');
    const csv = path('missing/out.csv');
    expect(await complaint('simulate', path('endless.json'), '--csv', csv)).toContain('--csv');
    expect(existsSync(csv)).toBe(false);
    const endlessTo = (file: string) => complaint('simulate', path('endless.json'), '--csv', file);
    expect(await endlessTo(folder)).toContain('is a folder');
  });

  test('a file that cannot be written in the end, which costs neither the table nor the other files', async () => {
    const args = ['--csv', '/dev/full', '--json', path('kept.json')];
    const failure = await simulate(path('spec.json'), ...args).catch((error) => error);
    expect(failure).toMatchObject({ code: 2 });
    expect(failure.stderr).toContain('--csv: cannot write /dev/full');
    expect(failure.stdout).toMatch(/^weighted +[\d,.]+ /m);
    expect(readResult(JSON.parse(await readFile(path('kept.json'), 'utf8'))).partial).toBe(false);
  });
});

test('--help tells the options, and the help of all commands names this one', async () => {
  const { stdout } = await simulate('--help');
  for (const flag of ['--workers', '--csv', '--json', '--svg', '--png', '--quiet', '--quick'])
    expect(stdout).toContain(flag);
  const help = await promisify(execFile)(process.execPath, [command, '--help']);
  expect(help.stdout).toContain('simulate');
});

// The command `ldp-bandits evaluate`, as an operator runs it.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/contexts';
import 'ldp-bandits/slates';
import {
  createCollector,
  evaluate,
  LdpError,
  memoryStore,
  type PrivateEstimates,
  privateLog,
} from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import { rawRows, rawTarget, sixRows } from './off-policy-support.js';
import { command, complaint, logFolder } from './replay-support.js';
import { AT_ONCE } from './server-support.js';

const folder = logFolder();
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [command, 'evaluate', ...args], { cwd: folder.path() });
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

const RAW = [
  'position,item_id,click,propensity_score',
  ...rawRows.map((row) => [row.stratum, row.action, row.reward, row.propensity].join()),
].join('\n');
const PRIVATE = [
  'arm,epsilon,bit,share_a,share_b,share_c',
  ...sixRows.map(({ arm, epsilon, bit, shares }) =>
    ['abc'[arm], epsilon, bit, ...Array.from(shares)].join(),
  ),
].join('\n');

test('a private log that cannot say what an arm earns is refused by the row of the file', async () => {
  const [header, ...rows] = PRIVATE.split('\n');
  const last = `a,1,1,1,0,0`;
  // The empty row counts.
  await folder.write('none.csv', [header, rows[0], ',,,,,', last].join('\n'));
  const found = await run('none.csv', '--private', '--target', 'always=b').catch((error) => error);
  expect(found.stderr).toMatch(/row 3: column "share_b" is 0/);
});

test('a target with = in its path is a file', async () => {
  const path = join('dt=2026-11-28', 'log.jsonl');
  const found = await run('log.csv', '--target', path).catch((error) => error);
  expect(found.stderr).not.toMatch(/takes a share/);
});

test('of a raw log it prints what the function gives', async () => {
  await folder.write('log.csv.gz', gzipSync(RAW));
  // Of what the log never shows, arm 3 in stratum 0, the target shows little.
  const target = [0, 1].map(() => [0.4, 0.3, 0.26, 0.04]);
  const named = '0=0.4,1=0.3,2=0.26,3=0.04';
  const { switch: switched, intervals, threshold } = evaluate({ log: rawRows, target });
  const found = await json('log.csv.gz', '--target', named);
  const { snips, dm } = intervals;
  expect(found).toMatchObject({ rows: 120, switch: switched, intervals: { snips, dm } });
  expect(found.strata).toEqual(['0', '1']);
  expect(threshold).toBeGreaterThan(0);
  const { stdout } = await run('log.csv.gz', '--target', named, '--csv', 'out.csv');
  expect(stdout).toContain('95 % interval');
  const lines = readFileSync(join(folder.path(), 'out.csv'), 'utf8').trim().split('\n');
  expect(lines[0]).toBe('estimator,value,low,high');
  expect(lines[5]).toBe(`SWITCH,${switched},${intervals.switch.low},${intervals.switch.high}`);
});

test("the guide's first command reads the same log, and withholds what no row shows", async () => {
  await folder.write('log.csv.gz', gzipSync(RAW));
  const { stdout } = await run('log.csv.gz', '--target', 'uniform');
  expect(stdout).toMatch(/^Read 120 rows \(comma, UTF-8, gzip\)/);
  // A quarter of what the target shows in stratum 0, half of the rows.
  expect(stdout).toContain('no row shows 13 % of what the target shows');
});

test('an interval that is withheld is null in JSON with the reason, and said in text, with the row of the file', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => `${i % 2},${i % 3 === 0 ? 1 : 0},0.5`);
  // The empty row counts: the last one is row 202.
  const text = ['arm,reward,propensity', ',,', ...rows, '0,1,0.001'].join('\n');
  await folder.write('wild.csv', text);
  const { intervals } = await json('wild.csv', '--target', 'uniform');
  const why = 'row 202 has 71 % of the weight: the log has too few rows like it';
  expect(intervals.ips).toEqual({ low: null, high: null, why });
  expect(intervals.dr).toEqual({ low: null, high: null, why });
  expect(intervals.snips).toEqual({ low: expect.any(Number), high: expect.any(Number) });
  const { stdout } = await run('wild.csv', '--target', 'uniform');
  expect(stdout).toMatch(/^IPS .* withheld$/m);
  expect(stdout).toContain(`Withheld: the interval of IPS, DR. It would miss too often: ${why}.`);
  expect(stdout).toContain(`Warning: ${why}.`);
});

test('a log without propensities is taken as one of equally likely arms, and it says so', async () => {
  const says = 'The log has no propensity column: every arm is taken as equally likely.';
  const bare = await folder.write('bare.csv', 'arm,reward\na,1\nb,0\na,0');
  expect((await run(bare, '--target', 'uniform')).stdout).toContain(says);
  const whole = await folder.write('whole.csv', RAW);
  expect((await run(whole, '--target', 'uniform')).stdout).not.toContain(says);
});

test('a threshold that is infinite is text in JSON, which has no infinity: null is what is not known', async () => {
  // Every arm pays alike in every row, so no correction costs anything.
  const rows = Array.from({ length: 40 }, (_, i) => ({
    action: i % 2,
    reward: 1,
    propensity: 0.5,
  }));
  const { threshold } = evaluate({ log: rows, target: [0.5, 0.5] });
  expect(threshold).toBe(Number.POSITIVE_INFINITY);
  const path = await folder.write(
    'alike.csv',
    `arm,reward,propensity\n${rows.map((row) => Object.values(row).join()).join('\n')}`,
  );
  expect(await json(path, '--target', 'uniform')).toMatchObject({ threshold: 'Infinity' });
});

test('the target may be the share of each arm at each position of another log', async () => {
  const log = await folder.write('log.csv', RAW);
  const other = rawTarget.flatMap((shares, position) =>
    shares.flatMap((share, item) => Array(Math.round(100 * share)).fill(`${position},${item},0`)),
  );
  const path = await folder.write('other.csv', ['position,item_id,click', ...other].join('\n'));
  const found = await json(log, '--target', path);
  const expected = evaluate({ log: rawRows, target: rawTarget });
  expect(found.switch).toBeCloseTo(expected.switch, 12);
  expect(found.intervals.dr.low).toBeCloseTo(expected.intervals.dr.low, 12);
});

test('of a private log too', async () => {
  await folder.write(
    'reports.csv',
    PRIVATE.replaceAll(/\b[abc]\b/g, (name) => `${'abc'.indexOf(name)}`).replaceAll(
      /share_([abc])/g,
      (_, name) => `share_${'abc'.indexOf(name)}`,
    ),
  );
  const { stdout } = await run('reports.csv', '--private', '--target', 'always=2');
  expect(stdout).toContain('6 reports, 3 arms');
  expect(stdout).toContain('Warning: there are only 6 rows');
  const named = await folder.write('named.csv', PRIVATE);
  const found = await json(named, '--private', '--target', 'a=0.7,b=0.2,c=0.1');
  const { warnings, ...expected } = evaluate({
    log: sixRows,
    target: [0.7, 0.2, 0.1],
    private: true,
  }) as PrivateEstimates;
  expect(found).toMatchObject(expected);
  expect(found.warnings).toEqual(warnings.map((said) => said.replace('log[0]', 'row 1')));
});

test('a log that cannot say what the target earns ends with 1, the row and the column', async () => {
  const path = await folder.write('floorless.csv', `${PRIVATE}\na,1,1,0.5,0.5,0`);
  const failure = await run(path, '--private', '--target', 'uniform').catch((error) => error);
  expect(failure).toMatchObject({ code: 1 });
  expect(failure.stderr).toMatch(/row 7: column "share_c" is 0/);
});

describe('what is wrong is said in one line, with the row and the column', () => {
  test.each([
    ['a,1,2,.5,.3,.2', /row 7: column "bit"/],
    ['a,0,1,.5,.3,.2', /row 7: column "epsilon"/],
    ['d,1,1,.5,.3,.2', /row 7: column "arm" is "d"/],
    ['a,1,1,.5,.3,.3', /row 7: column "share_\*".*sum 1/],
    ['a,1,1,x,.3,.3', /row 7: column "share_a"/],
  ])('%s', async (line, said) => {
    const path = await folder.write('wrong.csv', `${PRIVATE}\n${line}`);
    expect(await complaint('evaluate', path, '--private', '--target', 'uniform')).toMatch(said);
  });

  test.each([
    [['--target', 'always=z'], /no arm "z"/],
    [['--target', '0=0.5'], /sum 0\.5/],
    [['--target', '0=0.5,1=0.5,0=0.5'], /"0" twice/],
    [['--target', 'none.csv'], /no file none\.csv/],
    [['--target', 'uniform', '--alpha', '1'], /--alpha/],
    [['--target', 'uniform', '--private', '--seed', '1'], /--seed/],
    [['--target', 'uniform', '--private'], /no column "arm"/],
    [['--target', 'uniform', '--stratum-column', 'x'], /no column "x"/],
    [[], /--target/],
  ])('%j', async (args, said) => {
    const path = await folder.write('log.csv', RAW);
    expect(await complaint('evaluate', path, ...args)).toMatch(said);
  });
});

describe('the log of a running collector', () => {
  const terms = (type: 'ldp-thompson-drift' | 'weighted-ldp-ucb') => ({
    algorithm: { type, arms: 3 },
    perReport: { epsilon: 2 },
    timing: AT_ONCE,
  });
  const open = () =>
    createCollector({
      store: memoryStore(),
      experiments: { demo: terms('ldp-thompson-drift'), indices: terms('weighted-ldp-ucb') },
      publishEvery: { reports: 5 },
    });

  test('has a row for each report, with the shares that its device drew from, and no id', async () => {
    await using collector = await open();
    const log = await privateLog(collector, 'demo');
    const reports = 40;
    const shown: number[] = [];
    for (let visitor = 0; visitor < reports; visitor += 1) {
      const bandit = await createBandit({
        endpoint: 'https://collector.invalid',
        experiment: 'demo',
        algorithm: terms('ldp-thompson-drift').algorithm,
        privacy: { epsilon: 2, epsilonTotal: 2 },
        ledger: memoryLedger(),
        maxDelayMs: 0,
        fetch: (request) => collector.fetch(request),
      });
      const decision = bandit.choose();
      shown.push(decision.action);
      await decision.reward(decision.action === 1 ? 1 : 0);
      await bandit.flush();
      await bandit.dispose();
    }
    const rows = [];
    for await (const row of log) {
      rows.push(row);
      if (rows.length === reports) break;
    }
    expect(rows.map(({ arm }) => arm)).toEqual(shown);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      'arm',
      'bit',
      'epsilon',
      'missed',
      'shares',
      'snapshot',
    ]);
    expect(new Set(rows.map(({ snapshot }) => snapshot)).size).toBe(reports / 5);
    const found = evaluate({ log: rows, target: [0, 1, 0], private: true });
    expect(found).toMatchObject({ rows: reports });
  });

  test('has, of more reports at once than the tap holds, each as a row or in `missed`', async () => {
    await using collector = await open();
    const ended = new AbortController();
    const log = await privateLog(collector, 'demo', { signal: ended.signal });
    const reports = 1500;
    const post = (i: number) => {
      const id = Buffer.from(Uint32Array.of(i, 1, 2, 3).buffer).toString('base64url');
      const body = JSON.stringify({ v: 1, id, snapshot: 1, arm: i % 3, level: 0, bit: i % 2 });
      const headers = { 'content-type': 'application/json' };
      const address = 'https://collector.invalid/demo/reports';
      return collector.fetch(new Request(address, { method: 'POST', headers, body }));
    };
    const answers = await Promise.all(Array.from({ length: reports }, (_, i) => post(i)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    await post(reports); // what it comes behind is counted by then
    let seen = 0;
    for await (const { missed } of log) {
      seen += 1 + missed;
      if (seen > reports) break;
    }
    expect(seen).toBe(reports + 1);
  });

  test('is refused for an unknown experiment, and for one whose snapshots name no shares', async () => {
    await using collector = await open();
    for (const name of ['demos', 'indices']) {
      const error = await privateLog(collector, name).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(LdpError);
      expect(error).toMatchObject({ code: 'invalid_argument', details: { value: name } });
    }
  });
});

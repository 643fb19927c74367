// The figures of logs in the guides are those that the guides' commands print.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { text } from './docs-support.js';
import { movieLog } from './movie-log.js';
import { command, logFolder, menLog, thompsonLog } from './replay-support.js';

const folder = logFolder();
const evaluation = text('docs/guides/evaluate.md');
const simulation = text('docs/guides/simulate.md');

async function run(line: string): Promise<string> {
  const args = line.split(/\s+/);
  return (await promisify(execFile)(process.execPath, [command, ...args], { cwd: folder.path() }))
    .stdout;
}

/** The cells of the row of a guide that begins so. */
function cellsOf(guide: string, begin: string): string[] {
  const line = guide.split('\n').find((row) => row.startsWith(`| ${begin} |`)) ?? '';
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The line of what was printed that begins so, its cells two spaces and more apart. */
function lineOf(printed: string, begin: string): string[] {
  const line = printed.split('\n').find((row) => row.startsWith(`${begin}  `)) ?? '';
  return line.trim().split(/\s{2,}/);
}

/** "value (low to high)" of an estimator. */
function estimateOf(printed: string, estimator: string): string {
  const [, value, interval] = lineOf(printed, estimator);
  return `${value} (${interval})`;
}

describe('of a log like those of MovieLens', () => {
  const [, evaluate = ''] = /`npx ldp-bandits (evaluate movies[^`]+)`/.exec(evaluation) ?? [];
  const [, replay = ''] = /`npx ldp-bandits (replay --data movies[^`]+)`/.exec(evaluation) ?? [];
  const { movies, users, truth } = movieLog(6000, 1);
  beforeAll(async () => {
    await folder.write('movies.csv', movies);
    await folder.write('users.csv', users);
  });

  test.each([
    ['as it stands, with a warning', ''],
    ['`--fit-propensities age`', ' --fit-propensities age'],
  ])('%s', async (row, more) => {
    const printed = await run(evaluate + more);
    expect(printed).toContain('Warning: ');
    expect(cellsOf(evaluation, row).slice(1)).toEqual([
      estimateOf(printed, 'SNIPS'),
      estimateOf(printed, 'DR'),
    ]);
  });

  test('fitted propensities give the truth of every genre, and uniform ones of none but Comedy', async () => {
    for (const genre of ['Action', 'Comedy', 'Drama', 'Horror', 'Musical'] as const) {
      const ask = evaluate.replace('=Drama', `=${genre}`);
      const holds = async (more: string) => {
        const { intervals } = JSON.parse(await run(`${ask} --json${more}`));
        return intervals.dr.low <= truth(genre) && truth(genre) <= intervals.dr.high;
      };
      expect([genre, await holds(' --fit-propensities age')]).toEqual([genre, true]);
      // It was shown in the middle ages, which like it as much as all others do.
      if (genre !== 'Comedy') expect([genre, await holds('')]).toEqual([genre, false]);
    }
  }, 60_000);

  test('who the people are is read from a second file', async () => {
    const printed = await run(replay);
    for (const policy of [
      'uniform play (reweighted log)',
      'LinUCB on raw data',
      'ldp-linear-moments, ε = 8',
    ]) {
      const [, agreed, , , mean, , interval] = lineOf(printed, policy);
      expect(cellsOf(evaluation, policy).slice(1)).toEqual([agreed, mean, interval]);
    }
  }, 60_000);
});

const isHere = existsSync(menLog) && existsSync(thompsonLog);
if (!isHere) console.warn(`Left out: figures of the Open Bandit log, which is not at ${menLog}.`);
describe.runIf(isHere)('of the Open Bandit log, campaign men', () => {
  test('replay prints the table of the guide', async () => {
    const printed = await run(`replay --data ${menLog} --epsilon 1,8 --seed docs`);
    for (const policy of [
      'uniform play (the log itself)',
      'Thompson sampling on raw rewards',
      'ldp-thompson, ε = 1',
      'ldp-thompson, ε = 8',
    ]) {
      const [, agreed, , clicks, rate, , interval] = lineOf(printed, policy);
      expect(cellsOf(simulation, policy).slice(1)).toEqual([agreed, clicks, rate, interval]);
    }
  }, 60_000);

  test.each([
    ['random, Thompson sampling', menLog, thompsonLog],
    ['Thompson sampling, random', thompsonLog, 'uniform'],
  ])(
    'evaluate of %s prints the row of the guide',
    async (row, log, target) => {
      const printed = await run(`evaluate ${log} --target ${target}`);
      const short = (text: string | undefined, digits: number) =>
        (text ?? '').replace(/\d\.\d+/g, (number) => Number(number).toFixed(digits));
      const told = ['IPS', 'SNIPS', 'DM', 'DR'].map((name) => {
        const [, value, interval] = lineOf(printed, name);
        return name === 'IPS' || name === 'DR'
          ? `${short(value, 5)} (${short(interval, 4)})`
          : short(value, 5);
      });
      expect(cellsOf(evaluation, row).slice(2, 6)).toEqual(told);
      expect(printed).toContain(`as much as ${cellsOf(evaluation, row)[6]} rows of equal weight`);
    },
    60_000,
  );
});

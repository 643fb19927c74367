// Propensities that are fitted to a log without them (docs/spec/off-policy.md, section 3.7).
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Log, readLog } from 'ldp-bandits/logs';
import { evaluate } from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from './recomputation/plain-numbers.js';
import { command, complaint, logFolder } from './replay-support.js';

const folder = logFolder();
const said = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [command, ...args])).stdout;

async function* streamOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/**
 * Visitors with a phone see arm a in 80 % of rows, all others in 20 %. They click in 60 %, all others in 20 %, whatever is
 * shown: each arm earns .4, and a seems to earn .52.
 */
function csv(rows: number, seed: number): string {
  const uniform = mulberry32(seed);
  const lines = Array.from({ length: rows }, () => {
    const isPhone = uniform() < 0.5;
    const arm = uniform() < (isPhone ? 0.8 : 0.2) ? 'a' : 'b';
    return `${arm},${uniform() < (isPhone ? 0.6 : 0.2) ? 1 : 0},${isPhone ? 'phone' : 'desk'}`;
  });
  return ['arm,reward,device', ...lines].join('\n');
}
const always = (label: string, { labels }: Log) => labels.map((one) => (one === label ? 1 : 0));

/** Gradient ascent in small steps, which shares nothing with the library but the formula. */
function ascended(rows: readonly (readonly number[])[], arm: ArrayLike<number>, arms: number) {
  const width = rows[0]?.length ?? 0;
  const slopes = Array.from({ length: arms }, () => new Float64Array(width));
  const sharesOf = (row: readonly number[]) => {
    const scores = slopes.map((slope) =>
      Math.exp(slope.reduce((sum, b, k) => sum + b * (row[k] ?? 0), 0)),
    );
    const sum = scores.reduce((total, score) => total + score, 0);
    return scores.map((score) => score / sum);
  };
  for (let step = 0; step < 2000; step += 1) {
    const rise = slopes.map((slope) => slope.map((b, k) => (k === 0 ? 0 : -b)));
    rows.forEach((row, i) => {
      sharesOf(row).forEach((share, a) => {
        row.forEach((x, k) => {
          const by = rise[a] as Float64Array;
          by[k] = (by[k] ?? 0) + ((a === arm[i] ? 1 : 0) - share) * x;
        });
      });
    });
    slopes.forEach((slope, a) => {
      slope.forEach((b, k) => {
        slope[k] = b + (rise[a]?.[k] ?? 0) / rows.length;
      });
    });
  }
  return rows.map((row, i) => sharesOf(row)[arm[i] as number] as number);
}

const standard = (column: readonly number[]) => {
  const mean = column.reduce((sum, x) => sum + x, 0) / column.length;
  const spread = Math.sqrt(column.reduce((sum, x) => sum + (x - mean) ** 2, 0) / column.length);
  return column.map((x) => (x - mean) / spread);
};

test('numbers, text and strata give the propensities of the regression', async () => {
  const uniform = mulberry32(4);
  const rows = Array.from({ length: 90 }, () => {
    const [age, device, place] = [20 + 40 * uniform(), 3 * uniform(), 2 * uniform()];
    const arm = Math.floor(3 * uniform() ** (age / 30));
    return { age, device: 'xyz'[Math.floor(device)], place: Math.floor(place), arm };
  });
  const lines = rows.map(({ age, device, place, arm }) => `${place},${arm},0,${age},${device}`);
  const text = ['position,arm,reward,age,device', ...lines].join('\n');
  const log = await readLog(streamOf(text), { fitPropensities: ['age', 'device'] });
  const is = (yes: boolean) => (yes ? 1 : 0);
  const columns = [
    rows.map(({ age }) => age),
    ...[...'xyz'].map((name) => rows.map(({ device }) => is(device === name))),
    ...[0, 1].map((name) => rows.map(({ place }) => is(place === name))),
  ].map(standard);
  const numbers = rows.map((_, i) => [1, ...columns.map((column) => column[i] ?? 0)]);
  const expected = ascended(numbers, log.arm, 3);
  log.propensity.forEach((share, i) => {
    expect(share).toBeCloseTo(expected[i] as number, 5);
  });
  expect(log.propensitySource).toBe('fitted');
  expect(log.warnings).toEqual([
    'propensities are fitted: estimates and intervals hold only if what was shown depended on "age", "device", the stratum alone, and no interval has the error of the fit',
    '14 numbers are fitted to 90 rows, which are fewer than 10 for each: name fewer columns',
  ]);
});

test('without columns they are the shares of the arms in each stratum', async () => {
  const lines = ['top,a,0', 'top,a,0', 'top,a,1', 'top,b,0', 'foot,b,0', 'foot,a,0'];
  const text = ['position,arm,reward', ...lines].join('\n');
  const of = async (options: object) =>
    Array.from((await readLog(streamOf(text), options)).propensity);
  expect(await of({ fitPropensities: [] })).toEqual([0.75, 0.75, 0.75, 0.25, 0.5, 0.5]);
  const all = [4, 4, 4, 2, 2, 4].map((count) => count / 6);
  expect(await of({ fitPropensities: [], stratum: 'none' })).toEqual(all);
});

describe('where the device decides what is shown, and clicks too', () => {
  test('the device gives the truth, the shares of the arms do not', async () => {
    const text = csv(4000, 1);
    const fitted = await readLog(streamOf(text), { fitPropensities: ['device'] });
    const target = always('a', fitted);
    const { intervals } = evaluate({ log: fitted, target });
    for (const name of ['ips', 'snips', 'dr'] as const) {
      expect(intervals[name].low).toBeLessThan(0.4);
      expect(intervals[name].high).toBeGreaterThan(0.4);
    }
    const shares = await readLog(streamOf(text), { fitPropensities: [] });
    expect(evaluate({ log: shares, target }).intervals.snips.low).toBeGreaterThan(0.45);
  });

  // Of 100 intervals that miss in 5 %, 14 and more miss with a chance of 5e-4.
  test('of 100 logs of 500 rows at most 13 intervals miss', async () => {
    const missed = { ips: 0, snips: 0, dr: 0 };
    for (let seed = 1; seed <= 100; seed += 1) {
      const log = await readLog(streamOf(csv(500, seed)), { fitPropensities: ['dev*'] });
      const { intervals } = evaluate({ log, target: always('a', log) });
      for (const name of ['ips', 'snips', 'dr'] as const)
        if (!(intervals[name].low <= 0.4 && intervals[name].high >= 0.4)) missed[name] += 1;
    }
    for (const count of Object.values(missed)) expect(count).toBeLessThanOrEqual(13);
  });

  test('evaluate and replay fit the same, and print what that rests on', async () => {
    const path = await folder.write('device.csv', csv(2000, 2));
    const caveat = /Warning: propensities are fitted: .* depended on "device" alone/;
    const log = await readLog(path, { fitPropensities: ['device'] });
    const ask = ['evaluate', path, '--target', 'always=a', '--fit-propensities', 'device'];
    const text = await said(...ask);
    expect(text).toMatch(caveat);
    expect(text).toContain('The log has no propensity column: fitted by device.');
    const { dr, warnings } = JSON.parse(await said(...ask, '--json'));
    expect(dr).toBe(evaluate({ log, target: always('a', log) }).dr);
    expect(warnings).toEqual(log.warnings);
    const args = ['replay', '--data', path, '--epsilon', '2', '--seed', 'x'];
    // The device may describe the visitor, too.
    for (const more of [[], ['--features', 'device']]) {
      const replayed = await said(...args, ...more, '--fit-propensities', 'device');
      expect(replayed).toMatch(caveat);
      expect(replayed).toContain('no propensity column: fitted to the rows');
      expect(replayed).toMatch(/against uniform play/);
    }
    const shares = await said(
      'evaluate',
      path,
      '--target',
      'uniform',
      '--fit-propensities',
      'none',
    );
    expect(shares).toMatch(/fitted as the shares of the arms/);
    expect(shares).toMatch(/depended on nothing, and no interval/);
  });
});

describe('what is refused', () => {
  test.each([
    [
      ['--fit-propensities', 'dovice'],
      /no column "dovice", which --fit-prop.*Did you mean "device"/,
    ],
    [['--fit-propensities', 'device,reward'], /"reward" is the choice, the reward/],
    [['--fit-propensities', 'device,'], /takes columns with commas between them, or none/],
    [['--fit-propensities', 'device', '--propensities', 'uniform'], /do not go together/],
    [
      ['--fit-propensities', 'device', '--propensity-column', 'age'],
      /"age", and --fit-prop.* fits others/,
    ],
    [['--fit-propensities', 'age'], /row 3: column "age" is "old", but most cells/],
    [['--fit-propensities', 'place'], /has 4 rows, and 5 numbers would be fitted/],
  ])('%j', async (args, complained) => {
    const lines = ['a,1,phone,0.5,w', 'b,0,desk,0.25,x', 'a,0,desk,old,y', 'b,0,desk,1,z'];
    const text = ['arm,reward,device,age,place', ...lines].join('\n');
    const path = await folder.write('small.csv', text);
    const file = ['--target', 'uniform', '--stratum-column', 'none'];
    expect(await complaint('evaluate', path, ...file, ...args)).toMatch(complained);
  });

  test.each([
    [{ fitPropensities: 'device' }],
    [{ fitPropensities: [1] }],
    [{ fitPropensities: [], propensities: 'uniform' }],
  ])('readLog: %j', async (options) => {
    await expect(readLog(streamOf(csv(9, 1)), options as never)).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});

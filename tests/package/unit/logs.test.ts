// No row of a log is lost: `readLog` reads it whole, or refuses it with the row and what to do.
import { createReadStream } from 'node:fs';
import { LdpError, readLog } from 'ldp-bandits/logs';
import { replay } from 'ldp-bandits/replay';
import { evaluate } from 'ldp-bandits/server';
import { describe, expect, test } from 'vitest';
import { faults, isRefused } from './logs-faults.js';
import { logFolder } from './replay-support.js';

const folder = logFolder();

/** As a pipe may give it. */
async function* inPieces(bytes: string | Uint8Array, size: number) {
  const all = Buffer.from(bytes);
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}

test('the table has at least 60 faults', () => {
  expect(faults.length).toBeGreaterThanOrEqual(60);
});

test.each(faults)('%s', async (_name, bytes, right) => {
  const path = await folder.write('log.csv', bytes);
  const sources = [
    path,
    inPieces(bytes, 3000),
    ...(bytes.length < 1000 ? [inPieces(bytes, 1)] : []),
  ];
  for (const source of sources) {
    const found = await readLog(source).catch((error: unknown) => error);
    if (isRefused(right)) {
      expect(found).toBeInstanceOf(LdpError);
      const { code, details, message } = found as LdpError;
      expect(code).toBe('bad_log');
      expect(details['row']).toBe(right.row);
      expect(message).toMatch(right.says);
      if (right.row) expect(message).toContain(`, row ${right.row}: `);
    } else {
      const { rows, arms = ['a', 'b', 'c'], skipped = [], warning } = right;
      expect(found).toMatchObject({ labels: arms, reading: { rows, skipped: skipped.length } });
      const { reading, warnings, arm } = found as Awaited<ReturnType<typeof readLog>>;
      expect(arm).toHaveLength(rows);
      expect(reading.skippedRows).toEqual(skipped);
      expect(warnings).toEqual(warning ? [expect.stringMatching(warning)] : []);
    }
  }
});

test('a chunk may end between CR and LF, between two quotation marks, within a character', async () => {
  const text = 'arm,reward,note\r\n"a ""x"" \u00E9",1,"y\r\nz"\r\nb,0,\u{1F600}\r\n';
  for (let size = 1; size <= Buffer.byteLength(text); size += 1) {
    const log = await readLog(inPieces(text, size));
    expect(log.labels).toEqual(['a "x" \u00E9', 'b']);
    expect(log.reading).toMatchObject({ rows: 2, skipped: 0, multiline: 1 });
  }
});

test('ids of 19 digits and names with spaces are told from each other', async () => {
  const ids = ['1234567890123456789', '1234567890123456788', '1 1', '11', 'aB3', 'aC3'];
  const log = await readLog(inPieces(`arm,reward\n${ids.map((id) => `${id},1\n`).join('')}`, 99));
  expect(log).toMatchObject({ arms: 6, warnings: [] });
});

test('of many arms that look alike five are told, and how many more there are', async () => {
  const twice = Array.from({ length: 20 }, (_, i) => `x${i},1\nX${i},0\n`).join('');
  const { warnings } = await readLog(inPieces(`arm,reward\n${twice}`, 99));
  expect(warnings).toHaveLength(6);
  expect(warnings.at(-1)).toBe('15 more pairs of arms look alike');
});

test('a log goes into replay and evaluate as it is', async () => {
  const rows = Array.from(
    { length: 90 },
    (_, i) => `${'xyz'[i % 3]},${i % 2},${i % 3 ? 0.25 : 0.5},${i % 2}`,
  );
  const path = await folder.write('whole.csv', ['arm,reward,propensity,place', ...rows].join('\n'));
  const log = await readLog(path);
  expect(log).toMatchObject({ arms: 3, strata: ['0', '1'] });
  const asRows = rows.map((row, i) => ({
    action: i % 3,
    reward: i % 2,
    propensity: Number(row.split(',')[2]),
    stratum: i % 2,
  }));
  expect([...log]).toEqual(asRows);
  const target = [0.2, 0.3, 0.5];
  const both = [target, target];
  expect(evaluate({ log, target: both })).toEqual(evaluate({ log: asRows, target: both }));
  const options = { algorithm: { type: 'ldp-thompson' }, epsilons: [8], seed: 'a' };
  expect(await replay({ log, ...options })).toMatchObject({ rows: 90, arms: 3, reward: 45 });
});

test('rewards with declared ends become shares of their range', async () => {
  const stars = () => inPieces('arm,reward\na,1\nb,4\nc,5\n', 99);
  const log = await readLog(stars(), { rewardRange: [1, 5] });
  expect([...log.reward]).toEqual([0, 0.75, 1]);
  expect(log.rewardRange).toEqual([1, 5]);
  const refused = readLog(stars(), { rewardRange: [1, 4] });
  await expect(refused).rejects.toThrow(
    'row 3: column "reward" is "5", but the reward must be a number from 1 to 4',
  );
});

test('the order of arms is total: the same in whatever order the rows come', async () => {
  const sorted = ['-3', '9', '10', '10.0', '1e1', '0x1', '1a', '9a', 'NaN', 'a', 'b'];
  // Every fourth of eleven, from each of them on.
  for (const shift of sorted.keys()) {
    const rows = sorted.map((_, i) => `${sorted[(i * 4 + shift) % sorted.length]},1`);
    const { labels } = await readLog(inPieces(`arm,reward\n${rows.join('\n')}`, 99));
    expect(labels).toEqual(sorted);
  }
});

test('JSON with one name for a field and for a field within another is refused', async () => {
  const line = JSON.stringify({ arm: 'a', reward: 1, 'user.age': 3, user: { age: 4 } });
  await expect(readLog(inPieces(line, 7))).rejects.toThrow(
    /row 1: column "user\.age" is there twice/,
  );
});

describe('dsjson of VW', () => {
  /** What was shown, with its cost and probability, of three actions. */
  const line = (shown: number, cost: number, propensity: number, more = {}) =>
    JSON.stringify({
      ...{ _label_cost: cost, _label_probability: propensity, _label_Action: shown },
      ...{ _labelIndex: shown - 1, Version: '1', EventId: `e${shown}`, a: [shown, 1, 2] },
      ...{
        c: { User: { age: 3 }, _multi: [{ id: 'x' }, { id: 'y' }, { id: 'z' }] },
        p: [0.8, 0.1, 0.1],
      },
      ...more,
    });
  const read = (...lines: string[]) => readLog(inPieces(lines.join('\n'), 7));

  test('has an arm for each action, and rewards that are minus the costs', async () => {
    const log = await read(line(3, -1, 0.8), line(1, 0, 0.1), line(3, -0.5, 0.8));
    expect(log).toMatchObject({ labels: ['1', '2', '3'], reading: { rows: 3, format: 'dsjson' } });
    expect([...log]).toEqual([
      { action: 2, reward: 1, propensity: 0.8, stratum: 0 },
      { action: 0, reward: 0, propensity: 0.1, stratum: 0 },
      { action: 2, reward: 0.5, propensity: 0.8, stratum: 0 },
    ]);
  });

  test.each([
    ['rows were dropped', { pdrop: 0.5 }, /row 2: has a pdrop/],
    ['there were more actions', { a: [1, 2, 3, 4] }, /row 2: has 4 actions .* first row has 3/],
    ['the action is none', { _label_Action: 4 }, /row 2: has no _label_Action/],
    ['the two indices differ', { _labelIndex: 1 }, /row 2: has a _labelIndex/],
    ['no reward was joined', { _label_cost: undefined }, /row 2: has no number _label_cost/],
    [
      'a cost is none of 0 to -1',
      { _label_cost: 2 },
      /row 2: column "reward" is "-2".*rewardRange/,
    ],
  ])('is refused with the row where %s', async (_why, more, said) => {
    await expect(read(line(1, 0, 0.5), line(1, 0, 0.5, more))).rejects.toThrow(said);
  });
});

test('columns by name, the first rows only, and a stream of text', async () => {
  const path = await folder.write('named.csv', 'shown,liked\nb,1\na,0\nc,1\n');
  const columns = { arm: 'shown', reward: 'liked' };
  const log = await readLog(path, { ...columns, limit: 2 });
  expect(log).toMatchObject({ labels: ['a', 'b', 'c'], reading: { rows: 3 } });
  expect([...log.arm]).toEqual([1, 0]);
  expect([...log.propensity]).toEqual([1 / 3, 1 / 3]);
  const text = createReadStream(path, { encoding: 'utf8' });
  expect(await readLog(text, columns)).toMatchObject({ arms: 3 });
});

test.each([
  [{ rows: 3 }, 'options.rows'],
  [{ limit: 0 }, 'limit'],
  [{ arm: '' }, 'arm'],
  [{ rewardRange: [5, 1] }, 'rewardRange'],
  [{ rewardRange: [1, Number.POSITIVE_INFINITY] }, 'rewardRange'],
])('%j is no option', async (options, parameter) => {
  const error = await readLog('none.csv', options as object).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'invalid_argument', details: { parameter } });
});

test.each([[''], [5], [null], [['arm,reward', 'a,1']], [undefined]])(
  '%j is no log',
  async (source) => {
    const error = await readLog(source as string).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'invalid_argument', details: { parameter: 'source' } });
  },
);

test('a file that is not there, and a folder', async () => {
  await expect(readLog('none.csv')).rejects.toThrow('There is no file none.csv');
  await expect(readLog(folder.path())).rejects.toThrow('is a folder');
});

// Columns that describe visitors, as `ldp-bandits replay` reads them: no odd cell turns numbers into categories.
import { describe, expect, test } from 'vitest';
import { complaint, logFolder, replay, told } from './replay-support.js';

const folder = logFolder();

/** Two arms, and `columns` of the features of a visitor. */
async function log(name: string, columns: string, features: (row: number) => string) {
  const rows = Array.from(
    { length: 60 },
    (_, i) => `${'ab'[i % 2]},${+(i % 3 === 0)},${features(i)}`,
  );
  return folder.write(`${name}.csv`, [`arm,reward,${columns}`, ...rows].join('\n'));
}

const arguments_ = ['--epsilon', '1', '--seed', 'features', '--features', '*'];
interface Played {
  readonly dimension: number;
  readonly bound: number;
  readonly policies: unknown;
  readonly filled: readonly { readonly column: string; readonly cells: number }[];
}
const play = async (path: string, ...more: string[]) =>
  (await replay('--data', path, ...arguments_, ...more)) as unknown as Played;

describe('a column of mostly numbers', { timeout: 30_000 }, () => {
  const age = (i: number) => `${20 + (i % 10)}`;

  test.each([
    ['', /row 8: column "age" is "".*empty.*--fill mean/],
    ['1,000', /row 8: column "age" is "1,000".*thousands/],
  ])('with a cell "%s" is refused with row and column', async (cell, said) => {
    const path = await log('odd', 'age', (i) => (i === 7 ? `"${cell}"` : age(i)));
    expect(await complaint('replay', '--data', path, ...arguments_)).toMatch(said);
  });

  test('has on request the mean where a value is missing, which is counted aloud', async () => {
    // Ages 20 to 29, six of each. Without the rows of 20 and 29 in the first cycle, the mean of the others is 24.5.
    const isGap = (i: number) => i === 0 || i === 9;
    const gaps = await log('gaps', 'age', (i) =>
      isGap(i) ? (['', 'null'][+(i > 0)] as string) : age(i),
    );
    const byHand = await log('by-hand', 'age', (i) => (isGap(i) ? '24.5' : age(i)));
    const [filled, whole] = [await play(gaps, '--fill', 'mean'), await play(byHand)];
    expect(filled).toMatchObject({ dimension: 4, filled: [{ column: 'age', cells: 2 }] });
    expect(filled.policies).toEqual(whole.policies);
    expect(whole.filled).toEqual([]);
    const text = await told('--data', gaps, ...arguments_, '--rows', '20', '--fill', 'mean');
    expect(text).toContain('2 of "age"');
  });

  test('has no other text filled', async () => {
    const path = await log('text', 'age', (i) => (i === 7 ? 'old' : age(i)));
    const given = ['replay', '--data', path, ...arguments_, '--fill'];
    expect(await complaint(...given, 'mean')).toMatch(/row 8: column "age" is "old".*leave the/);
    expect(await complaint(...given, 'zero')).toContain('--fill takes mean');
  });
});

test('text with a number in it, and with an empty cell, is a category', async () => {
  const path = await log('colours', 'colour', (i) => ['red', 'blue', '7', ''][i % 4] as string);
  // Of each of two arms: four values and a constant.
  expect((await play(path)).dimension).toBe(2 * 5);
}, 30_000);

test('a constant column is zeros, also where its mean is rounded', async () => {
  const path = await log('constant', 'side,rate', (i) => `${i % 4 < 2 ? -3 : 3},0.1`);
  expect(Array.from({ length: 60 }, () => 0.1).reduce((a, b) => a + b) / 60).not.toBe(0.1);
  // A visitor is (-1 or 1, 0, 1).
  expect((await play(path)).bound).toBeCloseTo(Math.SQRT2, 12);
}, 30_000);

describe('visitors in a file of their own', { timeout: 30_000 }, () => {
  const user = (i: number) => `u${(i * 7) % 5}`;
  const age = (i: number) => `${20 + ((i * 7) % 5)}`;
  const people = ['u4,24', 'u3,23', 'u0,20', 'u1,21', 'u2,22', 'nobody,99'];
  const file = (rows: readonly string[]) =>
    folder.write('people.csv', ['user,age', ...rows].join('\n'));
  const given = (path: string) => [
    '--epsilon',
    '1',
    '--seed',
    'features',
    '--visitor-features',
    path,
  ];

  test('play as if their columns stood in the log', async () => {
    const apart = await log('apart', 'user', user);
    const within = await log('within', 'age', age);
    const key = ['--visitor-column', 'user'];
    const found = (await replay('--data', apart, ...given(await file(people)), ...key)) as unknown;
    const { policies, dimension, bound } = await play(within);
    expect(found).toMatchObject({ visitorsReading: { rows: 6 }, dimension, bound, policies });
  });

  test('are refused where one is missing, with the row, or there twice', async () => {
    const data = ['replay', '--data', await log('apart', 'user', user), '--visitor-column', 'user'];
    const said = async (rows: readonly string[]) => complaint(...data, ...given(await file(rows)));
    // Row 3 is the first of u4: (2 * 7) % 5.
    expect(await said(people.slice(1))).toMatch(/row 3: column "user" is "u4", of whom .*no row/);
    expect(await said([...people, 'u0,7'])).toMatch(/describes the visitor "u0" in rows 3 and 7/);
    expect(await complaint(...data)).toContain('go together');
  });
});

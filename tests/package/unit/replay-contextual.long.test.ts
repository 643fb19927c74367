// The command `ldp-bandits replay` where visitors are described: logs whose truth is known,
// classification sets, real data.
import { existsSync } from 'node:fs';
import type { ReplayResult } from 'ldp-bandits/replay';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  complaint,
  digits,
  logFolder,
  menItems,
  menLog,
  policyOf,
  replay,
  told,
} from './replay-support.js';

const folder = logFolder();

interface Mean {
  readonly mean: number;
  readonly standardError: number | null;
  readonly low: number | null;
  readonly high: number | null;
}
interface Loudness {
  readonly reports: number;
  readonly signal: number;
  readonly noise: number;
}
interface Classified {
  readonly rows: number;
  readonly arms: number;
  readonly dimension: number;
  readonly rounds: number;
  readonly trials: number;
  readonly partial: boolean;
  readonly policies: readonly {
    readonly kind: string;
    readonly epsilon: number | null;
    readonly regret: Mean;
    readonly againstUniform: Mean | null;
    readonly sent: { readonly reports: number; readonly bytes: number } | null;
    readonly loudness: Loudness | null;
  }[];
}

const classified = async (...args: string[]) => (await replay(...args)) as unknown as Classified;
const ofKind = (result: Classified, kind: string, epsilon: number | null = null) => {
  const found = result.policies.find((one) => one.kind === kind && one.epsilon === epsilon);
  if (found === undefined) throw new Error(`no ${kind} policy`);
  return found;
};

/** Three classes, which the first column tells and the second does not. */
const flowers = Array.from({ length: 90 }, (_, row) => {
  const kind = ['iris', 'rose', 'tulip'][row % 3];
  return `${kind} seed,${(row * 7) % 10},${kind}`;
});

describe('a classification set whose truth is known', () => {
  let result: Classified;
  const rounds = 600;
  const trials = 2;
  beforeAll(async () => {
    const path = await folder.write('flowers.csv', ['seed,weight,kind', ...flowers].join('\n'));
    const size = ['--rounds', `${rounds}`, '--trials', `${trials}`];
    const classes = ['--data', path, '--label-column', 'kind'];
    result = await classified(...classes, ...size, '--epsilon', '0.01,32');
  }, 120_000);

  test('has a block of features for each class: three kinds of seed, a weight, a constant', () => {
    expect(result).toMatchObject({ rows: 90, arms: 3, dimension: 3 * 5, rounds, trials });
  });

  test('has averages of neighbouring columns in their place, as many as --reduce says', async () => {
    const path = await folder.write('reduced.csv', ['seed,weight,kind', ...flowers].join('\n'));
    const size = ['--rounds', '60', '--trials', '1', '--epsilon', '32', '--reduce', '2'];
    const reduced = await classified('--data', path, '--label-column', 'kind', ...size);
    expect(reduced).toMatchObject({ arms: 3, dimension: 3 * (2 + 1) });
  });

  test('uniform play is wrong two times of three, exactly', () => {
    expect(ofKind(result, 'uniform').regret).toEqual({
      mean: 400,
      standardError: 0,
      low: 400,
      high: 400,
    });
  });

  test('LinUCB on raw data soon makes no mistakes', () => {
    expect(ofKind(result, 'non-private').regret.mean).toBeLessThan(100);
  });

  test('the private learner gets better where noise is small, one report for each visitor', () => {
    const weak = ofKind(result, 'private', 32);
    // Uniform play has a standard deviation of 11.5 over its choices.
    expect(weak.regret.mean).toBeLessThan(400 - 8 * 11.5);
    expect(weak.sent?.reports).toBe(rounds * trials);
    expect(weak.loudness?.noise).toBeLessThan(weak.loudness?.signal as number);
  });

  test('at epsilon = 0.01 the noise is larger than the signal, and it says so', () => {
    const strong = ofKind(result, 'private', 0.01);
    expect(strong.loudness?.noise).toBeGreaterThan(10 * (strong.loudness?.signal as number));
    expect(strong.regret.mean).toBeGreaterThan(300);
  });
});

test('what visitors had to say is measured right: a reward that never moves with its features', async () => {
  // One class never occurs where it is chosen from: x is the constant alone, so every right choice
  // says (0, .., 1/norm, .., 0) and the average over both classes is about half of that each.
  const rows = Array.from({ length: 40 }, (_, row) => `1,${row % 2 === 0 ? 'a' : 'b'}`);
  const path = await folder.write('constant.csv', ['one,kind', ...rows].join('\n'));
  const result = await classified(
    ...['--data', path, '--label-column', 'kind', '--rounds', '200', '--trials', '1'],
    ...['--algorithm', 'ldp-linucb', '--epsilon', '1'],
  );
  const { loudness } = ofKind(result, 'private', 1);
  expect(loudness?.reports).toBe(200);
  // The product y x has length 1 if right; right choices are half of all, shared by two classes:
  // between sqrt(1/8) = 0.354 (evenly) and 1/2 (all of one class), give or take 6 x 0.035.
  expect(loudness?.signal).toBeGreaterThan(0.354 - 0.21);
  expect(loudness?.signal).toBeLessThan(0.5 + 0.21);
  // A codebook: w = (L/m) times a unit vector of 15 numbers, L = sqrt 2, of whose first 14 these are the last 4.
  // By codebookMean, which has a test of its own, m is 0.1039 at N = 256, k = 90. The
  // average of 200, with a relative deviation of 2.5 % (chi-square).
  const coordinate = Math.sqrt(2) / (0.1039 * Math.sqrt(15));
  const expected = (coordinate * Math.sqrt(4)) / Math.sqrt(200);
  expect(Math.abs((loudness?.noise as number) / expected - 1)).toBeLessThan(0.15);
}, 60_000);

/** Half of the visitors are cold and like tea, half are hot and like ice; each arm is shown evenly. */
const drinks = Array.from({ length: 1200 }, (_, row) => {
  const weather = row % 2 === 0 ? 'cold' : 'hot';
  const shown = row % 4 < 2 ? 'tea' : 'ice';
  const liked = (weather === 'cold') === (shown === 'tea') ? 1 : 0;
  return `${weather},${shown},${liked}`;
});

describe('a log whose visitors differ', () => {
  let path = '';
  const base = ['--arm-column', 'shown', '--reward-column', 'liked', '--passes', '2'];
  beforeAll(async () => {
    path = await folder.write('drinks.csv', ['weather,shown,liked', ...drinks].join('\n'));
  });

  test('without context no policy can earn more than half', async () => {
    const result = await replay('--data', path, ...base, '--epsilon', '8', '--rows', '600');
    for (const policy of result.policies) expect(policy.mean).toBeLessThan(0.6);
  }, 60_000);

  test('with it LinUCB earns nearly everything, and so does a private learner with little noise', async () => {
    const features = ['--features', 'weather', '--epsilon', '32'];
    const result = await replay('--data', path, ...base, ...features);
    expect(result).toMatchObject({ dimension: 2 * 3, partial: false, estimator: 'replay' });
    expect(policyOf(result, 'uniform').mean).toBe(0.5);
    expect(policyOf(result, 'non-private').mean).toBeGreaterThan(0.95);
    const weak = policyOf(result, 'private', 32);
    expect(weak.mean).toBeGreaterThan(0.7);
    expect(weak.sent?.reports).toBe(weak.matched);
  }, 120_000);

  test('arms may be described by a file of their own, joined by name', async () => {
    const items = 'shown,heat,price\nice,0,3\ntea,1,3\n';
    const arms = await folder.write('drinks-items.csv', items);
    const features = ['--features', 'weather', '--arm-features', arms, '--epsilon', '1'];
    const result = await replay('--data', path, ...base, ...features, '--rows', '600');
    // (heat, price, constant) times (cold, hot, constant).
    expect(result).toMatchObject({ dimension: 3 * 3 });
    expect(policyOf(result, 'non-private').mean).toBeGreaterThan(0.9);
  }, 60_000);

  test('for a person it says what privacy drowned, and where the numbers of a page come from', async () => {
    const small = ['--epsilon', '0.05', '--rows', '200'];
    const stdout = await told('--data', path, ...base, '--features', 'weather', ...small);
    expect(stdout).toContain('a page has to declare them');
    expect(stdout).toContain('LinUCB on raw data');
    expect(stdout).toContain('ldp-linear-moments, \u03b5 = 0.05');
    expect(stdout).toMatch(/privacy noise is larger than the signal|says anything of rewards yet/);
  }, 60_000);

  test.each(['ldp-linucb', 'online-ldp-linucb', 'private-bandits-combiner'])(
    '%s goes the same way',
    async (algorithm) => {
      const options = ['--features', 'weather', '--algorithm', algorithm, '--epsilon', '4'];
      const result = await replay('--data', path, ...base, ...options, '--rows', '100');
      const run = policyOf(result, 'private', 4);
      expect(run.sent?.reports).toBe(run.matched);
      expect(run.matched).toBeGreaterThan(0);
    },
    60_000,
  );

  test.each([
    ['a column that is not there', ['--features', 'mood'], /no column "mood".*--features/],
    ['a beginning that none has', ['--features', 'user_*'], /begins as "user_\*"/],
    ['the reward as a feature', ['--features', 'liked'], /"liked" is the choice, the reward/],
    [
      'a learner without context',
      ['--features', 'weather', '--algorithm', 'weighted-ldp-ucb'],
      /ldp-linucb.*where there are features/,
    ],
    [
      'a contextual learner without features',
      ['--algorithm', 'ldp-linucb'],
      /--algorithm must be one of ldp-thompson/,
    ],
    ['averages without features', ['--reduce', '2'], /--reduce goes with --features/],
    [
      'rounds of a log',
      ['--features', 'weather', '--rounds', '9'],
      /--rounds goes with --label-column/,
    ],
    [
      'a delta for reports that have none',
      ['--features', 'weather', '--delta', '0.001'],
      /--delta goes with online.*ldp-linear-moments has none/,
    ],
    ['a delta of 1', ['--features', 'weather', '--delta', '1'], /--delta takes a number/],
  ])('refuses %s', async (_what, args, expected) => {
    expect(await complaint('replay', '--data', path, ...base, ...args)).toMatch(expected);
  });

  test('says of a set without a header line how it is read, and that it shows no arms', async () => {
    const set = await folder.write('headless.csv', '0,1,2\n3,1,0\n');
    expect(await complaint('replay', '--data', set)).toMatch(/These are numbers.*--no-header/);
    const headless = ['replay', '--data', set, '--no-header', '--label-column', '3'];
    expect(await complaint(...headless, '--arm-column', '2')).toMatch(
      /--arm-column goes with a log/,
    );
  });

  test('refuses a file of arms that misses one, and sets that do not fit', async () => {
    const arms = await folder.write('one-item.csv', 'shown,heat\ntea,1\n');
    expect(
      await complaint(
        ...['replay', '--data', path, ...base, '--features', 'weather', '--arm-features', arms],
      ),
    ).toMatch(/no row for "ice"/);

    const wide = Array.from({ length: 4 }, (_, row) => [row % 2, ...Array(70).fill(row)].join());
    const set = await folder.write('wide.csv', wide.join('\n'));
    const headless = ['replay', '--data', set, '--no-header', '--label-column'];
    expect(await complaint(...headless, '1')).toMatch(/are 142; at most 128.*--reduce/);
    expect(await complaint(...headless, '72')).toMatch(/no column "72"/);

    const ragged = await folder.write('ragged.csv', 'a,kind\n1,x\n2\n');
    expect(await complaint('replay', '--data', ragged, '--label-column', 'kind')).toMatch(
      /row 2: there are 1 cells/,
    );
    const single = await folder.write('single.csv', 'a,kind\n1,x\n2,x\n');
    expect(await complaint('replay', '--data', single, '--label-column', 'kind')).toMatch(
      /one class only/,
    );
    const names = Array.from({ length: 70 }, (_, row) => `name ${row},${row % 2}`);
    const text = await folder.write('names.csv', ['a,kind', ...names].join('\n'));
    expect(await complaint('replay', '--data', text, '--label-column', 'kind')).toMatch(
      /text with 70 different values/,
    );
  });
});

describe('on real data', () => {
  const present = existsSync(menLog) && existsSync(digits);
  if (!present)
    console.warn(`Left out: contextual replays of real data, not at ${menLog} and ${digits}.`);

  test.runIf(present)(
    'handwritten digits: eight row averages tell LinUCB much, and 300 visitors are not heard over the noise',
    async () => {
      const result = await classified(
        ...['--data', digits, '--no-header', '--label-column', '65', '--reduce', '8'],
        ...['--rounds', '300', '--trials', '2', '--epsilon', '1'],
      );
      expect(result).toMatchObject({ rows: 1797, arms: 10, dimension: 10 * 9, partial: false });
      expect(ofKind(result, 'uniform').regret.mean).toBe(270);
      // Uniform play: standard deviation 5.2.
      expect(ofKind(result, 'non-private').regret.mean).toBeLessThan(270 - 6 * 5.2);
      const { loudness } = ofKind(result, 'private', 1);
      expect(loudness?.noise).toBeGreaterThan(loudness?.signal as number);
    },
    120_000,
  );

  test.runIf(present)(
    'the Open Bandit log, with visitors alone and with items',
    async () => {
      const base = ['--data', menLog, '--rows', '400', '--epsilon', '4'];
      const blocks = await replay(...base, '--features', 'user_feature_*', '--reduce', '2');
      expect(blocks).toMatchObject({ rows: 400, arms: 34, dimension: 34 * 3, partial: false });
      const joined = await replay(
        ...[...base, '--features', 'user_feature_0', '--reduce', '1', '--arm-features', menItems],
      );
      // item_feature_0 is a number; 1 to 3 have 7, 16 and 4 values; a constant: 29 times 2.
      expect(joined).toMatchObject({ dimension: 29 * 2, partial: false });
      for (const result of [blocks, joined] as ReplayResult[]) {
        const run = policyOf(result, 'private', 4);
        expect(run.sent?.reports).toBe(run.matched);
      }
    },
    120_000,
  );
});

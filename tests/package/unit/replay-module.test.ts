// ldp-bandits/replay: from a seed, in this thread or in workers, as data, as CSV and as SVG.
import {
  LdpError,
  type ReplayOptions,
  replay,
  replayable,
  toCSV,
  toReplaySVG,
} from 'ldp-bandits/replay';
import { describe, expect, test } from 'vitest';
import { mulberry32 } from './recomputation/plain-numbers.js';

const MEANS = [0.2, 0.5, 0.8];
const ROWS = 1500;

function logOf(rows: number): ReplayOptions['log'] {
  const uniform = mulberry32(9);
  const arm = Array.from({ length: rows }, () => Math.floor(3 * uniform()));
  const reward = arm.map((each) => (uniform() < (MEANS[each] as number) ? 1 : 0));
  return { arms: 3, arm, reward };
}
const log = logOf(ROWS);
const base = { log, algorithm: { type: 'ldp-thompson' }, epsilons: [1, 8], seed: 'mine' };
const policy = (result: Awaited<ReturnType<typeof replay>>, epsilon: number | null, kind: string) =>
  result.policies.find((one) => one.epsilon === epsilon && one.kind === kind);

async function refusal(wrong: object): Promise<LdpError> {
  const error = await replay({ ...base, ...wrong } as ReplayOptions).catch((reason) => reason);
  expect(error).toBeInstanceOf(LdpError);
  return error;
}

test('the same seed gives the same result, another seed another one', async () => {
  const first = await replay(base);
  expect(await replay(base)).toEqual(first);
  const other = await replay({ ...base, seed: 'yours' });
  expect(policy(other, 1, 'private')?.matched).not.toBe(policy(first, 1, 'private')?.matched);
  expect(policy(other, null, 'uniform')).toEqual(policy(first, null, 'uniform'));
});

test('an epsilon gives the same run whatever else is played', async () => {
  const both = await replay(base);
  const alone = await replay({ ...base, epsilons: [8] });
  expect(policy(alone, 8, 'private')).toEqual(policy(both, 8, 'private'));
});

test('workers give what this thread gives', async () => {
  const options = { ...base, replicates: 3 };
  const alone = await replay(options);
  expect(alone.policies).toHaveLength(1 + 3 * 3);
  expect(await replay({ ...options, workers: 2 })).toEqual(alone);
});

test('replicates differ in their noise, and each is compared with the open run of its number', async () => {
  const { policies } = await replay({ ...base, epsilons: [1], replicates: 2 });
  const [first, second] = policies.filter(({ kind }) => kind === 'private');
  const opens = policies.filter(({ kind }) => kind === 'non-private');
  expect(first?.matched).not.toBe(second?.matched);
  expect(second?.againstNonPrivate?.difference).toBe(
    (second?.mean ?? 0) - (opens[1]?.mean as number),
  );
});

test('it learns: with little noise it earns more than uniform play', async () => {
  const run = policy(await replay(base), 8, 'private');
  expect(run?.againstUniform).toMatchObject({ withinNoise: false });
  expect(run?.mean).toBeGreaterThan(0.65);
  expect(run?.sent?.reports).toBe(run?.matched);
});

test.each(replayable('arms'))('%s replays a log of arms', async (type) => {
  const result = await replay({ ...base, log: logOf(150), algorithm: { type }, epsilons: [2] });
  expect(policy(result, 2, 'private')).toMatchObject({ complete: true });
  expect(policy(result, 2, 'private')?.matched).toBeGreaterThan(20);
});

test.each(replayable('contexts'))('%s replays a log with contexts', async (type) => {
  const { arms, arm, reward } = logOf(150);
  const visitors = Array.from(arm, (_, row) => [Math.sin(row), 1]);
  const options = { ...base, log: { arms, arm, reward }, algorithm: { type }, epsilons: [2] };
  const result = await replay({ ...options, contexts: { visitors } });
  const run = policy(result, 2, 'private');
  expect(run?.sent?.reports).toBe(run?.matched);
  expect(run?.matched).toBeGreaterThan(20);
  expect(run?.shortened).toBeGreaterThanOrEqual(0);
});

test.each(replayable('slates'))('%s replays a log of slates', async (type) => {
  const pairs = [0, 1, 2].flatMap((a) => [1, 2, 3].filter((b) => b > a).map((b) => [a, b]));
  const shown = Array.from({ length: 150 }, (_, i) => pairs[(5 * i) % 6] as number[]);
  const impressions = shown.map((_, i) => [2 * i, 2 * i + 1]);
  const arm = shown.flat();
  const reward = arm.map((each) => (each === 1 ? 1 : 0));
  const slates = { set: { type: 'top-k' as const, arms: 4, choose: 2 }, arm, impressions };
  const options = { ...base, log: { arms: 4, arm, reward }, algorithm: { type }, epsilons: [4] };
  const run = policy(await replay({ ...options, slates }), 4, 'private');
  expect(run).toMatchObject({ complete: true });
  expect(run?.sent?.reports).toBeGreaterThan(0);
});

test('stopped before the end it gives what is known, marked as partial', async () => {
  const stop = new AbortController();
  const seen: string[] = [];
  const result = await replay({
    ...base,
    passes: 1000,
    signal: stop.signal,
    onProgress: (label, done, total) => {
      seen.push(label);
      expect(done).toBeLessThanOrEqual(total);
      stop.abort();
    },
  });
  expect(seen.length).toBeGreaterThan(0);
  expect(result.partial).toBe(true);
  const [, open] = result.policies;
  expect(open).toMatchObject({ kind: 'non-private', complete: false });
  expect(open?.curve.at(-1)?.t).toBeLessThan(1000 * ROWS);
});

test.each([0, 1])('what onProgress throws rejects the replay, with %i workers', async (workers) => {
  const onProgress = () => {
    throw new RangeError('enough');
  };
  await expect(replay({ ...base, workers, onProgress })).rejects.toThrow('enough');
});

test('the table has a row for each recorded point, the last of them the result', async () => {
  const result = await replay(base);
  const [header, ...lines] = toCSV(result).trim().split('\n');
  expect(header).toBe('label,kind,epsilon,replicate,t,matched,mean,low,high,complete');
  const last = lines.filter((line) => line.startsWith('"ldp-thompson, \u03b5 = 8"')).at(-1);
  const run = policy(result, 8, 'private');
  const numbers = [ROWS, run?.matched, run?.mean, run?.low, run?.high, true];
  expect(last).toBe(`"ldp-thompson, \u03b5 = 8",private,8,0,${numbers.join()}`);
});

test('the plot names every policy', async () => {
  const svg = toReplaySVG(await replay(base));
  expect(svg).toMatch(/^<svg /);
  for (const name of ['uniform play', 'Thompson sampling', 'ldp-thompson, \u03b5 = 8'])
    expect(svg).toContain(name);
});

test('the plot has the title and the size that are asked for', async () => {
  const svg = toReplaySVG(await replay(base), { title: 'Ours & theirs', width: 900, height: 300 });
  expect(svg).toContain('width="900" height="300" viewBox="0 0 900 300"');
  expect(svg).toContain('<title>Ours &amp; theirs</title>');
});

describe('what cannot be replayed is refused with the reason', () => {
  const sparse = Array.from(log.arm, (_, row) => (row === 1 ? null : [1]));
  const set = { type: 'top-k', arms: 3, choose: 2 };
  const slates = { set, arm: log.arm, impressions: [[0, 1], null] };
  test.each([
    ['ldp-duel', /best arm and not to earn/],
    ['ldp-two-point', /plays numbers/],
    ['one-point-reduction', /learner of yours/],
    ['thompson', /simulation only/],
    ['cucb-ldp-kl', /needs `slates`/],
    ['ldp-linucb', /needs `contexts`/],
    ['no-such', /must be one of .*"ldp-thompson"/],
    ['ldp-thomson', /must be one of .*Did you mean "ldp-thompson"\?/],
  ])('%s', async (type, reason) => {
    const { code, message, details } = await refusal({ algorithm: { type } });
    expect(code).toBe('invalid_argument');
    expect(details['parameter']).toBe('algorithm.type');
    expect(message).toMatch(reason);
  });

  test.each<[string, object]>([
    ['log.arm[1]', { log: { ...log, arm: [0, 3], reward: [0, 1] } }],
    ['log.reward', { log: { ...log, reward: [1] } }],
    ['log.reward[0]', { log: { arms: 1, arm: [0], reward: [2] } }],
    ['log.propensity[0]', { log: { arms: 1, arm: [0], reward: [1], propensity: [0] } }],
    ['epsilons[0]', { epsilons: [0] }],
    ['seed', { seed: 7 }],
    ['passes', { passes: 0 }],
    ['workers', { workers: -1 }],
    ['options.sed', { sed: 'x' }],
    ['algorithm.posterior', { algorithm: { type: 'ldp-thompson', posterior: 'gamma' } }],
    ['contexts.visitors[1]', { contexts: { visitors: sparse }, algorithm: { type: 'ldp-linucb' } }],
    ['slates.impressions[1]', { slates, algorithm: { type: 'cucb-ldp-kl' } }],
    ['contexts.visitors', { contexts: { visitors: [[1]] }, algorithm: { type: 'ldp-linucb' } }],
  ])('%s', async (parameter, wrong) => {
    expect((await refusal(wrong)).details['parameter']).toBe(parameter);
  });
});

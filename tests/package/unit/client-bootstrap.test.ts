// A page that a server has given manifest and snapshot: what it asks for, and what it makes of old ones.
import { createHash } from 'node:crypto';
import { type Bootstrap, type LdpError, memoryLedger } from 'ldp-bandits';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ADDRESS,
  elapse,
  failure,
  MANIFEST,
  type Options,
  open,
  ScriptedCollector,
  SNAPSHOT,
  settle,
  until,
  withheld,
} from './client-support.js';
import { badArgument, mismatch } from './refusals.js';

const SECOND = 1_000;
/** How old a page may be: closesAfterMs less snapshotAgeMs, window, delay and twice the time that a disk takes. */
const TIMES = {
  ...{ responseWindowMs: 10 * SECOND, maxDelayMs: 30 * SECOND, snapshotAgeMs: 60 * SECOND },
  ...{ closesAfterMs: 702 * SECOND, publishAtMostEveryMs: 12 * SECOND },
};
const OLDEST = 702 * SECOND - 60 * SECOND - 10 * SECOND - 4 * SECOND;

let collector: ScriptedCollector;

const bootstrap = (entry: object = {}, age = 0): Bootstrap => ({
  ...{ v: 1, at: Date.now() - age },
  experiments: {
    posters: { manifest: { ...MANIFEST, timing: TIMES }, snapshot: SNAPSHOT, ...entry },
  },
});

const visit = (given: unknown, options: Options = {}) =>
  open(collector, { bootstrap: given as Bootstrap, maxDelayMs: 0, ...options });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  collector = new ScriptedCollector();
  collector.manifest = { ...MANIFEST, timing: TIMES };
});
afterEach(() => {
  vi.useRealTimers();
});

const paths = () => collector.requests.map(({ url }) => new URL(url).pathname);

describe('a page with a bootstrap', () => {
  test('chooses, and its report arrives, without asking for anything', async () => {
    await using bandit = await visit(bootstrap());
    const decision = bandit.choose();
    expect(decision).toMatchObject({ action: 1, policy: 'snapshot' });
    expect(await decision.reward(1)).toMatchObject({ status: 'queued' });
    expect(await bandit.flush()).toMatchObject({ accepted: 1 });
    expect(collector.requests.map(({ method }) => method)).toEqual(['POST']);
    expect(collector.counted).toMatchObject([{ arm: 1, snapshot: 12 }]);
  });

  test('knows the digest that visitors compare: of the bytes that the collector answers', async () => {
    await using bandit = await visit(bootstrap());
    const hash = createHash('sha256').update(JSON.stringify(SNAPSHOT)).digest('base64');
    expect(bandit.snapshot).toMatchObject({ id: 12, digest: `sha256-${hash}` });
    expect((await bandit.refresh()).digest).toBe(bandit.snapshot.digest);
  });

  test('fetches both where the bootstrap has nothing of its experiment', async () => {
    await using bandit = await visit({ ...bootstrap(), experiments: {} });
    expect(bandit.snapshot.id).toBe(12);
    expect(collector.requests.map(({ url }) => url)).toEqual([`${ADDRESS}?snapshot`]);
  });

  const lies: readonly (readonly [string, object, string])[] = [
    [
      'another epsilon',
      { manifest: { ...MANIFEST, perReport: { epsilon: 2, delta: 0 } } },
      'perReport.epsilon',
    ],
    [
      'another algorithm',
      { manifest: { ...MANIFEST, algorithm: { ...MANIFEST.algorithm, arms: 4 } } },
      'algorithm.arms',
    ],
    ['another experiment', { manifest: { ...MANIFEST, experiment: 'other' } }, 'experiment'],
    ['a damaged manifest', { manifest: {} }, 'protocol'],
    [
      'a snapshot of another experiment',
      { snapshot: { ...SNAPSHOT, experiment: 'x' } },
      'snapshot.experiment',
    ],
    ['a damaged snapshot', { snapshot: { ...SNAPSHOT, mean: [0.1] } }, 'snapshot.mean'],
  ];
  test.each(lies)('refuses %s as a fetched one, and asks for no other', async (_, entry, field) => {
    expect(await failure(visit(bootstrap(entry)))).toMatchObject(mismatch(field));
    expect(collector.requests).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['null', null, 'bootstrap'],
    ['a text', '{}', 'bootstrap'],
    ['another version', { ...bootstrap(), v: 2 }, 'bootstrap.v'],
    ['no time', { v: 1, experiments: {} }, 'bootstrap.at'],
    ['no experiments', { v: 1, at: 0 }, 'bootstrap.experiments'],
    ['no entry', { v: 1, at: 0, experiments: { posters: null } }, 'bootstrap.experiments.posters'],
    [
      'an entry without snapshot',
      bootstrap({ snapshot: undefined }),
      'bootstrap.experiments.posters.snapshot',
    ],
  ])('refuses %s where a bootstrap should be', async (_, value, parameter) => {
    expect(await failure(visit(value))).toMatchObject(badArgument(parameter));
    expect(collector.requests).toEqual([]);
  });
});

describe('an old page', () => {
  test('reports about its snapshot while the epoch is surely open, and fetches the next one meanwhile', async () => {
    collector.snapshot = { ...SNAPSHOT, snapshot: 13, mean: [0.9, 0.1, 0.1] };
    const bandit = await visit(bootstrap({}, OLDEST - SECOND));
    expect(bandit.snapshot.id).toBe(12);
    const decision = bandit.choose();
    expect(decision.action).toBe(1);
    expect(await decision.reward(1)).toMatchObject({ status: 'queued' });
    await until(() => bandit.snapshot.id !== 12); // its digest takes real time
    expect(paths()).toEqual(['/bandits/posters/snapshot']);
    expect(bandit.snapshot.id).toBe(13);
    expect(bandit.choose().action).toBe(0);
    await elapse(15_000);
    await bandit.dispose();
    expect(collector.counted.map(({ arm, snapshot }) => [arm, snapshot])).toEqual([
      [1, 12],
      [0, 13],
    ]);
  });

  test('spends nothing about a snapshot whose epoch may be closed, answered or not', async () => {
    collector.snapshot = { ...SNAPSHOT, snapshot: 13 };
    const ledger = memoryLedger();
    const bandit = await visit(bootstrap({}, OLDEST + SECOND), { ledger });
    const [answered] = [bandit.choose(), bandit.choose()];
    expect(await answered?.reward(1)).toEqual(withheld('stale_snapshot'));
    expect((await bandit.budget()).reports).toBe(0);
    expect(paths()).toEqual(['/bandits/posters/snapshot']);
    expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
    await bandit.dispose();
  });

  test('reports where its snapshot is the newest still', async () => {
    await using bandit = await visit(bootstrap({}, 86_400 * SECOND));
    expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
    expect(paths()).toEqual(['/bandits/posters/snapshot']);
  });

  test('chooses without a report while the collector is down, and says why', async () => {
    const errors: string[] = [];
    const onError = ({ code }: LdpError) => void errors.push(code);
    collector.down = new TypeError('down');
    await using bandit = await visit(bootstrap({}, OLDEST + SECOND), { onError });
    expect(await bandit.choose().reward(1)).toEqual(withheld('stale_snapshot'));
    expect(errors).toContain('transport');
  });

  test('tells nothing of its own request that is under way when it is disposed', async () => {
    const onError = vi.fn();
    const bandit = await visit(bootstrap({}, OLDEST + SECOND), { onError });
    await bandit.dispose();
    await settle();
    expect(paths()).toEqual(['/bandits/posters/snapshot']);
    expect(onError).not.toHaveBeenCalled();
  });

  test('is as young as now where the clock of the device is slow', async () => {
    await using bandit = await visit(bootstrap({}, -86_400 * SECOND));
    expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
    expect(collector.requests).toEqual([]);
    vi.setSystemTime(Date.now() + 61 * SECOND);
    bandit.choose();
    await settle();
    expect(paths()).toEqual(['/bandits/posters/snapshot']);
  });
});

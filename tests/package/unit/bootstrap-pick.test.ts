// A choice in JavaScript before the wasm is there, beside the wasm: the same words, the same arm.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type AlgorithmSpec, type AlgorithmType, createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/noise';
import { type BootstrapEntry, type Picked, pick } from 'ldp-bandits/bootstrap';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ENDPOINT, MANIFEST, SNAPSHOT } from './client-support.js';
import { badArgument } from './refusals.js';

const dist = new URL('../../../dist/', import.meta.url);
const wasm = readFileSync(new URL('ldp-bandits.wasm', dist));
const catalog = new URL('../../../src/protocol/catalog.json', import.meta.url);
const { algorithms } = JSON.parse(readFileSync(catalog, 'utf8')) as {
  algorithms: { id: AlgorithmType; family: string; trustModel: string }[];
};
const FAMILIES = ['multi-armed', 'best-arm', 'reduction'];
const oneArm = algorithms.filter(
  ({ family, trustModel }) => trustModel === 'local' && FAMILIES.includes(family),
);

/** What an algorithm asks for beside its arms. */
const MORE: Readonly<Record<string, object>> = {
  'he-ldp-ucb-bernoulli': { levels: [1], epsilonMin: 1 },
  'he-ldp-ucb-laplace': { levels: [1], epsilonMin: 1 },
  'ldp-gaussian-ucb': { delta: 1e-5 },
  'ldp-sequential-halving': { maximumPulls: 600 },
  'ldp-successive-elimination': { maximumPulls: 600 },
  'ldp-duel': { maximumPulls: 600 },
};
const ARMS = 4;
const MENU = { type: 'weighted-ldp-ucb', arms: ARMS, levels: [0.5, 1], levelAwareFrom: 0.8 };
const BEST = {
  ...{ answer: 2, certified: false, error: 0.03, left: [0, 1, 2, 3] },
  ...{ lower: [0, 0, 0, 0], upper: [1, 1, 1, 1] },
};
const INDEX = { ...SNAPSHOT, mean: [0.5, 0.25, 0.5, 0.1], width: [0.125, 0.25, 0.125, 0.1] };
const WEIGHTS = { ...INDEX, weights: [0.2, 0.3, 0, 0.5] };

type Snapshot = Readonly<Record<string, unknown>>;

function entryOf(algorithm: object, snapshot: Snapshot): BootstrapEntry {
  const { delta = 0, levels } = algorithm as { delta?: number; levels?: number[] };
  const manifest = {
    ...{ ...MANIFEST, labels: undefined, algorithm },
    perReport: { epsilon: levels?.at(-1) ?? 1, delta },
  };
  return JSON.parse(JSON.stringify({ manifest, snapshot }));
}

/**
 * The words of the generator: what the pool of the wasm begins with, what `pick` asks for one by one, and
 * the coin of a best-arm device, which is the low half of the first.
 */
function serve(words: readonly bigint[], coin?: bigint): void {
  const singles = coin === undefined ? [...words] : [coin, ...words];
  let noise = 7;
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const view = array as unknown as Uint8Array | BigUint64Array;
    if (view instanceof BigUint64Array) {
      view[0] = singles.shift() as bigint;
      return array;
    }
    const bytes = new DataView(view.buffer, view.byteOffset, view.byteLength);
    if (coin !== undefined && bytes.byteLength === 4) {
      bytes.setUint32(0, Number(BigInt.asUintN(32, coin)), true);
      return array;
    }
    for (let i = 0; i < bytes.byteLength; i++) {
      noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
      bytes.setUint8(i, noise >>> 24);
    }
    if (bytes.byteLength > 64)
      words.forEach((word, i) => void bytes.setBigUint64(8 * i, word, true));
    return array;
  });
}

/** What a device with a module of its own does with these words. */
async function deviceArm(entry: BootstrapEntry, epsilon: number) {
  const { algorithm, perReport } = entry.manifest as typeof MANIFEST;
  await using bandit = await createBandit({
    ...{ endpoint: ENDPOINT, experiment: 'posters', wasm, ledger: memoryLedger() },
    algorithm: algorithm as unknown as AlgorithmSpec,
    privacy: { epsilon, epsilonTotal: 8, ...(perReport.delta && { delta: perReport.delta }) },
    bootstrap: { v: 1, at: Date.now(), experiments: { posters: entry } },
    fetch: () => Promise.reject(new TypeError('no network')),
  });
  return bandit.pick();
}

/** Both choices from the same words. */
async function both(entry: BootstrapEntry, words: readonly bigint[], coin?: bigint, epsilon = 1) {
  serve(words, coin);
  const here = pick(entry, { epsilon });
  serve(words, coin);
  const there = await deviceArm(entry, epsilon);
  return { here, there };
}

async function expectAlike(
  entry: BootstrapEntry,
  words: readonly bigint[],
  coin?: bigint,
  epsilon?: number,
): Promise<Picked> {
  const { here, there } = await both(entry, words, coin, epsilon);
  expect(here).toEqual(there);
  return here;
}

/** Spread over the range, the same in every run. */
const WORDS = Array.from({ length: 6 }, (_, i) =>
  BigInt.asUintN(64, (BigInt(i) + 1n) * 0x9e37_79b9_7f4a_7c15n),
);
const LAST_WORD = 2n ** 64n - 1n;

function refusalOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('it did not throw');
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('pick draws the arm of the device', () => {
  test.each(oneArm)('of $id', async ({ id, family }) => {
    const algorithm = { type: id, arms: ARMS, ...MORE[id] };
    const best = family === 'best-arm' ? { best: BEST } : {};
    const snapshot = { ...(family === 'multi-armed' ? INDEX : WEIGHTS), ...best };
    const arms = new Set<number>();
    for (const word of WORDS) {
      const { action } = await expectAlike(entryOf(algorithm, snapshot), [word]);
      arms.add(action);
    }
    expect(arms.size).toBeGreaterThan(1); // the largest index is that of arms 0, 1 and 2
  });

  const plain = { type: 'ldp-thompson', arms: ARMS };
  /** Where the arm changes: floor(w 2^53), added up (src/protocol/arm_odds.cpp). */
  const tickets = [0.2, 0.3, 0.5].map((weight) => BigInt(Math.floor(weight * 2 ** 53)));
  const [first = 0n, second = 0n, third = 0n] = tickets;
  const all = first + second + third;

  test.each([
    [0n, 0],
    [first - 1n, 0],
    [first, 1],
    [first + second - 1n, 1],
    [first + second, 3],
    [all - 1n, 3],
    [all, 0],
    [all + first, 1],
  ])('of weights, at word %s arm %i', async (word, arm) => {
    expect((await expectAlike(entryOf(plain, WEIGHTS), [word])).action).toBe(arm);
  });

  test('and rejects the words that would make some arms likelier', async () => {
    const rejected = (2n ** 64n / all) * all; // the first word beyond the last whole multiple
    for (const word of [LAST_WORD, rejected]) {
      expect((await expectAlike(entryOf(plain, WEIGHTS), [word, first])).action).toBe(1);
    }
    expect((await expectAlike(entryOf(plain, WEIGHTS), [rejected - 1n])).action).toBe(3);
    // 2^64 mod 3 = 1: of three arms alike the last word only.
    expect((await expectAlike(entryOf(plain, INDEX), [LAST_WORD, 2n])).action).toBe(2);
  });

  test.each<[string, Snapshot, number]>([
    ['a forced arm before all', { ...WEIGHTS, forced: 3, incumbent: 1 }, 3],
    [
      'arms that were never pulled first',
      { ...INDEX, mean: [0.5, null, 0.5, 0.1], width: [9, null, 9, 9] },
      1,
    ],
    ['the tilt in the index', { ...INDEX, tilt: [0, 0, 0, 1] }, 3],
    ['no width at a scale of 0', { ...INDEX, scale: 0, mean: [0.1, 0.2, 0.3, 0.2] }, 2],
  ])('%s', async (_, snapshot, arm) => {
    for (const word of WORDS.slice(0, 3)) {
      expect((await expectAlike(entryOf(plain, snapshot), [word])).action).toBe(arm);
    }
  });

  test.each([
    [0.5, 3],
    [0.9, 3],
    [1, 0],
  ])('of a menu with levelAwareFrom 0.8, at epsilon %d arm %i', async (epsilon, arm) => {
    const snapshot = { ...INDEX, mean: [0.9, 0.1, 0.1, 0.1], incumbent: 3 };
    const entry = entryOf(MENU, snapshot);
    expect((await expectAlike(entry, [5n], undefined, epsilon)).action).toBe(arm);
  });

  test('of a best-arm experiment whose rule has stopped, for the share that goes on alone', async () => {
    const entry = entryOf(
      { type: 'ldp-kl-lucb', arms: ARMS },
      { ...WEIGHTS, best: BEST, keep: 0.25 },
    );
    const below = 2n ** 30n - 1n; // of 2^32
    expect(await expectAlike(entry, [0n], below)).toEqual({ action: 0, snapshot: 12 });
    const silent = { action: 2, snapshot: 12, withheld: 'experiment_ended' };
    expect(await expectAlike(entry, [0n], below + 1n)).toEqual(silent);
  });
});

describe('pick', () => {
  const entry = entryOf({ type: 'ldp-thompson', arms: ARMS }, WEIGHTS);

  test('says of an experiment that has ended that no report leaves', () => {
    const ended = entryOf(
      { type: 'ldp-thompson', arms: ARMS },
      { ...WEIGHTS, weights: [0, 1, 0, 0], ended: true },
    );
    expect(pick(ended)).toEqual({ action: 1, snapshot: 12, withheld: 'experiment_ended' });
  });

  test.each([
    ['https://shop.example/?ldp-posters=2', 2],
    [new URL('https://shop.example/a?x=1&ldp-posters=0#ldp-posters=3'), 0],
    ['/a?ldp-posters=3', 3],
  ])('obeys an address that forces an arm: %s', (address, action) => {
    expect(pick(entry, { address })).toEqual({ action, snapshot: 12, withheld: 'forced' });
  });

  test.each([
    '?ldp-posters=4',
    '?ldp-posters=-1',
    '?ldp-posters=',
    '?ldp-posters=1.5',
    '?ldp-other=1',
  ])('draws where the address names no arm: %s', (search) => {
    vi.stubGlobal('location', { href: `https://shop.example/${search}` });
    serve([0n]);
    expect(pick(entry)).toEqual({ action: 0, snapshot: 12 });
    vi.unstubAllGlobals();
  });

  test.each([
    ['production', undefined, 0],
    ['production', 'always', 2],
    ['development', undefined, 2],
    ['development', 'never', 0],
    ['development', 'maybe', 0],
  ] as const)('in a build for %j, with `forced: %s`, shows arm %i', (build, forced, action) => {
    vi.stubEnv('NODE_ENV', build);
    serve([0n]);
    expect(
      pick(entry, { address: '/?ldp-posters=2', ...(forced && { forced: forced as never }) })
        .action,
    ).toBe(action);
    vi.unstubAllEnvs();
  });

  test('asks for the epsilon of the page where the arm depends on it', () => {
    const aware = entryOf(MENU, { ...INDEX, incumbent: 3 });
    for (const options of [{}, { epsilon: 0.4 }])
      expect(refusalOf(() => pick(aware, options))).toMatchObject(badArgument('options.epsilon'));
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['the bootstrap itself', { v: 1, at: 0, experiments: {} }],
    [
      'slates',
      { manifest: MANIFEST, snapshot: { snapshot: 1, mean: [0], width: [0], slates: [] } },
    ],
    ['a linear snapshot', { manifest: MANIFEST, snapshot: { snapshot: 1, theta: [0] } }],
  ])('refuses %s', (_, value) => {
    expect(refusalOf(() => pick(value as never))).toMatchObject(badArgument('entry'));
  });

  test.each([
    ['forces an arm that there is none of', { forced: 3 }],
    ['forces no arm', { forced: 0.5 }],
    ['names a best arm that there is none of', { best: { answer: 7 }, keep: 0 }],
    ['weighs more arms than there are', { weights: [0, 0, 0, 1] }],
  ])('refuses a snapshot that %s', (_, damage) => {
    const damaged = { ...entry, snapshot: { ...SNAPSHOT, ...damage } };
    expect(refusalOf(() => pick(damaged))).toMatchObject(badArgument('entry.snapshot'));
  });

  test('refuses to choose without a generator of random values', () => {
    vi.stubGlobal('crypto', undefined);
    expect(() => pick(entry)).toThrow(expect.objectContaining({ code: 'insecure_randomness' }));
    vi.unstubAllGlobals();
  });

  test('as a classic script has at most 2 kB gzipped, and picks', () => {
    const script = readFileSync(new URL('pick.js', dist), 'utf8');
    expect(gzipSync(script, { level: 9 }).byteLength).toBeLessThanOrEqual(2_048);
    const { pick: picks } = new Function(`${script}; return ldpBandits;`)();
    expect(picks(entry, { address: '?ldp-posters=1' }).action).toBe(1);
  });
});

// @vitest-environment jsdom
// `ldp-bandits/openfeature` under the web SDK of OpenFeature.
import { type JsonValue, OpenFeature } from '@openfeature/web-sdk';
import { type BanditFlagTable, banditProvider } from 'ldp-bandits/openfeature';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failure } from './client-support.js';
import { CountingBandit, newPage, SPEC, turn } from './components-support.js';
import { badArgument } from './refusals.js';

const FLAGS = {
  headlines: {
    algorithm: SPEC,
    variants: { plain: 'Walk', short: 'Go', long: 'Walk above the weather' },
    event: 'signup',
  },
  compact: { algorithm: { type: 'ldp-duel', arms: 2 }, variants: { off: false, on: true } },
  columns: {
    algorithm: SPEC,
    variants: { two: { columns: 2 }, three: { columns: 3 }, four: { columns: 4 } },
  },
  speed: { algorithm: SPEC, variants: { slow: 0.5, even: 1, fast: 2 } },
} as const satisfies BanditFlagTable<JsonValue>;

let counts: CountingBandit;
beforeEach(() => {
  newPage();
  counts = new CountingBandit();
});
afterEach(() => OpenFeature.clearProviders());

const start = async (table: BanditFlagTable<JsonValue> = FLAGS) => {
  await OpenFeature.setProviderAndWait(banditProvider(counts.setup, table));
  return OpenFeature.getClient();
};

test('setting the provider draws each variant once, and spends nothing', async () => {
  await start();
  expect(counts.picks).toBe(4);
  expect(counts.spent).toBe(0);
});

test('the first evaluation opens the decision about what was drawn; others repeat it for free', async () => {
  const client = await start();
  const first = client.getStringDetails('headlines', 'none');
  expect(first).toMatchObject({
    value: 'Walk above the weather',
    variant: 'long',
    reason: 'SPLIT',
  });
  expect(first.errorCode).toBeUndefined();
  counts.arm = 0;
  for (let i = 0; i < 3; i++) expect(client.getStringDetails('headlines', '')).toEqual(first);
  expect(counts.adopted).toEqual([{ action: 2, snapshot: 12 }]);
});

test('another evaluation context changes nothing: it is not read, and nothing more is spent', async () => {
  const client = await start();
  const first = client.getStringDetails('headlines', '');
  counts.arm = 0;
  await OpenFeature.setContext({ targetingKey: 'visitor-7', plan: 'gold' });
  expect(client.getStringDetails('headlines', '')).toEqual(first);
  expect([counts.picks, counts.spent]).toEqual([4, 1]);
  await OpenFeature.clearContext();
});

test('values of every type have the type that is asked for', async () => {
  counts.arm = 1;
  const client = await start();
  expect(client.getBooleanValue('compact', false)).toBe(true);
  expect(client.getObjectValue('columns', {})).toEqual({ columns: 3 });
  expect(client.getNumberValue('speed', 0)).toBe(1);
});

describe('an answer', () => {
  test('is the value of the event that the flag names, and 1 without a value', async () => {
    const client = await start();
    client.getStringValue('headlines', '');
    client.track('signup', { value: 0.25, page: 'private' });
    client.track('signup');
    client.track('another', { value: 1 });
    await turn();
    expect(counts.rewards).toEqual([0.25, 1]);
  });

  test('before the flag was evaluated opens nothing, and none is sent', async () => {
    const client = await start();
    client.track('signup', { value: 1 });
    await turn();
    client.getStringValue('headlines', '');
    await turn();
    expect(counts.rewards).toEqual([]);
    expect(counts.spent).toBe(1);
  });
});

describe('the default is given, with the reason,', () => {
  test('for a flag that there is none of', async () => {
    const client = await start();
    expect(client.getStringDetails('other', 'mine')).toMatchObject({
      value: 'mine',
      errorCode: 'FLAG_NOT_FOUND',
    });
  });

  test('for a value of another type', async () => {
    const client = await start();
    expect(client.getNumberDetails('headlines', 7)).toMatchObject({
      value: 7,
      errorCode: 'TYPE_MISMATCH',
    });
  });

  test('where there is no bandit, and nothing is spent', async () => {
    counts.ready = () => Promise.reject(new Error('no collector'));
    const client = await start();
    expect(client.getStringDetails('headlines', 'mine')).toMatchObject({
      value: 'mine',
      errorCode: 'GENERAL',
      errorMessage: 'no collector',
    });
    expect(counts.spent).toBe(0);
  });
});

test('the address can force a variant: nothing is opened', async () => {
  newPage('/?ldp-headlines=1');
  const client = await start({ headlines: FLAGS.headlines });
  expect(client.getStringDetails('headlines', '')).toMatchObject({
    variant: 'short',
    reason: 'STATIC',
  });
  expect(counts.opened).toEqual([]);
});

test('a sticky variant is that of the visit before, and no other report leaves', async () => {
  const sticky = { headlines: { ...FLAGS.headlines, sticky: 'session' } } as const;
  (await start(sticky)).getStringValue('headlines', '');
  expect(counts.spent).toBe(1);
  await OpenFeature.clearProviders();
  newPage();
  counts.ready = () => new Promise(() => {}); // it is known without a bandit
  const client = await start(sticky);
  expect(client.getStringDetails('headlines', '')).toMatchObject({
    variant: 'long',
    reason: 'CACHED',
  });
  expect(counts.spent).toBe(1);
});

test.each([
  [{ a: 1, b: 2 }, 2],
  [{ a: 1, 2: 2, c: 3 }, '2'],
])('variants %j are refused', async (variants, value) => {
  const table = { headlines: { algorithm: SPEC, variants } };
  const error = await failure((async () => banditProvider(counts.setup, table))());
  expect(error).toMatchObject(badArgument('flags.headlines.variants', { value }));
});

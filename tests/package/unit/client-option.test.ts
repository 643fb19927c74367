// A page always has an option: whatever the collector does, and soon.
import type { LdpError } from 'ldp-bandits';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Answer,
  comeBack,
  drops,
  fetchOfTest,
  html,
  network,
  never,
  open,
  RICH,
  visitBefore,
} from './client-option-support.js';
import {
  bits,
  CLEAR,
  collector,
  offer,
  page,
  stored,
  usePages,
  visit,
  visitAgain,
} from './client-page-support.js';
import {
  elapse,
  failure,
  MANIFEST,
  open as openScripted,
  problem,
  ScriptedCollector,
  SNAPSHOT,
  settle,
  until,
  withheld,
} from './client-support.js';

vi.setConfig({ testTimeout: 60_000 });
usePages();

// The module takes real time to compile, once.
beforeAll(async () => {
  await (await openScripted(new ScriptedCollector())).dispose();
});

const NAME = 'ldp-bandits-public:https://collector.example/bandits/posters';

const FAULTS: Record<string, Answer> = {
  'answers 503': async () => new Response('', { status: 503 }),
  'is a page of HTML': async () => html(),
  hangs: never,
  'is blocked or has no address': async () => {
    throw new TypeError('Failed to fetch');
  },
  'has no such experiment': async () => problem(404, 'unknown_experiment'),
  'answers 403': async () => new Response('', { status: 403 }),
  'gives a manifest and no snapshot': async ({ url }) =>
    url.endsWith('/snapshot') ? never() : Response.json(collector.manifest),
  'gives JSON of something else': async () => Response.json({ error: 'closed for repairs' }),
  'gives null': async () => Response.json(null),
  'breaks off': async () => new Response('{"protocol":1,'),
};
const FAULTY = Object.entries(FAULTS);

describe.each(FAULTY)('a collector that %s', (_, answer) => {
  test('leaves a first visitor with an option within a second, all arms alike', async () => {
    network.fault = answer;
    const { bandit, ms } = await open(visit);
    expect(ms).toBeLessThanOrEqual(1_100);
    const decision = bandit.choose();
    expect([0, 1, 2]).toContain(decision.action);
    expect(decision.policy).toBe('offline-uniform');
    expect((await bandit.budget()).reports).toBe(0);
  });

  test('leaves a returning visitor with an option of the kept snapshot at once', async () => {
    await visitBefore();
    network.fault = answer;
    const { bandit, ms } = await open();
    expect(ms).toBe(0);
    expect(bandit.choose()).toMatchObject({ action: 1, policy: 'kept-snapshot' });
    expect(bandit.snapshot.id).toBe(12);
    expect(bandit.manifest.labels).toEqual(MANIFEST.labels);
  });

  test('gets reports when it is back, without a reload, and nothing is spent before', async () => {
    network.fault = answer;
    const { bandit } = await open(visit);
    const early = Array.from({ length: 12 }, () => bandit.choose());
    await settle();
    expect((await bandit.budget()).reports).toBe(0);
    await elapse(10_000);
    await comeBack();
    await elapse(60_000);
    bandit.choose();
    await bandit.flush();
    // The newest snapshot shows arm 1 to all: of the arms drawn alike, exactly those are reported.
    const shown = early.filter(({ action }) => action === 1).length;
    expect(collector.counted.every(({ arm, snapshot }) => arm === 1 && snapshot === 12)).toBe(true);
    expect(collector.counted).toHaveLength(shown + 1);
    expect((await bandit.budget()).reports).toBe(shown + 1);
  });
});

describe('a page that is left before the newest snapshot comes', () => {
  test.each([
    ['answered', 1],
    ['silent', 0],
  ])('is heard at the next visit, %s', async (_, answer) => {
    await visitBefore();
    network.fault = never;
    const { bandit } = await open(visitAgain, RICH);
    const decision = bandit.choose();
    await settle();
    if (answer) void decision.reward(1);
    page.leave();
    collector.snapshot = { ...SNAPSHOT, snapshot: 14 };
    network.fault = undefined;
    drops.length = 0; // those answers never come
    await elapse(60_000);
    expect(bits()).toEqual([]);
    await visitAgain({ ...RICH, fetch: fetchOfTest() });
    await elapse(30_000);
    expect(collector.counted).toMatchObject([{ arm: 1, snapshot: 14, bit: answer }]);
  });

  test('is not heard once its time is over, and nothing was spent', async () => {
    await visitBefore();
    network.fault = never;
    const { bandit } = await open(visitAgain, RICH);
    void bandit.choose().reward(1);
    await settle();
    page.leave();
    network.fault = undefined;
    vi.setSystemTime(Date.now() + 3 * 86_400_000);
    const next = await visitAgain({ ...RICH, fetch: fetchOfTest() });
    await elapse(60_000);
    expect(bits()).toEqual([]);
    expect((await next.budget()).reports).toBe(0);
  });
});

describe('a contradiction of terms', () => {
  const OTHER = { ...MANIFEST, perReport: { epsilon: 20, delta: 0 } };

  test('that is known in time rejects', async () => {
    collector.manifest = OTHER;
    expect(await failure(visit({ ...CLEAR, fetch: fetchOfTest() }))).toMatchObject({
      code: 'manifest_mismatch',
    });
  });

  test('that comes later is told, what is shown stays, and nothing is reported any more', async () => {
    await visitBefore();
    network.fault = never;
    const errors: LdpError[] = [];
    const { bandit } = await open(visitAgain, { ...RICH, onError: (error) => errors.push(error) });
    const decision = bandit.choose();
    collector.manifest = OTHER;
    await comeBack();
    expect(decision.action).toBe(1);
    expect(errors.map(({ code }) => code)).toContain('manifest_mismatch');
    expect(await decision.reward(1)).toEqual(withheld('manifest_mismatch'));
    expect(await bandit.choose().reward(1)).toEqual(withheld('manifest_mismatch'));
    await elapse(120_000);
    expect(collector.bodies).toEqual([]);
    expect((await bandit.budget()).reports).toBe(0);
    expect(stored.has(NAME)).toBe(false);
  });
});

test('a visit keeps the snapshot once, though it came in the manifest', async () => {
  await visitBefore();
  const kept = JSON.parse(stored.get(NAME) as string);
  expect(kept).toMatchObject({ manifest: collector.manifest, snapshot: SNAPSHOT });
  expect(Object.keys(kept.manifest)).toEqual(Object.keys(MANIFEST));
});

describe('what an earlier visit has kept is not used', () => {
  const change = (edit: (kept: Record<string, unknown>) => unknown) => {
    const kept = JSON.parse(stored.get(NAME) as string);
    stored.set(NAME, JSON.stringify(edit(kept)));
  };
  test.each<[string, () => void]>([
    ['after seven days', () => vi.setSystemTime(Date.now() + 7 * 86_400_000 + 1)],
    ['from the future', () => change((kept) => ({ ...kept, at: Date.now() + 60_000 }))],
    [
      'of other terms',
      () => change((kept) => ({ ...kept, manifest: { ...MANIFEST, experiment: 'other' } })),
    ],
    [
      'that has ended',
      () => change((kept) => ({ ...kept, snapshot: { ...SNAPSHOT, ended: true } })),
    ],
    ['of another version', () => change((kept) => ({ ...kept, v: 2 }))],
    [
      'that is no snapshot',
      () => change((kept) => ({ ...kept, snapshot: { ...SNAPSHOT, mean: [1] } })),
    ],
    ['that is no JSON', () => void stored.set(NAME, '{')],
    ['that is null', () => void stored.set(NAME, 'null')],
  ])('%s', async (_, prepare) => {
    await visitBefore();
    prepare();
    network.fault = never;
    const { bandit } = await open();
    expect(bandit.choose().policy).toBe('offline-uniform');
  });

  test('once its number is above that of the newest: what was drawn from it is not reported', async () => {
    await visitBefore();
    network.fault = never;
    const { bandit } = await open(visitAgain, RICH);
    const decision = bandit.choose();
    collector.snapshot = { ...SNAPSHOT, snapshot: 11 };
    await comeBack();
    expect(await decision.reward(1)).toEqual(withheld('shown_early'));
    expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
    expect(bandit.snapshot.id).toBe(11);
  });
});

test('an experiment that has ended takes no report of an option that was shown early', async () => {
  await visitBefore();
  network.fault = never;
  const { bandit } = await open(visitAgain, RICH);
  const decision = bandit.choose();
  collector.snapshot = { ...SNAPSHOT, snapshot: 14, ended: true };
  await comeBack();
  expect(await decision.reward(1)).toEqual(withheld('experiment_ended'));
  expect(stored.has(NAME)).toBe(false);
});

describe('an answer', () => {
  test('waits no longer than timeoutMs to hear what becomes of it', async () => {
    network.fault = never;
    const { bandit } = await open(visit, { ...RICH, timeoutMs: 300 });
    const begin = Date.now();
    const outcome = bandit.choose().reward(1);
    await vi.advanceTimersByTimeAsync(300);
    expect(await outcome).toEqual(withheld('awaiting_snapshot'));
    expect(Date.now() - begin).toBe(300);
  });

  test('is queued under the number of the newest snapshot once it is there', async () => {
    await visitBefore();
    collector.snapshot = { ...SNAPSHOT, snapshot: 14 };
    const bandit = await visitAgain({ ...RICH, fetch: fetchOfTest() });
    expect(await bandit.choose().reward(1)).toMatchObject({
      status: 'queued',
      report: { snapshot: 14 },
    });
  });
});

describe('an option that was picked before the newest snapshot came', () => {
  test.each(['kept', 'none'])(
    'is reported by the same rule once it is adopted (%s)',
    async (which) => {
      if (which === 'kept') await visitBefore();
      network.fault = never;
      const { bandit } = await open(visitAgain, RICH);
      const picks = Array.from({ length: 9 }, () => bandit.pick());
      collector.snapshot = { ...SNAPSHOT, snapshot: 14 };
      await comeBack();
      await until(() => bandit.snapshot.id === 14);
      expect(bandit.snapshot.id).toBe(14);
      for (const picked of picks) {
        const outcome = await bandit.adopt(picked).reward(1);
        // The newest snapshot shows arm 1 to all.
        if (picked.action === 1) expect(outcome).toMatchObject({ report: { snapshot: 14 } });
        else expect(outcome).toEqual(withheld('shown_early'));
      }
    },
  );
});

test('a sticky option that was shown early is shown again, whether it is reported or not', async () => {
  network.fault = never;
  const { bandit } = await open(visit, { ...RICH, sticky: 'profile' });
  const { action } = bandit.choose();
  for (let i = 0; i < 5; i++) expect(bandit.choose().action).toBe(action);
  await comeBack();
  expect(bandit.choose().action).toBe(action);
  page.leave();
  const next = await visitAgain({ ...RICH, fetch: fetchOfTest(), sticky: 'profile' });
  expect(next.choose().action).toBe(action);
  await elapse(60_000);
  expect(collector.counted).toHaveLength(action === 1 ? 1 : 0);
});

test.each([-1, 0.5, 60_001, '1', Number.NaN])('timeoutMs %s is refused', async (timeoutMs) => {
  const error = await failure(visit({ ...CLEAR, timeoutMs: timeoutMs as number }));
  expect(error).toMatchObject({ code: 'invalid_argument', details: { parameter: 'timeoutMs' } });
});

test('timeoutMs 0 waits for nothing', async () => {
  network.fault = never;
  const { ms } = await open(visit, { timeoutMs: 0 });
  expect(ms).toBeLessThanOrEqual(100);
});

test('the terms that a page pins stand in the place of a manifest that has not come', async () => {
  network.fault = never;
  const { bandit } = await open(visit);
  const { experiment, algorithm, perReport, protects } = MANIFEST;
  offer({ perReport: { epsilon: 16, delta: 0 } });
  expect(bandit.manifest).toMatchObject({
    ...{ experiment, algorithm, protects, digest: 'sha256-' },
    perReport: { ...perReport, epsilon: 16 },
  });
});

// A page always has an option: whatever the collector does, and soon. What was shown before the newest snapshot was there is
// reported by the rule of docs/spec/early.md.
import { type LdpError, memoryLedger } from 'ldp-bandits';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  bits,
  CLEAR,
  collector,
  disk,
  forgetPublic,
  newDisk,
  type Opened,
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
  parse,
  problem,
  ScriptedCollector,
  SNAPSHOT,
  settle,
  until,
  withheld,
} from './client-support.js';

vi.setConfig({ testTimeout: 60_000 });
usePages();

const NAME = 'ldp-bandits-public:https://collector.example/bandits/posters';
let drops: (() => void)[] = [];
/** No answer, until the connection is dropped. */
const never = () =>
  new Promise<Response>((_, reject) => {
    drops.push(() => reject(new TypeError('Failed to fetch')));
  });
function mend(): void {
  fault = undefined;
  for (const drop of drops.splice(0)) drop();
}
const html = () =>
  new Response('<!doctype html><title>Sign in</title>', {
    headers: { 'content-type': 'text/html' },
  });

type Answer = (request: Request) => Promise<Response>;
/** What the collector does in place of answering; undefined: it answers. */
let fault: Answer | undefined;
/** Of the collector of this test: bandits of tests before it may still be sending. */
function fetchOfTest(): Answer {
  const { fetch: answer } = collector;
  return (request) => (fault ?? answer)(request);
}

/** The collector answers again: what was shown early gets its number, which takes the disk some turns. */
async function comeBack(): Promise<void> {
  mend();
  await elapse(2_000);
  for (let tries = 0; tries < 500; tries++) {
    if ((await disk('ldp-bandits')).every((row) => row['early'] === undefined)) return;
    await settle();
  }
}

/** The chunk that says what is reported takes real time to load, once. */
beforeAll(async () => {
  const scripted = new ScriptedCollector();
  scripted.down = new TypeError('Failed to fetch');
  const bandit = await openScripted(scripted, { onError: () => {} });
  const outcome = bandit.choose().reward(1);
  scripted.down = undefined;
  await bandit.refresh();
  await outcome;
  await bandit.dispose();
});

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

/** Resolves with the bandit and the time of the clock that it took to come. */
async function timed(creating: Promise<Opened>): Promise<{ bandit: Opened; ms: number }> {
  const begin = Date.now();
  let ms: number | undefined;
  const opened = creating.finally(() => {
    ms = Date.now() - begin;
  });
  for (let waited = 0; ms === undefined && waited < 3_000; waited += 100) {
    await settle();
    if (ms === undefined) await vi.advanceTimersByTimeAsync(100);
  }
  return { bandit: await opened, ms: ms as unknown as number };
}

const open = (visiting = visitAgain, options: Parameters<typeof visit>[0] = {}) =>
  timed(visiting({ ...CLEAR, fetch: fetchOfTest(), ...options }));

/** A visit while all is well, which keeps manifest and snapshot. */
async function visitBefore(snapshot: object = SNAPSHOT): Promise<void> {
  fault = undefined;
  collector.snapshot = snapshot;
  await visit({ ...CLEAR, fetch: fetchOfTest() });
  await settle();
  page.leave();
}

describe.each(FAULTY)('a collector that %s', (_, answer) => {
  test('leaves a first visitor with an option within a second, all arms alike', async () => {
    fault = answer;
    const { bandit, ms } = await open(visit);
    expect(ms).toBeLessThanOrEqual(1_100);
    const decision = bandit.choose();
    expect([0, 1, 2]).toContain(decision.action);
    expect(decision.policy).toBe('offline-uniform');
    expect((await bandit.budget()).reports).toBe(0);
  });

  test('leaves a returning visitor with an option of the kept snapshot at once', async () => {
    await visitBefore();
    fault = answer;
    const { bandit, ms } = await open();
    expect(ms).toBe(0);
    expect(bandit.choose()).toMatchObject({ action: 1, policy: 'kept-snapshot' });
    expect(bandit.snapshot.id).toBe(12);
    expect(bandit.manifest.labels).toEqual(MANIFEST.labels);
  });

  test('gets reports when it is back, without a reload, and nothing is spent before', async () => {
    fault = answer;
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

/** P(chi-square with 2 degrees of freedom > 28) < 1e-6. */
const BOUND = 28;
function chiSquare(counts: readonly number[], shares: readonly number[]): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce(
    (sum, count, i) => sum + (count - n * shares[i]!) ** 2 / (n * shares[i]!),
    0,
  );
}
const weighted = (snapshot: number, weights: readonly number[]) => ({
  ...SNAPSHOT,
  ...{ snapshot, weights, mean: [0.1, 0.2, 0.3] },
});
const Q = [0.1, 0.2, 0.7];
const RICH = { ...CLEAR, privacy: { epsilon: 16, epsilonTotal: 1e6 }, maxDelayMs: 0 } as const;

/** What many visitors see before the newest snapshot is there, each with an answer by `answer`. */
async function showEarly(
  kept: object | undefined,
  visitors: number,
  answer: (arm: number) => number,
) {
  if (kept) await visitBefore(kept);
  else forgetPublic();
  fault = never;
  const { bandit } = await open(visitAgain, { ...RICH, ledger: memoryLedger() });
  for (let visitor = 0; visitor < visitors; visitor++) {
    const decision = bandit.choose();
    void decision.reward(answer(decision.action));
  }
  collector.bodies.length = 0;
  collector.snapshot = weighted(14, Q);
  mend();
  await failure(bandit.refresh()); // the request that was dropped
  await bandit.refresh();
  await bandit.flush();
  return collector.counted;
}
const countsOf = (reports: readonly { readonly arm: number }[]) =>
  [0, 1, 2].map((arm) => reports.filter((report) => report.arm === arm).length);

describe('what is reported of options that were shown early', () => {
  test.each([
    ['of a week ago', weighted(3, [0.8, 0.1, 0.1])],
    ['of an hour ago', weighted(13, [0.2, 0.2, 0.6])],
    ['that is the newest still', weighted(14, Q)],
    ['that there is none of', undefined],
  ])('has the shares of the newest snapshot, with a kept snapshot %s', async (_, kept) => {
    const reports = await showEarly(kept, 600, () => 0);
    expect(reports.every(({ snapshot }) => snapshot === 14)).toBe(true);
    expect(chiSquare(countsOf(reports), Q)).toBeLessThan(BOUND);
    // 1/M of them, within five standard deviations: a false alarm in 1,700,000 runs.
    const p = (kept as { weights?: number[] } | undefined)?.weights ?? [1 / 3, 1 / 3, 1 / 3];
    const share = 1 / Math.max(...Q.map((q, arm) => q / p[arm]!));
    expect(Math.abs(reports.length - 600 * share)).toBeLessThanOrEqual(
      5 * Math.sqrt(600 * share * (1 - share)),
    );
  });

  test('leaves equal means equal where those who return answer less', async () => {
    const rate = { returning: 0.04, new: 0.1 };
    const coin = (share: number): number => (Math.random() < share ? 1 : 0);
    const seen = [0, 0, 0];
    const naive = [0, 0, 0];
    const reports = await showEarly(weighted(3, [0.8, 0.1, 0.1]), 10_000, (arm) => {
      const answer = coin(rate.returning);
      seen[arm]!++;
      naive[arm]! += answer;
      return answer;
    });
    const means = [0, 1, 2].map((arm) => {
      const here = reports.filter((report) => report.arm === arm);
      return { n: here.length, answers: here.filter(({ bit }) => bit === 1).length };
    });
    // As many new visitors, who see the newest snapshot.
    const fresh = Q.map((q, arm) => {
      const n = Math.round(10_000 * q);
      return {
        n,
        answers: Array.from({ length: n }, () => coin(rate.new)).reduce((a, b) => a + b),
        arm,
      };
    });
    const differs = (groups: readonly { n: number; answers: number }[]) => {
      const all = groups.reduce((sum, { n, answers }) => ({
        n: sum.n + n,
        answers: sum.answers + answers,
      }));
      const mean = all.answers / all.n;
      return groups.reduce(
        (sum, { n, answers }) => sum + (answers - n * mean) ** 2 / (n * mean * (1 - mean)),
        0,
      );
    };
    const join = (early: readonly { n: number; answers: number }[]) =>
      early.map(({ n, answers }, arm) => ({
        n: n + fresh[arm]!.n,
        answers: answers + fresh[arm]!.answers,
      }));
    expect(differs(join(means))).toBeLessThan(BOUND);
    // Were all of them reported, equal options would look different: noncentral with 150, below 28 in 1e-6 of runs.
    expect(differs(join(seen.map((n, arm) => ({ n, answers: naive[arm]! }))))).toBeGreaterThan(
      BOUND,
    );
  });
});

test('whether there is a report, and when it leaves, is fixed when the option is shown, whatever the answer and whenever it comes', async () => {
  await visitBefore(weighted(3, [0.5, 0.3, 0.2]));
  fault = never;
  const { bandit } = await open(visitAgain, { ...RICH, maxDelayMs: 20_000 });
  const decisions = Array.from({ length: 45 }, () => bandit.choose());
  await settle();
  const shown = (await disk('ldp-bandits')).filter((row) => row['early']) as unknown as {
    readonly id: string;
    readonly early: { readonly coin: string; readonly arm: number; readonly dueAt: number };
  }[];
  expect(shown).toHaveLength(45);
  // A third says nothing, a third answers before the newest snapshot comes, a third after it.
  decisions.forEach((decision, i) => void (i % 3 === 1 && decision.reward(1)));
  collector.snapshot = weighted(14, Q);
  await comeBack();
  decisions.forEach((decision, i) => void (i % 3 === 2 && decision.reward(1)));
  await elapse(90_000);
  // q(a)/p(a) is 1/5, 2/3 and 7/2 = M.
  const chance = [1 / 5 / 3.5, 2 / 3 / 3.5, 1];
  const reported = shown.filter(
    ({ early: { coin, arm } }) => Number(coin) / 2 ** 64 < chance[arm]!,
  );
  expect(collector.counted.map(({ id }) => id).sort()).toEqual(reported.map(({ id }) => id).sort());
  expect(reported.length).toBeGreaterThan(0);
  expect(reported.length).toBeLessThan(45);
  for (const [i, body] of collector.bodies.entries()) {
    const { dueAt } = shown.find(({ id }) => id === parse(body).id)!.early;
    // In steps of 5 s of the clock of the test.
    expect(collector.times[i]! - dueAt).toBeGreaterThanOrEqual(0);
    expect(collector.times[i]! - dueAt).toBeLessThan(7_000);
  }
});

test('the requests of a returning visitor are those of a first one, byte for byte, but for the id of the report', async () => {
  const lines = async (begin: number) =>
    Promise.all(
      collector.requests.slice(begin).map(async (request) => {
        const { method, url, headers, cache, credentials, referrerPolicy, redirect, keepalive } =
          request;
        const body = (await request.clone().text()).replace(/"id":"[^"]+"/, '"id":"…"');
        return JSON.stringify([
          method,
          url,
          [...headers],
          cache,
          credentials,
          referrerPolicy,
          redirect,
          keepalive,
          body,
        ]);
      }),
    );
  const live = async (visiting: typeof visit) => {
    const begin = collector.requests.length;
    const { bandit } = await open(visiting, { ...RICH });
    const outcome = bandit.choose().reward(1);
    await comeBack();
    await outcome;
    await bandit.flush();
    const made = await lines(begin);
    await bandit.dispose(); // else it hears of the next page, and looks for a snapshot after it
    page.leave();
    return made;
  };
  const first = await live(visit);
  // The visitor keeps snapshot 12, and comes back when 14 is the newest; another comes for the first time.
  collector.snapshot = { ...SNAPSHOT, snapshot: 14 };
  const returning = await live(visitAgain);
  newDisk();
  const other = await live(visit);
  expect(returning).toEqual(other);
  expect(returning.join()).not.toContain('12');
  expect(first).toHaveLength(other.length);
});

describe('a page that is left before the newest snapshot comes', () => {
  test.each([
    ['answered', 1],
    ['silent', 0],
  ])('is heard at the next visit, %s', async (_, answer) => {
    await visitBefore();
    fault = never;
    const { bandit } = await open(visitAgain, RICH);
    const decision = bandit.choose();
    await settle();
    if (answer) void decision.reward(1);
    page.leave();
    collector.snapshot = { ...SNAPSHOT, snapshot: 14 };
    fault = undefined;
    drops = [];
    await elapse(60_000);
    expect(bits()).toEqual([]);
    await visitAgain({ ...RICH, fetch: fetchOfTest() });
    await elapse(30_000);
    expect(collector.counted).toMatchObject([{ arm: 1, snapshot: 14, bit: answer }]);
  });

  test('is not heard once its time is over, and nothing was spent', async () => {
    await visitBefore();
    fault = never;
    const { bandit } = await open(visitAgain, RICH);
    void bandit.choose().reward(1);
    await settle();
    page.leave();
    fault = undefined;
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
    fault = never;
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
    fault = never;
    const { bandit } = await open();
    expect(bandit.choose().policy).toBe('offline-uniform');
  });

  test('once its number is above that of the newest: what was drawn from it is not reported', async () => {
    await visitBefore();
    fault = never;
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
  fault = never;
  const { bandit } = await open(visitAgain, RICH);
  const decision = bandit.choose();
  collector.snapshot = { ...SNAPSHOT, snapshot: 14, ended: true };
  await comeBack();
  expect(await decision.reward(1)).toEqual(withheld('experiment_ended'));
  expect(stored.has(NAME)).toBe(false);
});

describe('an answer', () => {
  test('waits no longer than timeoutMs to hear what becomes of it', async () => {
    fault = never;
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
      fault = never;
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
  fault = never;
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
  fault = never;
  const { ms } = await open(visit, { timeoutMs: 0 });
  expect(ms).toBeLessThanOrEqual(100);
});

test('the terms that a page pins stand in the place of a manifest that has not come', async () => {
  fault = never;
  const { bandit } = await open(visit);
  const { experiment, algorithm, perReport, protects } = MANIFEST;
  offer({ perReport: { epsilon: 16, delta: 0 } });
  expect(bandit.manifest).toMatchObject({
    ...{ experiment, algorithm, protects, digest: 'sha256-' },
    perReport: { ...perReport, epsilon: 16 },
  });
});

// What was shown before the newest snapshot was there is reported by the rule of docs/spec/early.md.
import { memoryLedger } from 'ldp-bandits';
import { describe, expect, test, vi } from 'vitest';
import {
  comeBack,
  mend,
  network,
  never,
  open,
  RICH,
  visitBefore,
} from './client-option-support.js';
import {
  collector,
  disk,
  forgetPublic,
  newDisk,
  page,
  usePages,
  visit,
  visitAgain,
} from './client-page-support.js';
import { elapse, failure, parse, SNAPSHOT, settle } from './client-support.js';

vi.setConfig({ testTimeout: 60_000 });
usePages();

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

/** What many visitors see before the newest snapshot is there, each with an answer by `answer`. */
async function showEarly(
  kept: object | undefined,
  visitors: number,
  answer: (arm: number) => number,
) {
  if (kept) await visitBefore(kept);
  else forgetPublic();
  network.fault = never;
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
  network.fault = never;
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

// One forged report per attack, on every algorithm of the catalog that a device can report for: it is refused, and
// what is published stays as it was, byte for byte. How far a report that is taken moves it: see
// server-attacks-influence.test.ts.
import { type Collector, createCollector, LdpError, memoryStore } from 'ldp-bandits/server';
import { catalog } from 'ldp-bandits/simulation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgedCodebook } from './server-attacks-codebook.js';
import { openPage } from './server-attacks-page.js';
import {
  aboutOf,
  data,
  isSlates,
  isVector,
  largestOf,
  named,
  payload,
  ROWS,
  type Row,
  reportOf,
  slug,
} from './server-attacks-rows.js';
import {
  armsShown,
  collectorFor,
  publishedText,
  type Shown,
  send,
  shownBy,
  stateAfter,
  subjects,
} from './server-attacks-support.js';
import { along, directions, longerThanHonest } from './server-attacks-vectors.js';

async function refusal(type: string): Promise<string> {
  const experiments = { demo: { algorithm: { type }, perReport: { epsilon: 1 } } } as never;
  const error = await createCollector({ experiments, store: memoryStore() }).catch((e) => e);
  if (!LdpError.is(error, 'invalid_argument')) throw error;
  return error.message;
}

describe('the rows', () => {
  it('are about every algorithm that a collector does not refuse by its type', async () => {
    const known = await refusal('none');
    const reported: string[] = [];
    for (const { id } of catalog) {
      const isRefused = (await refusal(id)).includes('exists in the simulation only');
      expect(known.includes(`"${id}"`), id).toBe(!isRefused);
      if (!isRefused) reported.push(id);
    }
    expect(new Set(ROWS.map(({ algorithm }) => algorithm.type))).toEqual(new Set(reported));
  });

  it('are about every mechanism of these algorithms', () => {
    for (const { id, parameters } of catalog) {
      const rows = ROWS.filter(({ algorithm }) => algorithm.type === id);
      const mechanism = parameters.find(({ name }) => name === 'mechanism');
      if (rows.length === 0 || !mechanism) continue;
      const tried = rows.map(({ algorithm }) => algorithm['mechanism'] ?? mechanism.default);
      expect(new Set(tried), id).toEqual(new Set(mechanism.choices));
    }
  });
});

/** A payload that honest devices send. */
function honest(row: Row): string {
  return isVector(row)
    ? along(row, directions(row)[0] as number[], largestOf(row))
    : payload(row, 1);
}

/** Payloads that no device sends. */
function forged(row: Row): readonly (readonly [string, string])[] {
  if (row.kind === 'bit') {
    return [
      ['a bit of 2', '"bit":2'],
      ['a bit of -1', '"bit":-1'],
      ['an integer for a bit', '"noisy":2147483647'],
    ];
  }
  if (!isVector(row)) {
    const integers = [2147483647, -2147483648].map(
      (end) => [`the integer ${end}`, payload(row, end)] as const,
    );
    if (row.kind !== 'slate') return integers;
    return [
      ...integers,
      ['a number too few', payload(row, 1, 1)],
      ['a number more', payload(row, 1, 3)],
    ];
  }
  if (row.kind === 'codebook') return forgedCodebook(row);
  const axis = (value: number) =>
    Array.from({ length: row.length ?? 0 }, (_, i) => (i ? 0 : value));
  const longer = directions(row).flatMap((way, i) => {
    const content = longerThanHonest(row, way);
    return content === null ? [] : [[`longer than any, way ${i}`, content] as const];
  });
  return [
    ['a number more', data(row, [...axis(largestOf(row)), 0])],
    ['the number that is never sent', data(row, axis(-largestOf(row) - 1))],
    ...(row.kind === 'ball' ? [['a vector of length 0', data(row, axis(0))] as const] : []),
    ...longer,
  ];
}

/** Every attack on a row, as the body that arrives. */
function attacks(row: Row, shown: Shown): (readonly [string, string])[] {
  const { snapshot } = shown;
  const [about] = subjects(row, shown) as [string];
  const good = honest(row);
  const one = reportOf(snapshot, about, good);
  const forgeries = forged(row).map(
    ([what, content]) => [what, reportOf(snapshot, about, content)] as const,
  );
  const wrong = (what: string, subject: string) =>
    [what, reportOf(snapshot, subject, good)] as const;
  return [
    ...forgeries,
    ...(row.about === 'arm' ? [4096, -1] : []).map((arm) => wrong(`arm ${arm}`, aboutOf(row, arm))),
    ...(about.includes('"level":0')
      ? [wrong('a level beyond the menu', about.replace('"level":0', '"level":1'))]
      : []),
    ...(about.includes('"part"') ? [wrong('another part', '"part":"gram"')] : []),
    ['a field more', reportOf(snapshot, about, `${good},"x":1`)],
    ['two reports in one body', `[${one},${reportOf(snapshot, about, good)}]`],
    ['two reports one behind the other', `${one}${reportOf(snapshot, about, good)}`],
  ];
}

describe.each(named(ROWS))('%s', (_, row) => {
  it('takes nothing that no device can send, and publishes as if it had not come', async () => {
    await using attacked = await collectorFor([row], 'each');
    await using spared = await collectorFor([row], 'each');
    const before = await publishedText(attacked, row);
    const shown = await shownBy(attacked, row);
    for (const [what, body] of attacks(row, shown)) {
      expect([400, 413], what).toContain(await send(attacked, row, body));
      expect(await publishedText(attacked, row), what).toBe(before);
    }
    const [about] = subjects(row, shown) as [string];
    const late = reportOf(shown.snapshot + 1, about, honest(row));
    expect(await send(attacked, row, late)).toBe(409);
    // The next snapshot is made of everything that the store holds.
    const next = reportOf(shown.snapshot, about, honest(row));
    for (const collector of [attacked, spared]) expect(await send(collector, row, next)).toBe(202);
    const after = await publishedText(attacked, row);
    expect(after).toBe(await publishedText(spared, row));
    expect(after).not.toBe(before);
  });
});

describe('the control', () => {
  let collector: Collector;
  beforeAll(async () => {
    // A page reports a design once the moments say enough.
    const states = new Map<string, Uint8Array>();
    for (const designs of ROWS.filter(({ about }) => about === 'design')) {
      const { kind } = designs;
      const row = ROWS.find(({ about, kind: own }) => about === 'moment' && own === kind) as Row;
      const moments = Array.from(
        { length: 5000 },
        () => [aboutOf(row, 0), along(row, [1, 0, 0], largestOf(row))] as const,
      );
      states.set(slug(designs), await stateAfter(designs, () => [], moments));
    }
    collector = await collectorFor(ROWS, 'each', {
      initialState: (name) => states.get(name) ?? null,
    });
  }, 60_000);
  afterAll(async () => {
    await collector?.[Symbol.asyncDispose]();
  });

  it.each(named(ROWS))('what a page of the package sends is taken: %s', async (_, row) => {
    await using page = await openPage(row, collector);
    const { reports } = await shownBy(collector, row);
    let own = 0;
    // 15 of 100 devices send a curvature: none of 130 in one of 10^9 runs.
    const visits = row.about === 'curvature' ? 130 : 12;
    for (let visit = 0; visit < visits; visit++) {
      const body = await page.visit(visit % 2);
      if (!isVector(row) || body.includes(aboutOf(row, 0))) own++;
      expect(await page.flush()).toMatchObject({ accepted: 1, rejected: 0 });
      await page.refresh();
    }
    expect(own).toBeGreaterThan(0);
    expect((await shownBy(collector, row)).reports).toBe(reports + visits);
  });
});

/** Reports of rewards that rise from arm to arm, the last two alike: so no rule is sure of the best one. */
const STEPS = [0, 0.5, 1, 1];
const REPORTS = 3000;

describe('an arm that the named snapshot shows to no device', () => {
  it.each(named(ROWS.filter(({ about }) => about === 'arm' || about === 'slate')))(
    'is refused, and one that it shows is taken: %s',
    async (_, row) => {
      const state = await stateAfter(row, (place) => risingRewards(row, place));
      await using collector = await collectorFor([row], 'each', { initialState: () => state });
      // The state has slates for every decision of a long epoch; the next snapshot for one.
      const first = await shownBy(collector, row);
      const [about] = subjects(row, first) as [string];
      await send(collector, row, reportOf(first.snapshot, about, honest(row)));
      const shown = await shownBy(collector, row);
      const before = await publishedText(collector, row);
      const { snapshot } = shown;
      const open = subjects(row, shown);
      const hidden = everySubject(row, shown).filter((about) => !open.includes(about));
      // A policy that draws its arms shows all of them.
      if (hidden.length === 0) expect(Math.min(...(shown.weights ?? [0]))).toBeGreaterThan(0);
      for (const about of hidden) {
        expect(await send(collector, row, reportOf(snapshot, about, honest(row))), about).toBe(400);
      }
      expect(await publishedText(collector, row)).toBe(before);
      for (const about of open) {
        expect(await send(collector, row, reportOf(snapshot, about, honest(row))), about).toBe(202);
      }
    },
  );

  const gridOf = {
    ...{ bit: 1, laplace: 1024, slate: 1024, gaussian: 2 ** 24, window: 1818 },
    ...{ ball: 0, codebook: 0, vector: 0 },
  };
  function risingRewards(row: Row, place: number): string[] {
    const share = STEPS[place % STEPS.length] as number;
    // On a line points are asked for until they have enough reports.
    const isLine = row.algorithm.type === 'ldp-stochastic-convex';
    const few = isSlates(row) || (isLine && place > 0);
    return Array.from({ length: few ? 20 : isLine ? 20_000 : REPORTS }, (_, i) =>
      payload(row, (i % 2 ? share >= 0.5 : share > 0.5) ? gridOf[row.kind] : 0),
    );
  }

  function everySubject(row: Row, shown: Shown): string[] {
    const count = (shown.mean ?? shown.points ?? []).length;
    const arms = Array.from({ length: count }, (_, arm) => arm);
    if (row.about === 'arm') return arms.map((arm) => aboutOf(row, arm));
    return arms.flatMap((a) => arms.filter((b) => b > a).map((b) => aboutOf(row, 0, [a, b])));
  }

  it('is taken to the snapshot before, which showed it', async () => {
    const row = ROWS[0] as Row;
    await using collector = await collectorFor([row], 'each');
    const answer = (arm: number, snapshot: number) =>
      send(collector, row, reportOf(snapshot, aboutOf(row, arm), honest(row)));
    expect(await answer(0, 1)).toBe(202);
    const second = await shownBy(collector, row);
    expect([second.snapshot, armsShown(second)]).toEqual([2, [1, 2, 3]]);
    expect(await answer(0, 2)).toBe(400);
    expect(await answer(1, 2)).toBe(202);
    expect(await answer(0, 1)).toBe(202);
  });
});

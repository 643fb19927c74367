// One forged report per row, on every algorithm of the catalog that a device can run: it is refused, and the
// published statistics stay as they were; or it is one that an honest device can send, and moves the sums by
// no more than the mechanism's own range says.
import {
  type Collector,
  createCollector,
  type ExperimentOptions,
  memoryStore,
} from 'ldp-bandits/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AT_ONCE, get, post, reportId } from './server-support.js';

type Kind = 'bit' | 'laplace' | 'gaussian' | 'ball' | 'vector' | 'slate';

interface Row {
  readonly name: string;
  readonly algorithm: Record<string, unknown>;
  readonly epsilon?: number;
  readonly kind: Kind;
  /** What stands between the snapshot and the payload. */
  readonly about: string;
  /** Of a vector: numbers in it. */
  readonly length?: number;
}

const EPSILON = 1;
const SET = { type: 'top-k', arms: 4, choose: 2 };
const BOX = { type: 'box', low: [0, 0], high: [1, 1] };
const LINE = { type: 'box', low: [0], high: [1] };
const ARM = '"arm":0,"level":0';

const armed = (type: string, kind: Kind, more: object = {}): Row => ({
  name: `${type} ${kind}`,
  algorithm: { type, arms: 3, ...more },
  kind,
  about: ARM,
});
const vector = (type: string, kind: Kind, length: number, more: object = {}, about = ''): Row => ({
  name: `${type} ${kind}${about}`,
  algorithm: { type, dimension: 3, ...more },
  kind,
  about,
  length,
});

const ROWS: readonly Row[] = [
  armed('weighted-ldp-ucb', 'bit'),
  armed('he-ldp-ucb-bernoulli', 'bit', { epsilonMin: 1 }),
  armed('he-ldp-ucb-laplace', 'laplace', { epsilonMin: 1 }),
  armed('weighted-ldp-ucb-laplace', 'laplace'),
  armed('ldp-gaussian-ucb', 'gaussian'),
  armed('ldp-kl-ucb', 'bit'),
  armed('ldp-thompson', 'bit'),
  armed('ldp-tsallis-inf', 'bit'),
  armed('ldp-exp3', 'bit'),
  ...['ldp-kl-lucb', 'ldp-successive-elimination', 'ldp-lil-ucb', 'ldp-sequential-halving'].flatMap(
    (type) => [
      armed(type, 'bit', budget(type)),
      armed(type, 'laplace', { mechanism: 'laplace', ...budget(type) }),
      armed(type, 'gaussian', { mechanism: 'gaussian', delta: 1e-6, ...budget(type) }),
    ],
  ),
  armed('one-point-reduction', 'bit'),
  armed('one-point-reduction', 'laplace', { mechanism: 'laplace' }),
  armed('one-point-reduction', 'gaussian', { mechanism: 'gaussian', delta: 1e-6 }),
  vector('ldp-linear-moments', 'ball', 3, {}, '"part":"moment"'),
  vector('ldp-linear-moments', 'ball', 6, {}, '"part":"design"'),
  vector('ldp-linucb', 'ball', 9),
  vector('ldp-linucb', 'vector', 9, { mechanism: 'gaussian', delta: 1e-6 }),
  vector('online-ldp-linucb', 'vector', 4, { delta: 1e-6 }),
  vector('private-bandits-combiner', 'vector', 4, { delta: 1e-6 }),
  vector('ldp-glm-newton', 'ball', 9),
  vector('ldp-glm-newton', 'vector', 9, { mechanism: 'gaussian', delta: 1e-6 }),
  vector('ldp-glm-gloc', 'ball', 9),
  vector('ldp-glm-sgd', 'ball', 3),
  vector('ldp-glm-published', 'vector', 12, { delta: 1e-6 }),
  ...['cucb-ldp-bit', 'combinatorial-thompson', 'cucb-ldp-joint', 'cucb-ldp-sum'].map((type) => ({
    name: type,
    algorithm: { type, set: SET },
    kind: 'bit' as const,
    about: ARM,
  })),
  { name: 'cucb-ldp2', algorithm: { type: 'cucb-ldp2', set: SET }, kind: 'laplace', about: ARM },
  { name: 'cucb-ldp1', algorithm: { type: 'cucb-ldp1', set: SET }, kind: 'slate', about: '' },
  ...(['bit', 'laplace', 'gaussian'] as const).flatMap((mechanism): Row[] => {
    const more = mechanism === 'gaussian' ? { mechanism, delta: 1e-6 } : { mechanism };
    return [
      {
        name: `ldp-two-point ${mechanism}`,
        algorithm: { type: 'ldp-two-point', set: BOX, lipschitz: 1, ...more },
        kind: mechanism,
        about: '"coin":"AAECAwQFBgc"',
      },
      {
        name: `ldp-one-point ${mechanism}`,
        algorithm: { type: 'ldp-one-point', set: BOX, lipschitz: 1, ...more },
        kind: mechanism,
        about: '"coin":"AAECAwQFBgc"',
      },
      {
        name: `ldp-stochastic-convex ${mechanism}`,
        algorithm: { type: 'ldp-stochastic-convex', set: LINE, ...more },
        kind: mechanism,
        about: ARM,
      },
    ];
  }),
];

function budget(type: string): object {
  return type === 'ldp-sequential-halving' ? { maximumPulls: 1000 } : {};
}

const bytesOf = (row: Row) => (row.kind === 'ball' ? 2 : 3);
const most = (row: Row) => 2 ** (8 * bytesOf(row) - 1) - 1;

function data(row: Row, numbers: readonly number[]): string {
  const size = bytesOf(row);
  const bytes = Buffer.alloc(numbers.length * size);
  numbers.forEach((number, i) => {
    bytes.writeIntLE(number, i * size, size);
  });
  return `"data":"${bytes.toString('base64url')}"`;
}

/** One coordinate at the limit: what an honest device can send at the most along it. */
const axis = (row: Row, value: number) =>
  Array.from({ length: row.length ?? 0 }, (_, i) => (i === 0 ? value : 0));

let ids = 0;
function report(row: Row, payload: string, snapshot: number, about = row.about): string {
  const fields = [`"v":1`, `"id":"${reportId(++ids)}"`, `"snapshot":${snapshot}`, about, payload];
  return `{${fields.filter((field) => field !== '').join(',')}}`;
}

function honest(row: Row): string {
  if (row.kind === 'bit') return '"bit":1';
  if (row.kind === 'ball' || row.kind === 'vector') return data(row, axis(row, most(row)));
  return '"noisy":0';
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
  if (row.kind === 'ball' || row.kind === 'vector') {
    const all = Array.from({ length: row.length as number }, () => most(row));
    const rows: [string, string][] = [
      ['a number more', data(row, [...axis(row, most(row)), 0])],
      ['the number that is never sent', data(row, axis(row, -most(row) - 1))],
    ];
    // Three Gaussian numbers at six deviations each are within the tail bound.
    if (row.kind === 'ball' || (row.length as number) > 3) {
      rows.push(['all coordinates at the limit', data(row, all)]);
    }
    if (row.kind === 'ball') rows.push(['a vector of length 0', data(row, axis(row, 0))]);
    return rows;
  }
  const ends = [2147483647, -2147483648];
  if (row.kind === 'laplace') ends.push(46 * 1024 + 1, -45 * 1024 - 1);
  return ends.map((end) => [`the integer ${end}`, `"noisy":${end}`] as const);
}

/** A learner of the operator's own, for the reduction. */
const even = (arms: readonly unknown[]) => arms.map(() => 1 / arms.length);

let collector: Collector;
beforeAll(async () => {
  const experiments = Object.fromEntries(
    ROWS.map(({ algorithm, name }) => [
      slug(name),
      {
        algorithm,
        perReport: { epsilon: EPSILON },
        timing: AT_ONCE,
        ...(algorithm['type'] === 'one-point-reduction' ? { learner: even } : {}),
      } as unknown as ExperimentOptions,
    ]),
  );
  collector = await createCollector({ experiments, store: memoryStore() });
}, 60_000);
afterAll(async () => {
  await collector?.[Symbol.asyncDispose]();
});

const slug = (name: string) => name.replaceAll(/[^a-z0-9]+/g, '-').replace(/-$/, '');

async function send(row: Row, body: string): Promise<number> {
  const response = await collector.fetch(post(body, slug(row.name)));
  return response.status;
}

interface Shown {
  readonly snapshot: number;
  readonly reports: number;
  readonly slates?: { readonly arms: readonly number[]; readonly reported?: number }[];
}

async function published(row: Row): Promise<Shown> {
  const response = await collector.fetch(get(`/${slug(row.name)}/snapshot`));
  return (await response.json()) as Shown;
}

describe.each(ROWS.map((row) => [row.name, row] as const))('%s', (_, row) => {
  it('takes nothing that no device can send', async () => {
    const { snapshot, reports } = await published(row);
    const attacks: [string, string][] = forged(row).map(([what, payload]) => [
      what,
      row.kind === 'slate'
        ? report(row, '', snapshot, slate(payload))
        : report(row, payload, snapshot),
    ]);
    const good = honest(row);
    if (row.about.includes('"arm"')) {
      for (const arm of [4096, -1]) {
        const about = row.about.replace('"arm":0', `"arm":${arm}`);
        attacks.push([`arm ${arm}`, report(row, good, snapshot, about)]);
      }
      const about = row.about.replace('"level":0', '"level":1');
      attacks.push(['a level beyond the menu', report(row, good, snapshot, about)]);
    }
    if (row.about.includes('"part"')) {
      attacks.push(['another part', report(row, good, snapshot, '"part":"gram"')]);
    }
    if (row.kind !== 'slate') {
      attacks.push(['a field more', report(row, `${good},"x":1`, snapshot)]);
      const [one, two] = [report(row, good, snapshot), report(row, good, snapshot)];
      attacks.push(['two reports in one body', `[${one},${two}]`]);
      attacks.push(['two reports one behind the other', `${one}${two}`]);
    }
    for (const [what, body] of attacks) {
      const status = await send(row, body);
      expect([400, 413], what).toContain(status);
    }
    if (row.kind !== 'slate') {
      expect(await send(row, report(row, good, snapshot + 1))).toBe(409);
    }
    expect((await published(row)).reports).toBe(reports);
  });
});

// The control of the table above: it is not the layout that is refused. The last integers of the range and a
// vector along one axis, which honest devices send too, are taken.
const taken = ROWS.filter(({ algorithm }) => algorithm['set'] !== SET);
it.each(taken.map((row) => [row.name, row] as const))('takes the extremes: %s', async (_, row) => {
  const { snapshot } = await published(row);
  const payloads = row.kind === 'laplace' ? ['"noisy":47104', '"noisy":-46080'] : [honest(row)];
  for (const payload of payloads) {
    expect(await send(row, report(row, payload, snapshot)), payload).toBe(202);
  }
});

it('takes no report about an arm that the named snapshot shows to no device', async () => {
  const row = ROWS[0] as Row;
  const experiment: unknown = {
    algorithm: row.algorithm,
    perReport: { epsilon: EPSILON },
    timing: AT_ONCE,
  };
  await using one = await createCollector({
    experiments: { demo: experiment as ExperimentOptions },
    publishEvery: { reports: 1 },
    store: memoryStore(),
  });
  const about = (arm: number, snapshot: number) =>
    report(row, '"bit":1', snapshot, `"arm":${arm},"level":0`);
  const answer = async (body: string) => (await one.fetch(post(body))).status;
  expect((await one.snapshot('demo')).id).toBe(1);
  expect(await answer(about(0, 1))).toBe(202);
  const { id } = await one.snapshot('demo');
  expect(id).toBe(2);
  // Arms 1 and 2 were never played: devices play one of them, and never arm 0.
  expect(await answer(about(0, id))).toBe(400);
  expect(await answer(about(1, id))).toBe(202);
  // The snapshot before showed all three.
  expect(await answer(about(0, 1))).toBe(202);
});

/** The arms of a slate with the payload for each. */
const slate = (payload: string) => {
  const value = payload.slice('"noisy":'.length);
  return `"arms":[0,1],"level":0,"noisy":[${value},${value}]`;
};

// Everything that may be wrong with a decision set, with a report about a slate and with an operator's
// oracle: the refusal names it, and nothing changes.
import { type CollectorOptions, memoryStore } from 'ldp-bandits/server';
import { describe, expect, test, vi } from 'vitest';
import { BAD_SETS, CYCLE, SETS_OF_NOTHING } from './bad-input/sets.js';
import { badArgument } from './refusals.js';
import {
  answer,
  CARDS,
  NAMES,
  type Slate,
  type SlateName,
  slateCollectorOver,
  slateSnapshotOf,
} from './server-combinatorial-support.js';
import { describeWrongCode, SECRET } from './server-operator-code.js';
import { collectorOver, get, post, reportId } from './server-support.js';

function badBodies(name: SlateName): readonly (readonly [string, (slate: Slate) => string])[] {
  const good = (slate: Slate) => answer(name, slate, { id: reportId(1) });
  const common = [
    ['text', () => SECRET],
    ['a space at the end', (slate: Slate) => `${good(slate)} `],
    ['a key too many', (slate: Slate) => good(slate).replace('}', `,"user":"${SECRET}"}`)],
    ['a level that is not there', (slate: Slate) => good(slate).replace('"level":0', '"level":2')],
    ['two arrays', (slate: Slate) => `[[${good(slate)}]]`],
  ] as const;
  if (name !== 'all') {
    const arm = (value: unknown) => (slate: Slate) =>
      good(slate).replace(/"arm":\d+/, `"arm":${value}`);
    return [
      ...common,
      ['an arm beyond the last', arm(name === 'sum' ? 8 : 6)],
      ['a negative arm', arm(-1)],
      ['half an arm', arm(0.5)],
      ['two arms', (slate) => good(slate).replace(/"arm":\d+/, '"arms":[0,2]')],
      ['no number', (slate) => good(slate).replace(/,"(bit|noisy)":1/, '')],
    ];
  }
  const arms = (list: string) => (slate: Slate) =>
    good(slate).replace(/\[[\d,]+\],"level"/, `[${list}],"level"`);
  const numbers = (list: string) => (slate: Slate) => good(slate).replace('[1,1,1]', `[${list}]`);
  return [
    ...common,
    ['no arms', arms('')],
    ['an arm twice', arms('0,0,2')],
    ['arms that descend', arms('4,2,0')],
    ['an arm beyond the last', arms('0,2,6')],
    ['an arm too many', arms('0,2,4,5')],
    ['an arm too few', arms('0,2')],
    ['two of a kind', arms('0,1,2')],
    ['a number too few', numbers('1,1')],
    ['a number too many', numbers('1,1,1,1')],
    ['half a number', numbers('1,0.5,1')],
    ['a number beyond 32 bits', numbers('1,2147483648,1')],
  ];
}

describe.each(NAMES)('an experiment of %s refuses', (name) => {
  test.each(badBodies(name))('%s', async (_what, spoil) => {
    const store = memoryStore();
    await using collector = await slateCollectorOver({ store, publishEvery: { ms: 0 } }, name);
    const before = await slateSnapshotOf(collector, name);
    const response = await collector.fetch(post(spoil(before.slates[0] as Slate), name));
    const text = await response.text();
    expect([response.status, text]).toEqual([400, expect.stringContaining('"report_rejected"')]);
    expect(text).not.toContain(SECRET);
    expect(await store.read({ experiment: name, snapshot: 1 })).toBeNull();
    expect(await slateSnapshotOf(collector, name)).toEqual(before);
  });

  test('what no slate of the snapshot asked for, alone or among good reports', async () => {
    const store = memoryStore();
    await using collector = await slateCollectorOver({ store, publishEvery: { reports: 1 } }, name);
    const before = await slateSnapshotOf(collector, name);
    const slate = before.slates[0] as Slate;
    // The other card of each kind; for sums another super arm.
    const other = {
      arms: slate.arms.map((arm) => arm ^ 1),
      ...(slate.reported === undefined ? {} : { reported: slate.reported ^ 1 }),
    };
    const unasked = answer(name, other);
    for (const body of [unasked, `[${answer(name, slate)},${unasked}]`]) {
      const response = await collector.fetch(post(body, name));
      expect(response.status).toBe(400);
      const parameter = name === 'all' ? 'arms' : 'arm';
      expect(await response.json()).toMatchObject({ code: 'report_rejected', parameter });
    }
    expect(await store.read({ experiment: name, snapshot: 1 })).toBeNull();
    expect(await slateSnapshotOf(collector, name)).toEqual(before);
  });

  test('answers of devices that had no snapshot: they had no slate either', async () => {
    await using collector = await slateCollectorOver({ publishEvery: { reports: 1 } }, name);
    const { slates } = await slateSnapshotOf(collector, name);
    const body = answer(name, slates[0] as Slate, { snapshot: 0 });
    const response = await collector.fetch(post(body, name));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'stale_snapshot', parameter: 'snapshot' });
  });
});

const perReport = { epsilon: 1 };
const open = (options: object) =>
  collectorOver({ experiments: { demo: options } as CollectorOptions['experiments'] });

describe('a decision set is refused with', () => {
  test.each(BAD_SETS)('%s', async (_what, set, parameter) => {
    const oracle = (set as { type?: string })?.type === 'custom' ? () => [0] : undefined;
    const algorithm = { type: 'cucb-ldp-bit', set };
    await expect(open({ algorithm, perReport, oracle })).rejects.toMatchObject(
      badArgument(`experiments.demo.algorithm.${parameter}`),
    );
  });

  test.each([...SETS_OF_NOTHING, CYCLE])(
    '%s, which leaves nothing to choose',
    async (_what, set) => {
      const error = await open({ algorithm: { type: 'cucb-ldp-bit', set }, perReport }).catch(
        (e) => e,
      );
      expect(error).toMatchObject(badArgument('set'));
      expect(error.message.length).toBeGreaterThan('set: '.length + 10);
    },
  );

  test.each([
    ['the best edge alone counts', { ...CARDS, reward: 'minimum' }],
    ['4845 super arms are too many to try', { type: 'top-k', arms: 20, choose: 4 }],
  ])('%s, for algorithms that look at every super arm', async (_what, set) => {
    for (const type of ['cucb-ldp-joint', 'cucb-ldp-sum']) {
      await expect(open({ algorithm: { type, set }, perReport })).rejects.toMatchObject(
        badArgument('set'),
      );
    }
  });
});

describe('options of an experiment with slates are refused:', () => {
  const bit = { type: 'cucb-ldp-bit', set: CARDS };
  test.each([
    ['arms', { ...bit, arms: 6 }, 'arms'],
    ['another coordinate', { ...bit, coordinate: 'clicked' }, 'coordinate'],
    [
      'a coordinate without choice',
      { type: 'cucb-ldp2', set: CARDS, coordinate: 'uniform' },
      'coordinate',
    ],
    ['a width of another one', { type: 'cucb-ldp2', set: CARDS, width: 'printed' }, 'width'],
    ['a menu of Laplace noise', { type: 'cucb-ldp1', set: CARDS, levels: [1, 2] }, 'levels'],
    ['a trusted server', { type: 'cucb-dp', set: CARDS }, 'type'],
    ['no privacy', { type: 'cucb', set: CARDS }, 'type'],
  ])('%s', async (_what, algorithm, parameter) => {
    await expect(open({ algorithm, perReport })).rejects.toMatchObject(
      badArgument(`experiments.demo.algorithm.${parameter}`),
    );
  });

  const arms = { type: 'weighted-ldp-ucb', arms: 2 };
  test.each([
    [
      'a price that is not the dearest',
      { algorithm: { ...bit, levels: [1, 2] } },
      'perReport.epsilon',
    ],
    ['a delta', { perReport: { epsilon: 1, delta: 1e-6 } }, 'perReport.delta'],
    ['a name too few', { labels: ['a'] }, 'labels'],
    ['shares of arms', { serve: 'distribution' }, 'serve'],
    ['an oracle that nobody asks', { oracle: () => [0] }, 'oracle'],
    ['an oracle of single arms', { algorithm: arms, oracle: () => [0] }, 'oracle'],
  ])('%s', async (_what, options, parameter) => {
    await expect(open({ algorithm: bit, perReport, ...options })).rejects.toMatchObject(
      badArgument(`experiments.demo.${parameter}`),
    );
  });

  test('an epsilon too small to be split among the arms of a slate, which the core says', async () => {
    const algorithm = { type: 'cucb-ldp1', set: CARDS };
    await expect(open({ algorithm, perReport: { epsilon: 0.002 } })).rejects.toMatchObject(
      badArgument('levels'),
    );
  });

  test('a beta posterior for a menu of levels, which the core says', async () => {
    const thompson = { type: 'combinatorial-thompson', set: CARDS, posterior: 'beta' };
    await using collector = await open({ algorithm: thompson, perReport });
    expect(collector).toBeDefined();
    const menu = { ...thompson, levels: [0.5, perReport.epsilon] };
    await expect(open({ algorithm: menu, perReport })).rejects.toMatchObject({
      code: 'invalid_argument',
      details: {
        parameter: 'posterior',
        reason: 'the beta posterior needs reports of one level; take the normal one',
      },
    });
  });

  test('a manifest that pages would refuse for its size', async () => {
    const superArms = Array.from({ length: 32 }, (_, i) =>
      Array.from({ length: 2048 }, (_, j) => 2016 + i + j),
    );
    const algorithm = { type: 'cucb-ldp-bit', set: { type: 'list', arms: 4096, superArms } };
    await expect(open({ algorithm, perReport })).rejects.toMatchObject(
      badArgument('experiments.demo'),
    );
  });

  test('65 open snapshots, since each keeps its slates', async () => {
    await expect(slateCollectorOver({ retention: 65 })).rejects.toMatchObject(
      badArgument('retention'),
    );
  });

  test('an assigner: slates stand in the snapshot', async () => {
    await using collector = await slateCollectorOver();
    expect(() => collector.assigner('bit')).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  });
});

describe("an oracle of the operator's own", () => {
  const set = { type: 'custom', arms: 5, most: 2, fallback: [0, 1] };
  const withOracle = (oracle: unknown, options: Partial<CollectorOptions> = {}) =>
    collectorOver({
      publishEvery: { reports: 3 },
      ...options,
      experiments: {
        demo: { algorithm: { type: 'cucb-ldp-bit', set }, perReport, oracle },
      } as never,
    });
  test('is asked for every slate with weights of all arms and the same public seed', async () => {
    const oracle = vi.fn((_weights: Float64Array, _seed: bigint) => [3, 1]);
    await using collector = await withOracle(oracle);
    const { slates } = await slateSnapshotOf(collector, 'demo');
    expect(slates.map(({ arms }) => arms)).toEqual(Array(3).fill([1, 3]));
    expect(oracle).toHaveBeenCalledTimes(3);
    const seeds = new Set(oracle.mock.calls.map(([, seed]) => seed));
    expect(seeds.size).toBe(1);
    for (const [weights, seed] of oracle.mock.calls) {
      expect(typeof seed).toBe('bigint');
      // Nothing is known: everything may be worth 1.
      expect(weights).toEqual(Float64Array.of(1, 1, 1, 1, 1));
    }
  });

  test('is free to write into the weights and to return typed arrays', async () => {
    await using collector = await withOracle((weights: Float64Array) => {
      weights.fill(-1);
      return Uint8Array.of(4);
    });
    const { slates } = await slateSnapshotOf(collector, 'demo');
    expect(slates[2]).toEqual({ arms: [4], reported: 4 });
  });

  test('is part of the server only: no manifest shows it', async () => {
    await using collector = await withOracle(() => [0]);
    const text = await (await collector.fetch(get('/demo'))).text();
    expect(text).not.toContain('oracle');
    expect(JSON.parse(text).algorithm.set).toEqual({ ...set, alpha: 1, beta: 1 });
  });

  describeWrongCode({
    option: 'oracle',
    open: withOracle,
    right: () => [1],
    report: () => answer('bit', { arms: [1], reported: 1 }),
    wrong: [
      ['too many arms', () => [0, 1, 2]],
      ['no arms', () => []],
      ['an arm beyond the last', () => [5]],
      ['a negative arm', () => [-1]],
      ['half an arm', () => [0.5]],
      ['an arm as text', () => ['1']],
      ['NaN', () => [Number.NaN]],
      ['an arm twice', () => [2, 2]],
      ['text', () => '01'],
    ],
  });

  test('is missing where the set needs one, and must be a function', async () => {
    for (const oracle of [undefined, 'greedy']) {
      await expect(withOracle(oracle)).rejects.toMatchObject(
        badArgument('experiments.demo.oracle'),
      );
    }
  });

  test('does not go with algorithms that look at every super arm', async () => {
    const algorithm = { type: 'cucb-ldp-joint', set };
    await expect(open({ algorithm, perReport, oracle: () => [0] })).rejects.toMatchObject(
      badArgument('set'),
    );
  });
});

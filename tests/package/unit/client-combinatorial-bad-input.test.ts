// Invalid slates: outcomes of other shapes, sets that allow nothing, false snapshots. Each refusal names the
// place, and no message has a private value.
import type { LdpError } from 'ldp-bandits';
import { describe, expect, test } from 'vitest';
import { BAD_SETS, SETS_OF_NOTHING } from './bad-input/sets.js';
import {
  NAMES,
  openSlates,
  SET,
  type SlateName,
  slateCollector,
  slateSnapshot,
} from './client-combinatorial-support.js';
import { failure, refusedFeedback } from './client-support.js';
import { badArgument, mismatch } from './refusals.js';

/** So odd that it would be found in a message. */
const SECRET = 0.123456789;

const BAD: readonly (readonly [string, unknown])[] = [
  ['feedback', undefined],
  ['feedback', null],
  ['feedback', SECRET],
  ['feedback', `${SECRET}`],
  ['feedback', {}],
  ['feedback', { 0: 1, 1: 1, 2: 1, length: 3 }],
  ['feedback', []],
  ['feedback', [SECRET, 1]],
  ['feedback', [SECRET, 1, 1, 1]],
  ['feedback', new Float64Array(2)],
  ['feedback', new Float64Array(4)],
  ['feedback', new Float32Array(3)],
  ['feedback', new Set([1, 0, SECRET])],
  ['feedback[0]', [Number.NaN, SECRET, 1]],
  ['feedback[1]', [SECRET, Number.POSITIVE_INFINITY, 1]],
  ['feedback[2]', [SECRET, 1, Number.NEGATIVE_INFINITY]],
  ['feedback[0]', [`${SECRET}`, 1, 1]],
  ['feedback[1]', [SECRET, null, 1]],
  ['feedback[2]', [1, SECRET, undefined]],
  ['feedback[1]', [SECRET, true, 1]],
  ['feedback[1]', [SECRET, 1n, 1]],
  ['feedback[0]', [[SECRET], 1, 1]],
  ['feedback[2]', Float64Array.of(SECRET, 1, Number.NaN)],
  // No report is about the third card; its feedback is checked all the same.
  ['feedback[2]', [1, 1, Number.NaN]],
];

describe.each(NAMES)('%s', (name) => {
  test.each(BAD)('%s is refused: case %#', async (parameter, feedback) => {
    const collector = slateCollector(name);
    const bandit = await openSlates(collector, name, { inspect: true });
    const decision = bandit.choose();
    const error = await refusedFeedback(bandit, () => decision.reward(feedback as never));
    expect(error).toMatchObject(badArgument(parameter));
    expect(`${error.message} ${JSON.stringify(error.details)}`).not.toContain(`${SECRET}`);
    // The decision is still open, and its neutral report is the one that is queued.
    expect((await decision.reward([1, 0, 1])).status).toBe('queued');
    await bandit.flush();
    expect(collector.bodies).toHaveLength(1);
  });

  test('a context is refused: there is none', async () => {
    const bandit = await openSlates(slateCollector(name), name);
    const choose = bandit.choose.bind(bandit) as (...context: unknown[]) => unknown;
    expect(() => choose([[SECRET]])).toThrow(
      expect.objectContaining({ code: 'invalid_argument', details: expect.anything() }),
    );
    expect((await bandit.budget()).reports).toBe(0);
  });
});

describe('a server that lies: the slate is refused, and the one in use stays', () => {
  const shown = (arms: unknown, reported: unknown = 2) => ({
    slates: [
      { arms: [0, 2, 4], reported: 0 },
      { arms, reported },
    ],
  });
  test.each([
    // Of one kind twice; too few; too many; two arms of the same number; not in order; not there.
    ['snapshot.slates[1]', shown([0, 1, 2])],
    ['snapshot.slates[1]', shown([0, 2])],
    ['snapshot.slates[1]', shown([0, 2, 4, 5])],
    ['snapshot.slates[1].arms[1]', shown([2, 2, 4])],
    ['snapshot.slates[1].arms[1]', shown([4, 2, 0])],
    ['snapshot.slates[1].arms[2]', shown([0, 2, 6])],
    ['snapshot.slates[1].arms[0]', shown([-1, 2, 4])],
    ['snapshot.slates[1].arms[0]', shown([0.5, 2, 4])],
    ['snapshot.slates[1].arms[0]', shown(['0', 2, 4])],
    ['snapshot.slates[1].arms', shown([])],
    ['snapshot.slates[1].arms', shown(undefined)],
    ['snapshot.slates[1].arms', shown('0,2,4')],
    ['snapshot.slates[1].arms', shown(new Array(5000).fill(0))],
    ['snapshot.slates[1].reported', shown([0, 2, 4], 3)],
    ['snapshot.slates[1].reported', shown([0, 2, 4], -1)],
    ['snapshot.slates[1].reported', shown([0, 2, 4], 2.5)],
    ['snapshot.slates[1].reported', shown([0, 2, 4], null)],
    [
      'snapshot.slates[1].clicked',
      {
        slates: [
          { arms: [0, 2, 4], reported: 0 },
          { ...shown([0, 2, 4]).slates[1], clicked: 1 },
        ],
      },
    ],
    ['snapshot.slates', { slates: [] }],
    ['snapshot.slates', { slates: {} }],
    ['snapshot.slates', { slates: new Array(65).fill({ arms: [0, 2, 4], reported: 0 }) }],
    ['snapshot.slates[0].arms', { slates: [null] }],
    ['snapshot.mean', { mean: [0, 0] }],
    ['snapshot.mean[3]', { mean: [0, 0, 0, null, 0, 0] }],
    ['snapshot.width', { width: [0] }],
    ['snapshot.width[2]', { width: [0, 0, -1, 0, 0, 0] }],
    ['snapshot.width[0]', { width: ['0', 0, 0, 0, 0, 0] }],
    ['snapshot.experiment', { experiment: 'others' }],
    ['snapshot.v', { v: 2 }],
    ['snapshot.forced', { forced: 1 }],
  ])('%s', async (field, change) => {
    const collector = slateCollector();
    const bandit = await openSlates(collector);
    collector.snapshot = slateSnapshot('bit', { snapshot: 13, ...change });
    expect(await failure(bandit.refresh())).toMatchObject(mismatch(field));
    expect(bandit.snapshot.id).toBe(12);
    for (let i = 0; i < 20; i++) expect(bandit.choose().action).not.toContain(6);
  });

  test('where the snapshot does not name an arm it must not', async () => {
    for (const name of ['ldp1', 'uniform'] as SlateName[]) {
      const collector = slateCollector(name);
      collector.snapshot = slateSnapshot('bit');
      expect(await failure(openSlates(collector, name))).toMatchObject(
        mismatch('snapshot.slates[0].reported'),
      );
    }
  });

  test('a sum report names a position in the family that the snapshot has means for', async () => {
    const collector = slateCollector('sum');
    collector.snapshot = slateSnapshot('sum', { slates: [{ arms: [0, 2, 4], reported: 8 }] });
    expect(await failure(openSlates(collector, 'sum'))).toMatchObject(
      mismatch('snapshot.slates[0].reported'),
    );
  });
});

describe('a decision set that allows nothing, or says nothing', () => {
  test.each(SETS_OF_NOTHING)('%s leaves nothing to choose', async (_what, set) => {
    const algorithm = { type: 'cucb-ldp-bit', set } as never;
    const collector = slateCollector('bit', { set });
    const { labels: _, ...manifest } = collector.manifest as { labels: unknown };
    collector.manifest = manifest;
    const error = (await failure(openSlates(collector, 'bit', { algorithm }))) as LdpError;
    expect(error).toMatchObject({ code: 'invalid_argument' });
    expect(String(error.details['parameter'])).toMatch(/set/);
  });

  test.each(BAD_SETS)('%s', async (_what, set, parameter) => {
    const algorithm = { type: 'cucb-ldp-bit', set } as never;
    expect(await failure(openSlates(slateCollector(), 'bit', { algorithm }))).toMatchObject(
      badArgument(`algorithm.${parameter}`),
    );
  });

  test('a joint index or a sum report of a reward that is no sum', async () => {
    const set = { ...SET, reward: 'minimum' } as const;
    for (const type of ['cucb-ldp-joint', 'cucb-ldp-sum'] as const) {
      const name = type === 'cucb-ldp-sum' ? 'sum' : 'joint';
      const collector = slateCollector(name, { set });
      const algorithm = { type, set };
      expect(await failure(openSlates(collector, name, { algorithm }))).toMatchObject(
        badArgument('set'),
      );
    }
  });

  test('more privacy loss than the page allows', async () => {
    const privacy = { epsilon: 0.5, epsilonTotal: 5 };
    const collector = slateCollector('ldp2');
    expect(await failure(openSlates(collector, 'ldp2', { privacy }))).toMatchObject({
      code: 'manifest_mismatch',
    });
  });

  test('an epsilon too small to be shared by the arms of a slate', async () => {
    const privacy = { epsilon: 0.002, epsilonTotal: 1 };
    const collector = slateCollector('ldp1');
    collector.manifest = {
      ...(collector.manifest as object),
      perReport: { epsilon: 0.002, delta: 0 },
    };
    expect(await failure(openSlates(collector, 'ldp1', { privacy }))).toMatchObject(
      badArgument('epsilon'),
    );
  });
});

test('no decision about a slate is recalled: keys are for decisions about one arm', async () => {
  const bandit = await openSlates(slateCollector());
  expect(await failure(bandit.recall('plans'))).toMatchObject(badArgument('recall'));
});

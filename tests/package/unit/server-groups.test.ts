// Bodies that arrive in one turn of the event loop are read by one call and share a commit, and each has its
// own verdict.
import { expect, test } from 'vitest';
import { type AggregateStore, LdpError, memoryStore } from '../../../bindings/ts/server/index.js';
import { Intake, Waiting } from '../../../bindings/ts/server/intake.js';
import type { Learner } from '../../../bindings/ts/server/learner.js';
import type { View } from '../../../bindings/ts/server/view.js';
import { reportId } from './server-support.js';

const FIRST = { snapshot: 1, open: 1, folded: 0, revision: 'a', state: new Uint8Array(0) };

/** A body: the snapshot that its reports name, then a number for the id of each. */
const body = (snapshot: number, ...ids: readonly number[]) => Uint8Array.of(snapshot, ...ids);

/** Reads the bodies above, of any snapshot; counts the bodies that it reads. */
function reader() {
  const delta = {
    schema: 'one',
    size: 1,
    indices: Uint32Array.of(0),
    values: BigInt64Array.of(1n),
  };
  const read = { bodies: 0 };
  const learner = {
    decode: (bodies: readonly Uint8Array[]) =>
      bodies.map(([snapshot = 0, ...ids]) => {
        read.bodies++;
        const items = ids.map((n) => ({ id: reportId(n), delta }));
        return { epochs: [{ snapshot, items }], error: null };
      }),
  } as unknown as Learner;
  return { read, learner };
}

/** A memory store that counts commits; `change` is what it does with its errors. */
async function counted(change: (error: unknown) => unknown = (error) => error) {
  const inner = memoryStore();
  await inner.publish('demo', null, FIRST);
  const commits: number[] = [];
  const store: AggregateStore = {
    commit: (epoch, batch, options) => {
      commits.push(batch.length);
      return inner.commit(epoch, batch, options).catch((error) => Promise.reject(change(error)));
    },
    read: (epoch) => inner.read(epoch),
    head: (experiment) => inner.head(experiment),
    latest: (experiment) => inner.latest(experiment),
    publish: (...args) => inner.publish(...args),
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
  return { store, commits };
}

const view = { ...FIRST, answers: [] } as unknown as View;

function intakeOver(store: AggregateStore, learner: Learner, maxIds = 100, codewordLength = 0) {
  const told = { added: 0, refreshed: 0 };
  const intake = new Intake({
    experiment: 'demo',
    learner,
    store,
    waiting: new Waiting(),
    maxIds,
    maxReportsPerBody: 10,
    codewordLength,
    known: () => view,
    refreshed: async () => {
      told.refreshed++;
      return view;
    },
    assigns: () => false,
    added: (reports) => {
      told.added += reports;
    },
  });
  return { intake, told };
}

/** In one turn: what each body is told, `accepted/duplicate` or why it is refused. */
const verdicts = (intake: Intake, ...bodies: readonly Uint8Array[]) =>
  Promise.all(
    bodies.map((one) =>
      intake.receive(one).then(
        ({ accepted, duplicate }) => `${accepted}/${duplicate}`,
        ({ details }: LdpError) => details['problem'] ?? details['parameter'],
      ),
    ),
  );

/** As a store of the operator's may throw it. */
const withoutRoom = (error: unknown) =>
  error instanceof LdpError
    ? new LdpError(error.code, 'Full.', { details: { problem: 'epoch_full' } })
    : error;

test.each([
  ['says how many', undefined],
  ['does not say how many', withoutRoom],
])('of a group the bodies that fit are added, over a store that %s', async (_, change) => {
  const { store } = await counted(change);
  const { intake, told } = intakeOver(store, reader().learner, 3);
  expect(await verdicts(intake, body(1, 1))).toEqual(['1/0']);
  const group = [body(1, 2), body(1, 3, 4), body(1, 5), body(1, 6)];
  expect(await verdicts(intake, ...group)).toEqual(['1/0', 'epoch_full', '1/0', 'epoch_full']);
  expect(told.added).toBe(3);
  expect((await store.read({ experiment: 'demo', snapshot: 1 }))?.reports).toBe(3n);
});

test('a report that is in needs no room, in whatever group it comes again', async () => {
  const { store } = await counted();
  const { intake } = intakeOver(store, reader().learner, 3);
  expect(await verdicts(intake, body(1, 1), body(1, 2))).toEqual(['1/0', '1/0']);
  const group = [body(1, 1), body(1, 3), body(1, 4), body(1, 2, 5), body(1, 2)];
  const full = 'epoch_full';
  expect(await verdicts(intake, ...group)).toEqual(['0/1', '1/0', full, full, '0/1']);
});

test('an epoch that is full costs one commit for a group of new reports', async () => {
  const { store, commits } = await counted();
  const { intake } = intakeOver(store, reader().learner, 1);
  await verdicts(intake, body(1, 1));
  commits.splice(0);
  const group = Array.from({ length: 200 }, (_, i) => body(1, i + 2));
  expect(new Set(await verdicts(intake, ...group))).toEqual(new Set(['epoch_full']));
  expect(commits).toEqual([200]);
});

test('a group of codebook reports is as long as what their codewords take', async () => {
  const { store, commits } = await counted();
  const { intake } = intakeOver(store, reader().learner, 1e6, 8384);
  const all = Array.from({ length: 40 }, (_, i) => body(1, i));
  expect(new Set(await verdicts(intake, ...all))).toEqual(new Set(['1/0']));
  // 2^20 numbers are 12 bodies of 10 reports of 8,384 numbers.
  expect(commits).toEqual([12, 12, 12, 4]);
});

test('an epoch with room for one of many costs few commits', async () => {
  const { store, commits } = await counted();
  const { intake } = intakeOver(store, reader().learner, 1);
  const group = Array.from({ length: 256 }, (_, i) => body(1, i));
  const told = await verdicts(intake, ...group);
  expect(told).toEqual(['1/0', ...Array(255).fill('epoch_full')]);
  // The group, its first halves down to one body, and the second half of each.
  expect(commits.length).toBe(1 + 8 + 8);
});

test('a store that fails refuses the whole group, at once', async () => {
  const { store, commits } = await counted(() => new Error('down'));
  const { intake } = intakeOver(store, reader().learner, 1);
  const group = [body(1, 1), body(1, 2)].map((one) => intake.receive(one));
  for (const answer of group) await expect(answer).rejects.toThrow();
  expect(commits).toEqual([2]);
});

test('a body with an unknown snapshot is refused alone, and its group is read once', async () => {
  const { store } = await counted();
  const { read, learner } = reader();
  const { intake, told } = intakeOver(store, learner);
  const group = [body(1, 1), body(9, 2), body(1, 3)];
  expect(await verdicts(intake, ...group)).toEqual(['1/0', 'snapshot', '1/0']);
  expect(told.refreshed).toBe(1);
  expect(read.bodies).toBe(3);
});

// The operator ends an experiment of any family: every device plays its answer and sends nothing.
import { createBandit, memoryLedger } from 'ldp-bandits';
import 'ldp-bandits/best-arm';
import 'ldp-bandits/contexts';
import 'ldp-bandits/noise';
import 'ldp-bandits/points';
import 'ldp-bandits/slates';
import { type Collector, type ExperimentOptions, LdpError, memoryStore } from 'ldp-bandits/server';
import { expect, it, test } from 'vitest';
import { AT_ONCE, collectorOver, get, ORIGIN, post, report, snapshotOf } from './server-support.js';

const MULTI_ARMED: ExperimentOptions = {
  algorithm: { type: 'weighted-ldp-ucb', arms: 3 },
  perReport: { epsilon: 1 },
  labels: ['city', 'sea', 'forest'],
};

interface Shown {
  readonly snapshot: number;
  readonly ended?: boolean;
  readonly weights?: readonly number[];
  readonly slates?: readonly { readonly arms: readonly number[] }[];
}

const openCollector = (demo: ExperimentOptions = MULTI_ARMED, store = memoryStore()) =>
  collectorOver({
    experiments: { demo: { timing: AT_ONCE, ...demo } },
    publishEvery: { ms: 0 },
    store,
  });

const openBandit = (
  collector: Collector,
  algorithm: unknown = MULTI_ARMED.algorithm,
  epsilon = 1,
  delta = 0,
) =>
  createBandit({
    endpoint: ORIGIN,
    experiment: 'demo',
    algorithm: algorithm as never,
    privacy: { epsilon, delta, epsilonTotal: 1000, deltaTotal: 0.1 },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    maxDelayMs: 0,
    fetch: collector.fetch,
  });

async function refusalOf(work: Promise<unknown>): Promise<LdpError['details']> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!LdpError.is(error, 'invalid_argument')) throw new Error(`not refused: ${error}`);
  return error.details;
}

/** Reports of the first three epochs: arm 1 has the ones. */
async function learn(collector: Collector): Promise<void> {
  for (let arm = 0; arm < 3; arm++) {
    const { snapshot } = await snapshotOf(collector);
    const sent = report({ snapshot, arm, bit: arm === 1 ? 1 : 0 });
    expect((await collector.fetch(post(sent))).status).toBe(202);
  }
}

test('every device plays the best arm, spends nothing and sends nothing, until the operator resumes', async () => {
  await using collector = await openCollector();
  await learn(collector);
  await using bandit = await openBandit(collector);
  const info = await collector.end('demo');
  expect(await snapshotOf<Shown>(collector)).toMatchObject({ ended: true, weights: [0, 1, 0] });
  expect((await collector.results('demo')).ended).toBe(true);
  await bandit.refresh();
  expect(bandit.snapshot).toMatchObject({ id: info.id, ended: true });
  const { spent } = await bandit.budget();
  for (let i = 0; i < 20; i++) {
    const decision = bandit.choose();
    expect(decision.action).toBe(1);
    expect(await decision.reward(0)).toEqual({ status: 'withheld', reason: 'experiment_ended' });
  }
  await bandit.flush();
  expect((await bandit.budget()).spent).toEqual(spent);
  expect((await collector.results('demo')).reports).toBe(3);

  await collector.resume('demo');
  await bandit.refresh();
  expect(bandit.snapshot.ended).toBeUndefined();
  expect(await bandit.choose().reward(1)).toMatchObject({ status: 'queued' });
  await bandit.flush();
  expect((await collector.snapshot('demo')).reports).toBe(4);
});

test('the operator may name the answer, by number or label, before any report and after the end', async () => {
  await using collector = await openCollector();
  expect((await refusalOf(collector.end('demo')))['parameter']).toBe('experiment');
  expect((await snapshotOf<Shown>(collector)).ended).toBeUndefined();
  const first = await collector.end('demo', { answer: 2 });
  const { weights, ended } = await snapshotOf<Shown>(collector);
  expect([weights, ended]).toEqual([[0, 0, 1], true]);
  // Again without an answer, or with the same, nothing changes; another one takes its place.
  expect(await collector.end('demo')).toEqual(first);
  expect(await collector.end('demo', { answer: 'forest' })).toEqual(first);
  const second = await collector.end('demo', { answer: 'city' });
  expect(second.id).toBe(first.id + 1);
  expect((await snapshotOf<Shown>(collector)).weights).toEqual([1, 0, 0]);
});

it.each([3, -1, 0.5, 'nowhere', null])('%j is no answer', async (answer) => {
  await using collector = await openCollector();
  const details = await refusalOf(collector.end('demo', { answer: answer as never }));
  expect(details['parameter']).toBe('options.answer');
  expect((await snapshotOf<Shown>(collector)).ended).toBeUndefined();
});

test('it stands in the store: other collectors, restarts and copies have it, and late reports change nothing', async () => {
  const store = memoryStore();
  await using other = await openCollector(MULTI_ARMED, store);
  {
    await using collector = await openCollector(MULTI_ARMED, store);
    await learn(collector);
    await collector.snapshot('demo');
    await other.snapshot('demo');
    await collector.end('demo');
  }
  const end = await snapshotOf<Shown>(other);
  expect(end.ended).toBe(true);
  const late = report({ snapshot: end.snapshot - 1, arm: 0 });
  const { status } = await other.fetch(post(late));
  expect([202, 400]).toContain(status);
  const answered = await other.fetch(post(report({ snapshot: end.snapshot, arm: 1 })));
  expect(answered.status).toBe(202);
  expect((await other.fetch(post(report({ snapshot: end.snapshot, arm: 0 })))).status).toBe(400);
  await using restarted = await openCollector(MULTI_ARMED, store);
  for (const one of [other, restarted]) expect(await snapshotOf<Shown>(one)).toEqual(end);
  const state = await restarted.export('demo');
  await using copy = await collectorOver({
    experiments: { demo: MULTI_ARMED },
    initialState: () => state,
    publishEvery: { ms: 0 },
  });
  const { ended, weights } = end;
  expect(await snapshotOf<Shown>(copy)).toMatchObject({ ended, weights });
  await copy.resume('demo');
  const resumed = await snapshotOf<Shown & { readonly reports: number }>(copy);
  expect(resumed.ended).toBeUndefined();
  expect(resumed.reports).toBe(3 + 1 + (status === 202 ? 1 : 0));
});

test('a change, a reset and an assigner know it', async () => {
  await using collector = await openCollector();
  await learn(collector);
  using assigner = collector.assigner('demo');
  await collector.end('demo');
  expect((await assigner.assign()).arm).toBe(1);
  await collector.define('demo', { ...MULTI_ARMED, timing: AT_ONCE, labels: ['a', 'b', 'c'] });
  expect((await snapshotOf<Shown>(collector)).ended).toBe(true);
  await collector.reset('demo');
  expect((await snapshotOf<Shown>(collector)).ended).toBeUndefined();
});

const SET = { type: 'top-k', arms: 4, choose: 2, reward: 'sum' };
const DISC = { type: 'ball', center: [0, 0], radius: 1 };
const ROWS = [
  [0.6, 0],
  [0, 0.6],
];
const contextual = (algorithm: object) => ({
  algorithm: { ...algorithm, dimension: 2 },
  context: [ROWS],
});
const OTHERS: Record<string, { readonly algorithm: object; readonly context?: unknown[] }> = {
  'ldp-exp3': { algorithm: { type: 'ldp-exp3', arms: 3 } },
  'ldp-tsallis-inf': { algorithm: { type: 'ldp-tsallis-inf', arms: 3 } },
  'one-point-reduction': { algorithm: { type: 'one-point-reduction', arms: 3 } },
  'ldp-kl-lucb': { algorithm: { type: 'ldp-kl-lucb', arms: 3 } },
  'cucb-ldp-bit': { algorithm: { type: 'cucb-ldp-bit', set: SET } },
  'cucb-ldp-sum': { algorithm: { type: 'cucb-ldp-sum', set: SET } },
  'cucb-ldp1': { algorithm: { type: 'cucb-ldp1', set: SET } },
  'combinatorial-thompson': { algorithm: { type: 'combinatorial-thompson', set: SET } },
  'cucb-ldp2': { algorithm: { type: 'cucb-ldp2', set: SET } },
  'ldp-linear-moments': contextual({ type: 'ldp-linear-moments' }),
  'ldp-linucb': contextual({ type: 'ldp-linucb' }),
  'online-ldp-linucb': contextual({ type: 'online-ldp-linucb' }),
  'private-bandits-combiner': contextual({ type: 'private-bandits-combiner' }),
  'ldp-glm-newton': contextual({ type: 'ldp-glm-newton' }),
  'ldp-glm-gloc': contextual({ type: 'ldp-glm-gloc' }),
  'ldp-glm-sgd': contextual({ type: 'ldp-glm-sgd' }),
  'ldp-one-point': { algorithm: { type: 'ldp-one-point', set: DISC, lipschitz: 1 } },
  'ldp-two-point': { algorithm: { type: 'ldp-two-point', set: DISC, lipschitz: 1 } },
};

it.each(Object.entries(OTHERS))(
  'devices of %s play one answer and send nothing',
  async (type, given) => {
    const { algorithm, context = [] } = given;
    const learner = type === 'one-point-reduction' ? { learner: () => [1, 2, 1] } : {};
    await using collector = await openCollector({
      algorithm: algorithm as never,
      perReport: { epsilon: 4 },
      ...learner,
    });
    const { delta } = collector.manifest('demo').perReport;
    const bandit = await openBandit(collector, algorithm, 4, delta);
    const choose = bandit.choose as (...context: unknown[]) => ReturnType<typeof bandit.choose>;
    const feedbackOf = (action: unknown) =>
      type === 'ldp-two-point' ? [0.3, 0.4] : action instanceof Uint32Array ? [1, 0] : 0.5;
    for (let i = 0; i < 12; i++) {
      const decision = choose.apply(bandit, context);
      const outcome = await decision.reward(feedbackOf(decision.action) as never);
      expect(outcome.status).toBe('queued');
      await bandit.flush();
      await bandit.refresh();
    }
    const { reports } = await collector.snapshot('demo');
    expect(reports).toBe(12);
    await collector.end('demo');
    await bandit.refresh();
    expect(bandit.snapshot.ended).toBe(true);
    const played = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const decision = choose.apply(bandit, context);
      const { action } = decision as { readonly action: unknown };
      played.add(
        JSON.stringify(action, (_, value) =>
          ArrayBuffer.isView(value) ? [...(value as never)] : value,
        ),
      );
      const outcome = await decision.reward(feedbackOf(action) as never);
      expect(outcome).toMatchObject({ reason: 'experiment_ended' });
    }
    expect([...played]).toHaveLength(1);
    await bandit.flush();
    expect((await collector.results('demo')).reports).toBe(12);
    const shown = await snapshotOf<{ readonly answer?: readonly number[] }>(collector);
    if (type === 'ldp-one-point') expect([...played]).toEqual([JSON.stringify(shown.answer)]);
    if (type === 'ldp-two-point') {
      expect([...played]).toEqual([JSON.stringify([shown.answer, shown.answer])]);
    }
    await collector.resume('demo');
    await bandit.refresh();
    const decision = choose.apply(bandit, context);
    expect(await decision.reward(feedbackOf(decision.action) as never)).toMatchObject({
      status: 'queued',
    });
    await bandit.dispose();
  },
);

it.each(['cucb-ldp-bit', 'ldp-linucb', 'ldp-one-point'])(
  'no operator names the answer of %s',
  async (type) => {
    const algorithm = OTHERS[type]?.algorithm as never;
    await using collector = await openCollector({ algorithm, perReport: { epsilon: 1 } });
    const details = await refusalOf(collector.end('demo', { answer: 0 }));
    expect(details['parameter']).toBe('options.answer');
    expect((await refusalOf(collector.end('demo')))['parameter']).toBe('experiment');
  },
);

test('a page refuses a snapshot whose end is neither true nor false', async () => {
  await using collector = await openCollector();
  const bandit = await createBandit({
    endpoint: ORIGIN,
    experiment: 'demo',
    algorithm: { type: 'weighted-ldp-ucb', arms: 3 },
    privacy: { epsilon: 1, epsilonTotal: 10 },
    ledger: memoryLedger(),
    timeoutMs: 60_000,
    fetch: async (request) => {
      const { snapshot, ...manifest } = await (await collector.fetch(request)).json();
      return Response.json({ ...manifest, snapshot: { ...snapshot, ended: 1 } });
    },
  }).catch((error: unknown) => error);
  expect(LdpError.is(bandit, 'manifest_mismatch') && bandit.details['field']).toBe(
    'snapshot.ended',
  );
  expect((await collector.fetch(get('/demo'))).status).toBe(200);
});

// Every public function of `ldp-bandits/server`, called wrongly. Requests and stored states that are refused:
// server-bad-input.test.ts; spelling of reports: bad-input-reports.test.ts.
import * as entry from 'ldp-bandits/server';
import {
  type Assigner,
  type Assignment,
  addExactly,
  type Collector,
  createCollector,
  createEvaluator,
  evaluate,
  memoryStore,
  mergeStatistics,
  type Publication,
  privateLog,
  reportIdBytes,
  requireDelta,
  requireOpen,
  requireRoom,
  requireSuccessor,
  sharedCollector,
} from 'ldp-bandits/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCalls } from './bad-input/collector-options.js';
import { contents, type Fixture, kExperiments, kNewest, openFixture } from './bad-input/server.js';
import {
  type BadCall,
  calledNames,
  describeRefusals,
  exportedNames,
  kNoNumbers,
  kNoObjects,
  rows,
} from './bad-input/table.js';

let fixture: Fixture;
let disposed: Collector;
let assigner: Assigner;
let ended: Assignment;
let disposedAssigner: Assigner;
beforeAll(async () => {
  fixture = await openFixture();
  assigner = fixture.collector.assigner('noisy');
  ended = await assigner.assign();
  assigner.drop(ended.ticket);
  disposedAssigner = fixture.collector.assigner('bits');
  disposedAssigner[Symbol.dispose]();
  disposed = await createCollector({ experiments: kExperiments, store: memoryStore() });
  await disposed[Symbol.asyncDispose]();
});
afterAll(async () => {
  await fixture.collector[Symbol.asyncDispose]();
});

const kCreate = createCalls(() => fixture.store);

const kNames = [
  ['unknown', 'nobody'],
  ['undefined', undefined],
  ['1', 1],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
] as const;

const kBits = kExperiments.bits;
const kNoArms = [
  ['-1', -1],
  ['3 of 3', 3],
  ['0.5', 0.5],
  ['null', null],
  ['a label that is none', 'x'],
] as const;

const kCollector: BadCall[] = [
  ...rows('Collector.manifest', 'experiment', kNames, (name) => fixture.collector.manifest(name)),
  ...rows('Collector.snapshot', 'experiment', kNames, (name) => fixture.collector.snapshot(name)),
  ...rows('Collector.bootstrap', 'experiment', kNames, (name) =>
    fixture.collector.bootstrap(['bits', name]),
  ),
  ...rows('Collector.bootstrap', 'names', [...kNoObjects, ['an empty list', []]], (names) =>
    fixture.collector.bootstrap(names as never),
  ),
  ...rows('Collector.results', 'experiment', kNames, (name) => fixture.collector.results(name)),
  ...rows('Collector.results', 'options', kNoObjects.slice(1), (options) =>
    fixture.collector.results('bits', options),
  ),
  ...rows('Collector.results', 'options.control', kNoArms, (control) =>
    fixture.collector.results('bits', { control }),
  ),
  ...rows('Collector.end', 'experiment', kNames, (name) => fixture.collector.end(name)),
  ...rows('Collector.end', 'options', kNoObjects.slice(1), (options) =>
    fixture.collector.end('bits', options),
  ),
  ...rows('Collector.end', 'options.answer', kNoArms, (answer) =>
    fixture.collector.end('bits', { answer }),
  ),
  ...rows('Collector.resume', 'experiment', kNames, (name) => fixture.collector.resume(name)),
  ...rows('Collector.export', 'experiment', kNames, (name) => fixture.collector.export(name)),
  ...rows('Collector.remove', 'experiment', kNames, (name) => fixture.collector.remove(name)),
  ...rows('Collector.reset', 'experiment', kNames, (name) => fixture.collector.reset(name)),
  ...rows('Collector.archive', 'experiment', kNames, (name) => fixture.collector.archive(name)),
  ...rows(
    'Collector.define',
    'experiment',
    [
      ['undefined', undefined],
      ['1', 1],
      ['a path', 'a/b'],
      ['a route', 'healthz'],
    ],
    (name) => fixture.collector.define(name, kBits),
  ),
  ...rows('Collector.define', 'experiments.new', kNoObjects, (options) =>
    fixture.collector.define('new', options),
  ),
  ...rows('Collector.reset', 'experiments.bits', kNoObjects.slice(1), (options) =>
    fixture.collector.reset('bits', options),
  ),
  ...rows('Collector.define', 'experiments.bits.algorithm.arms', [['another number', 4]], (arms) =>
    fixture.collector.define('bits', { ...kBits, algorithm: { ...kBits.algorithm, arms } }),
  ),
  ...rows(
    'Collector.tap',
    'signal',
    [
      ['null', null],
      ['an empty object', {}],
    ],
    (signal) => fixture.collector.tap({ signal }),
  ),
  ...rows(
    'Collector.fetch',
    'request',
    [
      ['undefined', undefined],
      ['an address', 'https://collector.example/bits'],
      ['an empty object', {}],
    ],
    (request) => fixture.collector.fetch(request),
  ),
  ...rows('Collector.assigner', 'experiment', kNames, (name) => fixture.collector.assigner(name)),
  ...rows('Collector.assigner', 'options', kNoObjects.slice(1), (options) =>
    fixture.collector.assigner('bits', options),
  ),
  ...rows(
    'Collector.assigner',
    'options.timeoutMs',
    [...kNoNumbers, ['0', 0], ['a day and more', 86_400_001]],
    (timeoutMs) => fixture.collector.assigner('bits', { timeoutMs }),
  ),
  ...(
    [
      ['Collector.manifest', () => disposed.manifest('bits')],
      ['Collector.assigner', () => disposed.assigner('bits')],
      ['Collector.snapshot', () => disposed.snapshot('bits')],
      ['Collector.bootstrap', () => disposed.bootstrap(['bits'])],
      ['Collector.results', () => disposed.results('bits')],
      ['Collector.end', () => disposed.end('bits')],
      ['Collector.resume', () => disposed.resume('bits')],
      ['Collector.export', () => disposed.export('bits')],
      ['Collector.define', () => disposed.define('bits', kBits)],
      ['Collector.remove', () => disposed.remove('bits')],
      ['Collector.reset', () => disposed.reset('bits')],
      ['Collector.archive', () => disposed.archive('bits')],
    ] as const
  ).map(([call, run]): BadCall => ({ call, given: 'after disposal', code: 'disposed', run })),
];

const kNoTickets = [
  ['undefined', undefined],
  ['1', 1],
  ['an empty string', ''],
  ['one never given out', 'AAAAAAAAAAAAAAAAAAAAAA'],
] as const;

const kAssigner: BadCall[] = [
  ...rows('Assigner.assign', 'device', kNoObjects.slice(1), (device) => assigner.assign(device)),
  ...rows(
    'Assigner.assign',
    'device.level',
    [...kNoNumbers, ['-1', -1], ['2 of a menu of 2', 2], ['0.5', 0.5]],
    (level) => assigner.assign({ level }),
  ),
  ...rows('Assigner.redeem', 'ticket', kNoTickets, (ticket) => assigner.redeem(ticket)),
  ...rows('Assigner.drop', 'ticket', kNoTickets, (ticket) => assigner.drop(ticket)),
  ...rows('Assigner.redeem', 'ticket', [['one that has ended', 0]], () =>
    assigner.redeem(ended.ticket),
  ),
  ...rows('Assigner.drop', 'ticket', [['one that has ended', 0]], () =>
    assigner.drop(ended.ticket),
  ),
  ...(
    [
      ['Assigner.assign', () => disposedAssigner.assign()],
      ['Assigner.redeem', () => disposedAssigner.redeem(ended.ticket)],
      ['Assigner.drop', () => disposedAssigner.drop(ended.ticket)],
    ] as const
  ).map(([call, run]): BadCall => ({ call, given: 'after disposal', code: 'disposed', run })),
];

const kSchema = 'test/1';
const sums = (...values: bigint[]) => ({
  schema: kSchema,
  reports: 1n,
  sums: BigInt64Array.from(values),
});
const kEpoch = { experiment: 'bits', snapshot: kNewest };
const delta = (changes: object) => ({
  schema: 'multi-armed/1 bit arms=3 levels=1',
  size: 6,
  indices: Uint32Array.of(0, 1),
  values: BigInt64Array.of(1n, 1n),
  ...changes,
});
const commit = (parameter: string, given: string, changes: object): BadCall[] =>
  rows('AggregateStore.commit', parameter, [[given, changes]], (value: object) =>
    fixture.store.commit(kEpoch, [
      { id: 'good', delta: delta({}) },
      { id: 'bad', delta: delta(value) },
    ]),
  );
const stale = (given: string, snapshot: unknown): BadCall[] =>
  rows(
    'AggregateStore.commit',
    'snapshot',
    [[given, snapshot]],
    (value) =>
      fixture.store.commit({ ...kEpoch, snapshot: value }, [{ id: 'x', delta: delta({}) }]),
    'store_conflict',
  );
const publication = (parameter: string, given: string, changes: Partial<Publication>): BadCall[] =>
  rows('AggregateStore.publish', parameter, [[given, changes]], async (value: object) => {
    const latest = (await fixture.store.latest('bits')) as Publication;
    const next = { ...latest, snapshot: latest.snapshot + 1, ...value };
    return fixture.store.publish('bits', latest.snapshot, next);
  });

const kStore: BadCall[] = [
  ...commit('schema', 'another experiment', { schema: 'multi-armed/1 bit arms=4 levels=1' }),
  ...commit('sums', 'another size', { size: 8 }),
  ...commit('delta', 'more indices than values', { values: BigInt64Array.of(1n) }),
  ...commit('delta.indices', 'outside', { indices: Uint32Array.of(0, 6) }),
  ...commit('sums', 'beyond int64', { values: BigInt64Array.of(2n ** 63n - 1n, 1n) }),
  ...stale('closed', 0),
  ...stale('not published yet', 1000),
  ...stale('NaN', Number.NaN),
  ...stale('a fraction', 19.5),
  ...stale('undefined', undefined),
  ...publication('snapshot', 'the same again', { snapshot: kNewest }),
  ...publication('snapshot', 'a fraction', { snapshot: kNewest + 0.5 }),
  ...publication('snapshot', 'NaN', { snapshot: Number.NaN }),
  ...publication('snapshot', '2^32', { snapshot: 2 ** 32 }),
  ...publication('open', 'a closed epoch again', { open: 0, folded: 0 }),
  ...publication('open', 'beyond the snapshot', { open: 1000 }),
  ...publication('folded', 'an epoch that is open', { open: kNewest, folded: kNewest }),
];

const kOthers: BadCall[] = [
  ...rows(
    'mergeStatistics',
    'schema',
    [['two experiments', { ...sums(1n), schema: 'x' }]],
    (other) => mergeStatistics(sums(1n), other),
  ),
  ...rows('mergeStatistics', 'sums', [['two lengths', sums(1n, 2n)]], (other) =>
    mergeStatistics(sums(1n), other),
  ),
  ...rows('mergeStatistics', 'sums', [['a sum beyond int64', sums(1n)]], (other) =>
    mergeStatistics(sums(2n ** 63n - 1n), other),
  ),
  ...rows('mergeStatistics', 'b', kNoObjects, (other) => mergeStatistics(sums(1n), other)),
  ...rows('mergeStatistics', 'a', kNoObjects, (other) => mergeStatistics(other, sums(1n))),
  ...rows('sharedCollector', 'create', kNoObjects, (create) => sharedCollector(create as never)),
  ...rows(
    'sharedCollector',
    'name',
    [
      ['nothing', ''],
      ['a number', 7],
    ],
    (name) => sharedCollector(async () => ({}) as Collector, name as never),
  ),
];

const kIds = [
  ['undefined', undefined],
  ['a number', 7],
  ['21 characters', 'A'.repeat(21)],
  ['23 characters', 'A'.repeat(23)],
  ['base64 that is not base64url', `${'A'.repeat(20)}+A`],
  ['a letter outside of ASCII', `${'A'.repeat(20)}\u0141A`],
  ['bits to spare that are not zero', `${'A'.repeat(21)}B`],
] as const;

const kDelta = {
  schema: 's',
  size: 2,
  indices: Uint32Array.of(1),
  values: BigInt64Array.of(1n),
};

/** What authors of stores use. */
const kHelpers: BadCall[] = [
  ...rows('reportIdBytes', 'id', kIds, (id) => reportIdBytes(id)),
  ...rows('addExactly', 'sums', [['2^63', 1n]], (one) => addExactly(2n ** 63n - 1n, one)),
  ...rows('requireDelta', 'schema', [['another', 't']], (schema) =>
    requireDelta(schema, 2, kDelta),
  ),
  ...rows('requireDelta', 'sums', [['another length', 3]], (size) =>
    requireDelta('s', size, kDelta),
  ),
  ...rows(
    'requireOpen',
    'snapshot',
    [
      ['closed', 1],
      ['not published', 4],
      ['1.5', 2.5],
    ],
    (snapshot) => requireOpen({ snapshot: 3, open: 2 }, snapshot),
    'store_conflict',
  ),
  ...rows(
    'requireRoom',
    'snapshot',
    [['full', 3]],
    (fresh) => requireRoom(8, fresh, 10),
    'store_conflict',
  ),
  ...rows('requireSuccessor', 'snapshot', [['older', 2]], (snapshot) =>
    requireSuccessor({ snapshot: 3, open: 1, folded: 0 }, { snapshot, open: 1, folded: 0 }),
  ),
];

/** More of `evaluate`: off-policy.test.ts. */
const kEvaluation: BadCall[] = [
  ...rows('evaluate', 'log', kNoObjects.slice(0, -1), (log) => evaluate({ log, target: [1] })),
  ...rows('evaluate', 'options', kNoObjects.slice(0, -1), (options) => evaluate(options)),
  ...rows('createEvaluator', 'target', kNoObjects, (target) => createEvaluator({ target })),
  ...rows('privateLog', 'experiment', kNames, (name) => privateLog(fixture.collector, name)),
];

describeRefusals(
  [
    ['options of createCollector', kCreate],
    ['methods of a collector', kCollector],
    ['methods of an assigner', kAssigner],
    ['methods of a store', kStore],
    ['other functions', kOthers],
    ['what stores are made of', kHelpers],
    ['evaluation', kEvaluation],
  ],
  () => contents(fixture),
);

describe('the tables cover', () => {
  it('every function that the entry exports', () => {
    // memoryStore takes nothing; its store is in the tables. emptyStatistics takes what a store has checked. LdpError is what the tables look for.
    const withoutArguments = ['LdpError', 'emptyStatistics', 'memoryStore'];
    const called = calledNames([...kCreate, ...kOthers, ...kHelpers, ...kEvaluation]);
    expect([...called, ...withoutArguments].sort()).toEqual(exportedNames(entry));
  });

  it('every method of a collector, of an assigner and of a store', () => {
    const collector: Record<keyof Omit<Collector, 'dispose' | 'experiments' | symbol>, true> = {
      fetch: true,
      define: true,
      remove: true,
      reset: true,
      archive: true,
      manifest: true,
      snapshot: true,
      bootstrap: true,
      results: true,
      end: true,
      resume: true,
      export: true,
      assigner: true,
      tap: true,
    };
    expect(calledNames(kCollector, 'Collector')).toEqual(Object.keys(collector).sort());
    expect(calledNames(kAssigner, 'Assigner')).toEqual(['assign', 'drop', 'redeem']);
    expect(calledNames(kStore, 'AggregateStore')).toEqual(['commit', 'publish']);
  });

  it('what a store answers for names that it does not know: nothing, and it makes nothing of them', async () => {
    const before = await contents(fixture);
    for (const [, name] of kNames) {
      expect(await fixture.store.latest(name as string)).toBeNull();
      expect(await fixture.store.read({ experiment: name as string, snapshot: 0 })).toBeNull();
    }
    expect(await fixture.store.read({ ...kEpoch, snapshot: Number.NaN })).toBeNull();
    expect(await contents(fixture)).toEqual(before);
  });

  it('a batch that was refused leaves no trace: its good half is new when it comes again', async () => {
    const good = {
      id: 'good',
      delta: delta({ indices: Uint32Array.of(), values: BigInt64Array.of() }),
    };
    expect(await fixture.store.commit(kEpoch, [good])).toMatchObject({ accepted: 1, duplicate: 0 });
  });

  it('a disposed collector: a problem for requests, an end for readers, and no error when disposed again', async () => {
    const answer = await disposed.fetch(new Request('https://collector.example/bits'));
    expect([answer.status, (await answer.json()).code]).toEqual([503, 'disposed']);
    for await (const arrival of disposed.tap()) expect.unreachable(JSON.stringify(arrival));
    await disposed[Symbol.asyncDispose]();
  });
});

// What own code does wrong: the error names it, the run rejects, the workers stay.
import { createSimulator, LdpError, type Simulator } from 'ldp-bandits/simulation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as faulty from './own/faulty.mjs';
import { pause, quickest, scriptFolder } from './pool-support.js';
import { reasonOf, refusalOf, useSimulator } from './simulation-support.js';

const address = new URL('./own/faulty.mjs', import.meta.url);
const simulator = useSimulator();
const scripts = scriptFolder();
let crew: Simulator;
beforeAll(async () => {
  crew = await createSimulator({ workers: 2 });
});
afterAll(() => crew.dispose());

const fine = { label: 'fine', policy: { type: 'own', name: 'fine' } } as const;
const spec = {
  version: 1,
  seed: 'faults',
  horizon: 200,
  replicates: 3,
  environment: { type: 'bernoulli', means: [0.6, 0.5] },
  runs: [fine],
} as const;
const withPolicy = (name: string) =>
  ({ ...spec, runs: [{ label: 'a', policy: { type: 'own', name } }] }) as const;
const withWorld = (name: string, more: object = {}) =>
  ({
    ...spec,
    environment: { type: 'own', name, arms: 2, ...more },
    runs: [{ label: 'a', policy: { type: 'ucb1' } }],
  }) as const;

const range = 'it must be from 0 to 1';
const arms = 'it must be a whole number from 0 to 1';
const inRound = 'trial 1, round 40: ';
const before = 'before the first round: '; // of the trial that came first
const faults: readonly (readonly [
  kind: 'environment' | 'policy',
  name: string,
  where: string,
  what: string,
])[] = [
  ['environment', 'reward NaN', inRound, `the reward of arm 1 is NaN; ${range}`],
  ['environment', 'reward 1.5', inRound, `the reward of arm 1 is 1.5; ${range}`],
  ['environment', 'mean -0.1', inRound, `the mean of arm 0 is -0.1; ${range}`],
  ['environment', 'a mean left out', inRound, `the mean of arm 1 is NaN; ${range}`],
  [
    'environment',
    'too few means',
    before,
    'the number of means that create gave is 1; it must be 2',
  ],
  ['environment', 'no means', before, 'create gave means that are undefined; it must be'],
  ['environment', 'world throws', inRound, 'means threw TypeError: no tide today'],
  ['policy', 'arm 2', inRound, `choose gave 2; ${arms}`],
  ['policy', 'arm 0.5', inRound, `choose gave 0.5; ${arms}`],
  ['policy', 'arm -1', inRound, `choose gave -1; ${arms}`],
  ['policy', 'arm undefined', inRound, `choose gave undefined; ${arms}`],
  ['policy', 'arm as text', inRound, `choose gave "0"; ${arms}`],
  ['policy', 'choose throws', inRound, 'choose threw Error: no idea'],
  ['policy', 'learn throws', inRound, 'learn threw "text"'],
  ['policy', 'learn is late', inRound, 'learn gave an object; it must be done when it returns'],
  ['policy', 'below 0', inRound, 'choose threw RangeError: below takes a whole number from 1'],
  ['policy', 'no learn', before, 'create gave a learn that is undefined; it must be a function'],
  ['policy', 'create throws', before, 'create threw Error: out of ideas'],
];

describe.each([
  ['the calling thread', () => simulator, faulty],
  ['workers', () => crew, address],
] as const)('in %s', (_where, play, own) => {
  test.each(faults)('%s "%s" names its place', async (kind, name, where, what) => {
    const broken = kind === 'policy' ? withPolicy(name) : withWorld(name);
    const run = play().run(broken, { own });
    const error = await reasonOf(run.result);
    expect(LdpError.is(error, 'own_code_failed')).toBe(true);
    const { message, details } = error as LdpError;
    expect(message).toContain(`The own ${kind} "${name}", trial ${details['trial']}`);
    expect(message).toContain(where + what);
    const place = where === inRound ? { trial: 1, round: 40 } : { round: 0 };
    expect(details).toMatchObject({ kind, name, ...place });
    // Nothing of the run counts as done, and the next one has all workers.
    expect(run.latest?.partial ?? true).toBe(true);
    const next = await play().run(spec, { own }).result;
    expect(next.partial).toBe(false);
    expect(next.curves[0]?.replicates).toBe(3);
  });

  test('a cancel is heard within 50 ms', async () => {
    const took = await quickest(5, async () => {
      const controller = new AbortController();
      const slow = { ...withPolicy('slow'), horizon: 1_000_000 };
      const run = play().run(slow, { own, signal: controller.signal });
      await pause(100);
      const start = performance.now();
      controller.abort(new Error('enough'));
      expect(await reasonOf(run.result)).toMatchObject({ message: 'enough' });
      return performance.now() - start;
    });
    expect(took).toBeLessThan(50);
  });

  test('progress comes while it plays', async () => {
    const run = play().run({ ...withPolicy('slow'), horizon: 1000 }, { own });
    let events = 0;
    for await (const event of run) if (event.type === 'progress' && event.done > 0) events += 1;
    expect(events).toBeGreaterThan(2);
  });
});

test('a stack says where own code threw', async () => {
  const error = await reasonOf(crew.run(withPolicy('choose throws'), { own: address }).result);
  expect(String((error as LdpError).details['stack'])).toContain('faulty.mjs');
});

describe('own code that is not there', () => {
  const refused = (given: object, message: string) =>
    expect(() => simulator.run(withPolicy('fine'), given)).toThrow(message);

  test('is refused before anything runs', () => {
    refused({}, 'own: must be given: the spec names the own policy "fine"');
    refused({ own: {} }, 'own: must have environments or policies');
    refused({ own: './faulty.mjs' }, 'own: must be a whole address');
    refused({ own: { policies: {} } }, 'own: must have policies["fine"] with a function create');
    expect(() => crew.run(withPolicy('fine'), { own: faulty })).toThrow(
      'own: must be the address of a module, a URL, where workers play',
    );
    const builtIn = { ...spec, runs: [{ label: 'a', policy: { type: 'ucb1' } as const }] };
    expect(() => simulator.run(builtIn, { own: faulty })).toThrow('own: must be absent');
  });

  test('of another version is refused', () => {
    const of = (version: object) => () =>
      simulator.run(withWorld('still', version), { own: faulty });
    expect(of({})).toThrow('the module\'s is "1", the spec\'s is none');
    expect(of({ version: '2' })).toThrow('the module\'s is "1", the spec\'s is "2"');
    expect(of({ version: '1' })).not.toThrow();
  });

  test('a module that cannot be imported rejects the run, here and in workers', async () => {
    const nowhere = new URL('./own/nowhere.mjs', import.meta.url);
    const broken = scripts.foreign('broken', "throw new Error('at import');");
    for (const play of [simulator, crew]) {
      for (const own of [nowhere, broken]) {
        const error = await reasonOf(play.run(withPolicy('fine'), { own }).result);
        expect(LdpError.is(error, 'own_code_failed')).toBe(true);
        expect((error as LdpError).message).toContain(
          `The module ${own.href} could not be imported`,
        );
      }
    }
  });
});

describe('a spec with own parts is read like any other', () => {
  const own = fine.policy;
  const run = (more: object, policy: object = own) => ({
    ...spec,
    runs: [{ label: 'a', policy, ...more }],
  });
  const linear = { type: 'linear', dimension: 4, arms: 3, contexts: 'fresh' };
  const gaussian = { type: 'gaussian', means: [0, 1] };

  test.each([
    [run({ epsilon: 1 }), 'neither epsilon nor population'],
    [run({}, { ...own, reports: 'bit' }), 'must have either epsilon or population'],
    [run({ epsilon: 17 }, { ...own, reports: 'gaussian' }), 'levels up to 16'],
    [run({ epsilon: 1 }, { ...own, reports: 'bit', delta: 1e-6 }), 'only Gaussian noise has one'],
    [run({ delivery: { delay: 10 } }), 'delivery.delay must be absent for an own policy'],
    [run({ delivery: { lost: 0.1 } }), 'delivery.lost must be absent for an own policy'],
    [run({ delivery: { epoch: 65_537 } }), 'must be at most 65536 for an own policy'],
    [run({}, { type: 'own' }), 'runs[0].policy.name must be a text of 1 to 80 characters'],
    [run({}, { ...own, parameters: { f: () => 1 } }), 'policy.parameters.f must be plain JSON'],
    [run({}, { ...own, parameters: { when: new Date() } }), 'parameters.when must be plain JSON'],
    [run({}, { ...own, parameters: { n: Number.NaN } }), 'policy.parameters.n must be plain JSON'],
    [{ ...run({}), environment: linear }, 'own policies play multi-armed worlds only'],
    [{ ...run({}), environment: gaussian }, 'must map rewards outside [0, 1] into it'],
    [{ ...withWorld('still'), environment: { type: 'own', name: 'still' } }, 'environment.arms'],
    [withWorld('still', { low: 0 }), 'must have both low and high, or neither'],
    [withWorld('still', { arms: 4097 }), 'from 1 to 4096'],
    [
      { ...withWorld('still'), runs: [{ label: 'a', policy: { type: 'kl-lucb' } }] },
      'must not be own for kl-lucb',
    ],
    [
      {
        ...withWorld('still'),
        runs: [{ label: 'a', policy: { type: 'ldp-linear-moments' }, epsilon: 1 }],
      },
      'must not be ldp-linear-moments outside a linear world',
    ],
  ])('and refused: %#', async (bad, words) => {
    expect(await refusalOf(simulator, bad)).toContain(words);
  });

  test('parameters are a copy with their names in order', async () => {
    const policy = (parameters: object) => ({ ...own, parameters }) as typeof own;
    const digestOf = async (parameters: object) => {
      const given = { ...spec, runs: [{ label: 'a', policy: policy(parameters) }] };
      return (await simulator.run(given, { own: faulty }).result).digest;
    };
    expect(await digestOf({ a: 1, b: [2, { d: 3, c: -0 }] })).toBe(
      await digestOf({ b: [2, { c: 0, d: 3 }], a: 1 }),
    );
  });
});

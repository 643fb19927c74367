// Every public function of `ldp-bandits/simulation`, called wrongly: code, path of the field, and runs that
// are under way are not disturbed. The limits of a spec one by one: simulation-spec.test.ts.
import * as entry from 'ldp-bandits/simulation';
import {
  changingWorld,
  createSimulator,
  decodeSpec,
  encodeSpec,
  readResult,
  type SimulationSpec,
  type Simulator,
} from 'ldp-bandits/simulation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BadCall,
  calledNames,
  describeRefusals,
  exportedNames,
  kInfinities,
  kNoCounts,
  kNoEpsilons,
  kNoNumbers,
  kNoObjects,
  rows,
} from './bad-input/table.js';
import { kTheoryCalls } from './bad-input/theory.js';

const kSpec: SimulationSpec = {
  version: 1,
  seed: 'bad input',
  horizon: 200,
  replicates: 2,
  environment: { type: 'bernoulli', means: [0.9, 0.5] },
  runs: [{ label: 'private', policy: { type: 'weighted-ldp-ucb' }, epsilon: 1 }],
};

let simulator: Simulator;
let disposed: Simulator;
let digest: string;
/** A result as JSON has it, with a single recorded round. */
let plain: { readonly curves: readonly object[] };
beforeAll(async () => {
  [simulator, disposed] = await Promise.all([createSimulator(), createSimulator()]);
  await disposed[Symbol.asyncDispose]();
  digest = (await simulator.run(kSpec).result).digest;
  const brief = { ...kSpec, record: { points: 1, scale: 'linear' } } as const;
  plain = JSON.parse(JSON.stringify(await simulator.run(brief).result));
});
afterAll(() => simulator[Symbol.asyncDispose]());

type Values = readonly (readonly [string, unknown])[];

/** The spec with something else at a path such as `runs[0].epsilon`. */
function changed(path: string, value: unknown): SimulationSpec {
  const spec = structuredClone(kSpec) as unknown as Record<string, unknown>;
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  const last = keys.pop() as string;
  const parent = keys.reduce((object, key) => object[key] as Record<string, unknown>, spec);
  parent[last] = value;
  return spec as unknown as SimulationSpec;
}

const field = (path: string, values: Values, parameter = path): BadCall[] => [
  ...rows(
    'Simulator.run',
    parameter,
    values,
    (value) => simulator.run(changed(path, value)),
    'spec_invalid',
  ),
  ...rows(
    'encodeSpec',
    parameter,
    values,
    (value) => encodeSpec(changed(path, value)),
    'spec_invalid',
  ),
];

const kMissing = ['missing', undefined] as const;
const kNoProbabilities = [...kNoNumbers, ...kInfinities, ['-0.1', -0.1], ['1.1', 1.1]] as const;

const kFields: BadCall[] = [
  ...field('version', [...kNoCounts, kMissing, ['2', 2]]),
  ...field('seed', [
    kMissing,
    ['1', 1],
    ['empty', ''],
    ['65 characters', 'x'.repeat(65)],
    ['half a surrogate pair', '\ud800'],
  ]),
  ...field('horizon', [
    ...kNoCounts.filter(([given]) => given !== '2^32'),
    kMissing,
    ['10^9 + 1', 1e9 + 1],
  ]),
  ...field('replicates', [...kNoCounts, kMissing]),
  ...field('environment', kNoObjects),
  ...field('environment.type', [kMissing, ['unknown', 'quadratic']]),
  ...field('environment.means', [
    kMissing,
    ['empty', []],
    ['a number', 0.5],
    ['1,000,001 arms', Array(1_000_001).fill(0.5)],
  ]),
  // More than 4,096 need an algorithm that is served in another way.
  ...field(
    'environment.means',
    [['4,097 arms', Array(4097).fill(0.5)]],
    'runs[0].delivery.serving',
  ),
  ...kNoProbabilities.flatMap(([given, mean]) => field('environment.means[0]', [[given, mean]])),
  ...field('runs', [
    kMissing,
    ['empty', []],
    ['an object', {}],
    ['33 runs', Array(33).fill(kSpec.runs[0])],
  ]),
  ...field('runs[0]', kNoObjects),
  ...field('runs[0].label', [kMissing, ['1', 1], ['empty', ''], ['81 characters', 'x'.repeat(81)]]),
  ...field('runs[0].policy', kNoObjects),
  ...field('runs[0].policy.type', [kMissing, ['unknown', 'exp4'], ['__proto__', '__proto__']]),
  ...field('runs[0].epsilon', [
    // A page stops at 32, a simulation at 128.
    ...kNoEpsilons.filter(([given]) => given !== 'just above 32'),
    ['just above 128', 128 + 2 ** -45],
  ]),
  ...field('runs[0].epsilon', [kMissing], 'runs[0]'),
  ...field('record', kNoObjects.slice(1)),
  ...field('record', [['no points', { scale: 'log' }]], 'record.points'),
  ...field('record', [['unknown scale', { points: 1, scale: 'square' }]], 'record.scale'),
];

const options = (parameter: string, values: Values) =>
  rows('createSimulator', parameter, values, (value) => createSimulator({ [parameter]: value }));

const kCalls: BadCall[] = [
  ...rows('createSimulator', 'options', kNoObjects.slice(1), (value) => createSimulator(value)),
  ...rows('createSimulator', 'options.bogus', [['1', 1]], (bogus) =>
    createSimulator({ bogus } as object),
  ),
  ...options('workers', [
    ...kNoCounts.filter(([given]) => !['0', '-0'].includes(given)),
    ['257', 257],
    ['"many"', 'many'],
  ]),
  ...options('spawn', [
    ['null', null],
    ['an address', 'worker.js'],
    ['an empty object', {}],
  ]),
  ...options('signal', [['an empty object', {}]]),
  ...rows(
    'createSimulator',
    'wasm',
    [
      ['null', null],
      ['1', 1],
      ['an empty object', {}],
    ],
    (wasm) => createSimulator({ wasm }),
  ),
  ...rows('Simulator.run', 'spec', kNoObjects, (spec) => simulator.run(spec), 'spec_invalid'),
  ...rows('Simulator.run', 'options', kNoObjects.slice(1), (value) => simulator.run(kSpec, value)),
  ...rows(
    'Simulator.run',
    'signal',
    [
      ['an empty object', {}],
      ['a string', 'stop'],
    ],
    (signal) => simulator.run(kSpec, { signal }),
  ),
  {
    call: 'Simulator.run',
    given: 'after disposal',
    code: 'disposed',
    run: () => disposed.run(kSpec),
  },
  ...rows('changingWorld', 'name', kNoObjects, (name) => changingWorld(name), 'spec_invalid'),
  ...rows('encodeSpec', 'spec', kNoObjects, (spec) => encodeSpec(spec), 'spec_invalid'),
  ...rows('readResult', 'result', kNoObjects, (value) => readResult(value), 'spec_invalid'),
  ...rows(
    'readResult',
    'digest',
    [
      ['missing', undefined],
      ['of something else', `sha256-${'A'.repeat(43)}=`],
    ],
    (value) => readResult({ ...plain, digest: value }),
    'spec_invalid',
  ),
  ...rows(
    'readResult',
    'digest',
    [['of other numbers', 0.5]],
    (mean) => readResult({ ...plain, curves: [{ ...plain.curves[0], mean: [mean] }] }),
    'spec_invalid',
  ),
  ...rows(
    'readResult',
    'curves',
    [...kNoObjects, ['none', []]],
    (value) => readResult({ ...plain, curves: value }),
    'spec_invalid',
  ),
  ...rows(
    'decodeSpec',
    'text',
    [
      ...kNoObjects,
      ['empty', ''],
      ['another version', '2.AAAA'],
      ['nothing after the prefix', '1.'],
      ['not base64url', '1.+/=='],
      ['base64url of no deflate', '1.AAAA'],
      ['65,537 characters', `1.${'A'.repeat(65_535)}`],
    ],
    (text) => decodeSpec(text),
    'spec_invalid',
  ),
];

/** A run before and a run after a refused call give the same bits. */
const same = async () => (await simulator.run(kSpec).result).digest;

describeRefusals([
  ['the fields of a spec', kFields],
  ['calls', kCalls],
  ['calls of the theory', kTheoryCalls],
]);

describe('after all that', () => {
  it('the simulator gives the same bits as before', async () => {
    expect(await same()).toBe(digest);
  });

  it('a link that is cut off anywhere is refused', async () => {
    const link = await encodeSpec(kSpec);
    for (let length = 0; length < link.length; ++length) {
      await expect(decodeSpec(link.slice(0, length)), `${length}`).rejects.toMatchObject({
        code: 'spec_invalid',
      });
    }
    expect(await decodeSpec(link)).toEqual(kSpec);
  });
});

it('covers every function that the entry exports', () => {
  expect(
    [
      ...[...calledNames(kCalls), ...calledNames(kTheoryCalls)],
      ...['LdpError', 'catalog', 'defaultBySet'],
    ].sort(),
  ).toEqual(exportedNames(entry));
  const methods: Record<keyof Omit<Simulator, 'workers' | 'dispose' | symbol>, true> = {
    run: true,
  };
  expect(calledNames(kCalls, 'Simulator')).toEqual(Object.keys(methods).sort());
});

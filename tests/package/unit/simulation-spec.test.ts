import { decodeSpec, encodeSpec, LdpError, type SimulationSpec } from 'ldp-bandits/simulation';
import { describe, expect, test } from 'vitest';

const spec: SimulationSpec = {
  version: 1,
  seed: 'posters',
  horizon: 1000,
  replicates: 4,
  environment: { type: 'bernoulli', means: [0.9, 0.8, 0.5] },
  runs: [
    { label: 'private', policy: { type: 'weighted-ldp-ucb', bound: 'L4' }, epsilon: 1 },
    {
      label: 'mixed',
      policy: { type: 'he-ldp-ucb-bernoulli', epsilonMin: 0.2 },
      population: { levels: [0, 0.2, 2], probabilities: [0.5, 0.25, 0.25] },
    },
    { label: 'not private', policy: { type: 'ucb1' } },
  ],
  record: { points: 10, scale: 'linear' },
};

/** base64url(deflate-raw(text)) behind the prefix, by the platform's own streams. */
async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return `1.${Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url')}`;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return LdpError.is(error) ? error.code : `not an LdpError: ${String(error)}`;
}

describe('a spec as a link', () => {
  test('comes back as it was', async () => {
    expect(await decodeSpec(await encodeSpec(spec))).toEqual(spec);
  });

  test('is the prefix 1., then base64url of deflate-raw JSON, which other tools can read', async () => {
    const text = await encodeSpec(spec);
    expect(text).toMatch(/^1\.[A-Za-z0-9_-]+$/);
    expect(await decodeSpec(await pack(JSON.stringify(spec)))).toEqual(spec);
  });

  test('keeps its keys in one order, whatever the order in which they were written', async () => {
    const { version, seed, ...rest } = spec;
    expect(await encodeSpec({ ...rest, seed, version })).toBe(await encodeSpec(spec));
  });

  test('is refused when it is longer than the limit, packed or unpacked', async () => {
    expect(await codeOf(decodeSpec(`1.${'A'.repeat(70_000)}`))).toBe('spec_invalid');
    // 100 MB of spaces in a link of 130 kB would already be too long; 1 MB fits a short one.
    expect(await codeOf(decodeSpec(await pack(' '.repeat(1_000_000))))).toBe('spec_invalid');
  });

  const garbage: readonly (readonly [string, unknown])[] = [
    ['nothing', ''],
    ['another version', '2.AAAA'],
    ['no base64url', '1.%%%%'],
    ['base64url of no length', '1.A'],
    ['bytes that do not inflate', '1.____'],
    ['a number', 1],
    ['null', null],
  ];
  test.each(garbage)('is refused if it is %s', async (_, text) => {
    expect(await codeOf(decodeSpec(text as string))).toBe('spec_invalid');
  });

  test('is refused if what it packs is not JSON, or not UTF-8', async () => {
    expect(await codeOf(decodeSpec(await pack('{')))).toBe('spec_invalid');
    expect(await codeOf(decodeSpec(await pack('[1]')))).toBe('spec_invalid');
  });
});

describe('a spec outside the limits is refused with the path of the field', () => {
  const [first, mixed, plain] = spec.runs;
  const withRun = (run: object) => ({ ...spec, runs: [run] });
  const withPopulation = (population: object) => withRun({ ...mixed, population });
  const bad: readonly (readonly [string, unknown])[] = [
    ['spec', null],
    ['spec', 'text'],
    ['spec', []],
    ['spec', { ...spec, colour: 'red' }],
    ['version', { ...spec, version: 2 }],
    ['seed', { ...spec, seed: 7 }],
    ['seed', { ...spec, seed: '' }],
    ['seed', { ...spec, seed: 'x'.repeat(65) }],
    ['seed', { ...spec, seed: '\ud800' }],
    ['horizon', { ...spec, horizon: 0 }],
    ['horizon', { ...spec, horizon: 1.5 }],
    ['horizon', { ...spec, horizon: Number.NaN }],
    ['horizon', { ...spec, horizon: 1e10 }],
    ['horizon', { ...spec, horizon: '1000' }],
    ['replicates', { ...spec, replicates: 0 }],
    ['replicates', { ...spec, replicates: Number.POSITIVE_INFINITY }],
    ['spec', { ...spec, horizon: 1e9, replicates: 10_000 }],
    ['spec', { ...spec, replicates: 10_000, record: { points: 2000, scale: 'log' } }],
    ['environment', { ...spec, environment: null }],
    ['environment.type', { ...spec, environment: { type: 'poisson', means: [0.5] } }],
    ['environment.means', { ...spec, environment: { type: 'bernoulli', means: [] } }],
    ['runs[0].delivery.serving', { ...spec, environment: { type: 'switching', arms: 4097 } }],
    ['environment.means[1]', { ...spec, environment: { type: 'bernoulli', means: [0.5, 1.01] } }],
    ['environment.means[0]', { ...spec, environment: { type: 'bernoulli', means: [Number.NaN] } }],
    ['environment.means[0]', { ...spec, environment: { type: 'bernoulli', means: ['0.5'] } }],
    ['runs', { ...spec, runs: [] }],
    ['runs', { ...spec, runs: new Array(33).fill(plain) }],
    ['runs[1].label', { ...spec, runs: [plain, plain] }],
    ['runs[0].label', withRun({ ...plain, label: '' })],
    ['runs[0].policy', withRun({ label: 'a' })],
    ['runs[0].policy.type', withRun({ ...first, policy: { type: 'linucb' } })],
    ['runs[0].policy', withRun({ ...first, policy: { type: 'weighted-ldp-ucb', epsilonMin: 1 } })],
    [
      'runs[0].policy.bound',
      withRun({ ...first, policy: { type: 'weighted-ldp-ucb', bound: 'L5' } }),
    ],
    ['runs[0].policy.arms', withRun({ ...first, policy: { type: 'weighted-ldp-ucb', arms: 4 } })],
    [
      'runs[0].policy.epsilonMin',
      withRun({ ...mixed, policy: { type: 'he-ldp-ucb-bernoulli', epsilonMin: 0 } }),
    ],
    ['runs[0]', withRun({ label: 'a', policy: { type: 'weighted-ldp-ucb' } })],
    ['runs[0]', withRun({ ...mixed, epsilon: 1 })],
    ['runs[0]', withRun({ ...plain, epsilon: 1 })],
    ['runs[0].epsilon', withRun({ ...first, epsilon: 0 })],
    ['runs[0].epsilon', withRun({ ...first, epsilon: 129 })],
    ['runs[0].epsilon', withRun({ ...first, epsilon: -1 })],
    ['runs[0].population.levels', withPopulation({ levels: [], probabilities: [] })],
    ['runs[0].population.levels', withPopulation({ levels: [0], probabilities: [1] })],
    ['runs[0].population.levels', withPopulation({ levels: [2, 1], probabilities: [0.5, 0.5] })],
    ['runs[0].population.levels', withPopulation({ levels: [1, 1], probabilities: [0.5, 0.5] })],
    [
      'runs[0].population.levels[0]',
      withPopulation({ levels: [1e-4, 1], probabilities: [0.5, 0.5] }),
    ],
    ['runs[0].population.probabilities', withPopulation({ levels: [1, 2], probabilities: [1] })],
    [
      'runs[0].population.probabilities',
      withPopulation({ levels: [1, 2], probabilities: [0.5, 0.4] }),
    ],
    [
      'runs[0].population.probabilities[1]',
      withPopulation({ levels: [1, 2], probabilities: [1, -0.5] }),
    ],
    [
      'runs[0].delivery.epoch',
      {
        ...spec,
        horizon: 1e7,
        runs: [{ ...plain, delivery: { epoch: 4_000_001 } }],
      },
    ],
    ['record.points', { ...spec, record: { points: 0, scale: 'log' } }],
    ['record.scale', { ...spec, record: { points: 10, scale: 'sqrt' } }],
  ];
  test.each(bad)('%s: %j', async (path, value) => {
    const error: unknown = await encodeSpec(value as SimulationSpec).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({
      name: 'LdpError',
      code: 'spec_invalid',
      details: { parameter: path },
    });
    // The same limits hold for what comes from outside.
    if (typeof value === 'object' && value !== null) {
      expect(await codeOf(decodeSpec(await pack(JSON.stringify(value))))).toBe('spec_invalid');
    }
  });

  test.each([
    [{ ...spec, runs: [{ ...plain, policy: { type: 'ldp-thomson' } }] }, 'ldp-thompson'],
    [{ ...spec, runs: [{ ...plain, epsilom: 1 }] }, 'epsilon'],
  ])('a name that is nearly right is told', async (value, name) => {
    await expect(encodeSpec(value as SimulationSpec)).rejects.toThrow(`(Did you mean "${name}"?)`);
  });
});

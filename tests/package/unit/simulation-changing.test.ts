// Specs of worlds whose best arm changes (docs/spec/drift.md, section 1), and of the learner for them.
import {
  changingWorld,
  decodeSpec,
  encodeSpec,
  LdpError,
  type RunSpec,
  type SimulationSpec,
} from 'ldp-bandits/simulation';
import { expect, test } from 'vitest';

const drift: RunSpec = {
  label: 'drift',
  policy: { type: 'ldp-thompson-drift', horizon: 1000 },
  epsilon: 3,
};

const specOf = (environment: SimulationSpec['environment'], run: RunSpec = drift) =>
  ({
    version: 1,
    seed: 'changing',
    horizon: 1000,
    replicates: 2,
    environment,
    runs: [run],
    record: { points: 2, scale: 'linear' },
  }) as const satisfies SimulationSpec;

test.each(['still', 'drop', 'swap', 'rise', 'gradual', 'season', 'jump10'] as const)(
  'the world %s is a spec',
  async (name) => {
    const spec = specOf(changingWorld(name));
    expect(await decodeSpec(await encodeSpec(spec))).toEqual(spec);
  },
);

test.each(['common', 'menu'])('what the duel alone plays is a spec: %s', async (what) => {
  const duel = { label: 'duel', policy: { type: 'ldp-duel' } } as const;
  const population = { levels: [0.5, 1, 2], probabilities: [0.2, 0.3, 0.5] };
  const run = what === 'menu' ? { ...duel, population } : { ...duel, epsilon: 2 };
  const common = { drift: { amplitude: 0.15, turns: 5, common: true } } as const;
  const arms = { type: 'bernoulli', means: [0.6, 0.5] } as const;
  const spec = specOf(what === 'menu' ? arms : { ...arms, ...common }, run);
  expect(await decodeSpec(await encodeSpec(spec))).toEqual(spec);
});

const means = [0.5, 0.6];
const world = (changed: object) => specOf({ type: 'bernoulli', means, ...changed } as never);
const rotate = { at: 0.5, means: 'rotate' };

test.each<[string, SimulationSpec]>([
  ['environment.changes[0].at', world({ changes: [{ at: 0, means }] })],
  ['environment.changes[0].at', world({ changes: [{ at: 1, means }] })],
  ['environment.changes[1].at', world({ changes: [rotate, rotate] })],
  ['environment.changes[0].means', world({ changes: [{ at: 0.5, means: [1] }] })],
  ['environment.changes[0].means[1]', world({ changes: [{ at: 0.5, means: [1, 2] }] })],
  ['environment.changes[0].means', world({ changes: [{ at: 0.5, means: 'turn' }] })],
  ['environment.drift.amplitude', world({ drift: { amplitude: 0, turns: 1 } })],
  ['environment.drift.turns', world({ drift: { amplitude: 0.1, turns: -1 } })],
  ['environment.means[1]', world({ drift: { amplitude: 0.45, turns: 1 } })],
  ['environment.drift.common', world({ drift: { amplitude: 0.1, turns: 1, common: false } })],
  ['runs[0].population', menuRun({ levels: [0, 1], probabilities: [0.5, 0.5] })],
  [
    'runs[0].population',
    menuRun({ type: 'clipped-gaussian', mean: 1, deviation: 1, low: 0, high: 2 }),
  ],
  ['runs[0].population', menuRun({ levels: [1, 2], probabilities: [0.5, 0.5] }, 'ldp-kl-lucb')],
  [
    'environment',
    specOf(changingWorld('drop'), { label: 'a', policy: { type: 'ldp-kl-lucb' }, epsilon: 1 }),
  ],
  [
    'runs[0].population',
    specOf(changingWorld('drop'), {
      label: 'a',
      policy: { type: 'ldp-thompson-drift' },
      population: { levels: [1, 2], probabilities: [0.5, 0.5] },
    }),
  ],
])('what has no meaning is refused, naming %s', async (field, spec) => {
  const error = await encodeSpec(spec).catch((reason: unknown) => reason);
  expect(LdpError.is(error)).toBe(true);
  expect(error).toMatchObject({ code: 'spec_invalid', message: expect.stringContaining(field) });
});

function menuRun(population: object, type = 'ldp-duel'): SimulationSpec {
  const run = { label: 'a', policy: { type }, population } as RunSpec;
  return specOf({ type: 'bernoulli', means: [0.6, 0.5] }, run);
}

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

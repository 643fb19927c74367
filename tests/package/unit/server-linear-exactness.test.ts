// Whatever happens between collectors that share a store, what they publish of noisy vectors is a
// function of the accepted reports and, for learners that take steps, of the snapshots that they
// name: bit for bit.
import { describe, expect } from 'vitest';
import {
  EXPERIMENTS,
  type LinearName,
  linearCollectorOver,
  linearSnapshotOf,
  PARTS,
  sendable,
  vector,
} from './server-linear-support.js';
import { learnAtOnce, type Sent, testSchedules } from './server-schedules.js';
import { post } from './server-support.js';

/** Arm and value of a step decide part and numbers. */
function scheduleOf(name: LinearName) {
  return {
    experiments: { [name]: EXPERIMENTS[name] },
    name,
    levels: 1,
    payload: String,
    bytes: ({ id, snapshot, arm, payload }: Sent) => {
      const part = arm % PARTS[name].length;
      const [, length = 0, bytes = 2] = PARTS[name][part] ?? [];
      const largest = 2 ** (8 * bytes - 1) - 1;
      const numbers = Array.from({ length }, (_, i) => (Number(payload) * (2 * i + 1)) % largest);
      return vector(name, { id, snapshot, part, values: sendable(name, part, numbers) });
    },
  };
}

describe.each(['moments', 'ball', 'gaussian'] as const)('an experiment of %s', (name) => {
  const schedule = scheduleOf(name);
  testSchedules(
    'what one learner makes of the accepted reports',
    schedule,
    async ({ published, accepted }) => {
      const { snapshot: _, ...once } = await learnAtOnce(schedule, accepted.reverse());
      expect(published).toMatchObject(once);
    },
  );
});

describe('an experiment of an online learner', () => {
  const schedule = scheduleOf('pair');
  testSchedules(
    'the steps of its epochs, in their order',
    schedule,
    async ({ published, accepted }) => {
      // One collector, which gets epoch after epoch, each in one piece and backwards.
      await using alone = await linearCollectorOver({ publishEvery: { ms: 0 } });
      const epochs = [...new Set(accepted.map((sent) => sent.snapshot))].sort((a, b) => a - b);
      for (const epoch of epochs) {
        const reports = accepted.filter((sent) => sent.snapshot === epoch).reverse();
        const { snapshot } = await linearSnapshotOf(alone, 'pair');
        const bodies = reports.map((sent) => schedule.bytes({ ...sent, snapshot }));
        expect((await alone.fetch(post(`[${bodies.join()}]`, 'pair'))).status).toBe(202);
      }
      const { snapshot: _, experiment: __, ...steps } = await linearSnapshotOf(alone, 'pair');
      expect(published).toMatchObject(steps);
    },
  );
});

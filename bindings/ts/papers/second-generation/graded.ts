// docs/spec/graded.md: graded rewards on window reports, beside one bit and Laplace noise.
import type { PolicySpec } from '../../simulation/types.js';
import type { Figure } from '../types.js';
import { type Cell, type Reference, type Row, tableFigure } from './table.js';

const means = [0.6, 0.55, 0.5, 0.45, 0.4];

const learners = {
  window: ['window, Thompson', { type: 'ldp-thompson-graded' }],
  windowImed: ['window, IMED', { type: 'ldp-imed-graded' }],
  bit: ['bit, Thompson', { type: 'ldp-thompson' }],
  bitImed: ['bit, IMED', { type: 'ldp-imed' }],
} as const satisfies Readonly<Record<string, readonly [string, PolicySpec]>>;
type Learner = keyof typeof learners;

/** The bit below epsilon 1, the window from there on. */
const chosenAt = (epsilon: number): Learner => (epsilon < 1 ? 'bit' : 'window');

function row(epsilon: number, references: Readonly<Record<Learner, Reference>>): Row {
  return {
    name: `beta rewards, ε = ${epsilon}`,
    environment: { type: 'beta', means, concentration: 20 },
    horizon: 50_000,
    replicates: 32,
    cells: (Object.keys(learners) as readonly Learner[]).map((learner): Cell => {
      const [label, policy] = learners[learner];
      return {
        run: { label, policy, epsilon },
        reference: references[learner],
        ...(learner === chosenAt(epsilon) ? { isDefault: true } : { competes: true }),
      };
    }),
  };
}

export const graded: Figure = tableFigure({
  id: 'graded',
  title: 'Graded rewards: a window report beside one bit',
  says: 'From ε = 1 on a window report loses less than one bit, and at ε = 5 six times less.',
  source: 'docs/spec/graded.md',
  rows: [
    row(0.5, { bit: [987, 138], bitImed: [930, 82], window: [1038, 137], windowImed: [1094, 97] }),
    row(1, { bit: [339, 23], bitImed: [378, 37], window: [243, 18], windowImed: [319, 23] }),
    row(2, { bit: [147, 17], bitImed: [166, 14], window: [66, 4], windowImed: [81, 5] }),
    row(5, { bit: [106, 6], bitImed: [111, 10], window: [17.6, 0.9], windowImed: [20.1, 0.8] }),
    row(10, { bit: [98, 6], bitImed: [102, 7], window: [15.3, 0.5], windowImed: [16.8, 0.8] }),
  ],
});

// docs/spec/codebook.md, and defaults.md, section 4: learners of contexts on codebook reports, the default, beside the ball.
import type { LinearEnvironment, PolicySpec } from '../../simulation/types.js';
import type { Figure } from '../types.js';
import { logistic } from '../zheng2020/models.js';
import { type Cell, type Reference, type Row, tableFigure } from './table.js';

const fresh: LinearEnvironment = { type: 'linear', dimension: 5, arms: 100, contexts: 'fresh' };
const linear = { environment: fresh, horizon: 20_000, replicates: 24 } as const;
const learners = {
  moments: { ...linear, policy: { type: 'ldp-linear-moments' } },
  'LDP-LinUCB': { ...linear, policy: { type: 'ldp-linucb', horizon: 20_000 } },
  Newton: {
    environment: logistic,
    horizon: 100_000,
    replicates: 10,
    // As the references: what a coin adds is the figure of newton.ts.
    policy: { type: 'ldp-glm-newton', parts: 'joint' },
  },
} as const;
type Learner = keyof typeof learners;

/** Of the specification's program; it had 64 codewords at epsilon 1 and 2, where the default is 256. */
interface References {
  readonly codebook: Reference;
  /** Absent where the program had one direction, and the ball of this library has several. */
  readonly ball?: Reference;
}

function row(learner: Learner, epsilon: number, references: References): Row {
  const { environment, horizon, replicates, policy } = learners[learner];
  const cell = (mechanism: keyof References): Cell => ({
    run: {
      label: `${learner}, ${mechanism}`,
      policy: { ...policy, mechanism } as PolicySpec,
      epsilon,
    },
    ...(references[mechanism] && { reference: references[mechanism] }),
    ...(mechanism === 'codebook' ? { isDefault: true } : { competes: true }),
  });
  return {
    name: `${learner}, ε = ${epsilon}`,
    environment,
    horizon,
    replicates,
    cells: [cell('codebook'), cell('ball')],
  };
}

/**
 * LinUCB on pairs beside moments, the default for numbers. Where contexts spread as far as they can it loses less from
 * epsilon 10 on, and where they are near their mean more: no default (docs/spec/defaults.md, section 3).
 */
function pairRow(
  epsilon: number,
  environment: LinearEnvironment,
  references: { readonly pair?: Reference; readonly moments?: Reference } = {},
): Row {
  const { horizon, replicates } = linear;
  const { pair, moments } = references;
  const isFlat = environment.spread !== undefined;
  const run = (label: string, policy: PolicySpec) => ({ label, policy, epsilon });
  return {
    name: `${isFlat ? 'flat' : 'full'} contexts, ε = ${epsilon}`,
    environment,
    horizon,
    replicates,
    cells: [
      {
        run: run('moments', { type: 'ldp-linear-moments' }),
        ...(moments && { reference: moments }),
        ...(isFlat && { isDefault: true }),
      },
      {
        run: run('LDP-LinUCB, pair', { type: 'ldp-linucb', parts: 'pair', horizon }),
        ...(pair && { reference: pair }),
        ...(isFlat && { competes: true }),
      },
    ],
  };
}

const flat: LinearEnvironment = { ...fresh, dimension: 10, arms: 50, spread: 0.3 };

export const contexts: Figure = tableFigure({
  id: 'contexts',
  title: 'Contexts: the index of a codeword beside a random direction',
  says: 'With the same promise and two bytes a report, learners of contexts lose as much at ε = 1 on codebook reports as on the ball, and at ε = 10 from two thirds down to a sixth of that.',
  source: 'docs/spec/defaults.md',
  rows: [
    row('moments', 1, { codebook: [2052, 49], ball: [2098, 53] }),
    row('moments', 2, { codebook: [1212, 38], ball: [1363, 36] }),
    row('moments', 4, { codebook: [675, 18], ball: [1068, 31] }),
    row('moments', 10, { codebook: [513, 16], ball: [788, 24] }),
    row('LDP-LinUCB', 1, { codebook: [5331, 173], ball: [5640, 166] }),
    row('LDP-LinUCB', 2, { codebook: [3632, 119], ball: [4271, 132] }),
    row('LDP-LinUCB', 4, { codebook: [2172, 68], ball: [3504, 103] }),
    row('LDP-LinUCB', 10, { codebook: [1060, 28], ball: [3501, 109] }),
    row('Newton', 1, { codebook: [4067, 163], ball: [4118, 170] }),
    row('Newton', 2, { codebook: [1870, 65], ball: [2546, 106] }),
    row('Newton', 4, { codebook: [767, 25], ball: [1869, 73] }),
    row('Newton', 10, { codebook: [270, 8] }),
    pairRow(8, fresh, { pair: [435, 20], moments: [502, 21] }),
    pairRow(10, fresh, { pair: [268, 10], moments: [485, 18] }),
    pairRow(10, flat),
  ],
});

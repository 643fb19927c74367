// Section 3.1, stochastic losses: one number is tuned, and the losses of all visitors have one mean.

import type { ConvexEnvironment, ConvexPolicySpec, RunSpec } from '../../simulation/types.js';
import { chosenOf } from '../choices.js';
import { atMost, own, paper, within } from '../claims.js';
import { exponent, quotient, regretOf } from '../measure.js';
import type { Choice, Chosen, Claim, Figure, FigureMode } from '../types.js';
import { agrees, towards } from './claims.js';
import { oneDimension as found } from './expected.js';
import { noises } from './noises.js';
import { levelOf, type Noise, parametersOf, settingNote, specOf } from './setting.js';

const powers: Readonly<Record<FigureMode, readonly number[]>> = {
  quick: [16, 18],
  full: [16, 18, 20, 22],
};
const trials: Readonly<Record<FigureMode, number>> = { quick: 4, full: 10 };

type Loss = 'absolute' | 'quadratic';
const losses: readonly Loss[] = ['absolute', 'quadratic'];

const labels = { none: 'Trisection, no privacy', bit: 'Trisection, one bit' } as const;
type Learner = keyof typeof labels;
const learners = Object.keys(labels) as readonly Learner[];

const choices: readonly Choice[] = [
  {
    id: 'loss',
    label: 'Loss',
    options: [
      { id: 'absolute', label: '|x - 0.3|' },
      { id: 'quadratic', label: '(x - 0.3)²/2' },
    ],
    default: 'absolute',
  },
];

const world = (loss: Loss): ConvexEnvironment => ({
  type: 'convex',
  set: { type: 'box', low: [0], high: [1] },
  loss,
  optimum: [0.3],
});

function runOf(learner: Learner, horizon: number): RunSpec {
  const noise: Noise = noises[learner];
  const policy = {
    type: learner === 'none' ? 'stochastic-convex' : 'ldp-stochastic-convex',
    horizon,
    ...parametersOf(noise),
  } as ConvexPolicySpec;
  return { label: labels[learner], policy, ...levelOf(noise) };
}

const nameOf = (power: number) => `T = 2^${power}`;
const final = (learner: Learner, power: number) => regretOf(nameOf(power), labels[learner]);

const claimsIn = (loss: Loss): readonly Claim[] => {
  const where = { loss };
  return [
    ...learners.map((learner) =>
      within(
        paper(`${labels[learner]}: the regret grows like √T, up to logarithms.`, { where }),
        towards(0.5, found[loss][learner].slope),
        (results) =>
          exponent(
            powers.full.map((power) => ({
              x: power * Math.LN2,
              y: final(learner, power)(results),
            })),
          ),
      ),
    ),
    ...learners.map((learner) =>
      agrees(
        `${labels[learner]}: the regret after 2^22 rounds is that of an independent program.`,
        { where },
        found[loss][learner].end,
        final(learner, 22),
      ),
    ),
    atMost(
      own('One bit has at most c² = 4.7 times the regret of what was seen, after 2^18 rounds.', {
        where,
        needs: 'quick',
      }),
      noises.bit.scale ** 2,
      quotient(final('bit', 18), final('none', 18)),
    ),
  ];
};

export const oneDimension: Figure = {
  id: 'one-number',
  title: 'One number to tune, and losses that do not change',
  says: 'For stochastic losses, with the learner of Agarwal and others 2011 as the black box, the regret is of the order √T/ε.',
  source: 'corollary 4',
  horizonNote: `${settingNote} In one dimension only: the learner for more has a regret whose power of the dimension makes it of no use.`,
  choices,
  documented: losses.map((loss) => ({ loss })),
  specs: (mode, given?: Chosen) => {
    const loss = chosenOf({ choices }, given)['loss'] as Loss;
    return powers[mode].map((power) =>
      specOf(nameOf(power), {
        horizon: 2 ** power,
        replicates: trials[mode],
        environment: world(loss),
        runs: learners.map((learner) => runOf(learner, 2 ** power)),
      }),
    );
  },
  claims: losses.flatMap(claimsIn),
  plot: { kind: 'curves', rounds: 'log', regret: 'log' },
};

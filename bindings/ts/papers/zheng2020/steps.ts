// What tuned steps are worth: the same learners over one long run, beside a walk without privacy.

import type { RunSpec } from '../../simulation/types.js';
import { chosenOf } from '../choices.js';
import { clearlyIncreasing, increasing, own, ranked } from '../claims.js';
import { quotient, regretOf } from '../measure.js';
import type { Size } from '../setting.js';
import type { Choice, Chosen, Claim, Figure, FigureMode } from '../types.js';
import { agrees } from './claims.js';
import { practical as found } from './expected.js';
import { noises } from './noises.js';
import { type Row, type RowName, rows, runOf, worldOf } from './rows.js';
import { settingNote, specOf } from './setting.js';

const sizes: Readonly<Record<FigureMode, Size>> = {
  quick: { horizon: 2 ** 15, replicates: 12 },
  full: { horizon: 2 ** 18, replicates: 40 },
};
const dimension = 5;

type Loss = 'absolute' | 'quadratic';

/** Those with one point; without privacy their steps are those of theory. */
const learnersOn: Readonly<Record<Loss, readonly RowName[]>> = {
  absolute: ['fkm'],
  quadratic: ['st', 'hl'],
};

/** Who has steps of both kinds: those of hl were found good as they are. */
type Tuned = 'fkm' | 'st';
const tunedOn: Readonly<Record<Loss, Tuned>> = { absolute: 'fkm', quadratic: 'st' };

const labelOf = (name: RowName, kind: 'theory' | 'practical' | 'free') =>
  `${rows[name].label}, ${{ theory: 'steps of theory', practical: 'practical steps', free: 'no privacy' }[kind]}`;

const runsOn = (loss: Loss, horizon: number): readonly RunSpec[] => [
  ...learnersOn[loss].flatMap((name) => [
    runOf(name, noises.bit, horizon, undefined, labelOf(name, 'theory')),
    runOf(name, noises.none, horizon, undefined, labelOf(name, 'free')),
  ]),
  runOf(tunedOn[loss], noises.bit, horizon, 'practical', labelOf(tunedOn[loss], 'practical')),
];

const choices: readonly Choice[] = [
  {
    id: 'loss',
    label: 'Loss',
    options: [
      { id: 'quadratic', label: 'half the squared distance to the optimum' },
      { id: 'absolute', label: 'the distance to the optimum' },
    ],
    default: 'quadratic',
  },
];

const name = 'five numbers to tune';

function claimsIn(loss: Loss): readonly Claim[] {
  const tuned = tunedOn[loss];
  const where = { loss };
  const labels = (['free', 'practical', 'theory'] as const).map((kind) => labelOf(tuned, kind));
  const rank = ranked(name, labels);
  return [
    increasing(
      own('The mean regret increases from no privacy to practical steps and to those of theory.', {
        where,
        needs: 'quick',
      }),
      rank,
    ),
    clearlyIncreasing(
      own('The regret increases from no privacy to practical steps and to those of theory.', {
        where,
      }),
      rank,
    ),
    agrees(
      `${rows[tuned].label}: practical steps have the part of the regret of theory that an independent program found.`,
      { where },
      found[tuned],
      quotient(
        regretOf(name, labelOf(tuned, 'practical')),
        regretOf(name, labelOf(tuned, 'theory')),
      ),
    ),
  ];
}

export const steps: Figure = {
  id: 'steps',
  title: 'What tuned steps are worth',
  says: 'Nothing about constants: the steps of the black boxes are given up to an order.',
  source: 'section 3.1, after theorem 3',
  horizonNote: settingNote,
  choices,
  documented: [{ loss: 'quadratic' }, { loss: 'absolute' }],
  specs: (mode, given?: Chosen) => {
    const loss = chosenOf({ choices }, given)['loss'] as Loss;
    const { horizon } = sizes[mode];
    return [
      specOf(name, {
        ...sizes[mode],
        environment: worldOf(loss satisfies Row['loss'], dimension),
        runs: runsOn(loss, horizon),
      }),
    ];
  },
  claims: (['quadratic', 'absolute'] as const).flatMap(claimsIn),
  plot: { kind: 'curves', rounds: 'linear' },
};

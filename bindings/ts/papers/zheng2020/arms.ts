// Appendix B.1: arms, with a learner for losses that an adversary chooses as the black box.

import type { MultiArmedEnvironment, PolicySpec, RunSpec } from '../../simulation/types.js';
import { chosenOf } from '../choices.js';
import { atMost, clearlyIncreasing, increasing, own, paper, ranked, within } from '../claims.js';
import { exponent, growth, type Measure, quotient, regretOf, relativeSpread } from '../measure.js';
import type { Size } from '../setting.js';
import type { Choice, Chosen, Claim, Figure, FigureMode } from '../types.js';
import { agrees } from './claims.js';
import { arms as found } from './expected.js';
import { delta, settingNote, specOf } from './setting.js';

const name = 'ten arms';
const sizes: Readonly<Record<FigureMode, Size>> = {
  quick: { horizon: 2 ** 16, replicates: 8 },
  full: { horizon: 2 ** 18, replicates: 40 },
};

type WorldName = 'fixed' | 'switching';

const worlds: Readonly<Record<WorldName, MultiArmedEnvironment>> = {
  fixed: { type: 'bernoulli', means: [0.6, ...new Array<number>(9).fill(0.5)] },
  switching: { type: 'switching', arms: 10 },
};

const labels = {
  tsallis: 'Tsallis-INF, one bit',
  laplace: 'Tsallis-INF, Laplace noise',
  gaussian: 'Tsallis-INF, Gaussian noise',
  exp3: 'EXP3, one bit',
  ucb: 'UCB1, one bit',
  tsallisFree: 'Tsallis-INF, no privacy',
  exp3Free: 'EXP3, no privacy',
  ucbFree: 'UCB1, no privacy',
} as const;

type Learner = keyof typeof labels;
const learners = Object.keys(labels) as readonly Learner[];

const policies: Readonly<Record<Learner, PolicySpec>> = {
  tsallis: { type: 'one-point-reduction', learner: 'tsallis-inf', mechanism: 'bit' },
  laplace: { type: 'one-point-reduction', learner: 'tsallis-inf', mechanism: 'laplace' },
  gaussian: { type: 'one-point-reduction', learner: 'tsallis-inf', mechanism: 'gaussian', delta },
  exp3: { type: 'one-point-reduction', learner: 'exp3', mechanism: 'bit' },
  ucb: { type: 'one-point-reduction', learner: 'ucb1', mechanism: 'bit' },
  tsallisFree: { type: 'tsallis-inf' },
  exp3Free: { type: 'exp3' },
  ucbFree: { type: 'ucb1' },
};

const runOf = (learner: Learner): RunSpec => ({
  label: labels[learner],
  policy: policies[learner],
  ...(!learner.endsWith('Free') && { epsilon: 1 }),
});

const choices: readonly Choice[] = [
  {
    id: 'world',
    label: 'Losses',
    options: [
      { id: 'switching', label: 'all arms get better and worse together, in ever longer phases' },
      { id: 'fixed', label: 'of one mean throughout: 0.4 of one arm, 0.5 of nine' },
    ],
    default: 'switching',
  },
];

const final = (learner: Learner, round?: number) => regretOf(name, labels[learner], round);

/** From 2^14 rounds on, each four times the one before. */
const lastRounds = [2 ** 14, 2 ** 16, 2 ** 18];
const slope =
  (learner: Learner): Measure =>
  (results) =>
    exponent(lastRounds.map((t) => ({ x: Math.log(t), y: final(learner, t)(results) })));

/** While the rounds double for the last time. */
const lastGrowth = (learner: Learner) => growth(name, labels[learner], 2 ** 17, 2 ** 18);

const ordered = (learners: readonly Learner[]) =>
  ranked(
    name,
    learners.map((learner) => labels[learner]),
  );

/** Reports whose noise is unbounded are clipped, and losses that are never below the clip are what is left. */
const calm: readonly Learner[] = ['laplace', 'gaussian'];

const claimsIn = (world: WorldName): readonly Claim[] => {
  const where = { world };
  return [
    atMost(
      paper(
        `${labels.tsallis}: the regret grows at most like √T, also when an adversary chooses the losses.`,
        {
          where,
        },
      ),
      0.5 + 3 * found.slopeError,
      slope('tsallis'),
    ),
    ...(world === 'fixed'
      ? [
          atMost(
            paper(
              `${labels.tsallis}: where losses do not change the regret grows like ln T: by less than a fifth while the rounds double.`,
              { where },
            ),
            1.2,
            lastGrowth('tsallis'),
          ),
        ]
      : [
          within(
            own(`${labels.ucb}: linear regret, twice as much after twice the rounds.`, { where }),
            [1.8, 2.2],
            lastGrowth('ucb'),
          ),
          within(
            own(`${labels.ucbFree}: linear regret, with nothing hidden.`, { where }),
            [1.8, 2.2],
            lastGrowth('ucbFree'),
          ),
        ]),
    clearlyIncreasing(
      own(
        world === 'fixed'
          ? 'The regret increases from Tsallis-INF without privacy to one bit, Laplace and Gaussian noise.'
          : 'The regret increases from Tsallis-INF without privacy to one bit, EXP3 and UCB1.',
        { where },
      ),
      ordered(
        world === 'fixed'
          ? ['tsallisFree', 'tsallis', 'laplace', 'gaussian']
          : ['tsallisFree', 'tsallis', 'exp3', 'ucb'],
      ),
    ),
    increasing(
      own(
        'The mean regret of Tsallis-INF is less than that of EXP3, and less without privacy than with one bit.',
        { where, needs: 'quick' },
      ),
      ordered(['tsallisFree', 'tsallis', 'exp3']),
    ),
    ...calm.map((learner) =>
      atMost(
        own(
          `${labels[learner]}: clipped to a bound that estimates respect, no rare run decides the mean: its standard deviation over the trials is at most the mean.`,
          { where },
        ),
        1,
        (results) => relativeSpread(final(learner)(results)),
      ),
    ),
    ...(['tsallis', 'tsallisFree', 'exp3', 'laplace'] as const).map((learner) =>
      agrees(
        `${labels[learner]}: the regret is that of an independent program.`,
        { where },
        found.ends[world][learner],
        final(learner),
      ),
    ),
    atMost(
      own('One bit costs Tsallis-INF at most its c² = 4.7 in regret.', { where }),
      1 / Math.tanh(0.5) ** 2,
      quotient(final('tsallis'), final('tsallisFree')),
    ),
  ];
};

export const adversary: Figure = {
  id: 'arms',
  title: 'Losses that change on purpose',
  says: 'With Tsallis-INF as the black box the regret is nearly optimal for losses that an adversary chooses and for those of one mean, at once.',
  source: 'section 3.1, appendix B.1',
  horizonNote: `${settingNote} Everybody is at ε = 1.`,
  choices,
  documented: [{ world: 'switching' }, { world: 'fixed' }],
  specs: (mode, given?: Chosen) => {
    const world = chosenOf({ choices }, given)['world'] as WorldName;
    return [
      specOf(name, {
        ...sizes[mode],
        environment: worlds[world],
        runs: learners.map(runOf),
        times: Array.from({ length: mode === 'full' ? 13 : 11 }, (_, i) => 2 ** (6 + i)),
      }),
    ];
  },
  claims: (['switching', 'fixed'] as const).flatMap(claimsIn),
  plot: { kind: 'curves', rounds: 'log', regret: 'log' },
};

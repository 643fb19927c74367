// G2 to G4, and fixed arms: more features, a larger parameter, other links, and contexts that never change.

import type { GeneralizedLinearEnvironment } from '../../simulation/types.js';
import { chosenOf } from '../choices.js';
import { atMost, clearlyIncreasing, increasing, own } from '../claims.js';
import { quotient, relativeSpread } from '../measure.js';
import type { Size } from '../setting.js';
import type { Choice, Chosen, Claim, Figure, FigureMode } from '../types.js';
import { agrees, plain } from './claims.js';
import { fixedArms as fixedFound, linkWorlds as found } from './expected.js';
import { checkpoints, final, type Learner, labels, logistic, ordered, runOf } from './models.js';
import { settingNote, specOf } from './setting.js';

interface World {
  readonly about: string;
  readonly environment: GeneralizedLinearEnvironment;
  readonly full: Size;
}

type WorldName = 'wide' | 'steep' | 'identity' | 'probit' | 'poisson';

const g4: Size = { horizon: 100_000, replicates: 12 };

/** Of Poisson feedback: the largest count. At a rate of e or less, it is hardly ever reached. */
const largestCount = 10;

const worlds: Readonly<Record<WorldName, World>> = {
  wide: {
    about: 'G2: ten features, fifty arms',
    environment: { ...logistic, dimension: 10, arms: 50 },
    full: { horizon: 50_000, replicates: 8 },
  },
  steep: {
    about: 'G3: a parameter of norm 3',
    environment: { ...logistic, bound: 3 },
    full: { horizon: 100_000, replicates: 16 },
  },
  identity: {
    about: 'G4: feedback 1 or -1, identity link',
    environment: { ...logistic, link: 'identity', largest: 1 },
    full: g4,
  },
  probit: {
    about: 'G4: clicks, probit link',
    environment: { ...logistic, link: 'probit' },
    full: g4,
  },
  poisson: {
    about: 'G4: counts, Poisson link',
    environment: { ...logistic, link: 'poisson', largest: largestCount },
    full: g4,
  },
};
const names = Object.keys(worlds) as readonly WorldName[];

const levels = [1, 5] as const;
type Level = (typeof levels)[number];
const quick: Size = { horizon: 10_000, replicates: 3 };

const choices: readonly Choice[] = [
  {
    id: 'world',
    label: 'World',
    options: names.map((name) => ({ id: name, label: worlds[name].about })),
    default: 'wide',
  },
];

const nameAt = (level: Level) => `ε = ${level}`;
const end = (learner: Learner, level: Level) => final(nameAt(level), learner);

/** Those that an independent program has played. */
const agreed = ['newtonBall', 'glocBall', 'sgdBall'] as const;
const learners: readonly Learner[] = [...agreed, 'uniform'];

const claimsIn = (world: WorldName): readonly Claim[] => {
  const where = { world };
  return [
    increasing(
      own(
        'At ε = 5 Newton with ball reports regrets less than uniform play, in few rounds already.',
        { where, needs: 'quick' },
      ),
      ordered(nameAt(5), ['newtonBall', 'uniform']),
    ),
    ...levels.flatMap((level) =>
      agreed.map((learner) =>
        agrees(
          `ε = ${level}: the regret of ${labels[learner]} is that of an independent program.`,
          { where },
          found[world][level][learner],
          end(learner, level),
        ),
      ),
    ),
  ];
};

export const linkWorlds: Figure = {
  id: 'G2-4',
  title: 'More features, steeper links, other links',
  says: 'Nothing of its own: the analysis covers every link whose slope is bounded away from 0.',
  source: 'section 4.2; experiments G2, G3 and G4',
  horizonNote: settingNote,
  choices,
  documented: names.map((world) => ({ world })),
  specs: (mode, given?: Chosen) => {
    const { environment, full } = worlds[chosenOf({ choices }, given)['world'] as WorldName];
    const size = mode === 'quick' ? quick : full;
    return levels.map((level) =>
      specOf(nameAt(level), {
        ...size,
        environment,
        runs: learners.map((learner) => runOf(learner, level, size.horizon)),
        times: checkpoints(size.horizon),
      }),
    );
  },
  claims: names.flatMap(claimsIn),
  plot: { kind: 'curves', rounds: 'log', regret: 'log' },
};

const fixedAgreed = ['newtonBall', 'newtonGreedy', 'glocBall', 'glocGreedy', 'sgdBall'] as const;
const fixedLearners: readonly Learner[] = [...fixedAgreed, 'uniform'];
const fixedSizes: Readonly<Record<FigureMode, Size>> = {
  quick: { horizon: 10_000, replicates: 6 },
  full: { horizon: 50_000, replicates: 24 },
};

export const fixedArms: Figure = {
  id: 'stress',
  title: 'Arms that never change',
  says: 'The bound is for contexts that an adversary may choose, fixed arms among them.',
  source: 'theorem 10; experiment "stress"',
  horizonNote: `${settingNote} Ten unit vectors, drawn once in each trial.`,
  specs: (mode) =>
    levels.map((level) =>
      specOf(nameAt(level), {
        ...fixedSizes[mode],
        environment: { ...logistic, arms: 10, contexts: 'fixed' },
        runs: fixedLearners.map((learner) => runOf(learner, level, fixedSizes[mode].horizon)),
        times: checkpoints(fixedSizes[mode].horizon),
      }),
    ),
  claims: [
    ...levels.map((level) =>
      atMost(
        own(
          `ε = ${level}: optimism makes Newton steady: its standard error is smaller than that of the greedy learner.`,
        ),
        1,
        (results) => {
          const error = (learner: Learner) => end(learner, level)(results).error;
          return plain(error('newtonBall') / error('newtonGreedy'), fixedSizes.full.replicates);
        },
      ),
    ),
    atMost(
      own('ε = 5: the regret of Newton varies over the trials by no more than its mean.'),
      1,
      (results) => relativeSpread(end('newtonBall', 5)(results)),
    ),
    clearlyIncreasing(
      own('ε = 5: with fixed arms too Newton regrets less than uniform play.'),
      ordered(nameAt(5), ['newtonBall', 'uniform']),
    ),
    atMost(
      own('ε = 5: Newton has less than uniform play, in few rounds already.', { needs: 'quick' }),
      1,
      quotient(end('newtonBall', 5), end('uniform', 5)),
    ),
    ...levels.flatMap((level) =>
      fixedAgreed.map((learner) =>
        agrees(
          `ε = ${level}: the regret of ${labels[learner]} is that of an independent program.`,
          {},
          fixedFound[level][learner],
          end(learner, level),
        ),
      ),
    ),
  ],
  plot: { kind: 'curves', rounds: 'log', regret: 'log' },
};

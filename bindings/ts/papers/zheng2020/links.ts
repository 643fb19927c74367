// G1: clicks with private contexts, at five levels of privacy.
import { chosenOf } from '../choices.js';
import { atMost, clearlyIncreasing, increasing, own, paper, within } from '../claims.js';
import { curveOf, exponent, type Measure, quotient, regret } from '../measure.js';
import type { Size } from '../setting.js';
import type { Choice, Chosen, Claim, Figure, FigureMode } from '../types.js';
import { agrees, same } from './claims.js';
import { links as found, type LinkLearner } from './expected.js';
import { checkpoints, final, type Learner, labels, logistic, ordered, runOf } from './models.js';
import { settingNote, specOf } from './setting.js';

export const levels = [0.5, 1, 2, 5, 10] as const;
export type Level = (typeof levels)[number];

export const name = 'clicks';
export const full: Size = { horizon: 100_000, replicates: 24 };
const sizes: Readonly<Record<FigureMode, Size>> = {
  quick: { horizon: 20_000, replicates: 6 },
  full,
};

/** Those that an independent program has played. */
const agreed: readonly LinkLearner[] = [
  'newtonBall',
  'newtonGauss',
  'glocBall',
  'glocGauss',
  'sgdBall',
  'sgdGauss',
  'published',
];
const everywhere: readonly Learner[] = [
  ...agreed,
  'tuned',
  'gloc',
  'glocTheory',
  'ucb',
  'ucbTheory',
  'uniform',
];

/** What optimism is worth is looked at once. */
const greedyAt = 2;
const learnersAt = (level: Level): readonly Learner[] =>
  level === greedyAt ? [...everywhere, 'newtonGreedy', 'glocGreedy'] : everywhere;

const choices: readonly Choice[] = [
  {
    id: 'epsilon',
    label: 'Privacy',
    options: levels.map((level) => ({ id: String(level), label: `ε = ${level}` })),
    default: '1',
  },
];

const end = (learner: Learner) => final(name, learner);
const over = (a: Learner, b: Learner) => quotient(end(a), end(b));

/** Of the last decade: checkpoints of one curve vary together, so the error is on the wide side. */
export const lastDecade =
  (spec: string, learner: Learner): Measure =>
  (results) => {
    const curve = curveOf(results, spec, labels[learner]);
    const times = checkpoints(results[spec]?.spec.horizon ?? 0).slice(-5);
    return exponent(times.map((t) => ({ x: Math.log(t), y: regret(curve, t) })));
  };

function claimsAt(level: Level): readonly Claim[] {
  const where = { epsilon: String(level) };
  const rank = (learners: readonly Learner[]) => ordered(name, learners);
  return [
    atMost(
      paper(
        `ε = ${level}: the regret of Algorithm 3 grows at most like T^0.75 over the last decade.`,
        { where },
      ),
      0.75 + 3 * found.slopeError,
      lastDecade(name, 'published'),
    ),
    ...(level === 1
      ? [
          atMost(
            own(
              'ε = 1: glm-newton with ball reports has at most a third of the regret of Algorithm 3.',
              { where },
            ),
            1 / 3,
            over('newtonBall', 'published'),
          ),
        ]
      : []),
    ...(level <= 1
      ? [
          within(
            own(`ε = ${level}: Algorithm 3 cannot be told from uniform play.`, { where }),
            same([1, found.shareError]),
            over('published', 'uniform'),
          ),
        ]
      : []),
    ...(level <= 2
      ? [
          clearlyIncreasing(
            own(
              `ε = ${level}: ball reports regret less than Gaussian ones, which have a δ besides.`,
              { where },
            ),
            rank(['newtonBall', 'newtonGauss']),
          ),
          atMost(
            own(
              `ε = ${level}: gradient descent, which never explores, is not behind where contexts vary: ${labels.sgdBall} has at most 1.15 times the regret of ${labels.newtonBall}.`,
              { where },
            ),
            1.15,
            over('sgdBall', 'newtonBall'),
          ),
        ]
      : []),
    increasing(
      own(
        `ε = ${level}: the mean regret increases from GLOC without privacy to Newton with ball reports and uniform play.`,
        { where, needs: 'quick' },
      ),
      rank(['gloc', 'newtonBall', 'uniform']),
    ),
    clearlyIncreasing(
      own(
        `ε = ${level}: a learner that sees everything regrets less with tuned than with proven widths.`,
        {
          where,
        },
      ),
      rank(['ucb', 'glocTheory']),
    ),
    ...agreed.map((learner) =>
      agrees(
        `ε = ${level}: the regret of ${labels[learner]} is that of an independent program.`,
        { where },
        found.ends[level][learner],
        end(learner),
      ),
    ),
    ...(level === greedyAt
      ? [
          within(
            own(
              `ε = ${level}: with contexts that vary optimism is worth nothing: the greedy learner has about the regret of the other.`,
              { where },
            ),
            same(found.greedy),
            over('newtonGreedy', 'newtonBall'),
          ),
        ]
      : []),
  ];
}

export const clicks: Figure = {
  id: 'G1',
  title: 'Clicks that depend on private contexts',
  says: 'Algorithm 3, with a regret of the order T^(3/4)/ε, is the first for generalized linear bandits under local privacy. The authors conjecture that this order is optimal.',
  source: 'section 4.2, algorithm 3, theorems 9 and 10; experiment G1',
  horizonNote: `${settingNote} Logistic link, five features, twenty arms that are new in every round.`,
  choices,
  documented: levels.map((level) => ({ epsilon: String(level) })),
  specs: (mode, given?: Chosen) => {
    const level = Number(chosenOf({ choices }, given)['epsilon']) as Level;
    const { horizon } = sizes[mode];
    return [
      specOf(name, {
        ...sizes[mode],
        environment: logistic,
        runs: learnersAt(level).map((learner) => runOf(learner, level, horizon)),
        times: checkpoints(horizon),
      }),
    ];
  },
  claims: levels.flatMap(claimsAt),
  plot: { kind: 'curves', rounds: 'log', regret: 'log' },
};

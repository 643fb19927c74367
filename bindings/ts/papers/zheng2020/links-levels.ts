// What a larger epsilon buys, and how fast regret still grows in a million rounds: G1 at its ends.
import { own, within } from '../claims.js';
import { exponent, fitLine, logPoint, type Measure } from '../measure.js';
import type { Size } from '../setting.js';
import type { Claim, Figure, FigureMode, FigureResults, ScatterPoint } from '../types.js';
import { agrees } from './claims.js';
import { linkLevels as found, type LongLearner } from './expected.js';
import { name as clicksName, full, type Level, lastDecade, levels } from './links.js';
import { checkpoints, final, type Learner, labels, logistic, runOf } from './models.js';
import { settingNote, specOf } from './setting.js';

const learners: readonly Learner[] = ['newtonBall', 'newtonGauss', 'glocBall', 'sgdBall'];
const sizes: Readonly<Record<FigureMode, Size>> = {
  quick: { horizon: 20_000, replicates: 6 },
  full,
};

const nameAt = (level: Level) => `${clicksName}, ε = ${level}`;
const end = (learner: Learner, level: Level) => final(nameAt(level), learner);

const scaling =
  (learner: Learner, among: readonly Level[]): Measure =>
  (results) =>
    exponent(among.map((level) => ({ x: Math.log(level), y: end(learner, level)(results) })));

const scaled: Claim[] = [
  agrees(
    'Newton with ball reports: what ε buys between 0.5 and 2 is what an independent program found.',
    {},
    found.ball,
    scaling('newtonBall', [0.5, 1, 2]),
  ),
  agrees(
    'Newton with Gaussian reports: what ε buys between 2 and 10 is what an independent program found.',
    {},
    found.gauss,
    scaling('newtonGauss', [2, 5, 10]),
  ),
];

const points = (results: FigureResults): readonly ScatterPoint[] =>
  learners.flatMap((learner) =>
    levels.map((level) =>
      logPoint(labels[learner], Math.log2(level), end(learner, level)(results), `ε = ${level}`),
    ),
  );

const soon: Claim = within(
  own(
    'Newton with ball reports: ten times the ε, a third of the regret or less, in few rounds already.',
    { needs: 'quick' },
  ),
  [0.05, 0.6],
  (results) => {
    const [low, high] = [end('newtonBall', 0.5)(results), end('newtonBall', 10)(results)];
    return { value: high.value / low.value, error: 0, replicates: low.replicates };
  },
);

export const clickLevels: Figure = {
  id: 'G1-levels',
  title: 'What a larger ε buys',
  says: 'The regret of Algorithm 3 falls like 1/ε.',
  source: 'theorem 10; experiment G1, over its levels',
  horizonNote: settingNote,
  specs: (mode) =>
    levels.map((level) =>
      specOf(nameAt(level), {
        ...sizes[mode],
        environment: logistic,
        runs: learners.map((learner) => runOf(learner, level, sizes[mode].horizon)),
        times: checkpoints(sizes[mode].horizon),
      }),
    ),
  claims: [soon, ...scaled],
  plot: {
    kind: 'scatter',
    xLabel: 'log2 of ε',
    yLabel: 'log2 of the regret',
    points,
    line: (all) => fitLine(all.filter(({ series }) => series === labels.newtonBall)),
    lineLabel: `least-squares line of ${labels.newtonBall}`,
  },
};

const longName = 'clicks, a million rounds';
const long: readonly LongLearner[] = ['newtonBall', 'glocBall', 'sgdBall'];
const longSizes: Readonly<Record<FigureMode, Size>> = {
  quick: { horizon: 50_000, replicates: 2 },
  full: { horizon: 1_000_000, replicates: 8 },
};
const longLevel = 1;

export const clicksLong: Figure = {
  id: 'G1-long',
  title: 'Clicks, a million of them',
  says: 'Regret of the order T^(3/4) is conjectured to be optimal.',
  source: 'section 4.2 and appendix G; experiment G1, long',
  horizonNote: `${settingNote} A slope is that of the last decade of the rounds.`,
  specs: (mode) => [
    specOf(longName, {
      ...longSizes[mode],
      environment: logistic,
      runs: [...long, 'uniform' as const].map((learner) =>
        runOf(learner, longLevel, longSizes[mode].horizon),
      ),
      times: checkpoints(longSizes[mode].horizon),
    }),
  ],
  claims: [
    ...long.flatMap((learner) => [
      agrees(
        `${labels[learner]}: the regret grows more slowly than T^0.75 where contexts vary, as an independent program found.`,
        {},
        found.long[learner].slope,
        lastDecade(longName, learner),
      ),
      agrees(
        `${labels[learner]}: the regret is that of an independent program.`,
        {},
        found.long[learner].end,
        final(longName, learner),
      ),
    ]),
    within(
      own('Uniform play loses the same in every round.', { needs: 'quick' }),
      [0.98, 1.02],
      lastDecade(longName, 'uniform'),
    ),
  ],
  plot: { kind: 'curves', rounds: 'log', regret: 'log' },
};

// F5: two seeds in a network, with an oracle that only approximates.
import { atMost } from '../claims.js';
import { curveOf, type Measure } from '../measure.js';
import type { Claim, Figure } from '../types.js';
import { order, own } from './claims.js';
import { type Learner, labels, settingNote, specOf, trials } from './setting.js';
import { hubArms, influence } from './worlds.js';

const name = 'im';
const full = { horizon: 100_000, replicates: trials };
/** Until a width has shrunk, every report has the oracle run again. */
const quick = { horizon: 2_000, replicates: 4 };

const learners: readonly Learner[] = ['thompson', 'free', 'bit'];

/** In which share of the last rounds a hub was no seed. */
const missed =
  (learner: Learner, arm: number): Measure =>
  (results) => {
    const curve = curveOf(results, name, labels[learner]);
    const { plays, t, replicates } = curve;
    if (plays === undefined)
      throw new RangeError(`the results do not say what ${curve.label} played`);
    const arms = plays.length / t.length;
    return { value: 1 - (plays[(t.length - 1) * arms + arm] as number), error: 0, replicates };
  };

const learnt = (learner: Learner): readonly Claim[] =>
  Object.entries(hubArms).map(([hub, arm]) =>
    atMost(
      own(
        `${labels[learner]} learns the ${hub}: of the last quarter of the rounds it goes without it in at most one in ten.`,
        { spec: name },
      ),
      0.1,
      missed(learner, arm),
    ),
  );

export const figure5: Figure = {
  id: 'F5',
  title: 'Influence in a network',
  says: 'Nothing of its own: influence is one of the rewards that the bounds are said to cover, with an oracle that only approximates.',
  source: 'section 2; experiment F5',
  horizonNote: `${settingNote} 100,000 rounds here.`,
  specs: (mode) => [specOf(name, influence, learners, mode === 'quick' ? quick : full)],
  claims: [
    order({ spec: name }, ['thompson', 'free', 'bit']),
    order({ spec: name }, ['thompson', 'bit'], 'quick'),
    ...learners.flatMap(learnt),
  ],
  plot: { kind: 'curves', rounds: 'log', regret: 'log' },
};

// What a larger epsilon buys: the three panels of figure 1 beside each other.
import { chosenOf } from '../choices.js';
import { clearlyIncreasing, increasing, own } from '../claims.js';
import { regretOf } from '../measure.js';
import type { Chosen, Claim, Figure, FigureResults } from '../types.js';
import { choices } from './choices.js';
import { levelFindings } from './findings.js';
import { epsilons, labels, nameOf, settingNote, specOf, trials } from './setting.js';

/** Trials of three times as many runs as a panel has. */
const kQuick = 4;

/** Whose mean is clearly below chance at every level that is compared. */
const compared = [
  { label: labels.jdp, from: 0.2 },
  { label: labels.shuffle, from: 0.2 },
  { label: labels.moments, from: 0.2 },
  { label: labels.gaussian, from: 0.2 },
  { label: labels.ogd, from: 1 },
] as const;

const where: Chosen = { world: 'fresh', noise: 'tight', radius: 'practical' };

/** From the largest epsilon to the smallest. */
const rankOf = (label: string, levels: readonly number[]) => (results: FigureResults) =>
  [...levels].reverse().map((epsilon) => ({
    name: nameOf(epsilon),
    measured: regretOf(nameOf(epsilon), label)(results),
  }));

function decreasing({ label, from }: (typeof compared)[number]): Claim {
  const levels = epsilons.filter((epsilon) => epsilon >= from);
  return clearlyIncreasing(
    own(`The regret of ${label} falls as ε grows from ${from} to 10.`, { where }),
    rankOf(label, levels),
  );
}

/** A few trials tell the order of the means, and of few algorithms. */
const soon: Claim = increasing(
  own(`The mean regret of ${labels.jdp} falls as ε grows, in a few trials already.`, {
    where,
    needs: 'quick',
  }),
  rankOf(labels.jdp, epsilons),
);

export const levels: Figure = {
  id: 'levels',
  title: 'What a larger ε buys',
  says: 'Nothing in one picture: figures 1 (a) to (c) are beside each other here.',
  source: 'section 5, figure 1 (a) to (c) together',
  horizonNote: settingNote,
  choices,
  documented: [{ learner: 'both' }],
  findings: levelFindings,
  specs: (mode, chosen?: Chosen) =>
    epsilons.map((epsilon) =>
      specOf(epsilon, chosenOf({ choices }, chosen), mode === 'quick' ? kQuick : trials.full),
    ),
  claims: [soon, ...compared.map(decreasing)],
  plot: { kind: 'curves', rounds: 'linear' },
};

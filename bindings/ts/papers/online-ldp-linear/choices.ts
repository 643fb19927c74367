// What the paper leaves open about its figure 1, as switches: the noise, the confidence radius, the arms,
// and which online learner stands behind its own algorithm.
import type { Choice, Chosen } from '../types.js';

export const world: Choice = {
  id: 'world',
  label: 'Arms',
  options: [
    { id: 'fresh', label: 'new in every round' },
    { id: 'fixed', label: 'the same throughout' },
  ],
  default: 'fresh',
};

export const noise: Choice = {
  id: 'noise',
  label: 'Noise',
  options: [
    { id: 'tight', label: 'tight: just enough for ε and δ' },
    { id: 'published', label: 'published formulas' },
  ],
  default: 'tight',
};

export const radius: Choice = {
  id: 'radius',
  label: 'Confidence radius',
  options: [
    { id: 'practical', label: 'practical: tuned for each' },
    { id: 'theory', label: 'theory for the comparators' },
    { id: 'published', label: 'published constants' },
  ],
  default: 'practical',
};

export const learner: Choice = {
  id: 'learner',
  label: 'Online LDP LinUCB learns by',
  options: [
    { id: 'ogd', label: 'gradient descent' },
    { id: 'both', label: 'that and, slowly, by Maler' },
  ],
  default: 'ogd',
};

export const choices: readonly Choice[] = [world, noise, radius, learner];

const idsOf = ({ options }: Choice) => options.map(({ id }) => id);

/** Every combination of arms, noise and radius, with both learners. */
export const documented: readonly Chosen[] = idsOf(world).flatMap((arms) =>
  idsOf(noise).flatMap((law) =>
    idsOf(radius).map((width) => ({ world: arms, noise: law, radius: width, learner: 'both' })),
  ),
);

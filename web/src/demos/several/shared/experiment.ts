/** The terms of the experiments with slates. */
import { levelsOf } from '../../../shared/levels.js';
import { CARDS, SLATES } from './cards.js';

export const SLATE = levelsOf('slates', [0.25, 0.5, 1, 2, 4, 8], {
  algorithm: { type: 'combinatorial-thompson', set: SLATES },
  labels: CARDS.map(({ name }) => name),
});

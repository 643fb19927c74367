/** The terms of the A/B tests. */
import { levelsOf } from '../../../shared/levels.js';
import { VARIANTS } from './variants.js';

/** The answer may be wrong with this probability, however often the operator looks. */
export const ERROR_PROBABILITY = 0.05;

/** The variant that the site has now: the others are compared with it. */
export const CONTROL = 0;

export const AB = levelsOf('headlines', [0.25, 0.5, 1, 2, 4, 8], {
  algorithm: {
    type: 'ldp-duel',
    arms: VARIANTS.length,
    errorProbability: ERROR_PROBABILITY,
    control: CONTROL,
    // A test between equals must end. At ε = 1 it is 40 times what a difference of 5 points is expected to take.
    maximumPulls: 1_000_000,
  },
  labels: VARIANTS.map(({ letter, headline }) => `${letter}: ${headline}`),
});

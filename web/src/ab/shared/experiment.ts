/** The terms of the A/B tests. */
import { levelsOf } from '../../shared/levels.js';
import { VARIANTS } from './variants.js';

/** The answer may be wrong with this probability, however often the operator looks. */
export const ERROR_PROBABILITY = 0.05;

export const AB = levelsOf('headlines', [0.25, 0.5, 1, 2, 4, 8], {
  algorithm: {
    type: 'ldp-kl-lucb',
    arms: VARIANTS.length,
    errorProbability: ERROR_PROBABILITY,
  },
  labels: VARIANTS.map(({ letter, headline }) => `${letter}: ${headline}`),
});

import type { Paper } from '../types.js';
import { arms, epochs } from './arms.js';
import { contexts } from './contexts.js';
import { drift } from './drift.js';
import { duel } from './duel.js';
import { duelErrors } from './errors.js';
import { graded } from './graded.js';
import { newton } from './newton.js';
import { slates } from './slates.js';

/** The defaults of this project, each beside what an independent program measured. */
export const secondGeneration: Paper = {
  id: 'second-generation',
  citation: 'the second generation of learners of this project',
  about:
    'No paper has these. Worlds, horizons and trials are those at which independent programs measured the same learners before; a regret agrees if it differs by at most four standard errors of the difference and 3 %. Each table holds the learner that is the default beside the others of the catalog with the same guarantee.',
  figures: [duel, duelErrors, arms, epochs, slates, contexts, newton, graded, drift],
};

/** The game of the five posters: one of them lies open, one answer, one bit. */
import { POSTER } from '../shared/experiment.js';
import { openOffered } from './offer.js';

export const open = openOffered(POSTER);

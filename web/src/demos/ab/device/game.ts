/** The game of the A/B test: one of three announcements, one answer, one bit; nothing once the test has ended. */
import { openOffered } from '../../../device/offer.js';
import { AB } from '../shared/experiment.js';

export const open = openOffered(AB);

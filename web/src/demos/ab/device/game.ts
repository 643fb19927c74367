/** The game of the A/B test: one of three announcements, one answer, one bit; nothing once the test has ended. */
import { openOneCard } from '../../../device/game.js';
import { AB } from '../shared/experiment.js';

export const open = openOneCard(AB);

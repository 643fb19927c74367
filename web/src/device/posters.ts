/** The game of the first page: five posters, one bit. */
import { POSTER } from '../shared/experiment.js';
import { openOneCard } from './game.js';

export const open = openOneCard(POSTER);

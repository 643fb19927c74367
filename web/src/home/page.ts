/** The first page: one option of the posters' experiment, already open. */
import type { CardPage } from '../card-islands.js';
import { OfferPanel } from '../device/offer-panel.js';
import { trace } from '../device/state.js';
import { PosterArrival } from '../server/poster-arrival.js';
import { ServerPanel } from '../server/server-panel.js';
import { POSTER } from '../shared/experiment.js';

export const homePage: CardPage = {
  prefix: 'home-',
  levels: POSTER,
  Device: OfferPanel,
  Server: ServerPanel,
  trace,
  Arrival: PosterArrival,
};

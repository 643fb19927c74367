/** The demo where one option is picked: five posters. */
import type { CardPage } from './card-islands.js';
import { DevicePanel } from './device/device-panel.js';
import { EpsilonControl } from './device/epsilon-control.js';
import { trace } from './device/state.js';
import { PosterArrival } from './server/poster-arrival.js';
import { ServerPanel } from './server/server-panel.js';
import { POSTER } from './shared/experiment.js';

export const posterPage: CardPage = {
  prefix: '',
  levels: POSTER,
  Device: DevicePanel,
  Server: ServerPanel,
  Epsilon: EpsilonControl,
  trace,
  Arrival: PosterArrival,
};

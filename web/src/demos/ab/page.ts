/** The A/B test: three ways to say one thing, and a test that tells when it is done. */
import type { CardPage } from '../../card-islands.js';
import { trace } from '../../device/state.js';
import { AbDevicePanel } from './device/device-panel.js';
import { AbEpsilonControl } from './device/epsilon-control.js';
import { AbServerPanel } from './server/server-panel.js';
import { AB } from './shared/experiment.js';

export const abPage: CardPage = {
  prefix: 'ab-',
  levels: AB,
  Device: AbDevicePanel,
  Server: AbServerPanel,
  Epsilon: AbEpsilonControl,
  trace,
};

/** The page with sets: three options at once, and a report about one of them. */
import type { CardPage } from '../../card-islands.js';
import { SlateDevicePanel } from './device/device-panel.js';
import { SlateEpsilonControl } from './device/epsilon-control.js';
import { slateTrace } from './device/state.js';
import { SlateServerPanel } from './server/server-panel.js';
import { SLATE } from './shared/experiment.js';

export const slatePage: CardPage<readonly (1 | 0)[]> = {
  prefix: 'several-',
  levels: SLATE,
  Device: SlateDevicePanel,
  Server: SlateServerPanel,
  Epsilon: SlateEpsilonControl,
  trace: slateTrace,
};

/** The contextual page: eight cards, chosen by what the device knows of its visitor. */
import type { CardPage } from '../../card-islands.js';
import { PersonalDevicePanel } from './device/device-panel.js';
import { PersonalEpsilonControl } from './device/epsilon-control.js';
import { linearTrace } from './device/state.js';
import { PacketNumbers } from './packet-numbers.js';
import { PersonalServerPanel } from './server/server-panel.js';
import { PERSONAL } from './shared/experiment.js';

export const personalPage: CardPage = {
  prefix: 'personal-',
  levels: PERSONAL,
  Device: PersonalDevicePanel,
  Server: PersonalServerPanel,
  Epsilon: PersonalEpsilonControl,
  trace: linearTrace,
  Numbers: PacketNumbers,
};

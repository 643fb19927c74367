/** The tuning page: two settings of one layout at a time, and a bit about which is better. */
import { h } from 'preact';
import type { CardPage } from '../../card-islands.js';
import { TuneDevicePanel } from './device/device-panel.js';
import { TuneEpsilonControl } from './device/epsilon-control.js';
import { type Preference, tuneTrace } from './device/state.js';
import { TuneServerPanel } from './server/server-panel.js';
import { learntAnswer } from './server/state.js';
import { TUNE } from './shared/experiment.js';

export const tunePage: CardPage<Preference> = {
  prefix: 'sliders-',
  levels: TUNE,
  Device: (actions) => h(TuneDevicePanel, { ...actions, learnt: learntAnswer }),
  Server: TuneServerPanel,
  Epsilon: TuneEpsilonControl,
  trace: tuneTrace,
};

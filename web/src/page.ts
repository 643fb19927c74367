/** The first page: five posters. */
import { computed } from '@preact/signals';
import { h } from 'preact';
import type { CardPage } from './card-islands.js';
import { DevicePanel } from './device/device-panel.js';
import { EpsilonControl } from './device/epsilon-control.js';
import { trace } from './device/state.js';
import { ServerPanel } from './server/server-panel.js';
import { snapshot } from './server/state.js';
import { POSTER } from './shared/experiment.js';
import { yesRate } from './shared/snapshot.js';

const rate = computed(() => yesRate(snapshot.value));

export const posterPage: CardPage = {
  prefix: '',
  levels: POSTER,
  Device: DevicePanel,
  Server: ServerPanel,
  Epsilon: () => h(EpsilonControl, { rate }),
  trace,
};

/** The A/B test: three ways to say one thing, and a test that tells when it is done. */
import { computed } from '@preact/signals';
import { h } from 'preact';
import type { CardPage } from '../../card-islands.js';
import { trace } from '../../device/state.js';
import { AbDevicePanel } from './device/device-panel.js';
import { AbEpsilonControl } from './device/epsilon-control.js';
import { AbServerPanel } from './server/server-panel.js';
import { testSnapshot } from './server/state.js';
import { AB } from './shared/experiment.js';
import { knownMeans } from './shared/snapshot.js';

const means = computed(() => testSnapshot.value && knownMeans(testSnapshot.value));

export const abPage: CardPage = {
  prefix: 'ab-',
  levels: AB,
  Device: AbDevicePanel,
  Server: AbServerPanel,
  Epsilon: () => h(AbEpsilonControl, { means }),
  trace,
};

/** The page with slates: three cards at once, and a report about one of them. */
import { computed } from '@preact/signals';
import { h } from 'preact';
import type { CardPage } from '../../card-islands.js';
import { yesRate } from '../../shared/snapshot.js';
import { SlateDevicePanel } from './device/device-panel.js';
import { SlateEpsilonControl } from './device/epsilon-control.js';
import { slateTrace } from './device/state.js';
import { SlateServerPanel } from './server/server-panel.js';
import { slateSnapshot } from './server/state.js';
import { SLATE } from './shared/experiment.js';
import { cardBeliefs } from './shared/snapshot.js';

const rate = computed(() => {
  const current = slateSnapshot.value;
  return yesRate(current && { mean: cardBeliefs(current).map(({ mean }) => mean) });
});

export const slatePage: CardPage<readonly (1 | 0)[]> = {
  prefix: 'slate-',
  levels: SLATE,
  Device: SlateDevicePanel,
  Server: SlateServerPanel,
  Epsilon: () => h(SlateEpsilonControl, { rate }),
  trace: slateTrace,
};

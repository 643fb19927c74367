/** The grey zone, loaded after the rest of the page is at work. */
import { effect } from '@preact/signals';
import warm from '../../generated/warm-start.json';
import { LazyChart } from '../chart/lazy-chart.js';
import { cardEpsilon, ledger, packetState } from '../device/state.js';
import { POSTER } from '../shared/experiment.js';
import { stop } from '../shared/selection.js';
import { DemoPanel } from './demo-panel.js';
import { crowdIn } from './frame.js';
import { beginHistory } from './history.js';
import { yours } from './state.js';

export const startCrowd = crowdIn(
  () => new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' }),
);

beginHistory(POSTER, 'ldp-demo-regret', warm);
effect(() => {
  const experiment = POSTER.id(stop.value);
  const entries = ledger.value.filter((entry) => entry.experiment === experiment);
  // The ledger is charged when a card is dealt; its packet arrives later.
  const onTheWay = packetState.value === 'sealed' || packetState.value === 'unsent';
  yours.value = entries.length - (onTheWay && cardEpsilon.value === stop.value ? 1 : 0);
});

export const DemoZone = () => <DemoPanel Chart={LazyChart} />;

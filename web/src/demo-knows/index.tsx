/** The grey zone, loaded after the rest of the page is at work. */
import { effect, type ReadonlySignal } from '@preact/signals';
import warm from '../../generated/warm-start.json';
import { LazyChart } from '../chart/lazy-chart.js';
import { cardEpsilon, ledger, packetState } from '../device/state.js';
import { experiment, stop } from '../shared/selection.js';
import type { PublicSnapshot } from '../shared/snapshot.js';
import { type CrowdOptions, startCrowd as startAnyCrowd } from './crowd.js';
import { DemoPanel } from './demo-panel.js';
import { beginHistory, showHistory } from './history.js';
import { yours } from './state.js';

export const startCrowd = (options: Omit<CrowdOptions, 'worker'>) =>
  startAnyCrowd({
    ...options,
    worker: () => new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' }),
  });

beginHistory(warm);
effect(() => showHistory(stop.value));
effect(() => {
  const entries = ledger.value.filter((entry) => entry.experiment === experiment.value);
  // The ledger is charged when a card is dealt; its packet arrives later.
  const onTheWay = packetState.value === 'sealed' || packetState.value === 'unsent';
  yours.value = entries.length - (onTheWay && cardEpsilon.value === stop.value ? 1 : 0);
});

export function DemoZone({ snapshot }: { snapshot: ReadonlySignal<PublicSnapshot | null> }) {
  return <DemoPanel snapshot={snapshot} Chart={LazyChart} />;
}

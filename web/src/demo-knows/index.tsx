/** The grey zone, loaded after the rest of the page is at work. */
import { effect, type ReadonlySignal } from '@preact/signals';
import warm from '../../generated/warm-start.json';
import { ledger } from '../device/state.js';
import { experiment, stop } from '../shared/selection.js';
import type { PublicSnapshot } from '../shared/snapshot.js';
import { DemoPanel } from './demo-panel.js';
import { beginHistory, showHistory } from './history.js';
import { yours } from './state.js';

export { startCrowd } from './crowd.js';

beginHistory(warm);
effect(() => showHistory(stop.value));
effect(() => {
  yours.value = ledger.value.filter((entry) => entry.experiment === experiment.value).length;
});

export function DemoZone({ snapshot }: { snapshot: ReadonlySignal<PublicSnapshot | null> }) {
  return <DemoPanel snapshot={snapshot} />;
}

/** The grey zone, loaded after the rest of the page is at work. */
import { effect, type ReadonlySignal } from '@preact/signals';
import warm from '../../../generated/slate-start.json';
import { LazyChart } from '../../chart/lazy-chart.js';
import { type CrowdOptions, startCrowd as startAnyCrowd } from '../../demo-knows/crowd.js';
import { beginHistory, showHistory } from '../../demo-knows/history.js';
import { stop } from '../../shared/selection.js';
import { slateId } from '../shared/experiment.js';
import type { SlateSnapshot } from '../shared/snapshot.js';
import { SlateDemoPanel } from './demo-panel.js';

export const startCrowd = (options: Omit<CrowdOptions, 'worker'>) =>
  startAnyCrowd({
    ...options,
    worker: () => new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' }),
  });

beginHistory(warm, { key: 'ldp-demo-slates', name: slateId });
effect(() => showHistory(stop.value));

export function DemoZone({ snapshot }: { snapshot: ReadonlySignal<SlateSnapshot | null> }) {
  return <SlateDemoPanel snapshot={snapshot} Chart={LazyChart} />;
}

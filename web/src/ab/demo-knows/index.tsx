/** The grey zone, loaded after the rest of the page is at work. */
import { effect, type ReadonlySignal } from '@preact/signals';
import counts from '../../../generated/ab-counts.json';
import { LazyChart } from '../../chart/lazy-chart.js';
import { type CrowdOptions, startCrowd as startAnyCrowd } from '../../demo-knows/crowd.js';
import { beginHistory } from '../../demo-knows/history.js';
import { wanted } from '../../demo-knows/state.js';
import { testSnapshot, verdict } from '../server/state.js';
import { abId } from '../shared/experiment.js';
import type { TestSnapshot } from '../shared/snapshot.js';
import { AbDemoPanel } from './demo-panel.js';

export const startCrowd = (options: Omit<CrowdOptions, 'worker'>) =>
  startAnyCrowd({
    ...options,
    worker: () => new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' }),
  });

beginHistory({ regret: {}, nonPrivate: [] }, { key: 'ldp-demo-ab', name: abId });
// A test that has ended or was stopped gets no more visitors; another one, or one that goes on, does.
let wasOver = false;
effect(() => {
  const isOver = verdict.value !== null || testSnapshot.value?.ended === true;
  if (isOver === wasOver) return;
  wasOver = isOver;
  wanted.value = !isOver;
});

export function DemoZone({ snapshot }: { snapshot: ReadonlySignal<TestSnapshot | null> }) {
  return <AbDemoPanel snapshot={snapshot} counts={counts} Chart={LazyChart} />;
}

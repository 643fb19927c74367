/** The grey zone, loaded after the rest of the page is at work. */
import { effect, type ReadonlySignal } from '@preact/signals';
import warm from '../../../generated/personal-start.json';
import { LazyChart } from '../../chart/lazy-chart.js';
import { type CrowdOptions, startCrowd as startAnyCrowd } from '../../demo-knows/crowd.js';
import { beginHistory, showHistory } from '../../demo-knows/history.js';
import { stop } from '../../shared/selection.js';
import { personalId } from '../shared/experiment.js';
import type { LinearSnapshot } from '../shared/snapshot.js';
import { PersonalDemoPanel } from './demo-panel.js';

export const startCrowd = (options: Omit<CrowdOptions, 'worker'>) =>
  startAnyCrowd({
    ...options,
    worker: () => new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' }),
  });

beginHistory({ ...warm, nonPrivate: [] }, { key: 'ldp-demo-personal', name: personalId });
effect(() => showHistory(stop.value));

export function DemoZone({ snapshot }: { snapshot: ReadonlySignal<LinearSnapshot | null> }) {
  return (
    <PersonalDemoPanel
      snapshot={snapshot}
      Chart={LazyChart}
      uniform={warm.uniform}
      oneCard={warm.oneCard}
    />
  );
}

/** The grey zone, loaded after the rest of the page is at work. */
import type { ReadonlySignal } from '@preact/signals';
import { LazyChart } from '../../chart/lazy-chart.js';
import { type CrowdOptions, startCrowd as startAnyCrowd } from '../../demo-knows/crowd.js';
import { beginHistory } from '../../demo-knows/history.js';
import { embeddedPasts } from '../../server/past.js';
import { tuneId } from '../shared/experiment.js';
import type { TuneSnapshot } from '../shared/snapshot.js';
import { TuneDemoPanel } from './demo-panel.js';

export const startCrowd = (options: Omit<CrowdOptions, 'worker'>) =>
  startAnyCrowd({
    ...options,
    worker: () => new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' }),
  });

beginHistory({ regret: {}, nonPrivate: [] }, { key: 'ldp-demo-tune', name: tuneId });
const paths = embeddedPasts('tune-paths');

export function DemoZone({ snapshot }: { snapshot: ReadonlySignal<TuneSnapshot | null> }) {
  return <TuneDemoPanel snapshot={snapshot} paths={paths} Chart={LazyChart} />;
}

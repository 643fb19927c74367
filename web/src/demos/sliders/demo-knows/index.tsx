/** The grey zone, loaded after the rest of the page is at work. */
import { LazyChart } from '../../../chart/lazy-chart.js';
import { crowdIn } from '../../../demo-knows/frame.js';
import { beginHistory } from '../../../demo-knows/history.js';
import { embeddedPasts } from '../../../server/past.js';
import { TUNE } from '../shared/experiment.js';
import { TuneDemoPanel } from './demo-panel.js';

export const startCrowd = crowdIn(
  () => new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' }),
);

beginHistory(TUNE, 'ldp-demo-tune');
const paths = embeddedPasts('sliders-paths');

export const DemoZone = () => <TuneDemoPanel paths={paths} Chart={LazyChart} />;

/** The grey zone, loaded after the rest of the page is at work. */
import warm from '../../../../generated/slate-start.json';
import { LazyChart } from '../../../chart/lazy-chart.js';
import { crowdIn } from '../../../demo-knows/frame.js';
import { beginHistory } from '../../../demo-knows/history.js';
import { SLATE } from '../shared/experiment.js';
import { SlateDemoPanel } from './demo-panel.js';

export const startCrowd = crowdIn(
  () => new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' }),
);

beginHistory(SLATE, 'ldp-demo-slates', warm);

export const DemoZone = () => <SlateDemoPanel Chart={LazyChart} />;

/** The grey zone, loaded after the rest of the page is at work. */
import warm from '../../../../generated/personal-start.json';
import { LazyChart } from '../../../chart/lazy-chart.js';
import { crowdIn } from '../../../demo-knows/frame.js';
import { beginHistory } from '../../../demo-knows/history.js';
import { PERSONAL } from '../shared/experiment.js';
import { PersonalDemoPanel } from './demo-panel.js';

export const startCrowd = crowdIn(
  () => new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' }),
);

beginHistory(PERSONAL, 'ldp-demo-personal', warm);

export const DemoZone = () => (
  <PersonalDemoPanel Chart={LazyChart} uniform={warm.uniform} oneCard={warm.oneCard} />
);

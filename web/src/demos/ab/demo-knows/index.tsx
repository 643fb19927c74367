/** The grey zone, loaded after the rest of the page is at work. */
import { effect } from '@preact/signals';
import counts from '../../../../generated/ab-counts.json';
import { LazyChart } from '../../../chart/lazy-chart.js';
import { crowdIn } from '../../../demo-knows/frame.js';
import { beginHistory } from '../../../demo-knows/history.js';
import { wanted } from '../../../demo-knows/state.js';
import { testSnapshot, verdict } from '../server/state.js';
import { AB } from '../shared/experiment.js';
import { AbDemoPanel } from './demo-panel.js';

export const startCrowd = crowdIn(
  () => new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' }),
);

beginHistory(AB, 'ldp-demo-ab');
// A test that is certified, has ended or was stopped gets no more visitors; another one, or one that goes on, does.
let wasOver = false;
effect(() => {
  const shown = testSnapshot.value;
  const isOver = verdict.value !== null || shown?.ended === true || shown?.best.certified === true;
  if (isOver === wasOver) return;
  wasOver = isOver;
  wanted.value = !isOver;
});

export const DemoZone = () => <AbDemoPanel counts={counts} Chart={LazyChart} />;

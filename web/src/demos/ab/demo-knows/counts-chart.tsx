/** Visitors until the test ended, over the privacy of a report: simulated, predicted, and not private. */

import { predictedVisitors } from 'ldp-bandits/recommend';
import type { FunctionComponent } from 'preact';
import type { ChartProps } from '../../../chart/chart.js';
import { countText, epsilonText } from '../../../shared/format.js';
import { stop } from '../../../shared/selection.js';
import { ERROR_PROBABILITY } from '../shared/experiment.js';
import { rounded } from '../shared/words.js';
import type { Counts } from './counts.js';
import { TRUTH } from './truth.js';

const EPSILON = { label: 'ε per report', scale: 'log', text: epsilonText } as const;
const VISITORS = { label: 'visitors until the test ends', scale: 'log' } as const;
/** Enough for a smooth line. */
const FINE = Array.from({ length: 41 }, (_, i) => 2 ** (-2 + i / 8));

const predicted = (epsilon: number) =>
  predictedVisitors({ means: TRUTH, epsilon, errorProbability: ERROR_PROBABILITY });

export function CountsChart(props: { Chart: FunctionComponent<ChartProps>; counts: Counts }) {
  const { Chart, counts } = props;
  // Of tests that had not ended when their visitors were over there is no mean.
  const ended = counts.private.filter(({ open }) => open === 0);
  return (
    <Chart
      summary={summaryOf(counts)}
      x={EPSILON}
      y={VISITORS}
      series={[
        { label: 'Predicted', kind: 'theory', x: FINE, y: FINE.map(predicted) },
        {
          label: 'Simulated, mean',
          mark: 'points',
          names: ended.map(({ epsilon }) => `ε = ${epsilonText(epsilon)}`),
          x: ended.map(({ epsilon }) => epsilon),
          y: ended.map(({ visitors }) => visitors),
        },
        {
          label: 'Not private',
          kind: 'non-private',
          x: [FINE[0] ?? 0.25, FINE.at(-1) ?? 8],
          y: [counts.clear.visitors, counts.clear.visitors],
        },
      ]}
    />
  );
}

function summaryOf(counts: Counts): string {
  const epsilon = stop.value;
  const now = counts.private.find((one) => one.epsilon === epsilon);
  const wrong = counts.private.reduce((sum, one) => sum + one.wrong, 0);
  const played =
    now?.open === 0
      ? `${countText(rounded(now.visitors))} visitors on average (${counts.tests} simulated tests)`
      : `about ${countText(rounded(predicted(epsilon)))} visitors (predicted)`;
  return (
    `At ε = ${epsilonText(epsilon)} this test takes ${played}; not private, ${countText(rounded(predicted(Infinity)))}. ` +
    `Wrong answers in ${countText(counts.tests * counts.private.length)} tests: ${countText(wrong)}; at most ${ERROR_PROBABILITY * 100}% were allowed.`
  );
}

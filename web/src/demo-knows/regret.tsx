/** What learning costs the simulated crowd: a curve that only a demo can draw. */
import type { FunctionComponent } from 'preact';
import type { ChartProps } from '../chart/chart.js';
import { curveThrough, type Point, valueAt } from '../chart/series.js';
import { countText, epsilonText, plural } from '../shared/format.js';
import { stop } from '../shared/selection.js';
import { nonPrivate, regret } from './state.js';

const VISITORS = { label: 'visitors' };
const VISITORS_LOST = {
  fewer: 'of them found a place they would go to',
  label: 'visitors lost to learning',
};
const READER = { label: 'reading every answer', kind: 'non-private' } as const;

/**
 * @param props.best the best choice, compared with: "if everybody had seen …"
 * @param props.lost what there is less of, by a sentence and by the axis; absent: visitors
 * @param props.uniform lost per visitor where cards are dealt at random
 */
export function Regret(props: {
  Chart: FunctionComponent<ChartProps>;
  best: string;
  uniform: number;
  lost?: { readonly fewer: string; readonly label: string };
}) {
  const { Chart, best, uniform, lost = VISITORS_LOST } = props;
  const last = regret.value.at(-1) as Point;
  const visitors = last[0];
  const known = nonPrivate.value.filter(([t]) => t <= visitors);
  const reader = curveThrough(nonPrivate.value, READER);
  const lostByReader = valueAt(reader, visitors);
  const hasReader = nonPrivate.value.length > 0 && visitors > 0;
  const summary =
    visitors === 0
      ? 'No visitor yet at this privacy level.'
      : `After ${plural(visitors, 'simulated visitor')} at ε = ${epsilonText(stop.value)}, ` +
        `about ${countText(last[1])} fewer ${lost.fewer} than if everybody had seen ${best}.` +
        (hasReader
          ? ` A learner that reads every answer loses about ${countText(lostByReader)}.`
          : '');
  return (
    <Chart
      summary={summary}
      x={VISITORS}
      y={lost}
      series={[
        curveThrough(regret.value, {
          label: `private, ε = ${epsilonText(stop.value)}`,
          kind: 'private',
        }),
        curveThrough(
          [
            [0, 0],
            [visitors, visitors * uniform],
          ],
          { label: 'at random, for ever', kind: 'uniform' },
        ),
        ...(hasReader ? [curveThrough([...known, [visitors, lostByReader]], READER)] : []),
      ]}
    />
  );
}

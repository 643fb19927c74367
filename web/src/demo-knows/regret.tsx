/** What learning costs the simulated crowd: a curve that only a demo can draw. */
import type { FunctionComponent } from 'preact';
import type { ChartProps } from '../chart/chart.js';
import { curveThrough, type Point, valueAt } from '../chart/series.js';
import { countText, epsilonText, plural } from '../shared/format.js';
import { stop } from '../shared/selection.js';
import { nonPrivate, regret } from './state.js';

const VISITORS = { label: 'visitors' };
const VISITORS_LOST = 'visitors lost to learning';
const READER = { label: 'Not private', kind: 'non-private' } as const;

/**
 * @param props.lost what is counted, on the axis; absent: visitors
 * @param props.uniform lost per visitor where options are shown at random
 */
export function Regret(props: {
  Chart: FunctionComponent<ChartProps>;
  uniform: number;
  lost?: string;
}) {
  const { Chart, uniform, lost = VISITORS_LOST } = props;
  const last = regret.value.at(-1) as Point;
  const visitors = last[0];
  const known = nonPrivate.value.filter(([t]) => t <= visitors);
  const reader = curveThrough(nonPrivate.value, READER);
  const lostByReader = valueAt(reader, visitors);
  const hasReader = nonPrivate.value.length > 0 && visitors > 0;
  const summary =
    visitors === 0
      ? 'No visitor yet at this privacy level.'
      : `Lost to learning after ${plural(visitors, 'visitor')} at ε = ${epsilonText(stop.value)}: ${countText(last[1])}.` +
        (hasReader ? ` Not private: ${countText(lostByReader)}.` : '');
  return (
    <Chart
      summary={summary}
      x={VISITORS}
      y={{ label: lost }}
      series={[
        curveThrough(regret.value, {
          label: `Private, ε = ${epsilonText(stop.value)}`,
          kind: 'private',
        }),
        curveThrough(
          [
            [0, 0],
            [visitors, visitors * uniform],
          ],
          { label: 'Random choice', kind: 'uniform' },
        ),
        ...(hasReader ? [curveThrough([...known, [visitors, lostByReader]], READER)] : []),
      ]}
    />
  );
}

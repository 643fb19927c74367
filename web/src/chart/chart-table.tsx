/** The chart's data for people who read tables: at most twelve rows, evenly spaced. */

import { countText } from '../shared/format.js';
import { Scroll } from '../shared/scroll.js';
import { type Series, thin, valueAt } from './series.js';

const ROWS = 12;

export function ChartTable({ series, xLabel }: { series: readonly Series[]; xLabel: string }) {
  const rows = thin(series[0]?.points ?? [], ROWS).map(([x]) => x);
  return (
    <details class="chart-table">
      <summary>As a table</summary>
      <Scroll label="Values of the chart">
        <table>
          <thead>
            <tr>
              <th scope="col">{xLabel}</th>
              {series.map((one) => (
                <th scope="col" key={one.label}>
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((x) => (
              <tr key={x}>
                <th scope="row">{countText(x)}</th>
                {series.map((one) => (
                  <td key={one.label}>{countText(valueAt(one.points, x))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}

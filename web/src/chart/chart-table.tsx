/** A chart's data for people who read tables: at most 25 rows, spaced as the axis is. */
import type { ComponentChildren } from 'preact';
import { Scroll } from '../shared/scroll.js';
import { textOf } from './axes.js';
import { type Axis, type DotGroup, nearest, type Series, thin, valueAt } from './series.js';

const ROWS = 25;

export function ChartTable(props: { series: readonly Series[]; x: Axis; y: Axis }) {
  const { series, x, y } = props;
  const rows = rowsOf(series[0]?.points ?? [], x);
  return (
    <Table head={[x.label, ...series.map(({ label }) => label)]}>
      {rows.map((at) => (
        <tr key={at}>
          <th scope="row">{textOf(x, at)}</th>
          {series.map((one) => (
            <td key={one.label}>{textOf(y, valueAt(one.points, at))}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

export function DotTable(props: { groups: readonly DotGroup[]; x: Axis; y: Axis }) {
  const { groups, x, y } = props;
  const rows = groups.flatMap((group) => group.dots.map((dot) => ({ group, dot })));
  return (
    <Table head={['', x.label, y.label]}>
      {thin(rows, ROWS).map(({ group, dot }) => (
        <tr key={`${group.label} ${dot.label}`}>
          <th scope="row">
            {group.label}, {dot.label}
          </th>
          <td>{textOf(x, dot.x)}</td>
          <td>{textOf(y, dot.y)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Of the recorded values, so that no row shows one that was not computed. */
function rowsOf(points: Series['points'], { scale }: Axis): number[] {
  const last = points.at(-1)?.[0] ?? 0;
  const first = points.find(([x]) => scale !== 'log' || x > 0)?.[0] ?? 0;
  const wanted = Array.from({ length: ROWS }, (_, i) => {
    const share = i / (ROWS - 1);
    return scale === 'log' ? first * (last / first) ** share : first + (last - first) * share;
  });
  const found = wanted.map((x) => points[nearest(points, x)]?.[0] ?? 0);
  return [...new Set(found)];
}

function Table({ head, children }: { head: readonly string[]; children: ComponentChildren }) {
  return (
    <details class="chart-table">
      <summary>As a table</summary>
      <Scroll label="Values of the chart">
        <table>
          <thead>
            <tr>
              {head.map((word) =>
                word === '' ? (
                  <td key={word} />
                ) : (
                  <th scope="col" key={word}>
                    {word}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </Scroll>
    </details>
  );
}

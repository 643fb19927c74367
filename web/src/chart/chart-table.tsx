/** A chart's data for people who read tables: at most 25 rows, spaced as the axis is. */
import { Scroll } from '../shared/scroll.js';
import { type Stop, textOf } from './cursor.js';
import { type ChartAxis, type ChartSeries, nearest, readAt, thin } from './series.js';

const ROWS = 25;

interface TableProps {
  readonly series: readonly ChartSeries[];
  readonly stops: readonly Stop[];
  readonly x: ChartAxis;
  readonly y: ChartAxis;
}

export function ChartTable(props: TableProps) {
  return (
    <details class="chart-table">
      <summary>As a table</summary>
      <Scroll label="Values of the chart">
        <table>{props.stops[0]?.dot ? <Dots {...props} /> : <Curves {...props} />}</table>
      </Scroll>
    </details>
  );
}

function Curves({ series, stops, x, y }: TableProps) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{x.label}</th>
          {series.map(({ label }) => (
            <th scope="col" key={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsOf(stops, x).map((at) => (
          <tr key={at}>
            <th scope="row">{textOf(x, at)}</th>
            {series.map((one) => (
              <td key={one.label}>{cellOf(y, readAt(one, at))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}

const cellOf = (axis: ChartAxis, value: number | null) =>
  value === null ? '–' : textOf(axis, value);

function Dots({ stops, x, y }: TableProps) {
  return (
    <>
      <thead>
        <tr>
          <td />
          <th scope="col">{x.label}</th>
          <th scope="col">{y.label}</th>
        </tr>
      </thead>
      <tbody>
        {thin(stops, ROWS).map(({ x: at, dot }, i) => (
          <tr key={`${dot?.name} ${i}`}>
            <th scope="row">{dot?.name}</th>
            <td>{textOf(x, at)}</td>
            <td>{textOf(y, dot?.y ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </>
  );
}

/** Of the recorded places, so that no row shows a value that was not computed. */
function rowsOf(stops: readonly Stop[], { scale }: ChartAxis): number[] {
  const xs = stops.map(({ x }) => x);
  const [first, last] = [xs[0] ?? 0, xs.at(-1) ?? 0];
  const wanted = Array.from({ length: Math.min(ROWS, xs.length) }, (_, i) => {
    const share = i / (ROWS - 1);
    return scale === 'log' ? first * (last / first) ** share : first + (last - first) * share;
  });
  return [...new Set(xs.length > ROWS ? wanted.map((at) => xs[nearest(xs, at)] ?? 0) : xs)];
}

/** A chart's data for people who read tables: at most 25 rows, spaced as the axis is. */
import { DataTable } from '../shared/data-table.js';
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
  const table = props.stops[0]?.dot ? dots(props) : curves(props);
  return (
    <details class="chart-table">
      <summary>As a table</summary>
      <DataTable label="Values of the chart" named {...table} />
    </details>
  );
}

function curves({ series, stops, x, y }: TableProps) {
  const text = (value: number | null) => (value === null ? '–' : textOf(y, value));
  return {
    heads: [x.label, ...series.map(({ label }) => label)],
    rows: rowsOf(stops, x).map((at) => [
      textOf(x, at),
      ...series.map((one) => text(readAt(one, at))),
    ]),
  };
}

function dots({ stops, x, y }: TableProps) {
  return {
    heads: ['', x.label, y.label],
    rows: thin(stops, ROWS).map(({ x: at, dot }) => [
      dot?.name,
      textOf(x, at),
      textOf(y, dot?.y ?? 0),
    ]),
  };
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

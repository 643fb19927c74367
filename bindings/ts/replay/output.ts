// The result of a replay as a table and as a plot.
import {
  type DrawOptions,
  layoutPlot,
  type PlotSeries,
  type SeriesKind,
  toSVG,
} from '../plot/index.js';
import type { ReplayPolicy, ReplayResult } from './types.js';

const COLUMNS = [
  ...['label', 'kind', 'epsilon', 'replicate', 't', 'matched', 'mean', 'low', 'high', 'complete'],
];

/** A row for each recorded point of each policy. Empty cells: no epsilon, no estimate yet. */
export function toCSV({ policies }: ReplayResult): string {
  const cell = (value: number | null) =>
    value === null || Number.isNaN(value) ? '' : String(value);
  const lines = policies.flatMap((policy) =>
    policy.curve.map(({ t, matched, mean, low, high }) =>
      [
        `"${policy.label.replaceAll('"', '""')}"`,
        policy.kind,
        cell(policy.epsilon),
        policy.replicate,
        t,
        matched,
        cell(mean),
        cell(low),
        cell(high),
        policy.complete,
      ].join(),
    ),
  );
  return `${[COLUMNS.join(), ...lines].join('\n')}\n`;
}

/** The estimate of every policy against visits, with its 95 % interval. Options as for `toSVG` of `ldp-bandits/plot`. */
export function toReplaySVG(
  result: ReplayResult,
  options: Pick<DrawOptions, 'theme' | 'title' | 'width' | 'height'> = {},
): string {
  const { theme = 'light', ...drawing } = options;
  const end = Math.max(...result.policies.flatMap(({ curve }) => curve.map(({ t }) => t)));
  const layout = layoutPlot(
    result.policies.map((policy) => seriesOf(policy, result, end)),
    {
      title: `Estimated reward a decision on a log of ${result.rows.toLocaleString('en-US')} rows${result.partial ? ', partial' : ''}`,
      x: { label: 'visits' },
      y: { label: 'estimated reward a decision' },
      ...drawing,
    },
  );
  return toSVG(layout, { theme });
}

function seriesOf(policy: ReplayPolicy, result: ReplayResult, end: number): PlotSeries {
  const { curve, kind, label, replicate } = policy;
  const many = result.policies.some((other) => other.replicate > 0);
  const [only] = curve;
  // Uniform play has one estimate, which holds throughout.
  const points =
    kind === 'uniform' && only
      ? [
          { ...only, t: 0 },
          { ...only, t: end },
        ]
      : curve.filter(({ mean }) => !Number.isNaN(mean));
  return {
    label: many && kind !== 'uniform' ? `${label}, replicate ${replicate + 1}` : label,
    kind: kind satisfies SeriesKind,
    x: points.map(({ t }) => t),
    y: points.map(({ mean }) => mean),
    low: points.map(({ low }) => low),
    high: points.map(({ high }) => high),
  };
}

/** How far the answer was from the crowd's ideal, report by report. */
import type { FunctionComponent } from 'preact';
import type { ChartProps } from '../../../chart/chart.js';
import type { PastItem, Pasts } from '../../../server/past.js';
import { countText, epsilonText } from '../../../shared/format.js';
import { stop } from '../../../shared/selection.js';
import { pathOnShow } from '../server/state.js';
import { TUNE } from '../shared/experiment.js';
import { MIDDLE } from '../shared/settings.js';
import { missOf } from './truth.js';

const REPORTS = { label: 'reports' };
const MISS = {
  label: 'distance to the ideal, %',
  text: (value: number) => `${value.toFixed(1)}%`,
};
/** The level that hides next to nothing: what to compare with. */
const LOUDEST = 8;

/** @param props.paths those of the build's crowd */
export function Nearer({ Chart, paths }: { Chart: FunctionComponent<ChartProps>; paths: Pasts }) {
  const now = missesOf(pathOnShow.value);
  const loudest = missesOf(paths[TUNE.id(LOUDEST)] ?? []);
  const reports = now.x.at(-1) ?? 0;
  const summary =
    reports === 0
      ? 'No report yet at this privacy level.'
      : `After ${countText(reports)} reports at ε = ${epsilonText(stop.value)} the answer is ` +
        `${(now.y.at(-1) ?? 0).toFixed(1)}% of the map’s diagonal from the ideal; it began at ${missOf(MIDDLE).toFixed(0)}%.`;
  return (
    <Chart
      summary={summary}
      x={REPORTS}
      y={MISS}
      series={[
        { label: `Private, ε = ${epsilonText(stop.value)}`, kind: 'private', ...now },
        ...(stop.value === LOUDEST
          ? []
          : [{ label: 'Almost not private, ε = 8', kind: 'non-private' as const, ...loudest }]),
      ]}
    />
  );
}

function missesOf(past: readonly PastItem[]): { x: number[]; y: number[] } {
  return {
    x: [0, ...past.map(([reports]) => reports)],
    y: [
      missOf(MIDDLE),
      ...past.map(([, , , size = 0.5, spacing = 0.5]) => missOf([size, spacing])),
    ],
  };
}

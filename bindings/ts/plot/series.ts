import type { Curve, RunSpec, SimulationResult } from '../simulation/types.js';
import type { PlotOptions, PlotSeries, SeriesKind } from './types.js';

/** The curves of a simulation with their bands; curves that have no point yet are left out. */
export function seriesOf(result: Pick<SimulationResult, 'spec' | 'curves'>): PlotSeries[] {
  return result.curves.flatMap((curve, index) =>
    curve.t.length === 0 ? [] : [seriesOfCurve(curve, kindOf(result.spec.runs[index]))],
  );
}

function seriesOfCurve({ label, t, mean, low, high, replicates }: Curve, kind: SeriesKind) {
  const line = { label, x: t, y: mean, kind };
  return replicates > 1 ? { ...line, low, high } : line;
}

/** The spec itself tells: only private policies have a level or a population. */
function kindOf(run: RunSpec | undefined): SeriesKind {
  if (run?.policy.type === 'uniform') return 'uniform';
  return run?.epsilon === undefined && run?.population === undefined ? 'non-private' : 'private';
}

/** What a plot of a simulation says where `options` do not: the axes of its regret, and its state. */
export function optionsFor(
  result: Pick<SimulationResult, 'spec' | 'curves' | 'partial'>,
  options: PlotOptions,
): PlotOptions {
  const { record } = result.spec;
  const scale = record !== undefined && 'scale' in record ? record.scale : 'log';
  return {
    ...options,
    x: { label: 'rounds', scale, ...options.x },
    y: { label: `regret (${trialsOf(result)})`, ...options.y },
  };
}

/** How many trials are behind the curves; of a partial result the fewest behind any of them. */
function trialsOf({
  spec: { replicates },
  curves,
  partial,
}: Pick<SimulationResult, 'spec' | 'curves' | 'partial'>): string {
  const known = curves.map((curve) => curve.replicates);
  const band = Math.max(...known) > 1 ? ', 95 % band of the mean' : '';
  if (partial) return `partial result, ${Math.min(...known)} of ${replicates} trials${band}`;
  return replicates === 1 ? 'one trial' : `${replicates} trials${band}`;
}

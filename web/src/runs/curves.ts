/** Results as the charts, the pictures and the summary sentences want them. */
import { type PlotSeries, seriesOf } from 'ldp-bandits/plot';
import type { Curve, SimulationResult } from 'ldp-bandits/simulation';
import { countText, plural } from '../shared/format.js';

/** The curves of an earlier run, drawn to compare with: thin, grey, without bands. */
export function earlierSeries(result: SimulationResult, name: string): readonly PlotSeries[] {
  const run = result.partial ? `${name}, partial` : name;
  return seriesOf(result).map(({ label, x, y }) => ({
    label: `${label} (${run})`,
    x,
    y,
    kind: 'theory',
  }));
}

/** One sentence with the numbers at the end: "Regret after 1,000,000 rounds. UCB1: 2,110 ± 40; …". */
export function summaryOf(result: SimulationResult): string {
  const known = result.curves.filter(({ t }) => t.length > 0);
  const rounds = Math.min(...known.map(({ t }) => t.at(-1) ?? 0));
  if (known.length === 0) return 'Nothing is known yet.';
  const ends = known.map((curve) => `${curve.label}: ${endOf(curve, rounds)}`);
  const replicates = Math.min(...result.curves.map((curve) => curve.replicates));
  const head = result.partial
    ? `Partial, ${countText(replicates)} of ${plural(result.spec.replicates, 'replicate')}`
    : `${plural(replicates, 'replicate')} of each`;
  return `${head}. Regret after ${plural(rounds, 'round')}. ${ends.join('; ')}.`;
}

function endOf({ t, mean, high, replicates }: Curve, rounds: number): string {
  const at = Math.max(0, t.indexOf(rounds));
  const value = mean[at] ?? 0;
  const half = (high[at] ?? 0) - value;
  return replicates > 1
    ? `${regretText(value)}\u00a0±\u00a0${regretText(half)}`
    : regretText(value);
}

/** Three digits where it is small, whole numbers where it is large. */
export function regretText(value: number): string {
  if (Math.abs(value) >= 100) return countText(value);
  return String(Number(value.toPrecision(3)));
}

/** Results for people: what a collector says, and what follows from it. */
import type { Collector, Results } from '../server/types/index.js';
import type { ExperimentEntry } from './config.js';

export interface Summary extends Results {
  readonly experiment: string;
  readonly algorithm: string;
  /** Epsilon of one report. */
  readonly epsilon: number;
  /** The option that others are compared with: a label or a number. */
  readonly control: string | number | null;
  /** Reports a day: as stated, or as counted here. Null: not known. */
  readonly perDay: number | null;
  /** Until the answer is clear, at this rate. 0: it is; null: not known. */
  readonly daysLeft: number | null;
}

/**
 * @param rateOf Reports a day as this process counts them, given how many there are; null: not known.
 * @param control In place of that of the entry.
 */
export async function summaryOf(
  collector: Collector,
  name: string,
  entry: ExperimentEntry,
  rateOf: (reports: number) => number | null,
  control: string | number | undefined = entry.control,
): Promise<Summary> {
  const { algorithm, perReport } = collector.manifest(name);
  const results = await collector.results(name, control === undefined ? {} : { control });
  const counted = rateOf(results.reports);
  const perDay = entry.visitorsPerDay ?? counted;
  const left = results.best ? results.best.reportsLeft : reportsLeft(results);
  return {
    experiment: name,
    algorithm: algorithm.type,
    epsilon: perReport.epsilon,
    ...results,
    control: control ?? null,
    perDay,
    daysLeft: left === 0 ? 0 : left === null || !perDay ? null : left / perDay,
  };
}

/**
 * How many more reports until the interval of the best option lies above all others, if no mean changes: intervals
 * shrink with the square root of the reports. Null where an option has not enough reports, or two lead.
 */
export function reportsLeft({ options, reports }: Pick<Results, 'options' | 'reports'>) {
  const known = (options ?? []).flatMap(({ mean, low, high }) =>
    mean === null || low === null || high === null ? [] : [{ mean, half: (high - low) / 2 }],
  );
  const [best, ...others] = known.sort((a, b) => b.mean - a.mean);
  if (best === undefined || others.length === 0 || known.length !== options?.length) return null;
  const factor = Math.max(
    ...others.map(({ mean, half }) => ((best.half + half) / (best.mean - mean)) ** 2),
  );
  return Number.isFinite(factor) ? Math.max(0, Math.ceil((factor - 1) * reports)) : null;
}

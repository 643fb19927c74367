/** How many visitors a test of the duel still needs, by what it believes now. */
import { predictedVisitors } from 'ldp-bandits/recommend';
import { countText } from '../../../shared/format.js';
import { ERROR_PROBABILITY } from '../shared/experiment.js';
import { knownMeans, type TestSnapshot } from '../shared/snapshot.js';
import { rounded } from '../shared/words.js';

/** The largest that predictedVisitors takes. */
const NO_CLAIM = 0.5;

/**
 * The duel ends once its error bound has fallen from where it is to that of the terms. A prediction for each of the
 * two bounds, at the present estimates; their difference is what lies between. Early on, when the bound has hardly
 * moved, the visitors so far are taken off the whole.
 *
 * @returns Infinity where two options look alike; null: nothing is known of some option
 */
export function visitorsLeft(
  snapshot: Pick<TestSnapshot, 'mean' | 'reports'> & { readonly best: { readonly error: number } },
  epsilon: number,
): number | null {
  const means = knownMeans(snapshot);
  if (!means) return null;
  const until = (errorProbability: number) =>
    predictedVisitors({ means, epsilon, errorProbability });
  const inAll = until(ERROR_PROBABILITY);
  if (!Number.isFinite(inAll)) return inAll;
  const now = Math.min(NO_CLAIM, Math.max(ERROR_PROBABILITY, snapshot.best.error));
  return Math.max(0, inAll - until(now), inAll - snapshot.reports);
}

/** 0.3 → "Less than a day", 12.2 → "13 days". */
export function daysText(days: number): string {
  if (days < 1) return 'Less than a day';
  const whole = Math.ceil(days);
  return `${countText(whole < 100 ? whole : rounded(whole))} ${whole === 1 ? 'day' : 'days'}`;
}

/** What privacy costs in a result, in one sentence: regret as a multiple of the learner without privacy. */
import type { Curve, SimulationResult } from 'ldp-bandits/simulation';
import { summaryOf } from '../runs/curves.js';
import { plural } from '../shared/format.js';
import { BASELINES } from './build-spec.js';

/** The numbers themselves where there is nothing to compare with. */
export function priceOf(result: SimulationResult): string {
  const { uniform, ...nonPrivate } = BASELINES;
  const readers: readonly string[] = Object.values(nonPrivate);
  const reader = result.curves.find(({ label }) => readers.includes(label));
  const round = Math.min(...result.curves.map(({ t }) => t.at(-1) ?? 0));
  const paid = reader ? regretAt(reader, round) : 0;
  if (!(round > 0) || !(paid > 0)) return summaryOf(result);
  const learners = result.curves.filter((curve) => curve !== reader && curve.label !== uniform);
  if (learners.length === 0) return summaryOf(result);
  const places = placesOf(learners.map(({ label }) => label));
  const multiples = learners.map(
    (curve, i) => `${digits(regretAt(curve, round) / paid)} times ${places[i]}`,
  );
  const partial = result.partial ? 'Partial. ' : '';
  return `${partial}Regret after ${plural(round, 'round')}, against no privacy: ${multiples.join('; ')}.`;
}

const regretAt = ({ t, mean }: Curve, round: number) => mean[t.indexOf(round)] ?? Number.NaN;

/** "at ε = 4" where all are one learner, "with LDP-UCB, ε = 4" where they are not. */
function placesOf(labels: readonly string[]): readonly string[] {
  const parts = labels.map((label) => label.split(', ε = '));
  const names = new Set(parts.map(([name]) => name));
  const isOne = names.size === 1 && parts.every(([, level]) => level !== undefined);
  return labels.map((label, i) => (isOne ? `at ε = ${parts[i]?.[1]}` : `with ${label}`));
}

/** Two digits: a mean of twenty trials says no more. */
const digits = (multiple: number) => String(Number(multiple.toPrecision(2)));

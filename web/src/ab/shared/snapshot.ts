/** The public snapshot of an A/B test, as the collector publishes it, and what can be read off it. */
import type { PublicSnapshot } from '../../shared/snapshot.js';
import { VARIANTS } from './variants.js';

/** What the test can say of the best arm so far. */
export interface BestArm {
  /** Null: no device has reported yet. */
  readonly answer: number | null;
  /** The error probability of the terms has been reached, by all reports so far: more can take it back. */
  readonly certified: boolean;
  /** To stop now and give this answer would be wrong with at most this probability; 1: no claim. */
  readonly error: number;
  /** The bounds hold for all arms and all times at once. */
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
  /** Arms that may still be the best. */
  readonly left: readonly number[];
}

export interface TestSnapshot extends PublicSnapshot {
  readonly best: BestArm;
  /** The share of visitors that goes on reporting while the answer is certified and the test has not ended. */
  readonly keep?: number;
  /** The operator has ended the test: devices play the answer and send nothing. */
  readonly ended?: boolean;
  /** How many forged reports would put another arm in front. Null: nothing is in front. */
  readonly forgeries?: number | null;
}

export interface VariantBelief {
  readonly variant: number;
  /** Estimated share of people who would go; may leave [0, 1]. Null: never tried. */
  readonly mean: number | null;
  readonly low: number;
  readonly high: number;
  /** Chance that the next visitor is shown it. */
  readonly chance: number;
}

export function variantBeliefs(snapshot: TestSnapshot): VariantBelief[] {
  const { mean, best, weights, keep = 1 } = snapshot;
  const sum = (weights ?? []).reduce((total, weight) => total + weight, 0);
  const drawn = (variant: number) =>
    sum > 0 ? (weights?.[variant] ?? 0) / sum : 1 / VARIANTS.length;
  return VARIANTS.map((_, variant) => ({
    variant,
    mean: mean[variant] ?? null,
    low: Math.max(0, best.lower[variant] ?? 0),
    high: Math.min(1, best.upper[variant] ?? 1),
    // A device that no longer reports shows the answer.
    chance: keep * drawn(variant) + (variant === best.answer ? 1 - keep : 0),
  }));
}

/** Means that a prediction can start from; null while a variant was never tried. */
export function knownMeans({ mean }: Pick<TestSnapshot, 'mean'>): number[] | null {
  const known = mean.filter((one) => one !== null);
  return known.length === VARIANTS.length ? known : null;
}

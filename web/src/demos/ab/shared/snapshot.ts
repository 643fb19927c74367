/** The public snapshot of an A/B test, as the collector publishes it, and what can be read off it. */
import type { PublicSnapshot } from '../../../shared/snapshot.js';
import { CONTROL } from './experiment.js';
import { VARIANTS } from './variants.js';

/** What the test can say of the best arm so far. */
export interface BestArm {
  /** Null: no device has reported yet. */
  readonly answer: number | null;
  /** The error probability of the terms has been reached, for good. */
  readonly certified: boolean;
  /** To stop now and give this answer would be wrong with at most this probability; 1: no claim. */
  readonly error: number;
  /** The bounds hold for all arms and all times at once. */
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
  /** Arms that may still be the best. */
  readonly left: readonly number[];
  /** Reports about each arm that the snapshot goes by: those of closed blocks. */
  readonly pulls: readonly number[];
  /** Mean less that of the control, with bounds that hold for all arms and all times at once; 0 of the control. */
  readonly lift: readonly number[];
  readonly liftLower: readonly number[];
  readonly liftUpper: readonly number[];
}

export interface TestSnapshot extends PublicSnapshot {
  readonly best: BestArm;
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
  const { mean, best, weights } = snapshot;
  const sum = (weights ?? []).reduce((total, weight) => total + weight, 0);
  const drawn = (variant: number) =>
    sum > 0 ? (weights?.[variant] ?? 0) / sum : 1 / VARIANTS.length;
  return VARIANTS.map((_, variant) => ({
    variant,
    mean: mean[variant] ?? null,
    low: Math.max(0, best.lower[variant] ?? 0),
    high: Math.min(1, best.upper[variant] ?? 1),
    chance: drawn(variant),
  }));
}

export interface VariantLift {
  readonly variant: number;
  /** How many more go than with the control, as a share of visitors, within [-1, 1]. Null: one has no report. */
  readonly lift: number | null;
  readonly low: number;
  readonly high: number;
}

/** Of all variants but the control. */
export function variantLifts({ best }: Pick<TestSnapshot, 'best'>): VariantLift[] {
  const isKnown = (variant: number) => (best.pulls[variant] ?? 0) > 0;
  return VARIANTS.flatMap((_, variant): VariantLift[] => {
    if (variant === CONTROL) return [];
    if (!isKnown(variant) || !isKnown(CONTROL)) return [{ variant, lift: null, low: -1, high: 1 }];
    const [lift, low, high] = [best.lift, best.liftLower, best.liftUpper].map((list) =>
      Math.min(1, Math.max(-1, list[variant] as number)),
    ) as [number, number, number];
    return [{ variant, lift, low, high }];
  });
}

/** Means that a prediction can start from; null while a variant was never tried. */
export function knownMeans({ mean }: Pick<TestSnapshot, 'mean'>): number[] | null {
  const known = mean.filter((one) => one !== null);
  return known.length === VARIANTS.length ? known : null;
}

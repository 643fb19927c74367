/** What every public snapshot begins with. */
export interface SnapshotHead {
  readonly v: 1;
  readonly experiment: string;
  readonly snapshot: number;
  readonly reports: number;
}

/**
 * The public snapshot, as the collector publishes it to all visitors, and what can be read off it.
 * Fields are those of the wire format: `mean` and `width` are null for an arm without a report, `weights` is the
 * probability with which a device draws each arm.
 */
export interface PublicSnapshot extends SnapshotHead {
  readonly mean: readonly (number | null)[];
  readonly width: readonly (number | null)[];
  readonly weights?: readonly number[] | null;
  /** Of an A/B test. The operator has ended it: devices show the answer and send nothing. */
  readonly ended?: boolean;
  readonly best?: { readonly answer: number | null };
}

export interface Belief {
  readonly arm: number;
  /** Estimated share of people who would go; may leave [0, 1]. Null: never tried. */
  readonly mean: number | null;
  /** Half-width of a 95 % interval; null: never tried. */
  readonly halfWidth: number | null;
  /** The share of the next visitors who are shown it. */
  readonly share: number;
}

/**
 * `width` is c = √(1/(2W)) for W equivalent non-private answers, so Hoeffding's inequality
 * 2 exp(−2 b² W) = 5 % gives b = c √(ln 40).
 */
const HOEFFDING_95 = Math.sqrt(Math.log(40));

export function beliefs(snapshot: PublicSnapshot): Belief[] {
  return snapshot.mean.map((mean, arm) => {
    const width = snapshot.width[arm] ?? null;
    return {
      arm,
      mean,
      halfWidth: width === null ? null : width * HOEFFDING_95,
      share: snapshot.weights?.[arm] ?? 0,
    };
  });
}

type Shares = Pick<PublicSnapshot, 'mean' | 'weights' | 'ended' | 'best'>;

const endedWith = ({ ended = false, best }: Shares) => (ended ? (best?.answer ?? null) : null);

/** The option that most of the next visitors are shown. */
export function likeliest(snapshot: Shares): number {
  const { weights, mean } = snapshot;
  const answer = endedWith(snapshot);
  if (answer !== null) return answer;
  const shares = weights ?? mean.map(() => 0);
  return shares.indexOf(Math.max(...shares));
}

/**
 * An option for one visitor, as the library's client draws it.
 *
 * @param random uniform in [0, 1)
 */
export function drawn(snapshot: Shares, random: number): number {
  const { mean, weights } = snapshot;
  const answer = endedWith(snapshot);
  if (answer !== null) return answer;
  if (!weights) return Math.floor(random * mean.length);
  let sum = 0;
  for (const [option, weight] of weights.entries()) {
    sum += weight;
    if (random < sum) return option;
  }
  return likeliest(snapshot);
}

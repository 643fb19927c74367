/** What a collector says of an experiment. */
import type { Digest } from '../digest.js';
import type { Collector } from './collector.js';

export interface SnapshotInfo {
  /** Grows by one with every publication, from 0, which nothing was learnt from. */
  readonly id: number;
  /** How many reports it was computed from. */
  readonly reports: number;
  /** SHA-256 of the bytes that every device gets. */
  readonly digest: Digest;
  /**
   * The smallest number of further reports, all forged, that would change the present answer: which arm has the
   * largest estimated mean, or which arms the best slate has. Exact for single arms, `cucb-ldp-sum`, and the sets
   * `top-k`, `partition` and `spanning-tree`. For `path`, `matching` and `list`, and with `cucb-ldp1` for every set,
   * no fewer than this would do; more may be needed.
   *
   * Null: there is no answer yet or no other, or none that is one thing. Contextual algorithms answer each context
   * by itself; in convex ones every report moves the point; of paths and lists of the reward `minimum` many are
   * equally good; the oracles of `coverage` and `influence` are approximate, and that of a `custom` set is the
   * operator's. A number to judge the answer by, not a protection.
   */
  readonly forgeries: number | null;
}

/** What all reports of an experiment say. Nothing in it is about one visitor: reports are noisy, and are summed up. */
export interface Results {
  /** Number of the newest snapshot. */
  readonly snapshot: number;
  /** How many reports were counted, with those that the newest snapshot does not know yet. */
  readonly reports: number;
  /**
   * How many requests with reports this collector has refused since it was created, by the `code` of the refusal.
   * Nothing in it is of a visitor. `stale_snapshot` are decisions that came late: their snapshot takes no reports any
   * more. Not in the store: after a restart it is empty, and each of several collectors has its own.
   */
  readonly refused: Readonly<Record<string, number>>;
  /** As in {@link SnapshotInfo}. */
  readonly forgeries: number | null;
  /** Of `ldp-thompson-drift`: changes of an arm that the newest snapshot has noticed. */
  readonly changes?: NoticedChanges;
  /** By {@link Collector.end}. */
  readonly ended: boolean;
  /**
   * One per arm, of slates one per item. Absent for contextual and convex algorithms, which have no arms that the
   * collector knows, and for `cucb-ldp-sum`, whose reports are about slates as a whole.
   */
  readonly options?: readonly OptionResult[];
  /** Of an experiment that looks for the best arm. */
  readonly best?: BestArmResult;
}

export interface NoticedChanges {
  readonly noticed: number;
  /** After how many reports the last one was noticed; null: there was none. */
  readonly last: number | null;
}

/** Rewards as the device transforms them, 0 to 1. */
export interface OptionResult {
  readonly label?: string;
  /** How many reports are about it. */
  readonly reports: number;
  /**
   * Mean reward of those who reported about it, without bias, so that noise may take it out of [0, 1]. Null: not
   * enough reports, which is fewer than 30, or an interval that may be as long as from 0 to 1.
   */
  readonly mean: number | null;
  /**
   * Confidence interval of the mean at 95 %, within [0, 1]: Wilson's on randomised bits. With Laplace and Gaussian
   * noise its variance is that of the noise and the largest that a reward of this mean can have. It is for one look:
   * who stops as soon as intervals part is wrong more often; the bounds of best-arm algorithms allow that. That of
   * `ldp-duel` holds at all looks, too: mean and interval are of the blocks that were closed.
   */
  readonly low: number | null;
  readonly high: number | null;
  /** Its share of what was reported: about how often it was played. 0 before the first report. */
  readonly share: number;
  /** Against the control. Absent without a control and for the control itself; null: not enough reports. */
  readonly lift?: Lift | null;
  /**
   * The bounds of the algorithm, within [0, 1], from the newest snapshot. Those of best-arm algorithms hold at all
   * looks with the experiment's error probability; those of the others are what the algorithm explores by.
   */
  readonly bounds: { readonly low: number; readonly high: number };
}

/**
 * How much more reward an option has than the control. Intervals at 95 %. Those of `ldp-duel` hold at all looks; it
 * has them for the `control` of its algorithm only.
 */
export interface Lift {
  /** Difference of the means. */
  readonly mean: number;
  /** Newcombe's interval, within [-1, 1]. */
  readonly low: number;
  readonly high: number;
  /**
   * The same as a share of the control's mean: 0.1 is a tenth more. Null where the control's mean may be 0 by its
   * interval.
   */
  readonly relative: { readonly mean: number; readonly low: number; readonly high: number } | null;
}

export interface BestArmResult {
  /** Null: no report yet. */
  readonly answer: number | null;
  /** By all reports so far; more reports can take it back. */
  readonly certified: boolean;
  /** With how much doubt it could be certified now; 1: with none. */
  readonly error: number;
  /** Arms that may still become the answer. */
  readonly left: readonly number[];
  /** Of `ldp-duel`: how much speaks against each arm's being the best, in nats. e^-evidence is a p-value. */
  readonly evidence?: readonly number[];
  /**
   * About how many further reports certify the answer, or use up `maximumPulls`, if no mean changes; 0: none, or
   * the experiment has ended. Near a tie it may be far off. Null: an arm has no report, two lead, or no number would do.
   */
  readonly reportsLeft: number | null;
  /** By {@link Collector.end}. */
  readonly ended: boolean;
  /** The share of devices that go on reporting, while the rule has stopped and the operator has not. */
  readonly keep?: number;
}

/** What an experiment is, and what it asks of a device. */
import type { LocalAlgorithmParameters } from '../../generated/catalog.js';
import type { BlackBoxLearner } from '../black-box.js';
import type { Digest } from '../digest.js';
import type { SlateOracle } from '../oracle.js';

/** Discriminated by `type`. */
export type AlgorithmSpec = {
  [K in keyof LocalAlgorithmParameters]: { readonly type: K } & LocalAlgorithmParameters[K];
}[keyof LocalAlgorithmParameters];

/** The cost of one report. */
export interface Spend {
  readonly epsilon: number;
  readonly delta: number;
}

/**
 * The times that page and collector keep, in ms; whole numbers. The page may wait shorter than they say, never
 * longer, and the collector keeps an epoch open at least as long as they say.
 *
 * With `closesAfterMs` 0 nothing is said about time: reports arrive at once, and epochs close by count.
 */
export interface Timing {
  /** How long a page waits for its visitor's answer, at most. */
  readonly responseWindowMs: number;
  /** The longest random delay before a page sends. */
  readonly maxDelayMs: number;
  /** A page that asked longer ago uses its snapshot only while its epoch is surely open. */
  readonly snapshotAgeMs: number;
  /** An epoch takes reports until so long after the next snapshot, or longer. */
  readonly closesAfterMs: number;
  /** The shortest time between two snapshots. */
  readonly publishAtMostEveryMs: number;
}

/** What an experiment asks of a device. A page that pinned other terms refuses it. */
export interface Manifest {
  readonly protocol: 1;
  readonly experiment: string;
  /** With every default filled in. */
  readonly algorithm: AlgorithmSpec;
  /** Cost of one report; with a menu of levels, of the dearest. */
  readonly perReport: Spend;
  readonly protects: 'feedback' | 'context-and-feedback';
  readonly timing: Timing;
  /** What the arms are called, for people. */
  readonly labels?: readonly string[];
  /** SHA-256 of the JSON of the members before this one, in this order, without spaces. */
  readonly digest: Digest;
}

export interface ExperimentOptions {
  readonly algorithm: AlgorithmSpec;
  /** With `algorithm.levels`: the largest of them. */
  readonly perReport: {
    readonly epsilon: number;
    /** That of the algorithm, 0 if it has none. Default: just that. */
    readonly delta?: number;
  };
  /**
   * With algorithms that look for the best arm, and there only: the share of devices that go on reporting while
   * the answer is certified, or the budget used, until {@link Collector.end}. 0 to 1, default 0.1: their reports
   * can take the certificate back. Of `ldp-duel`, whose answer then stays, default 0. Not part of the manifest.
   */
  readonly keepReporting?: number;
  /** Times that page and collector keep. Default: those of {@link TimingOptions}. */
  readonly timing?: TimingOptions;
  /** One per arm, 1 to 200 characters each. Not for contextual algorithms. */
  readonly labels?: readonly string[];
  /**
   * How snapshots tell devices what to play. Default `index`, the only one for contextual algorithms
   * and for slates, which are made for the decisions of an epoch anyway. Not part of the manifest.
   */
  readonly serve?: Serve;
  /**
   * Chooses slates where the decision set has type `custom`, and there only. If it throws, or returns
   * what is no slate, the snapshot before stays published. Not part of the manifest.
   */
  readonly oracle?: SlateOracle;
  /**
   * With `one-point-reduction`, and there only: the learner that is reduced to. If it throws, or returns
   * what are no weights, the snapshot before stays published. Not part of the manifest.
   */
  readonly learner?: BlackBoxLearner;
}

/**
 * Times of an experiment, in ms; whole numbers. `closesAfterMs` of the manifest is the sum of the first four
 * and of 2,000 for the page's disk. All four 0, in tests and replays: reports arrive at once, epochs follow each
 * other without a pause and close by count (`retention`).
 */
export interface TimingOptions {
  /**
   * How long pages may wait for an answer. Default 10,000; at most 30 days. Over an hour, snapshots are at
   * least a day apart, so that the number of a snapshot tells no more than the day.
   */
  readonly responseWindowMs?: number;
  /** The longest random delay before a page sends. Default 30,000; at most a day. */
  readonly maxDelayMs?: number;
  /**
   * How old a snapshot may be that a page chooses from; caches count. Default 60,000; at most a day, and at least 1,000
   * unless `slackMs` is at least 3,000 or all times are 0: the request for it takes time.
   */
  readonly snapshotAgeMs?: number;
  /**
   * For reports that wait for the next page of the site, slow networks, retries, and clocks that differ
   * between the collectors over one store. Default 600,000; at most a day.
   */
  readonly slackMs?: number;
  /**
   * The shortest time between two snapshots. Default, and least: the smallest number with which at most
   * `retention` epochs are open at once, `closesAfterMs / (retention - 2)` rounded up.
   */
  readonly publishAtMostEveryMs?: number;
}

/**
 * `index`: what the algorithm publishes. Where that is one index per arm, all devices of an epoch
 * play the arm of the largest one.
 *
 * `distribution`: devices draw from the shares that the arms would have among the decisions of an
 * epoch, were they made one after the other. The number of decisions is `publishEvery.reports`; that of
 * the epoch before where that is larger, because a snapshot had to wait for its time, or where there
 * is no such number. Costs nothing if epochs are one report long, and gains the
 * more the longer they are. Algorithms that publish a distribution by themselves keep theirs.
 */
export type Serve = 'index' | 'distribution';

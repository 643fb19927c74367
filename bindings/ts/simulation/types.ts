// The shapes of `ldp-bandits/simulation`. Everything here is plain data except Simulator and
// SimulationRun.
import type {
  LocalAlgorithmParameters,
  SimulationAlgorithmParameters,
} from '../generated/catalog.js';
import type { WasmSource } from '../internal/instantiate.js';

/**
 * Rewards are independent Bernoulli draws; `means[a]` in [0, 1] is the mean of arm a. 1 to 4,096
 * arms.
 */
export interface BernoulliEnvironment {
  readonly type: 'bernoulli';
  readonly means: readonly number[];
}

/**
 * Who takes part: user t draws the public level `levels[i]` with probability `probabilities[i]`,
 * independently of the rewards. Level 0 is a user who sends nothing. The others lie in [2^-10, 32]
 * and increase strictly; 1 to 16 of them.
 */
export interface Population {
  readonly levels: readonly number[];
  /** Non-negative, one per level, sum 1 up to 1e-9. */
  readonly probabilities: readonly number[];
}

type Parameters = LocalAlgorithmParameters & SimulationAlgorithmParameters;

/**
 * Discriminated by `type`, with the words of `AlgorithmSpec`. Every parameter has a default here:
 * `arms` is the number of means of the environment, `epsilonMin` the smallest positive level of the
 * run, and the levels come from the run itself.
 */
export type PolicySpec = {
  [K in keyof Parameters]: { readonly type: K } & Partial<
    Omit<Parameters[K], 'levels' | 'rewards' | 'neutral'>
  >;
}[keyof Parameters];

/**
 * One curve. A private policy needs `epsilon` (everybody has that level) or `population`; a policy
 * without privacy takes neither.
 */
export interface RunSpec {
  /** Unique in the spec, 1 to 80 characters. */
  readonly label: string;
  readonly policy: PolicySpec;
  readonly epsilon?: number;
  readonly population?: Population;
}

/**
 * At which rounds the regret is recorded: `points` times up to the horizon, evenly or evenly in log
 * t. Default 200, log.
 */
export interface RecordSpec {
  readonly points: number;
  readonly scale: 'linear' | 'log';
}

/** A whole experiment as data. The same spec gives the same bits on every machine. */
export interface SimulationSpec {
  readonly version: 1;
  /**
   * Any text of 1 to 64 characters. Seeds exist in this module only; the page's client has none.
   */
  readonly seed: string;
  /** Rounds of one trial. */
  readonly horizon: number;
  /** Independent trials of every run. */
  readonly replicates: number;
  readonly environment: BernoulliEnvironment;
  readonly runs: readonly RunSpec[];
  readonly record?: RecordSpec;
}

/**
 * Pseudo-regret after `t[i]` rounds: mean over the replicates and the pointwise 95 % band of that
 * mean (Student's t).
 */
export interface Curve {
  readonly label: string;
  readonly t: Float64Array;
  readonly mean: Float64Array;
  /** Equal to `mean` while there is one replicate: one trial says nothing about the spread. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /**
   * Behind this curve. In a partial result it may end before the horizon, or be empty with 0
   * replicates.
   */
  readonly replicates: number;
}

export interface SimulationResult {
  /** The spec with every default filled in. */
  readonly spec: SimulationSpec;
  /** SHA-256 of the canonical spec and of the bits of every curve. */
  readonly digest: `sha256-${string}`;
  /** True while replicates are missing: shown as it grows, or all there is after a cancel. */
  readonly partial: boolean;
  readonly curves: readonly Curve[];
  /** One row per recorded point: label, t, mean, low, high, replicates. */
  toCSV(): string;
  /** Plain numbers and strings, ready for JSON.stringify. */
  toJSON(): unknown;
}

/** Both kinds are coalesced: a slow reader sees only the latest of each. */
export type SimulationEvent =
  | {
      readonly type: 'progress';
      /** Rounds played, of all runs and replicates. */
      readonly done: number;
      readonly total: number;
      /** Null until the speed is known. */
      readonly etaMs: number | null;
    }
  | { readonly type: 'curves'; readonly result: SimulationResult };

/**
 * Iterate for progress, await `result` for the end, or both. `break`, dispose or abort cancels;
 * `result` then rejects with the reason.
 */
export interface SimulationRun extends AsyncIterable<SimulationEvent>, AsyncDisposable {
  readonly result: Promise<SimulationResult>;
  /**
   * What is known so far, marked `partial`; it stays readable after a cancel. Null until something
   * is.
   */
  readonly latest: SimulationResult | null;
}

export interface SimulatorOptions {
  /** 1: the simulation runs in the calling thread, in short slices. */
  readonly workers?: 1;
  /** Default: the embedded module. */
  readonly wasm?: WasmSource;
  /** Aborting it disposes the simulator. */
  readonly signal?: AbortSignal;
}

export interface Simulator extends AsyncDisposable {
  readonly workers: number;
  /**
   * Starts at once. Throws `spec_invalid` for a spec outside the limits, `disposed` after disposal.
   */
  run(spec: SimulationSpec, options?: { readonly signal?: AbortSignal }): SimulationRun;
}

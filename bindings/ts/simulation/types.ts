// The shapes of `ldp-bandits/simulation`. Everything here is plain data except Simulator and
// SimulationRun.
import type { AsyncOwned } from '../internal/disposable.js';
import type { WasmSource } from '../internal/instantiate.js';
import type { OwnCode, OwnPart } from './own-types.js';
import type { SimulationSpec } from './spec-types.js';
import type { WorkerLike } from './worker-port.js';

export type * from './own-types.js';
export type * from './spec-types.js';

/**
 * Regret after `t[i]` rounds (pseudo-regret unless the spec says otherwise): mean over the
 * replicates and the pointwise 95 % band of that mean (Student's t).
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
  /**
   * In a combinatorial world of at most 128 arms, [t.length][arms], flat: the share of the rounds since
   * the last record time in which the arm was part of the decision, over all replicates. Absent while no
   * replicate has reached the horizon.
   */
  readonly plays?: Float64Array;
  /** Of a run that looks for the best arm. Absent while no replicate has reached the horizon. */
  readonly stopped?: Stopped;
  /** One by one. Absent while no replicate has reached the horizon. */
  readonly trials?: Trials;
}

/** The replicates that have reached the horizon, in their order. The digest does not cover them. */
export interface Trials {
  /** Which they are, from 0. */
  readonly numbers: Int32Array;
  /** The regret of each at the horizon; their mean is the last of the curve. */
  readonly regrets: Float64Array;
}

/** When the replicates of a run that looks for the best arm stopped, and what they answered. */
export interface Stopped {
  /**
   * [replicates]: the round after whose report the rule stopped, certified or, with sequential halving,
   * at the end of its budget; NaN where it has not stopped by the horizon or the most pulls.
   */
  readonly rounds: Float64Array;
  /**
   * [replicates]: the position of the answer in the environment; of those that have not stopped, the
   * best arm so far.
   */
  readonly answers: Int32Array;
  /**
   * How many of those that stopped answered an arm that is worse than a best one by more than the `indifference` of the
   * policy, 0 where it has none. Behind a sigmoid or a threshold no difference is allowed.
   */
  readonly wrong: number;
  /** How many answered an arm that is not a best one: the wrong ones, and those that the indifference allows. */
  readonly notBest: number;
}

export interface SimulationResult {
  /** The spec with every default filled in. */
  readonly spec: SimulationSpec;
  /** SHA-256 of the canonical spec and of the bits of every curve. */
  readonly digest: `sha256-${string}`;
  /**
   * The code outside of the library that took part. The digest covers what the spec says of it, names, versions and
   * parameters, and the curves; not the code itself: other code of the same name and version may give other
   * curves, with another digest. Empty where there was none: then the spec alone gives these bits.
   */
  readonly own: readonly OwnPart[];
  /** True while replicates are missing: shown as it grows, or all there is after a cancel. */
  readonly partial: boolean;
  readonly curves: readonly Curve[];
  /** One row per recorded point: label, t, mean, low, high, replicates, partial (true or false). */
  toCSV(): string;
  /**
   * One row per trial that has reached the horizon: label, trial (from 0), t (the horizon) and regret; then of runs that look for
   * the best arm stopped (the round, or empty) and answer.
   */
  toTrialsCSV(): string;
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
      /** Trials (one replicate of one run) that have reached the horizon. */
      readonly finished: number;
      readonly trials: number;
      /** From the recent speed of each run. Null until it is known. */
      readonly etaMs: number | null;
    }
  | { readonly type: 'curves'; readonly result: SimulationResult };

/**
 * Iterate for progress, await `result` for the end, or both. `break`, dispose or abort cancels;
 * `result` then rejects with the reason.
 */
export interface SimulationRun extends AsyncIterable<SimulationEvent>, AsyncOwned {
  readonly result: Promise<SimulationResult>;
  /**
   * What is known so far, marked `partial`; it stays readable after a cancel. Null until something
   * is.
   */
  readonly latest: SimulationResult | null;
}

export interface SimulatorOptions {
  /**
   * Threads beside the calling one. 0: everything runs in the calling thread, in short slices. 'auto':
   * as many as the machine runs at once, where workers are possible (with `spawn`, and in Node).
   * Default: 'auto' with `spawn`, otherwise 0. In a browser without `spawn` 1 means the calling thread.
   * The number never changes a result.
   */
  readonly workers?: number | 'auto';
  /**
   * Starts a worker that runs `ldp-bandits/simulation/worker` as a module. Not needed in Node. Written
   * in the page's own code, so that bundlers find the file and a policy of `worker-src 'self'` allows it:
   * `() => new Worker(new URL('ldp-bandits/simulation/worker', import.meta.url), { type: 'module' })`.
   */
  readonly spawn?: () => WorkerLike;
  /** Default: the embedded module. Compiled once and posted to the workers. */
  readonly wasm?: WasmSource;
  /** Aborting it disposes the simulator. */
  readonly signal?: AbortSignal;
}

export interface RunOptions {
  readonly signal?: AbortSignal;
  /**
   * The code of the spec's own parts: a module, or its address. Workers need the address and import the module
   * themselves; the same module plays the same trials in the calling thread.
   */
  readonly own?: OwnCode | URL | string;
}

export interface Simulator extends AsyncOwned {
  /** The most that a run may use; 0 where runs are played in the calling thread. */
  readonly workers: number;
  /**
   * Starts at once, beside other runs, with which it shares the workers evenly. Throws `spec_invalid` for a spec outside the limits, `invalid_argument` for own code that is not there or cannot reach
   * the workers, `disposed` after disposal. What own code does wrong is `own_code_failed`: the result rejects, the workers stay.
   */
  run(spec: SimulationSpec, options?: RunOptions): SimulationRun;
}

// The shapes of `ldp-bandits/simulation`. Everything here is plain data except Simulator and
// SimulationRun.
import type { WasmSource } from '../internal/instantiate.js';
import type { SimulationSpec } from './spec-types.js';

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

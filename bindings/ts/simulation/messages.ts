// What a simulator and its workers say to each other.
import type { LdpErrorCode } from '../internal/errors.js';
import type { SimulationSpec } from './types.js';

/** Changes with any message: a worker of another version of this package is refused. */
export const kProtocol = 4;

/** Some replicates of one run: what is played in one piece. */
export interface Unit {
  readonly run: number;
  readonly first: number;
  readonly replicates: number;
}

export type ToWorker =
  | { readonly type: 'load'; readonly module: WebAssembly.Module }
  /** A job is a simulation under way; its spec comes once, then its units. */
  | {
      readonly type: 'open';
      readonly job: number;
      readonly spec: SimulationSpec;
      /** The address of its own code, if the spec has some. */
      readonly own: string | undefined;
    }
  | { readonly type: 'close'; readonly job: number }
  | {
      readonly type: 'play';
      readonly id: number;
      readonly job: number;
      readonly unit: Unit;
      /** Whether to show the regrets on the way. */
      readonly preview: boolean;
    }
  | { readonly type: 'stop'; readonly id: number }
  | { readonly type: 'ping' };

export type FromWorker =
  | { readonly type: 'ready'; readonly protocol: number }
  | { readonly type: 'unloaded'; readonly error: PlainError }
  /** On the way: replicate-rounds played so far, and what has been recorded if asked for. */
  | {
      readonly type: 'playing';
      readonly id: number;
      readonly rounds: number;
      readonly regrets: Float64Array | null;
    }
  /** What the unit recorded. */
  | { readonly type: 'played'; readonly id: number; readonly recorded: Float64Array }
  | { readonly type: 'stopped'; readonly id: number }
  /** `dead`: the worker cannot go on. */
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly error: PlainError;
      readonly dead: boolean;
    }
  | { readonly type: 'pong' };

/** An LdpError on its way between threads; others have no code. */
export interface PlainError {
  readonly code: LdpErrorCode | null;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

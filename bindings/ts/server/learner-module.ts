/** What the `learner` module offers and publishes, as bindings/server*.cpp bind it. */
import type { CoreError } from '../internal/errors.js';
import type { Experiment } from '../internal/validate.js';
import type { BestArmExperiment, ReductionExperiment } from '../internal/validate-best-arm.js';
import type { CombinatorialExperiment } from '../internal/validate-combinatorial.js';
import type { ConvexExperiment } from '../internal/validate-convex.js';
import type { ContextualExperiment } from '../internal/validate-linear.js';
import type { ConvexPublishable } from './convex.js';

/** Of any family. */
export type AnyExperiment =
  | Experiment
  | ContextualExperiment
  | CombinatorialExperiment
  | BestArmExperiment
  | ReductionExperiment
  | ConvexExperiment;
export type AnyPublishable = (
  | Publishable
  | BestArmPublishable
  | LinearPublishable
  | CombinatorialPublishable
  | ConvexPublishable
) & {
  /** How many forged reports would change the answer. Null: no such number. */
  readonly forgeries?: number | null;
  /** The operator has ended the experiment: devices play the answer and send nothing. */
  readonly ended?: boolean;
};

/** Views into wasm memory are valid until the next call into the module. */
export interface WasmLearner {
  scratch(size: number): Uint8Array;
  /** Scratch: where each body ends, uint32, then their bytes. */
  decode(bodies: number, size: number): void;
  /** For each body how many reports it holds; -1: it is refused. */
  counts(): Int32Array;
  /** Why a body was refused; until scratch is written again. */
  refusal(body: number): undefined | CoreError;
  ids(): Uint8Array;
  snapshots(): Uint32Array;
  ends(): Uint32Array;
  indices(): Uint32Array;
  values(): Int32Array;
  size(): number;
  ingest(size: number): number | CoreError;
  ingestSums(size: number, snapshot: number): undefined | CoreError;
  publish(decisions: number): AnyPublishable;
  /**
   * Opaque bytes about the snapshot that publish() gave last, e.g. which arms it can make a device play. The
   * collector keeps them while the epoch is open. Absent, or empty: nothing to check.
   */
  epochCheck?(): Uint8Array;
  /**
   * Whether the reports of the last decode() that name `snapshot` fit what epochCheck() said of it, in scratch.
   * Must not need any other state: between the two calls the learner may be reset, or be another object.
   */
  checkEpoch?(size: number, snapshot: number): undefined | CoreError;
  /** After an error of checkEpoch(): 1 for each body of the last decode() that it is about. */
  refused(): Uint8Array;
  adopt(): undefined | CoreError;
  /**
   * The snapshot that publish() gave last, as the final one: devices play this arm; -1: what was learnt. Without
   * effect on best arms: see end().
   */
  makeFinal(answer: number): AnyPublishable | CoreError;
  /** The number of the snapshot that publish() gave last, for adopt(). */
  renumber(id: number): void;
  fold(firstOpen: number): void;
  save(): Uint8Array;
  load(size: number): undefined | CoreError;
  /** -1: no such number. */
  forgeries(): number;
  reports(): number;
  snapshotId(): number;
  /** 10 numbers for each arm, in the order of flat_results(); `control` -1: none. Absent: no arms. */
  results?(control: number): Float64Array;
  delete(): void;
}

/** What a learner of slates has besides. */
export interface WasmCombinatorialLearner extends WasmLearner {
  /** For checkEpoch(), what reports to a snapshot may be about that the learner has open. */
  shown(snapshot: number): Uint8Array;
  beginPublish(decisions: number): void;
  /** Empty: no slate is missing. */
  nextWeights(): Float64Array;
  propose(arms: Uint32Array): undefined | CoreError;
  finish(): AnyPublishable;
  /** Of the public coins, in decimal. */
  publicSeed(): string;
}

/** What the one-point reduction has besides. */
export interface WasmReductionLearner extends WasmLearner {
  /** [arms][reports, mean loss], flat. */
  losses(): readonly number[];
  /** For the next publish(). */
  weigh(weights: Float64Array): undefined | CoreError;
  /** Of the next snapshot, in decimal. */
  publicSeed(): string;
}

/** What a learner of best arms has besides. */
export interface WasmBestArmLearner extends WasmLearner {
  /** -1: with the answer of what was learnt. */
  end(answer: number): undefined | CoreError;
  resume(): void;
  /** -1: no such number. */
  reportsLeft(): number;
}

/** Tickets and their times; times in ms, never going back. */
export interface WasmTicketOffice {
  update(snapshot: Float64Array): undefined | CoreError;
  assign(
    now: number,
    level: number,
    uniform: number,
  ): { readonly id: number; readonly arm: number };
  redeem(id: number, now: number): undefined | CoreError;
  drop(id: number, now: number): undefined | CoreError;
  open(now: number): number;
  delete(): void;
}

/** Experiments and snapshots are flat records (bindings/record.hpp). */
export interface LearnerModule {
  createServerLearner(experiment: Float64Array): WasmLearner | CoreError;
  createServerLinearLearner(experiment: Float64Array): WasmLearner | CoreError;
  /** Of a codebook experiment. */
  codebookOf(
    experiment: Float64Array,
  ): { readonly codewords: number; readonly near: number } | CoreError;
  createServerCombinatorialLearner(experiment: Float64Array): WasmCombinatorialLearner | CoreError;
  createServerBestArmLearner(experiment: Float64Array): WasmBestArmLearner | CoreError;
  createServerReductionLearner(experiment: Float64Array): WasmReductionLearner | CoreError;
  createServerConvexLearner(experiment: Float64Array): WasmLearner | CoreError;
  createServerTicketOffice(
    experiment: Float64Array,
    snapshot: Float64Array,
    timeoutMs: number,
  ): WasmTicketOffice | CoreError;
}

/** A snapshot, before it is bytes. */
export interface Publishable {
  readonly id: number;
  readonly reports: number;
  readonly scale: number;
  readonly mean: Float64Array;
  /** Infinity: never pulled. */
  readonly width: Float64Array;
  /** Empty: none. */
  readonly tilt: Float64Array;
  /** What devices draw their arm from. Empty: they take the largest index. */
  readonly weights: Float64Array;
  /** -1: none. */
  readonly forced: number;
  /** What devices of small levels play. -1: nothing of their own. */
  readonly incumbent: number;
  /** Changes that were noticed. Absent: the learner does not watch for them. */
  readonly alarms?: number;
  /** The number of reports at the last of them; 0: there was none. */
  readonly lastAlarm?: number;
}

/** A snapshot of a best-arm experiment: what the core's `BestArmSnapshot` is. */
export interface BestArmPublishable extends Publishable {
  /** -1: none yet. */
  readonly answer: number;
  readonly certified: boolean;
  readonly error: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly left: Uint32Array;
  /** Of ldp-duel, and of lifts those with a control; else empty. */
  readonly pulls: Float64Array;
  readonly evidence: Float64Array;
  readonly lift: Float64Array;
  readonly liftLower: Float64Array;
  readonly liftUpper: Float64Array;
  /** The rule asks for no more reports. */
  readonly stopped: boolean;
  readonly ended: boolean;
  /** Which share of the devices reports while it has stopped. */
  readonly keep?: number;
}

/** A snapshot of the linear or the generalized linear family: what the core's `LinearSnapshot` is. */
export interface LinearPublishable {
  readonly id: number;
  readonly reports: number;
  readonly theta: Float64Array;
  /** Empty: no width. */
  readonly factor: Float64Array;
  readonly radius: number;
  readonly exploration: number;
  readonly base: number;
  /** Generalized linear: where scores are taken. Empty: at theta. */
  readonly point: Float64Array;
  /** Generalized linear: what residuals are clipped to. Else 0. */
  readonly residual: number;
}

/** A snapshot of the combinatorial family: what the core's `CombinatorialSnapshot` is. */
export interface CombinatorialPublishable {
  readonly id: number;
  readonly reports: number;
  readonly mean: Float64Array;
  /** Infinity: never reported. */
  readonly width: Float64Array;
  /** Where each slate ends in `arms`. */
  readonly ends: Uint32Array;
  readonly arms: Uint32Array;
  /** What is reported of each slate. Empty: slates do not say. */
  readonly reported: Uint32Array;
}

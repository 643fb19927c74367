/** The wasm learner, as the collector uses it. The only file of the server that touches wasm. */
import createModule from '../generated/learner-glue.mjs';
import { packedWasm } from '../generated/learner-wasm.js';
import { flattenDecisionSet } from '../internal/decision-set.js';
import { type CoreError, rethrowTrap, unwrap } from '../internal/errors.js';
import { instantiate, type WasmSource } from '../internal/instantiate.js';
import { unpack } from '../internal/unpack.js';
import type { Experiment } from '../internal/validate.js';
import type { BestArmExperiment, ReductionExperiment } from '../internal/validate-best-arm.js';
import type { CombinatorialExperiment } from '../internal/validate-combinatorial.js';
import type { ConvexExperiment } from '../internal/validate-convex.js';
import type { ContextualExperiment } from '../internal/validate-linear.js';
import type { ArmStatistics, CheckedBlackBox } from './black-box.js';
import { type ConvexPublishable, copyOfConvex, flatConvex } from './convex.js';
import type { CheckedOracle } from './oracle.js';
import { schemaOf } from './schema.js';
import type { Statistics } from './statistics.js';
import type { BatchItem } from './store.js';

/** Of any family. */
export type AnyExperiment =
  | Experiment
  | ContextualExperiment
  | CombinatorialExperiment
  | BestArmExperiment
  | ReductionExperiment
  | ConvexExperiment;
export type AnyPublishable =
  | Publishable
  | BestArmPublishable
  | LinearPublishable
  | CombinatorialPublishable
  | ConvexPublishable;

/** Views into wasm memory are valid until the next call into the module. */
interface WasmLearner {
  scratch(size: number): Uint8Array;
  decode(size: number): number | CoreError;
  ids(): Uint8Array;
  snapshots(): Uint32Array;
  ends(): Uint32Array;
  indices(): Uint32Array;
  values(): Int32Array;
  size(): number;
  ingest(size: number): number | CoreError;
  ingestSums(size: number, snapshot: number): undefined | CoreError;
  publish(decisions: number): AnyPublishable;
  adopt(): undefined | CoreError;
  fold(firstOpen: number): void;
  save(): Uint8Array;
  load(size: number): undefined | CoreError;
  reports(): number;
  snapshotId(): number;
  delete(): void;
}

/** What a learner of slates has besides. */
interface WasmCombinatorialLearner extends WasmLearner {
  /** Whether the reports of the last decode() answer slates of the snapshots that they name. */
  check(): undefined | CoreError;
  beginPublish(decisions: number): void;
  /** Empty: no slate is missing. */
  nextWeights(): Float64Array;
  propose(arms: Uint32Array): undefined | CoreError;
  finish(): AnyPublishable;
  /** Of the public coins, in decimal. */
  publicSeed(): string;
}

/** What the one-point reduction has besides. */
interface WasmReductionLearner extends WasmLearner {
  /** [arms][reports, mean loss], flat. */
  losses(): readonly number[];
  /** For the next publish(). */
  weigh(weights: Float64Array): undefined | CoreError;
  /** Of the next snapshot, in decimal. */
  publicSeed(): string;
}

/** Tickets and their times; times in ms, never going back. */
export interface WasmTicketOffice {
  update(snapshot: Publishable): undefined | CoreError;
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

export interface LearnerModule {
  createServerLearner(experiment: Experiment): WasmLearner | CoreError;
  createServerLinearLearner(experiment: ContextualExperiment): WasmLearner | CoreError;
  createServerCombinatorialLearner(experiment: unknown): WasmCombinatorialLearner | CoreError;
  createServerBestArmLearner(experiment: BestArmExperiment): WasmLearner | CoreError;
  createServerReductionLearner(experiment: ReductionExperiment): WasmReductionLearner | CoreError;
  createServerConvexLearner(experiment: unknown): WasmLearner | CoreError;
  createServerTicketOffice(
    experiment: Experiment,
    snapshot: Publishable,
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
  readonly forcedArm: number;
  /** What devices of small levels play. -1: nothing of their own. */
  readonly incumbent: number;
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
  readonly ended: boolean;
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

/** The reports of one request body that name the same snapshot. */
export interface Decoded {
  readonly snapshot: number;
  readonly items: BatchItem[];
}

/** Static, not dynamic, import of the bytes: a Service Worker may not import anything later. */
export function loadLearnerModule(source?: WasmSource): Promise<LearnerModule> {
  return instantiate<LearnerModule>(createModule, source, () => unpack(packedWasm));
}

/** Not concurrent, but every method is synchronous. */
export class Learner {
  readonly schema: string;
  /** Length of the sums. */
  readonly size: number;
  readonly #wasm: WasmLearner | WasmCombinatorialLearner | WasmReductionLearner;
  readonly #oracle: CheckedOracle | undefined;
  readonly #blackBox: CheckedBlackBox | undefined;
  readonly #empty: Uint8Array;
  #scratch: Uint8Array = new Uint8Array(0);

  /**
   * @param oracle Of a custom decision set: chooses its slates.
   * @param blackBox Of the one-point reduction: weighs the arms.
   * @throws LdpError `invalid_argument` if the core refuses the experiment.
   */
  constructor(
    module: LearnerModule,
    experiment: AnyExperiment,
    oracle?: CheckedOracle,
    blackBox?: CheckedBlackBox,
  ) {
    this.schema = schemaOf(experiment);
    this.#wasm = guard(() => unwrap(createLearner(module, experiment)));
    this.#oracle = oracle;
    this.#blackBox = blackBox;
    this.size = guard(() => this.#wasm.size());
    this.#empty = this.save();
  }

  /**
   * Reads a request body without adding it, for the store to add.
   *
   * @throws LdpError `report_rejected`, naming the field that is wrong.
   */
  decode(body: Uint8Array): Decoded[] {
    return guard(() => {
      const count = unwrap(this.#wasm.decode(this.#write(body)));
      const ids = ASCII.decode(this.#wasm.ids());
      const snapshots = this.#wasm.snapshots();
      const ends = this.#wasm.ends();
      const indices = this.#wasm.indices().slice();
      const values = BigInt64Array.from(this.#wasm.values(), BigInt);
      const bySnapshot = new Map<number, BatchItem[]>();
      const idLength = ids.length / count;
      let start = 0;
      for (let i = 0; i < count; i++) {
        const end = ends[i] as number;
        const snapshot = snapshots[i] as number;
        let items = bySnapshot.get(snapshot);
        if (!items) {
          items = [];
          bySnapshot.set(snapshot, items);
        }
        items.push({
          id: ids.slice(i * idLength, (i + 1) * idLength),
          delta: {
            schema: this.schema,
            size: this.size,
            indices: indices.subarray(start, end),
            values: values.subarray(start, end),
          },
        });
        start = end;
      }
      return [...bySnapshot].map(([snapshot, items]) => ({ snapshot, items }));
    });
  }

  /**
   * Whether each report of the last {@link decode} answers a slate of the snapshot that it names. All
   * reports do that have no slates.
   *
   * @throws LdpError `report_rejected`.
   */
  check(): void {
    const wasm = this.#wasm;
    if ('check' in wasm) guard(() => unwrap(wasm.check()));
  }

  /**
   * Reads a request body and adds its reports, regardless of ids and snapshots: what a server would
   * do that keeps no store. For benchmarks and replays.
   *
   * @returns How many reports were added.
   * @throws LdpError `report_rejected`; nothing was added.
   */
  ingest(body: Uint8Array): number {
    return guard(() => unwrap(this.#wasm.ingest(this.#write(body))));
  }

  /**
   * Adds the sums of the reports that name snapshot `epoch`.
   *
   * @throws LdpError `invalid_argument` if no reports give these sums.
   */
  ingestStatistics(epoch: number, { sums }: Statistics): void {
    const bytes = new Uint8Array(sums.buffer, sums.byteOffset, sums.byteLength);
    guard(() => unwrap(this.#wasm.ingestSums(this.#write(bytes), epoch)));
  }

  /**
   * Closes an epoch: a snapshot of everything that was added, with the next id.
   *
   * @param decisions 0: what the algorithm publishes. Else the snapshot carries the distribution of
   *   so many decisions, each made with those before it under way, or slates for them; not linear.
   * @throws LdpError `invalid_argument`, naming an oracle or a learner of the operator's own that fails;
   *   nothing has happened then.
   */
  publish(decisions = 0): AnyPublishable {
    return guard(() => {
      if (this.#blackBox) this.#weigh(this.#blackBox);
      const snapshot = this.#oracle
        ? this.#publishWith(this.#oracle, decisions)
        : this.#wasm.publish(decisions);
      if ('theta' in snapshot) {
        return { ...snapshot, theta: snapshot.theta.slice(), factor: snapshot.factor.slice() };
      }
      if ('shape' in snapshot) return copyOfConvex(snapshot);
      if ('ends' in snapshot) {
        return {
          ...snapshot,
          mean: snapshot.mean.slice(),
          width: snapshot.width.slice(),
          ends: snapshot.ends.slice(),
          arms: snapshot.arms.slice(),
          reported: snapshot.reported.slice(),
        };
      }
      const arms = {
        ...snapshot,
        mean: snapshot.mean.slice(),
        width: snapshot.width.slice(),
        tilt: snapshot.tilt.slice(),
        weights: snapshot.weights.slice(),
      };
      if (!('answer' in snapshot)) return arms;
      return {
        ...snapshot,
        ...arms,
        lower: snapshot.lower.slice(),
        upper: snapshot.upper.slice(),
        left: snapshot.left.slice(),
      };
    });
  }

  #weigh(blackBox: CheckedBlackBox): void {
    const wasm = this.#wasm as WasmReductionLearner;
    const flat = wasm.losses();
    const statistics: ArmStatistics[] = [];
    for (let i = 0; i < flat.length; i += 2) {
      statistics.push({ reports: flat[i] as number, meanLoss: flat[i + 1] as number });
    }
    unwrap(wasm.weigh(blackBox.weigh(statistics, BigInt(wasm.publicSeed()))));
  }

  #publishWith(oracle: CheckedOracle, decisions: number): AnyPublishable {
    const wasm = this.#wasm as WasmCombinatorialLearner;
    const seed = BigInt(wasm.publicSeed());
    wasm.beginPublish(decisions);
    for (;;) {
      // A copy: the oracle may keep it, or write into it.
      const weights = wasm.nextWeights().slice();
      if (weights.length === 0) return wasm.finish();
      const arms = oracle.solve(weights, seed);
      const refusal = wasm.propose(arms);
      if (refusal) throw oracle.refused(arms, refusal.reason);
    }
  }

  /**
   * Takes over the number of what {@link publish} gave last, whatever was loaded since, and what
   * reports to it will need.
   */
  adopt(): void {
    guard(() => unwrap(this.#wasm.adopt()));
  }

  /** No report to a snapshot before this one will come any more. */
  fold(firstOpen: number): void {
    guard(() => this.#wasm.fold(firstOpen));
  }

  save(): Uint8Array {
    return guard(() => this.#wasm.save().slice());
  }

  /** @throws LdpError `manifest_mismatch` or `invalid_argument`; the learner is as it was. */
  load(bytes: Uint8Array): void {
    guard(() => unwrap(this.#wasm.load(this.#write(bytes))));
  }

  /** Forgets everything. */
  reset(): void {
    this.load(this.#empty);
  }

  /** How many reports were added. */
  get reports(): number {
    return guard(() => this.#wasm.reports());
  }

  /** Of the last snapshot; 0 before the first. */
  get snapshotId(): number {
    return guard(() => this.#wasm.snapshotId());
  }

  /** Frees the wasm object. It must not be used afterwards. */
  delete(): void {
    this.#wasm.delete();
  }

  /** Puts bytes where the next call reads them. The view is kept while wasm memory stays in place. */
  #write(bytes: Uint8Array): number {
    // Length 0: none yet, or wasm memory has grown and the view is detached.
    if (this.#scratch.length < Math.max(bytes.length, 1)) {
      this.#scratch = this.#wasm.scratch(Math.max(bytes.length, 4096));
    }
    this.#scratch.set(bytes);
    return bytes.length;
  }
}

const ASCII = new TextDecoder();

function createLearner(module: LearnerModule, experiment: AnyExperiment): WasmLearner | CoreError {
  if (experiment.family === 'linear' || experiment.family === 'generalized-linear')
    return module.createServerLinearLearner(experiment);
  if (experiment.family === 'multi-armed') return module.createServerLearner(experiment);
  if (experiment.family === 'best-arm') return module.createServerBestArmLearner(experiment);
  if (experiment.family === 'reduction') return module.createServerReductionLearner(experiment);
  if (experiment.family === 'convex')
    return module.createServerConvexLearner(flatConvex(experiment));
  const flat = { ...experiment, set: flattenDecisionSet(experiment.set) };
  return module.createServerCombinatorialLearner(flat);
}

export function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    return rethrowTrap(error);
  }
}

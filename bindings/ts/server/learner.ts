/** The wasm learner, as the collector uses it. Only the files `learner*.ts` of the server call into wasm. */
import { type LdpError, toLdpError, untrapped, unwrap } from '../internal/errors.js';
import { type ArmRow, readRows } from './arm-rows.js';
import type { ArmStatistics, CheckedBlackBox } from './black-box.js';
import { type DecodedBody, decodeBodies } from './learner-bodies.js';
import { type AnyWasmLearner, createLearner } from './learner-create.js';
import type {
  AnyExperiment,
  AnyPublishable,
  LearnerModule,
  WasmBestArmLearner,
  WasmCombinatorialLearner,
  WasmReductionLearner,
} from './learner-module.js';
import { Scratch } from './learner-scratch.js';
import type { CheckedOracle } from './oracle.js';
import { schemaOf } from './schema.js';
import type { Statistics } from './statistics.js';

/** Not concurrent, but every method is synchronous. */
export class Learner {
  readonly schema: string;
  /** Length of the sums. */
  readonly size: number;
  readonly #wasm: AnyWasmLearner;
  readonly #oracle: CheckedOracle | undefined;
  readonly #blackBox: CheckedBlackBox | undefined;
  readonly #empty: Uint8Array;
  readonly #scratch: Scratch;
  #check: Uint8Array = NOTHING;

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
    this.#wasm = untrapped(() => unwrap(createLearner(module, experiment)));
    this.#scratch = new Scratch(this.#wasm);
    this.#oracle = oracle;
    this.#blackBox = blackBox;
    this.size = untrapped(() => this.#wasm.size());
    this.#empty = this.save();
  }

  /**
   * Reads request bodies without adding them, for the store to add. No body changes what another one says.
   *
   * @returns For each body its reports by snapshot, or why it is refused: LdpError `report_rejected`, naming the
   *   field that is wrong.
   */
  decode(bodies: readonly Uint8Array[]): DecodedBody[] {
    return untrapped(() => decodeBodies(this.#wasm, this.#scratch, this, bodies));
  }

  /**
   * Whether the reports of the last {@link decode} that name snapshot `epoch` are such as this snapshot can
   * make a device send, e.g. about an arm that it shows.
   *
   * @param check {@link publishedCheck} of that snapshot.
   * @returns What is wrong, LdpError `report_rejected`, and a 1 for each body that it is wrong with.
   */
  answers(
    epoch: number,
    check: Uint8Array,
  ): { readonly error: LdpError | null; readonly refused: Uint8Array } {
    if (check.length === 0) return { error: null, refused: NOTHING };
    return untrapped(() => {
      const refusal = this.#wasm.checkEpoch?.(this.#scratch.write(check), epoch);
      if (!refusal) return { error: null, refused: NOTHING };
      return { error: toLdpError(refusal), refused: this.#wasm.refused().slice() };
    });
  }

  /**
   * Reads a request body and adds its reports, regardless of ids and snapshots: what a server would
   * do that keeps no store. For benchmarks and replays.
   *
   * @returns How many reports were added.
   * @throws LdpError `report_rejected`; nothing was added.
   */
  ingest(body: Uint8Array): number {
    return untrapped(() => unwrap(this.#wasm.ingest(this.#scratch.write(body))));
  }

  /**
   * Adds the sums of the reports that name snapshot `epoch`.
   *
   * @throws LdpError `invalid_argument` if no reports give these sums.
   */
  ingestStatistics(epoch: number, { sums }: Statistics): void {
    const bytes = new Uint8Array(sums.buffer, sums.byteOffset, sums.byteLength);
    untrapped(() => unwrap(this.#wasm.ingestSums(this.#scratch.write(bytes), epoch)));
  }

  /**
   * Closes an epoch: a snapshot of everything that was added, with the next id.
   *
   * @param decisions 0: what the algorithm publishes. Else the snapshot carries the distribution of
   *   `decisions` decisions, each made with those before it under way, or their slates; not linear.
   * @param answer Of the snapshot that ends an experiment: what devices play; -1: what was learnt. Not for best
   *   arms, see {@link setEnded}.
   * @throws LdpError `invalid_argument`, naming an oracle or a learner of the operator's own that fails;
   *   nothing has happened then; and without an answer ("experiment").
   */
  publish(decisions = 0, answer?: number): AnyPublishable {
    return untrapped(() => {
      if (this.#blackBox) this.#weigh(this.#blackBox);
      const published = this.#oracle
        ? this.#publishWith(this.#oracle, decisions)
        : this.#wasm.publish(decisions);
      const snapshot = answer === undefined ? published : unwrap(this.#wasm.makeFinal(answer));
      const copy = copyOf(snapshot);
      const forgeries = this.#wasm.forgeries();
      this.#check = this.#wasm.epochCheck?.().slice() ?? NOTHING;
      return { ...copy, forgeries: forgeries < 0 ? null : forgeries };
    });
  }

  /**
   * Best arms only. The operator ends the experiment with this answer (-1: that of everything that was added), or
   * goes on with it: the next {@link publish} says so.
   *
   * @throws LdpError `invalid_argument` ("experiment") before the first report and without an answer.
   */
  setEnded(ended: boolean, answer: number): void {
    const wasm = this.#wasm as WasmBestArmLearner;
    untrapped(() => (ended ? unwrap(wasm.end(answer)) : wasm.resume()));
  }

  /** One for each arm; undefined: there are none that the server knows. */
  results(control: number | null): ArmRow[] | undefined {
    const flat = untrapped(() => this.#wasm.results?.(control ?? -1));
    return flat && readRows(flat);
  }

  /** Of best arms: how many further reports the answer is expected to need. Null: no such number. */
  get reportsLeft(): number | null {
    const wasm = this.#wasm;
    const left = 'reportsLeft' in wasm ? untrapped(() => wasm.reportsLeft()) : -1;
    return left < 0 ? null : Math.ceil(left);
  }

  /** What {@link answers} needs for reports to a snapshot of slates, which the loaded state has open. */
  shownSlates(snapshot: number): Uint8Array {
    const wasm = this.#wasm;
    return 'shown' in wasm ? untrapped(() => wasm.shown(snapshot)) : NOTHING;
  }

  /**
   * What {@link answers} needs for reports to the snapshot that {@link publish} gave last. Opaque; empty where
   * the learner checks nothing, or knows it by its state ({@link shownSlates}).
   */
  get publishedCheck(): Uint8Array {
    return this.#check;
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
    untrapped(() => unwrap(this.#wasm.adopt()));
  }

  /** No report to a snapshot before this one will come any more. */
  fold(firstOpen: number): void {
    untrapped(() => this.#wasm.fold(firstOpen));
  }

  /**
   * Gives a learner that knows nothing the number of a snapshot that was published before it: its own follow.
   *
   * @param decisions As for {@link publish}.
   */
  beginAfter(snapshot: number, decisions: number): void {
    this.publish(decisions);
    this.goOnAfter(snapshot, this.#empty);
  }

  /** Gives the learner that `base` holds the number of a snapshot, after {@link publish}: its own follow. */
  goOnAfter(snapshot: number, base: Uint8Array): void {
    untrapped(() => this.#wasm.renumber(snapshot));
    this.load(base);
    this.adopt();
  }

  save(): Uint8Array {
    return untrapped(() => this.#wasm.save().slice());
  }

  /** @throws LdpError `manifest_mismatch` or `invalid_argument`; the learner is as it was. */
  load(bytes: Uint8Array): void {
    untrapped(() => unwrap(this.#wasm.load(this.#scratch.write(bytes))));
  }

  /** Forgets everything. */
  reset(): void {
    this.load(this.#empty);
  }

  /** How many reports were added. */
  get reports(): number {
    return untrapped(() => this.#wasm.reports());
  }

  /** Of the last snapshot; 0 before the first. */
  get snapshotId(): number {
    return untrapped(() => this.#wasm.snapshotId());
  }

  /** Frees the wasm object. It must not be used afterwards. */
  delete(): void {
    this.#wasm.delete();
  }
}

const NOTHING = new Uint8Array(0);

/** What outlives the next call into the module: its lists are views of wasm memory. */
function copyOf<T extends AnyPublishable>(snapshot: T): T {
  const copied = Object.entries(snapshot).map(([name, value]) => [name, owned(value)] as const);
  return Object.fromEntries(copied) as unknown as T;
}

function owned(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return (value as Float64Array).slice();
  return Array.isArray(value) ? value.map(owned) : value;
}

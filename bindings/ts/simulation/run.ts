// One simulation under way: plays its replicates in slices, publishes what is known, stops when
// told to.
import { rethrowTrap } from '../internal/errors.js';
import type { Batch, Engine } from './engine.js';
import { Latest } from './latest.js';
import { limits } from './limits.js';
import { Regrets } from './regrets.js';
import { createResult } from './result.js';
import { kSliceMs, SliceSize, turn } from './slices.js';
import { armsOf, sumsPerArm } from './spec.js';
import type {
  Curve,
  SimulationEvent,
  SimulationResult,
  SimulationRun,
  SimulationSpec,
} from './types.js';

/** Curves on the way are for the eye: more often than this only costs time. */
const kCurvesEveryMs = 100;
const kEtaAfterMs = 250;
/** Replicate-rounds of the first slice: under 10 ms even where the engine still interprets. */
const kFirstSlice = 20_000;

export class SlicedRun implements SimulationRun {
  readonly result: Promise<SimulationResult>;
  readonly #engine: Engine;
  readonly #spec: SimulationSpec;
  readonly #times: Float64Array;
  readonly #regrets: readonly Regrets[];
  readonly #events: Latest<SimulationEvent>;
  readonly #abort = new AbortController();
  readonly #total: number;
  readonly #startedAt = performance.now();
  /** The batch being played and its run: what it has recorded so far can be shown. */
  #current: { readonly run: number; readonly batch: Batch } | null = null;
  #done = 0;
  #turnedAt = 0;
  #curvesAt = 0;
  #latest: SimulationResult | null = null;

  /** `spec` has its defaults filled in. Any of `signals` cancels. */
  constructor(engine: Engine, spec: SimulationSpec, signals: readonly AbortSignal[]) {
    this.#engine = engine;
    this.#spec = spec;
    this.#times = engine.times(spec);
    this.#regrets = spec.runs.map(() => new Regrets(this.#times.length, spec.replicates));
    this.#total = spec.horizon * spec.replicates * spec.runs.length;
    this.#events = new Latest(() => this.#cancel('The reader stopped.'));
    this.result = this.#follow(signals);
    // Whoever only iterates gets the failure there; it must not count as unhandled as well.
    this.result.catch(() => {});
  }

  get latest(): SimulationResult | null {
    return this.#latest;
  }

  [Symbol.asyncIterator](): AsyncIterator<SimulationEvent> {
    return this.#events.read();
  }

  /** Cancels what is still running and waits until it has stopped. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#cancel('The run was disposed.');
    await this.result.catch(() => {});
  }

  #cancel(why: string): void {
    this.#abort.abort(new DOMException(why, 'AbortError'));
  }

  async #follow(signals: readonly AbortSignal[]): Promise<SimulationResult> {
    const stopped = AbortSignal.any([this.#abort.signal, ...signals]);
    try {
      await this.#playAll(stopped);
      const result = this.#publishCurves(false);
      this.#events.close({});
      return result;
    } catch (error) {
      this.#events.close({ error });
      throw error;
    }
  }

  /**
   * Batch by batch, all runs of one before the next, so that the curves on the way compare like
   * with like.
   */
  async #playAll(stopped: AbortSignal): Promise<void> {
    const slice = new SliceSize(kFirstSlice);
    const size = batchSize(this.#spec);
    // The first slice waits for a turn: the caller has the run, and its loop, before anything
    // happens.
    await turn();
    stopped.throwIfAborted();
    this.#turnedAt = performance.now();
    for (let first = 0; first < this.#spec.replicates; first += size) {
      const replicates = Math.min(size, this.#spec.replicates - first);
      for (let run = 0; run < this.#spec.runs.length; run += 1) {
        const batch = this.#engine.start(this.#spec, run, first, replicates);
        this.#current = { run, batch };
        try {
          await this.#play(batch, slice, stopped);
          this.#regrets[run]?.add(batch.regrets(), replicates);
        } catch (error) {
          this.#publishCurves(true);
          throw error;
        } finally {
          this.#current = null;
          batch.free();
        }
      }
    }
  }

  async #play(batch: Batch, slice: SliceSize, stopped: AbortSignal): Promise<void> {
    for (let left = this.#spec.horizon; left > 0; ) {
      const rounds = Math.min(left, Math.max(1, Math.floor(slice.size / batch.replicates)));
      slice.learn(rounds * batch.replicates, advance(batch, rounds));
      left -= rounds;
      this.#done += rounds * batch.replicates;
      // Short batches share a slice: a turn of the loop after each would cost more than the batch.
      if (performance.now() - this.#turnedAt < kSliceMs / 2) continue;
      this.#publishProgress();
      await turn();
      stopped.throwIfAborted();
      this.#turnedAt = performance.now();
    }
  }

  #publishProgress(): void {
    const now = performance.now();
    const tookMs = now - this.#startedAt;
    const etaMs =
      tookMs < kEtaAfterMs ? null : Math.round(((this.#total - this.#done) * tookMs) / this.#done);
    this.#events.push({ type: 'progress', done: this.#done, total: this.#total, etaMs });
    if (now - this.#curvesAt >= kCurvesEveryMs) this.#publishCurves(true);
  }

  #publishCurves(partial: boolean): SimulationResult {
    this.#curvesAt = performance.now();
    const result = createResult(
      this.#spec,
      this.#spec.runs.map((_, run) => this.#curve(run)),
      partial,
    );
    this.#latest = result;
    if (!partial)
      this.#events.push({ type: 'progress', done: this.#done, total: this.#total, etaMs: 0 });
    this.#events.push({ type: 'curves', result });
    return result;
  }

  /** Of the finished replicates; before there are any, as far as the first ones have come. */
  #curve(run: number): Curve {
    const label = this.#spec.runs[run]?.label ?? '';
    const regrets = this.#regrets[run];
    if (regrets !== undefined && regrets.finished > 0) {
      const band = this.#engine.band(regrets.values, regrets.finished);
      return { label, t: this.#times.slice(), ...band, replicates: regrets.finished };
    }
    const batch = this.#current?.run === run ? this.#current.batch : undefined;
    const values = batch?.regrets() ?? new Float64Array(0);
    const replicates = batch?.replicates ?? 1;
    const t = this.#times.slice(0, values.length / replicates);
    return {
      label,
      t,
      ...this.#engine.band(values, replicates),
      replicates: values.length === 0 ? 0 : replicates,
    };
  }
}

/**
 * Replicates that are played in step: they share one logarithm and one root a round. Limited so
 * that the state of a batch (two sums per arm and level) stays in the caches. It never changes a
 * result.
 */
function batchSize({ environment, runs }: SimulationSpec): number {
  const sums = armsOf(environment) * Math.max(...runs.map(sumsPerArm));
  return Math.max(1, Math.min(limits.batch, Math.floor(limits.batchSums / sums)));
}

/** Milliseconds that it took. */
function advance(batch: Batch, rounds: number): number {
  const start = performance.now();
  try {
    batch.advance(rounds);
  } catch (error) {
    rethrowTrap(error);
  }
  return performance.now() - start;
}

// One simulation under way: plays its trials in slices, publishes what is finished, stops when told to.
import { rethrowTrap } from '../internal/errors.js';
import { Trials } from './curves.js';
import type { Engine, Trial } from './engine.js';
import { Latest } from './latest.js';
import { createResult } from './result.js';
import { kSliceMs, SliceSize, turn } from './slices.js';
import type { Curve, SimulationEvent, SimulationResult, SimulationRun, SimulationSpec } from './types.js';

/** Curves in between are for the eye: more often than this only costs time. */
const kCurvesEveryMs = 100;
const kEtaAfterMs = 250;
const kFirstSlice = 20_000;

export class SlicedRun implements SimulationRun {
  readonly result: Promise<SimulationResult>;
  readonly #engine: Engine;
  readonly #spec: SimulationSpec;
  readonly #times: Float64Array;
  readonly #trials: readonly Trials[];
  readonly #events: Latest<SimulationEvent>;
  readonly #abort = new AbortController();
  readonly #total: number;
  readonly #startedAt = performance.now();
  #done = 0;
  #turnedAt = 0;
  #curvesAt = 0;
  #latest: SimulationResult | null = null;

  /** `spec` has its defaults filled in. Any of `signals` cancels. */
  constructor(engine: Engine, spec: SimulationSpec, signals: readonly AbortSignal[]) {
    this.#engine = engine;
    this.#spec = spec;
    this.#times = engine.times(spec);
    this.#trials = spec.runs.map(() => new Trials(spec.replicates, this.#times.length));
    this.#total = spec.horizon * spec.replicates * spec.runs.length;
    this.#events = new Latest(() => this.#cancel(new DOMException('The reader stopped.', 'AbortError')));
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
    this.#cancel(new DOMException('The run was disposed.', 'AbortError'));
    await this.result.catch(() => {});
  }

  #cancel(reason: unknown): void {
    this.#abort.abort(reason);
  }

  async #follow(signals: readonly AbortSignal[]): Promise<SimulationResult> {
    const listeners = signals.map((signal) => {
      const listener = () => this.#cancel(signal.reason);
      if (signal.aborted) listener();
      else signal.addEventListener('abort', listener, { once: true });
      return () => signal.removeEventListener('abort', listener);
    });
    try {
      await this.#playAll();
      const result = this.#publishCurves(false);
      this.#events.close({});
      return result;
    } catch (error) {
      // What the finished trials show stays readable, marked partial.
      if (this.#trials.every(({ finished }) => finished > 0)) this.#publishCurves(true);
      this.#events.close({ error });
      throw error;
    } finally {
      for (const remove of listeners) remove();
    }
  }

  /** Replicate by replicate, all runs of one before the next, so that the curves on the way compare like with like. */
  async #playAll(): Promise<void> {
    const slice = new SliceSize(kFirstSlice);
    // The first slice waits for a turn: the caller has the run, and its loop, before anything happens.
    await turn();
    this.#turnedAt = performance.now();
    this.#abort.signal.throwIfAborted();
    for (let replicate = 0; replicate < this.#spec.replicates; replicate += 1) {
      for (const [index, trials] of this.#trials.entries()) {
        trials.add(await this.#playTrial(index, replicate, slice));
      }
      const partial = replicate + 1 < this.#spec.replicates;
      if (partial && performance.now() - this.#curvesAt >= kCurvesEveryMs) this.#publishCurves(true);
    }
  }

  async #playTrial(index: number, replicate: number, slice: SliceSize): Promise<Float64Array> {
    const trial = this.#engine.start(this.#spec, index, replicate);
    try {
      for (let left = this.#spec.horizon; left > 0; ) {
        const rounds = Math.min(left, slice.size);
        slice.learn(rounds, playFor(trial, rounds));
        left -= rounds;
        this.#done += rounds;
        this.#publishProgress();
        await this.#turnIfDue();
      }
      return trial.regret();
    } finally {
      trial.free();
    }
  }

  /** Short trials share a slice: a turn of the loop after each would cost more than the trial. */
  async #turnIfDue(): Promise<void> {
    if (performance.now() - this.#turnedAt >= kSliceMs / 2) {
      await turn();
      this.#turnedAt = performance.now();
    }
    this.#abort.signal.throwIfAborted();
  }

  #publishProgress(): void {
    const tookMs = performance.now() - this.#startedAt;
    const left = this.#total - this.#done;
    const etaMs = tookMs < kEtaAfterMs ? null : Math.round((left * tookMs) / this.#done);
    this.#events.push({ type: 'progress', done: this.#done, total: this.#total, etaMs });
  }

  #publishCurves(partial: boolean): SimulationResult {
    this.#curvesAt = performance.now();
    const curves = this.#spec.runs.map(({ label }, index): Curve => {
      const trials = this.#trials[index] ?? new Trials(0, 0);
      const band = this.#engine.band(trials.regrets, this.#times.length);
      return { label, t: this.#times.slice(), ...band, replicates: trials.finished };
    });
    const result = createResult(this.#spec, curves, partial);
    this.#latest = result;
    this.#events.push({ type: 'curves', result });
    return result;
  }
}

/** Milliseconds that `rounds` took. */
function playFor(trial: Trial, rounds: number): number {
  const start = performance.now();
  try {
    trial.play(rounds);
  } catch (error) {
    rethrowTrap(error);
  }
  return performance.now() - start;
}

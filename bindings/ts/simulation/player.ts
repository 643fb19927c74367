// Plays units in slices, in whichever thread it lives in: the calling one, or a worker.
import { untrapped } from '../internal/errors.js';
import type { Batch, Engine } from './engine.js';
import type { Unit } from './messages.js';
import type { OwnCode } from './own-types.js';
import { kSliceMs, SliceSize, turn } from './slices.js';
import { costOf } from './spec-environment.js';
import type { SimulationSpec } from './types.js';

/** Arms times replicate-rounds of the first slice: under 10 ms even where the engine still interprets. */
const kFirstSlice = 400_000;
const kFewestArms = 20;
const kReportEveryMs = 50;

export interface PlayOptions {
  readonly stopped: AbortSignal;
  /** Whether reports carry the regrets recorded so far. */
  readonly preview: boolean;
  /** Replicate-rounds played so far; about twenty times a second. */
  readonly report: (rounds: number, regrets: Float64Array | null) => void;
  /** Where the spec has own parts. */
  readonly own?: OwnCode | undefined;
}

export class Player {
  readonly #engine: Engine;
  #turnedAt = 0;
  #playing = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * What the unit recorded: see {@link Batch.recorded}. Rejects with the reason of `stopped`. Several units may
   * be under way; they take turns, slice by slice.
   */
  async play(spec: SimulationSpec, unit: Unit, options: PlayOptions): Promise<Float64Array> {
    // A million arms may not find room, nor the reports that they wait for.
    const { run, first, replicates } = unit;
    const batch = untrapped(() => this.#engine.start(spec, run, first, replicates, options.own));
    this.#playing += 1;
    try {
      await this.#advance(batch, spec, options);
      return batch.recorded();
    } finally {
      this.#playing -= 1;
      batch.free();
    }
  }

  async #advance(batch: Batch, spec: SimulationSpec, options: PlayOptions): Promise<void> {
    const { stopped, preview, report, own } = options;
    const arms = Math.max(kFewestArms, costOf(spec.environment));
    const first = Math.max(1, Math.round(kFirstSlice / arms));
    // Own code may take any time for a round, until it has played one.
    const slice = new SliceSize(own === undefined ? first : 1);
    let reportedAt = performance.now();
    for (let done = 0; done < spec.horizon; ) {
      const most = Math.max(1, Math.floor(slice.size / batch.replicates));
      const rounds = Math.min(spec.horizon - done, most);
      // Units that take turns share the time after which the thread must look up.
      slice.learn(rounds * batch.replicates, advance(batch, rounds), kSliceMs / this.#playing);
      done += rounds;
      const now = performance.now();
      // Short units share a slice: a turn of the loop after each would cost more than the unit.
      if (now - this.#turnedAt < kSliceMs / 2) continue;
      if (now - reportedAt >= kReportEveryMs) {
        reportedAt = now;
        report(done * batch.replicates, preview ? batch.regrets() : null);
      }
      await turn();
      this.#turnedAt = performance.now();
      stopped.throwIfAborted();
    }
  }
}

/** Milliseconds that it took. */
function advance(batch: Batch, rounds: number): number {
  const start = performance.now();
  untrapped(() => batch.advance(rounds));
  return performance.now() - start;
}

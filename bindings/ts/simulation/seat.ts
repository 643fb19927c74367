// Where units are played: in this thread, or in a worker (worker-seat.ts).
import type { Unit } from './messages.js';
import type { Player, PlayOptions } from './player.js';
import type { SimulationSpec } from './types.js';

/** A simulation under way, as seats know it. */
export interface Job {
  readonly id: number;
  /** With its defaults filled in. */
  readonly spec: SimulationSpec;
}

export interface Seat {
  /** What the unit recorded: see `Batch.recorded`. Rejects with the reason of `stopped`, or {@link Crash}. */
  play(job: Job, unit: Unit, options: PlayOptions): Promise<Float64Array>;
  /** No more units of this job will come. */
  forget(job: Job): void;
}

/** The worker died. Its unit may be played again: the bits will be the same. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** The calling thread. Slices leave it to the page again and again. */
export class LocalSeat implements Seat {
  readonly #player: Player;

  constructor(player: Player) {
    this.#player = player;
  }

  play({ spec }: Job, unit: Unit, options: PlayOptions): Promise<Float64Array> {
    return this.#player.play(spec, unit, options);
  }

  forget(): void {}
}

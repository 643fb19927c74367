// Where units are played: in this thread, or in a worker (worker-seat.ts).
import type { Unit } from './messages.js';
import { orStopped } from './or-stopped.js';
import { loadOwn, type OwnSource } from './own-code.js';
import type { Player, PlayOptions } from './player.js';
import type { SimulationSpec } from './types.js';

/** A simulation under way, as seats know it. */
export interface Job {
  readonly id: number;
  /** With its defaults filled in. */
  readonly spec: SimulationSpec;
  /** Where the spec has own parts. */
  readonly own?: OwnSource | undefined;
}

/** What a seat needs to know of the simulation under way; own code it has from the job. */
export type SeatOptions = Omit<PlayOptions, 'own'>;

export interface Seat {
  /** What the unit recorded: see `Batch.recorded`. Rejects with the reason of `stopped`, or {@link Crash}. */
  play(job: Job, unit: Unit, options: SeatOptions): Promise<Float64Array>;
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

  async play({ spec, own }: Job, unit: Unit, options: SeatOptions): Promise<Float64Array> {
    const code = own === undefined ? undefined : await orStopped(loadOwn(own), options.stopped);
    return this.#player.play(spec, unit, { ...options, own: code });
  }

  forget(): void {}
}

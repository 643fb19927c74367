// Who plays: the calling thread, or workers. Several simulations may be under way on one crew; each
// seat then plays a slice of each in turn, so that they share it evenly.
import { type Engine, loadEngine } from './engine.js';
import { Player } from './player.js';
import { LocalSeat, type Seat } from './seat.js';
import type { WorkerLike } from './worker-port.js';
import { WorkerSeat } from './worker-seat.js';

export interface Crew {
  /** Workers; 0 for the calling thread. */
  readonly workers: number;
  /** Of the calling thread: for what is not played. */
  readonly engine: Engine;
  /** Seats for that many units, the least busy ones. Rejects `worker_failed`. */
  hire(units: number): Promise<readonly Seat[]>;
  release(seats: readonly Seat[]): void;
  dispose(): void;
}

export function localCrew(engine: Engine): Crew {
  const seats = [new LocalSeat(new Player(engine))];
  return { workers: 0, engine, hire: async () => seats, release() {}, dispose() {} };
}

/** The first worker starts at once, to see that workers start; the others when there is work for them. */
export async function workerCrew(
  spawn: () => WorkerLike,
  workers: number,
  module: WebAssembly.Module,
): Promise<Crew> {
  const crew = new Workers(spawn, workers, module, await loadEngine(module));
  try {
    await crew.start();
  } catch (error) {
    crew.dispose();
    throw error;
  }
  return crew;
}

class Workers implements Crew {
  readonly workers: number;
  readonly engine: Engine;
  /** With the number of simulations that use them. */
  readonly #seats = new Map<WorkerSeat, number>();

  constructor(
    spawn: () => WorkerLike,
    workers: number,
    module: WebAssembly.Module,
    engine: Engine,
  ) {
    this.workers = workers;
    this.engine = engine;
    for (let i = 0; i < workers; i += 1) this.#seats.set(new WorkerSeat(spawn, module), 0);
  }

  async start(): Promise<void> {
    const [first] = this.#seats.keys();
    await first?.ready();
  }

  async hire(units: number): Promise<readonly Seat[]> {
    const byUse = [...this.#seats].sort(([, a], [, b]) => a - b);
    const hired = byUse.slice(0, Math.max(1, units)).map(([seat]) => seat);
    this.#count(hired, 1);
    try {
      await Promise.all(hired.map((seat) => seat.ready()));
    } catch (error) {
      this.#count(hired, -1);
      throw error;
    }
    return hired;
  }

  release(seats: readonly Seat[]): void {
    this.#count(seats as readonly WorkerSeat[], -1);
  }

  dispose(): void {
    for (const seat of this.#seats.keys()) seat.terminate();
  }

  #count(seats: readonly WorkerSeat[], change: number): void {
    for (const seat of seats) this.#seats.set(seat, (this.#seats.get(seat) ?? 0) + change);
  }
}

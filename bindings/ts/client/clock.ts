// Whether the clock of the device was set while a page or worker lives: performance.now() goes on. Where the browser stops it
// while the device sleeps, that looks like a clock that was set forward.

const LEAST_MS = 300_000;
/** What is set further, or slept longer, is not made up for. */
const LONGEST_MS = 86_400_000;

/** Packets of a page whose clock was set. */
export interface Move {
  /** By this much; negative: back. */
  readonly ms: number;
  /** When this was noticed, by the clock as it is now. */
  readonly at: number;
  /** Of decisions that are open, and close when they would have. */
  readonly open: readonly string[];
  /** Of those that are closed. */
  readonly closed: readonly string[];
}

export class Clock {
  #base = offset();

  /** By how much it was set since this was made, or since {@link take} was called; 0: not by hours. */
  get setByMs(): number {
    const ms = offset() - this.#base;
    const size = Math.abs(ms);
    return size >= LEAST_MS && size <= LONGEST_MS ? ms : 0;
  }

  take(): number {
    const ms = this.setByMs;
    this.#base = offset();
    return ms;
  }
}

/** Of pages and workers. Outside browsers the wall clock alone counts. */
const offset = () =>
  'document' in globalThis || 'WorkerGlobalScope' in globalThis
    ? Date.now() - performance.now()
    : 0;

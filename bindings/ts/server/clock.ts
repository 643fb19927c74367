/**
 * The collector's clock beside the times that stand in the store. A clock may be set back, and another
 * collector's may be ahead: time then goes on from the last known moment at the pace of this clock, so
 * an epoch closes late rather than early.
 */
export class Clock {
  readonly #now: () => number;
  #ahead = 0;

  /** @param now Milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds since 1970, never before `last`. */
  after(last: number): number {
    const own = this.#now();
    this.#ahead = own >= last ? 0 : Math.max(this.#ahead, last - own);
    return own + this.#ahead;
  }
}

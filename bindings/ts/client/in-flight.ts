// Work that has begun and is not over: flush, budget and dispose wait for it.
export class InFlight {
  readonly #work = new Set<Promise<void>>();

  track<T>(work: Promise<T>): Promise<T> {
    const over = () => void this.#work.delete(settled);
    const settled = work.then(over, over);
    this.#work.add(settled);
    return work;
  }

  /** Resolves when everything that was tracked before this call is over, well or not. */
  async settled(): Promise<void> {
    await Promise.all(this.#work);
  }
}

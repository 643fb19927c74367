/** How many reports wait for a snapshot, as far as this collector can count them: others may take reports too. */
export class Backlog {
  /** Reports accepted here since creation. */
  #accepted = 0;
  /** At `accepted` = `mark`, `known` reports waited. Null: not counted yet. */
  #known: number | null = null;
  #mark = 0;
  /** When every report was last found in the newest snapshot, ms since 1970. */
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** To be taken before the store is read, and given to {@link set}. */
  get accepted(): number {
    return this.#accepted;
  }

  /** 0 if they are not counted yet. */
  get waiting(): number {
    return this.#known === null ? 0 : this.#known + this.#accepted - this.#mark;
  }

  get isCounted(): boolean {
    return this.#known !== null;
  }

  add(reports: number): void {
    this.#accepted += reports;
  }

  /**
   * @param known How many reports the store had that the newest snapshot does not count.
   * @param mark {@link accepted} at that time.
   */
  count(known: number, mark: number): void {
    this.#known = known;
    this.#mark = mark;
  }

  /** The newest snapshot, published at `now`, has every report of the store. */
  clear(mark: number, now: number): void {
    this.count(0, mark);
    this.#lookedAt = now;
  }

  /** Another snapshot is the newest. */
  forget(): void {
    this.#known = null;
    this.#mark = this.#accepted;
    this.#lookedAt = Number.NEGATIVE_INFINITY;
  }

  /** Since when reports may wait that this collector does not know of, at the earliest. Ms since 1970. */
  since(publishedAt: number, now: number): number {
    // The clock was ahead at the last look: forget that look.
    if (this.#lookedAt > now) this.#lookedAt = Number.NEGATIVE_INFINITY;
    return Math.max(publishedAt, this.#lookedAt);
  }
}

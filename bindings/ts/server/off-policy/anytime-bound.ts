/**
 * A lower bound of a mean that holds at all times at once (docs/spec/off-policy.md, section 2.2): terms X_i with the
 * conditional mean V, known f_i and R_i > 0 with X_i - f_i >= -R_i.
 */
export class AnytimeBound {
  readonly #budget: number;
  #rows = 0;
  #squares = 1 / 4;
  #stakes = 0;
  #earned = 0;
  #paid = 0;

  /** @param error The bound is above V at some time with at most this probability. */
  constructor(error: number) {
    this.#budget = Math.log(1 / error);
  }

  add(x: number, f: number, r: number): void {
    this.#rows += 1;
    const z = (x - f) / r;
    const bet = Math.min(
      1 / 2,
      Math.sqrt((2 * this.#budget) / (this.#squares * Math.log(this.#rows + 1))),
    );
    this.#stakes += bet / r;
    this.#earned += (bet / r) * x;
    this.#paid += (-Math.log1p(-bet) - bet) * z * z;
    this.#squares += z * z;
  }

  /** -Infinity before the first row. */
  get value(): number {
    if (this.#rows === 0) return Number.NEGATIVE_INFINITY;
    return (this.#earned - this.#budget - this.#paid) / this.#stakes;
  }
}
